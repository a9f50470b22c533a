// SPDX-License-Identifier: MIT
#include "input/st/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/nearest_name.h"
#include "input/st/parse_stream.h"
#include "input/st/sfc.h"

namespace cairn::st {
namespace {

/// What may stand before the body of a program unit, and only for Siemens.
void skip_attributes(ParseStream& stream) {
  while (stream.is_any_word({"VERSION", "TITLE", "AUTHOR", "FAMILY", "NAME", "KNOW_HOW_PROTECT"}) &&
         (stream.next_is_symbol(":") || stream.next_is_symbol("=") ||
          stream.is_word("KNOW_HOW_PROTECT"))) {
    const std::uint32_t line = stream.token().at.line;
    while (!stream.at_end() && stream.token().at.line == line) stream.advance();
  }
  stream.take_word("NON_RETAIN");
}

void refuse_object(const ParseStream& stream) {
  const Spot& at = stream.token().at;
  if (stream.is_word("METHOD")) stream.refuse(at, "methods (METHOD, edition 3)");
  if (stream.is_word("PROPERTY")) stream.refuse(at, "properties (PROPERTY, edition 3)");
  if (stream.is_word("EXTENDS")) stream.refuse(at, "inheritance (EXTENDS, edition 3)");
  if (stream.is_word("IMPLEMENTS")) stream.refuse(at, "interfaces (IMPLEMENTS, edition 3)");
  if (stream.is_word("ABSTRACT") || stream.is_word("FINAL"))
    stream.refuse(at, "inheritance (ABSTRACT and FINAL, edition 3)");
  if (stream.is_word("INTERFACE")) stream.refuse(at, "interfaces (INTERFACE, edition 3)");
  if (stream.is_word("CLASS")) stream.refuse(at, "classes (CLASS, edition 3)");
  if (stream.is_word("NAMESPACE")) stream.refuse(at, "namespaces (NAMESPACE, edition 3)");
  if (stream.is_word("USING")) stream.refuse(at, "namespaces (USING, edition 3)");
}

/// Annotations behind the last statement are about the end of a scan.
void split_end(Pou& pou) {
  while (!pou.body.empty() && pou.body.back().kind == Statement::Kind::Annotation) {
    pou.at_end.insert(pou.at_end.begin(), std::move(pou.body.back()));
    pou.body.pop_back();
  }
}

Pou parse_pou(ParseStream& stream, Pou::Kind kind, std::string_view end) {
  Pou pou;
  pou.kind = kind;
  stream.advance();
  while (stream.is_any_word({"PUBLIC", "INTERNAL", "PRIVATE"})) stream.advance();
  refuse_object(stream);
  pou.at = stream.token().at;
  const bool is_function = kind == Pou::Kind::Function;
  pou.name = stream.expect_name(is_function ? "the name of the function" : "the name of the block");
  if (stream.is_symbol("<")) stream.refuse(stream.token().at, "generic units");
  refuse_object(stream);
  if (is_function && stream.take_symbol(":")) {
    if (stream.is_word("VOID"))
      stream.advance();
    else
      pou.result = parse_type(stream);
    stream.take_symbol(";");
  }
  skip_attributes(stream);
  for (;;) {
    if (begins_section(stream)) {
      pou.sections.push_back(parse_section(stream));
    } else if (stream.is_any_word({"METHOD", "PROPERTY", "EXTENDS", "IMPLEMENTS"})) {
      refuse_object(stream);
    } else {
      break;
    }
  }
  stream.take_word("BEGIN");
  refuse_object(stream);
  pou.body = parse_body(stream);
  refuse_object(stream);
  if (begins_chart_item(stream)) {
    Body before = std::move(pou.body);
    pou.body.clear();
    const bool is_chart = parse_chart(stream, pou);
    for (Statement& s : before) {
      if (!is_chart) break;
      if (s.kind != Statement::Kind::Annotation)
        stream.fail(s.at, "statements do not stand beside the steps of a chart");
      pou.at_end.push_back(std::move(s));
    }
    if (!is_chart) {
      // Actions stand before the body, or behind it.
      Body behind = parse_body(stream);
      refuse_object(stream);
      for (Statement& s : behind) before.push_back(std::move(s));
      pou.body = std::move(before);
    }
  }
  split_end(pou);
  stream.expect_word(end);
  stream.take_symbol(";");
  return pou;
}

void parse_types(ParseStream& stream, Unit& unit) {
  stream.advance();
  while (!stream.is_word("END_TYPE")) {
    if (stream.at_end()) stream.fail_expected("END_TYPE");
    TypeDeclaration type;
    type.at = stream.token().at;
    type.name = stream.expect_name("the name of a type");
    if (stream.is_word("EXTENDS")) refuse_object(stream);
    skip_attributes(stream);
    if (!stream.is_word("STRUCT")) stream.expect_symbol(":");
    type.type = parse_type(stream);
    if (stream.take_symbol(":=")) type.init = parse_initial_value(stream);
    if (!stream.is_word("END_TYPE")) stream.expect_symbol(";");
    unit.types.push_back(std::move(type));
  }
  stream.advance();
  stream.take_symbol(";");
}

/// Siemens' global data: a structure, or the instance of a block. What stands behind BEGIN are
/// initial values.
void parse_data_block(ParseStream& stream, Unit& unit) {
  stream.advance();
  Declaration block;
  block.at = stream.token().at;
  block.name = stream.expect_name("the name of the data block");
  skip_attributes(stream);
  if (begins_section(stream)) {
    auto type = std::make_shared<TypeSpec>();
    type->kind = TypeSpec::Kind::Struct;
    type->at = block.at;
    while (begins_section(stream))
      for (Declaration& member : parse_section(stream).declarations)
        type->members.push_back(std::move(member));
    block.type = std::move(type);
  } else {
    block.type = parse_type(stream);
    stream.take_symbol(";");
  }
  if (stream.take_word("BEGIN") && !stream.is_word("END_DATA_BLOCK")) {
    auto values = std::make_shared<Expr>();
    values->kind = Expr::Kind::StructInit;
    values->at = stream.token().at;
    while (!stream.is_word("END_DATA_BLOCK")) {
      Argument argument;
      argument.at = stream.token().at;
      argument.name = stream.expect_name("a member of the data block");
      if (stream.is_symbol(".") || stream.is_symbol("["))
        stream.refuse(stream.token().at, "initial values of parts of a data block's members");
      stream.expect_symbol(":=");
      argument.value = parse_initial_value(stream);
      stream.expect_symbol(";");
      values->depth = std::max(values->depth, argument.value->depth + 1);
      values->arguments.push_back(std::move(argument));
    }
    block.init = std::move(values);
  }
  stream.expect_word("END_DATA_BLOCK");
  stream.take_symbol(";");
  Section section;
  section.kind = Section::Kind::Global;
  section.at = block.at;
  section.declarations.push_back(std::move(block));
  unit.globals.push_back(std::move(section));
}

Task parse_task(ParseStream& stream) {
  stream.advance();
  Task task;
  task.at = stream.token().at;
  task.name = stream.expect_name("the name of a task");
  if (stream.take_symbol("(")) {
    for (Argument& argument : parse_arguments(stream)) {
      const std::string name = upper_case(argument.name);
      if (name == "INTERVAL")
        task.interval = std::move(argument.value);
      else if (name == "PRIORITY")
        task.priority = std::move(argument.value);
      else if (name == "SINGLE")
        task.is_single = true;
      else
        stream.fail(argument.at, "expected SINGLE, INTERVAL or PRIORITY");
    }
  }
  stream.expect_symbol(";");
  return task;
}

ProgramInstance parse_instance(ParseStream& stream) {
  stream.advance();
  if (stream.is_any_word({"RETAIN", "NON_RETAIN"})) stream.advance();
  ProgramInstance instance;
  instance.at = stream.token().at;
  instance.name = stream.expect_name("the name of a program's instance");
  if (stream.take_word("WITH")) instance.task = stream.expect_name("the name of a task");
  stream.expect_symbol(":");
  instance.type = stream.expect_name("the name of a program");
  if (stream.take_symbol("(")) instance.arguments = parse_arguments(stream);
  stream.expect_symbol(";");
  return instance;
}

/// The inside of a configuration or of one of its resources.
void parse_resource(ParseStream& stream, Configuration& into, std::string_view end) {
  while (!stream.is_word(end)) {
    if (begins_section(stream)) {
      into.globals.push_back(parse_section(stream));
    } else if (stream.is_word("TASK")) {
      into.tasks.push_back(parse_task(stream));
    } else if (stream.is_word("PROGRAM")) {
      into.instances.push_back(parse_instance(stream));
    } else if (stream.is_word("RESOURCE") && end != "END_RESOURCE") {
      stream.advance();
      stream.expect_name("the name of a resource");
      stream.expect_word("ON");
      stream.expect_name("the kind of the resource");
      parse_resource(stream, into, "END_RESOURCE");
    } else {
      stream.fail_expected(fmt::format("VAR_GLOBAL, TASK, PROGRAM or {}", end));
    }
  }
  stream.advance();
  stream.take_symbol(";");
}

void parse_configuration(ParseStream& stream, Unit& unit) {
  stream.advance();
  Configuration configuration;
  configuration.at = stream.token().at;
  configuration.name = stream.expect_name("the name of the configuration");
  parse_resource(stream, configuration, "END_CONFIGURATION");
  unit.configurations.push_back(std::move(configuration));
}

/// ACTIONS of a unit that stands above, or ACTION of the one right above.
void parse_actions(ParseStream& stream, Unit& unit) {
  Pou* owner = unit.pous.empty() ? nullptr : &unit.pous.back();
  const Spot at = stream.token().at;
  const bool is_list = stream.take_word("ACTIONS");
  if (is_list && stream.is_name()) {
    const std::string name = upper_case(stream.expect_name("the name of a unit"));
    const auto found = std::ranges::find_if(
        unit.pous, [&](const Pou& pou) { return upper_case(pou.name) == name; });
    owner = found == unit.pous.end() ? nullptr : &*found;
  }
  if (owner == nullptr || owner->kind == Pou::Kind::Function)
    stream.fail(at, "actions belong to a PROGRAM or FUNCTION_BLOCK above them");
  if (!is_list) return owner->actions.push_back(parse_action(stream));
  while (stream.is_word("ACTION")) owner->actions.push_back(parse_action(stream));
  stream.expect_word("END_ACTIONS");
  stream.take_symbol(";");
}

void parse_item(ParseStream& stream, Unit& unit) {
  if (stream.take_symbol(";")) return;
  if (stream.is_any_word({"ACTION", "ACTIONS"})) return parse_actions(stream, unit);
  if (stream.is_word("PROGRAM"))
    return unit.pous.push_back(parse_pou(stream, Pou::Kind::Program, "END_PROGRAM"));
  if (stream.is_word("FUNCTION_BLOCK"))
    return unit.pous.push_back(parse_pou(stream, Pou::Kind::FunctionBlock, "END_FUNCTION_BLOCK"));
  if (stream.is_word("FUNCTION"))
    return unit.pous.push_back(parse_pou(stream, Pou::Kind::Function, "END_FUNCTION"));
  if (stream.is_word("ORGANIZATION_BLOCK"))
    return unit.pous.push_back(parse_pou(stream, Pou::Kind::Program, "END_ORGANIZATION_BLOCK"));
  if (stream.is_word("TYPE")) return parse_types(stream, unit);
  if (stream.is_word("VAR_GLOBAL")) return unit.globals.push_back(parse_section(stream));
  if (stream.is_word("CONFIGURATION")) return parse_configuration(stream, unit);
  if (stream.is_word("DATA_BLOCK")) return parse_data_block(stream, unit);
  if (stream.is_word("VAR_CONFIG")) stream.refuse(stream.token().at, "VAR_CONFIG");
  refuse_object(stream);
  constexpr auto kWords = std::to_array<std::string_view>(
      {"PROGRAM", "FUNCTION_BLOCK", "FUNCTION", "TYPE", "VAR_GLOBAL", "CONFIGURATION"});
  const std::string_view nearest = nearest_name(stream.token().upper, kWords);
  stream.fail_expected(
      nearest.empty()
          ? std::string("PROGRAM, FUNCTION_BLOCK, FUNCTION, TYPE, VAR_GLOBAL or CONFIGURATION")
          : std::string(nearest));
}

}  // namespace

NotSupported::NotSupported(const Position& at, std::string_view what)
    : InputError(at, fmt::format("not supported: {}", what)) {}

void parse(const Source& source, Unit& unit) {
  const auto file = static_cast<std::uint32_t>(unit.files.size());
  unit.files.push_back(source.name);
  ParseStream stream(source, file);
  while (!stream.at_end()) parse_item(stream, unit);
}

ExprPtr parse_expression(const Source& source) {
  ParseStream stream(source, 0);
  ExprPtr result = parse_expression(stream);
  if (!stream.at_end()) stream.fail_expected("the end of the expression");
  return result;
}

}  // namespace cairn::st
