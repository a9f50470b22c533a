// SPDX-License-Identifier: MIT
#include "run/circuit/properties.h"

#include "base/error.h"
#include "run/circuit/judge.h"
#include "run/circuit/passes.h"
#include "run/phase_clock.h"
#include "run/properties/search.h"
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

}  // namespace

PropertiesOutcome check_properties(const AigerModel& model, const CheckOptions& options,
                                   PropertyTable& table, const OnDecided<CheckOutcome>& on_decided,
                                   const Context& context) {
  PropertiesOutcome outcome;
  PropertyRecorder<CheckOutcome> recorder(table, on_decided);
  std::vector<std::uint32_t> wanted;
  for (const PropertyRow& row : table.rows()) wanted.push_back(row.index);
  PhaseClock clock(outcome.statistics, context.progress);
  clock.enter("simplify", "simplify");
  Chain<BitSystem> chain(context);
  for (const std::string& name : options.passes)
    chain.add(make_pass(name, options.engines.passes, context));
  chain.add(make_pass("resets", options.engines.passes, context));
  const BitSystem system = chain.apply(with_properties(model.system, wanted));
  chain.visit_counters(
      [&](std::string_view name, std::uint64_t value) { outcome.statistics.count(name, value); });
  Unknown unknown = unknown_for(context.budget.reason(), -1);
  if (!context.budget.exhausted_by_now()) {
    clock.enter("search", "search");
    CircuitPropertyJudge judge(model, options.model_name, chain, recorder, context);
    PropertySearchResult found = search_properties(system, wanted, options, judge, context);
    outcome.impossible_step = found.impossible_step;
    outcome.statistics.add(found.statistics, "");
    unknown = open_reason(found, context);
  }
  clock.end();
  recorder.leave_open(unknown);
  return outcome;
}

}  // namespace cairn
