// SPDX-License-Identifier: MIT
#include "format/horn.h"

#include <fmt/format.h>

#include <set>
#include <string_view>
#include <vector>

#include "smt/smtlib.h"

namespace cairn {
namespace {

/// The part of a text up to the end of its first expression: an atom, or what one parenthesis
/// encloses.
std::string_view first_expression(std::string_view text) {
  std::size_t depth = 0, end = 0;
  do {
    if (text[end] == '(') ++depth;
    if (text[end] == ')') --depth;
    ++end;
  } while (end < text.size() && (depth > 0 || (text[end] != ' ' && text[end] != ')')));
  return text.substr(0, end);
}

/// A script's definitions as nested bindings around an expression; its declarations are added to
/// those that a quantifier binds.
class Clause {
 public:
  explicit Clause(Terms& terms) : terms_(terms), writer_(terms) {}

  std::string name(Term term) { return writer_.name(term, script_); }

  /// For all values: `from` and the condition imply `to`.
  std::string text(const std::string& from, const std::string& condition, const std::string& to) {
    std::string bindings, tail;
    for (std::size_t begin = 0; begin < script_.size();) {
      const std::size_t end = script_.find('\n', begin);
      take(std::string_view(script_).substr(begin, end - begin), bindings, tail);
      begin = end + 1;
    }
    std::string premise = fmt::format("{} {}", from, condition);
    for (const std::string& side : writer_.side_conditions()) (premise += " ") += side;
    std::string variables;
    for (const std::string& variable : variables_) variables += variable;
    const std::string body = fmt::format("{}(=> (and {}) {}){}", bindings, premise, to, tail);
    if (variables.empty()) return fmt::format("(assert {})\n", body);
    return fmt::format("(assert (forall ({}) {}))\n", variables, body);
  }

  void bind(Term variable) {
    variables_.insert(fmt::format("({} {})", name(variable), smtlib_sort(terms_.sort(variable))));
  }

 private:
  void take(std::string_view line, std::string& bindings, std::string& tail) {
    constexpr std::string_view kDeclare = "(declare-const ", kDefine = "(define-fun ";
    if (line.starts_with(kDeclare)) {
      line.remove_prefix(kDeclare.size());
      const std::string_view name = first_expression(line);
      const std::string_view sort = first_expression(line.substr(name.size() + 1));
      variables_.insert(fmt::format("({} {})", name, sort));
    } else if (line.starts_with(kDefine)) {
      line.remove_prefix(kDefine.size());
      const std::string_view name = first_expression(line);
      line.remove_prefix(name.size() + std::string_view(" () ").size());
      line.remove_prefix(first_expression(line).size() + 1);
      bindings += fmt::format("(let (({} {})) ", name, first_expression(line));
      tail += ')';
    }
  }

  Terms& terms_;
  SmtLibWriter writer_;
  std::string script_;
  std::set<std::string> variables_;
};

}  // namespace

std::string horn_clauses(const Cfa& cfa) {
  Terms& terms = *cfa.terms;
  std::string text = "(set-logic HORN)\n", sorts;
  for (const ProgramVariable& variable : cfa.variables)
    (sorts += " ") += smtlib_sort(terms.sort(variable.term));
  for (std::size_t i = 0; i < cfa.locations.size(); ++i)
    text += fmt::format("(declare-fun L{} ({}) Bool)\n", i, sorts.empty() ? "" : sorts.substr(1));
  const auto at = [&](LocationId location, Clause& clause, const std::map<Term, Term>& next) {
    std::string values;
    for (const ProgramVariable& variable : cfa.variables) {
      const auto found = next.find(variable.term);
      (values += " ") += clause.name(found == next.end() ? variable.term : found->second);
    }
    if (values.empty()) return fmt::format("L{}", location.index);
    return fmt::format("(L{}{})", location.index, values);
  };
  Clause first(terms);
  for (const ProgramVariable& variable : cfa.variables) first.bind(variable.term);
  const std::string initial = at(cfa.initial, first, {});
  text += first.text("true", "true", initial);
  for (const CfaEdge& edge : cfa.edges) {
    const Effect effect = effect_of(terms, *edge.command);
    Clause clause(terms);
    for (const ProgramVariable& variable : cfa.variables) clause.bind(variable.term);
    const std::string from = at(edge.source, clause, {});
    const std::string condition = clause.name(effect.guard);
    const std::string to =
        edge.target == cfa.error ? "false" : at(edge.target, clause, effect.next);
    text += clause.text(from, condition, to);
  }
  return text + "(check-sat)\n";
}

}  // namespace cairn
