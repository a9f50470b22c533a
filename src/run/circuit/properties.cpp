// SPDX-License-Identifier: MIT
#include "run/circuit/properties.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "run/circuit/judge.h"
#include "run/circuit/passes.h"
#include "run/phase_clock.h"
#include "run/properties/rounds.h"
#include "run/properties/search.h"
#include "run/time_slices.h"
#include "transform/chain.h"

namespace cairn {
namespace {

class CircuitPropertyJudge : public PropertyJudge {
 public:
  CircuitPropertyJudge(const AigerModel& model, const std::string& name,
                       const Chain<BitSystem>& chain, PropertyRecorder<CheckOutcome>& recorder,
                       const Context& context)
      : model_(model), name_(name), chain_(chain), recorder_(recorder), context_(context) {}

  bool take_proof(const std::vector<std::uint32_t>& properties, BitInvariant invariant,
                  const std::string& found_by) override {
    Safe<BitSystem> safe{chain_.restore_invariant(std::move(invariant))};
    const std::size_t lemmas = safe.invariant.conjuncts.size();
    auto judged = judge_proof(std::move(safe), {model_, name_, std::nullopt}, properties, context_);
    if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
    if (std::holds_alternative<Unknown>(judged.outcome.answer)) return false;
    recorder_.proved(properties, lemmas, found_by, judged.outcome);
    return true;
  }

  void take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                  const std::string& found_by) override {
    const BitTrace restored = chain_.restore_trace(trace);
    for (const std::uint32_t property : properties) {
      auto judged = judge_answer(Unsafe<BitSystem>{restored}, {model_, name_, property}, context_);
      if (!judged.fault.empty()) internal_error(__FILE__, __LINE__, judged.fault);
      const auto& unsafe = std::get<Unsafe<BitSystem>>(judged.outcome.answer);
      recorder_.failed(property, unsafe.trace.length() - 1, found_by, judged.outcome);
    }
  }

 private:
  const AigerModel& model_;
  const std::string& name_;
  const Chain<BitSystem>& chain_;
  PropertyRecorder<CheckOutcome>& recorder_;
  const Context& context_;
};

/// The others can never be true, so that passes forget what only they depend on.
BitSystem with_properties(BitSystem system, const std::vector<std::uint32_t>& wanted) {
  std::vector<Lit> bad(system.bad.size(), kFalse);
  for (const std::uint32_t position : wanted) bad[position] = system.bad[position];
  system.bad = std::move(bad);
  return system;
}

/// One run over many properties. Justice properties are decided one by one, in rounds that get
/// longer, with the bad states together as one of them.
class PropertiesRun {
 public:
  PropertiesRun(const AigerModel& model, const CheckOptions& options, PropertyTable& table,
                const OnDecided<CheckOutcome>& on_decided, PropertiesOutcome& outcome)
      : model_(model),
        options_(options),
        table_(table),
        outcome_(outcome),
        recorder_(table, on_decided) {
    if (options_.engine == kPortfolio) options_.engine = "auto";
  }

  void run(const Context& context) {
    PhaseClock clock(outcome_.statistics, context.progress);
    if (open_rows(table_, true).empty() && problem_with_engine(options_.engine, false).empty())
      search_bad_states(context, clock);
    else
      take_rounds(context, clock);
    clock.end();
    recorder_.leave_open(unknown_);
  }

 private:
  void search_bad_states(const Context& context, PhaseClock& clock);
  void take_rounds(const Context& context, PhaseClock& clock);
  void decide_justice(const PropertyRow& row, const Context& context);

  const AigerModel& model_;
  CheckOptions options_;
  PropertyTable& table_;
  PropertiesOutcome& outcome_;
  PropertyRecorder<CheckOutcome> recorder_;
  Unknown unknown_;
};

void PropertiesRun::search_bad_states(const Context& context, PhaseClock& clock) {
  std::vector<std::uint32_t> wanted;
  for (const PropertyRow& row : open_rows(table_, false)) wanted.push_back(row.index);
  clock.enter("simplify", "simplify");
  Chain<BitSystem> chain(context);
  for (const std::string& name : options_.passes)
    chain.add(make_pass(name, options_.engines.passes, context));
  chain.add(make_pass("resets", options_.engines.passes, context));
  const BitSystem system = chain.apply(with_properties(model_.system, wanted));
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { outcome_.statistics.count(name, value); });
  unknown_ = unknown_for(context.budget.reason(), -1);
  if (context.budget.exhausted_by_now()) return;
  clock.enter("search", "search");
  CircuitPropertyJudge judge(model_, options_.model_name, chain, recorder_, context);
  PropertySearchResult found = search_properties(system, wanted, options_, judge, context);
  outcome_.impossible_step = found.impossible_step;
  outcome_.statistics.add(found.statistics, "");
  unknown_ = open_reason(found, context);
}

void PropertiesRun::decide_justice(const PropertyRow& row, const Context& context) {
  CheckOptions one = options_;
  one.property.reset();
  one.justice = row.justice;
  const CheckOutcome found = run_check(model_, one, context);
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&found.answer))
    recorder_.proved({row.index}, safe->invariant.conjuncts.size(), found.decided_by, found);
  else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&found.answer))
    recorder_.failed(row.index, unsafe->trace.length() - 1, found.decided_by, found);
  else
    unknown_ = std::get<Unknown>(found.answer);
}

void PropertiesRun::take_rounds(const Context& context, PhaseClock& clock) {
  const std::string problem_with_bad = problem_with_engine(options_.engine, false);
  const std::string problem_with_justice = problem_with_engine(options_.engine, true);
  PropertyRounds rounds;
  if (problem_with_bad.empty()) {
    rounds.has_bad = [&] { return !open_rows(table_, false).empty(); };
    rounds.search_bad = [&](const Context& part) { search_bad_states(part, clock); };
  }
  if (problem_with_justice.empty()) {
    rounds.justice = [&] { return open_rows(table_, true); };
    rounds.decide = [&](const PropertyRow& row, const Context& part) {
      clock.enter("justice", "justice");
      decide_justice(row, part);
    };
  }
  cairn::take_rounds(rounds, context);
  if (context.budget.exhausted_by_now()) unknown_ = unknown_for(context.budget.reason(), -1);
  if (const std::string problem = problem_with_bad + problem_with_justice; !problem.empty())
    unknown_ = Unknown{Unknown::Reason::Unsupported, problem, -1};
}

}  // namespace

PropertiesOutcome check_properties(const AigerModel& model, const CheckOptions& options,
                                   PropertyTable& table, const OnDecided<CheckOutcome>& on_decided,
                                   const Context& context) {
  PropertiesOutcome outcome;
  PropertiesRun(model, options, table, on_decided, outcome).run(context);
  return outcome;
}

}  // namespace cairn
