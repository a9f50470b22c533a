// SPDX-License-Identifier: MIT
#include "run/circuit/check.h"

#include <memory>

#include "base/error.h"
#include "engine/bmc/bmc_core.h"
#include "run/circuit/judge.h"
#include "run/circuit/work.h"
#include "run/phase_clock.h"
#include "run/time_slices.h"
#include "transform/bit/one_property.h"
#include "transform/chain.h"

namespace cairn {
namespace {

/// The engines are gone when this returns: the check of what they found needs the memory.
Answer<BitSystem> run_engines(const BitSystem& system, const CheckOptions& options,
                              const Context& context, CheckOutcome& outcome) {
  const auto exchange = options.connect ? options.connect(system) : nullptr;
  const Context connected{context.log, context.budget, context.progress, context.seed,
                          exchange ? exchange.get() : context.exchange};
  TimeSlices slices(system, strategies_of(options, system), options.engines, connected);
  Answer<BitSystem> answer = slices.run();
  slices.add_statistics(outcome.statistics);
  outcome.decided_by = slices.decided_by();
  return answer;
}

Answer<BitSystem> restored_and_checked(Answer<BitSystem> answer, const Chain<BitSystem>& chain,
                                       const JudgedModel& about, const Context& context,
                                       CheckOutcome& outcome) {
  JudgedAnswer judged = judge_answer(chain.restore(std::move(answer)), about, context);
  if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
  outcome.certificate = std::move(judged.certificate);
  return std::move(judged.answer);
}

Answer<BitSystem> run_workers(const BitSystem& system, const Chain<BitSystem>& chain,
                              const JudgedModel& about, const CheckOptions& options,
                              const Context& context, CheckOutcome& outcome) {
  CircuitWork work(about, &system, &chain);
  PortfolioOutcome found = run_portfolio(work, options.portfolio, context);
  CheckOutcome accepted = work.take();
  outcome.certificate = std::move(accepted.certificate);
  outcome.decided_by = std::move(found.decided_by);
  outcome.statistics.add(accepted.statistics, "");
  outcome.portfolio = std::move(found.report);
  if (found.unknown) return std::move(*found.unknown);
  return std::move(accepted.answer);
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
  if (model.system.bad.empty()) {
    outcome.answer =
        Unknown{Unknown::Reason::Unsupported,
                "only justice (liveness) properties, which no engine can check yet", -1};
    return outcome;
  }
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  Chain<BitSystem> chain(context);
  if (options.property) chain.add(std::make_unique<OneProperty>(*options.property));
  for (const std::string& name : options.passes)
    chain.add(make_pass(name, options.engines.passes, context));
  const BitSystem simplified = chain.apply(model.system);
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { outcome.statistics.count(name, value); });

  const JudgedModel about{model, options.model_name, options.property};
  Answer<BitSystem> answer = Unknown{};
  if (options.engine == kPortfolio) {
    clock.enter(options.engine, "workers");
    answer = run_workers(simplified, chain, about, options, context, outcome);
  } else {
    clock.enter(options.engine, "engine");
    answer = run_engines(simplified, options, context, outcome);
    clock.enter("check", "check");
    answer = restored_and_checked(std::move(answer), chain, about, context, outcome);
  }
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    outcome.decided_by.clear();
    if (options.core) {
      clock.enter("core", "core");
      outcome.core = find_core(model.system, options, *unknown, context);
    }
  }
  outcome.answer = std::move(answer);
  clock.end();
  return outcome;
}

}  // namespace cairn
