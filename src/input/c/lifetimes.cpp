// SPDX-License-Identifier: MIT
//
// The ends of objects: free() and the return of a function. What a dangling pointer finds is
// arbitrary, and what it equals is open, for its address may be given out again (C11 6.2.4 p2).
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "format/c/argument_note.h"
#include "input/c/memory_class.h"

namespace cairn {
namespace {

/// Where no object is: what pointers to ended objects become, and some bytes behind it.
constexpr std::int64_t kEndedAddress = -0x10000;
constexpr std::int64_t kEndedBytes = 0x8000;

}  // namespace

bool CMemory::asked(const char* check) const {
  return std::ranges::find(options_.checks, check) != options_.checks.end();
}

Term CMemory::flag_of(std::map<CObjectId, Term>& flags, CObjectId object, const char* what) {
  Term& flag = flags[object];
  if (!flag.valid()) {
    flag = terms_.variable(unique(unit_.objects[object].name + what), Sort::boolean());
    unit_.program.globals.push_back({flag, "", "", Show::Hidden});
  }
  return flag;
}

void CMemory::mark_ends(const Block& block) {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) mark_ends(inner);
    if (!is_pseudo(statement)) continue;
    if (statement.names[0] == kBorn)
      flag_of(born_, static_cast<CObjectId>(std::stoul(statement.names[1])), ".allocated");
    if (statement.names[0] == kHavoc && (asked("use-after-free") || asked("double-free")))
      for (const auto& [object, stride] : points_to_.world().objects)
        if (unit_.objects[object].kind == CObject::Kind::Heap && unit_.objects[object].slot == 0)
          flag_of(freed_, object, ".freed");
    if (statement.names[0] == kEnd) {
      const auto local = static_cast<CObjectId>(std::stoul(statement.names[1]));
      if (points_to_.escapes(local)) flag_of(freed_, local, ".ended");
    }
    if (statement.names[0] != kFree) continue;
    for (const auto& [object, stride] : points_to_.targets(statement.values[0]).objects) {
      if (unit_.objects[object].kind != CObject::Kind::Heap) continue;
      if (unit_.objects[object].slot == 0)
        flag_of(freed_, object, ".freed");
      else
        slot_flags(object);
    }
  }
}

/// Of an object that stands for many: a bit for each slot, set when it is freed.
Term CMemory::slot_flags(CObjectId object) {
  Term& flags = freed_slots_[object];
  if (!flags.valid()) {
    const auto slot = static_cast<std::uint64_t>(unit_.objects[object].slot / 8);
    const auto shift = static_cast<std::uint32_t>(std::countr_zero(slot));
    flags = terms_.variable(
        unique(unit_.objects[object].name + ".freed"),
        Sort::array_of(Sort::bit_vector(unit_.pointer_bits - shift), Sort::bit_vector(1)));
    unit_.program.globals.push_back({flags, "", "", Show::Hidden});
  }
  return flags;
}

/// The slot that an address is in.
Term CMemory::slot_of(CObjectId object, Term address) {
  const auto slot = static_cast<std::uint64_t>(unit_.objects[object].slot / 8);
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(slot));
  return terms_.extract(terms_.bv_sub(address, address_of(object)), unit_.pointer_bits - 1, shift);
}

/// free() of one of many objects.
void CMemory::free_slot(const Statement& statement, CObjectId object, Term& valid, Block& out) {
  const Term pointer = closed(statement.values[0]);
  const Term flags = slot_flags(object);
  const Term slot = slot_of(object, pointer);
  const Term offset = terms_.bv_sub(pointer, address_of(object));
  const auto bytes = static_cast<std::uint64_t>(unit_.objects[object].slot / 8);
  const auto shift = static_cast<std::uint32_t>(std::countr_zero(bytes));
  const Term here =
      terms_.and_(terms_.make(Op::BvUlt, {offset, number(unit_.objects[object].size / 8)}),
                  terms_.equal(terms_.extract(offset, shift - 1, 0), terms_.bv(shift, 0)));
  valid = terms_.or_(valid, here);
  if (asked("double-free"))
    assert_that(
        statement, AssertKind::Property,
        terms_.not_(terms_.and_(here, terms_.equal(terms_.select(flags, slot), terms_.bv(1, 1)))),
        "memory is freed once in " + statement.note, out);
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  set.targets = {flags};
  set.values = {terms_.ite(here, terms_.store(flags, slot, terms_.bv(1, 1)), flags)};
  out.push_back(std::move(set));
}

/// Nothing is allocated or freed when the program starts.
void CMemory::clear_flags(Block& start) {
  Statement clear;
  clear.kind = Statement::Kind::Assign;
  clear.site = start.empty() ? kNoSite : start.front().site;
  for (const auto* flags : {&freed_, &born_}) {
    for (const auto& [object, flag] : *flags) {
      clear.targets.push_back(flag);
      clear.values.push_back(terms_.false_term());
    }
  }
  for (const auto& [object, flags] : freed_slots_) {
    clear.targets.push_back(flags);
    clear.values.push_back(terms_.constant(Value::zero(terms_.sort(flags))));
  }
  if (!clear.targets.empty()) start.insert(start.begin(), std::move(clear));
}

/// The object's memory becomes arbitrary.
void CMemory::forget(CObjectId object, const Statement& at, const std::string& note, Block& out) {
  Statement havoc;
  havoc.kind = Statement::Kind::Havoc;
  havoc.site = at.site;
  havoc.note = note;
  for (std::size_t i = 0; i < unit_.objects[object].leaves.size(); ++i)
    if (const auto cell = cells_.find({object, i}); cell != cells_.end())
      havoc.targets.push_back(cell->second);
  if (!havoc.targets.empty()) out.push_back(std::move(havoc));
}

/// Before a procedure returns.
void CMemory::end_locals(const Statement& at, Block& out) {
  const auto leaving = leaving_.find(procedure_->name);
  if (leaving == leaving_.end()) return;
  for (const CObjectId object : leaving->second) {
    if (unit_.objects[object].ends_with_function)
      set_ended(at, object, true, out);
    else
      forget(object, at, "memory of " + unit_.objects[object].name + " after its end", out);
  }
}

void CMemory::free_object(const Statement& statement, Block& out) {
  const CTargets targets = points_to_.targets(statement.values[0]);
  const Term pointer = closed(statement.values[0]);
  Term valid = terms_.equal(pointer, number(0));
  for (const auto& [object, stride] : targets.objects) {
    const auto flag = freed_.find(object);
    if (flag == freed_.end() || unit_.objects[object].kind != CObject::Kind::Heap) {
      if (unit_.objects[object].slot != 0) free_slot(statement, object, valid, out);
      continue;
    }
    const Term here = terms_.equal(pointer, address_of(object));
    valid = terms_.or_(valid, here);
    if (asked("double-free"))
      assert_that(statement, AssertKind::Property, terms_.not_(terms_.and_(here, flag->second)),
                  "memory is freed once in " + statement.note, out);
  }
  if (asked("invalid-free"))
    assert_that(statement, AssertKind::Property, valid,
                "the argument is null or the start of allocated memory in " + statement.note, out);
  for (const auto& [object, stride] : targets.objects) {
    const auto flag = freed_.find(object);
    if (flag == freed_.end() || unit_.objects[object].kind != CObject::Kind::Heap) continue;
    Statement choice;
    choice.kind = Statement::Kind::If;
    choice.site = statement.site;
    choice.values = {terms_.equal(pointer, address_of(object))};
    choice.blocks.resize(2);
    Statement set;
    set.kind = Statement::Kind::Assign;
    set.site = statement.site;
    set.targets = {flag->second};
    set.values = {terms_.true_term()};
    choice.blocks[0].push_back(std::move(set));
    forget(object, statement, "memory after free()", choice.blocks[0]);
    out.push_back(std::move(choice));
  }
}

/// A jump may go past the declaration of a local, whose life begins with its block (C11 6.2.4 p6).
void CMemory::begin_locals(Procedure& procedure) {
  Statement clear;
  clear.kind = Statement::Kind::Assign;
  clear.site = procedure.site;
  for (const auto& [object, flag] : freed_) {
    if (unit_.objects[object].kind != CObject::Kind::Local ||
        unit_.objects[object].procedure != procedure.name)
      continue;
    clear.targets.push_back(flag);
    clear.values.push_back(terms_.false_term());
  }
  if (!clear.targets.empty()) procedure.body.insert(procedure.body.begin(), std::move(clear));
}

/// A local of a loop's body is another object in each iteration, at the same address here.
/// Variables that point to it from an earlier iteration point to nothing from now on.
void CMemory::end_earlier_life(const Statement& statement, CObjectId object, Block& out) {
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  assign.note = kScopeEnd;
  for (const auto* list : {&procedure_->parameters, &procedure_->locals, &unit_.program.globals})
    for (const ProgramVariable& variable : *list)
      if (!variable.source_name.empty() && variable.show == Show::Pointer &&
          terms_.sort(variable.term) == Sort::bit_vector(unit_.pointer_bits) &&
          !is_cell(variable.term) && points_to_.targets(variable.term).objects.contains(object)) {
        const Term old = terms_.and_(freed_.at(object), leads_into(variable.term, object));
        assign.targets.push_back(variable.term);
        assign.values.push_back(terms_.ite(old, number(kEndedAddress), variable.term));
      }
  if (!assign.targets.empty()) out.push_back(std::move(assign));
}

/// A local begins or ends.
void CMemory::set_ended(const Statement& statement, CObjectId object, bool ended, Block& out) {
  if (ended && points_to_.escapes(object))
    forget(object, statement, "memory of " + unit_.objects[object].name + " after its end", out);
  const auto flag = freed_.find(object);
  if (flag == freed_.end()) return;
  if (!ended && asked("use-after-free")) end_earlier_life(statement, object, out);
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  set.targets = {flag->second};
  set.values = {terms_.boolean(ended)};
  out.push_back(std::move(set));
}

void CMemory::begin_object(const Statement& statement, Block& out) {
  const Term flag = born_.at(static_cast<CObjectId>(std::stoul(statement.names[1])));
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  set.targets = {flag};
  set.values = {terms_.or_(flag, closed(statement.values[0]))};
  out.push_back(std::move(set));
}

/// One claim for all objects: what comes behind the first one that fails would not be judged.
void CMemory::check_leaks(const Statement& statement, Block& out) {
  Term none = terms_.true_term();
  for (const auto& [object, born] : born_) {
    const auto freed = freed_.find(object);
    none = terms_.and_(none, freed == freed_.end() ? terms_.not_(born)
                                                   : terms_.or_(terms_.not_(born), freed->second));
  }
  assert_that(statement, AssertKind::Property, none, "all memory is freed in the end", out);
}

/// Both pointers are into one object, or one behind it.
void CMemory::check_same_object(const Statement& statement, Block& out) {
  const CTargets left = points_to_.followed(statement.values[0]);
  const CTargets right = points_to_.followed(statement.values[1]);
  const Term a = closed(statement.values[0]);
  const Term b = closed(statement.values[1]);
  // Two null pointers have no distance and no order, and nobody minds.
  Term same = terms_.and_(terms_.equal(a, number(0)), terms_.equal(b, number(0)));
  bool open = false;
  for (const auto& [id, stride] : left.objects) {
    if (!right.objects.contains(id)) continue;
    const CObject& object = unit_.objects[id];
    const Term first = terms_.bv_sub(a, address_of(id));
    const Term second = terms_.bv_sub(b, address_of(id));
    Term here = terms_.true_term();
    Term size = object.room.valid() ? object.room : number(object.size / 8);
    if (object.slot != 0) {
      const auto slot = static_cast<std::uint64_t>(object.slot / 8);
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(slot));
      const auto slot_of = [&](Term offset) {
        return terms_.extract(offset, unit_.pointer_bits - 1, shift);
      };
      here = terms_.equal(slot_of(first), slot_of(second));
      size = number(object.size / 8);
    }
    for (const Term offset : {first, second})
      here = terms_.and_(here, terms_.make(Op::BvUle, {offset, size}));
    open = open || object.open;
    same = terms_.or_(same, here);
  }
  if (open)
    assert_that(statement, AssertKind::Limit, same,
                "comparison of pointers behind the part of an object that is modelled", out);
  assert_that(statement, AssertKind::Property, same,
              "the pointers are into one object in " + statement.note, out);
}

void CMemory::check_lifetime(const Statement& statement, const CAccess& access,
                             const CCandidates& candidates, Block& out) {
  const bool reads = statement.names[0] == kLoad;
  for (const CCandidate& candidate : candidates.list) {
    const auto flags = freed_slots_.find(candidate.object);
    if (flags == freed_slots_.end() || (!reads && !asked("use-after-free"))) continue;
    const Term slot = slot_of(candidate.object, byte_address(access.place));
    const Term gone = terms_.equal(terms_.select(flags->second, slot), terms_.bv(1, 1));
    assert_that(statement, asked("use-after-free") ? AssertKind::Property : AssertKind::Limit,
                terms_.not_(terms_.and_(candidate.condition, gone)),
                asked("use-after-free") ? "no memory is used after its end"
                                        : "read of freed memory where --heap-objects is 0",
                out);
  }
  if (!asked("use-after-free")) return;
  if (access.place.object == kNoObject) {
    const Term offset = terms_.bv_sub(byte_address(access.place), number(kEndedAddress));
    assert_that(statement, AssertKind::Property,
                terms_.not_(terms_.make(Op::BvUlt, {offset, number(kEndedBytes)})),
                "no memory is used after its end", out);
  }
  for (const CCandidate& candidate : candidates.list) {
    const auto flag = freed_.find(candidate.object);
    if (flag == freed_.end()) continue;
    assert_that(statement, AssertKind::Property,
                terms_.not_(terms_.and_(candidate.condition, flag->second)),
                "no memory is used after its end", out);
  }
}

/// What in the term looks at the address of an object that has ended, other than to compare it with
/// null or with another address in the same object: its address may be that of another object now.
/// `holds` says that there is none.
void CMemory::find_dangling(Term term, std::set<std::uint32_t>& seen, Term& holds) {
  if (!seen.insert(term.id).second) return;
  const std::span<const Term> span = terms_.operands(term);
  const std::vector<Term> operands(span.begin(), span.end());  // making terms moves the span
  for (const Term operand : operands) find_dangling(operand, seen, holds);
  std::set<CObjectId> objects;
  std::size_t based = 0;
  for (const Term operand : operands) {
    const CTargets targets = points_to_.targets(operand);
    if (!targets.objects.empty()) ++based;
    for (const auto& [object, stride] : targets.objects) objects.insert(object);
  }
  if (objects.empty()) return;
  const auto limit_ended = [&](CObjectId object, Term where) {
    const auto flag = freed_.find(object);
    if (flag != freed_.end())
      holds = terms_.and_(holds, terms_.not_(terms_.and_(flag->second, where)));
  };
  switch (terms_.op(term)) {
    case Op::Variable:
    case Op::Value:
    case Op::Ite:
    case Op::Not:
    case Op::And:
    case Op::Or:
    case Op::BvNeg:
      return;
    case Op::BvAdd:
      if (based < 2) return;
      [[fallthrough]];
    default:
      // A difference within one object has nothing of where it is.
      if (terms_.op(term) == Op::BvAdd && objects.size() == 1) return;
      for (const CObjectId object : objects) limit_ended(object, terms_.true_term());
      return;
    case Op::Equal:
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      break;
  }
  if (based < 2) return;
  if (asked("use-after-free"))
    for (const Term side : operands) {
      if (terms_.sort(side).width() != unit_.pointer_bits) continue;
      const Term offset = terms_.bv_sub(closed(side), number(kEndedAddress));
      const bool local = std::ranges::any_of(objects, [this](CObjectId object) {
        return unit_.objects[object].kind == CObject::Kind::Local && freed_.contains(object);
      });
      if (local)
        holds =
            terms_.and_(holds, terms_.not_(terms_.make(Op::BvUlt, {offset, number(kEndedBytes)})));
    }
  if (objects.size() == 1) return;
  for (const Term side : operands) {
    for (const auto& [object, stride] : points_to_.targets(side).objects) {
      // Of bits of an address nothing else is known.
      const bool altered =
          terms_.sort(side).width() != unit_.pointer_bits || stride == CStride::anywhere();
      const auto last = static_cast<std::int64_t>(unit_.objects[object].size / 8);
      limit_ended(object,
                  altered ? terms_.true_term()
                          : terms_.make(Op::BvUle, {terms_.bv_sub(closed(side), address_of(object)),
                                                    number(last)}));
    }
  }
}

/// Comparisons of two literals in the term: they may be one object, or one the tail of another (C11
/// 6.4.5 p7).
void CMemory::find_literals(Term term, std::set<std::uint32_t>& seen, Term& holds) {
  if (!seen.insert(term.id).second) return;
  const std::span<const Term> span = terms_.operands(term);
  const std::vector<Term> operands(span.begin(), span.end());  // making terms moves the span
  for (const Term operand : operands) find_literals(operand, seen, holds);
  if (terms_.op(term) != Op::Equal || !terms_.sort(operands[0]).is_bit_vector() ||
      terms_.sort(operands[0]).width() != unit_.pointer_bits)
    return;
  const auto literals_in = [this](Term side) {
    std::vector<CObjectId> found;
    for (const auto& [object, stride] : points_to_.targets(side).objects)
      if (unit_.objects[object].kind == CObject::Kind::String) found.push_back(object);
    return found;
  };
  const auto within = [this](Term side, CObjectId object) {
    const Term offset = terms_.bv_sub(closed(side), address_of(object));
    return terms_.make(Op::BvUlt, {offset, number(unit_.objects[object].size / 8)});
  };
  for (const CObjectId left : literals_in(operands[0]))
    for (const CObjectId right : literals_in(operands[1]))
      if (left != right)
        holds = terms_.and_(
            holds, terms_.not_(terms_.and_(within(operands[0], left), within(operands[1], right))));
}

void CMemory::limit_dangling(const Statement& statement, Block& out) {
  std::set<std::uint32_t> looked_at;
  Term apart = terms_.true_term();
  for (const Term value : statement.values) find_literals(value, looked_at, apart);
  assert_that(statement, AssertKind::Limit, apart,
              "comparison of two string literals, which may be one object", out);
  if (freed_.empty()) return;
  std::set<std::uint32_t> seen;
  Term holds = terms_.true_term();
  for (const Term value : statement.values) find_dangling(value, seen, holds);
  assert_that(statement, AssertKind::Limit, holds,
              "comparison of a pointer to freed memory, whose value C leaves open", out);
}

}  // namespace cairn
