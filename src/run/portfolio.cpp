// SPDX-License-Identifier: MIT
#include "run/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/error.h"
#include "run/lemma_ring.h"
#include "run/report.h"
#include "run/watchdog.h"
#include "run/worker_race.h"

namespace cairn {
namespace {

using Clock = std::chrono::steady_clock;

/// What a worker shows to the process that started it.
struct Board {
  Progress progress;
  ExchangeCounts counts;
  std::atomic<std::uint64_t> memory{0}, peak_memory{0};
  std::atomic<bool> shares{false};
};

/// One run of a portfolio, in the process that starts the workers and, after the fork, in each of
/// them.
class Portfolio {
 public:
  Portfolio(const BitSystem& system, const Chain<BitSystem>& chain, const JudgedModel& about,
            const PortfolioOptions& options, const Context& context)
      : system_(system),
        chain_(chain),
        about_(about),
        options_(options),
        context_(context),
        boards_(options.plans.size()),
        rings_(options.share.share ? options.plans.size() : 0),
        race_(runners(), options.slots, context.budget),
        ends_(options.plans.size()) {}

  PortfolioOutcome run();

 private:
  std::vector<WorkerRace::Runner> runners();
  std::string work(std::size_t worker);
  Limits limits_of_worker() const;
  bool may_share(const WorkerPlan& plan) const;
  WorkerRace::Verdict judge(std::size_t worker, const WorkerProcess& process);
  WorkerRace::Verdict out(std::size_t worker, const std::string& how);
  Unknown nobody_knows() const;
  void note(std::size_t worker, std::string what);
  void tick();
  WorkerStatus status(std::size_t worker) const;
  const WorkerPlan& plan(std::size_t worker) const { return options_.plans[worker]; }

  const BitSystem& system_;
  const Chain<BitSystem>& chain_;
  const JudgedModel& about_;
  const PortfolioOptions& options_;
  const Context& context_;
  SharedArray<Board> boards_;
  LemmaRings rings_;
  const Clock::time_point begin_ = Clock::now();
  WorkerRace race_;
  std::vector<std::string> ends_;    // by worker: how it ended, if it did
  std::optional<Unknown> given_up_;  // the last answer of that kind
  PortfolioOutcome outcome_;
  Clock::time_point shown_at_ = begin_;
};

PortfolioOutcome Portfolio::run() {
  WorkerRace::Callbacks callbacks;
  callbacks.judge = [this](std::size_t worker, const WorkerProcess& process) {
    return judge(worker, process);
  };
  callbacks.started = [this](std::size_t worker) { note(worker, "started"); };
  callbacks.not_started = [this](std::size_t worker, const std::string& why) { out(worker, why); };
  callbacks.tick = [this] { tick(); };
  const auto winner = race_.run(callbacks);
  tick();
  for (std::size_t i = 0; i < options_.plans.size(); ++i) {
    if (ends_[i].empty()) {
      const bool was_there = race_.state(i) == WorkerRace::State::Ended;
      ends_[i] = was_there ? "stopped" : "not started";
      if (was_there) note(i, "stopped");
    }
    outcome_.report.workers.push_back(status(i));
  }
  outcome_.report.slots = options_.slots;
  if (winner)
    outcome_.decided_by = plan(*winner).name;
  else
    outcome_.judged.answer = nobody_knows();
  return std::move(outcome_);
}

Unknown Portfolio::nobody_knows() const {
  if (context_.budget.exhausted()) {
    // An answer may have come that there was no time to check.
    if (const auto* unchecked = std::get_if<Unknown>(&outcome_.judged.answer))
      if (!unchecked->explanation.empty()) return *unchecked;
    return unknown_for(context_.budget.reason(), context_.progress.bound);
  }
  Unknown unknown =
      given_up_.value_or(Unknown{Unknown::Reason::Unsupported, "every worker was lost", -1});
  if (options_.plans.size() > 1 && given_up_)
    unknown.explanation = "every worker gave up; the last one: " + unknown.explanation;
  unknown.bound = std::max<std::int64_t>(unknown.bound, context_.progress.bound);
  return unknown;
}

std::vector<WorkerRace::Runner> Portfolio::runners() {
  std::vector<WorkerRace::Runner> runners;
  for (std::size_t i = 0; i < options_.plans.size(); ++i)
    runners.push_back({options_.plans[i].weight, [this, i] { return work(i); }});
  return runners;
}

/// What the process has now, all share; the rest is divided. Paused workers keep their part.
Limits Portfolio::limits_of_worker() const {
  Limits limits;
  if (!options_.bytes) return limits;
  const std::uint64_t common = std::min(resident_bytes(), *options_.bytes);
  limits.bytes = common + (*options_.bytes - common) / options_.plans.size();
  return limits;
}

/// Lemmas are about the latches of the system that all share: who changes it is on its own.
bool Portfolio::may_share(const WorkerPlan& plan) const {
  return rings_.size() > 1 && plan.passes.empty();
}

/// In the worker's process: its plan, from the system that is common to the evidence about the
/// model. Of this process's threads only this one exists there.
std::string Portfolio::work(std::size_t worker) {
  Board& board = boards_[worker];
  const WorkerPlan& mine = plan(worker);
  Budget budget;
  const Log log(context_.log.level() == LogLevel::Verbose ? LogLevel::Verbose : LogLevel::Quiet);
  Watchdog::Callbacks callbacks;
  callbacks.tick = [&] {
    board.memory = resident_bytes();
    board.peak_memory = peak_resident_bytes();
  };
  callbacks.overrun = [] { std::_Exit(0); };  // without a word
  const Watchdog watchdog(budget, limits_of_worker(), std::move(callbacks));

  // Where there are no constraints to leave out, this would be what another worker does.
  const bool is_double =
      mine.engines.configs.ic3.abstract_constraints && system_.constraints.empty();
  Context context{log, budget, board.progress, mine.seed + (is_double ? 1 : 0)};
  std::unique_ptr<LemmaExchange> endpoint, policy;
  if (may_share(mine)) {
    board.shares = true;
    endpoint = rings_.endpoint(worker, board.counts);
    policy = std::make_unique<SelectiveExchange>(*endpoint, options_.share);
    context.exchange = policy.get();
  }
  WorkerMessage message;
  try {
    std::vector<LaneOptions> lanes = lanes_of(mine.engine, mine.engines, system_);
    for (LaneOptions& lane : lanes) lane.passes = mine.passes;
    Turns turns(system_, lanes, mine.engines, context);
    message.answer = turns.run();
    turns.add_figures(message.figures);
    message.decided_by = turns.decided_by();
  } catch (const std::bad_alloc&) {
    message.answer = unknown_for(StopReason::Memory, board.progress.bound);
  }
  lift_memory_limit();
  if (auto* safe = std::get_if<Safe<BitSystem>>(&message.answer))
    safe->invariant = chain_.restore_invariant(std::move(safe->invariant));
  else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&message.answer))
    unsafe->trace = chain_.restore_trace(std::move(unsafe->trace));
  if (options_.tamper) options_.tamper(worker, message);
  return encode_message(message);
}

WorkerRace::Verdict Portfolio::judge(std::size_t worker, const WorkerProcess& process) {
  if (!process.fault().empty()) return out(worker, process.fault());
  if (process.received().empty()) return out(worker, "ended without an answer");
  auto message = decode_message(process.received(), about_.model.system);
  if (!message) return out(worker, "sent something that is no answer");
  if (const auto* unknown = std::get_if<Unknown>(&message->answer)) {
    given_up_ = *unknown;
    ends_[worker] = "gave up: " + unknown->explanation;
    note(worker, ends_[worker]);
    if (unknown->reason == Unknown::Reason::Memory)
      context_.log.warning("worker {} is lost: {}", plan(worker).name, unknown->explanation);
    else
      context_.log.detail("worker {} gave up: {}", plan(worker).name, unknown->explanation);
    return WorkerRace::Verdict::Out;
  }
  note(worker, std::string(verdict_word(message->answer)));
  JudgedAnswer judged = judge_answer(std::move(message->answer), about_, context_);
  if (!judged.fault.empty()) return out(worker, judged.fault);
  if (std::holds_alternative<Unknown>(judged.answer)) {
    ends_[worker] = "no time to check";
    outcome_.judged = std::move(judged);
    return WorkerRace::Verdict::Out;
  }
  note(worker, "won");
  ends_[worker] = "won";
  outcome_.judged = std::move(judged);
  outcome_.figures = std::move(message->figures);
  return WorkerRace::Verdict::Won;
}

WorkerRace::Verdict Portfolio::out(std::size_t worker, const std::string& how) {
  ends_[worker] = "lost: " + how;
  note(worker, ends_[worker]);
  context_.log.warning("worker {} is lost: {}", plan(worker).name, how);
  return WorkerRace::Verdict::Out;
}

void Portfolio::note(std::size_t worker, std::string what) {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  outcome_.report.timeline.push_back({seconds, plan(worker).name, std::move(what)});
}

/// What one worker has cleared, the run has.
void Portfolio::tick() {
  for (std::size_t i = 0; i < boards_.size(); ++i)
    context_.progress.clear(boards_[i].progress.bound);
  constexpr std::chrono::milliseconds kPeriod{200};
  if (!options_.on_status || Clock::now() - shown_at_ < kPeriod) return;
  shown_at_ = Clock::now();
  std::vector<WorkerStatus> all;
  for (std::size_t i = 0; i < boards_.size(); ++i) all.push_back(status(i));
  options_.on_status(all);
}

WorkerStatus Portfolio::status(std::size_t worker) const {
  const Board& board = boards_[worker];
  WorkerStatus status;
  status.name = plan(worker).name;
  status.words = plan(worker).words;
  switch (race_.state(worker)) {
    case WorkerRace::State::Waiting:
      status.state = "waiting";
      break;
    case WorkerRace::State::Running:
      status.state = "running";
      break;
    case WorkerRace::State::Paused:
      status.state = "paused";
      break;
    case WorkerRace::State::Ended:
      break;
  }
  if (!ends_[worker].empty()) status.state = ends_[worker];
  status.phase = board.progress.phase.load();  // a literal, at the same place in all processes
  status.bound = board.progress.bound;
  status.level = board.progress.level;
  status.seconds = race_.seconds(worker);
  status.memory = board.memory;
  status.peak_memory = board.peak_memory;
  status.shares = board.shares;
  status.published = board.counts.published;
  status.held_back = board.counts.held_back;
  status.received = board.counts.received;
  status.lost = board.counts.lost;
  status.taken = board.counts.taken;
  status.useful = board.counts.useful;
  return status;
}

}  // namespace

PortfolioOutcome run_portfolio(const BitSystem& system, const Chain<BitSystem>& chain,
                               const JudgedModel& about, const PortfolioOptions& options,
                               const Context& context) {
  return Portfolio(system, chain, about, options, context).run();
}

}  // namespace cairn
