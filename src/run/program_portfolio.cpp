// SPDX-License-Identifier: MIT
#include "run/program_portfolio.h"

#include <new>
#include <utility>

#include "run/program_codec.h"
#include "run/program_judge.h"
#include "run/program_report.h"
#include "run/watchdog.h"
#include "run/worker_race.h"
#include "run/worker_record.h"

namespace cairn {
namespace {

/// In the process that starts the workers and, after the fork, in each of them.
class ProgramPortfolio {
 public:
  ProgramPortfolio(const Program& program, const ProgramPortfolioOptions& options,
                   const Context& context)
      : program_(program),
        options_(options),
        context_(context),
        judge_(program, options.check),
        race_(runners(), options.slots, context.budget),
        record_(options.slots, options.on_status) {
    for (const ProgramPlan& plan : options.plans) record_.add(plan.name, plan.words);
    record_.begin();
  }

  ProgramOutcome run();

 private:
  std::vector<WorkerRace::Runner> runners();
  std::string work(std::size_t worker);
  WorkerRace::Verdict judge(std::size_t worker, const WorkerProcess& process);
  WorkerRace::Verdict out(std::size_t worker, const std::string& how);
  WorkerRace::Verdict gave_up(std::size_t worker, const Unknown& unknown);
  Unknown nobody_knows() const;
  void tick();
  const ProgramPlan& plan(std::size_t worker) const { return options_.plans[worker]; }

  const Program& program_;
  const ProgramPortfolioOptions& options_;
  const Context& context_;
  ProgramJudge judge_;
  WorkerRace race_;
  WorkerRecord record_;
  std::optional<Unknown> given_up_;  // the last answer of that kind
  ProgramOutcome outcome_;
};

ProgramOutcome ProgramPortfolio::run() {
  WorkerRace::Callbacks callbacks;
  callbacks.judge = [this](std::size_t worker, const WorkerProcess& process) {
    return judge(worker, process);
  };
  callbacks.started = [this](std::size_t worker) { record_.note(worker, "started"); };
  callbacks.not_started = [this](std::size_t worker, const std::string& why) { out(worker, why); };
  callbacks.tick = [this] { tick(); };
  tick();
  const auto winner = race_.run(callbacks);
  tick();
  if (winner)
    outcome_.decided_by = plan(*winner).name;
  else
    outcome_.answer = nobody_knows();
  outcome_.portfolio = record_.finish(race_);
  return std::move(outcome_);
}

Unknown ProgramPortfolio::nobody_knows() const {
  if (context_.budget.exhausted())
    return unknown_for(context_.budget.reason(), context_.progress.bound);
  Unknown unknown =
      given_up_.value_or(Unknown{Unknown::Reason::Unsupported, "every worker was lost", -1});
  if (options_.plans.size() > 1 && given_up_)
    unknown.explanation = "every worker gave up; the last one: " + unknown.explanation;
  unknown.bound = context_.progress.bound;
  return unknown;
}

std::vector<WorkerRace::Runner> ProgramPortfolio::runners() {
  std::vector<WorkerRace::Runner> runners;
  for (std::size_t i = 0; i < options_.plans.size(); ++i)
    runners.push_back({options_.plans[i].weight, [this, i] { return work(i); }});
  return runners;
}

/// In the worker's process. The proof is checked here and again by who receives it, one after the
/// other: what is hard to check is to keep nobody else waiting.
std::string ProgramPortfolio::work(std::size_t worker) {
  WorkerBoard& board = record_.board(worker);
  const ProgramPlan& mine = plan(worker);
  Budget budget;
  const Log quiet(LogLevel::Quiet);
  const Watchdog watchdog(budget, limits_of_worker(options_.bytes, options_.plans.size()),
                          board.callbacks());
  const Context context{quiet, budget, board.progress, mine.seed};
  ProgramOutcome outcome;
  try {
    outcome = run_program_check(program_, mine.check, context);
  } catch (const std::bad_alloc&) {
    outcome.answer = unknown_for(StopReason::Memory, board.progress.bound);
  }
  lift_memory_limit();
  std::string bytes = encode_message(message_of(program_, outcome), outcome.cfa.get());
  if (options_.tamper) options_.tamper(worker, bytes);
  return bytes;
}

WorkerRace::Verdict ProgramPortfolio::judge(std::size_t worker, const WorkerProcess& process) {
  if (!process.fault().empty()) return out(worker, process.fault());
  if (process.received().empty()) return out(worker, "ended without an answer");
  JudgedProgram judged = judge_.judge(process.received(), context_);
  if (!judged.fault.empty()) return out(worker, "its evidence does not count: " + judged.fault);
  if (const auto* unknown = std::get_if<Unknown>(&judged.outcome.answer))
    return gave_up(worker, *unknown);
  record_.note(worker, std::string(verdict_word(judged.outcome.answer)));
  record_.end(worker, "won");
  outcome_ = std::move(judged.outcome);
  return WorkerRace::Verdict::Won;
}

WorkerRace::Verdict ProgramPortfolio::gave_up(std::size_t worker, const Unknown& unknown) {
  given_up_ = unknown;
  record_.end(worker, "gave up: " + unknown.explanation);
  if (unknown.reason == Unknown::Reason::Memory)
    context_.log.warning("worker {} is lost: {}", plan(worker).name, unknown.explanation);
  else
    context_.log.detail("worker {} gave up: {}", plan(worker).name, unknown.explanation);
  return WorkerRace::Verdict::Out;
}

WorkerRace::Verdict ProgramPortfolio::out(std::size_t worker, const std::string& how) {
  record_.end(worker, "lost: " + how);
  context_.log.warning("worker {} is lost: {}", plan(worker).name, how);
  return WorkerRace::Verdict::Out;
}

/// Bounds of an automaton and of a circuit count different steps: only those of the first worker
/// are told.
void ProgramPortfolio::tick() {
  context_.progress.clear(record_.board(0).progress.bound);
  record_.show(race_);
}

}  // namespace

ProgramOutcome run_program_portfolio(const Program& program, const ProgramPortfolioOptions& options,
                                     const Context& context) {
  return ProgramPortfolio(program, options, context).run();
}

}  // namespace cairn
