// SPDX-License-Identifier: MIT
#include "transform/lower_word.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <span>
#include <utility>

#include "base/error.h"
#include "logic/word/bitblast.h"

namespace cairn {
namespace {

std::string describe_large_array(const Terms& terms, Term array) {
  const std::string name = terms.is_variable(array)
                               ? fmt::format("'{}'", printable(terms.name(array)))
                               : std::string("an array");
  return fmt::format("{} has 2^{} elements, too many for one bit each", name,
                     terms.sort(array).index_sort().width());
}

std::optional<std::string> first_without_bits(const Terms& terms, const std::vector<Term>& roots) {
  Term offender;
  if (can_blast(terms, roots, &offender)) return std::nullopt;
  if (terms.sort(offender).is_array()) return describe_large_array(terms, offender);
  const std::string sort = to_string(terms.sort(offender));
  if (terms.is_variable(offender))
    return fmt::format("'{}' of sort {} has no bits", printable(terms.name(offender)), sort);
  return fmt::format("an operation whose result is of sort {} has no circuit", sort);
}

std::string bit_name(const Terms& terms, Term variable, std::size_t i) {
  return terms.sort(variable).is_bool() ? terms.name(variable)
                                        : fmt::format("{}[{}]", terms.name(variable), i);
}

std::uint32_t index_bits(const Sort& sort) {
  return sort.index.bits();
}

}  // namespace

std::optional<std::string> cannot_blast(const WordSystem& system, std::uint64_t bits) {
  if (auto reason = first_without_bits(*system.terms, roots_of(system))) return reason;
  std::uint64_t sum = 0;
  for (const Term input : system.inputs) sum += bit_count(system.terms->sort(input));
  for (const WordState& state : system.states) sum += bit_count(system.terms->sort(state.term));
  if (sum > bits) return fmt::format("the variables have {} bits, more than {}", sum, bits);
  return std::nullopt;
}

/// The bits of a variable, as bits of its scalars.
void LowerWord::add_bits(Term variable, std::vector<Bit>& into) const {
  Terms& terms = *system_.terms;
  const Sort sort = terms.sort(variable);
  const auto add_scalar = [&](Term word) {
    if (sort.element.kind == SortKind::Float) word = terms.make(Op::FpToBits, {word});
    for (std::uint32_t i = 0; i < sort.element.bits(); ++i) into.push_back({word, i});
  };
  if (!sort.is_array()) return add_scalar(variable);
  for (std::uint64_t i = 0; i < std::uint64_t{1} << index_bits(sort); ++i) {
    const Term index =
        sort.index.kind == SortKind::Bool ? terms.boolean(i != 0) : terms.bv(index_bits(sort), i);
    add_scalar(terms.select(variable, index));
  }
}

void LowerWord::add_input(Term variable, BitSystem& result, BitBlaster& blaster) {
  const Terms& terms = *system_.terms;
  Bits bits;
  for (std::uint64_t i = 0; i < bit_count(terms.sort(variable)); ++i)
    bits.push_back(result.add_input(bit_name(terms, variable, i)));
  blaster.bind(variable, std::move(bits));
  if (proofs_ == Proofs::Any) add_bits(variable, inputs_);
}

BitSystem LowerWord::apply(WordSystem system) {
  system_ = std::move(system);
  Terms& terms = *system_.terms;
  BitSystem result;
  BitBlaster blaster(terms, result.aig);
  for (const Term input : system_.inputs) add_input(input, result, blaster);
  for (std::uint32_t i = 0; i < system_.states.size(); ++i) {
    const WordState& state = system_.states[i];
    if (state.next.valid()) continue;
    const Term next = terms.variable(terms.name(state.term) + "'", terms.sort(state.term));
    free_next_.emplace(i, next);
    add_input(next, result, blaster);
  }
  for (const WordState& state : system_.states) {
    Bits bits;
    for (std::uint64_t i = 0; i < bit_count(terms.sort(state.term)); ++i)
      bits.push_back(result.add_uninitialised_latch(bit_name(terms, state.term, i)));
    blaster.bind(state.term, std::move(bits));
    add_bits(state.term, latches_);
  }
  std::size_t latch = 0;
  for (std::uint32_t position = 0; position < system_.states.size(); ++position) {
    const WordState& state = system_.states[position];
    const std::size_t width = bit_count(terms.sort(state.term));
    if (state.init.valid()) {
      const Bits init = blaster.bits(state.init);
      for (std::size_t i = 0; i < width; ++i) result.latches[latch + i].reset = init[i];
    }
    const Bits next =
        blaster.bits(state.next.valid() ? state.next : free_next_.find(position)->second);
    for (std::size_t i = 0; i < width; ++i) result.latches[latch + i].next = next[i];
    latch += width;
  }
  for (const Term bad : system_.bad) result.bad.push_back(blaster.literal(bad));
  for (const Term constraint : system_.constraints)
    result.constraints.push_back(blaster.literal(constraint));
  gates_ = result.aig.num_ands();
  return result;
}

std::size_t LowerWord::drop_others(BitInvariant& invariant) {
  // By variable: does it depend on something that is no latch?
  std::vector<bool> foreign(invariant.aig.size(), false);
  for (std::uint32_t v = 1; v < invariant.aig.size(); ++v) {
    if (invariant.aig.is_and(Var{v}))
      foreign[v] = foreign[invariant.aig.left(Var{v}).var().index] ||
                   foreign[invariant.aig.right(Var{v}).var().index];
    else
      foreign[v] = v <= invariant.num_inputs || v > invariant.num_inputs + invariant.num_latches;
  }
  return std::erase_if(invariant.conjuncts,
                       [&](Lit conjunct) { return foreign[conjunct.var().index]; });
}

Term LowerWord::bit(const Bit& bit) const {
  Terms& terms = *system_.terms;
  const auto& [word, position] = bit;
  if (terms.sort(word).is_bool()) return word;
  return terms.equal(terms.extract(word, position, position), terms.bv(1, 1));
}

/// That some bits of a word, highest first, have these values.
Term LowerWord::fact(Term word, const std::vector<std::pair<std::uint32_t, bool>>& bits) const {
  Terms& terms = *system_.terms;
  if (terms.sort(word).is_bool()) return bits[0].second ? word : terms.not_(word);
  const std::uint32_t width = terms.sort(word).width();
  const std::uint32_t high = bits.front().first, low = bits.back().first;
  BitVector value(width, 0), mask(width, 0);
  for (const auto& [position, is_set] : bits) {
    mask.set_bit(position, true);
    value.set_bit(position, is_set);
  }
  const Term zero = terms.bv(width, 0);
  if (high == width - 1 && low == width - 1 && width > 1) {
    const Term negative = terms.make(Op::BvSlt, {word, zero});
    return bits[0].second ? negative : terms.not_(negative);
  }
  if (bits.size() != high - low + 1u) {
    return terms.equal(terms.make(Op::BvAnd, {word, terms.constant(Value(mask))}),
                       terms.constant(Value(value)));
  }
  if (bits.size() == width) return terms.equal(word, terms.constant(Value(value)));
  const BitVector part = value.extract(high, low);
  // The top bits alone: all of them clear or set means an interval at one end.
  if (high == width - 1 && part.is_zero()) {
    BitVector bound(width, 0);
    bound.set_bit(low, true);
    return terms.make(Op::BvUlt, {word, terms.constant(Value(bound))});
  }
  return terms.equal(terms.extract(word, high, low), terms.constant(Value(part)));
}

/// The conjunct as a clause of facts, one for each word, if it is a clause of latches.
std::optional<Term> LowerWord::clause(const BitInvariant& invariant, Lit conjunct) const {
  std::map<std::pair<Term, std::uint32_t>, bool> cube;
  std::vector<Lit> stack{~conjunct};
  while (!stack.empty()) {
    const Lit lit = stack.back();
    stack.pop_back();
    if (lit.is_constant()) return std::nullopt;
    if (invariant.aig.is_and(lit.var())) {
      if (lit.negated()) return std::nullopt;
      stack.push_back(invariant.aig.left(lit.var()));
      stack.push_back(invariant.aig.right(lit.var()));
      continue;
    }
    const std::uint32_t leaf = lit.var().index - 1;
    if (leaf < invariant.num_inputs || leaf >= invariant.num_inputs + invariant.num_latches)
      return std::nullopt;
    const Bit& latch = latches_[leaf - invariant.num_inputs];
    const bool value = !lit.negated();
    const auto [entry, added] = cube.try_emplace({latch.word, latch.position}, value);
    if (!added && entry->second != value) return std::nullopt;
  }
  Terms& terms = *system_.terms;
  std::vector<Term> parts;
  std::vector<std::pair<std::uint32_t, bool>> bits;
  for (auto entry = cube.rbegin(); entry != cube.rend(); ++entry) {
    bits.emplace_back(entry->first.second, entry->second);
    const auto next = std::next(entry);
    if (next != cube.rend() && next->first.first == entry->first.first) continue;
    parts.push_back(terms.not_(fact(entry->first.first, bits)));
    bits.clear();
  }
  return terms.or_all(parts);
}

Answer<WordSystem> LowerWord::restore(Answer<BitSystem> answer) const {
  if (auto* safe = std::get_if<Safe<BitSystem>>(&answer); safe && proofs_ == Proofs::States)
    if (drop_others(safe->invariant) > 0 && safe->invariant.auxiliary.empty())
      return Unknown{Unknown::Reason::Unsupported,
                     "the engine's proof reads inputs, and no formula over variables says the same",
                     -1};
  return Pass::restore(std::move(answer));
}

/// A leaf of the invariant's graph as a Boolean term.
Term LowerWord::leaf(const BitInvariant& invariant, Var var,
                     const std::vector<Term>& auxiliary) const {
  const std::uint32_t position = var.index - 1;
  if (position < invariant.num_inputs) return bit(inputs_[position]);
  if (position < invariant.num_inputs + invariant.num_latches)
    return bit(latches_[position - invariant.num_inputs]);
  return auxiliary[position - invariant.num_inputs - invariant.num_latches];
}

WordInvariant LowerWord::restore_invariant(BitInvariant invariant) const {
  Terms& terms = *system_.terms;
  std::vector<Term> auxiliary;
  if (proofs_ == Proofs::Any)
    for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
      auxiliary.push_back(terms.variable(fmt::format("auxiliary{}", i), Sort::boolean()));
  std::vector<Term> nodes(invariant.aig.size(), kNoTerm);
  nodes[0] = terms.false_term();
  const auto known = [&](Lit lit) {
    const Term term = nodes[lit.var().index];
    return lit.negated() ? terms.not_(term) : term;
  };
  // Without recursion: interpolants are deep.
  const auto formula = [&](Lit root) {
    std::vector<Var> stack{root.var()};
    while (!stack.empty()) {
      const Var var = stack.back();
      Term& term = nodes[var.index];
      if (term.valid()) {
        stack.pop_back();
      } else if (!invariant.aig.is_and(var)) {
        term = leaf(invariant, var, auxiliary);
      } else {
        const Lit left = invariant.aig.left(var), right = invariant.aig.right(var);
        const std::size_t size = stack.size();
        if (!nodes[left.var().index].valid()) stack.push_back(left.var());
        if (!nodes[right.var().index].valid()) stack.push_back(right.var());
        if (stack.size() == size) term = terms.and_(known(left), known(right));
      }
    }
    return known(root);
  };
  WordInvariant result;
  // The auxiliary states are what k is about.
  result.k = auxiliary.empty() ? invariant.k : 1;
  for (std::size_t i = 0; i < auxiliary.size(); ++i) {
    const auto& [next, reset] = invariant.auxiliary[i];
    const bool is_free = reset == invariant.auxiliary_latch(i);
    result.auxiliary.push_back({auxiliary[i], is_free ? kNoTerm : formula(reset), formula(next)});
  }
  for (const Lit conjunct : invariant.conjuncts) {
    const std::optional<Term> readable = clause(invariant, conjunct);
    result.conjuncts.push_back(readable ? *readable : formula(conjunct));
  }
  return result;
}

WordTrace LowerWord::restore_trace(BitTrace trace) const {
  const Terms& terms = *system_.terms;
  const auto take = [&](Term variable, const std::vector<Lbool>& values, std::size_t& at,
                        Assignment& into) {
    const Sort& sort = terms.sort(variable);
    std::vector<bool> bits(bit_count(sort));
    for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = values[at++] == Lbool::True;
    into.emplace(variable, value_from_bits(sort, bits));
  };
  WordTrace result;
  std::size_t latch = 0;
  for (const WordState& state : system_.states)
    take(state.term, trace.initial, latch, result.initial);
  // Those follow, and the trace may leave them open.
  for (const WordState& state : system_.states)
    if (state.init.valid()) result.initial.erase(state.term);
  Assignment later;
  for (const std::vector<Lbool>& step : trace.inputs) {
    Assignment& values = result.inputs.emplace_back();
    std::size_t input = 0;
    for (const Term variable : system_.inputs) take(variable, step, input, values);
    if (free_next_.empty()) continue;
    // What such a state is in the next step.
    Assignment next;
    for (std::uint32_t i = 0; i < system_.states.size(); ++i)
      if (!system_.states[i].next.valid()) {
        Assignment value;
        take(free_next_.find(i)->second, step, input, value);
        next.emplace(system_.states[i].term, value.begin()->second);
      }
    values.insert(later.begin(), later.end());
    later = std::move(next);
  }
  return result;
}

void LowerWord::visit_counters(const CounterVisitor& visit) const {
  visit("lower.latches", latches_.size());
  visit("lower.gates", gates_);
}

}  // namespace cairn
