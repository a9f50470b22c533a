// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/sampler.h"

#include <unordered_set>

namespace cairn {
namespace {

constexpr unsigned kTries = 12;  // of inputs at a location

}  // namespace

Sampler::Sampler(const Cfa& cfa, const std::vector<Effect>& effects, const Templates& templates,
                 std::uint64_t seed)
    : cfa_(cfa),
      effects_(effects),
      templates_(templates),
      out_(cfa.edges_out()),
      inputs_(cfa.locations.size()),
      rng_(seed) {
  std::unordered_set<Term> inputs;
  for (const CfaInput& input : cfa_.inputs) inputs.insert(input.term);
  for (std::uint32_t location = 0; location < out_.size(); ++location) {
    std::vector<Term> read;
    for (const std::uint32_t edge : out_[location]) {
      read.push_back(effects_[edge].guard);
      for (const auto& [variable, value] : effects_[edge].next) read.push_back(value);
    }
    for (const Term variable : cfa_.terms->variables_of(read))
      if (inputs.contains(variable)) inputs_[location].push_back(variable);
  }
}

Value Sampler::random_scalar(const Sort& sort) {
  if (sort.is_bool()) return Value(rng_.chance(50));
  if (sort.is_float()) {
    const std::uint32_t width = sort.width();
    if (rng_.chance(50)) return Value::zero(sort);
    std::vector<std::uint64_t> words((width + 63) / 64);
    for (std::uint64_t& word : words) word = rng_.next();
    return Value::of_float(sort, BitVector::from_words(width, words));
  }
  if (!sort.is_bit_vector()) return Value::zero(sort);
  const std::uint32_t width = sort.width();
  const auto& constants = templates_.constants(width);
  const std::uint64_t kind = rng_.below(10);
  if (kind < 5) return Value(BitVector(width, rng_.below(12)));
  if (kind < 6) return Value(-BitVector(width, rng_.below(12)));
  if (kind < 8 && !constants.empty()) return Value(constants[rng_.below(constants.size())]);
  std::vector<std::uint64_t> words((width + 63) / 64);
  for (std::uint64_t& word : words) word = rng_.next();
  return Value(BitVector::from_words(width, words));
}

Value Sampler::random_value(const Sort& sort) {
  return sort.is_array() ? Value::constant_array(sort, random_scalar(sort.element_sort()))
                         : random_scalar(sort);
}

bool Sampler::step(LocationId& location, Assignment& state, const std::function<bool()>& has_time) {
  const std::vector<Term>& inputs = inputs_[location.index];
  Assignment all = state;
  for (unsigned i = 0; i < (inputs.empty() ? 1 : kTries) && has_time(); ++i) {
    for (const Term input : inputs) all[input] = random_value(cfa_.terms->sort(input));
    Evaluator value(*cfa_.terms, all);
    for (const std::uint32_t edge : out_[location.index]) {
      if (!value(effects_[edge].guard).as_bool()) continue;
      for (const auto& [variable, next] : effects_[edge].next) state[variable] = value(next);
      location = cfa_.edges[edge].target;
      return true;
    }
  }
  return false;
}

void Sampler::run(std::size_t steps, const std::function<bool()>& has_time,
                  const std::function<void(LocationId, const Assignment&)>& visit) {
  Assignment state;
  for (const ProgramVariable& variable : cfa_.variables)
    state[variable.term] = random_value(cfa_.terms->sort(variable.term));
  LocationId location = cfa_.initial;
  for (std::size_t i = 0; i < steps && step(location, state, has_time); ++i) visit(location, state);
}

}  // namespace cairn
