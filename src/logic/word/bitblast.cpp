// SPDX-License-Identifier: MIT
#include "logic/word/bitblast.h"

#include <map>
#include <unordered_set>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

Bits literals(const std::vector<bool>& values) {
  Bits bits(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) bits[i] = values[i] ? kTrue : kFalse;
  return bits;
}

bool is_float_op(Op op) {
  return op >= Op::FpFromBits && op <= Op::FpToUbv;
}

void append_bits(const Value& scalar, std::vector<bool>& bits) {
  if (scalar.sort().is_bool()) {
    bits.push_back(scalar.as_bool());
    return;
  }
  const BitVector& word = scalar.bits();
  for (std::uint32_t i = 0; i < word.width(); ++i) bits.push_back(word.bit(i));
}

Value scalar_from_bits(const Sort& sort, const std::vector<bool>& bits, std::size_t from) {
  if (sort.is_bool()) return Value(static_cast<bool>(bits[from]));
  BitVector word(sort.width(), 0);
  for (std::uint32_t i = 0; i < sort.width(); ++i) word.set_bit(i, bits[from + i]);
  return sort.is_float() ? Value::of_float(sort, word) : Value(word);
}

}  // namespace

std::uint64_t bit_count(const Sort& sort) {
  if (!FloatCircuits::supports(sort.element)) return 0;
  const std::uint64_t element = sort.element.bits();
  if (!sort.array) return element;
  if (sort.index.kind != SortKind::BitVector || sort.index.size > BitBlaster::kMaxIndexBits)
    return 0;
  return element << sort.index.size;
}

bool has_circuit(const Terms& terms, Term term) {
  if (bit_count(terms.sort(term)) == 0) return false;
  if (!is_float_op(terms.op(term))) return true;
  std::vector<ScalarSort> sorts;
  for (const Term operand : terms.operands(term)) sorts.push_back(terms.sort(operand).element);
  return FloatCircuits::supports(terms.op(term), sorts, terms.sort(term).element);
}

bool can_blast(const Terms& terms, std::span<const Term> all, Term* offender) {
  std::vector<Term> stack(all.rbegin(), all.rend());
  std::unordered_set<Term> seen(all.begin(), all.end());
  while (!stack.empty()) {
    const Term next = stack.back();
    stack.pop_back();
    if (!has_circuit(terms, next)) {
      if (offender != nullptr) *offender = next;
      return false;
    }
    for (const Term operand : terms.operands(next))
      if (seen.insert(operand).second) stack.push_back(operand);
  }
  return true;
}

Value value_from_bits(const Sort& sort, const std::vector<bool>& bits) {
  CAIRN_CHECK(bits.size() == bit_count(sort));
  if (!sort.is_array()) return scalar_from_bits(sort, bits, 0);
  const Sort element = sort.element_sort();
  std::vector<Value> elements;
  std::map<Value, std::size_t> uses;
  for (std::size_t from = 0; from < bits.size(); from += element.width()) {
    elements.push_back(scalar_from_bits(element, bits, from));
    ++uses[elements.back()];
  }
  // The most frequent element is the one that need not be listed.
  auto most = uses.begin();
  for (auto use = uses.begin(); use != uses.end(); ++use)
    if (use->second > most->second) most = use;
  std::map<Value, Value> entries;
  for (std::size_t i = 0; i < elements.size(); ++i)
    if (!(elements[i] == most->first))
      entries.emplace(Value(BitVector(sort.index.size, i)), elements[i]);
  return Value::of_array(sort, most->first, std::move(entries));
}

std::vector<bool> bits_of_value(const Value& value) {
  std::vector<bool> bits;
  const Sort& sort = value.sort();
  if (!sort.is_array()) {
    append_bits(value, bits);
    return bits;
  }
  const ArrayValue& array = value.array();
  const std::uint64_t count = std::uint64_t{1} << sort.index.size;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto entry = array.entries.find(Value(BitVector(sort.index.size, i)));
    append_bits(entry == array.entries.end() ? array.otherwise : entry->second, bits);
  }
  return bits;
}

void BitBlaster::bind(Term variable, Bits bits) {
  CAIRN_CHECK(terms_.is_variable(variable) && bits.size() == bit_count(terms_.sort(variable)));
  CAIRN_CHECK(!bits_.contains(variable));
  variables_[variable] = std::move(bits);
}

void BitBlaster::abstract(Term term, Bits bits) {
  CAIRN_CHECK(bits.size() == bit_count(terms_.sort(term)));
  CAIRN_CHECK(bits_.emplace(term, std::move(bits)).second);
}

const Bits* BitBlaster::find(Term variable) const {
  const auto known = variables_.find(variable);
  return known == variables_.end() ? nullptr : &known->second;
}

const Bits& BitBlaster::bits(Term term) {
  if (const auto known = bits_.find(term); known != bits_.end()) return known->second;
  stack_.push_back(term);
  while (!stack_.empty()) {
    const Term next = stack_.back();
    if (bits_.contains(next)) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (const Term operand : terms_.operands(next)) {
      if (bits_.contains(operand)) continue;
      stack_.push_back(operand);
      ready = false;
    }
    if (!ready) continue;
    stack_.pop_back();
    Bits result = blast(next);
    CAIRN_CHECK(result.size() == bit_count(terms_.sort(next)));
    bits_.emplace(next, std::move(result));
  }
  return bits_.find(term)->second;
}

Bits BitBlaster::blast(Term term) {
  switch (const Op op = terms_.op(term)) {
    case Op::Variable:
      return blast_variable(term);
    case Op::Value:
      return literals(bits_of_value(terms_.value(term)));
    case Op::Equal:
    case Op::Ite:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return blast_connective(term);
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return blast_comparison(term);
    case Op::Concat:
    case Op::Extract:
    case Op::ZeroExtend:
    case Op::SignExtend:
      return blast_shape(term);
    case Op::Select:
    case Op::Store:
    case Op::ConstArray:
      return blast_array(term);
    default:
      return is_float_op(op) ? blast_float(term) : blast_arithmetic(term);
  }
}

Bits BitBlaster::blast_variable(Term term) {
  const Sort& sort = terms_.sort(term);
  const auto [place, is_new] = variables_.try_emplace(term);
  if (is_new)
    for (std::uint64_t i = bit_count(sort); i > 0; --i)
      place->second.push_back(words_.aig().add_leaf());
  if (sort.element.kind != SortKind::Float) return place->second;
  Bits result;
  const std::uint32_t width = sort.element.bits();
  for (auto from = place->second.begin(); from != place->second.end(); from += width) {
    const Bits element = floats_.canonical(sort.element, Bits(from, from + width));
    result.insert(result.end(), element.begin(), element.end());
  }
  return result;
}

Bits BitBlaster::blast_connective(Term term) {
  Aig& aig = words_.aig();
  Bits operands;
  switch (terms_.op(term)) {
    case Op::Equal:
      return {words_.equal(operand(term, 0), operand(term, 1))};
    case Op::Ite:
      return words_.ite(operand(term, 0)[0], operand(term, 1), operand(term, 2));
    case Op::Not:
      return {~operand(term, 0)[0]};
    case Op::Xor: {
      Lit result = kFalse;
      for (std::size_t i = 0; i < terms_.operands(term).size(); ++i)
        result = aig.xor_gate(result, operand(term, i)[0]);
      return {result};
    }
    default:
      for (std::size_t i = 0; i < terms_.operands(term).size(); ++i)
        operands.push_back(operand(term, i)[0]);
      return {terms_.op(term) == Op::And ? aig.and_all(operands) : aig.or_all(operands)};
  }
}

Bits BitBlaster::blast_comparison(Term term) {
  const Bits &a = operand(term, 0), &b = operand(term, 1);
  switch (terms_.op(term)) {
    case Op::BvUlt:
      return {words_.less(a, b)};
    case Op::BvUle:
      return {words_.less_equal(a, b)};
    case Op::BvSlt:
      return {words_.signed_less(a, b)};
    default:
      return {words_.signed_less_equal(a, b)};
  }
}

Bits BitBlaster::blast_shape(Term term) {
  const Bits& a = operand(term, 0);
  switch (terms_.op(term)) {
    case Op::Concat: {
      const std::size_t count = terms_.operands(term).size();
      Bits result;
      for (std::size_t i = count; i-- > 0;) {
        const Bits& part = operand(term, i);
        result.insert(result.end(), part.begin(), part.end());
      }
      return result;
    }
    case Op::Extract:
      return {a.begin() + terms_.parameter(term, 1), a.begin() + terms_.parameter(term, 0) + 1};
    case Op::ZeroExtend:
      return WordCircuits::extend(a, terms_.sort(term).width(), kFalse);
    default:
      return WordCircuits::extend(a, terms_.sort(term).width(), a.back());
  }
}

Bits BitBlaster::blast_arithmetic(Term term) {
  Bits result = operand(term, 0);
  const auto fold = [&](auto&& step) {
    for (std::size_t i = 1; i < terms_.operands(term).size(); ++i)
      result = step(result, operand(term, i));
    return result;
  };
  switch (terms_.op(term)) {
    case Op::BvNot:
      return WordCircuits::complement(result);
    case Op::BvNeg:
      return words_.negate(result);
    case Op::BvAnd:
      return fold([&](const Bits& a, const Bits& b) { return words_.bitwise_and(a, b); });
    case Op::BvOr:
      return fold([&](const Bits& a, const Bits& b) { return words_.bitwise_or(a, b); });
    case Op::BvXor:
      return fold([&](const Bits& a, const Bits& b) { return words_.bitwise_xor(a, b); });
    case Op::BvAdd:
      return fold([&](const Bits& a, const Bits& b) { return words_.add(a, b); });
    case Op::BvMul:
      return fold([&](const Bits& a, const Bits& b) { return words_.multiply(a, b); });
    case Op::BvUdiv:
      return words_.divide(result, operand(term, 1)).quotient;
    case Op::BvUrem:
      return words_.divide(result, operand(term, 1)).remainder;
    case Op::BvSdiv:
      return words_.signed_quotient(result, operand(term, 1));
    case Op::BvSrem:
      return words_.signed_remainder(result, operand(term, 1));
    case Op::BvShl:
      return words_.shift_left(result, operand(term, 1));
    case Op::BvLshr:
      return words_.shift_right(result, operand(term, 1), kFalse);
    case Op::BvAshr:
      return words_.shift_right(result, operand(term, 1), result.back());
    default:
      internal_error(__FILE__, __LINE__, "an operation without circuit");
  }
}

Bits BitBlaster::blast_array(Term term) {
  const Bits& a = operand(term, 0);
  switch (terms_.op(term)) {
    case Op::Select:
      return words_.select(a, operand(term, 1));
    case Op::Store: {
      const Bits& element = operand(term, 2);
      const Bits is_here = words_.decode(operand(term, 1));
      Bits result = a;
      for (std::size_t i = 0; i < is_here.size(); ++i) {
        if (is_here[i] == kFalse) continue;
        for (std::size_t k = 0; k < element.size(); ++k) {
          Lit& bit = result[i * element.size() + k];
          bit = bit == element[k] ? bit : words_.aig().if_then_else(is_here[i], element[k], bit);
        }
      }
      return result;
    }
    default: {
      Bits result;
      for (std::uint64_t i = std::uint64_t{1} << terms_.sort(term).index.size; i > 0; --i)
        result.insert(result.end(), a.begin(), a.end());
      return result;
    }
  }
}

Bits BitBlaster::blast_float(Term term) {
  std::vector<Bits> operands;
  std::vector<ScalarSort> sorts;
  for (std::size_t i = 0; i < terms_.operands(term).size(); ++i) {
    operands.push_back(operand(term, i));
    sorts.push_back(terms_.sort(terms_.operands(term)[i]).element);
  }
  // Those without a parameter don't round.
  const RoundingMode mode =
      parameter_count(terms_.op(term)) == 1 ? terms_.rounding(term) : RoundingMode::NearestEven;
  return floats_.apply(terms_.op(term), mode, operands, sorts, terms_.sort(term).element);
}

}  // namespace cairn
