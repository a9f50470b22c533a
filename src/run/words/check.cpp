// SPDX-License-Identifier: MIT
#include "run/words/check.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "format/btor2/btor2_certificate.h"
#include "run/phase_clock.h"
#include "run/time_slices.h"
#include "run/words/ladder.h"
#include "run/words/work.h"
#include "transform/word/history.h"

namespace cairn {
namespace {

void run_engine(WordLadder& ladder, const WordTask& task, const WordCheckOptions& options,
                const Context& context, PhaseClock& clock, WordOutcome& outcome) {
  clock.enter(options.engine, "engine");
  Message<WordSystem> found = run_on_words(ladder, options, {}, options.connect, context);
  clock.enter("check", "check");
  Judged<WordOutcome> judged = judge_answer(found.answer, task, context);
  if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
  std::swap(judged.outcome.statistics, outcome.statistics);
  outcome = std::move(judged.outcome);
  outcome.statistics.add(found.statistics, "");
  outcome.decided_by = std::move(found.decided_by);
}

void run_workers(WordLadder& ladder, const WordTask& task, const WordCheckOptions& options,
                 const Context& context, PhaseClock& clock, WordOutcome& outcome) {
  if (!ladder.no_bits()) ladder.bits();  // before there are several processes
  clock.enter(options.engine, "workers");
  WordWork work(task, &ladder);
  WordOutcome found = work.take(run_portfolio(work, options.portfolio, context));
  outcome.statistics.add(found.statistics, "");
  std::swap(found.statistics, outcome.statistics);
  outcome = std::move(found);
}

Message<WordSystem> run_word_engine(const std::string& name, WordLadder& ladder,
                                    const Configuration& configuration, const Context& context) {
  Message<WordSystem> result;
  const auto engine = make_engine(name, ladder.words(), configuration.engines.configs, context);
  Answer<WordSystem> answer = engine->run();
  // Certificates know no k.
  if (auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    safe->invariant = with_history(ladder.words(), std::move(safe->invariant));
  result.answer = ladder.restore(std::move(answer));
  engine->add_statistics(result.statistics);
  result.decided_by = name;
  return result;
}

/// Arrays that have bits, and so many that a look at the terms comes first: what reads a few
/// elements is decided at once there.
constexpr double kUnrollFirstSeconds = 2;
bool has_large_arrays(const WordSystem& system) {
  constexpr std::uint32_t kIndexBits = 12;
  const Terms& terms = *system.terms;
  return std::any_of(system.states.begin(), system.states.end(), [&](const WordState& state) {
    const Sort& sort = terms.sort(state.term);
    return sort.is_array() && sort.index_sort().width() >= kIndexBits;
  });
}

/// What "auto" does where arrays are too large for a circuit: k-induction for a while, then bounded
/// model checking, both with arrays as chains of writes.
Message<WordSystem> run_unrolling(WordLadder& ladder, const Configuration& configuration,
                                  const Context& context) {
  constexpr double kInductionSeconds = 10;
  Budget share(&context.budget);
  share.renew(kInductionSeconds);
  const Context limited{context.log, share, context.progress, context.seed, context.exchange};
  Message<WordSystem> result = run_word_engine("kind-words", ladder, configuration, limited);
  if (!std::holds_alternative<Unknown>(result.answer) || context.budget.exhausted()) return result;
  Message<WordSystem> found = run_word_engine("bmc-words", ladder, configuration, context);
  found.statistics.add(result.statistics, "");
  return found;
}

Message<WordSystem> run_chosen_engine(WordLadder& ladder, const Configuration& configuration,
                                      const std::vector<std::string>& more_passes,
                                      const WordConnect& connect, const Context& context) {
  Message<WordSystem> result;
  const EngineEntry* entry = find_engine(configuration.engine);
  if (entry != nullptr && entry->rung() == Rung::Words)
    return run_word_engine(configuration.engine, ladder, configuration, context);
  if (ladder.no_bits()) {
    if (configuration.engine == "auto") return run_unrolling(ladder, configuration, context);
    result.answer =
        Unknown{Unknown::Reason::Unsupported, "there is no circuit: " + *ladder.no_bits(), -1};
    return result;
  }
  if (configuration.engine == "auto" && has_large_arrays(ladder.words())) {
    Budget share(&context.budget);
    share.renew(kUnrollFirstSeconds);
    const Context limited{context.log, share, context.progress, context.seed, context.exchange};
    result = run_word_engine("kind-words", ladder, configuration, limited);
    if (!std::holds_alternative<Unknown>(result.answer) || context.budget.exhausted())
      return result;
  }
  const BitSystem& system = ladder.bits();
  const auto exchange = connect ? connect(system) : nullptr;
  const Context connected{context.log, context.budget, context.progress, context.seed,
                          exchange ? exchange.get() : context.exchange};
  std::vector<StrategyOptions> strategies = strategies_of(configuration, system);
  for (StrategyOptions& strategy : strategies)
    strategy.passes.insert(strategy.passes.begin(), more_passes.begin(), more_passes.end());
  Message<BitSystem> found = run_strategies(system, strategies, configuration.engines, connected);
  result.answer = ladder.restore(std::move(found.answer));
  result.decided_by = std::move(found.decided_by);
  result.statistics = std::move(found.statistics);
  return result;
}

}  // namespace

Message<WordSystem> run_on_words(WordLadder& ladder, const Configuration& configuration,
                                 const std::vector<std::string>& more_passes,
                                 const WordConnect& connect, const Context& context) {
  Message<WordSystem> found =
      run_chosen_engine(ladder, configuration, more_passes, connect, context);
  const auto* safe = std::get_if<Safe<WordSystem>>(&found.answer);
  if (safe != nullptr && !has_certificate_form(*ladder.words().terms, safe->invariant))
    found.answer = Unknown{Unknown::Reason::Unsupported,
                           "the proof says of a large array that it is constant, and no BTOR2 "
                           "certificate can say that",
                           context.progress.bound};
  return found;
}

WordOutcome run_word_check(const WordTask& task, const WordCheckOptions& options,
                           const Context& context) {
  WordOutcome outcome;
  if (task.model.system.bad.empty()) {
    outcome.answer =
        Unknown{Unknown::Reason::Unsupported,
                "only justice (liveness) properties, which no engine can check yet", -1};
    return outcome;
  }
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  WordLadder ladder(task.model.system, task.property, options, context);
  const auto run = options.engine == kPortfolio ? run_workers : run_engine;
  run(ladder, task, options, context, clock, outcome);
  ladder.add_statistics(outcome.statistics);
  if (std::holds_alternative<Unknown>(outcome.answer)) outcome.decided_by.clear();
  clock.end();
  return outcome;
}

}  // namespace cairn
