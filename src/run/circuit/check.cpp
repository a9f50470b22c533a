// SPDX-License-Identifier: MIT
#include "run/circuit/check.h"

#include <memory>

#include "base/error.h"
#include "engine/bmc/bmc_core.h"
#include "run/circuit/judge.h"
#include "run/circuit/work.h"
#include "run/phase_clock.h"
#include "run/time_slices.h"
#include "run/workers/worker_plans.h"
#include "transform/bit/one_property.h"
#include "transform/chain.h"

namespace cairn {
namespace {

void run_engines(const BitSystem& system, const Chain<BitSystem>& chain, const JudgedModel& about,
                 const CheckOptions& options, const Context& context, PhaseClock& clock,
                 CheckOutcome& outcome) {
  clock.enter(options.engine, "engine");
  const auto exchange = options.connect ? options.connect(system) : nullptr;
  const Context connected{context.log, context.budget, context.progress, context.seed,
                          exchange ? exchange.get() : context.exchange};
  auto found = run_strategies(system, strategies_of(options, system), options.engines, connected);
  outcome.statistics.add(found.statistics, "");
  outcome.decided_by = std::move(found.decided_by);
  clock.enter("check", "check");
  auto judged = judge_answer(chain.restore(std::move(found.answer)), about, context);
  if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
  outcome.answer = std::move(judged.outcome.answer);
  outcome.certificate = std::move(judged.outcome.certificate);
}

void run_workers(const BitSystem& system, const Chain<BitSystem>& chain, const JudgedModel& about,
                 const CheckOptions& options, const Context& context, PhaseClock& clock,
                 CheckOutcome& outcome) {
  clock.enter(options.engine, "workers");
  CircuitWork work(about, &system, &chain);
  CheckOutcome found = work.take(run_portfolio(work, options.portfolio, context));
  outcome.statistics.add(found.statistics, "");
  std::swap(found.statistics, outcome.statistics);
  outcome = std::move(found);
}

/// In the vocabulary of the model: passes would hide which of its latches they merged.
std::optional<LatchCore> find_core(const BitSystem& system, const CheckOptions& options,
                                   const Unknown& unknown, const Context& context) {
  if (unknown.bound < 0) return std::nullopt;
  std::vector<Lit> bad = system.bad;
  if (options.property) bad = {system.bad[*options.property]};
  const auto bound = static_cast<std::uint32_t>(unknown.bound);
  auto latches = latches_that_matter(system, bad, bound, context.budget);
  if (!latches) {
    context.log.warning("no time was left to find the latches that matter");
    return std::nullopt;
  }
  return LatchCore{bound, std::move(*latches)};
}

}  // namespace

CheckOutcome run_check(const AigerModel& model, const CheckOptions& options,
                       const Context& context) {
  CheckOutcome outcome;
  if (!options.justice && model.system.bad.empty()) {
    outcome.answer = Unknown{Unknown::Reason::Unsupported,
                             "the model has several justice properties and no bad states: choose "
                             "one of them",
                             -1};
    return outcome;
  }
  const std::string problem = problem_with_engine(options.engine, options.justice.has_value());
  if (!problem.empty()) {
    outcome.answer = Unknown{Unknown::Reason::Unsupported, problem, -1};
    return outcome;
  }
  CheckOptions chosen = options;
  if (options.justice && options.engine == kPortfolio) {
    chosen.portfolio = for_justice(options.portfolio, options, context.seed);
    if (chosen.portfolio.plans.empty()) {
      outcome.answer = Unknown{Unknown::Reason::Unsupported,
                               "no plan of the workers decides justice properties", -1};
      return outcome;
    }
  }
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  Chain<BitSystem> chain(context);
  if (options.justice)
    chain.add(std::make_unique<OneJustice>(*options.justice));
  else if (options.property)
    chain.add(std::make_unique<OneProperty>(*options.property));
  for (const std::string& name : options.passes)
    if (!options.justice || is_pass_for_justice(name))
      chain.add(make_pass(name, options.engines.passes, context));
  const BitSystem simplified = chain.apply(model.system);
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { outcome.statistics.count(name, value); });

  const JudgedModel about{model, options.model_name, options.property, options.justice};
  const auto run = chosen.engine == kPortfolio ? run_workers : run_engines;
  run(simplified, chain, about, chosen, context, clock, outcome);
  if (const auto* unknown = std::get_if<Unknown>(&outcome.answer)) {
    outcome.decided_by.clear();
    if (options.core && !options.justice) {
      clock.enter("core", "core");
      outcome.core = find_core(model.system, options, *unknown, context);
    }
  }
  clock.end();
  return outcome;
}

}  // namespace cairn
