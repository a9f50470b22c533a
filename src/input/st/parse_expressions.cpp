// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/nearest_name.h"
#include "input/st/parse_stream.h"

namespace cairn::st {
namespace {

using ExprKind = Expr::Kind;

ExprPtr make_expr(ExprKind kind, const Spot& at) {
  auto result = std::make_unique<Expr>();
  result->kind = kind;
  result->at = at;
  return result;
}

void adopt(const ParseStream& stream, Expr& parent, ExprPtr child) {
  parent.depth = std::max(parent.depth, child->depth + 1);
  if (parent.depth > kDeepestTree)
    stream.fail(parent.at, fmt::format("the expression has more than {} levels", kDeepestTree));
  parent.operands.push_back(std::move(child));
}

struct Infix {
  BinaryOp op;
  int level;  ///< of binding; larger is tighter
};

/// The operator that the token is; the table of the standard's precedences.
std::optional<Infix> infix_of(const Token& token) {
  static constexpr struct {
    std::string_view spelling;
    Infix infix;
  } kInfix[] = {{"-->", {BinaryOp::Implies, 1}},
                {"OR", {BinaryOp::Or, 2}},
                {"||", {BinaryOp::Or, 2}},
                {"OR_ELSE", {BinaryOp::OrElse, 2}},
                {"XOR", {BinaryOp::Xor, 3}},
                {"AND", {BinaryOp::And, 4}},
                {"&", {BinaryOp::And, 4}},
                {"&&", {BinaryOp::And, 4}},
                {"AND_THEN", {BinaryOp::AndThen, 4}},
                {"=", {BinaryOp::Equal, 5}},
                {"==", {BinaryOp::Equal, 5}},
                {"<>", {BinaryOp::NotEqual, 5}},
                {"!=", {BinaryOp::NotEqual, 5}},
                {"<", {BinaryOp::Less, 6}},
                {"<=", {BinaryOp::LessEqual, 6}},
                {">", {BinaryOp::Greater, 6}},
                {">=", {BinaryOp::GreaterEqual, 6}},
                {"+", {BinaryOp::Add, 7}},
                {"-", {BinaryOp::Subtract, 7}},
                {"*", {BinaryOp::Multiply, 8}},
                {"/", {BinaryOp::Divide, 8}},
                {"MOD", {BinaryOp::Modulo, 8}},
                {"**", {BinaryOp::Power, 9}}};
  const bool is_word = token.kind == Token::Kind::Name;
  if (!is_word && token.kind != Token::Kind::Symbol) return std::nullopt;
  const std::string& spelling = is_word ? token.upper : token.text;
  for (const auto& entry : kInfix)
    if (entry.spelling == spelling) return entry.infix;
  return std::nullopt;
}

ExprPtr parse_unary(ParseStream& stream);

ExprPtr parse_binary(ParseStream& stream, int level) {
  ParseStream::Level nesting(stream);
  ExprPtr left = parse_unary(stream);
  for (;;) {
    const auto infix = infix_of(stream.token());
    if (!infix || infix->level < level) return left;
    ExprPtr whole = make_expr(ExprKind::Binary, stream.token().at);
    whole->binary = infix->op;
    stream.advance();
    // "a --> b --> c" is "a --> (b --> c)".
    const int right_level = infix->op == BinaryOp::Implies ? infix->level : infix->level + 1;
    adopt(stream, *whole, std::move(left));
    adopt(stream, *whole, parse_binary(stream, right_level));
    left = std::move(whole);
  }
}

ExprPtr parse_unary(ParseStream& stream) {
  std::optional<UnaryOp> op;
  if (stream.is_word("NOT") || stream.is_symbol("!")) op = UnaryOp::Not;
  if (stream.is_symbol("-")) op = UnaryOp::Negate;
  if (stream.is_symbol("+")) op = UnaryOp::Plus;
  if (!op) return parse_operand(stream);
  ParseStream::Level nesting(stream);
  ExprPtr result = make_expr(ExprKind::Unary, stream.token().at);
  result->unary = *op;
  stream.advance();
  adopt(stream, *result, parse_unary(stream));
  return result;
}

/// After the dot: a member, a bit, or a part of a word.
ExprPtr parse_member(ParseStream& stream, ExprPtr object) {
  const Token& token = stream.token();
  ExprPtr result = make_expr(ExprKind::Member, token.at);
  const bool is_number =
      token.kind == Token::Kind::Literal && token.literal.kind == Literal::Kind::Integer;
  if (is_number || (token.kind == Token::Kind::Direct && token.text.size() > 2)) {
    result->kind = ExprKind::Bit;
    const std::string digits = is_number ? token.literal.text : token.text.substr(2);
    if (!is_number) result->size = token.text[1];
    const bool fits = !digits.empty() && digits.size() <= 4 &&
                      digits.find_first_not_of("0123456789") == std::string::npos;
    if (!fits || std::string_view("XBWD").find(result->size) == std::string_view::npos)
      stream.fail_expected("the number of a bit");
    result->index = static_cast<std::uint32_t>(std::stoul(digits));
    stream.advance();
  } else if (token.kind == Token::Kind::Name || token.kind == Token::Kind::Quoted) {
    result->text = token.text;  // keywords too: a block's output may be called so
    stream.advance();
  } else {
    stream.fail_expected("a member or the number of a bit");
  }
  adopt(stream, *result, std::move(object));
  return result;
}

ExprPtr parse_postfix(ParseStream& stream, ExprPtr object) {
  for (;;) {
    const Spot at = stream.token().at;
    if (stream.take_symbol(".")) {
      object = parse_member(stream, std::move(object));
    } else if (stream.take_symbol("[")) {
      ExprPtr element = make_expr(ExprKind::Index, at);
      adopt(stream, *element, std::move(object));
      do adopt(stream, *element, parse_expression(stream));
      while (stream.take_symbol(","));
      stream.expect_symbol("]");
      object = std::move(element);
    } else if (stream.take_symbol("^")) {
      ExprPtr target = make_expr(ExprKind::Deref, at);
      adopt(stream, *target, std::move(object));
      object = std::move(target);
    } else if (stream.is_symbol("(")) {
      stream.advance();
      ExprPtr call = make_expr(ExprKind::Call, object->at);
      adopt(stream, *call, std::move(object));
      call->arguments = parse_arguments(stream);
      for (const Argument& argument : call->arguments)
        if (argument.value) call->depth = std::max(call->depth, argument.value->depth + 1);
      if (call->depth > kDeepestTree)
        stream.fail(at, fmt::format("the expression has more than {} levels", kDeepestTree));
      object = std::move(call);
    } else {
      return object;
    }
  }
}

Argument parse_argument(ParseStream& stream) {
  Argument argument;
  argument.at = stream.token().at;
  const bool negated = stream.is_word("NOT") && (stream.next().kind == Token::Kind::Name ||
                                                 stream.next().kind == Token::Kind::Quoted);
  if (negated) {
    // "NOT out => x" or an expression that begins with NOT: two tokens do not tell, so the
    // expression is read, and what stands behind it decides.
    ExprPtr value = parse_expression(stream);
    const bool is_name =
        value->kind == ExprKind::Unary && value->operands[0]->kind == ExprKind::Name;
    if (!is_name || !stream.is_symbol("=>")) {
      argument.value = std::move(value);
      return argument;
    }
    argument.name = value->operands[0]->text;
    argument.is_negated = true;
  } else if (stream.token().kind == Token::Kind::Name ||
             stream.token().kind == Token::Kind::Quoted) {
    if (stream.next_is_symbol(":=") || stream.next_is_symbol("=>")) {
      argument.name = stream.token().text;
      stream.advance();
    }
  }
  if (!argument.name.empty()) {
    argument.is_output = stream.is_symbol("=>");
    stream.advance();
    if (stream.is_symbol(",") || stream.is_symbol(")")) return argument;
  }
  argument.value = parse_initial_value(stream);
  return argument;
}

/// "(a := 1, b := 2)": an initial value of a structure or of a block's inputs.
bool begins_struct_value(const ParseStream& stream) {
  return stream.is_symbol("(") &&
         (stream.next().kind == Token::Kind::Name || stream.next().kind == Token::Kind::Quoted);
}

/// Behind the parenthesis, and up to the one that closes it.
ExprPtr parse_struct_value(ParseStream& stream, const Spot& at) {
  ExprPtr value = make_expr(ExprKind::StructInit, at);
  value->arguments = parse_arguments(stream);
  for (const Argument& argument : value->arguments)
    if (argument.value) value->depth = std::max(value->depth, argument.value->depth + 1);
  return value;
}

}  // namespace

ExprPtr parse_expression(ParseStream& stream) {
  return parse_binary(stream, 0);
}

std::vector<Argument> parse_arguments(ParseStream& stream) {
  std::vector<Argument> arguments;
  if (stream.take_symbol(")")) return arguments;
  do arguments.push_back(parse_argument(stream));
  while (stream.take_symbol(","));
  stream.expect_symbol(")");
  return arguments;
}

ExprPtr parse_operand(ParseStream& stream) {
  const Token token = stream.token();
  switch (token.kind) {
    case Token::Kind::Literal: {
      ExprPtr result = make_expr(ExprKind::Literal, token.at);
      result->literal = token.literal;
      stream.advance();
      return result;
    }
    case Token::Kind::EnumValue: {
      ExprPtr result = make_expr(ExprKind::EnumValue, token.at);
      result->type = token.type;
      result->text = token.text;
      stream.advance();
      return result;
    }
    case Token::Kind::Direct: {
      ExprPtr result = make_expr(ExprKind::Direct, token.at);
      result->text = token.text;
      stream.advance();
      return parse_postfix(stream, std::move(result));
    }
    case Token::Kind::Name:
    case Token::Kind::Quoted: {
      // NOT and MOD are functions, too, and so is AND in one dialect; as names they stand before
      // "(".
      if (!stream.is_name()) stream.fail_expected("an expression");
      ExprPtr result = make_expr(ExprKind::Name, token.at);
      result->text = token.text;
      stream.advance();
      return parse_postfix(stream, std::move(result));
    }
    case Token::Kind::Symbol:
      if (token.text == "(") {
        stream.advance();
        ExprPtr inner = parse_expression(stream);
        if (stream.is_symbol(":="))
          stream.refuse(stream.token().at, "values of structures but as initial values");
        stream.expect_symbol(")");
        return parse_postfix(stream, std::move(inner));
      }
      if (token.text == "[") stream.refuse(token.at, "values of arrays but as initial values");
      [[fallthrough]];
    default:
      stream.fail_expected("an expression");
  }
}

ExprPtr parse_initial_value(ParseStream& stream) {
  ParseStream::Level nesting(stream);
  const Spot at = stream.token().at;
  if (stream.take_symbol("[")) {
    ExprPtr array = make_expr(ExprKind::ArrayInit, at);
    if (stream.take_symbol("]")) return array;
    do adopt(stream, *array, parse_initial_value(stream));
    while (stream.take_symbol(","));
    stream.expect_symbol("]");
    return array;
  }
  if (begins_struct_value(stream)) {
    // One more token decides between "(a := 1)" and "(a)": the expression "a" is read again.
    ParseStream ahead = stream;
    ahead.advance();
    if (ahead.next_is_symbol(":=")) {
      stream.advance();
      return parse_struct_value(stream, at);
    }
  }
  ExprPtr value = parse_expression(stream);
  // "3(0)": a literal that is called says how often.
  if (value->kind == ExprKind::Literal && stream.take_symbol("(")) {
    ExprPtr repeat = make_expr(ExprKind::Repeat, at);
    adopt(stream, *repeat, std::move(value));
    if (stream.take_symbol(")")) return repeat;
    const bool is_struct = stream.is_name() && stream.next_is_symbol(":=");
    if (is_struct) {
      // "3(a := 1)", short for "3((a := 1))".
      adopt(stream, *repeat, parse_struct_value(stream, at));
      return repeat;
    }
    do adopt(stream, *repeat, parse_initial_value(stream));
    while (stream.take_symbol(","));
    stream.expect_symbol(")");
    return repeat;
  }
  return value;
}

// --- what the parsers share

bool ParseStream::is_any_word(std::initializer_list<std::string_view> words) const {
  return token().kind == Token::Kind::Name &&
         std::find(words.begin(), words.end(), token().upper) != words.end();
}

bool ParseStream::is_name() const {
  if (token().kind == Token::Kind::Quoted) return true;
  return token().kind == Token::Kind::Name && !is_keyword(token().upper);
}

bool ParseStream::take_word(std::string_view word) {
  if (!is_word(word)) return false;
  advance();
  return true;
}

bool ParseStream::take_symbol(std::string_view symbol) {
  if (!is_symbol(symbol)) return false;
  advance();
  return true;
}

void ParseStream::expect_word(std::string_view word) {
  if (!take_word(word)) fail_expected(word);
}

void ParseStream::expect_symbol(std::string_view symbol) {
  if (!take_symbol(symbol)) fail_expected(fmt::format("'{}'", symbol));
}

std::string ParseStream::expect_name(std::string_view what) {
  if (!is_name()) fail_expected(what);
  std::string name = token().text;
  advance();
  return name;
}

void ParseStream::fail_expected(std::string_view what) const {
  const Token& got = token();
  if (got.kind == Token::Kind::End) fail(got.at, fmt::format("expected {}, got end of file", what));
  if (got.kind == Token::Kind::AnnotationEnd)
    fail(got.at, fmt::format("expected {}, got the end of the line", what));
  const std::string_view text = lexer_.text(got.begin, got.end);
  const bool is_reserved = got.kind == Token::Kind::Name && is_keyword(got.upper);
  fail(got.at, fmt::format("expected {}, got {}'{}'", what, is_reserved ? "the keyword " : "",
                           printable(text, 40)));
}

void ParseStream::refuse(const Spot& at, std::string_view what) const {
  throw NotSupported(lexer_.position(at), what);
}

ParseStream::Level::Level(ParseStream& stream) : stream_(stream) {
  // The destructor does not run if this throws.
  if (stream_.depth_ >= kDeepest)
    stream_.fail(stream_.token().at, fmt::format("more than {} levels of nesting", kDeepest));
  ++stream_.depth_;
}

}  // namespace cairn::st
