// SPDX-License-Identifier: MIT
//
// Formulas are sent as one list of nodes, operands before the terms over them, so that what they
// share is sent once. What the reader makes of a node may be simpler than the node.
#include "run/program/codec.h"

#include <algorithm>
#include <cctype>
#include <unordered_map>

#include "run/byte_codec.h"

namespace cairn {
namespace {

constexpr std::uint32_t kBegin = 0x32504143, kEnd = 0x50414344;  // "CAP2", "DCAP"
enum class Kind : std::uint8_t { Safe, Unsafe, Unknown };

// A reader's limits, against messages that are small and make something large of it.
constexpr std::uint32_t kMostInduction = 1u << 12;
constexpr std::uint32_t kMostExponent = 19;                  ///< of floats; that of 256 bits
constexpr std::size_t kMostDigits = 20'000;                  ///< of a number without bounds
constexpr std::uint64_t kMostBits = std::uint64_t{1} << 31;  ///< of all terms or inputs together
constexpr std::uint64_t kMostCopies = 20'000'000;            ///< of edges, for a proof over k steps

// What things take beside the bits of their sort, more or less.
constexpr std::uint64_t kNode = 128, kEntry = 1024;

/// Counts what is made of a message, before it is made.
class Meter {
 public:
  explicit Meter(ByteReader& from) : from_(from) {}
  void charge(std::uint64_t bits) {
    bits_ = bits > kMostBits ? kMostBits + 1 : std::min(kMostBits + 1, bits_ + bits);
    from_.require(bits_ <= kMostBits);
  }

 private:
  ByteReader& from_;
  std::uint64_t bits_ = 0;
};

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

Value read_value(ByteReader& from, Meter& meter) {
  const Sort sort = read_sort(from);
  meter.charge(kNode + sort.element.bits());
  if (!sort.is_array() || from.failed()) return read_scalar(from, sort);
  const Value otherwise = read_scalar(from, sort.element_sort());
  const std::size_t count = from.count(2);
  std::map<Value, Value> entries;
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    meter.charge(kEntry + sort.element.bits() + sort.index.bits());
    Value index = read_scalar(from, sort.index_sort());
    entries.insert_or_assign(std::move(index), read_scalar(from, sort.element_sort()));
  }
  if (from.failed()) return Value::zero(sort);
  return Value::of_array(sort, otherwise, std::move(entries));
}

/// The terms below `roots`, by handle, which is an order in which operands come first.
std::vector<Term> nodes_below(const Terms& terms, const CfaInvariant& invariant) {
  std::vector<bool> seen(terms.size(), false);
  std::vector<Term> nodes, waiting;
  const auto meet = [&](Term term) {
    if (seen[term.id]) return;
    seen[term.id] = true;
    waiting.push_back(term);
  };
  for (const auto& [location, formula] : invariant.at) meet(formula);
  while (!waiting.empty()) {
    const Term term = waiting.back();
    waiting.pop_back();
    nodes.push_back(term);
    for (const Term operand : terms.operands(term)) meet(operand);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

void write(ByteWriter& to, const CfaInvariant& invariant, const Cfa& cfa) {
  constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;  // what is no variable, no reader takes
  const Terms& terms = *cfa.terms;
  std::unordered_map<Term, std::uint32_t> variables, positions;
  for (std::uint32_t i = 0; i < cfa.variables.size(); ++i)
    variables.emplace(cfa.variables[i].term, i);
  const std::vector<Term> nodes = nodes_below(terms, invariant);
  to.count(cfa.locations.size());
  to.count(cfa.variables.size());
  to.count(nodes.size());
  for (const Term node : nodes) {
    const Op op = terms.op(node);
    to.byte(static_cast<std::uint8_t>(op));
    if (op == Op::Variable) {
      const auto found = variables.find(node);
      to.number(found == variables.end() ? kNowhere : found->second);
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
  to.number(invariant.k);
  to.byte(invariant.unrolling ? 1 : 0);
  if (invariant.unrolling) {
    to.count(invariant.unrolling->rounds.size());
    for (const auto& [head, rounds] : invariant.unrolling->rounds) {
      to.number(head.index);
      to.number(rounds);
    }
  }
  to.count(invariant.at.size());
  for (const auto& [location, formula] : invariant.at) {
    to.number(location.index);
    to.number(positions.at(formula));
  }
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

std::vector<Term> read_nodes(ByteReader& from, const Cfa& cfa) {
  Terms& terms = *cfa.terms;
  std::vector<Term> nodes;
  Meter meter(from);
  const std::size_t count = from.count(5);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t op = from.byte();
    from.require(op <= static_cast<std::uint8_t>(Op::ToInt));
    Term node = terms.true_term();
    if (op == static_cast<std::uint8_t>(Op::Variable)) {
      const std::uint32_t position = from.number();
      from.require(position < cfa.variables.size());
      if (!from.failed()) node = cfa.variables[position].term;
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

/// Whatever the bounds are, who checks them has a limit of their own (CfaCheckOptions).
std::optional<CfaUnrolling> read_unrolling(ByteReader& from, const Cfa& cfa) {
  const std::uint8_t present = from.byte();
  from.require(present <= 1);
  if (present == 0 || from.failed()) return std::nullopt;
  CfaUnrolling unrolling;
  const std::size_t count = from.count(8);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint32_t head = from.number(), rounds = from.number();
    from.require(head < cfa.locations.size());
    from.require(unrolling.rounds.emplace(LocationId{head}, rounds).second);
  }
  return unrolling;
}

CfaInvariant read_invariant(ByteReader& from, const Cfa& cfa) {
  CfaInvariant invariant;
  from.require(from.number() == cfa.locations.size());
  from.require(from.number() == cfa.variables.size());
  const std::vector<Term> nodes = read_nodes(from, cfa);
  invariant.k = from.number();
  from.require(invariant.k >= 1 && invariant.k <= kMostInduction &&
               std::uint64_t{invariant.k} * cfa.edges.size() <= kMostCopies);
  invariant.unrolling = read_unrolling(from, cfa);
  const std::size_t count = from.count(8);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint32_t location = from.number(), position = from.number();
    from.require(location < cfa.locations.size() && position < nodes.size());
    if (from.failed()) break;
    from.require(cfa.terms->sort(nodes[position]).is_bool());
    from.require(invariant.at.emplace(LocationId{location}, nodes[position]).second);
  }
  return invariant;
}

void write(ByteWriter& to, const std::vector<ProgramMessage::Input>& inputs) {
  to.count(inputs.size());
  for (const ProgramMessage::Input& input : inputs) {
    to.byte(static_cast<std::uint8_t>(input.kind));
    write(to, input.value);
  }
}

std::vector<ProgramMessage::Input> read_inputs(ByteReader& from) {
  std::vector<ProgramMessage::Input> inputs;
  Meter meter(from);
  const std::size_t count = from.count(9);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t kind = from.byte();
    from.require(kind <= static_cast<std::uint8_t>(InputKind::Choice));
    meter.charge(kEntry);
    Value value = read_value(from, meter);
    if (!from.failed()) inputs.push_back({static_cast<InputKind>(kind), std::move(value)});
  }
  return inputs;
}

/// Passes requests on and keeps what was answered.
class RecordedInputs : public InputSource {
 public:
  explicit RecordedInputs(std::vector<InputValue> values) : values_(std::move(values)) {}
  Value next(const InputRequest& request) override {
    Value value = values_.next(request);
    answered_.push_back({request.kind, value});
    return value;
  }
  std::vector<ProgramMessage::Input> take() { return std::move(answered_); }

 private:
  InputSequence values_;
  std::vector<ProgramMessage::Input> answered_;
};

}  // namespace

ProgramMessage message_of(const Program& program, const ProgramOutcome& outcome) {
  ProgramMessage message;
  message.decided_by = outcome.decided_by;
  message.statistics = outcome.statistics;
  if (!std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    message.answer = outcome.answer;
    return message;
  }
  CAIRN_CHECK(outcome.failure.has_value());
  RecordedInputs inputs(outcome.failure->inputs);
  message.answer = Unsafe<Cfa>{};
  message.steps = interpret(program, inputs, outcome.failure->steps).steps;
  message.inputs = inputs.take();
  return message;
}

std::string encode_message(const ProgramMessage& message, const Cfa* cfa) {
  ByteWriter to;
  to.number(kBegin);
  if (const auto* safe = std::get_if<Safe<Cfa>>(&message.answer)) {
    CAIRN_CHECK(cfa != nullptr);
    to.byte(static_cast<std::uint8_t>(Kind::Safe));
    write(to, safe->invariant, *cfa);
  } else if (std::holds_alternative<Unsafe<Cfa>>(message.answer)) {
    to.byte(static_cast<std::uint8_t>(Kind::Unsafe));
    to.large(message.steps);
    write(to, message.inputs);
  } else {
    to.byte(static_cast<std::uint8_t>(Kind::Unknown));
    write(to, std::get<Unknown>(message.answer));
  }
  to.text(message.decided_by);
  write(to, message.statistics);
  to.number(kEnd);
  return to.take();
}

std::optional<ProgramMessage> decode_program_message(std::string_view bytes,
                                                     const std::function<const Cfa&()>& automaton) {
  ByteReader from(bytes);
  ProgramMessage message;
  from.require(from.number() == kBegin);
  switch (from.byte()) {
    case static_cast<std::uint8_t>(Kind::Safe):
      if (!from.failed()) message.answer = Safe<Cfa>{read_invariant(from, automaton())};
      break;
    case static_cast<std::uint8_t>(Kind::Unsafe):
      message.answer = Unsafe<Cfa>{};
      message.steps = from.large();
      message.inputs = read_inputs(from);
      break;
    case static_cast<std::uint8_t>(Kind::Unknown):
      message.answer = read_unknown(from);
      break;
    default:
      from.require(false);
  }
  message.decided_by = from.text();
  message.statistics = read_statistics(from);
  from.require(from.number() == kEnd && from.at_end());
  if (from.failed()) return std::nullopt;
  return message;
}

}  // namespace cairn
