// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <utility>

#include "input/st/parse_stream.h"

namespace cairn::st {
namespace {

using TypeKind = TypeSpec::Kind;

std::shared_ptr<TypeSpec> make_type(TypeKind kind, const Spot& at) {
  auto result = std::make_shared<TypeSpec>();
  result->kind = kind;
  result->at = at;
  return result;
}

TypeSpec::Range parse_range(ParseStream& stream) {
  TypeSpec::Range range;
  if (stream.is_symbol("*"))
    stream.refuse(stream.token().at, "arrays of variable length (edition 3)");
  range.low = parse_expression(stream);
  stream.expect_symbol("..");
  range.high = parse_expression(stream);
  return range;
}

TypePtr parse_array(ParseStream& stream) {
  ParseStream::Level nesting(stream);
  auto type = make_type(TypeKind::Array, stream.token().at);
  stream.advance();
  stream.expect_symbol("[");
  do type->ranges.push_back(parse_range(stream));
  while (stream.take_symbol(","));
  stream.expect_symbol("]");
  stream.expect_word("OF");
  type->base = parse_type(stream);
  return type;
}

TypePtr parse_struct(ParseStream& stream) {
  ParseStream::Level nesting(stream);
  auto type = make_type(TypeKind::Struct, stream.token().at);
  stream.advance();
  stream.take_word("OVERLAP");
  stream.take_symbol(":");
  while (!stream.is_word("END_STRUCT")) {
    if (stream.at_end()) stream.fail_expected("END_STRUCT");
    parse_declaration(stream, type->members);
  }
  stream.advance();
  return type;
}

/// "(Red, Green := 5, Blue)", after the parenthesis.
TypePtr parse_enum(ParseStream& stream, const Spot& at) {
  auto type = make_type(TypeKind::Enum, at);
  do {
    TypeSpec::EnumEntry entry;
    entry.at = stream.token().at;
    entry.name = stream.expect_name("the name of a value");
    if (stream.take_symbol(":=")) entry.value = parse_expression(stream);
    type->entries.push_back(std::move(entry));
  } while (stream.take_symbol(","));
  stream.expect_symbol(")");
  if (stream.token().kind == Token::Kind::Name && is_elementary_type(stream.token().upper)) {
    type->name = stream.token().upper;
    stream.advance();
  }
  return type;
}

TypePtr parse_string(ParseStream& stream) {
  auto type = make_type(TypeKind::String, stream.token().at);
  type->name = stream.token().upper;
  stream.advance();
  const bool brackets = stream.is_symbol("[");
  if (!brackets && !stream.is_symbol("(")) return type;
  stream.advance();
  type->length = parse_expression(stream);
  stream.expect_symbol(brackets ? "]" : ")");
  return type;
}

/// A type's name and, in parentheses, a range of it: "INT (0..100)". In the third edition, values
/// of an enumeration on that type: "INT (Red, Green)".
TypePtr parse_named(ParseStream& stream) {
  auto type = make_type(TypeKind::Named, stream.token().at);
  type->name = stream.expect_name("a type");
  while (stream.take_symbol(".")) {
    type->name += '.';
    type->name += stream.expect_name("a type");
  }
  if (!stream.is_symbol("(")) return type;
  ParseStream ahead = stream;
  ahead.advance();
  const bool is_enum = ahead.is_name() && (ahead.next_is_symbol(",") || ahead.next_is_symbol(")") ||
                                           ahead.next_is_symbol(":="));
  const Spot at = stream.token().at;
  stream.advance();
  if (is_enum) {
    const TypePtr entries = parse_enum(stream, at);
    const_cast<TypeSpec&>(*entries).name = upper_case(type->name);
    return entries;
  }
  auto range = make_type(TypeKind::Subrange, type->at);
  range->base = type;
  range->ranges.push_back(parse_range(stream));
  stream.expect_symbol(")");
  return range;
}

Section::Kind section_kind(const std::string& word) {
  if (word == "VAR_INPUT") return Section::Kind::Input;
  if (word == "VAR_OUTPUT") return Section::Kind::Output;
  if (word == "VAR_IN_OUT") return Section::Kind::InOut;
  if (word == "VAR_TEMP") return Section::Kind::Temp;
  if (word == "VAR_GLOBAL") return Section::Kind::Global;
  if (word == "VAR_EXTERNAL") return Section::Kind::External;
  if (word == "VAR_STAT") return Section::Kind::Static;
  return Section::Kind::Local;
}

}  // namespace

TypePtr parse_type(ParseStream& stream) {
  const Spot at = stream.token().at;
  if (stream.is_word("ARRAY")) return parse_array(stream);
  if (stream.is_word("STRUCT")) return parse_struct(stream);
  if (stream.is_any_word({"STRING", "WSTRING"})) return parse_string(stream);
  if (stream.is_word("REF_TO") || (stream.is_any_word({"POINTER", "REFERENCE"}))) {
    ParseStream::Level nesting(stream);
    auto type = make_type(TypeKind::Reference, at);
    stream.advance();
    stream.take_word("TO");
    type->base = parse_type(stream);
    return type;
  }
  if (stream.take_symbol("(")) return parse_enum(stream, at);
  if (stream.is_symbol("..")) stream.refuse(at, "functions of any number of arguments");
  if (stream.is_word("__FPOINTER")) stream.refuse(at, "pointers to functions");
  return parse_named(stream);
}

void parse_declaration(ParseStream& stream, std::vector<Declaration>& into) {
  const std::size_t first = into.size();
  if (stream.token().kind == Token::Kind::Direct) {
    // "%IX0.0 : BOOL;": a variable without a name, or with one behind AT.
    Declaration& direct = into.emplace_back();
    direct.at = stream.token().at;
    direct.name = direct.address = stream.token().text;
    stream.advance();
  } else if (stream.is_word("AT")) {
    Declaration& direct = into.emplace_back();
    direct.at = stream.token().at;
    stream.advance();
    if (stream.token().kind != Token::Kind::Direct) stream.fail_expected("an address (%IX0.0)");
    direct.name = direct.address = stream.token().text;
    stream.advance();
  } else {
    do {
      Declaration& one = into.emplace_back();
      one.at = stream.token().at;
      one.name = stream.expect_name("the name of a variable");
      if (!stream.take_word("AT")) continue;
      if (stream.is_name()) stream.refuse(stream.token().at, "views of a variable by AT (Siemens)");
      if (stream.token().kind != Token::Kind::Direct) stream.fail_expected("an address (%IX0.0)");
      one.address = stream.token().text;
      stream.advance();
    } while (stream.take_symbol(","));
  }
  stream.expect_symbol(":");
  const TypePtr type = parse_type(stream);
  char edge = 0;
  if (stream.is_any_word({"R_EDGE", "F_EDGE"})) {
    edge = stream.token().upper[0];
    stream.advance();
  }
  std::shared_ptr<const Expr> init;
  if (stream.is_symbol("(") && type->kind == TypeKind::Named)
    stream.refuse(stream.token().at, "arguments of FB_Init");
  if (stream.take_symbol(":=")) {
    ExprPtr value = parse_initial_value(stream);
    if (stream.is_symbol(",")) {
      // An array's values without brackets.
      auto values = std::make_unique<Expr>();
      values->kind = Expr::Kind::ArrayInit;
      values->at = value->at;
      values->depth = value->depth + 1;
      values->operands.push_back(std::move(value));
      while (stream.take_symbol(",")) {
        values->operands.push_back(parse_initial_value(stream));
        values->depth = std::max(values->depth, values->operands.back()->depth + 1);
      }
      value = std::move(values);
    }
    init = std::move(value);
  }
  if (stream.is_word("REF")) stream.refuse(stream.token().at, "references (edition 3)");
  stream.expect_symbol(";");
  for (std::size_t i = first; i < into.size(); ++i) {
    into[i].type = type;
    into[i].init = init;
    into[i].edge = edge;
  }
}

bool begins_section(const ParseStream& stream) {
  return stream.is_any_word({"VAR", "VAR_INPUT", "VAR_OUTPUT", "VAR_IN_OUT", "VAR_TEMP",
                             "VAR_GLOBAL", "VAR_EXTERNAL", "VAR_STAT", "VAR_ACCESS", "VAR_CONFIG",
                             "VAR_INST", "VAR_GENERIC"});
}

Section parse_section(ParseStream& stream) {
  Section section;
  section.at = stream.token().at;
  const std::string word = stream.token().upper;
  if (word == "VAR_ACCESS" || word == "VAR_CONFIG" || word == "VAR_INST" || word == "VAR_GENERIC")
    stream.refuse(section.at, word);
  section.kind = section_kind(word);
  stream.advance();
  for (;;) {
    if (stream.is_word("CONSTANT"))
      section.constant = true;
    else if (stream.is_any_word({"RETAIN", "PERSISTENT"}))
      section.retain = true;
    else if (!stream.is_any_word({"NON_RETAIN", "PUBLIC", "PRIVATE", "PROTECTED", "INTERNAL"}) ||
             stream.next_is_symbol(":") || stream.next_is_symbol(","))
      break;
    stream.advance();
  }
  while (!stream.is_word("END_VAR")) {
    if (stream.at_end()) stream.fail_expected("END_VAR");
    parse_declaration(stream, section.declarations);
  }
  stream.advance();
  stream.take_symbol(";");
  return section;
}

}  // namespace cairn::st
