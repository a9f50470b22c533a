// SPDX-License-Identifier: MIT
#include "model/assertions.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "model/limits.h"

namespace cairn {
namespace {

using Kind = Statement::Kind;

bool is_property(const Statement& s) {
  return s.kind == Kind::Assert && s.assert_kind == AssertKind::Property;
}

void visit(const Block& block, const std::function<void(const Statement&)>& each) {
  for (const Statement& s : block) {
    each(s);
    for (const Block& inner : s.blocks) visit(inner, each);
  }
}

void visit(const Program& program, const std::function<void(const Statement&)>& each) {
  for (const Procedure& procedure : program.procedures) visit(procedure.body, each);
}

using Halves = std::map<const Statement*, const Statement*>;

/// Limits that belong to an assert of a property (property_of()), and that assert.
void find_halves(const Block& block, Halves& found) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Statement* const next = i + 1 < block.size() ? &block[i + 1] : nullptr;
    if (const Statement* property = property_of(block[i], next)) found.emplace(&block[i], property);
    for (const Block& inner : block[i].blocks) find_halves(inner, found);
  }
}

Halves halves_of_properties(const Program& program) {
  Halves found;
  for (const Procedure& procedure : program.procedures) find_halves(procedure.body, found);
  return found;
}

/// Asserts of properties that no run passes: what they claim is that no run comes there.
std::set<const Statement*> claims_of_absence(const Program& program, const Halves& halves) {
  Terms& terms = *program.terms;
  std::set<const Statement*> result;
  visit(program, [&](const Statement& s) {
    if (is_property(s) && terms.is_false(s.values[0])) result.insert(&s);
  });
  // Where a run depends on an unknown function the other half fails instead.
  for (const auto& [limit, property] : halves)
    if (limit->values[0] == terms.not_(property->values[0])) result.insert(property);
  return result;
}

/// The first statement that is no label, and no limit that belongs to one; null if there is none.
const Statement* first_of(const Block& block, const Halves& halves) {
  for (const Statement& s : block)
    if (s.kind != Kind::Label && !halves.contains(&s)) return &s;
  return nullptr;
}

/// What decides an assert: by the assert, if an `if` does and not the assert itself.
std::map<const Statement*, const Statement*> deciding_branches(
    const Program& program, const Halves& halves, const std::set<const Statement*>& absent) {
  std::map<const Statement*, const Statement*> result;
  visit(program, [&](const Statement& s) {
    if (s.kind != Kind::If || program.terms->is_value(s.values[0])) return;
    for (const Block& branch : s.blocks) {
      const Statement* first = first_of(branch, halves);
      if (first != nullptr && absent.contains(first)) result.emplace(first, &s);
    }
  });
  return result;
}

/// Copies blocks; `change` gets each statement, its copy, and the copy's block, to which it may add
/// what is to come before.
using Change = std::function<void(const Statement&, Statement&, Block&)>;

Block copied(const Block& block, const Change& change) {
  Block result;
  for (const Statement& s : block) {
    Statement copy = s;
    for (std::size_t i = 0; i < s.blocks.size(); ++i) copy.blocks[i] = copied(s.blocks[i], change);
    change(s, copy, result);
    result.push_back(std::move(copy));
  }
  return result;
}

Program copied(const Program& program, const Change& change) {
  Program result = program;
  for (std::size_t i = 0; i < program.procedures.size(); ++i)
    result.procedures[i].body = copied(program.procedures[i].body, change);
  return result;
}

/// A run in which it fails ends there and counts for nothing.
void make_assumption(Statement& statement) {
  statement.kind = Kind::Assume;
  statement.note.clear();
}

}  // namespace

std::vector<Assertion> assertions_of(const Program& program) {
  const Halves halves = halves_of_properties(program);
  const std::set<const Statement*> absent = claims_of_absence(program, halves);
  const auto branches = deciding_branches(program, halves, absent);
  using Place = std::tuple<std::string, std::uint64_t, std::uint64_t, std::string>;
  std::map<Place, std::size_t> known;
  std::vector<Assertion> result;
  visit(program, [&](const Statement& s) {
    if (!is_property(s)) return;
    std::size_t position = result.size();
    if (s.site != kNoSite) {
      const Position& at = program.sites[s.site].at;
      position = known.try_emplace({at.file, at.line, at.column, s.note}, position).first->second;
    }
    if (position == result.size()) result.push_back({s.site, s.note, {}, {}});
    Assertion& assertion = result[position];
    assertion.statements.push_back(&s);
    const auto branch = branches.find(&s);
    if (branch != branches.end())
      assertion.decided_at.push_back(branch->second);
    else if (!absent.contains(&s))
      assertion.decided_at.push_back(&s);
  });
  const auto place = [&](const Assertion& assertion) {
    if (assertion.site == kNoSite) return std::tuple(true, std::string(), 0ul, 0ul);
    const Position& at = program.sites[assertion.site].at;
    return std::tuple(false, at.file, at.line, at.column);
  };
  std::stable_sort(result.begin(), result.end(),
                   [&](const Assertion& a, const Assertion& b) { return place(a) < place(b); });
  return result;
}

Program with_assertions(const Program& program, const std::vector<std::size_t>& kept) {
  const std::vector<Assertion> all = assertions_of(program);
  std::set<const Statement*> stay;
  for (const std::size_t position : kept)
    stay.insert(all.at(position).statements.begin(), all.at(position).statements.end());
  const Halves halves = halves_of_properties(program);
  const std::set<const Statement*> limits = limits_before(program, stay);
  return copied(program, [&](const Statement& s, Statement& copy, Block&) {
    if (s.kind != Kind::Assert) return;
    const auto half = halves.find(&s);
    const bool stays = is_property(s)         ? stay.contains(&s)
                       : half != halves.end() ? stay.contains(half->second)
                                              : limits.contains(&s);
    if (!stays) make_assumption(copy);
  });
}

Program with_probe(const Program& program, const Assertion& assertion) {
  CAIRN_CHECK(!assertion.decided_at.empty());
  const std::set<const Statement*> here(assertion.decided_at.begin(), assertion.decided_at.end());
  return copied(program, [&](const Statement& s, Statement& copy, Block& block) {
    if (here.contains(&s)) {
      Statement probe;
      probe.kind = Kind::Assert;
      probe.site = s.site;
      probe.values = {program.terms->false_term()};
      probe.note = "the assertion is not decided";
      block.push_back(std::move(probe));
    }
    if (is_property(s)) make_assumption(copy);
  });
}

}  // namespace cairn
