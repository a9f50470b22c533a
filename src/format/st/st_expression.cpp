// SPDX-License-Identifier: MIT
#include "format/st/st_expression.h"

#include <fmt/format.h>

#include <vector>

namespace cairn::st {
namespace {

/// How tightly the outermost operator binds; the numbers of the standard's table, larger is
/// tighter.
enum Level : int { kOr = 1, kXor, kAnd, kEqual, kCompare, kSum, kProduct, kPrefix, kAtom };

struct Text {
  std::string text;
  int level = kAtom;
};

class Writer {
 public:
  Writer(const Terms& terms, const StNames& names, std::size_t limit)
      : terms_(terms), names_(names), left_(limit) {}

  std::optional<Text> write(Term term) {
    if (left_ == 0 || depth_ > 60) return std::nullopt;
    --left_;
    ++depth_;
    auto result = write_inside(term);
    --depth_;
    return result;
  }

 private:
  static std::string inside(const Text& text, int level) {
    return text.level < level ? fmt::format("({})", text.text) : text.text;
  }

  std::optional<Text> write_inside(Term term) {
    const auto operands = terms_.operands(term);
    switch (terms_.op(term)) {
      case Op::Variable: {
        const auto found = names_.find(term);
        if (found == names_.end()) return std::nullopt;
        return Text{found->second.name, kAtom};
      }
      case Op::Value:
        return literal(term, {});
      case Op::Not:
        return negation(operands[0]);
      case Op::And:
        return chain(operands, " AND ", kAnd);
      case Op::Or:
        return chain(operands, " OR ", kOr);
      case Op::Xor:
        return chain(operands, " XOR ", kXor);
      case Op::Ite:
        return choice(operands);
      case Op::Equal:
        return equality(operands[0], operands[1], " = ");
      case Op::BvSlt:
        return order(operands, " < ", true);
      case Op::BvSle:
        return order(operands, " <= ", true);
      case Op::BvUlt:
        return order(operands, " < ", false);
      case Op::BvUle:
        return order(operands, " <= ", false);
      case Op::FpLt:
        return pair(operands, " < ", kCompare);
      case Op::FpLe:
        return pair(operands, " <= ", kCompare);
      case Op::FpEq:
        return pair(operands, " = ", kEqual);
      case Op::BvAdd:
        return pair(operands, " + ", kSum);
      case Op::BvMul:
        return pair(operands, " * ", kProduct);
      case Op::BvNeg: {
        const auto inner = write(operands[0]);
        if (!inner) return std::nullopt;
        return Text{fmt::format("-{}", inside(*inner, kAtom)), kPrefix};
      }
      default:
        return std::nullopt;
    }
  }

  std::optional<Text> literal(Term term, const std::optional<ShownType>& type) const {
    const Value& value = terms_.value(term);
    if (value.sort().is_bool()) return Text{value.as_bool() ? "TRUE" : "FALSE", kAtom};
    if (!type && value.sort().is_bit_vector())
      return Text{to_signed_integer(value.bits()).get_str(), kAtom};
    ShownType shown_as = type.value_or(ShownType{});
    return Text{shown(value, shown_as), kAtom};
  }

  /// The type of the variable that a side is, for the literal on the other side.
  std::optional<ShownType> type_of(Term term) const {
    const auto found = names_.find(term);
    return found == names_.end() ? std::nullopt : std::optional(found->second.type);
  }

  std::optional<Text> side(Term term, Term other) {
    if (terms_.is_value(term)) return literal(term, type_of(other));
    return write(term);
  }

  std::optional<Text> negation(Term inner) {
    if (terms_.op(inner) == Op::Equal) {
      const auto operands = terms_.operands(inner);
      if (!is_bit(operands[0]) && !is_bit(operands[1]))
        return equality(operands[0], operands[1], " <> ");
    }
    const auto swapped = terms_.operands(inner);
    switch (terms_.op(inner)) {
      case Op::BvSlt:
        return ordered(swapped[1], swapped[0], " <= ", true);
      case Op::BvSle:
        return ordered(swapped[1], swapped[0], " < ", true);
      case Op::BvUlt:
        return ordered(swapped[1], swapped[0], " <= ", false);
      case Op::BvUle:
        return ordered(swapped[1], swapped[0], " < ", false);
      default:
        break;
    }
    const auto text = write(inner);
    if (!text) return std::nullopt;
    return Text{fmt::format("NOT {}", inside(*text, kPrefix)), kPrefix};
  }

  std::optional<Text> chain(std::span<const Term> operands, const char* op, int level) {
    std::string text;
    for (const Term operand : operands) {
      const auto one = write(operand);
      if (!one) return std::nullopt;
      text += (text.empty() ? "" : op) + inside(*one, level == kAnd ? kAnd : level + 1);
    }
    return Text{text, level};
  }

  std::optional<Text> pair(std::span<const Term> operands, const char* op, int level) {
    if (operands.size() != 2) return std::nullopt;
    const auto a = side(operands[0], operands[1]), b = side(operands[1], operands[0]);
    if (!a || !b) return std::nullopt;
    return Text{inside(*a, level + 1) + op + inside(*b, level + 1), level};
  }

  std::optional<Text> choice(std::span<const Term> operands) {
    const auto condition = write(operands[0]);
    const auto then = side(operands[1], operands[2]), otherwise = side(operands[2], operands[1]);
    if (!condition || !then || !otherwise) return std::nullopt;
    return Text{fmt::format("SEL({}, {}, {})", condition->text, otherwise->text, then->text),
                kAtom};
  }

  /// x{3:3}: one bit of a variable.
  bool is_bit(Term term) const {
    return terms_.op(term) == Op::Extract &&
           terms_.parameter(term, 0) == terms_.parameter(term, 1) &&
           names_.contains(terms_.operands(term)[0]);
  }

  std::optional<Text> equality(Term a, Term b, const char* op) {
    if (terms_.is_value(a)) std::swap(a, b);
    if (is_bit(a) && terms_.is_value(b)) {
      const std::string bit =
          fmt::format("{}.{}", names_.at(terms_.operands(a)[0]).name, terms_.parameter(a, 0));
      const bool is_set = terms_.value(b).bits().is_one() == (op[1] == '=');
      return is_set ? Text{bit, kAtom} : Text{fmt::format("NOT {}", bit), kPrefix};
    }
    const Term operands[] = {a, b};
    return pair(operands, op, kEqual);
  }

  /// Orders of variables that have the sign of the comparison.
  std::optional<Text> ordered(Term a, Term b, const char* op, bool is_signed) {
    for (const Term operand : {a, b}) {
      if (terms_.is_value(operand)) continue;
      const auto type = type_of(operand);
      if (!type) return std::nullopt;
      const bool has_sign = type->kind == ShownType::Kind::Signed ||
                            type->kind == ShownType::Kind::Time ||
                            type->kind == ShownType::Kind::LongTime;
      if (has_sign != is_signed) return std::nullopt;
    }
    const Term operands[] = {a, b};
    return pair(operands, op, kCompare);
  }
  std::optional<Text> order(std::span<const Term> operands, const char* op, bool is_signed) {
    return ordered(operands[0], operands[1], op, is_signed);
  }

  const Terms& terms_;
  const StNames& names_;
  std::size_t left_;
  std::size_t depth_ = 0;
};

}  // namespace

std::optional<std::string> st_expression(const Terms& terms, Term formula, const StNames& names,
                                         std::size_t limit) {
  const auto text = Writer(terms, names, limit).write(formula);
  return text ? std::optional(text->text) : std::nullopt;
}

}  // namespace cairn::st
