// SPDX-License-Identifier: MIT
#include "format/bytes/term_bytes.h"

#include <algorithm>
#include <map>

namespace cairn {
namespace {

// A reader's limits, against messages that are small and make something large of it.
constexpr std::uint32_t kMostExponent = 19;                  ///< of floats; that of 256 bits
constexpr std::size_t kMostDigits = 20'000;                  ///< of a number without bounds
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 31;  ///< of all terms or inputs together

// What things take beside the bits of their sort, more or less.
constexpr std::uint64_t kNode = 128;

/// What is multiplied or divided has a circuit that grows with the square of its width.
bool is_square(Op op) {
  switch (op) {
    case Op::BvMul:
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
    case Op::FpMul:
    case Op::FpDiv:
    case Op::FpFma:
    case Op::FpSqrt:
    case Op::FpRem:
      return true;
    default:
      return false;
  }
}

bool needs_sort(Op op) {
  switch (op) {
    case Op::ConstArray:
    case Op::FpFromBits:
    case Op::FpToFp:
    case Op::SbvToFp:
    case Op::UbvToFp:
    case Op::FpToSbv:
    case Op::FpToUbv:
      return true;
    default:
      return false;
  }
}

void write(ByteWriter& to, const ScalarSort& sort) {
  to.byte(static_cast<std::uint8_t>(sort.kind));
  to.byte(sort.exponent);
  to.number(sort.size);
}

ScalarSort read_scalar_sort(ByteReader& from) {
  const std::uint8_t kind = from.byte(), exponent = from.byte();
  const std::uint32_t size = from.number();
  from.require(kind <= static_cast<std::uint8_t>(SortKind::Real) && size <= 0xFFFF);
  ScalarSort sort{static_cast<SortKind>(kind), exponent, static_cast<std::uint16_t>(size)};
  if (from.failed()) return {};
  if (sort.kind == SortKind::Float)
    from.require(exponent >= 2 && exponent <= kMostExponent && size >= 2 &&
                 exponent + size <= 0xFFFF);
  else
    from.require(exponent == 0 && (sort.kind == SortKind::BitVector) == (size > 0));
  return from.failed() ? ScalarSort{} : sort;
}

void write(ByteWriter& to, const Sort& sort) {
  to.byte(sort.array ? 1 : 0);
  write(to, sort.element);
  if (sort.array) write(to, sort.index);
}

Sort read_sort(ByteReader& from) {
  Sort sort;
  const std::uint8_t array = from.byte();
  from.require(array <= 1);
  sort.element = read_scalar_sort(from);
  sort.array = array == 1 && !from.failed();
  if (sort.array) sort.index = read_scalar_sort(from);
  return sort;
}

/// Of any sort but arrays; the sort itself is not written.
void write_scalar(ByteWriter& to, const Value& value) {
  switch (value.sort().element.kind) {
    case SortKind::Bool:
      return to.byte(value.as_bool() ? 1 : 0);
    case SortKind::BitVector:
    case SortKind::Float:
      for (const std::uint64_t word : value.bits().words()) to.large(word);
      return;
    case SortKind::Int:
      return to.text(value.as_int().get_str());
    case SortKind::Real:
      to.text(value.as_real().get_num().get_str());
      return to.text(value.as_real().get_den().get_str());
  }
}

mpz_class read_integer(ByteReader& from) {
  const std::string text = from.text();
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  from.require(!digits.empty() && digits.size() <= kMostDigits &&
               digits.find_first_not_of("0123456789") == std::string_view::npos);
  return from.failed() ? mpz_class(0) : mpz_class(text, 10);
}

Value read_scalar(ByteReader& from, const Sort& sort) {
  switch (sort.element.kind) {
    case SortKind::Bool: {
      const std::uint8_t value = from.byte();
      from.require(value <= 1);
      return Value(value == 1);
    }
    case SortKind::BitVector:
    case SortKind::Float: {
      std::vector<std::uint64_t> words((sort.width() + 63) / 64);
      for (std::uint64_t& word : words) word = from.large();
      const BitVector bits = BitVector::from_words(sort.width(), words);
      return sort.is_float() ? Value::of_float(sort, bits) : Value(bits);
    }
    case SortKind::Int:
      return Value(read_integer(from));
    case SortKind::Real: {
      const mpz_class numerator = read_integer(from), denominator = read_integer(from);
      from.require(denominator > 0);
      if (from.failed()) break;
      mpq_class value(numerator, denominator);
      value.canonicalize();
      return Value(value);
    }
  }
  return Value::zero(sort);
}

/// The terms below `roots`, by handle, which is an order in which operands come first.
std::vector<Term> nodes_below(const Terms& terms, std::span<const Term> roots) {
  std::vector<bool> seen(terms.size(), false);
  std::vector<Term> nodes, waiting;
  const auto meet = [&](Term term) {
    if (seen[term.id]) return;
    seen[term.id] = true;
    waiting.push_back(term);
  };
  for (const Term root : roots) meet(root);
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    nodes.push_back(term);
    for (const Term operand : terms.operands(term)) meet(operand);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

/// An application whose sorts fit.
Term read_application(ByteReader& from, Op op, const std::vector<Term>& nodes, Terms& terms) {
  const std::size_t count = from.count(4);
  from.require(count > 0);
  std::vector<Term> operands;
  std::vector<Sort> sorts;
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint32_t position = from.number();
    from.require(position < nodes.size());
    if (from.failed()) break;
    operands.push_back(nodes[position]);
    sorts.push_back(terms.sort(operands.back()));
  }
  std::vector<std::uint32_t> parameters;
  for (unsigned i = 0; i < parameter_count(op); ++i) parameters.push_back(from.number());
  const Sort sort = needs_sort(op) ? read_sort(from) : Sort{};
  if (from.failed()) return terms.true_term();
  const auto result = result_sort(op, sorts, parameters, sort);
  from.require(result.has_value());
  if (from.failed()) return terms.true_term();
  return terms.make(op, operands, parameters, sort);
}

/// Numbers without bounds stay small: a few multiplications would make large ones.
bool is_small(const Value& value) {
  const auto fits = [](const mpz_class& number) {
    return mpz_sizeinbase(number.get_mpz_t(), 10) <= kMostDigits + 1;
  };
  if (value.sort().is_int()) return fits(value.as_int());
  if (value.sort().is_real())
    return fits(value.as_real().get_num()) && fits(value.as_real().get_den());
  return true;
}

/// What the term takes, as a circuit if it is one.
std::uint64_t bits_of(const Terms& terms, Term term) {
  const Sort& sort = terms.sort(term);
  std::uint64_t bits = sort.element.bits();
  for (const Term operand : terms.operands(term))
    bits = std::max<std::uint64_t>(bits, terms.sort(operand).element.bits());
  return kNode + (is_square(terms.op(term)) ? bits * bits : bits);
}

}  // namespace

void ByteMeter::charge(std::uint64_t bits) {
  bits_ = bits > kMostBits ? kMostBits + 1 : std::min(kMostBits + 1, bits_ + bits);
  from_.require(bits_ <= kMostBits);
}

void write(ByteWriter& to, const Value& value) {
  write(to, value.sort());
  if (!value.sort().is_array()) return write_scalar(to, value);
  write_scalar(to, value.array().otherwise);
  to.count(value.array().entries.size());
  for (const auto& [index, element] : value.array().entries) {
    write_scalar(to, index);
    write_scalar(to, element);
  }
}

Value read_value(ByteReader& from, ByteMeter& meter) {
  const Sort sort = read_sort(from);
  meter.charge(kNode + sort.element.bits());
  if (!sort.is_array() || from.failed()) return read_scalar(from, sort);
  const Value otherwise = read_scalar(from, sort.element_sort());
  const std::size_t count = from.count(2);
  std::map<Value, Value> entries;
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    meter.charge(ByteMeter::kEntry + sort.element.bits() + sort.index.bits());
    Value index = read_scalar(from, sort.index_sort());
    entries.insert_or_assign(std::move(index), read_scalar(from, sort.element_sort()));
  }
  if (from.failed()) return Value::zero(sort);
  return Value::of_array(sort, otherwise, std::move(entries));
}

std::unordered_map<Term, std::uint32_t> write_terms(ByteWriter& to, const Terms& terms,
                                                    std::span<const Term> roots,
                                                    std::span<const Term> variables) {
  constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;  // what is no variable, no reader takes
  std::unordered_map<Term, std::uint32_t> known, positions;
  for (std::uint32_t i = 0; i < variables.size(); ++i) known.emplace(variables[i], i);
  const std::vector<Term> nodes = nodes_below(terms, roots);
  to.count(nodes.size());
  for (const Term node : nodes) {
    const Op op = terms.op(node);
    to.byte(static_cast<std::uint8_t>(op));
    if (op == Op::Variable) {
      const auto found = known.find(node);
      to.number(found == known.end() ? kNowhere : found->second);
    } else if (op == Op::Value) {
      write(to, terms.value(node));
    } else {
      to.count(terms.operands(node).size());
      for (const Term operand : terms.operands(node)) to.number(positions.at(operand));
      for (unsigned i = 0; i < parameter_count(op); ++i) to.number(terms.parameter(node, i));
      if (needs_sort(op)) write(to, terms.sort(node));
    }
    positions.emplace(node, static_cast<std::uint32_t>(positions.size()));
  }
  return positions;
}

std::vector<Term> read_terms(ByteReader& from, Terms& terms, std::span<const Term> variables) {
  std::vector<Term> nodes;
  ByteMeter meter(from);
  const std::size_t count = from.count(5);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t op = from.byte();
    from.require(op <= static_cast<std::uint8_t>(Op::ToInt));
    Term node = terms.true_term();
    if (op == static_cast<std::uint8_t>(Op::Variable)) {
      const std::uint32_t position = from.number();
      from.require(position < variables.size());
      if (!from.failed()) node = variables[position];
    } else if (op == static_cast<std::uint8_t>(Op::Value)) {
      const Value value = read_value(from, meter);
      if (!from.failed()) node = terms.constant(value);
    } else if (!from.failed()) {
      node = read_application(from, static_cast<Op>(op), nodes, terms);
    }
    meter.charge(bits_of(terms, node));
    from.require(!terms.is_value(node) || is_small(terms.value(node)));
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace cairn
