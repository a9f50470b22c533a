// SPDX-License-Identifier: MIT
//
// The ends of objects: free() and the return of a function. What a dangling pointer finds is
// arbitrary, and what it equals is open, for its address may be given out again (C11 6.2.4 p2).
#include <fmt/format.h>

#include <algorithm>

#include "input/c/memory_class.h"

namespace cairn {

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
    for (const auto& [object, stride] : points_to_.targets(statement.values[0]).objects)
      if (unit_.objects[object].kind == CObject::Kind::Heap && unit_.objects[object].slot == 0)
        flag_of(freed_, object, ".freed");
  }
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
  for (const CObjectId object : leaving->second)
    forget(object, at, "memory of " + unit_.objects[object].name + " after its end", out);
}

void CMemory::free_object(const Statement& statement, Block& out) {
  const CTargets targets = points_to_.targets(statement.values[0]);
  const Term pointer = closed(statement.values[0]);
  Term valid = terms_.equal(pointer, number(0));
  for (const auto& [object, stride] : targets.objects) {
    const auto flag = freed_.find(object);
    if (flag == freed_.end() || unit_.objects[object].kind != CObject::Kind::Heap) {
      if (unit_.objects[object].slot != 0 && (asked("invalid-free") || asked("use-after-free")))
        assert_that(statement, AssertKind::Limit, terms_.false_term(),
                    "free() where --heap-objects is 0", out);
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

/// A local begins or ends.
void CMemory::set_ended(const Statement& statement, bool ended, Block& out) {
  const auto flag = freed_.find(static_cast<CObjectId>(std::stoul(statement.names[1])));
  if (flag == freed_.end()) return;
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

void CMemory::check_leaks(const Statement& statement, Block& out) {
  for (const auto& [object, born] : born_) {
    const auto freed = freed_.find(object);
    const Term left = freed == freed_.end() ? born : terms_.and_(born, terms_.not_(freed->second));
    assert_that(statement, AssertKind::Property, terms_.not_(left),
                fmt::format("memory of {} is freed in the end", unit_.objects[object].name), out);
  }
}

void CMemory::check_lifetime(const Statement& statement, const CCandidates& candidates,
                             Block& out) {
  if (!asked("use-after-free")) return;
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
  if (based < 2 || objects.size() == 1) return;
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
