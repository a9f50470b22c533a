// SPDX-License-Identifier: MIT
#include "input/c/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "input/c/calls.h"
#include "input/c/conversions.h"
#include "input/c/layout.h"
#include "input/c/memory_class.h"

namespace cairn {

// --- Uses and layout ---------------------------------------------------------------------------

void CMemory::use(CObjectId object, const Procedure& procedure) {
  if (uses_[object] == Use::None) {
    uses_[object] = Use::Private;
    users_[object] = &procedure;
  } else if (users_[object] != &procedure) {
    uses_[object] = Use::Shared;
  }
}

void CMemory::collect_uses(const Block& block, const Procedure& procedure) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) collect_uses(inner, procedure);
    if (!is_pseudo(statement) || statement.names[0] == kCallPointer ||
        statement.names[0] == kFree || statement.names[0] == kBorn ||
        statement.names[0] == kBegin || statement.names[0] == kEnd || statement.names[0] == kLeak ||
        statement.names[0] == kRoom || statement.names[0] == kLost ||
        statement.names[0] == kUnset || statement.names[0] == kSame || statement.names[0] == kGiven)
      continue;
    if (statement.names[0] == kHavoc) {
      for (const auto& [object, stride] : points_to_.world().objects) use(object, procedure);
      continue;
    }
    const std::size_t which = std::stoul(statement.names[1]);
    if (statement.names[0] == kZero || statement.names[0] == kForget) {
      use(static_cast<CObjectId>(which), procedure);
      continue;
    }
    for (const auto& [object, stride] : points_to_.targets(unit_.accesses[which].place).objects)
      use(object, procedure);
  }
}

void CMemory::collect_uses() {
  users_.resize(unit_.objects.size());
  uses_.resize(unit_.objects.size(), Use::None);
  for (const Procedure& procedure : unit_.program.procedures)
    collect_uses(procedure.body, procedure);
}

/// Melts what the access does not fit; true if anything changed.
bool CMemory::fit(CObjectId id, const CStride& stride, const CAccess& access) {
  CObject& object = unit_.objects[id];
  if (object.kind == CObject::Kind::Function) return false;
  if (stride.exact()) {
    const CBits end = stride.offset + access.storage;
    if (stride.offset < 0 || end > object.size) return false;
    if (find_element(object, stride.offset, access.sort, access.storage)) return false;
    return melt_leaves(object, stride.offset, end);
  }
  for (const CLeaf& leaf : object.leaves) {
    const CContact met = contact(leaf, stride, access.storage);
    if (met == CContact::None) continue;
    if (met == CContact::Whole && leaf.sort == access.sort && !leaf.bytes) continue;
    return melt_leaves(object, 0, object.size);
  }
  return false;
}

bool CMemory::fit(const CAccess& access) {
  CCandidate unused;
  if (access.place.object != kNoObject) {
    const CObjectId object = access.place.object;
    if (match_indices(object, access.place.offset, access, unused)) return false;
    return fit(object, points_to_.targets(access.place).objects.at(object), access);
  }
  bool changed = false;
  const CTargets bases = points_to_.followed(access.place.pointer);
  const CTargets places = points_to_.targets(access.place);
  for (const auto& [object, stride] : places.objects) {
    const CStride& base = bases.objects.at(object);
    if (base.exact() && match_indices(object, base.offset + access.place.offset, access, unused))
      continue;
    changed = fit(object, stride, access) || changed;
  }
  return changed;
}

void CMemory::fit_leaves() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const CAccess& access : unit_.accesses)
      if (access.kind == CAccess::Kind::Value) changed = fit(access) || changed;
  }
}

/// Whether floats are kept where the program looks at bytes.
bool CMemory::sees_float_bits() {
  const auto has_bytes = [this](CObjectId id) {
    return std::ranges::any_of(unit_.objects[id].leaves, &CLeaf::bytes);
  };
  return std::ranges::any_of(unit_.accesses, [&](const CAccess& access) {
    if (!access.sort.is_float()) return false;
    const CTargets places = points_to_.targets(access.place);
    return std::ranges::any_of(places.objects, has_bytes,
                               [](const auto& each) { return each.first; });
  });
}

void CMemory::mark_reads(const Block& block) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) mark_reads(inner);
    if (!is_pseudo(statement) || statement.names[0] != kLoad) continue;
    for (const CCandidate& each : resolve(unit_.accesses[std::stoul(statement.names[1])]).list)
      read_.insert({each.object, each.leaf});
  }
}

/// Leaves of an object that text may come into: those behind its start.
std::vector<std::size_t> CMemory::scribbled(CObjectId id, const CStride& stride) const {
  std::vector<std::size_t> found;
  const CObject& object = unit_.objects[id];
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (!stride.exact() || stride.offset < leaf.end()) found.push_back(i);
  }
  return found;
}

void CMemory::mark_scribbles(const Block& block) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) mark_scribbles(inner);
    if (!is_pseudo(statement) || statement.names[0] != kScribble) continue;
    const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
    for (const auto& [object, stride] : points_to_.targets(access.place).objects) {
      for (const std::size_t leaf : scribbled(object, stride)) {
        if (!read_.contains({object, leaf}) || scribbles_.contains({object, leaf})) continue;
        const std::string name =
            unit_.objects[object].name + unit_.objects[object].leaves[leaf].name;
        const Term flag = terms_.variable(unique(name + ".unknown"), Sort::boolean());
        unit_.program.globals.push_back({flag, "", "", Show::Hidden});
        scribbles_[{object, leaf}] = flag;
      }
    }
  }
}

void CMemory::clear_scribbles(Block& start) {
  if (scribbles_.empty()) return;
  Statement clear;
  clear.kind = Statement::Kind::Assign;
  clear.site = start.empty() ? kNoSite : start.front().site;
  for (const auto& [leaf, flag] : scribbles_) {
    clear.targets.push_back(flag);
    clear.values.push_back(terms_.false_term());
  }
  start.insert(start.begin(), std::move(clear));
}

std::string CMemory::unique(const std::string& wanted) {
  std::string plain;
  for (const char c : wanted)
    if (c != '[' && c != ']') plain += c;
  std::string name = plain;
  for (unsigned& i = numbers_[plain]; !names_.insert(name).second;)
    name = fmt::format("{}${}", plain, ++i + 1);
  return name;
}

void CMemory::make_variables() {
  for (const ProgramVariable& global : unit_.program.globals)
    names_.insert(terms_.name(global.term));
  for (const Procedure& procedure : unit_.program.procedures)
    for (const auto* list : {&procedure.parameters, &procedure.results, &procedure.locals})
      for (const ProgramVariable& variable : *list) names_.insert(terms_.name(variable.term));
  std::map<std::string, Procedure*> procedures;
  for (Procedure& procedure : unit_.program.procedures) procedures[procedure.name] = &procedure;
  for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
    const CObject& object = unit_.objects[id];
    if (uses_[id] == Use::None || object.kind == CObject::Kind::Function) continue;
    const bool local = object.kind == CObject::Kind::Local && uses_[id] == Use::Private &&
                       !points_to_.escapes(id) && users_[id]->name == object.procedure;
    auto& list = local ? procedures.at(object.procedure)->locals : unit_.program.globals;
    for (std::size_t i = 0; i < object.leaves.size(); ++i) {
      if (!read_.contains({id, i})) continue;
      const CLeaf& leaf = object.leaves[i];
      Sort sort = leaf.sort;
      if (!leaf.dimensions.empty()) {
        const auto last = static_cast<std::uint64_t>(leaf.elements() - 1);
        sort = Sort::array_of(
            Sort::bit_vector(std::max(1u, static_cast<std::uint32_t>(std::bit_width(last)))), sort);
      }
      std::string source = object.name + leaf.name;
      while (source.ends_with("[]")) source.resize(source.size() - 2);
      if (leaf.padding) source.clear();
      const Term term = terms_.variable(unique(object.name + leaf.name), sort);
      cells_[{id, i}] = term;
      list.push_back({term, source, object.function, leaf.show});
    }
  }
}

// --- Statements --------------------------------------------------------------------------------

void CMemory::assert_that(const Statement& at, AssertKind kind, Term condition, std::string note,
                          Block& out) {
  if (terms_.is_true(condition)) return;
  Statement statement;
  statement.kind = Statement::Kind::Assert;
  statement.assert_kind = kind;
  statement.site = at.site;
  statement.values = {condition};
  statement.note = std::move(note);
  out.push_back(std::move(statement));
}

/// Whether an access ends before the end of an object whose size is a variable.
Term CMemory::within_room(CObjectId id, const CAccess& access) {
  const CObject& object = unit_.objects[id];
  const std::uint32_t width = unit_.pointer_bits;
  Term begin = terms_.bv_sub(byte_address(access.place), address_of(id));
  Term room = object.room;
  if (object.slot != 0) {
    const auto shift =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint64_t>(object.slot / 8)));
    room = terms_.select(room, terms_.extract(begin, width - 1, shift));
    begin = terms_.zero_extend(terms_.extract(begin, shift - 1, 0), width);
  }
  const Term end = terms_.make(Op::BvAdd, {begin, number((access.storage + 7) / 8)});
  return terms_.make(Op::BvUle, {end, room});
}

void CMemory::check_null(const Statement& statement, const CAccess& access, Block& out) {
  const CPlace& place = access.place;
  if (asked("null") && place.object == kNoObject)
    assert_that(statement, AssertKind::Property, terms_.distinct(closed(place.pointer), number(0)),
                "no null pointer is followed", out);
}

void CMemory::check_access(const Statement& statement, const CAccess& access,
                           const CCandidates& candidates, Block& out) {
  if (!asked("bounds")) return;
  const bool sized = std::ranges::any_of(candidates.list, [this](const CCandidate& candidate) {
    return unit_.objects[candidate.object].room.valid();
  });
  Term inside = terms_.boolean(candidates.complete && !sized);
  for (const CCandidate& candidate : candidates.list) {
    const CObject& object = unit_.objects[candidate.object];
    Term holds = candidates.complete && candidates.list.size() == 1 ? terms_.true_term()
                                                                    : candidate.condition;
    if (object.room.valid()) holds = terms_.and_(holds, within_room(candidate.object, access));
    inside = terms_.or_(inside, holds);
  }
  assert_that(statement, AssertKind::Property, inside, "the access is within its object", out);
}

void CMemory::check_place(const Statement& statement, const CAccess& access,
                          const CCandidates& candidates, Block& out) {
  check_null(statement, access, out);
  limit_open(statement, candidates, out);
  check_access(statement, access, candidates, out);
  check_lifetime(statement, access, candidates, out);
  assert_points_to(statement, access, candidates, out);
  limit_astray(statement, candidates, out);
}

void CMemory::load(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  const CCandidates candidates = resolve(access);
  check_place(statement, access, candidates, out);
  limit_scribbled(statement, candidates, out);
  load_mask(statement, access, candidates, out);
  Term value;
  if (!candidates.complete) {
    Statement havoc;
    havoc.kind = Statement::Kind::Havoc;
    havoc.site = statement.site;
    havoc.note = "read outside of all objects";
    if (candidates.list.empty()) {
      havoc.targets = statement.targets;
      out.push_back(std::move(havoc));
      return;
    }
    Term& any = outside_[access.sort];
    if (!any.valid()) {
      any = terms_.variable(unique("outside"), access.sort);
      procedure_->locals.push_back({any, "", "", Show::Hidden});
    }
    havoc.targets = {any};
    out.push_back(std::move(havoc));
    value = any;
  }
  for (std::size_t i = candidates.list.size(); i-- > 0;) {
    const CCandidate& candidate = candidates.list[i];
    const Term here = read(candidate, access);
    value = value.valid() ? terms_.ite(candidate.condition, here, value) : here;
  }
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  assign.targets = statement.targets;
  assign.values = {value};
  out.push_back(std::move(assign));
}

/// The access is in none of the objects that the analysis leaves out.
void CMemory::assert_points_to(const Statement& statement, const CAccess& access,
                               const CCandidates& candidates, Block& out) {
  if (!options_.assert_points_to || access.place.object != kNoObject) return;
  const Term address = byte_address(access.place);
  Term left_out = terms_.true_term();
  for (CObjectId id = 0; id < unit_.objects.size(); ++id) {
    const auto here = [id](const CCandidate& candidate) { return candidate.object == id; };
    if (!points_to_.escapes(id) || unit_.objects[id].kind == CObject::Kind::Function ||
        std::ranges::any_of(candidates.list, here))
      continue;
    const Term offset = terms_.bv_sub(address, address_of(id));
    left_out = terms_.and_(left_out, terms_.not_(terms_.make(
                                         Op::BvUlt, {offset, number(unit_.objects[id].size / 8)})));
  }
  assert_that(statement, AssertKind::Property, left_out,
              "the points-to analysis knows the object of the access", out);
}

/// An index that leaves its array within a struct: C leaves it open what is there.
void CMemory::limit_astray(const Statement& statement, const CCandidates& candidates, Block& out) {
  for (const CCandidate& candidate : candidates.list)
    if (candidate.astray.valid())
      assert_that(statement, AssertKind::Limit, terms_.not_(candidate.astray),
                  "index outside of an array that is a part of its object (--check bounds finds "
                  "such accesses)",
                  out);
}

/// Literals and constants are in memory that no program may write (C11 6.4.5 p7, 6.7.3 p6).
void CMemory::check_literals(const Statement& statement, const CCandidates& candidates,
                             Block& out) {
  // The literal's own initialiser is in the start procedure.
  if (!asked("bounds") || procedure_->name == unit_.program.main) return;
  for (const CCandidate& candidate : candidates.list)
    if (unit_.objects[candidate.object].kind == CObject::Kind::String)
      assert_that(statement, AssertKind::Property, terms_.not_(candidate.condition),
                  "no string literal is written", out);
    else if (unit_.objects[candidate.object].constant)
      assert_that(statement, AssertKind::Property, terms_.not_(candidate.condition),
                  "no constant is written", out);
}

/// What lies behind an object that has more than is modelled is within its bounds nevertheless.
void CMemory::limit_open(const Statement& statement, const CCandidates& candidates, Block& out) {
  if (candidates.open && !candidates.complete) {
    Term known = terms_.false_term();
    for (const CCandidate& candidate : candidates.list)
      known = terms_.or_(known, candidate.condition);
    assert_that(statement, AssertKind::Limit, known,
                "access behind the part of an object that is modelled (arguments of main, an array "
                "without a size)",
                out);
  }
}

/// Reading what a function like sprintf wrote has no model.
void CMemory::limit_scribbled(const Statement& statement, const CCandidates& candidates,
                              Block& out) {
  for (const CCandidate& candidate : candidates.list) {
    const auto flag = scribbles_.find({candidate.object, candidate.leaf});
    if (flag == scribbles_.end()) continue;
    assert_that(statement, AssertKind::Limit,
                terms_.not_(terms_.and_(candidate.condition, flag->second)),
                "read of text that a function of the library wrote", out);
  }
}

void CMemory::scribble(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  if (asked("bounds"))
    assert_that(statement, AssertKind::Limit, terms_.false_term(),
                "text of unknown length with --check bounds", out);
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  for (const auto& [object, stride] : points_to_.targets(access.place).objects) {
    for (const std::size_t leaf : scribbled(object, stride)) {
      const auto flag = scribbles_.find({object, leaf});
      if (flag == scribbles_.end()) continue;
      set.targets.push_back(flag->second);
      set.values.push_back(terms_.true_term());
    }
  }
  if (!set.targets.empty()) out.push_back(std::move(set));
}

void CMemory::store(const Statement& statement, Block& out) {
  const CAccess& access = unit_.accesses[std::stoul(statement.names[1])];
  CCandidates candidates = resolve(access);
  check_literals(statement, candidates, out);
  check_place(statement, access, candidates, out);
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  const Term value = closed(statement.values[0]);
  const bool always = candidates.complete && candidates.list.size() == 1;
  for (const CCandidate& candidate : candidates.list) {
    const auto cell = cells_.find({candidate.object, candidate.leaf});
    if (cell == cells_.end()) continue;  // nobody reads it
    const Term next = written(candidate, access, value);
    assign.targets.push_back(cell->second);
    assign.values.push_back(always ? next : terms_.ite(candidate.condition, next, cell->second));
  }
  // Before the value: the place may depend on what is there.
  store_mask(statement, access, candidates, out);
  if (!assign.targets.empty()) push(std::move(assign), out);
}

/// Joins assignments of one source statement to one array: initialisers are long.
void CMemory::push(Statement assign, Block& out) {
  constexpr unsigned kLongest = 256;
  const Term target = assign.targets[0];
  if (!out.empty() && assign.targets.size() == 1 && terms_.sort(target).is_array() &&
      out.back().kind == Statement::Kind::Assign && out.back().site == assign.site &&
      out.back().targets == assign.targets && joined_ < kLongest) {
    ++joined_;
    out.back().values[0] = terms_.substitute(assign.values[0], {{target.id, out.back().values[0]}});
    return;
  }
  joined_ = 0;
  out.push_back(std::move(assign));
}

void CMemory::set_all(const Statement& statement, Block& out) {
  const auto id = static_cast<CObjectId>(std::stoul(statement.names[1]));
  const bool zero = statement.names[0] == kZero;
  Statement set;
  set.kind = zero ? Statement::Kind::Assign : Statement::Kind::Havoc;
  set.site = statement.site;
  if (!zero) set.note = statement.note;
  for (std::size_t i = 0; i < unit_.objects[id].leaves.size(); ++i) {
    const auto cell = cells_.find({id, i});
    if (cell == cells_.end()) continue;
    set.targets.push_back(cell->second);
    if (zero) set.values.push_back(terms_.constant(Value::zero(terms_.sort(cell->second))));
  }
  if (!set.targets.empty()) out.push_back(std::move(set));
  Statement known;
  known.kind = Statement::Kind::Assign;
  known.site = statement.site;
  for (const auto& [leaf, flag] : scribbles_) {
    if (leaf.first != id) continue;
    known.targets.push_back(flag);
    known.values.push_back(terms_.false_term());
  }
  if (!known.targets.empty()) out.push_back(std::move(known));
  set_mask(statement, id, out);
}

void CMemory::call_pointer(const Statement& statement, Block& out) {
  const CTargets callees = points_to_.targets(statement.values[0]);
  const Term pointer = closed(statement.values[0]);
  Block rest;
  assert_that(statement, AssertKind::Limit, terms_.false_term(),
              "call through a pointer to an unknown function", rest);
  for (const CFunction& function : unit_.functions) {
    if (function.procedure.empty() || !callees.objects.contains(function.object)) continue;
    const Procedure* procedure = unit_.program.find(function.procedure);
    Statement call;
    call.kind = Statement::Kind::Call;
    call.site = statement.site;
    call.names = {function.procedure};
    call.targets = statement.targets;
    for (std::size_t i = 1; i < statement.values.size(); ++i)
      call.values.push_back(closed(statement.values[i]));
    const auto like = [this](Term value, const ProgramVariable& variable) {
      return terms_.sort(value) == terms_.sort(variable.term);
    };
    if (!std::ranges::equal(call.values, procedure->parameters, like)) continue;
    if (call.targets.empty() && !procedure->results.empty()) {
      const Term unused =
          terms_.variable(unique("unused"), terms_.sort(procedure->results[0].term));
      procedure_->locals.push_back({unused, "", "", Show::Hidden});
      call.targets = {unused};
    }
    if (!std::ranges::equal(call.targets, procedure->results, like)) continue;
    Statement choice;
    choice.kind = Statement::Kind::If;
    choice.site = statement.site;
    choice.values = {terms_.equal(pointer, address_of(function.object))};
    choice.blocks.resize(2);
    choice.blocks[0].push_back(std::move(call));
    choice.blocks[1] = std::move(rest);
    rest.clear();
    rest.push_back(std::move(choice));
  }
  std::ranges::move(rest, std::back_inserter(out));
}

void CMemory::rewrite(Statement statement, Block& out) {
  if (is_pseudo(statement)) {
    if (statement.names[0] == kLoad) return load(statement, out);
    if (statement.names[0] == kStore) return store(statement, out);
    if (statement.names[0] == kCallPointer) return call_pointer(statement, out);
    if (statement.names[0] == kScribble) return scribble(statement, out);
    if (statement.names[0] == kHavoc) return havoc(statement, out);
    if (statement.names[0] == kRoom) return room(statement, out);
    if (statement.names[0] == kFree) return free_object(statement, out);
    if (statement.names[0] == kBorn) return begin_object(statement, out);
    if (statement.names[0] == kLeak) return check_leaks(statement, out);
    if (statement.names[0] == kLost) return check_lost(statement, out);
    if (statement.names[0] == kSame) return check_same_object(statement, out);
    if (statement.names[0] == kGiven) return give(statement, out);
    if (statement.names[0] == kUnset)
      return set_mask(statement, static_cast<CObjectId>(std::stoul(statement.names[1])), out);
    if (statement.names[0] == kBegin || statement.names[0] == kEnd)
      return set_ended(statement, static_cast<CObjectId>(std::stoul(statement.names[1])),
                       statement.names[0] == kEnd, out);
    return set_all(statement, out);
  }
  if (statement.kind == Statement::Kind::Return) end_locals(statement, out);
  limit_dangling(statement, out);
  Block again;
  if (statement.kind == Statement::Kind::While) limit_dangling(statement, again);
  for (Term& value : statement.values) value = closed(value);
  if (statement.kind == Statement::Kind::Assert && terms_.is_true(statement.values[0]) &&
      !statement.note.starts_with(kCoverNote))
    return;
  for (Block& inner : statement.blocks) inner = rewrite(std::move(inner));
  // A loop's condition is evaluated again after its body.
  std::ranges::move(again,
                    std::back_inserter(statement.blocks.empty() ? out : statement.blocks[0]));
  out.push_back(std::move(statement));
}

Block CMemory::rewrite(Block block) {
  Block out;
  for (Statement& statement : block) rewrite(std::move(statement), out);
  return out;
}

std::optional<Program> resolve_memory(CUnit unit, const CReadOptions& options) {
  std::optional<Program> program = CMemory(std::move(unit), options).run();
  if (program) cut_recursion(*program);
  return program;
}

}  // namespace cairn
