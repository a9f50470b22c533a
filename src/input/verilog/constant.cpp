// SPDX-License-Identifier: MIT
#include "input/verilog/constant.h"

#include <bit>
#include <charconv>

namespace cairn::verilog {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 40;
constexpr int kDeepest = 100;

std::optional<std::int64_t> plain_number(std::string_view text, int base) {
  std::string digits;
  for (const char c : text)
    if (c != '_') digits += c;
  std::int64_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size() || value > kLargest)
    return std::nullopt;
  return value;
}

/// 'd10, 'h1F
std::optional<std::int64_t> based_number(std::string_view text) {
  text.remove_prefix(1);
  if (text == "0" || text == "1") return text == "1";
  if (!text.empty() && (text[0] == 's' || text[0] == 'S')) text.remove_prefix(1);
  if (text.size() < 2) return std::nullopt;
  const char base = static_cast<char>(text[0] | 0x20);
  text.remove_prefix(1);
  while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
  return plain_number(text, base == 'b' ? 2 : base == 'o' ? 8 : base == 'd' ? 10 : 16);
}

class Evaluator {
 public:
  Evaluator(const Tokens& tokens, const ConstantOf& value_of)
      : tokens_(tokens), value_of_(value_of) {}

  std::optional<std::int64_t> whole() {
    const auto value = shift();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

 private:
  using Value = std::optional<std::int64_t>;

  bool is(std::string_view text) const { return at_ < tokens_.size() && tokens_[at_].is(text); }
  bool take(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  static Value checked(std::int64_t value) {
    return value > kLargest || value < -kLargest ? Value() : Value(value);
  }

  Value shift() {
    Value left = sum();
    while (left && (is("<<") || is(">>"))) {
      const bool up = tokens_[at_++].is("<<");
      const Value right = sum();
      if (!right || *right < 0 || *right > 40 || *left < 0) return std::nullopt;
      if (up && *left > (kLargest >> *right)) return std::nullopt;
      left = up ? *left << *right : *left >> *right;
    }
    return left;
  }
  Value sum() {
    Value left = product();
    while (left && (is("+") || is("-"))) {
      const bool plus = tokens_[at_++].is("+");
      const Value right = product();
      if (!right) return std::nullopt;
      left = checked(plus ? *left + *right : *left - *right);
    }
    return left;
  }
  Value product() {
    Value left = factor();
    while (left && (is("*") || is("/") || is("%"))) {
      const std::string sign = tokens_[at_++].text;
      const Value right = factor();
      if (!right || (sign != "*" && *right == 0)) return std::nullopt;
      if (sign == "*" && (*left > (1 << 20) || *right > (1 << 20))) return std::nullopt;
      left = checked(sign == "*" ? *left * *right : sign == "/" ? *left / *right : *left % *right);
    }
    return left;
  }
  Value factor() {
    if (++depth_ > kDeepest || at_ >= tokens_.size()) return std::nullopt;
    Value value;
    if (take("-")) {
      value = factor();
      if (value) value = -*value;
    } else if (take("+")) {
      value = factor();
    } else if (take("(")) {
      value = shift();
      if (!take(")")) return std::nullopt;
    } else if (take("$clog2")) {
      if (!take("(")) return std::nullopt;
      value = shift();
      if (!take(")") || !value || *value < 0) return std::nullopt;
      value = *value <= 1 ? 0 : std::bit_width(static_cast<std::uint64_t>(*value - 1));
    } else if (tokens_[at_].kind == Token::Kind::Number) {
      value = number();
    } else if (tokens_[at_].is_identifier()) {
      value = value_of_(tokens_[at_++].text);
    }
    --depth_;
    return value;
  }
  Value number() {
    const std::string& text = tokens_[at_++].text;
    if (text[0] == '\'') return based_number(text);
    // A size in front of a based number says nothing that matters here.
    if (at_ < tokens_.size() && tokens_[at_].kind == Token::Kind::Number &&
        tokens_[at_].text[0] == '\'')
      return based_number(tokens_[at_++].text);
    return plain_number(text, 10);
  }

  const Tokens& tokens_;
  const ConstantOf& value_of_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<std::int64_t> constant_value(const Tokens& tokens, const ConstantOf& value_of) {
  return Evaluator(tokens, value_of).whole();
}

}  // namespace cairn::verilog
