// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_declarations.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "format/ivl/ivl_names.h"

namespace cairn {

namespace {

using TokenKind = IvlToken::Kind;

// A record may hold records: fields multiply.
constexpr std::size_t kMaxFields = 10'000;

/// The type of a field's variable: an array of records is one array a field.
IvlType element_of(const IvlType& outer, const IvlType& field) {
  if (!outer.array) return field;
  if (field.record) return {outer.sort, field.record, true};
  return {Sort::array_of(outer.sort, field.sort), nullptr, false};
}

}  // namespace

const IvlBinding* IvlDeclarations::binding(std::string_view name) const {
  const auto local = locals_.find(name);
  if (local != locals_.end()) return &local->second;
  const auto global = globals_.find(name);
  return global == globals_.end() ? nullptr : &global->second;
}

Term IvlDeclarations::find(std::string_view name) const {
  const IvlBinding* const found = binding(name);
  return found && !found->type.record ? found->terms[0] : kNoTerm;
}

bool IvlDeclarations::is_record_array(std::string_view name) const {
  const IvlBinding* const found = binding(name);
  return found && found->type.record && found->type.array;
}

std::string IvlDeclarations::read_name(std::string_view what) {
  if (!token().is_name() && !token().is("main")) lexer_.fail_expected(what);
  std::string name(token().text);
  lexer_.advance();
  return name;
}

std::string IvlDeclarations::read_string(std::string_view what) {
  if (token().kind != TokenKind::String) lexer_.fail_expected(what);
  std::string text = unescape_ivl(token().text);
  lexer_.advance();
  return text;
}

void IvlDeclarations::read_record() {
  lexer_.advance();
  const IvlToken at = token();
  const std::string name = read_name("a name");
  IvlRecord record;
  std::set<std::string> seen;
  expect("{");
  while (!accept("}")) {
    const IvlToken field = token();
    std::string field_name = read_name("a field or '}'");
    if (!seen.insert(field_name).second)
      lexer_.fail(field,
                  fmt::format("the field '{}' is declared already", printable(field_name, 60)));
    expect(":");
    const IvlType type = read_type();
    record.size += type.record ? type.record->size : 1;
    if (record.size > kMaxFields)
      lexer_.fail(field, fmt::format("a record has at most {} fields", kMaxFields));
    record.fields.emplace_back(std::move(field_name), type);
    expect(";");
  }
  if (record.fields.empty()) lexer_.fail(at, "a record has at least one field");
  if (!records_.emplace(name, std::move(record)).second)
    lexer_.fail(at, fmt::format("the record '{}' is declared already", printable(name, 60)));
}

IvlType IvlDeclarations::read_type() {
  const auto record = token().kind == TokenKind::Word || token().kind == TokenKind::Quoted
                          ? records_.find(token().text)
                          : records_.end();
  if (record == records_.end()) return {expressions_.read_sort(), nullptr, false};
  const IvlToken at = token();
  lexer_.advance();
  if (!token().is("[")) return {{}, &record->second, false};
  const IvlType type{expressions_.read_index_sort(), &record->second, true};
  check_no_array(at, record->second);
  return type;
}

void IvlDeclarations::check_no_array(const IvlToken& at, const IvlRecord& record) const {
  for (const auto& [name, type] : record.fields) {
    if (type.array || (!type.record && type.sort.is_array()))
      lexer_.fail(at, fmt::format("there are no arrays of arrays: the field '{}' is one",
                                  printable(name, 60)));
    if (type.record) check_no_array(at, *type.record);
  }
}

/// What people see of a variable.
void IvlDeclarations::read_shown(ProgramVariable& variable, bool& shown) {
  shown = accept("show");
  if (shown) {
    const std::optional<Show> show = parse_show(token().text);
    if (!show) lexer_.fail_expected("raw, signed, unsigned, bool, char, float, pointer or hidden");
    variable.show = *show;
    lexer_.advance();
  }
  if (accept("as")) variable.source_name = read_string("the source's name");
  if (accept("in")) variable.function = read_string("the source's function");
}

void IvlDeclarations::read_variables(std::vector<ProgramVariable>& into, Level level,
                                     const std::string& function) {
  do {
    const IvlToken at = token();
    if (!token().is_name()) lexer_.fail_expected("a variable");
    const std::string name(token().text);
    lexer_.advance();
    expect(":");
    const IvlType type = read_type();
    ProgramVariable variable{kNoTerm, name, function, Show::Raw};
    bool shown = false;
    read_shown(variable, shown);
    declare(at, name, type, variable, shown, into, level == Level::Global ? globals_ : locals_);
  } while (accept(","));
}

std::vector<Term> IvlDeclarations::declare(const IvlToken& at, const std::string& name,
                                           const IvlType& type, const ProgramVariable& like,
                                           bool shown, std::vector<ProgramVariable>& into,
                                           Scope& scope) {
  if (const IvlBinding* const other = binding(name))
    lexer_.fail(
        at, fmt::format("'{}' is declared already, in line {}", printable(name, 60), other->line));
  std::vector<Term> made;
  if (!type.record) {
    ProgramVariable variable = like;
    variable.term = terms_.variable(name, type.sort);
    if (!shown) variable.show = default_show(type.sort);
    made = {variable.term};
    into.push_back(std::move(variable));
  } else {
    for (const auto& [field, field_type] : type.record->fields) {
      ProgramVariable inner = like;
      if (!like.source_name.empty()) inner.source_name += "." + field;
      const std::vector<Term> parts =
          declare(at, name + "." + field, element_of(type, field_type), inner, shown, into, scope);
      made.insert(made.end(), parts.begin(), parts.end());
    }
  }
  scope.emplace(name, IvlBinding{type, made, at.line});
  return made;
}

}  // namespace cairn
