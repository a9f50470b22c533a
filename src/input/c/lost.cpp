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

/// What pointers in these variables and in memory that is alive lead to, also by way of memory that
/// is reached. `known` becomes false if there is too much of it.
std::map<CObjectId, Term> CMemory::reached_from(const std::vector<Term>& roots, bool returned,
                                                Term& known) {
  std::map<CObjectId, Term> reached;
  for (const auto& [object, born] : born_) {
    Term& here = reached[object] = terms_.false_term();
    for (const Term root : roots)
      if (points_to_.targets(root).objects.contains(object))
        here = terms_.or_(here, leads_into(root, object));
    for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
      const CObject& from = unit_.objects[id];
      const bool local = from.kind == CObject::Kind::Local;
      if (from.kind != CObject::Kind::Global &&
          (returned || !local || from.procedure != procedure_->name))
        continue;
      const auto ended = freed_.find(id);
      for (const Term pointer : pointers_in(id, object, known)) {
        const Term leads = leads_into(pointer, object);
        here = terms_.or_(
            here, ended == freed_.end() ? leads : terms_.and_(leads, terms_.not_(ended->second)));
      }
    }
  }
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
  return reached;
}

void CMemory::check_lost(const Statement& statement, Block& out) {
  const bool returned = statement.names[1] == std::to_string(static_cast<int>(CLost::Returned));
  const bool exact = returned || procedure_->name == options_.entry;
  const auto give_up = [&](const char* why) {
    assert_that(statement, AssertKind::Limit, terms_.false_term(), why, out);
  };
  if (born_.empty()) return;
  if (born_.size() > kMostObjects) return give_up("the check 'lost-memory' of many objects");
  const Sort pointer = Sort::bit_vector(unit_.pointer_bits);
  const auto& frames = unit_.frame_pointers;
  std::vector<Term> roots;
  for (const ProgramVariable& global : unit_.program.globals)
    if (!global.source_name.empty() && !is_cell(global.term) &&
        terms_.sort(global.term) == pointer &&
        std::ranges::find(frames, global.term) == frames.end())
      roots.push_back(global.term);
  if (!returned) {
    roots.insert(roots.end(), frames.begin(), frames.end());
    for (const ProgramVariable& local : procedure_->locals)
      if (!local.source_name.empty() && terms_.sort(local.term) == pointer)
        roots.push_back(local.term);
  }
  // Values on the way, and old ones, which nobody needs any more: who knows?
  std::vector<Term> perhaps = roots;
  if (!returned)
    for (const auto* list : {&procedure_->parameters, &procedure_->results, &procedure_->locals})
      for (const ProgramVariable& variable : *list)
        if (terms_.sort(variable.term) == pointer) perhaps.push_back(variable.term);
  Term known = terms_.true_term();
  const auto surely = reached_from(roots, returned, known);
  const auto possibly = returned ? surely : reached_from(perhaps, returned, known);
  if (terms_.is_false(known))
    return give_up("the check 'lost-memory' with large arrays of pointers");
  Term kept = terms_.true_term();
  Term clear = terms_.true_term();
  for (const auto& [object, born] : born_) {
    const auto freed = freed_.find(object);
    const Term gone =
        freed == freed_.end() ? terms_.not_(born) : terms_.or_(terms_.not_(born), freed->second);
    kept = terms_.and_(kept, terms_.or_(gone, possibly.at(object)));
    clear = terms_.and_(clear, terms_.or_(gone, surely.at(object)));
  }
  // One claim for all objects: what comes behind the first one that fails would not be judged.
  if (exact)
    assert_that(statement, AssertKind::Property, kept, "a pointer leads to all allocated memory",
                out);
  assert_that(statement, AssertKind::Limit, clear,
              "memory that no variable here leads to, but perhaps a value on the way or a caller's "
              "(check 'lost-memory')",
              out);
}

/// Whether a variable is the memory of an object.
bool CMemory::is_cell(Term variable) const {
  return std::ranges::any_of(cells_, [&](const auto& each) { return each.second == variable; });
}

}  // namespace cairn
