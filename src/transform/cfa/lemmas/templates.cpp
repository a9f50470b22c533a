// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/templates.h"

#include <algorithm>
#include <set>

namespace cairn {
namespace {

constexpr std::size_t kMaxConstants = 24;  // of a width, with their neighbours
constexpr std::size_t kMaxOrdered = 14;    // variables of a width that are compared with each other
constexpr std::size_t kMaxDifferent = 6;   // of which differences are bounded
constexpr std::uint32_t kMaxAtomSize = 15;
constexpr std::uint32_t kMaxFeatureSize = 7;
constexpr std::size_t kMaxFeatures = 6;
constexpr std::size_t kMaxUnits = 1500;
constexpr std::size_t kMaxLiterals = 90;

/// Small numbers first, whatever their sign.
bool is_simpler(const BitVector& a, const BitVector& b) {
  const BitVector size_a = a.sign() ? ~a : a;
  const BitVector size_b = b.sign() ? ~b : b;
  return size_a == size_b ? !a.sign() && b.sign() : size_a.ult(size_b);
}

bool is_comparison(Op op) {
  return op == Op::Equal || op == Op::BvUlt || op == Op::BvUle || op == Op::BvSlt ||
         op == Op::BvSle;
}

bool is_feature(Op op) {
  return op == Op::BvMul || op == Op::BvUdiv || op == Op::BvUrem || op == Op::BvSdiv ||
         op == Op::BvSrem || op == Op::BvAnd;
}

}  // namespace

Templates::Templates(const Cfa& cfa, const std::vector<Effect>& effects) : terms_(*cfa.terms) {
  std::unordered_set<Term> seen;
  for (const Effect& effect : effects) {
    collect(effect.guard, seen);
    for (const auto& [variable, value] : effect.next) collect(value, seen);
  }
  add_constants_nearby();
}

void Templates::collect(Term root, std::unordered_set<Term>& seen) {
  std::vector<Term> open = {root};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (!seen.insert(term).second) continue;
    const Op op = terms_.op(term);
    if (op == Op::Value && terms_.sort(term).is_bit_vector())
      constants_[terms_.sort(term).width()].push_back(terms_.value(term).bits());
    const auto operands = terms_.operands(term);
    open.insert(open.end(), operands.begin(), operands.end());
    if (is_feature(op) && terms_.sort(term).is_bit_vector() &&
        terms_.node_count(term, kMaxFeatureSize + 1) <= kMaxFeatureSize)
      features_.push_back(term);
    if (!is_comparison(op) || !terms_.sort(operands[0]).is_bit_vector()) continue;
    const std::uint32_t width = terms_.sort(operands[0]).width();
    if (op == Op::BvUlt || op == Op::BvUle) unsigned_.insert(width);
    if (terms_.node_count(term, kMaxAtomSize + 1) <= kMaxAtomSize) atoms_.push_back(term);
  }
}

void Templates::add_constants_nearby() {
  for (auto& [width, constants] : constants_) {
    const BitVector one(width, 1);
    std::vector<BitVector> all = {BitVector(width, 0), one};
    for (const BitVector& constant : constants) {
      all.push_back(constant);
      all.push_back(constant - one);
      all.push_back(constant + one);
    }
    std::sort(all.begin(), all.end(), is_simpler);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (all.size() > kMaxConstants) all.resize(kMaxConstants);
    constants = std::move(all);
  }
}

const std::vector<BitVector>& Templates::constants(std::uint32_t width) const {
  static const std::vector<BitVector> none;
  const auto found = constants_.find(width);
  return found == constants_.end() ? none : found->second;
}

void Templates::add_bounds(Term variable, List& result) const {
  const std::uint32_t width = terms_.sort(variable).width();
  for (const BitVector& value : constants(width)) {
    const Term constant = terms_.constant(Value(value));
    result.push_back(terms_.make(Op::BvSle, {variable, constant}));
    result.push_back(terms_.make(Op::BvSle, {constant, variable}));
    if (!compares_unsigned(width)) continue;
    result.push_back(terms_.make(Op::BvUle, {variable, constant}));
    result.push_back(terms_.make(Op::BvUle, {constant, variable}));
  }
}

void Templates::add_orders(const List& variables, List& result) const {
  std::map<std::uint32_t, List> groups;
  for (const Term variable : variables)
    if (terms_.sort(variable).is_bit_vector())
      groups[terms_.sort(variable).width()].push_back(variable);
  for (const auto& [width, group] : groups) {
    if (width < 2 || group.size() > kMaxOrdered) continue;
    for (const Term a : group) {
      for (const Term b : group) {
        if (a == b) continue;
        result.push_back(terms_.make(Op::BvSle, {a, b}));
        result.push_back(terms_.make(Op::BvSlt, {a, b}));
        if (compares_unsigned(width)) result.push_back(terms_.make(Op::BvUle, {a, b}));
      }
    }
  }
}

/// a - b <= c, written as a <= b + c: where nothing wraps around it is the same, and elsewhere it
/// is as good a guess.
void Templates::add_differences(const List& variables, List& result) const {
  std::map<std::uint32_t, List> groups;
  for (const Term variable : variables)
    if (terms_.sort(variable).is_bit_vector())
      groups[terms_.sort(variable).width()].push_back(variable);
  for (const auto& [width, group] : groups) {
    if (width < 2 || group.size() > kMaxDifferent) continue;
    for (const Term a : group)
      for (const Term b : group)
        for (const BitVector& value : constants(width))
          if (a != b && !value.is_zero())
            result.push_back(terms_.make(
                Op::BvSle, {a, terms_.make(Op::BvAdd, {b, terms_.constant(Value(value))})}));
  }
}

void Templates::add_atoms(const List& variables, List& result) const {
  const std::unordered_set<Term> allowed(variables.begin(), variables.end());
  for (const Term atom : atoms_) {
    const std::vector<Term> read = terms_.variables_of(std::span(&atom, 1));
    if (!std::all_of(read.begin(), read.end(), [&](Term v) { return allowed.contains(v); }))
      continue;
    const Term a = terms_.operands(atom)[0], b = terms_.operands(atom)[1];
    result.push_back(atom);
    result.push_back(terms_.not_(atom));
    const bool is_unsigned = terms_.op(atom) == Op::BvUlt || terms_.op(atom) == Op::BvUle;
    const Op less = is_unsigned ? Op::BvUlt : Op::BvSlt;
    const Op at_most = is_unsigned ? Op::BvUle : Op::BvSle;
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
      result.push_back(terms_.make(less, {x, y}));
      result.push_back(terms_.make(at_most, {x, y}));
    }
    result.push_back(terms_.equal(a, b));
  }
}

namespace {

/// Each once, no constants, in the order given.
void tidy(const Terms& terms, std::vector<Term>& formulas, std::size_t most) {
  std::unordered_set<Term> seen;
  std::erase_if(formulas, [&](Term formula) {
    return terms.is_value(formula) || !seen.insert(formula).second;
  });
  if (formulas.size() > most) formulas.resize(most);
}

}  // namespace

std::vector<Term> Templates::units(const std::vector<Term>& variables) const {
  std::vector<Term> result;
  add_atoms(variables, result);
  for (const Term variable : variables) {
    const Sort& sort = terms_.sort(variable);
    if (sort.is_bool()) {
      result.push_back(variable);
      result.push_back(terms_.not_(variable));
    } else if (sort.is_bit_vector() && sort.width() > 1) {
      add_bounds(variable, result);
    }
  }
  add_orders(variables, result);
  tidy(terms_, result, kMaxUnits);
  return result;
}

std::vector<Term> Templates::differences(const std::vector<Term>& variables) const {
  std::vector<Term> result;
  add_differences(variables, result);
  tidy(terms_, result, kMaxUnits);
  return result;
}

std::vector<Term> Templates::literals(const std::vector<Term>& variables) const {
  std::vector<Term> result;
  add_atoms(variables, result);
  for (const Term variable : variables) {
    const Sort& sort = terms_.sort(variable);
    if (!sort.is_bit_vector() || sort.width() < 2) continue;
    const Term zero = terms_.bv(sort.width(), 0), one = terms_.bv(sort.width(), 1);
    result.push_back(terms_.make(Op::BvSle, {variable, zero}));
    result.push_back(terms_.make(Op::BvSle, {zero, variable}));
    result.push_back(terms_.make(Op::BvSlt, {zero, variable}));
    result.push_back(terms_.make(Op::BvSle, {variable, one}));
    // What counts up to a limit wraps around if the limit is the greatest number.
    const Term greatest = terms_.constant(Value(~BitVector::min_signed(sort.width())));
    result.push_back(terms_.equal(variable, greatest));
  }
  add_orders(variables, result);
  for (const Term a : variables) {
    if (!terms_.sort(a).is_bit_vector() || result.size() > 4 * kMaxLiterals) continue;
    const Term less = terms_.bv_sub(a, terms_.bv(terms_.sort(a).width(), 1));
    for (const Term b : variables)
      if (a != b && terms_.sort(a) == terms_.sort(b))
        result.push_back(terms_.make(Op::BvSle, {less, b}));
  }
  tidy(terms_, result, kMaxLiterals);
  return result;
}

std::vector<Term> Templates::features(const std::vector<Term>& variables) const {
  const std::unordered_set<Term> allowed(variables.begin(), variables.end());
  std::vector<Term> result;
  for (const Term feature : features_) {
    const std::vector<Term> read = terms_.variables_of(std::span(&feature, 1));
    // A multiple of a sum is a sum.
    const auto operands = terms_.operands(feature);
    const bool is_multiple = terms_.op(feature) == Op::BvMul &&
                             (terms_.is_value(operands[0]) || terms_.is_value(operands[1]));
    if (!is_multiple && result.size() < kMaxFeatures &&
        std::all_of(read.begin(), read.end(), [&](Term v) { return allowed.contains(v); }))
      result.push_back(feature);
  }
  return result;
}

}  // namespace cairn
