// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/nearest_name.h"
#include "input/st/parse_stream.h"

namespace cairn::st {
namespace {

using StatementKind = Statement::Kind;

Statement make_statement(StatementKind kind, const Spot& at) {
  Statement result;
  result.kind = kind;
  result.at = at;
  return result;
}

/// "END_IF;": the semicolon is often left out.
void expect_end(ParseStream& stream, std::string_view word) {
  stream.expect_word(word);
  stream.take_symbol(";");
}

Statement parse_if(ParseStream& stream) {
  Statement result = make_statement(StatementKind::If, stream.token().at);
  do {
    Statement::Branch branch;
    branch.at = stream.token().at;
    stream.advance();  // IF, ELSIF, or ELSEIF as some tools have it
    branch.condition = parse_expression(stream);
    stream.expect_word("THEN");
    branch.body = parse_body(stream);
    result.branches.push_back(std::move(branch));
  } while (stream.is_word("ELSIF") || stream.is_word("ELSEIF"));
  if (stream.is_word("ELSE")) {
    Statement::Branch branch;
    branch.at = stream.token().at;
    stream.advance();
    branch.body = parse_body(stream);
    result.branches.push_back(std::move(branch));
  }
  expect_end(stream, "END_IF");
  return result;
}

/// Does a new list of labels begin here, "1, 2..5:"? Names and literals do not tell, so it is read.
bool begins_labels(const ParseStream& stream) {
  if (stream.token().kind == Token::Kind::Annotation) return false;
  const Token::Kind kind = stream.token().kind;
  const bool may_begin = kind == Token::Kind::Literal || kind == Token::Kind::EnumValue ||
                         stream.is_symbol("-") || stream.is_symbol("+") || stream.is_name();
  if (!may_begin) return false;
  if (kind == Token::Kind::Literal || kind == Token::Kind::EnumValue) return true;
  ParseStream ahead = stream;
  for (int parts = 0;; ++parts) {
    ahead.take_symbol("-");
    ahead.take_symbol("+");
    const Token::Kind part = ahead.token().kind;
    if (part != Token::Kind::Literal && part != Token::Kind::EnumValue && !ahead.is_name())
      return false;
    ahead.advance();
    if (ahead.is_symbol(":") || ahead.is_symbol("..")) return true;
    if (ahead.take_symbol(".")) continue;  // Color.Red
    if (!ahead.take_symbol(",")) return false;
  }
}

Statement::Label parse_label(ParseStream& stream) {
  Statement::Label label;
  label.low = parse_expression(stream);
  if (stream.take_symbol("..")) label.high = parse_expression(stream);
  return label;
}

bool ends_block(const ParseStream& stream) {
  static constexpr auto kEnds = std::to_array<std::string_view>(
      {"ELSIF", "ELSEIF", "ELSE", "UNTIL", "ACTION", "METHOD", "PROPERTY", "TRANSITION", "STEP",
       "INITIAL_STEP", "PROGRAM", "FUNCTION", "FUNCTION_BLOCK", "TYPE", "CONFIGURATION"});
  if (stream.at_end()) return true;
  if (stream.token().kind != Token::Kind::Name) return false;
  const std::string& word = stream.token().upper;
  if (word == "STEP") return stream.next().kind == Token::Kind::Name;
  if (word == "END_REGION") return false;
  return (word.starts_with("END_") && is_keyword(word)) ||
         std::ranges::find(kEnds, word) != kEnds.end();
}

void parse_statement(ParseStream& stream, Body& body);

/// The statements of a branch of CASE: up to the next labels, too.
Body parse_case_body(ParseStream& stream) {
  ParseStream::Level nesting(stream);
  Body body;
  while (!ends_block(stream) && !begins_labels(stream)) parse_statement(stream, body);
  return body;
}

Statement parse_case(ParseStream& stream) {
  Statement result = make_statement(StatementKind::Case, stream.token().at);
  stream.advance();
  result.value = parse_expression(stream);
  stream.expect_word("OF");
  while (begins_labels(stream)) {
    Statement::Branch branch;
    branch.at = stream.token().at;
    do branch.labels.push_back(parse_label(stream));
    while (stream.take_symbol(","));
    stream.expect_symbol(":");
    branch.body = parse_case_body(stream);
    result.branches.push_back(std::move(branch));
  }
  if (stream.is_word("ELSE")) {
    Statement::Branch branch;
    branch.at = stream.token().at;
    stream.advance();
    stream.take_symbol(":");
    branch.body = parse_body(stream);
    result.branches.push_back(std::move(branch));
  }
  expect_end(stream, "END_CASE");
  return result;
}

Statement parse_for(ParseStream& stream) {
  Statement result = make_statement(StatementKind::For, stream.token().at);
  stream.advance();
  result.target = parse_operand(stream);
  stream.expect_symbol(":=");
  result.value = parse_expression(stream);
  stream.expect_word("TO");
  result.to = parse_expression(stream);
  if (stream.take_word("BY")) result.by = parse_expression(stream);
  stream.expect_word("DO");
  result.body = parse_body(stream);
  expect_end(stream, "END_FOR");
  return result;
}

Statement parse_while(ParseStream& stream) {
  Statement result = make_statement(StatementKind::While, stream.token().at);
  stream.advance();
  result.value = parse_expression(stream);
  stream.expect_word("DO");
  result.body = parse_body(stream);
  expect_end(stream, "END_WHILE");
  return result;
}

Statement parse_repeat(ParseStream& stream) {
  Statement result = make_statement(StatementKind::Repeat, stream.token().at);
  stream.advance();
  result.body = parse_body(stream);
  stream.expect_word("UNTIL");
  result.value = parse_expression(stream);
  stream.take_symbol(";");
  expect_end(stream, "END_REPEAT");
  return result;
}

Statement parse_annotation(ParseStream& stream) {
  Statement result = make_statement(StatementKind::Annotation, stream.token().at);
  Annotation& annotation = result.annotation;
  const std::string word = stream.token().text;
  stream.advance();
  if (word == "PARAM") {
    annotation.kind = Annotation::Kind::Param;
    do annotation.names.push_back(stream.expect_name("the name of an input"));
    while (stream.take_symbol(","));
  } else {
    annotation.kind = word == "ASSERT" ? Annotation::Kind::Assert : Annotation::Kind::Assume;
    const std::size_t begin = stream.token().begin;
    result.value = parse_expression(stream);
    annotation.text = stream.lexer().text(begin, stream.last_end());
    if (stream.take_symbol(":")) {
      const std::size_t from = stream.token().begin;
      while (!stream.is_symbol(";") && stream.token().kind != Token::Kind::AnnotationEnd)
        stream.advance();
      annotation.id = stream.lexer().text(from, stream.last_end());
      if (stream.last_end() <= from) stream.fail_expected("the name of the assertion");
    }
  }
  stream.take_symbol(";");
  if (stream.token().kind != Token::Kind::AnnotationEnd) stream.fail_expected("';'");
  stream.advance();
  return result;
}

/// Instruction lists begin with an operator and its operand, without anything in between.
void refuse_instruction_list(const ParseStream& stream) {
  if (!stream.is_any_word({"LD", "LDN", "ST", "STN", "CAL", "JMP", "RET", "ANDN", "ORN"})) return;
  const Token::Kind next = stream.next().kind;
  if (next == Token::Kind::Name || next == Token::Kind::Literal || next == Token::Kind::Direct)
    stream.refuse(stream.token().at, "instruction lists (IL)");
}

Statement parse_simple(ParseStream& stream) {
  refuse_instruction_list(stream);
  const Spot at = stream.token().at;
  const Token first = stream.token();
  ExprPtr target = parse_operand(stream);
  Statement result = make_statement(StatementKind::Assign, at);
  if (stream.take_symbol(":=")) {
    result.target = std::move(target);
    result.value = parse_expression(stream);
    if (stream.is_symbol(":=")) stream.refuse(stream.token().at, "several assignments in one");
    return result;
  }
  if (stream.is_symbol("?=")) stream.refuse(stream.token().at, "assignment attempts (edition 3)");
  if (stream.is_any_word({"S", "R", "REF"}) && stream.next_is_symbol("=")) {
    if (stream.is_word("REF")) stream.refuse(stream.token().at, "references (edition 3)");
    result.kind = stream.is_word("S") ? StatementKind::Set : StatementKind::Reset;
    stream.advance();
    stream.advance();
    result.target = std::move(target);
    result.value = parse_expression(stream);
    return result;
  }
  for (const auto& [symbol, op] :
       {std::pair("+=", BinaryOp::Add), std::pair("-=", BinaryOp::Subtract),
        std::pair("*=", BinaryOp::Multiply), std::pair("/=", BinaryOp::Divide)})
    if (stream.is_symbol(symbol))
      stream.refuse(stream.token().at, fmt::format("'{}', Siemens' short assignment", symbol));
  if (target->kind == Expr::Kind::Call) {
    result.kind = StatementKind::Call;
    result.value = std::move(target);
    return result;
  }
  if (first.upper == "PROPERTY_GET" || first.upper == "PROPERTY_SET")
    stream.refuse(at, "properties (PROPERTY, edition 3)");
  const std::array<std::string_view, 12> kWords{"IF",      "CASE",     "FOR",    "WHILE",
                                                "REPEAT",  "EXIT",     "RETURN", "END_IF",
                                                "END_FOR", "END_CASE", "ELSIF",  "ELSE"};
  const std::string_view nearest = nearest_name(first.upper, kWords);
  if (target->kind == Expr::Kind::Name && !nearest.empty() && first.upper.size() > 1 &&
      !stream.is_symbol("="))
    stream.fail(at, fmt::format("expected a statement, got '{}'; did you mean {}?",
                                printable(first.text, 40), nearest));
  if (stream.is_symbol("=")) stream.fail_expected("':=' (a single '=' compares)");
  if (stream.is_symbol(":")) stream.refuse(stream.token().at, "labels and jumps");
  stream.fail_expected("':=' or a call's '('");
}

void parse_statement(ParseStream& stream, Body& body) {
  if (stream.take_symbol(";")) return;
  if (stream.token().kind == Token::Kind::Annotation)
    return body.push_back(parse_annotation(stream));
  if (stream.is_word("IF")) return body.push_back(parse_if(stream));
  if (stream.is_word("CASE")) return body.push_back(parse_case(stream));
  if (stream.is_word("FOR")) return body.push_back(parse_for(stream));
  if (stream.is_word("WHILE")) return body.push_back(parse_while(stream));
  if (stream.is_word("REPEAT")) return body.push_back(parse_repeat(stream));
  if (stream.is_word("REGION")) {
    // Its name is the rest of the line.
    const std::uint32_t line = stream.token().at.line;
    while (!stream.at_end() && stream.token().at.line == line) stream.advance();
    return;
  }
  if (stream.is_word("END_REGION")) {
    const std::uint32_t line = stream.token().at.line;
    stream.advance();
    while (stream.is_name() && stream.token().at.line == line && !stream.next_is_symbol(":="))
      stream.advance();
    stream.take_symbol(";");
    return;
  }
  if (stream.is_word("GOTO")) stream.refuse(stream.token().at, "labels and jumps");
  for (const auto& [word, kind] :
       {std::pair("EXIT", StatementKind::Exit), std::pair("RETURN", StatementKind::Return),
        std::pair("CONTINUE", StatementKind::Continue)})
    if (stream.is_word(word)) {
      body.push_back(make_statement(kind, stream.token().at));
      stream.advance();
      if (!ends_block(stream)) stream.expect_symbol(";");
      return;
    }
  body.push_back(parse_simple(stream));
  if (stream.token().kind != Token::Kind::Symbol || !stream.take_symbol(";"))
    stream.fail_expected("';' after the statement");
}

}  // namespace

Body parse_body(ParseStream& stream) {
  ParseStream::Level nesting(stream);
  Body body;
  while (!ends_block(stream)) parse_statement(stream, body);
  return body;
}

}  // namespace cairn::st
