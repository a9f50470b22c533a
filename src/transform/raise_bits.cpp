// SPDX-License-Identifier: MIT
#include "transform/raise_bits.h"

#include <fmt/format.h>

#include <utility>

#include "transform/lower_word.h"

namespace cairn {
namespace {

std::string name_or(std::string_view name, char letter, std::size_t position) {
  return name.empty() ? fmt::format("{}{}", letter, position) : std::string(name);
}

}  // namespace

WordModel raise_bits(const BitSystem& system) {
  WordModel model;
  model.system.terms = std::make_shared<Terms>();
  Terms& terms = *model.system.terms;
  std::vector<Term> values(system.aig.size(), terms.false_term());
  const auto value = [&](Lit lit) {
    const Term term = values[lit.var().index];
    return lit.negated() ? terms.not_(term) : term;
  };
  for (std::size_t i = 0; i < system.inputs.size(); ++i) {
    const Term input = terms.variable(name_or(system.names.inputs.get(i), 'i', i), Sort::boolean());
    model.system.inputs.push_back(input);
    model.input_ids.push_back(i);
    values[system.inputs[i].index] = input;
  }
  for (std::size_t i = 0; i < system.latches.size(); ++i) {
    const Term state =
        terms.variable(name_or(system.names.latches.get(i), 'l', i), Sort::boolean());
    model.system.states.push_back({state, kNoTerm, kNoTerm});
    model.state_ids.push_back(i);
    values[system.latches[i].var.index] = state;
  }
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v}))
      values[v] = terms.and_(value(system.aig.left(Var{v})), value(system.aig.right(Var{v})));
  for (std::size_t i = 0; i < system.latches.size(); ++i) {
    const Latch& latch = system.latches[i];
    WordState& state = model.system.states[i];
    state.next = value(latch.next);
    if (!latch.is_uninitialised()) state.init = value(latch.reset);
  }
  for (std::size_t i = 0; i < system.bad.size(); ++i) {
    model.system.bad.push_back(value(system.bad[i]));
    model.bad_names.emplace_back(system.names.bad.get(i));
    model.bad_ids.push_back(i);
  }
  for (std::size_t i = 0; i < system.constraints.size(); ++i) {
    model.system.constraints.push_back(value(system.constraints[i]));
    model.constraint_names.emplace_back(system.names.constraints.get(i));
  }
  for (std::size_t i = 0; i < system.outputs.size(); ++i)
    model.outputs.push_back({value(system.outputs[i]), std::string(system.names.outputs.get(i))});
  for (const auto& set : system.justice) {
    auto& terms_of_set = model.justice.emplace_back();
    for (const Lit lit : set) terms_of_set.push_back(value(lit));
  }
  for (const Lit lit : system.fairness) model.fairness.push_back(value(lit));
  return model;
}

BitSystem lower_model(const WordModel& model) {
  Terms& terms = *model.system.terms;
  // LowerWord keeps the order of bad states: whatever else is wanted comes as one of them, and is
  // taken out again.
  WordSystem system = model.system;
  for (const Term term : model.fairness) system.bad.push_back(term);
  for (const auto& set : model.justice) system.bad.insert(system.bad.end(), set.begin(), set.end());
  std::vector<std::string> output_names;
  for (const auto& [term, name] : model.outputs) {
    const Sort& sort = terms.sort(term);
    if (sort.is_array()) continue;  // AIGER has no word for it
    for (std::uint32_t i = 0; i < sort.width(); ++i) {
      const bool is_bit = sort.is_bool();
      system.bad.push_back(is_bit ? term : terms.equal(terms.extract(term, i, i), terms.bv(1, 1)));
      output_names.push_back(is_bit || name.empty() ? name : fmt::format("{}[{}]", name, i));
    }
  }
  BitSystem result = LowerWord().apply(std::move(system));
  std::vector<Lit> all = std::move(result.bad);
  auto at = all.begin();
  const auto take = [&](std::size_t count) {
    std::vector<Lit> lits(at, at + static_cast<std::ptrdiff_t>(count));
    at += static_cast<std::ptrdiff_t>(count);
    return lits;
  };
  result.bad = take(model.system.bad.size());
  result.fairness = take(model.fairness.size());
  for (const auto& set : model.justice) result.justice.push_back(take(set.size()));
  result.outputs = take(output_names.size());
  for (std::size_t i = 0; i < model.bad_names.size(); ++i)
    result.names.bad.set(i, model.bad_names[i]);
  for (std::size_t i = 0; i < model.constraint_names.size(); ++i)
    result.names.constraints.set(i, model.constraint_names[i]);
  for (std::size_t i = 0; i < output_names.size(); ++i)
    result.names.outputs.set(i, output_names[i]);
  return result;
}

}  // namespace cairn
