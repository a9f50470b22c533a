// SPDX-License-Identifier: MIT
#include "format/c_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string_view>

#include "format/value_ranges.h"

namespace cairn {
namespace {

class Printer {
 public:
  Printer(const Terms& terms, const CNames& names, std::size_t limit)
      : terms_(terms), names_(names), left_(limit) {}

  std::string boolean(Term term);
  /// There is no C form; what was printed is to be thrown away.
  bool failed() const { return failed_; }

 private:
  std::string fail() {
    failed_ = true;
    return {};
  }
  /// Another operator; false if there is no need to go on.
  bool spend() {
    if (left_ == 0) failed_ = true;
    if (left_ > 0) --left_;
    return !failed_;
  }
  Term operand(Term term, std::size_t i) const { return terms_.operands(term)[i]; }
  std::uint32_t width(Term term) const { return terms_.sort(term).width(); }
  const CName& name_of(Term variable) {
    static const CName none;
    const auto found = names_.find(variable);
    if (found != names_.end()) return found->second;
    failed_ = true;
    return none;
  }
  const char* unsigned_type(std::uint32_t width);
  const char* exact_type(std::uint32_t width, bool is_signed);
  std::string signed_number(const BitVector& bits);

  std::string joined(Term term, std::string_view separator);
  std::string negated(Term term);
  std::string compared(Term left, std::string_view op, Term right, bool is_signed);
  std::string equal(Term left, std::string_view op, Term right);
  bool is_signed_word(Term term) const;
  std::string as_signed(Term term);
  std::string as_unsigned(Term term);
  std::string unsigned_operation(Term term);
  std::string masked(const std::string& text, std::uint32_t bits);
  std::string number(const BitVector& bits);
  std::string floating(Term term);
  std::string float_value(const Value& value);

  const Terms& terms_;
  const CNames& names_;
  std::size_t left_;
  bool failed_ = false;
};

const char* Printer::unsigned_type(std::uint32_t width) {
  if (width > 64) failed_ = true;
  return width > 32 ? "unsigned long long" : "unsigned int";
}

/// A type of this width exactly.
const char* Printer::exact_type(std::uint32_t width, bool is_signed) {
  switch (width) {
    case 8:
      return is_signed ? "signed char" : "unsigned char";
    case 16:
      return is_signed ? "short" : "unsigned short";
    case 32:
      return is_signed ? "int" : "unsigned int";
    case 64:
      return is_signed ? "long long" : "unsigned long long";
    default:
      failed_ = true;
      return "";
  }
}

/// Requires at most 64 bits.
std::string c_number(const BitVector& bits, bool is_signed) {
  if (!is_signed) {
    const std::string suffix = bits.width() > 32 ? "ULL" : "U";
    // Masks and the like are read in hexadecimal.
    if (bits.low() > 0xFFFF) return fmt::format("0x{:x}{}", bits.low(), suffix);
    return bits.to_decimal() + suffix;
  }
  const std::string suffix = bits.width() > 32 ? "LL" : "";
  if (bits.width() >= 32 && bits == BitVector::min_signed(bits.width()))
    return fmt::format("({}{} - 1)", (bits + BitVector(bits.width(), 1)).to_signed_decimal(),
                       suffix);
  return bits.to_signed_decimal() + suffix;
}

std::string Printer::number(const BitVector& bits) {
  return bits.width() > 64 ? fail() : c_number(bits, false);
}

std::string Printer::signed_number(const BitVector& bits) {
  return bits.width() > 64 ? fail() : c_number(bits, true);
}

/// Of type unsigned int or unsigned long long, cut to fewer bits.
std::string Printer::masked(const std::string& text, std::uint32_t bits) {
  if (bits == 32 || bits == 64) return text;
  if (bits > 64) return fail();
  return fmt::format("({} & {})", text,
                     number(BitVector::ones(bits).zero_extend(bits > 32 ? 64 : 32)));
}

bool Printer::is_signed_word(Term term) const {
  if (terms_.is_value(term)) return true;
  if (!terms_.is_variable(term)) return terms_.op(term) == Op::SignExtend;
  const auto found = names_.find(term);
  return found != names_.end() &&
         (found->second.show == Show::Signed || found->second.show == Show::Char);
}

std::string Printer::as_signed(Term term) {
  if (!spend()) return {};
  const std::uint32_t bits = width(term);
  if (terms_.is_value(term)) return signed_number(terms_.value(term).bits());
  if (terms_.is_variable(term) && is_signed_word(term)) return name_of(term).name;
  if (terms_.op(term) == Op::SignExtend && (bits == 32 || bits == 64)) {
    const std::string inner = as_signed(operand(term, 0));
    return bits == 64 ? fmt::format("(long long){}", inner) : inner;
  }
  return fmt::format("({}){}", exact_type(bits, true), as_unsigned(term));
}

// The value of a word of w bits is a number of type unsigned int (w <= 32) or unsigned long long,
// zero-extended.
std::string Printer::as_unsigned(Term term) {
  if (!spend()) return {};
  const std::uint32_t bits = width(term);
  const char* type = unsigned_type(bits);
  if (terms_.is_value(term)) return number(terms_.value(term).bits());
  if (terms_.is_variable(term)) {
    const CName& name = name_of(term);
    if (name.show == Show::Pointer) return fail();
    if (bits == 32 || bits == 64)
      return is_signed_word(term) ? fmt::format("({}){}", type, name.name) : name.name;
    if (bits == 1 && name.show == Show::Bool) return fmt::format("({}){}", type, name.name);
    if (!is_signed_word(term)) return fmt::format("({}){}", type, name.name);
    return fmt::format("({})({}){}", type, exact_type(bits, false), name.name);
  }
  return unsigned_operation(term);
}

std::string Printer::unsigned_operation(Term term) {
  const std::uint32_t bits = width(term);
  const char* type = unsigned_type(bits);
  const auto infix = [&](std::string_view op) {
    std::string text = as_unsigned(operand(term, 0));
    for (std::size_t i = 1; i < terms_.operands(term).size(); ++i)
      text += fmt::format(" {} {}", op, as_unsigned(operand(term, i)));
    return fmt::format("({})", text);
  };
  const auto constant = [&](Term right) {
    if (terms_.is_value(right)) return terms_.value(right).bits();
    failed_ = true;
    return BitVector(1, 0);
  };
  switch (terms_.op(term)) {
    case Op::Ite:
      return fmt::format("({} ? {} : {})", boolean(operand(term, 0)), as_unsigned(operand(term, 1)),
                         as_unsigned(operand(term, 2)));
    case Op::BvNot:
      return masked(fmt::format("(~{})", as_unsigned(operand(term, 0))), bits);
    case Op::BvNeg:
      return masked(fmt::format("(-{})", as_unsigned(operand(term, 0))), bits);
    case Op::BvAnd:
      return infix("&");
    case Op::BvOr:
      return infix("|");
    case Op::BvXor:
      return infix("^");
    case Op::BvAdd:
      return masked(infix("+"), bits);
    case Op::BvMul:
      return masked(infix("*"), bits);
    case Op::BvUdiv:
    case Op::BvUrem:
      if (constant(operand(term, 1)).is_zero()) return fail();
      return infix(terms_.op(term) == Op::BvUdiv ? "/" : "%");
    case Op::BvShl:
    case Op::BvLshr: {
      const BitVector amount = constant(operand(term, 1));
      if (!amount.fits_u64() || amount.low() >= bits) return fail();
      const char* op = terms_.op(term) == Op::BvShl ? "<<" : ">>";
      return masked(fmt::format("({} {} {})", as_unsigned(operand(term, 0)), op, amount.low()),
                    bits);
    }
    case Op::Extract: {
      const std::uint32_t low = terms_.parameter(term, 1);
      std::string text = as_unsigned(operand(term, 0));
      if (low > 0) text = fmt::format("({} >> {})", text, low);
      if (width(operand(term, 0)) > 32 && bits <= 32) text = fmt::format("(({}){})", type, text);
      const bool is_top = terms_.parameter(term, 0) + 1 == width(operand(term, 0));
      return is_top ? text : masked(text, bits);
    }
    case Op::Concat: {
      const std::uint32_t low = width(operand(term, 1));
      return fmt::format("((({}){} << {}) | {})", type, as_unsigned(operand(term, 0)), low,
                         as_unsigned(operand(term, 1)));
    }
    case Op::ZeroExtend:
      return fmt::format("({}){}", type, as_unsigned(operand(term, 0)));
    case Op::SignExtend:
      if (bits != 32 && bits != 64) return fail();
      return fmt::format("({}){}", type, as_signed(operand(term, 0)));
    default:
      return fail();
  }
}

std::string Printer::compared(Term left, std::string_view op, Term right, bool is_signed) {
  if (is_signed) return fmt::format("{} {} {}", as_signed(left), op, as_signed(right));
  return fmt::format("{} {} {}", as_unsigned(left), op, as_unsigned(right));
}

std::string Printer::equal(Term left, std::string_view op, Term right) {
  const Sort& sort = terms_.sort(left);
  if (terms_.is_value(left)) std::swap(left, right);
  if (sort.is_bool()) return fmt::format("({}) {} ({})", boolean(left), op, boolean(right));
  if (sort.is_bit_vector())
    return compared(left, op, right, is_signed_word(left) && is_signed_word(right));
  if (!sort.is_float() || !terms_.is_value(right)) return fail();
  // The same as identity for all but zeros and NaN.
  const BitVector& bits = terms_.value(right).bits();
  if ((bits + bits).is_zero() ||
      Value::of_float(sort, bits).to_string().find("nan") != std::string::npos)
    return fail();
  return fmt::format("{} {} {}", floating(left), op, floating(right));
}

std::string Printer::float_value(const Value& value) {
  if (value.sort() == Sort::float64()) {
    const auto number = std::bit_cast<double>(value.bits().low());
    if (std::isfinite(number)) return fmt::format("{:a}", number);
  } else if (value.sort() == Sort::float32()) {
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(value.bits().low()));
    if (std::isfinite(number)) return fmt::format("{:a}f", number);
  }
  return fail();
}

std::string Printer::floating(Term term) {
  if (!spend()) return {};
  if (terms_.is_value(term)) return float_value(terms_.value(term));
  if (terms_.is_variable(term)) return name_of(term).name;
  if (terms_.op(term) == Op::FpNeg) return fmt::format("-{}", floating(operand(term, 0)));
  return fail();
}

std::string Printer::joined(Term term, std::string_view separator) {
  std::string text;
  for (const Term part : terms_.operands(term)) {
    if (!text.empty()) text += fmt::format(" {} ", separator);
    const Op op = terms_.op(part);
    const bool compound = op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Ite;
    text += compound ? fmt::format("({})", boolean(part)) : boolean(part);
  }
  return text;
}

std::string Printer::negated(Term term) {
  const auto first = [&] { return operand(term, 0); };
  const auto second = [&] { return operand(term, 1); };
  switch (terms_.op(term)) {
    case Op::Equal:
      return equal(first(), "!=", second());
    case Op::BvUlt:
      return compared(second(), "<=", first(), false);
    case Op::BvUle:
      return compared(second(), "<", first(), false);
    case Op::BvSlt:
      return compared(first(), ">=", second(), true);
    case Op::BvSle:
      return compared(first(), ">", second(), true);
    default:
      return fmt::format("!({})", boolean(term));
  }
}

std::string Printer::boolean(Term term) {
  if (!spend()) return {};
  const auto first = [&] { return operand(term, 0); };
  const auto second = [&] { return operand(term, 1); };
  switch (terms_.op(term)) {
    case Op::Value:
      return terms_.is_true(term) ? "1" : "0";
    case Op::Variable:
      return name_of(term).name;
    case Op::Not:
      return negated(first());
    case Op::And:
      return joined(term, "&&");
    case Op::Or:
      return joined(term, "||");
    case Op::Xor:
      return fmt::format("({}) != ({})", boolean(first()), boolean(second()));
    case Op::Ite:
      return fmt::format("(({}) ? ({}) : ({}))", boolean(first()), boolean(second()),
                         boolean(operand(term, 2)));
    case Op::Equal:
      return equal(first(), "==", second());
    case Op::BvUlt:
      return compared(first(), "<", second(), false);
    case Op::BvUle:
      return compared(first(), "<=", second(), false);
    case Op::BvSlt:
      return compared(first(), "<", second(), true);
    case Op::BvSle:
      return compared(first(), "<=", second(), true);
    case Op::FpLt:
      return fmt::format("{} < {}", floating(first()), floating(second()));
    case Op::FpLe:
      return fmt::format("{} <= {}", floating(first()), floating(second()));
    case Op::FpEq:
      return fmt::format("{} == {}", floating(first()), floating(second()));
    default:
      return fail();
  }
}

}  // namespace

std::optional<std::string> c_expression(const Terms& terms, Term formula, const CNames& names,
                                        std::size_t limit) {
  Printer printer(terms, names, limit);
  std::string text = printer.boolean(formula);
  if (printer.failed()) return std::nullopt;
  return text;
}

namespace {

/// That a variable has one of these values; nothing if that takes more than two ranges. `number`
/// prints a value of the ranges' order.
template <class Number>
std::vector<std::string> range_facts(const std::string& name, const ValueRanges& ranges,
                                     const Number& number) {
  const auto allowed = ranges.allowed();
  const auto [first, last] = allowed.front();
  if (allowed.size() == 1) {
    if (first == last) return {fmt::format("{} == {}", name, number(first))};
    std::vector<std::string> facts;
    if (first > 0) facts.push_back(fmt::format("{} >= {}", name, number(first)));
    if (last < ranges.last()) facts.push_back(fmt::format("{} <= {}", name, number(last)));
    return facts;
  }
  const auto part = [&](const ValueRanges::Range& range) {
    if (range.first == range.second) return fmt::format("{} == {}", name, number(range.first));
    if (range.first == 0) return fmt::format("{} <= {}", name, number(range.second));
    if (range.second == ranges.last()) return fmt::format("{} >= {}", name, number(range.first));
    return fmt::format("({0} >= {1} && {0} <= {2})", name, number(range.first),
                       number(range.second));
  };
  return {part(allowed[0]) + " || " + part(allowed[1])};
}

/// All facts that fix single bits, together for each variable: the highest bits as a range, the
/// rest with a mask.
std::vector<Term> join_known_bits(Terms& terms, const CNames& names, std::vector<Term> facts) {
  std::map<Term, std::map<std::uint32_t, bool>> known;
  for (const Term fact : facts)
    if (const auto bit = known_bit(terms, fact); bit && names.contains(bit->variable))
      known[bit->variable].emplace(bit->position, bit->value);
  std::erase_if(facts, [&](Term fact) {
    const auto bit = known_bit(terms, fact);
    return bit && known.contains(bit->variable) && known[bit->variable].size() > 1;
  });
  for (auto& [variable, bits] : known) {
    if (bits.size() < 2) continue;
    const std::uint32_t width = terms.sort(variable).width();
    std::uint32_t top = width;
    BitVector high(width, 0);
    while (top > 0 && bits.contains(top - 1)) {
      --top;
      high.set_bit(top, bits[top]);
      bits.erase(top);
    }
    if (top == 0)
      facts.push_back(terms.equal(variable, terms.constant(Value(high))));
    else if (top < width)
      facts.push_back(terms.equal(terms.extract(variable, width - 1, top),
                                  terms.constant(Value(high.extract(width - 1, top)))));
    if (bits.empty()) continue;
    BitVector mask(width, 0), value(width, 0);
    for (const auto& [position, is_set] : bits) {
      mask.set_bit(position, true);
      value.set_bit(position, is_set);
    }
    facts.push_back(terms.equal(terms.make(Op::BvAnd, {variable, terms.constant(Value(mask))}),
                                terms.constant(Value(value))));
  }
  return facts;
}

/// All facts about single variables, together for each variable.
std::vector<std::string> about_values(const Terms& terms, const CNames& names,
                                      std::vector<Term>& facts) {
  std::map<Term, std::vector<Term>> by_variable;
  for (const Term fact : facts)
    if (const auto variable = ValueRanges::subject(terms, fact);
        variable && names.contains(*variable))
      by_variable[*variable].push_back(fact);
  std::vector<std::string> texts;
  for (const auto& [variable, own] : by_variable) {
    const CName& name = names.at(variable);
    const std::uint32_t width = terms.sort(variable).width();
    const bool is_signed = name.show == Show::Signed || name.show == Show::Char;
    if (!is_signed && name.show != Show::Unsigned) continue;
    ValueRanges ranges(width,
                       is_signed ? ValueRanges::Order::Signed : ValueRanges::Order::Unsigned);
    for (const Term fact : own) ranges.add(terms, fact);
    if (ranges.allowed().empty() || ranges.allowed().size() > 2) continue;
    const std::uint64_t flip = is_signed ? std::uint64_t{1} << (width - 1) : 0;
    for (std::string& text : range_facts(name.name, ranges, [&](std::uint64_t value) {
           return c_number(BitVector(width, value ^ flip), is_signed);
         }))
      texts.push_back(std::move(text));
    // Named again: Clang 14 captures no structured binding.
    std::erase_if(facts, [&used = own](Term fact) {
      return std::find(used.begin(), used.end(), fact) != used.end();
    });
  }
  return texts;
}

}  // namespace

std::vector<std::string> c_conjuncts(Terms& terms, Term formula, const CNames& names,
                                     std::size_t* left_out) {
  std::vector<Term> parts{formula};
  if (terms.op(formula) == Op::And)
    parts.assign(terms.operands(formula).begin(), terms.operands(formula).end());
  parts = join_known_bits(terms, names, std::move(parts));
  std::vector<std::string> facts = about_values(terms, names, parts);
  std::size_t others = 0;
  for (const Term part : parts) {
    if (terms.is_true(part)) continue;
    if (auto text = c_expression(terms, part, names))
      facts.push_back(std::move(*text));
    else
      ++others;
  }
  if (left_out != nullptr) *left_out = others;
  return facts;
}

}  // namespace cairn
