// SPDX-License-Identifier: MIT
#include "logic/word/linear_form.h"

#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kMaxAtoms = 32;  // of a sum that is taken apart
constexpr std::uint64_t kMinusOne = ~std::uint64_t{0};

std::uint64_t mask_of(std::uint32_t width) {
  return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

Term difference(Terms& terms, const LinearForm& form) {
  const LinearSides sides = sides_of(terms, form);
  return terms.bv_sub(sides.plus, sides.minus);
}

}  // namespace

void LinearForm::add(std::uint64_t factor, const LinearForm& other) {
  CAIRN_CHECK(width == other.width);
  const std::uint64_t mask = mask_of(width);
  constant = (constant + factor * other.constant) & mask;
  for (const auto& [term, coefficient] : other.coefficients) {
    const auto at = coefficients.try_emplace(term, 0).first;
    at->second = (at->second + factor * coefficient) & mask;
    if (at->second == 0) coefficients.erase(at);
  }
}

LinearSides sides_of(Terms& terms, const LinearForm& form) {
  const std::uint32_t width = form.width;
  Term sides[2] = {terms.bv(width, 0), terms.bv(width, 0)};
  const auto add = [&](std::uint64_t factor, Term term) {
    if (factor == 0) return;
    BitVector number(width, factor);
    const bool negative = number.sign() && number != BitVector::min_signed(width);
    if (negative) number = -number;
    Term& side = sides[negative ? 1 : 0];
    const Term product = terms.make(Op::BvMul, {terms.constant(Value(number)), term});
    side = terms.make(Op::BvAdd, {side, product});
  };
  for (const auto& [term, coefficient] : form.coefficients) add(coefficient, term);
  add(form.constant, terms.bv(width, 1));
  return {sides[0], sides[1]};
}

/// Bit-vectors of a width that forms can have.
bool LinearNormalizer::is_sum(Term term) const {
  const Sort& sort = terms_.sort(term);
  return sort.is_bit_vector() && sort.width() <= 64;
}

/// Of a sum, the operands that are sums of their own; none: it is an atom.
std::vector<Term> LinearNormalizer::parts(Term term) const {
  const auto operands = terms_.operands(term);
  switch (terms_.op(term)) {
    case Op::BvAdd:
    case Op::BvNeg:
      return {operands.begin(), operands.end()};
    case Op::BvMul:
      if (operands.size() == 2 && terms_.is_value(operands[0])) return {operands[1]};
      if (operands.size() == 2 && terms_.is_value(operands[1])) return {operands[0]};
      return {};
    case Op::BvShl:
      if (terms_.is_value(operands[1])) return {operands[0]};
      return {};
    case Op::Ite:
      return {operands[1], operands[2]};
    default:
      return {};
  }
}

Term LinearNormalizer::operator()(Term term) {
  visit(term);
  return term_of(term);
}

const LinearForm& LinearNormalizer::form(Term term) {
  CAIRN_CHECK(is_sum(term));
  visit(term);
  return forms_.at(term);
}

void LinearNormalizer::visit(Term root) {
  std::vector<Term> open = {root};
  while (!open.empty()) {
    const Term term = open.back();
    bool ready = true;
    if (!result_.contains(term)) {
      for (const Term operand : terms_.operands(term)) {
        if (result_.contains(operand)) continue;
        open.push_back(operand);
        ready = false;
      }
      if (ready) make(term);
    }
    if (ready) open.pop_back();
  }
}

void LinearNormalizer::make(Term term) {
  if (!is_sum(term)) {
    result_[term] = rebuild(term);
    return;
  }
  LinearForm form = make_sum(term);
  if (form.coefficients.size() > kMaxAtoms) {  // every part of a long sum would be as long
    form.constant = 0;
    form.coefficients = {{rebuild(term), 1}};
  }
  const bool is_atom =
      form.constant == 0 && form.coefficients.size() == 1 && form.coefficients.begin()->second == 1;
  result_[term] = is_atom ? form.coefficients.begin()->first : difference(terms_, form);
  forms_.emplace(term, std::move(form));
}

LinearForm LinearNormalizer::make_sum(Term term) {
  const auto operands = terms_.operands(term);
  const std::vector<Term> sums = parts(term);
  LinearForm form;
  form.width = terms_.sort(term).width();
  if (terms_.is_value(term)) {
    form.constant = terms_.value(term).bits().low();
  } else if (sums.empty()) {
    const Term atom = rebuild(term);
    if (terms_.is_value(atom))
      form.constant = terms_.value(atom).bits().low();
    else
      form.coefficients[atom] = 1;
  } else if (terms_.op(term) == Op::BvAdd) {
    for (const Term part : sums) form.add(1, forms_.at(part));
  } else if (terms_.op(term) == Op::BvNeg) {
    form.add(kMinusOne, forms_.at(sums[0]));
  } else if (terms_.op(term) == Op::BvMul) {
    const Term factor = terms_.is_value(operands[0]) ? operands[0] : operands[1];
    form.add(terms_.value(factor).bits().low(), forms_.at(sums[0]));
  } else if (terms_.op(term) == Op::BvShl) {
    const std::uint64_t amount = terms_.value(operands[1]).bits().low();
    if (amount < form.width) form.add(std::uint64_t{1} << amount, forms_.at(sums[0]));
  } else {
    return branches(term_of(operands[0]), forms_.at(sums[0]), forms_.at(sums[1]));
  }
  return form;
}

/// if c then x + s else x + t is x + (if c then s else t).
LinearForm LinearNormalizer::branches(Term condition, LinearForm then, LinearForm otherwise) {
  LinearForm common;
  common.width = then.width;
  for (const auto& [term, coefficient] : then.coefficients) {
    const auto found = otherwise.coefficients.find(term);
    if (found != otherwise.coefficients.end() && found->second == coefficient)
      common.coefficients.emplace(term, coefficient);
  }
  then.add(kMinusOne, common);
  otherwise.add(kMinusOne, common);
  const Term rest = terms_.ite(condition, difference(terms_, then), difference(terms_, otherwise));
  LinearForm tail;
  tail.width = common.width;
  if (terms_.is_value(rest))
    tail.constant = terms_.value(rest).bits().low();
  else
    tail.coefficients[rest] = 1;
  common.add(1, tail);
  return common;
}

/// The same operation on what the operands have become.
Term LinearNormalizer::rebuild(Term term) {
  const auto operands = terms_.operands(term);
  if (operands.empty()) return term;
  if (terms_.op(term) == Op::Equal && is_sum(operands[0])) {
    LinearForm form = forms_.at(operands[0]);
    form.add(kMinusOne, forms_.at(operands[1]));
    const LinearSides sides = sides_of(terms_, form);
    return terms_.equal(sides.plus, sides.minus);
  }
  std::vector<Term> changed;
  for (const Term operand : operands) changed.push_back(term_of(operand));
  std::vector<std::uint32_t> parameters;
  for (unsigned i = 0; i < parameter_count(terms_.op(term)); ++i)
    parameters.push_back(terms_.parameter(term, i));
  return terms_.make(terms_.op(term), changed, parameters, terms_.sort(term));
}

}  // namespace cairn
