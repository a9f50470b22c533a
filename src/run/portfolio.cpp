// SPDX-License-Identifier: MIT
#include "run/portfolio.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/error.h"
#include "run/lemma_ring.h"
#include "run/report.h"
#include "run/watchdog.h"
#include "run/worker_race.h"
#include "run/worker_record.h"

namespace cairn {
namespace {

/// Plans that come several times have the seeds after that of the first.
constexpr std::uint64_t kOtherSeed = 500;

/// Where there are no constraints to leave out, such a plan is what another one is.
bool is_double(const WorkerPlan& plan, const BitSystem& system) {
  return plan.engines.configs.ic3.abstract_constraints && system.constraints.empty();
}

/// With another seed, and if they tell each other lemmas, two of them are better than one
/// (docs/decisions/0012-told-once.md); otherwise the second would only take time from others.
PortfolioOptions of_use(PortfolioOptions options, const BitSystem& system) {
  const bool have_lemmas = options.share.share && options.slots > 1;
  if (system.constraints.empty() && options.plans.size() > options.slots && !have_lemmas)
    std::erase_if(options.plans, [](const WorkerPlan& plan) { return plan.needs_constraints; });
  return options;
}

/// One run of a portfolio, in the process that starts the workers and, after the fork, in each of
/// them.
class Portfolio {
 public:
  Portfolio(const BitSystem& system, const Chain<BitSystem>& chain, const JudgedModel& about,
            const PortfolioOptions& options, const Context& context)
      : system_(system),
        chain_(chain),
        about_(about),
        options_(of_use(options, system)),
        context_(context),
        race_(runners(), options.slots, context.budget),
        record_(options.slots, options.on_status) {
    for (const WorkerPlan& plan : options_.plans) record_.add(plan.name, plan.words);
    record_.begin();
  }

  PortfolioOutcome run();

 private:
  std::vector<WorkerRace::Runner> runners();
  std::string work(std::size_t worker);
  bool may_share(const WorkerPlan& plan) const;
  WorkerRace::Verdict judge(std::size_t worker, const WorkerProcess& process);
  WorkerRace::Verdict out(std::size_t worker, const std::string& how);
  Unknown nobody_knows() const;
  void tick();
  const WorkerPlan& plan(std::size_t worker) const { return options_.plans[worker]; }

  const BitSystem& system_;
  const Chain<BitSystem>& chain_;
  const JudgedModel& about_;
  const PortfolioOptions options_;
  const Context& context_;
  std::optional<LemmaRings> rings_;  // once the workers begin
  WorkerRace race_;
  WorkerRecord record_;
  std::optional<Unknown> given_up_;  // the last answer of that kind
  PortfolioOutcome outcome_;
};

PortfolioOutcome Portfolio::run() {
  WorkerRace::Callbacks callbacks;
  callbacks.judge = [this](std::size_t worker, const WorkerProcess& process) {
    return judge(worker, process);
  };
  callbacks.started = [this](std::size_t worker) { record_.note(worker, "started"); };
  callbacks.not_started = [this](std::size_t worker, const std::string& why) { out(worker, why); };
  callbacks.tick = [this] { tick(); };
  tick();
  // Of many workers it is a lot of memory, and takes its time: whoever asks knows of them by now.
  rings_.emplace(options_.share.share ? options_.plans.size() : 0);
  const auto winner = race_.run(callbacks);
  tick();
  outcome_.report = record_.finish(race_);
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

/// Lemmas are about the latches of the system that all share: who changes it is on its own.
bool Portfolio::may_share(const WorkerPlan& plan) const {
  return rings_->size() > 1 && plan.passes.empty();
}

/// In the worker's process: its plan, from the system that is common to the evidence about the
/// model. Of this process's threads only this one exists there.
std::string Portfolio::work(std::size_t worker) {
  WorkerBoard& board = record_.board(worker);
  const WorkerPlan& mine = plan(worker);
  Budget budget;
  const Log log(context_.log.level() == LogLevel::Verbose ? LogLevel::Verbose : LogLevel::Quiet);
  // Paused workers keep their part of the memory.
  const Watchdog watchdog(budget, limits_of_worker(options_.bytes, options_.plans.size()),
                          board.callbacks());

  Context context{log, budget, board.progress,
                  mine.seed + (is_double(mine, system_) ? kOtherSeed : 0)};
  std::unique_ptr<LemmaExchange> endpoint, policy;
  if (may_share(mine)) {
    board.shares = true;
    endpoint = rings_->endpoint(worker, board.counts);
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
    record_.end(worker, "gave up: " + unknown->explanation);
    if (unknown->reason == Unknown::Reason::Memory)
      context_.log.warning("worker {} is lost: {}", plan(worker).name, unknown->explanation);
    else
      context_.log.detail("worker {} gave up: {}", plan(worker).name, unknown->explanation);
    return WorkerRace::Verdict::Out;
  }
  record_.note(worker, std::string(verdict_word(message->answer)));
  JudgedAnswer judged = judge_answer(std::move(message->answer), about_, context_);
  if (!judged.fault.empty()) return out(worker, judged.fault);
  if (std::holds_alternative<Unknown>(judged.answer)) {
    record_.end(worker, "no time to check");
    outcome_.judged = std::move(judged);
    return WorkerRace::Verdict::Out;
  }
  record_.end(worker, "won");
  outcome_.judged = std::move(judged);
  outcome_.figures = std::move(message->figures);
  return WorkerRace::Verdict::Won;
}

WorkerRace::Verdict Portfolio::out(std::size_t worker, const std::string& how) {
  record_.end(worker, "lost: " + how);
  context_.log.warning("worker {} is lost: {}", plan(worker).name, how);
  return WorkerRace::Verdict::Out;
}

/// What one worker has cleared, the run has.
void Portfolio::tick() {
  for (std::size_t i = 0; i < record_.size(); ++i)
    context_.progress.clear(record_.board(i).progress.bound);
  record_.show(race_);
}

}  // namespace

PortfolioOutcome run_portfolio(const BitSystem& system, const Chain<BitSystem>& chain,
                               const JudgedModel& about, const PortfolioOptions& options,
                               const Context& context) {
  return Portfolio(system, chain, about, options, context).run();
}

}  // namespace cairn
