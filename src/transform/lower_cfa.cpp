// SPDX-License-Identifier: MIT
#include "transform/lower_cfa.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

std::uint32_t bits_for(std::size_t values) {
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::bit_width(values - 1)));
}

/// Locations that the initial one reaches, in reverse postorder; the error location is the last.
std::vector<LocationId> in_order_of_numbers(const Cfa& cfa) {
  const auto out = cfa.edges_out();
  std::vector<bool> seen(cfa.locations.size(), false);
  std::vector<std::pair<LocationId, std::size_t>> stack{{cfa.initial, 0}};
  std::vector<LocationId> order;
  seen[cfa.initial.index] = true;
  seen[cfa.error.index] = true;
  while (!stack.empty()) {
    auto& [location, next] = stack.back();
    if (next == out[location.index].size()) {
      order.push_back(location);
      stack.pop_back();
      continue;
    }
    const LocationId target = cfa.edges[out[location.index][next++]].target;
    if (seen[target.index]) continue;
    seen[target.index] = true;
    stack.emplace_back(target, 0);
  }
  std::reverse(order.begin(), order.end());
  order.push_back(cfa.error);
  return order;
}

}  // namespace

void LowerCfa::number_locations() {
  order_ = in_order_of_numbers(cfa_);
  number_.assign(cfa_.locations.size(), static_cast<std::uint32_t>(order_.size()));
  for (std::uint32_t i = 0; i < order_.size(); ++i) number_[order_[i].index] = i;
}

// The sink is the number after the last location; with Booleans, all of them false.
void LowerCfa::make_counter() {
  if (config_.counter == LowerCfaConfig::Counter::Binary) {
    counter_ = {cfa_.terms->variable("pc", Sort::bit_vector(bits_for(order_.size() + 1)))};
    return;
  }
  for (std::size_t i = 0; i < order_.size(); ++i)
    counter_.push_back(cfa_.terms->variable("pc." + std::to_string(i), Sort::boolean()));
}

void LowerCfa::make_moves() {
  const auto out = cfa_.edges_out();
  moves_.resize(order_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) {
    for (const std::uint32_t edge : out[order_[i].index]) {
      Effect effect = effect_of(*cfa_.terms, *cfa_.edges[edge].command);
      if (cfa_.terms->is_false(effect.guard)) continue;
      moves_[i].push_back({edge, effect.guard, std::move(effect.next)});
    }
    select_between(moves_[i]);
  }
}

// Guards of one statement exclude one another by their form: the conjunction folds to false. What
// does not show that way costs an input.
void LowerCfa::select_between(std::vector<Move>& moves) {
  Terms& terms = *cfa_.terms;
  bool exclusive = true;
  for (std::size_t i = 0; i < moves.size() && exclusive; ++i)
    for (std::size_t j = 0; j < i && exclusive; ++j)
      exclusive = terms.is_false(terms.and_(moves[i].taken, moves[j].taken));
  if (exclusive) return;
  ++selecting_;
  if (!selector_.valid()) {
    std::size_t most = 0;
    for (const auto& edges : cfa_.edges_out()) most = std::max(most, edges.size());
    selector_ = terms.variable("edge", Sort::bit_vector(bits_for(most)));
  }
  const std::uint32_t width = terms.sort(selector_).width();
  for (std::size_t i = 0; i < moves.size(); ++i)
    moves[i].taken = terms.and_(moves[i].taken,
                                terms.equal(selector_, terms.bv(width, static_cast<unsigned>(i))));
}

// Values by number of the location; what is not valid does not matter. A tree over the bits of the
// counter, highest first.
Term LowerCfa::by_location(const std::vector<Term>& values, std::size_t first, std::size_t size,
                           std::uint32_t bits) {
  if (first >= values.size()) return kNoTerm;
  if (bits == 0) return values[first];
  const std::size_t half = size / 2;
  const Term low = by_location(values, first, half, bits - 1);
  const Term high = by_location(values, first + half, half, bits - 1);
  if (!low.valid() || !high.valid() || low == high) return low.valid() ? low : high;
  Terms& terms = *cfa_.terms;
  const Term bit = terms.equal(terms.extract(counter_[0], bits - 1, bits - 1), terms.bv(1, 1));
  return terms.ite(bit, high, low);
}

/// `otherwise` is the value where nothing matters.
Term LowerCfa::by_location(std::vector<Term> values, Term otherwise) {
  if (config_.counter == LowerCfaConfig::Counter::Binary) {
    const std::uint32_t bits = cfa_.terms->sort(counter_[0]).width();
    const Term result = by_location(values, 0, std::size_t{1} << bits, bits);
    return result.valid() ? result : otherwise;
  }
  // At most one of the Booleans is true, so locations that want `otherwise` need not be asked for.
  Term result = otherwise;
  for (std::size_t i = values.size(); i-- > 0;)
    if (values[i].valid() && values[i] != otherwise)
      result = cfa_.terms->ite(counter_[i], values[i], result);
  return result;
}

// Where no edge is taken the run goes to the sink, so the last edge's value may stand for that.
Term LowerCfa::next_of(Term variable) {
  std::vector<Term> values(order_.size(), kNoTerm);
  for (std::size_t l = 0; l < order_.size(); ++l) {
    for (std::size_t i = moves_[l].size(); i-- > 0;) {
      const Move& move = moves_[l][i];
      const auto found = move.next.find(variable);
      const Term value = found == move.next.end() ? variable : found->second;
      values[l] = values[l].valid() ? cfa_.terms->ite(move.taken, value, values[l]) : value;
    }
  }
  return by_location(std::move(values), variable);
}

/// Of the binary counter at a location.
Term LowerCfa::next_counter(std::uint32_t location) {
  Terms& terms = *cfa_.terms;
  const std::uint32_t width = terms.sort(counter_[0]).width();
  Term next = terms.bv(width, order_.size());
  if (order_[location] == cfa_.error) return terms.bv(width, location);
  for (const Move& move : moves_[location]) {
    const std::uint32_t target = number_[cfa_.edges[move.edge].target.index];
    next = terms.ite(move.taken, terms.bv(width, target), next);
  }
  return next;
}

WordSystem LowerCfa::system() {
  Terms& terms = *cfa_.terms;
  WordSystem result;
  result.terms = cfa_.terms;
  for (const CfaInput& input : cfa_.inputs) result.inputs.push_back(input.term);
  if (selector_.valid()) result.inputs.push_back(selector_);
  if (config_.counter == LowerCfaConfig::Counter::Binary) {
    const std::uint32_t width = terms.sort(counter_[0]).width();
    std::vector<Term> values;
    for (std::uint32_t l = 0; l < order_.size(); ++l) values.push_back(next_counter(l));
    values.push_back(terms.bv(width, order_.size()));
    result.states.push_back({counter_[0], terms.bv(width, number_[cfa_.initial.index]),
                             by_location(std::move(values), counter_[0])});
    result.bad = {terms.equal(counter_[0], terms.bv(width, number_[cfa_.error.index]))};
  } else {
    std::vector<Term> next(order_.size(), terms.false_term());
    next[number_[cfa_.error.index]] = counter_[number_[cfa_.error.index]];
    for (std::uint32_t l = 0; l < order_.size(); ++l)
      for (const Move& move : moves_[l]) {
        Term& entered = next[number_[cfa_.edges[move.edge].target.index]];
        entered = terms.or_(entered, terms.and_(counter_[l], move.taken));
      }
    for (std::uint32_t l = 0; l < order_.size(); ++l)
      result.states.push_back({counter_[l], terms.boolean(order_[l] == cfa_.initial), next[l]});
    result.bad = {counter_[number_[cfa_.error.index]]};
  }
  for (const ProgramVariable& variable : cfa_.variables)
    result.states.push_back({variable.term, kNoTerm, next_of(variable.term)});
  return result;
}

WordSystem LowerCfa::apply(Cfa cfa) {
  cfa_ = std::move(cfa);
  number_locations();
  make_counter();
  make_moves();
  return system();
}

CfaInvariant LowerCfa::restore_invariant(WordInvariant invariant) const {
  Terms& terms = *cfa_.terms;
  const Term all = terms.and_all(invariant.conjuncts);
  CfaInvariant result;
  result.k = invariant.k;
  for (std::uint32_t l = 0; l < order_.size(); ++l) {
    if (order_[l] == cfa_.initial || order_[l] == cfa_.error) continue;
    std::unordered_map<std::uint32_t, Term> at_location;
    if (config_.counter == LowerCfaConfig::Counter::Binary) {
      at_location[counter_[0].id] = terms.bv(terms.sort(counter_[0]).width(), l);
    } else {
      for (std::uint32_t i = 0; i < order_.size(); ++i)
        at_location[counter_[i].id] = terms.boolean(i == l);
    }
    result.at[order_[l]] = terms.substitute(all, at_location);
  }
  // Locations that nothing reaches: no state is at them.
  for (std::uint32_t l = 0; l < cfa_.locations.size(); ++l)
    if (number_[l] == order_.size()) result.at[{l}] = terms.false_term();
  return result;
}

CfaTrace LowerCfa::restore_trace(WordTrace trace) const {
  const Terms& terms = *cfa_.terms;
  CfaTrace result;
  for (const ProgramVariable& variable : cfa_.variables) {
    const auto found = trace.initial.find(variable.term);
    result.initial.emplace(variable.term, found == trace.initial.end()
                                              ? Value::zero(terms.sort(variable.term))
                                              : found->second);
  }
  Assignment state = result.initial;
  LocationId at = cfa_.initial;
  for (const Assignment& inputs : trace.inputs) {
    if (at == cfa_.error) break;
    Assignment all = state;
    for (const auto& [input, value] : inputs) all.insert_or_assign(input, value);
    Evaluator value_of(terms, all);
    const Move* taken = nullptr;
    for (const Move& move : moves_[number_[at.index]])
      if (value_of(move.taken).as_bool()) taken = &move;
    CAIRN_CHECK(taken != nullptr);
    CfaTrace::Step step{taken->edge, {}};
    for (const CfaInput& input : cfa_.inputs)
      if (const auto found = inputs.find(input.term); found != inputs.end())
        step.inputs.insert(*found);
    for (const auto& [variable, next] : taken->next)
      state.insert_or_assign(variable, value_of(next));
    at = cfa_.edges[taken->edge].target;
    result.steps.push_back(std::move(step));
  }
  CAIRN_CHECK(at == cfa_.error);
  return result;
}

void LowerCfa::visit_counters(const CounterVisitor& visit) const {
  visit("lower.locations", order_.size());
  visit("lower.selecting", selecting_);
}

}  // namespace cairn
