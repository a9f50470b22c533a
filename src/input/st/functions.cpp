// SPDX-License-Identifier: MIT
//
// The standard functions. Trigonometric and other transcendental functions have no exact model:
// their value is any one within bounds, and a violation in a run that called one is unknown.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {
namespace {

constexpr auto kToNearest = RoundingMode::NearestEven;
constexpr std::size_t kMany = 64;  ///< arguments of functions that take any number

struct OperatorFunction {
  std::string_view name;
  BinaryOp op;
  std::size_t least, most;
};
constexpr OperatorFunction kOperators[] = {
    {"ADD", BinaryOp::Add, 2, kMany},         {"MUL", BinaryOp::Multiply, 2, kMany},
    {"SUB", BinaryOp::Subtract, 2, 2},        {"DIV", BinaryOp::Divide, 2, 2},
    {"MOD", BinaryOp::Modulo, 2, 2},          {"EXPT", BinaryOp::Power, 2, 2},
    {"AND", BinaryOp::And, 2, kMany},         {"OR", BinaryOp::Or, 2, kMany},
    {"XOR", BinaryOp::Xor, 2, kMany},         {"GT", BinaryOp::Greater, 2, kMany},
    {"GE", BinaryOp::GreaterEqual, 2, kMany}, {"EQ", BinaryOp::Equal, 2, kMany},
    {"LE", BinaryOp::LessEqual, 2, kMany},    {"LT", BinaryOp::Less, 2, kMany},
    {"NE", BinaryOp::NotEqual, 2, 2},         {"ADD_TIME", BinaryOp::Add, 2, 2},
    {"SUB_TIME", BinaryOp::Subtract, 2, 2},   {"MULTIME", BinaryOp::Multiply, 2, 2},
    {"DIVTIME", BinaryOp::Divide, 2, 2},      {"MUL_TIME", BinaryOp::Multiply, 2, 2},
    {"DIV_TIME", BinaryOp::Divide, 2, 2}};

/// What is known of the value if the arguments are finite and within the domain. The bounds leave
/// room for how a runtime rounds.
struct Bounded {
  enum class Domain : std::uint8_t { Finite, Positive, Unit };
  std::string_view name;
  Domain domain;
  const char *least, *most;  ///< null: none, but that it is a number
};
constexpr Bounded kBounded[] = {{"SIN", Bounded::Domain::Finite, "-1.0", "1.0"},
                                {"COS", Bounded::Domain::Finite, "-1.0", "1.0"},
                                {"TAN", Bounded::Domain::Finite, nullptr, nullptr},
                                {"ASIN", Bounded::Domain::Unit, "-1.5708", "1.5708"},
                                {"ACOS", Bounded::Domain::Unit, "0.0", "3.1416"},
                                {"ATAN", Bounded::Domain::Finite, "-1.5708", "1.5708"},
                                {"ATAN2", Bounded::Domain::Finite, "-3.1416", "3.1416"},
                                {"EXP", Bounded::Domain::Finite, "0.0", nullptr},
                                {"LN", Bounded::Domain::Positive, "-746.0", "710.0"},
                                {"LOG", Bounded::Domain::Positive, "-324.0", "309.0"}};

bool is_comparison(BinaryOp op) {
  return op >= BinaryOp::Equal && op <= BinaryOp::GreaterEqual;
}

}  // namespace

/// In order, or by name (IN1, IN2, ...; or as `names` says).
std::vector<Operand> Compiler::lower_arguments(const Expr& call, std::size_t least,
                                               std::size_t most,
                                               const std::vector<std::string_view>& names) {
  const std::string& function = call.operands[0]->text;
  std::vector<const Expr*> places;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    const Argument& argument = call.arguments[i];
    if (argument.is_output || !argument.value)
      fail(argument.at, fmt::format("{} has no outputs", printable(function, 60)));
    std::size_t place = i;
    if (!argument.name.empty()) {
      const std::string name = upper_case(argument.name);
      place = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      if (place == names.size() && name.starts_with("IN") && name.size() > 2 &&
          name.find_first_not_of("0123456789", 2) == std::string::npos && name.size() < 5) {
        // MUX counts its inputs from 0, all others from 1.
        const std::size_t number = static_cast<std::size_t>(std::stoul(name.substr(2)));
        const bool from_zero = upper_case(function) == "MUX" || upper_case(function) == "SEL";
        if (number == 0 && !from_zero)
          place = kMany;
        else
          place = from_zero ? number + 1 : number - 1;
      } else if (place == names.size() && !(name == "IN" && names.empty())) {
        place = kMany;
      } else if (place == names.size()) {
        place = 0;
      }
    }
    if (place >= kMany)
      fail(argument.at, fmt::format("{} has no input '{}'", printable(function, 60),
                                    printable(argument.name, 60)));
    if (place >= places.size()) places.resize(place + 1, nullptr);
    if (places[place] != nullptr)
      fail(argument.at, fmt::format("an input of {} is given twice", printable(function, 60)));
    places[place] = argument.value.get();
  }
  const bool all = std::ranges::all_of(places, [](const Expr* e) { return e != nullptr; });
  if (places.size() < least || places.size() > most || !all)
    fail(call.at, fmt::format("{} takes {} argument{}, not {}", printable(function, 60),
                              least == most   ? fmt::format("{}", least)
                              : most == kMany ? fmt::format("{} or more", least)
                                              : fmt::format("{} to {}", least, most),
                              most == 1 ? "" : "s", call.arguments.size()));
  std::vector<Operand> operands;
  for (std::size_t i = 0; i < places.size(); ++i) {
    operands.push_back(lower(*places[i]));
    const bool call_follows =
        std::any_of(places.begin() + static_cast<std::ptrdiff_t>(i) + 1, places.end(),
                    [&](const Expr* e) { return has_call(*e); });
    if (call_follows) operands.back() = kept(std::move(operands.back()));
  }
  return operands;
}

/// X_TO_Y, TO_Y, TRUNC, X_TRUNC_Y.
std::optional<Operand> Compiler::conversion_function(const std::string& upper, const Expr& call) {
  const Type* from = nullptr;
  const Type* to = nullptr;
  bool truncates = false;
  if (upper == "TRUNC" || upper.starts_with("TRUNC_")) {
    truncates = true;
    to = upper == "TRUNC" ? basic_type(Basic::DInt) : find_basic_type(upper.substr(6));
    if (to == nullptr) return std::nullopt;
  } else if (upper.starts_with("TO_")) {
    to = find_basic_type(upper.substr(3));
    if (to == nullptr) return std::nullopt;
  } else {
    std::size_t middle = upper.find("_TO_");
    std::size_t skipped = 4;
    if (middle == std::string::npos) {
      middle = upper.find("_TRUNC_");
      skipped = 7;
      truncates = true;
    }
    if (middle == std::string::npos) return std::nullopt;
    from = find_basic_type(upper.substr(0, middle));
    if (from == nullptr) from = names_.find_type(upper.substr(0, middle));
    to = find_basic_type(upper.substr(middle + skipped));
    if (to == nullptr) to = names_.find_type(upper.substr(middle + skipped));
    if (upper.find("BCD") != std::string::npos) names_.refuse(call.at, "conversions of BCD");
    if (from == nullptr || to == nullptr) return std::nullopt;
  }
  std::vector<Operand> operands = lower_arguments(call, 1, 1, {"IN"});
  Operand operand = std::move(operands[0]);
  if (from != nullptr) {
    const bool narrows = !operand.is_literal() && !widens(operand.type, from);
    // The argument's own type counts where it is another one of the same kind, as most runtimes
    // have it.
    if (!narrows || operand.is_literal())
      operand = value(from, convert(std::move(operand), from, call.at), call.at);
    else
      fail(call.at, fmt::format("{} expects {}, got {}", printable(call.operands[0]->text, 60),
                                from->name, operand.type->name));
  } else {
    operand = settle(std::move(operand));
  }
  if (!operand.type->is_scalar() || !to->is_scalar())
    fail(call.at, fmt::format("{} cannot become {}", operand.type->name, to->name));
  if (truncates && !operand.type->is_real())
    fail(call.at, fmt::format("{} needs a real number, and not {}",
                              printable(call.operands[0]->text, 60), operand.type->name));
  if (operand.type->is_date() != to->is_date())
    names_.refuse(call.at,
                  fmt::format("conversions between {} and {}", operand.type->name, to->name));
  if (to->kind == Type::Kind::Enum) names_.refuse(call.at, "conversions to enumerations");
  if (operand.type->is_real() && to->is_duration())
    names_.refuse(call.at, fmt::format("conversions of {} to {}", operand.type->name, to->name));
  return value(
      to, cast(operand.term, without_range(operand.type), without_range(to), call.at, truncates),
      call.at);
}

/// SEL, MUX, MIN, MAX, LIMIT, MOVE.
Operand Compiler::select_function(const std::string& upper, const Expr& call) {
  if (upper == "SEL") {
    std::vector<Operand> operands = lower_arguments(call, 3, 3, {"G", "IN0", "IN1"});
    const Term chooses = convert(operands[0], basic_type(Basic::Bool), operands[0].at);
    const Type* type = common_type(operands[1], operands[2], call.at, upper);
    const Term first = convert(operands[1], type, operands[1].at);
    const Term second = convert(operands[2], type, operands[2].at);
    return value(type, terms().ite(chooses, second, first), call.at);
  }
  if (upper == "MOVE") {
    std::vector<Operand> operands = lower_arguments(call, 1, 1, {"IN"});
    return std::move(operands[0]);
  }
  const bool is_mux = upper == "MUX";
  const bool is_limit = upper == "LIMIT";
  std::vector<Operand> operands = is_limit
                                      ? lower_arguments(call, 3, 3, {"MN", "IN", "MX"})
                                      : lower_arguments(call, is_mux ? 3 : 2, kMany,
                                                        is_mux ? std::vector<std::string_view>{"K"}
                                                               : std::vector<std::string_view>{});
  Operand index;
  if (is_mux) {
    index = settle(std::move(operands.front()));
    operands.erase(operands.begin());
    if (!index.type->is_integer()) fail(call.at, "the first argument of MUX is an integer");
  }
  // All meet in one type.
  Operand first = operands[0];
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Type* type = common_type(first, operands[i], call.at, upper);
    first = value(type, convert(first, type, call.at), call.at);
  }
  first = settle(std::move(first));
  const Type* type = first.type;
  std::vector<Term> values;
  for (const Operand& operand : operands) values.push_back(convert(operand, type, operand.at));
  if (is_mux) {
    // Beyond the last input is an error, by the standard.
    std::vector<Term> any;
    for (std::size_t i = 0; i < values.size(); ++i)
      any.push_back(terms().equal(index.term, terms().bv(index.type->bits(), i)));
    mark(call.at);
    limit(terms().or_all(any), "the selector of MUX is beyond its inputs");
    Term result = values.back();
    for (std::size_t i = values.size() - 1; i-- > 0;)
      result = terms().ite(any[i], values[i], result);
    return value(type, result, call.at);
  }
  const auto is_less = [&](Term a, Term b) {
    return compare(BinaryOp::Less, value(type, a, call.at), value(type, b, call.at), call.at).term;
  };
  if (is_limit) {
    // MIN(MAX(IN, MN), MX), as the standard defines it.
    const Term raised = terms().ite(is_less(values[1], values[0]), values[0], values[1]);
    return value(type, terms().ite(is_less(values[2], raised), values[2], raised), call.at);
  }
  Term result = values[0];
  for (std::size_t i = 1; i < values.size(); ++i)
    result = upper == "MAX" ? terms().ite(is_less(result, values[i]), values[i], result)
                            : terms().ite(is_less(values[i], result), values[i], result);
  return value(type, result, call.at);
}

/// SHL, SHR, ROL, ROR.
Operand Compiler::shift_function(const std::string& upper, const Expr& call) {
  std::vector<Operand> operands = lower_arguments(call, 2, 2, {"IN", "N"});
  const Operand word = settle(operands[0]);
  const Operand amount = settle(operands[1]);
  if (!word.type->is_bits() && !word.type->is_integer())
    fail(call.at, fmt::format("{} needs a bit string, and not {}", upper, word.type->name));
  if (!amount.type->is_integer() && !amount.type->is_bits())
    fail(call.at, fmt::format("{} shifts by an integer, and not {}", upper, amount.type->name));
  const std::uint32_t width = word.type->bits();
  const std::uint32_t wide_width = std::max(width, amount.type->bits());
  const bool rotates = upper == "ROL" || upper == "ROR";
  Term count = terms().resize_unsigned(amount.term, wide_width);
  if (amount.type->is_signed() && !terms().is_value(amount.term)) {
    const Term negative =
        terms().make(Op::BvSlt, {amount.term, terms().bv(amount.type->bits(), 0)});
    mark(call.at);
    limit(terms().not_(negative), "a shift by a negative number");
  } else if (amount.type->is_signed() && terms().value(amount.term).bits().sign()) {
    fail(call.at, "a shift by a negative number");
  }
  const Term size = terms().bv(wide_width, width);
  if (rotates) count = terms().make(Op::BvUrem, {count, size});
  const Term wide_word = terms().zero_extend(word.term, wide_width);
  const auto shifted = [&](Op op, Term by) {
    return terms().extract(terms().make(op, {wide_word, by}), width - 1, 0);
  };
  Term result;
  if (upper == "SHL") result = shifted(Op::BvShl, count);
  if (upper == "SHR") result = shifted(Op::BvLshr, count);
  if (rotates) {
    const Term rest = terms().bv_sub(size, count);
    const Term left = shifted(Op::BvShl, upper == "ROL" ? count : rest);
    const Term right = shifted(Op::BvLshr, upper == "ROL" ? rest : count);
    result = terms().make(Op::BvOr, {left, right});
  }
  return value(without_range(word.type), result, call.at);
}

/// ABS and SQRT.
Operand Compiler::real_function(const std::string& upper, const Expr& call) {
  std::vector<Operand> operands = lower_arguments(call, 1, 1, {"IN"});
  Operand operand = settle(std::move(operands[0]));
  const Type* type = without_range(operand.type);
  if (upper == "ABS") {
    if (!type->is_number())
      fail(call.at, fmt::format("ABS needs a number, and not {}", type->name));
    if (type->is_real()) return value(type, terms().make(Op::FpAbs, {operand.term}), call.at);
    if (!type->is_signed()) return operand;
    type = wide(type);
    const Term number = convert(std::move(operand), type, call.at);
    const Term zero = terms().bv(type->bits(), 0);
    const Term negative = terms().make(Op::BvSlt, {number, zero});
    return value(type, terms().ite(negative, terms().make(Op::BvNeg, {number}), number), call.at);
  }
  if (type->is_integer()) {
    operand =
        value(basic_type(Basic::Real), convert(operand, basic_type(Basic::Real), call.at), call.at);
    type = operand.type;
  }
  if (!type->is_real())
    fail(call.at, fmt::format("{} needs a real number, and not {}", upper, type->name));
  return value(type, terms().rounded(Op::FpSqrt, kToNearest, std::span(&operand.term, 1)), call.at);
}

/// SIN and the like: a value within bounds.
Operand Compiler::bounded_function(const std::string& upper, const Expr& call) {
  const auto* known = std::ranges::find(kBounded, upper, &Bounded::name);
  const std::size_t count = upper == "ATAN2" ? 2 : 1;
  std::vector<Operand> operands = lower_arguments(
      call, count, count,
      count == 2 ? std::vector<std::string_view>{"Y", "X"} : std::vector<std::string_view>{"IN"});
  const Type* type = basic_type(Basic::Real);
  for (Operand& operand : operands) {
    operand = settle(std::move(operand));
    if (!operand.type->is_number())
      fail(call.at, fmt::format("{} needs a real number, and not {}", upper, operand.type->name));
    if (operand.type->is(Basic::LReal)) type = operand.type;
  }
  const auto number = [&](const char* text) { return terms().constant(real_value(text, type)); };
  const auto less = [&](Term a, Term b) { return terms().make(Op::FpLe, {a, b}); };
  Term is_defined = terms().true_term();
  for (Operand& operand : operands) {
    const Term x = convert(std::move(operand), type, call.at);
    Term fits = terms().not_(
        terms().or_(terms().make(Op::FpIsNan, {x}), terms().make(Op::FpIsInfinite, {x})));
    if (known->domain == Bounded::Domain::Positive)
      fits = terms().and_(fits, terms().make(Op::FpLt, {number("0.0"), x}));
    if (known->domain == Bounded::Domain::Unit)
      fits =
          terms().and_all(std::vector<Term>{fits, less(number("-1.0"), x), less(x, number("1.0"))});
    is_defined = terms().and_(is_defined, fits);
  }
  mark(call.at);
  const Term result = out_.variable(upper, type->sort(), "", Show::Hidden);
  out_.havoc(result, fmt::format("the value of {}", upper));
  Term bounds = terms().not_(terms().make(Op::FpIsNan, {result}));
  if (known->least != nullptr) bounds = terms().and_(bounds, less(number(known->least), result));
  if (known->most != nullptr) bounds = terms().and_(bounds, less(result, number(known->most)));
  out_.assume(terms().implies(is_defined, bounds));
  if (!inexact_.valid()) {
    inexact_ = out_.variable("#inexact", Sort::boolean(), "", Show::Hidden);
    zeroed_.push_back(inexact_);
  }
  if (std::ranges::find(inexact_names_, upper) == inexact_names_.end())
    inexact_names_.push_back(upper);
  out_.assign(inexact_, terms().true_term());
  return value(type, result, call.at);
}

/// Characters of a string: those behind its end are zero.
Term Compiler::length_of(const Operand& text, std::uint32_t width) {
  Term length = terms().bv(width, 0);
  for (std::uint32_t i = 0; i < text.type->length; ++i) {
    const Term character = terms().extract(text.term, 8 * i + 7, 8 * i);
    const Term is_there = terms().distinct(character, terms().bv(8, 0));
    length = terms().ite(is_there, terms().bv(width, i + 1), length);
  }
  return length;
}

/// LEN, CONCAT, and those that take positions, which count from 1.
Operand Compiler::string_function(const std::string& upper, const Expr& call) {
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, upper) != names.end();
  };
  const bool takes_two = is({"INSERT", "REPLACE", "FIND"});
  const std::size_t numbers = is({"LEFT", "RIGHT", "INSERT"})    ? 1
                              : is({"MID", "DELETE", "REPLACE"}) ? 2
                                                                 : 0;
  const std::size_t texts = takes_two ? 2 : 1;
  std::vector<std::string_view> names{takes_two ? "IN1" : "IN"};
  if (takes_two) names.push_back("IN2");
  if (upper != "INSERT" && numbers > 0) names.push_back("L");
  if (upper == "INSERT" || numbers == 2) names.push_back("P");
  std::vector<Operand> operands =
      upper == "CONCAT" ? lower_arguments(call, 2, kMany, {})
      : upper == "LEN"  ? lower_arguments(call, 1, 1, {"IN"})
                        : lower_arguments(call, texts + numbers, texts + numbers, names);
  const std::size_t strings = upper == "CONCAT" ? operands.size() : texts;
  const Type* type = basic_type(Basic::String);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    operands[i] = settle(std::move(operands[i]));
    if (i < strings && !operands[i].type->is(Basic::String))
      fail(call.at, fmt::format("{} needs a STRING, and not {}", upper, operands[i].type->name));
    if (i >= strings && !operands[i].type->is_integer())
      fail(call.at, fmt::format("{} needs a number, and not {}", upper, operands[i].type->name));
    if (i < strings && operands[i].type->length > type->length) type = operands[i].type;
  }
  if (upper == "LEN") return value(basic_type(Basic::Int), length_of(operands[0], 16), call.at);
  const std::uint32_t width = type->bits();
  const auto number = [&](std::uint64_t n) { return terms().bv(width, n); };
  const auto in_bits = [&](Term count) { return terms().make(Op::BvMul, {count, number(8)}); };
  const auto text_of = [&](std::size_t i) {
    return terms().resize_unsigned(operands[i].term, width);
  };
  const auto first_of = [&](Term text, Term count) {
    const Term ones = terms().make(Op::BvNot, {number(0)});
    const Term rest = terms().make(Op::BvShl, {ones, in_bits(count)});
    return terms().make(Op::BvAnd, {text, terms().make(Op::BvNot, {rest})});
  };
  const auto behind = [&](Term text, Term count) {
    return terms().make(Op::BvLshr, {text, in_bits(count)});
  };
  const auto joined = [&](Term text, Term length, Term more) {
    return terms().make(Op::BvOr, {text, terms().make(Op::BvShl, {more, in_bits(length)})});
  };
  if (upper == "CONCAT") {
    Operand result = value(type, text_of(0), call.at);
    for (std::size_t i = 1; i < operands.size(); ++i)
      result.term = joined(result.term, length_of(result, width), text_of(i));
    return result;
  }
  const Operand whole = value(type, text_of(0), call.at);
  const Term length = length_of(whole, width);
  // A number of characters, or the number of those before a position; both within the string.
  const auto count_of = [&](std::size_t which, std::uint64_t least) {
    const Operand& operand = operands[texts + which];
    const std::uint32_t wide = 65;
    const Term given = operand.type->is_signed() ? terms().sign_extend(operand.term, wide)
                                                 : terms().zero_extend(operand.term, wide);
    const Term all = terms().resize_unsigned(length_of(whole, 32), wide);
    const Term fits = terms().and_(terms().make(Op::BvSle, {terms().bv(wide, least), given}),
                                   terms().or_(terms().boolean(least == 0 && upper != "INSERT"),
                                               terms().make(Op::BvSle, {given, all})));
    mark(call.at);
    limit(fits, fmt::format("a position outside of its string, in {}", upper));
    // No string is longer than the limit, so more characters are all of them.
    const Term most = terms().ite(terms().make(Op::BvSle, {given, all}), given, all);
    return terms().resize_unsigned(terms().bv_sub(most, terms().bv(wide, least)), width);
  };
  if (upper == "FIND") {
    const Operand wanted = value(type, text_of(1), call.at);
    const Term size = length_of(wanted, width);
    Term found = terms().bv(16, 0);
    for (std::uint32_t at = type->length; at-- > 0;)
      found =
          terms().ite(terms().equal(first_of(behind(whole.term, number(at)), size), wanted.term),
                      terms().bv(16, at + 1), found);
    mark(call.at);
    limit(terms().distinct(size, number(0)), "FIND of an empty string");
    return value(basic_type(Basic::Int), found, call.at);
  }
  Term result;
  if (upper == "LEFT") {
    result = first_of(whole.term, count_of(0, 0));
  } else if (upper == "RIGHT") {
    result = behind(whole.term, terms().bv_sub(length, count_of(0, 0)));
  } else if (upper == "INSERT") {
    const Term before = count_of(0, 0);
    const Operand more = value(type, text_of(1), call.at);
    result = joined(joined(first_of(whole.term, before), before, more.term),
                    terms().make(Op::BvAdd, {before, length_of(more, width)}),
                    behind(whole.term, before));
  } else {
    const Term count = count_of(0, 0);
    const Term before = count_of(1, 1);
    const Term head = first_of(whole.term, before);
    const Term tail = behind(behind(whole.term, before), count);
    if (upper == "MID") {
      result = first_of(behind(whole.term, before), count);
    } else if (upper == "DELETE") {
      result = joined(head, before, tail);
    } else {
      const Operand more = value(type, text_of(1), call.at);
      result = joined(joined(head, before, more.term),
                      terms().make(Op::BvAdd, {before, length_of(more, width)}), tail);
    }
  }
  return value(type, result, call.at);
}

std::optional<Operand> Compiler::standard_function(const std::string& upper, const Expr& call) {
  if (upper == "NOT") {
    std::vector<Operand> operands = lower_arguments(call, 1, 1, {"IN"});
    const Operand operand = settle(operands[0]);
    return value(operand.type,
                 operand.type->is_bool() ? terms().not_(operand.term)
                                         : terms().make(Op::BvNot, {operand.term}),
                 call.at);
  }
  for (const OperatorFunction& function : kOperators) {
    if (function.name != upper) continue;
    std::vector<Operand> operands = lower_arguments(call, function.least, function.most, {});
    if (is_comparison(function.op)) {
      Term all = terms().true_term();
      for (std::size_t i = 0; i + 1 < operands.size(); ++i)
        all = terms().and_(all, compare(function.op, operands[i], operands[i + 1], call.at).term);
      return value(basic_type(Basic::Bool), all, call.at);
    }
    const bool is_logic =
        function.op == BinaryOp::And || function.op == BinaryOp::Or || function.op == BinaryOp::Xor;
    Operand result = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i)
      result = is_logic ? logic(function.op, result, operands[i], call.at)
               : function.op == BinaryOp::Power
                   ? power(result, operands[i], call.at)
                   : arithmetic(function.op, result, operands[i], call.at);
    return result;
  }
  for (const char* name : {"SEL", "MUX", "MIN", "MAX", "LIMIT", "MOVE"})
    if (upper == name) return select_function(upper, call);
  for (const char* name : {"SHL", "SHR", "ROL", "ROR"})
    if (upper == name) return shift_function(upper, call);
  if (upper == "ABS" || upper == "SQRT") return real_function(upper, call);
  for (const char* name :
       {"LEN", "CONCAT", "LEFT", "RIGHT", "MID", "INSERT", "DELETE", "REPLACE", "FIND"})
    if (upper == name) return string_function(upper, call);
  if (std::ranges::find(kBounded, upper, &Bounded::name) != std::end(kBounded))
    return bounded_function(upper, call);
  return conversion_function(upper, call);
}

}  // namespace cairn::st
