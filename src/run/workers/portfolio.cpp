// SPDX-License-Identifier: MIT
#include "run/workers/portfolio.h"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "run/watchdog.h"
#include "run/workers/lemma_ring.h"
#include "run/workers/race.h"
#include "run/workers/record.h"

namespace cairn {
namespace {

PortfolioOptions without_superfluous(PortfolioOptions options, const Work& work) {
  const bool have_lemmas = options.share.share && options.slots > 1;
  if (options.plans.size() > options.slots)
    std::erase_if(options.plans,
                  [&](const WorkerPlan& plan) { return work.is_superfluous(plan, have_lemmas); });
  return options;
}

/// One run of a portfolio, in the process that starts the workers and, after the fork, in each of
/// them.
class Portfolio {
 public:
  Portfolio(Work& work, const PortfolioOptions& options, const Context& context)
      : work_(work),
        options_(without_superfluous(options, work)),
        context_(context),
        race_(runners(), options.slots, context.budget),
        record_(options.slots, options.on_status) {
    for (const WorkerPlan& plan : options_.plans) record_.add(plan.name, plan.words);
    record_.begin();
  }

  WorkersOutcome run();

 private:
  std::vector<WorkerRace::Runner> runners();
  std::string work(std::size_t worker);
  WorkerRace::Verdict judge(std::size_t worker, const WorkerProcess& process);
  WorkerRace::Verdict out(std::size_t worker, const std::string& how);
  Unknown nobody_knows() const;
  void tick();
  const WorkerPlan& plan(std::size_t worker) const { return options_.plans[worker]; }

  Work& work_;
  const PortfolioOptions options_;
  const Context& context_;
  std::optional<LemmaRings> rings_;  // once the workers begin
  WorkerRace race_;
  WorkerRecord record_;
  std::optional<Unknown> given_up_;   // the last answer of that kind
  std::optional<Unknown> unchecked_;  // likewise
};

WorkersOutcome Portfolio::run() {
  WorkerRace::Callbacks callbacks;
  callbacks.judge = [this](std::size_t worker, const WorkerProcess& process) {
    return judge(worker, process);
  };
  callbacks.started = [this](std::size_t worker) { record_.note(worker, "started"); };
  callbacks.not_started = [this](std::size_t worker, const std::string& why) { out(worker, why); };
  callbacks.tick = [this] { tick(); };
  tick();
  // Of many workers it is a lot of memory, and takes its time: whoever asks knows of them by now.
  rings_.emplace(work_.has_lemmas() && options_.share.share ? options_.plans.size() : 0);
  const auto winner = race_.run(callbacks);
  tick();
  WorkersOutcome outcome;
  outcome.report = record_.finish(race_);
  if (winner)
    outcome.decided_by = plan(*winner).name;
  else
    outcome.unknown = nobody_knows();
  return outcome;
}

Unknown Portfolio::nobody_knows() const {
  // An answer may have come that there was no time to check.
  if (context_.budget.exhausted())
    return unchecked_.value_or(unknown_for(context_.budget.reason(), context_.progress.bound));
  Unknown unknown =
      given_up_.value_or(Unknown{Unknown::Reason::Unsupported, "every worker was lost", -1});
  if (options_.plans.size() > 1 && given_up_)
    unknown.explanation = "every worker gave up; the last one: " + unknown.explanation;
  if (!work_.has_common_bounds()) unknown.bound = -1;
  unknown.bound = std::max<std::int64_t>(unknown.bound, context_.progress.bound);
  return unknown;
}

std::vector<WorkerRace::Runner> Portfolio::runners() {
  std::vector<WorkerRace::Runner> runners;
  for (std::size_t i = 0; i < options_.plans.size(); ++i)
    runners.push_back({options_.plans[i].weight, [this, i] { return work(i); }});
  return runners;
}

/// In the worker's process. Of this process's threads only this one exists there.
std::string Portfolio::work(std::size_t worker) {
  WorkerBoard& board = record_.board(worker);
  const WorkerPlan& mine = plan(worker);
  Budget budget;
  const Log log(context_.log.level() >= LogLevel::Verbose ? LogLevel::Verbose : LogLevel::Quiet);
  // Paused workers keep their part of the memory.
  const Watchdog watchdog(budget, limits_of_worker(options_.bytes, options_.plans.size()),
                          board.callbacks());
  Context context{log, budget, board.progress, work_.seed_of(mine)};
  std::unique_ptr<LemmaExchange> endpoint, policy;
  // Lemmas are about the latches of the system that all have in common: who changes it is on its
  // own.
  if (rings_->size() > 1 && mine.passes.empty()) {
    board.shares = true;
    endpoint = rings_->endpoint(worker, board.counts);
    policy = std::make_unique<SelectiveExchange>(*endpoint, options_.share);
    context.exchange = policy.get();
  }
  std::string bytes = work_.run(mine, context);
  if (options_.tamper) options_.tamper(worker, bytes);
  return bytes;
}

WorkerRace::Verdict Portfolio::judge(std::size_t worker, const WorkerProcess& process) {
  if (!process.fault().empty()) return out(worker, process.fault());
  if (process.received().empty()) return out(worker, "ended without an answer");
  WorkerVerdict verdict = work_.judge(process.received(), context_);
  if (!verdict.word.empty()) record_.note(worker, verdict.word);
  switch (verdict.kind) {
    case WorkerVerdict::Kind::Rejected:
      return out(worker, verdict.fault);
    case WorkerVerdict::Kind::Accepted:
      record_.end(worker, "won");
      return WorkerRace::Verdict::Won;
    case WorkerVerdict::Kind::Unchecked:
      record_.end(worker, "no time to check");
      unchecked_ = std::move(verdict.unknown);
      return WorkerRace::Verdict::Out;
    case WorkerVerdict::Kind::GaveUp:
      break;
  }
  given_up_ = std::move(verdict.unknown);
  record_.end(worker, "gave up: " + given_up_->explanation);
  if (given_up_->reason == Unknown::Reason::Memory)
    context_.log.warning("worker {} is lost: {}", plan(worker).name, given_up_->explanation);
  else
    context_.log.detail("worker {} gave up: {}", plan(worker).name, given_up_->explanation);
  return WorkerRace::Verdict::Out;
}

WorkerRace::Verdict Portfolio::out(std::size_t worker, const std::string& how) {
  record_.end(worker, "lost: " + how);
  context_.log.warning("worker {} is lost: {}", plan(worker).name, how);
  return WorkerRace::Verdict::Out;
}

void Portfolio::tick() {
  const std::size_t counted = work_.has_common_bounds() ? record_.size() : 1;
  for (std::size_t i = 0; i < counted; ++i)
    context_.progress.clear(record_.board(i).progress.bound);
  record_.show(race_);
}

}  // namespace

WorkersOutcome run_portfolio(Work& work, const PortfolioOptions& options, const Context& context) {
  return Portfolio(work, options, context).run();
}

}  // namespace cairn
