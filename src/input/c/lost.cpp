// SPDX-License-Identifier: MIT
//
// Memory that is allocated and that no pointer leads to, for the check `lost-memory` (SV-COMP's
// valid-memtrack). Once lost it stays so: looking where main returns finds what a run has lost that
// ends there. Runs that do not end pass the head of a loop again and again, and calls of exit() and
// abort() end others, so these are places to look at as well. There locals are pointers too. In the
// function that runs first all of them are known; in others only those of the callers that are
// plain variables are, and what none of the known pointers leads to is a limit.
#include <fmt/format.h>

#include <algorithm>

#include "input/c/memory_class.h"

namespace cairn {
namespace {

constexpr std::size_t kMostObjects = 24;  // that may lead to each other
constexpr CBits kMostElements = 64;       // of an array of pointers

}  // namespace

/// The check reads pointers that the program only writes.
void CMemory::mark_pointers() {
  for (CObjectId id = 0; id < unit_.objects.size(); ++id)
    for (std::size_t i = 0; i < unit_.objects[id].leaves.size(); ++i) {
      const CLeaf& leaf = unit_.objects[id].leaves[i];
      if (leaf.bytes || leaf.sort == Sort::bit_vector(unit_.pointer_bits)) read_.insert({id, i});
    }
}

/// Whether a pointer is into the object's memory, or one behind it, from where it may come back.
Term CMemory::leads_into(Term pointer, CObjectId id) {
  const CObject& object = unit_.objects[id];
  const Term size = object.room.valid() ? object.room : number(object.size / 8);
  return terms_.make(Op::BvUle, {terms_.bv_sub(pointer, address_of(id)), size});
}

/// What is in an object and may lead into another one. `known` becomes false if that is too much.
std::vector<Term> CMemory::pointers_in(CObjectId from, CObjectId to, Term& known) {
  std::vector<Term> found;
  const CObject& object = unit_.objects[from];
  const CBits bytes = unit_.pointer_bits / 8;
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const auto cell = cells_.find({from, i});
    const CLeaf& leaf = object.leaves[i];
    if (cell == cells_.end() || !points_to_.may_lead(from, i, to)) continue;
    const CBits count = leaf.elements() - (leaf.bytes ? bytes - 1 : 0);
    if (!leaf.bytes && leaf.sort != Sort::bit_vector(unit_.pointer_bits)) continue;
    if (count > kMostElements) {
      known = terms_.false_term();
      continue;
    }
    CAccess access;
    access.sort = Sort::bit_vector(unit_.pointer_bits);
    access.storage = unit_.pointer_bits;
    CCandidate candidate;
    candidate.object = from;
    candidate.leaf = i;
    for (CBits element = 0; element < count; ++element) {
      if (!leaf.dimensions.empty()) candidate.index = number(element);
      found.push_back(read(candidate, access));
    }
  }
  return found;
}

void CMemory::check_lost(const Statement& statement, Block& out) {
  const bool returned = statement.names[1] == std::to_string(static_cast<int>(CLost::Returned));
  const bool exact = returned || procedure_->name == options_.entry;
  const auto give_up = [&](const char* why) {
    assert_that(statement, AssertKind::Limit, terms_.false_term(), why, out);
  };
  if (born_.empty()) return;
  if (born_.size() > kMostObjects) return give_up("the check 'lost-memory' of many objects");
  std::vector<Term> roots;
  const auto add_variables = [&](const std::vector<ProgramVariable>& list) {
    for (const ProgramVariable& variable : list)
      if (terms_.sort(variable.term) == Sort::bit_vector(unit_.pointer_bits))
        roots.push_back(variable.term);
  };
  const auto& frames = unit_.frame_pointers;
  for (const ProgramVariable& global : unit_.program.globals)
    if (!global.source_name.empty() && !is_cell(global.term) &&
        terms_.sort(global.term) == Sort::bit_vector(unit_.pointer_bits) &&
        std::ranges::find(frames, global.term) == frames.end())
      roots.push_back(global.term);
  if (!returned) roots.insert(roots.end(), frames.begin(), frames.end());
  if (!returned)
    for (const auto* list : {&procedure_->parameters, &procedure_->results, &procedure_->locals})
      add_variables(*list);
  Term known = terms_.true_term();
  std::map<CObjectId, Term> reached;
  for (const auto& [object, born] : born_) {
    Term& here = reached[object] = terms_.false_term();
    for (const Term root : roots)
      if (points_to_.targets(root).objects.contains(object))
        here = terms_.or_(here, leads_into(root, object));
    for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
      const CObject::Kind kind = unit_.objects[id].kind;
      const bool alive =
          kind == CObject::Kind::Global || (!returned && kind == CObject::Kind::Local &&
                                            unit_.objects[id].procedure == procedure_->name);
      if (!alive) continue;
      for (const Term pointer : pointers_in(id, object, known))
        here = terms_.or_(here, leads_into(pointer, object));
    }
  }
  // Memory that is reached leads to more of it.
  std::map<std::pair<CObjectId, CObjectId>, Term> steps;
  for (const auto& [from, b] : born_) {
    for (const auto& [to, c] : born_) {
      if (from == to) continue;
      Term leads = terms_.false_term();
      for (const Term pointer : pointers_in(from, to, known))
        leads = terms_.or_(leads, leads_into(pointer, to));
      if (!terms_.is_false(leads)) steps[{from, to}] = leads;
    }
  }
  for (std::size_t round = 1; round < born_.size() && !steps.empty(); ++round) {
    std::map<CObjectId, Term> next = reached;
    for (const auto& [step, leads] : steps)
      next[step.second] = terms_.or_(next[step.second], terms_.and_(reached[step.first], leads));
    reached = std::move(next);
  }
  if (terms_.is_false(known))
    return give_up("the check 'lost-memory' with large arrays of pointers");
  for (const auto& [object, born] : born_) {
    const auto freed = freed_.find(object);
    const Term gone =
        freed == freed_.end() ? terms_.not_(born) : terms_.or_(terms_.not_(born), freed->second);
    assert_that(statement, exact ? AssertKind::Property : AssertKind::Limit,
                terms_.or_(gone, reached[object]),
                exact
                    ? fmt::format("a pointer leads to the memory of {}", unit_.objects[object].name)
                    : fmt::format("memory of {} that no pointer leads to but perhaps one of a "
                                  "caller (check 'lost-memory')",
                                  unit_.objects[object].name),
                out);
  }
}

/// Whether a variable is the memory of an object.
bool CMemory::is_cell(Term variable) const {
  return std::ranges::any_of(cells_, [&](const auto& each) { return each.second == variable; });
}

}  // namespace cairn
