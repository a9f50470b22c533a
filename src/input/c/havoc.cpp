// SPDX-License-Identifier: MIT
//
// What functions without a body do to memory, and how large objects on the heap are.
#include <fmt/format.h>

#include <bit>

#include "input/c/memory_class.h"

namespace cairn {

/// The bytes of the object on the heap that a pointer is the address of.
void CMemory::room(const Statement& statement, Block& out) {
  const std::uint32_t width = unit_.pointer_bits;
  const Term pointer = closed(statement.values[0]);
  Term known = terms_.false_term();
  Term bytes = number(0);
  for (const auto& [id, stride] : points_to_.targets(statement.values[0]).objects) {
    const CObject& object = unit_.objects[id];
    if (object.kind != CObject::Kind::Heap) continue;
    const Term offset = terms_.bv_sub(pointer, address_of(id));
    Term here = terms_.equal(offset, number(0));
    Term size = object.room.valid() ? object.room : number(object.size / 8);
    if (object.slot != 0) {
      const auto slot = static_cast<std::uint64_t>(object.slot / 8);
      const auto shift = static_cast<std::uint32_t>(std::countr_zero(slot));
      here = terms_.and_(terms_.equal(terms_.extract(offset, shift - 1, 0), terms_.bv(shift, 0)),
                         terms_.make(Op::BvUlt, {offset, number(object.size / 8)}));
      if (!object.room.valid()) {
        assert_that(statement, AssertKind::Limit, terms_.not_(here),
                    "realloc of one of many objects of constant size", out);
        continue;
      }
      size = terms_.select(object.room, terms_.extract(offset, width - 1, shift));
    }
    known = terms_.or_(known, here);
    bytes = terms_.ite(here, size, bytes);
  }
  assert_that(statement, AssertKind::Limit, known, "realloc of what is no object of the heap", out);
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  assign.targets = statement.targets;
  assign.values = {bytes};
  out.push_back(std::move(assign));
}

/// All memory that functions without a body reach becomes arbitrary.
void CMemory::havoc_world(const Statement& statement, Block& out) {
  Statement set;
  set.kind = Statement::Kind::Havoc;
  set.site = statement.site;
  set.note = statement.note;
  for (const auto& [cell, variable] : cells_) {
    const CObject& object = unit_.objects[cell.first];
    if (object.constant || object.kind == CObject::Kind::String) continue;
    if (points_to_.world().objects.contains(cell.first)) set.targets.push_back(variable);
  }
  for (const auto& [cell, mask] : masks_)
    if (points_to_.world().objects.contains(cell.first)) set.targets.push_back(mask);
  // They may also have ended it.
  for (const auto& [object, flag] : freed_)
    if (points_to_.world().objects.contains(object)) set.targets.push_back(flag);
  if (!set.targets.empty()) out.push_back(std::move(set));
}

/// A call of a function of the program by one without a body, with any arguments.
void CMemory::call_back(const Statement& statement, const CFunction& function, Block& out) {
  const Procedure& procedure = *unit_.program.find(function.procedure);
  Statement call;
  call.kind = Statement::Kind::Call;
  call.site = statement.site;
  call.names = {function.procedure};
  Statement any;
  any.kind = Statement::Kind::Havoc;
  any.site = statement.site;
  any.note = statement.note;
  for (const auto* list : {&procedure.parameters, &procedure.results}) {
    for (const ProgramVariable& variable : *list) {
      const Term term = terms_.variable(unique("callback"), terms_.sort(variable.term));
      procedure_->locals.push_back({term, "", "", Show::Hidden});
      if (list == &procedure.parameters) {
        any.targets.push_back(term);
        call.values.push_back(term);
      } else {
        call.targets.push_back(term);
      }
    }
  }
  if (!any.targets.empty()) out.push_back(std::move(any));
  out.push_back(std::move(call));
  havoc_world(statement, out);
}

/// What a function without a body may do: change memory, and call what it knows, any number of
/// times.
void CMemory::havoc(const Statement& statement, Block& out) {
  havoc_world(statement, out);
  if (!statement.targets.empty()) {
    Statement result;
    result.kind = Statement::Kind::Havoc;
    result.site = statement.site;
    result.note = statement.note;
    result.targets = statement.targets;
    out.push_back(std::move(result));
  }
  std::vector<const CFunction*> known;
  for (const CFunction& function : unit_.functions)
    if (points_to_.world().objects.contains(function.object)) known.push_back(&function);
  if (known.empty()) return;
  const std::string again = fmt::format("again${}", ++callbacks_);
  Statement label;
  label.kind = Statement::Kind::Label;
  label.site = statement.site;
  label.names = {again};
  out.push_back(std::move(label));
  for (const CFunction* function : known) {
    const Term chosen = terms_.variable(unique("calls_back"), Sort::boolean());
    procedure_->locals.push_back({chosen, "", "", Show::Hidden});
    Statement choose;
    choose.kind = Statement::Kind::Havoc;
    choose.site = statement.site;
    choose.targets = {chosen};
    out.push_back(std::move(choose));
    Statement branch;
    branch.kind = Statement::Kind::If;
    branch.site = statement.site;
    branch.values = {chosen};
    branch.blocks.resize(2);
    if (function->procedure.empty()) {
      assert_that(statement, AssertKind::Limit, terms_.false_term(),
                  fmt::format("'{}' has no body and may call '{}'", statement.note,
                              unit_.objects[function->object].name),
                  branch.blocks[0]);
    } else {
      call_back(statement, *function, branch.blocks[0]);
      Statement repeat;
      repeat.kind = Statement::Kind::Goto;
      repeat.site = statement.site;
      repeat.names = {again};
      branch.blocks[0].push_back(std::move(repeat));
    }
    out.push_back(std::move(branch));
  }
}

}  // namespace cairn
