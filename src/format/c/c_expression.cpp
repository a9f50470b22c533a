// SPDX-License-Identifier: MIT
#include "format/c/c_expression.h"

#include <fmt/format.h>

#include <string_view>

#include "format/c/c_float.h"

namespace cairn {
namespace {

/// Bits of a word of up to 64 bits that are compared with a constant.
struct MaskedWord {
  Term word;
  std::uint64_t mask = 0;
  std::uint64_t value = 0;
};

class Printer {
 public:
  Printer(const Terms& terms, const CNames& names, std::size_t limit)
      : terms_(terms), names_(names), left_(limit) {}

  std::string boolean(Term term);
  /// There is no C form, and why; what was printed is to be thrown away.
  NoCForm failure() const { return failure_; }

 private:
  std::string fail(NoCForm why = NoCForm::Operation) {
    if (failure_ == NoCForm::None) failure_ = why;
    return {};
  }
  /// Another operator; false if there is no need to go on.
  bool spend() {
    if (left_ == 0) fail(NoCForm::Length);
    if (left_ > 0) --left_;
    return failure_ == NoCForm::None;
  }
  Term operand(Term term, std::size_t i) const { return terms_.operands(term)[i]; }
  std::uint32_t width(Term term) const { return terms_.sort(term).width(); }
  bool is_named(Term term) const { return terms_.is_variable(term) && names_.contains(term); }
  const CName& name_of(Term variable) {
    static const CName none;
    const auto found = names_.find(variable);
    if (found != names_.end()) return found->second;
    fail(NoCForm::Name);
    return none;
  }
  const char* unsigned_type(std::uint32_t width) {
    if (width > 64) fail();
    return width > 32 ? "unsigned long long" : "unsigned int";
  }
  const char* exact_type(std::uint32_t width, bool is_signed);
  std::string number(const BitVector& bits);

  std::string joined(Term term, std::string_view separator);
  std::string negated(Term term);
  std::string compared(Term left, std::string_view op, Term right, bool is_signed);
  std::string equal(Term left, std::string_view op, Term right);
  std::string equal_floats(Term left, std::string_view op, Term right);
  std::string about_pointer(Term left, std::string_view op, Term right);
  std::string order(Term term, bool negate);
  std::optional<std::string> order_of_variable(Term term, bool negate);
  std::optional<MaskedWord> masked_word(Term left, Term right) const;
  std::optional<std::string> with_mask(Term left, std::string_view op, Term right);
  std::string low_bits(Term term);
  bool is_signed_word(Term term) const;
  std::string as_signed(Term term);
  std::string as_unsigned(Term term);
  std::string unsigned_operation(Term term);
  std::string loose(Term term);
  bool is_signed_division(Term term) const;
  std::string float_bits(Term term);
  std::string masked(const std::string& text, std::uint32_t bits);
  std::string floating(Term term);
  std::string float_operation(Term term);
  std::string float_class(Term term);

  const Terms& terms_;
  const CNames& names_;
  std::size_t left_;
  NoCForm failure_ = NoCForm::None;
};

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
      fail();
      return "";
  }
}

/// For masks and values of masked words: in hexadecimal, which has the type that it needs.
std::string bits_literal(std::uint64_t value) {
  if (value < 10) return std::to_string(value);
  return fmt::format("0x{:X}{}", value, value > 0xFFFFFFFFu ? "ULL" : "");
}

/// Of type unsigned int or unsigned long long.
std::string Printer::number(const BitVector& bits) {
  if (bits.width() > 64) return fail();
  const std::string suffix = bits.width() > 32 ? "ULL" : "U";
  // Masks and the like are read in hexadecimal.
  if (bits.low() > 0xFFFF) return fmt::format("0x{:x}{}", bits.low(), suffix);
  return bits.to_decimal() + suffix;
}

/// Of type unsigned int or unsigned long long, cut to fewer bits.
std::string Printer::masked(const std::string& text, std::uint32_t bits) {
  if (bits == 32 || bits == 64) return text;
  if (bits > 64) return fail();
  return fmt::format("({} & {})", text,
                     number(BitVector::ones(bits).zero_extend(bits > 32 ? 64 : 32)));
}

/// By a constant that C divides by as we do: it is not 0, and -1 may overflow.
bool Printer::is_signed_division(Term term) const {
  const Op op = terms_.op(term);
  if ((op != Op::BvSdiv && op != Op::BvSrem) || !terms_.is_value(operand(term, 1))) return false;
  const BitVector& divisor = terms_.value(operand(term, 1)).bits();
  const std::uint32_t bits = width(term);
  return (bits == 8 || bits == 16 || bits == 32 || bits == 64) && !divisor.is_zero() &&
         divisor != BitVector::ones(bits);
}

bool Printer::is_signed_word(Term term) const {
  if (terms_.is_value(term)) return true;
  if (!terms_.is_variable(term))
    return terms_.op(term) == Op::SignExtend || is_signed_division(term);
  const auto found = names_.find(term);
  return found != names_.end() && is_signed(found->second.show);
}

std::string Printer::as_signed(Term term) {
  if (!spend()) return {};
  const std::uint32_t bits = width(term);
  if (terms_.is_value(term)) return bits > 64 ? fail() : c_number(terms_.value(term).bits(), true);
  if (terms_.is_variable(term) && is_signed_word(term)) return name_of(term).name;
  if (terms_.op(term) == Op::SignExtend && (bits == 32 || bits == 64)) {
    const std::string inner = as_signed(operand(term, 0));
    return bits == 64 ? fmt::format("(long long){}", inner) : inner;
  }
  if (is_signed_division(term))
    return fmt::format("({} {} {})", as_signed(operand(term, 0)),
                       terms_.op(term) == Op::BvSdiv ? "/" : "%", as_signed(operand(term, 1)));
  return fmt::format("({}){}", exact_type(bits, true), as_unsigned(term));
}

/// Right in the bits of the word and arbitrary above them, of the type that as_unsigned() has: one
/// mask around it all will do.
std::string Printer::loose(Term term) {
  const std::uint32_t bits = width(term);
  const auto joined_by = [&](std::string_view op) {
    std::string text = loose(operand(term, 0));
    for (std::size_t i = 1; i < terms_.operands(term).size(); ++i)
      text += fmt::format(" {} {}", op, loose(operand(term, i)));
    return fmt::format("({})", text);
  };
  if (!spend()) return {};
  if (bits == 32 || bits == 64 || terms_.is_value(term)) return as_unsigned(term);
  switch (terms_.op(term)) {
    case Op::BvAdd:
      return joined_by("+");
    case Op::BvMul:
      return joined_by("*");
    case Op::BvNeg:
      return fmt::format("(-{})", loose(operand(term, 0)));
    case Op::BvNot:
      return fmt::format("(~{})", loose(operand(term, 0)));
    case Op::Extract:
      // The word must not be of a wider type.
      if (terms_.parameter(term, 1) == 0 && (width(operand(term, 0)) <= 32) == (bits <= 32))
        return loose(operand(term, 0));
      return as_unsigned(term);
    default:
      return as_unsigned(term);
  }
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
    if (name.show == Show::Pointer) return fail(NoCForm::Address);
    if (!is_signed_word(term))
      return bits == 32 || bits == 64 ? name.name : fmt::format("({}){}", type, name.name);
    if (bits == 32 || bits == 64) return fmt::format("({}){}", type, name.name);
    return masked(fmt::format("({}){}", type, name.name), bits);
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
    fail();
    return BitVector(1, 0);
  };
  switch (terms_.op(term)) {
    case Op::Ite:
      return fmt::format("({} ? {} : {})", boolean(operand(term, 0)), as_unsigned(operand(term, 1)),
                         as_unsigned(operand(term, 2)));
    case Op::BvNot:
      return masked(fmt::format("(~{})", loose(operand(term, 0))), bits);
    case Op::BvNeg:
      return masked(fmt::format("(-{})", loose(operand(term, 0))), bits);
    case Op::BvAnd:
      return infix("&");
    case Op::BvOr:
      return infix("|");
    case Op::BvXor:
      return infix("^");
    case Op::BvAdd:
    case Op::BvMul: {
      if (bits == 32 || bits == 64) return infix(terms_.op(term) == Op::BvAdd ? "+" : "*");
      return masked(loose(term), bits);
    }
    case Op::BvSdiv:
    case Op::BvSrem:
      if (!is_signed_division(term)) return fail();
      return masked(fmt::format("({}){}", type, as_signed(term)), bits);
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
      const Term high = operand(term, 0);
      if (terms_.is_value(operand(term, 1)) && terms_.value(operand(term, 1)).bits().is_zero()) {
        // A shift to the left, which loses the bits above.
        const bool is_low_part = terms_.op(high) == Op::Extract && terms_.parameter(high, 1) == 0 &&
                                 width(operand(high, 0)) == bits && (bits == 32 || bits == 64);
        if (is_low_part) return fmt::format("({} << {})", as_unsigned(operand(high, 0)), low);
        return fmt::format("(({}){} << {})", type, as_unsigned(high), low);
      }
      return fmt::format("((({}){} << {}) | {})", type, as_unsigned(operand(term, 0)), low,
                         as_unsigned(operand(term, 1)));
    }
    case Op::ZeroExtend:
      return fmt::format("({}){}", type, as_unsigned(operand(term, 0)));
    case Op::SignExtend:
      return masked(fmt::format("({}){}", type, as_signed(operand(term, 0))), bits);
    case Op::FpToBits:
      return float_bits(operand(term, 0));
    case Op::Select:
      return fail(NoCForm::Array);
    default:
      return fail();
  }
}

/// A NaN is one value here, with the bits of the quiet one.
std::string Printer::float_bits(Term term) {
  const Sort& sort = terms_.sort(term);
  const bool is_double = sort == Sort::float64();
  if (!is_double && sort != Sort::float32()) return fail();
  if (!terms_.is_variable(term)) return fail();
  const std::string& name = name_of(term).name;
  if (is_double)
    return fmt::format(
        "({0} != {0} ? 0x7ff8000000000000ULL : "
        "((union {{ double d; unsigned long long u; }}){{ {0} }}).u)",
        name);
  return fmt::format(
      "({0} != {0} ? 0x7fc00000U : ((union {{ float f; unsigned int u; }}){{ {0} }}).u)", name);
}

/// Of some integer type, right in the bits of the word and arbitrary above them.
std::string Printer::low_bits(Term term) {
  if (!spend()) return {};
  if (terms_.is_variable(term)) {
    const CName& name = name_of(term);
    return name.show == Show::Pointer ? fail(NoCForm::Address) : name.name;
  }
  const Op op = terms_.op(term);
  if (op == Op::BvXor || op == Op::BvOr) {
    std::string text;
    for (const Term part : terms_.operands(term))
      text += fmt::format("{}{}",
                          text.empty()      ? ""
                          : op == Op::BvXor ? " ^ "
                                            : " | ",
                          low_bits(part));
    return fmt::format("({})", text);
  }
  if (op == Op::BvNot) return fmt::format("~{}", low_bits(operand(term, 0)));
  return as_unsigned(term);
}

/// Part of a word, or a word with a mask, compared with a constant.
std::optional<MaskedWord> Printer::masked_word(Term left, Term right) const {
  if (!terms_.is_value(right)) return std::nullopt;
  MaskedWord result;
  result.value = terms_.value(right).bits().low();
  if (terms_.op(left) == Op::Extract) {
    result.word = operand(left, 0);
    const std::uint32_t low = terms_.parameter(left, 1);
    if (width(result.word) > 64) return std::nullopt;
    result.mask = BitVector::ones(width(left)).low() << low;
    result.value <<= low;
    return result;
  }
  if (width(left) > 64 || terms_.op(left) != Op::BvAnd || terms_.operands(left).size() != 2)
    return std::nullopt;
  const Term first = operand(left, 0), second = operand(left, 1);
  if (!terms_.is_value(first) && !terms_.is_value(second)) return std::nullopt;
  result.word = terms_.is_value(first) ? second : first;
  result.mask = terms_.value(terms_.is_value(first) ? first : second).bits().low();
  return result;
}

std::optional<std::string> Printer::with_mask(Term left, std::string_view op, Term right) {
  const auto bits = masked_word(left, right);
  if (!bits) return std::nullopt;
  const std::string word = fmt::format("({} & {})", low_bits(bits->word), bits_literal(bits->mask));
  const bool one_bit = (bits->mask & (bits->mask - 1)) == 0;
  if (one_bit && bits->value == bits->mask)
    return fmt::format("{} {} 0", word, op == "==" ? "!=" : "==");
  return fmt::format("{} {} {}", word, op, bits_literal(bits->value));
}

std::string Printer::compared(Term left, std::string_view op, Term right, bool is_signed) {
  if (is_signed) return fmt::format("{} {} {}", as_signed(left), op, as_signed(right));
  return fmt::format("{} {} {}", as_unsigned(left), op, as_unsigned(right));
}

/// Pointers are compared with one another and with 0.
std::string Printer::about_pointer(Term left, std::string_view op, Term right) {
  const auto text = [&](Term term) {
    if (terms_.is_value(term) && terms_.value(term).bits().is_zero()) return std::string("0");
    if (!is_named(term) || name_of(term).show != Show::Pointer) return fail(NoCForm::Address);
    return name_of(term).name;
  };
  return fmt::format("{} {} {}", text(left), op, text(right));
}

std::string Printer::equal(Term left, std::string_view op, Term right) {
  const Sort& sort = terms_.sort(left);
  if (terms_.is_value(left)) std::swap(left, right);
  if (sort.is_bool()) return fmt::format("({}) {} ({})", boolean(left), op, boolean(right));
  if (sort.is_float()) return equal_floats(left, op, right);
  if (sort.is_array()) return fail(NoCForm::Array);
  if (!sort.is_bit_vector()) return fail();
  if (is_named(left) && name_of(left).show == Show::Pointer) return about_pointer(left, op, right);
  if (const auto text = with_mask(left, op, right)) return *text;
  // The same type, no promotion that matters: the values are compared as they are.
  if (is_named(left) && width(left) <= 64) {
    const bool as_signed_number = is_signed_word(left);
    if (terms_.is_value(right))
      return fmt::format("{} {} {}", name_of(left).name, op,
                         c_number(terms_.value(right).bits(), as_signed_number));
    if (is_named(right) && name_of(right).show != Show::Pointer &&
        is_signed_word(right) == as_signed_number)
      return fmt::format("{} {} {}", name_of(left).name, op, name_of(right).name);
  }
  return compared(left, op, right, is_signed_word(left) && is_signed_word(right));
}

/// Identity: C's equality tells neither zeros apart nor a NaN to be itself.
std::string Printer::equal_floats(Term left, std::string_view op, Term right) {
  const std::string a = floating(left);
  std::string text;
  if (terms_.is_value(right) && is_nan(terms_.value(right))) {
    text = fmt::format("{0} != {0}", a);
  } else if (terms_.is_value(right) && is_zero(terms_.value(right))) {
    const bool negative = terms_.value(right).bits().bit(terms_.value(right).bits().width() - 1);
    text = fmt::format("{0} == 0 && 1 / {0} {1} 0", a, negative ? '<' : '>');
  } else if (terms_.is_value(right)) {
    return fmt::format("{} {} {}", a, op, floating(right));
  } else {
    const std::string b = floating(right);
    text = fmt::format("({0} == {1} && 1 / {0} == 1 / {1}) || ({0} != {0} && {1} != {1})", a, b);
  }
  return op == "==" ? fmt::format("({})", text) : fmt::format("!({})", text);
}

std::string Printer::floating(Term term) {
  if (!spend()) return {};
  if (terms_.is_value(term)) {
    auto text = c_float_expression(terms_.value(term));
    return text ? *text : fail();
  }
  if (terms_.is_variable(term)) return name_of(term).name;
  return float_operation(term);
}

/// C's type of that sort; what else there is has none.
const char* float_type(const Sort& sort) {
  if (sort == Sort::float32()) return "float";
  return sort == Sort::float64() ? "double" : nullptr;
}

std::string Printer::float_operation(Term term) {
  const char* type = float_type(terms_.sort(term));
  const Op op = terms_.op(term);
  if (op == Op::Select) return fail(NoCForm::Array);
  if (type == nullptr) return fail();
  const auto infix = [&](char symbol) {
    if (terms_.rounding(term) != RoundingMode::NearestEven) return fail();
    return fmt::format("({})({} {} {})", type, floating(operand(term, 0)), symbol,
                       floating(operand(term, 1)));
  };
  switch (op) {
    case Op::FpNeg:
      return fmt::format("-{}", floating(operand(term, 0)));
    case Op::FpAdd:
      return infix('+');
    case Op::FpSub:
      return infix('-');
    case Op::FpMul:
      return infix('*');
    case Op::FpDiv:
      return infix('/');
    case Op::FpToFp:
      if (terms_.rounding(term) != RoundingMode::NearestEven) return fail();
      return fmt::format("({}){}", type, floating(operand(term, 0)));
    case Op::SbvToFp:
    case Op::UbvToFp:
      if (terms_.rounding(term) != RoundingMode::NearestEven) return fail();
      return fmt::format(
          "({}){}", type,
          op == Op::SbvToFp ? as_signed(operand(term, 0)) : as_unsigned(operand(term, 0)));
    default:
      return fail();
  }
}

std::string Printer::float_class(Term term) {
  const Sort& sort = terms_.sort(operand(term, 0));
  if (float_type(sort) == nullptr) return fail();
  const std::string x = floating(operand(term, 0));
  const bool is_double = sort == Sort::float64();
  const char* largest = is_double ? "0x1.fffffffffffffp+1023" : "0x1.fffffep+127f";
  const char* smallest = is_double ? "0x1p-1022" : "0x1p-126f";
  switch (terms_.op(term)) {
    case Op::FpIsNan:
      return fmt::format("{0} != {0}", x);
    case Op::FpIsZero:
      return fmt::format("{} == 0", x);
    case Op::FpIsNegative:
      return fmt::format("({0} < 0 || ({0} == 0 && 1 / {0} < 0))", x);
    case Op::FpIsInfinite:
      return fmt::format("({0} > {1} || {0} < -{1})", x, largest);
    case Op::FpIsNormal:
      return fmt::format("(({0} >= {1} && {0} <= {2}) || ({0} <= -{1} && {0} >= -{2}))", x,
                         smallest, largest);
    case Op::FpIsSubnormal:
      return fmt::format("({0} != 0 && {0} < {1} && {0} > -{1})", x, smallest);
    default:
      return fail();
  }
}

std::string Printer::joined(Term term, std::string_view separator) {
  std::string text;
  for (const Term part : terms_.operands(term)) {
    if (failure_ != NoCForm::None) return {};
    if (!text.empty()) text += fmt::format(" {} ", separator);
    const Op op = terms_.op(part);
    const bool compound = op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Ite ||
                          (op == Op::Equal && terms_.sort(operand(part, 0)).is_bool());
    const std::string one = boolean(part);
    // A comparison of the other order has become two of the variable's own.
    const std::string_view other = separator == "&&" ? "||" : "&&";
    const bool mixed = one.find(other) != std::string::npos;
    text += compound || mixed ? fmt::format("({})", one) : one;
  }
  return text;
}

/// A variable compared with a constant, in the variable's own order; nothing for other terms.
std::optional<std::string> Printer::order_of_variable(Term term, bool negate) {
  const Op op = terms_.op(term);
  const Term left = operand(term, 0), right = operand(term, 1);
  const bool on_left = terms_.is_value(right);
  const Term variable = on_left ? left : right;
  const Term constant = on_left ? right : left;
  if (!is_named(variable) || !terms_.is_value(constant) || width(variable) > 64)
    return std::nullopt;
  const CName& name = name_of(variable);
  if (name.show == Show::Pointer || !spend()) return std::nullopt;
  // As "x op c".
  const bool less = on_left != negate;
  const bool strict = (op == Op::BvSlt || op == Op::BvUlt) != negate;
  const bool wants_signed = op == Op::BvSlt || op == Op::BvSle;
  const BitVector& bound = terms_.value(constant).bits();
  const bool own = is_signed(name.show);
  const std::string text = fmt::format("{} {}{} {}", name.name, less ? '<' : '>', strict ? "" : "=",
                                       c_number(bound, own));
  if (own == wants_signed) return text;
  // Of the other order the halves change places. "Below" is then in the half that comes first and
  // in the one of the constant.
  const BitVector middle = BitVector::min_signed(bound.width());
  const std::string half =
      own ? fmt::format("{} {} 0", name.name, less ? ">=" : "<")
          : fmt::format("{} {} {}", name.name, less ? ">=" : "<", c_number(middle, false));
  if (strict == less && bound == (own ? middle : BitVector(bound.width(), 0))) return half;
  const bool in_first_half = bound.bit(bound.width() - 1) != own;
  return fmt::format("{} {} {}", half, in_first_half == less ? "&&" : "||", text);
}

std::string Printer::order(Term term, bool negate) {
  if (auto text = order_of_variable(term, negate)) return *text;
  const Op op = terms_.op(term);
  const bool strict = (op == Op::BvSlt || op == Op::BvUlt) != negate;
  const Term left = operand(term, negate ? 1 : 0), right = operand(term, negate ? 0 : 1);
  const bool wants_signed = op == Op::BvSlt || op == Op::BvSle;
  // Two variables of that order need no casts.
  if (is_named(left) && is_named(right) && is_signed_word(left) == wants_signed &&
      is_signed_word(right) == wants_signed)
    return fmt::format("{} {} {}", name_of(left).name, strict ? "<" : "<=", name_of(right).name);
  return compared(left, strict ? "<" : "<=", right, wants_signed);
}

std::string Printer::negated(Term term) {
  switch (terms_.op(term)) {
    case Op::Equal:
      return equal(operand(term, 0), "!=", operand(term, 1));
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return order(term, true);
    case Op::Variable:
      return fmt::format("!{}", name_of(term).name);
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
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return order(term, false);
    case Op::FpLt:
      return fmt::format("{} < {}", floating(first()), floating(second()));
    case Op::FpLe:
      return fmt::format("{} <= {}", floating(first()), floating(second()));
    case Op::FpEq:
      return fmt::format("{} == {}", floating(first()), floating(second()));
    case Op::Select:
      return fail(NoCForm::Array);
    default:
      return float_class(term);
  }
}

}  // namespace

std::string c_number(const BitVector& bits, bool is_signed) {
  const std::uint32_t width = bits.width();
  if (is_signed) {
    const std::string suffix = width > 32 ? "LL" : "";
    if (width >= 32 && bits == BitVector::min_signed(width))
      return fmt::format("({}{} - 1)", (bits + BitVector(width, 1)).to_signed_decimal(), suffix);
    return bits.to_signed_decimal() + suffix;
  }
  const std::uint64_t value = bits.low();
  const std::string suffix = value > 0xFFFFFFFFu ? "ULL" : value > 0x7FFFFFFFu ? "U" : "";
  // Powers of two and what is one less are read in hexadecimal.
  if (value > 0xFFFF && ((value & (value + 1)) == 0 || (value & (value - 1)) == 0))
    return fmt::format("0x{:X}{}", value, suffix);
  return bits.to_decimal() + suffix;
}

std::optional<std::string> c_expression(const Terms& terms, Term formula, const CNames& names,
                                        std::size_t limit, NoCForm* why) {
  Printer printer(terms, names, limit);
  std::string text = printer.boolean(formula);
  if (why != nullptr) *why = printer.failure();
  if (printer.failure() != NoCForm::None) return std::nullopt;
  return text;
}

}  // namespace cairn
