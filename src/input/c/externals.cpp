// SPDX-License-Identifier: MIT
#include "input/c/externals.h"

#include <fmt/format.h>

#include "model/limits.h"

namespace cairn {
namespace {

void guard(Terms& terms, Block& block, Term tainted, const std::string& names) {
  Block guarded;
  for (Statement& statement : block) {
    for (Block& inner : statement.blocks) guard(terms, inner, tainted, names);
    if (statement.kind == Statement::Kind::Assert &&
        statement.assert_kind == AssertKind::Property) {
      Statement limit = statement;
      limit.assert_kind = AssertKind::Limit;
      limit.values = {terms.or_(statement.values[0], terms.not_(tainted))};
      limit.note = kDependsOnUnknown + names;
      guarded.push_back(std::move(limit));
      statement.values = {terms.or_(statement.values[0], tainted)};
    }
    guarded.push_back(std::move(statement));
  }
  block = std::move(guarded);
}

}  // namespace

void guard_properties(Program& program, Term tainted, const std::vector<std::string>& functions) {
  constexpr std::size_t kMostNames = 5;
  std::vector<std::string> shown;
  for (const std::string& name : functions)
    if (shown.size() < kMostNames) shown.push_back(fmt::format("'{}'", name));
  if (functions.size() > kMostNames) shown.emplace_back("...");
  const std::string names =
      fmt::format("{} {}", fmt::join(shown, ", "), functions.size() == 1 ? "does" : "do");
  for (Procedure& procedure : program.procedures)
    guard(*program.terms, procedure.body, tainted, names);
}

}  // namespace cairn
