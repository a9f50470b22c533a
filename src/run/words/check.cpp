// SPDX-License-Identifier: MIT
#include "run/words/check.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "format/btor2/btor2_certificate.h"
#include "run/phase_clock.h"
#include "run/time_slices.h"
#include "run/words/ladder.h"
#include "run/words/word_slices.h"
#include "run/words/work.h"

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

/// What "auto" does with large arrays: k-induction with arrays as chains of writes, the abstraction
/// of arrays and bounded model checking, in this order.
std::vector<WordSlices::Share> array_strategies(const Configuration& configuration, bool is_all) {
  std::vector<WordSlices::Share> shares{{"kind-words", 2}};
  if (configuration.engines.configs.prophecy.automatic)
    shares.push_back({"prophecy", is_all ? 15.0 : 10.0});
  if (is_all) shares.push_back({"bmc-words", 5});
  return shares;
}

Message<WordSystem> run_chosen_engine(WordLadder& ladder, const Configuration& configuration,
                                      const std::vector<std::string>& more_passes,
                                      const WordConnect& connect, const Context& context) {
  Message<WordSystem> result;
  const EngineEntry* entry = find_engine(configuration.engine);
  if (entry != nullptr && entry->rung() == Rung::Words)
    return WordSlices(ladder, configuration, {{configuration.engine, WordSlices::kUnlimited}},
                      context)
        .run(1);
  if (ladder.no_bits()) {
    if (configuration.engine == "auto")
      return WordSlices(ladder, configuration, array_strategies(configuration, true), context)
          .run(WordSlices::kEndless);
    result.answer =
        Unknown{Unknown::Reason::Unsupported, "there is no circuit: " + *ladder.no_bits(), -1};
    return result;
  }
  if (configuration.engine == "auto" && has_large_arrays(ladder.words())) {
    result =
        WordSlices(ladder, configuration, array_strategies(configuration, false), context).run(1);
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

bool has_large_arrays(const WordSystem& system) {
  constexpr std::uint32_t kIndexBits = 12;
  const Terms& terms = *system.terms;
  return std::any_of(system.states.begin(), system.states.end(), [&](const WordState& state) {
    const Sort& sort = terms.sort(state.term);
    return sort.is_array() && sort.index_sort().width() >= kIndexBits;
  });
}

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
    outcome.answer = Unknown{
        Unknown::Reason::Unsupported,
        "the model has several justice properties and no bad states: choose one of them", -1};
    return outcome;
  }
  if (const std::string problem = problem_with_engine(options.engine, false); !problem.empty()) {
    outcome.answer = Unknown{Unknown::Reason::Unsupported, problem, -1};
    return outcome;
  }
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  WordLadder ladder(task.model.system, task.property, options, context, task.lemmas);
  const auto run = options.engine == kPortfolio ? run_workers : run_engine;
  run(ladder, task, options, context, clock, outcome);
  ladder.add_statistics(outcome.statistics);
  if (std::holds_alternative<Unknown>(outcome.answer)) outcome.decided_by.clear();
  clock.end();
  return outcome;
}

}  // namespace cairn
