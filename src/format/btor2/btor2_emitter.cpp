// SPDX-License-Identifier: MIT
#include "format/btor2/btor2_emitter.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"

namespace cairn {

namespace {

/// Of operators whose arguments are their operands and nothing else.
std::string_view simple_tag(Op op) {
  switch (op) {
    case Op::Xor:
    case Op::BvXor:
      return "xor";
    case Op::BvNeg:
      return "neg";
    case Op::BvAnd:
      return "and";
    case Op::BvOr:
      return "or";
    case Op::BvMul:
      return "mul";
    case Op::BvUdiv:
      return "udiv";
    case Op::BvUrem:
      return "urem";
    case Op::BvSdiv:
      return "sdiv";
    case Op::BvSrem:
      return "srem";
    case Op::BvShl:
      return "sll";
    case Op::BvLshr:
      return "srl";
    case Op::BvAshr:
      return "sra";
    case Op::BvUlt:
      return "ult";
    case Op::BvUle:
      return "ulte";
    case Op::BvSlt:
      return "slt";
    case Op::BvSle:
      return "slte";
    case Op::Concat:
      return "concat";
    case Op::Select:
      return "read";
    case Op::Store:
      return "write";
    default:
      internal_error(__FILE__, __LINE__, "a term that BTOR2 has no operator for");
  }
}

}  // namespace

std::string btor2_symbol(std::string_view name) {
  std::string symbol(name);
  for (char& c : symbol)
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f') c = '_';
  if (symbol.starts_with(';')) symbol.front() = '_';
  return symbol;
}

std::uint64_t Btor2Emitter::line(std::string_view tag, std::string_view rest) {
  fmt::format_to(std::back_inserter(out_), "{} {} {}\n", next_id_, tag, rest);
  return next_id_++;
}

std::uint64_t Btor2Emitter::sort(const Sort& sort) {
  if (sort.is_bool()) return this->sort(Sort::bit_vector(1));
  if (const auto known = sorts_.find(sort); known != sorts_.end()) return known->second;
  CAIRN_CHECK(sort.is_array() || sort.is_bit_vector());
  std::uint64_t id = 0;
  if (sort.is_array()) {
    const std::uint64_t index = this->sort(sort.index_sort());
    const std::uint64_t element = this->sort(sort.element_sort());
    id = line("sort", fmt::format("array {} {}", index, element));
  } else {
    id = line("sort", fmt::format("bitvec {}", sort.width()));
  }
  return sorts_[sort] = id;
}

// The first of several lines that define it, whatever order they come in here.
void Btor2Emitter::define_sort(const Sort& sort, std::uint64_t id) {
  const auto [place, added] = sorts_.try_emplace(sort, id);
  if (!added) place->second = std::min(place->second, id);
}

std::int64_t Btor2Emitter::apply(std::string_view tag, const Sort& sort,
                                 std::string_view arguments) {
  const std::uint64_t sort_id = this->sort(sort);
  const bool bare = arguments.empty();
  return static_cast<std::int64_t>(
      line(tag, fmt::format("{}{}{}", sort_id, bare ? "" : " ", arguments)));
}

bool Btor2Emitter::is_bit(Term term, bool value) const {
  return terms_.sort(term) == Sort::bit_vector(1) && terms_.is_value(term) &&
         terms_.value(term).bits().bit(0) == value;
}

std::int64_t Btor2Emitter::emit_value(const Value& value) {
  const Sort& sort = value.sort();
  if (sort.is_array()) return emit_array(value);
  if (sort.is_bool()) return apply(value.as_bool() ? "one" : "zero", sort, {});
  CAIRN_CHECK(sort.is_bit_vector());
  const BitVector& bits = value.bits();
  if (bits.is_zero()) return apply("zero", sort, {});
  if (bits.is_one()) return apply("one", sort, {});
  if (bits.is_ones()) return apply("ones", sort, {});
  if (bits.width() <= 64) return apply("constd", sort, bits.to_decimal());
  return apply("consth", sort, bits.to_hex());
}

std::int64_t Btor2Emitter::constant_array(const Sort& sort, std::int64_t element) {
  const auto [place, added] = constant_arrays_.try_emplace({sort, element}, 0);
  if (!added) return place->second;
  const std::uint64_t sort_id = this->sort(sort);
  const std::uint64_t state = line("state", fmt::format("{}", sort_id));
  line("init", fmt::format("{} {} {}", sort_id, state, element));
  line("next", fmt::format("{} {} {}", sort_id, state, state));
  return place->second = static_cast<std::int64_t>(state);
}

std::vector<std::int64_t> Btor2Emitter::constant_array_facts() {
  std::vector<std::int64_t> facts;
  const auto arrays = constant_arrays_;
  for (const auto& [constant, state] : arrays) {
    const auto& [sort, element] = constant;
    const std::uint32_t width = sort.index_sort().width();
    if (width > kMaxIndexBits) continue;
    for (std::uint64_t i = 0; i < std::uint64_t{1} << width; ++i) {
      const std::int64_t index = emit_value(Value(BitVector(width, i)));
      const std::int64_t read =
          apply("read", sort.element_sort(), fmt::format("{} {}", state, index));
      facts.push_back(apply("eq", Sort::boolean(), fmt::format("{} {}", read, element)));
    }
  }
  return facts;
}

std::int64_t Btor2Emitter::emit_array(const Value& value) {
  std::int64_t array = constant_array(value.sort(), emit_value(value.array().otherwise));
  for (const auto& [index, element] : value.array().entries) {
    const std::int64_t at = emit_value(index), what = emit_value(element);
    array = apply("write", value.sort(), fmt::format("{} {} {}", array, at, what));
  }
  return array;
}

std::optional<Btor2Emitter::ConstantEquation> Btor2Emitter::constant_equation(const Terms& terms,
                                                                              Term term) {
  if (terms.op(term) != Op::Equal) return std::nullopt;
  const auto sides = terms.operands(term);
  const Sort& sort = terms.sort(sides[0]);
  if (!sort.is_array() || sort.index_sort().width() > kMaxIndexBits) return std::nullopt;
  for (const std::size_t i : {0, 1})
    if (terms.op(sides[i]) == Op::ConstArray && terms.op(sides[1 - i]) != Op::ConstArray)
      return ConstantEquation{sides[1 - i], terms.operands(sides[i])[0]};
  return std::nullopt;
}

std::int64_t Btor2Emitter::emit_constant_equation(const ConstantEquation& equation) {
  const Sort sort = terms_.sort(equation.array);
  const std::uint32_t width = sort.index_sort().width();
  std::int64_t all = 0;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << width; ++i) {
    const std::int64_t index = emit_value(Value(BitVector(width, i)));
    const std::int64_t read =
        apply("read", sort.element_sort(), fmt::format("{} {}", of(equation.array), index));
    const std::int64_t equal =
        apply("eq", Sort::boolean(), fmt::format("{} {}", read, of(equation.element)));
    all = all == 0 ? equal : apply("and", Sort::boolean(), fmt::format("{} {}", all, equal));
  }
  return all;
}

std::int64_t Btor2Emitter::emit_equal(Term a, Term b) {
  if (is_bit(b, true)) return of(a);
  if (is_bit(b, false)) return -of(a);
  return apply("eq", Sort::boolean(), fmt::format("{} {}", of(a), of(b)));
}

std::int64_t Btor2Emitter::emit_choice(Term term) {
  const auto parts = terms_.operands(term);
  if (is_bit(parts[1], true) && is_bit(parts[2], false)) return of(parts[0]);
  if (is_bit(parts[1], false) && is_bit(parts[2], true)) return -of(parts[0]);
  // The condition unnegated, which costs nothing.
  const std::int64_t condition = of(parts[0]);
  const bool swapped = condition < 0;
  return apply("ite", terms_.sort(term),
               fmt::format("{} {} {}", swapped ? -condition : condition, of(parts[swapped ? 2 : 1]),
                           of(parts[swapped ? 1 : 2])));
}

std::int64_t Btor2Emitter::emit_junction(Term term) {
  const auto parts = terms_.operands(term);
  const std::string_view tag = terms_.op(term) == Op::And ? "and" : "or";
  std::int64_t result = of(parts[0]);
  for (const Term part : parts.subspan(1))
    result = apply(tag, Sort::boolean(), fmt::format("{} {}", result, of(part)));
  return result;
}

Btor2Emitter::Summands Btor2Emitter::summands(Term a, Term b) const {
  if (terms_.op(a) == Op::BvNeg) std::swap(a, b);
  if (terms_.op(b) == Op::BvNeg) return {a, terms_.operands(b)[0], true};
  return {a, b, false};
}

std::int64_t Btor2Emitter::emit_state(Term variable) {
  const auto found = states_.find(variable);
  CAIRN_CHECK(found != states_.end());
  const auto& [init, symbol] = found->second;
  std::int64_t value = 0;
  if (init.valid()) {
    if (terms_.op(init) == Op::ConstArray)
      value = of(terms_.operands(init)[0]);
    else if (is_constant_array(init))
      value = emit_value(terms_.value(init).array().otherwise);
    else
      value = of(init);
  }
  const std::int64_t id = apply("state", terms_.sort(variable), btor2_symbol(symbol));
  if (init.valid()) line("init", fmt::format("{} {} {}", sort(terms_.sort(variable)), id, value));
  return id;
}

bool Btor2Emitter::is_constant_array(Term term) const {
  return terms_.is_value(term) && terms_.sort(term).is_array() &&
         terms_.value(term).array().entries.empty();
}

// The operands' lines are there.
std::int64_t Btor2Emitter::emit_one(Term term) {
  const Op op = terms_.op(term);
  const Sort& sort = terms_.sort(term);
  const auto parts = terms_.operands(term);
  switch (op) {
    case Op::Variable:
      return emit_state(term);
    case Op::Value:
      return emit_value(terms_.value(term));
    case Op::Not:
    case Op::BvNot:
      return -of(parts[0]);
    case Op::Equal:
      if (const auto equation = constant_equation(terms_, term))
        return emit_constant_equation(*equation);
      return emit_equal(parts[0], parts[1]);
    case Op::Ite:
      return emit_choice(term);
    case Op::And:
    case Op::Or:
      return emit_junction(term);
    case Op::BvAdd: {
      const auto [a, b, difference] = summands(parts[0], parts[1]);
      return apply(difference ? "sub" : "add", sort, fmt::format("{} {}", of(a), of(b)));
    }
    case Op::Extract:
      return apply("slice", sort,
                   fmt::format("{} {} {}", of(parts[0]), terms_.parameter(term, 0),
                               terms_.parameter(term, 1)));
    case Op::ZeroExtend:
    case Op::SignExtend:
      return apply(op == Op::ZeroExtend ? "uext" : "sext", sort,
                   fmt::format("{} {}", of(parts[0]),
                               terms_.parameter(term) - terms_.sort(parts[0]).width()));
    case Op::ConstArray:
      CAIRN_CHECK(terms_.is_value(parts[0]));
      return constant_array(sort, of(parts[0]));
    default:
      break;
  }
  const std::string_view tag = simple_tag(op);
  std::string arguments;
  for (const Term part : parts)
    arguments += fmt::format("{}{}", arguments.empty() ? "" : " ", of(part));
  return apply(tag, sort, arguments);
}

template <typename Visit>
void Btor2Emitter::for_needed(Term term, Visit visit) const {
  const Op op = terms_.op(term);
  const auto parts = terms_.operands(term);
  if (op == Op::Variable) {
    const auto state = states_.find(term);
    if (state == states_.end() || !state->second.init.valid()) return;
    const Term init = state->second.init;
    if (terms_.op(init) == Op::ConstArray) return visit(terms_.operands(init)[0]);
    if (!is_constant_array(init)) visit(init);
    return;
  }
  if (const auto equation = constant_equation(terms_, term)) {
    visit(equation->array);
    return visit(equation->element);
  }
  if (op == Op::Equal && terms_.sort(parts[0]) == Sort::bit_vector(1) && terms_.is_value(parts[1]))
    return visit(parts[0]);
  if (op == Op::Ite && terms_.sort(term) == Sort::bit_vector(1) && terms_.is_value(parts[1]) &&
      terms_.is_value(parts[2]))
    return visit(parts[0]);
  if (op == Op::BvAdd) {
    const auto [a, b, difference] = summands(parts[0], parts[1]);
    visit(a);
    return visit(b);
  }
  for (const Term part : parts) visit(part);
}

std::int64_t Btor2Emitter::emit(Term term) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term top = stack.back();
    if (is_ready(top)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for_needed(top, [&](Term part) {
      if (!is_ready(part)) stack.push_back(part);
    });
    if (stack.size() > before) {
      CAIRN_CHECK(done_.emplace(top, 0).second);  // else it depends on itself
      continue;
    }
    stack.pop_back();
    done_[top] = emit_one(top);
  }
  return of(term);
}

std::uint64_t Btor2Emitter::emit_positive(Term term) {
  const std::int64_t id = emit(term);
  if (id > 0) return static_cast<std::uint64_t>(id);
  const std::int64_t positive = apply("not", terms_.sort(term), fmt::format("{}", -id));
  done_[term] = positive;
  return static_cast<std::uint64_t>(positive);
}

void Btor2Emitter::emit_next(Term variable, Term next) {
  const std::int64_t state = emit(variable), value = emit(next);
  line("next", fmt::format("{} {} {}", sort(terms_.sort(variable)), state, value));
}

}  // namespace cairn
