// SPDX-License-Identifier: MIT
//
// Which bits of memory have been set, for the check `uninitialised`. Every leaf has a mask beside
// it: an array of bytes one with the same bits, any other one bit for each element. A copy moves
// the mask with the value, so that a struct may be copied before all of its members are set; any
// other read is asserted to find what was set.
#include "input/c/memory_class.h"

namespace cairn {

/// Objects that begin with a value may have it from another object that has only a part of one.
void CMemory::make_masks() {
  if (!asked("uninitialised")) return;
  for (const Procedure& procedure : unit_.program.procedures) find_unset(procedure.body, unset_);
  for (const auto& [leaf, cell] : cells_) {
    const CObject& object = unit_.objects[leaf.first];
    if (object.constant || object.kind == CObject::Kind::String) continue;
    const Sort sort = terms_.sort(cell);
    const Sort element =
        object.leaves[leaf.second].bytes ? sort.element_sort() : Sort::bit_vector(1);
    const Term mask =
        terms_.variable(unique(terms_.name(cell) + ".set"),
                        sort.is_array() ? Sort::array_of(sort.index_sort(), element) : element);
    unit_.program.globals.push_back({mask, "", "", Show::Hidden});
    masks_[leaf] = mask;
  }
}

void CMemory::find_unset(const Block& block, std::set<CObjectId>& found) const {
  for (const Statement& statement : block) {
    for (const Block& inner : statement.blocks) find_unset(inner, found);
    if (is_pseudo(statement) && statement.names[0] == kUnset)
      found.insert(static_cast<CObjectId>(std::stoul(statement.names[1])));
  }
}

/// Locals that are declared without a value have none, also where a jump comes past the
/// declaration; all else is set.
void CMemory::set_masks(Block& start) {
  Block first;
  for (auto mask = masks_.begin(); mask != masks_.end();) {
    const CObjectId object = mask->first.first;
    Statement all;
    all.site = start.empty() ? kNoSite : start.front().site;
    const bool none = unit_.objects[object].kind == CObject::Kind::Local && unset_.contains(object);
    all.names = {none ? kUnset : kZero, ""};
    set_mask(all, object, first);
    mask = masks_.lower_bound({object + 1, 0});
  }
  start.insert(start.begin(), std::make_move_iterator(first.begin()),
               std::make_move_iterator(first.end()));
}

/// All bits of an object are set now, or, with kUnset, none.
void CMemory::set_mask(const Statement& statement, CObjectId object, Block& out) {
  Statement set;
  set.kind = Statement::Kind::Assign;
  set.site = statement.site;
  for (auto mask = masks_.lower_bound({object, 0});
       mask != masks_.end() && mask->first.first == object; ++mask) {
    const Sort sort = terms_.sort(mask->second);
    Value value = Value::zero(sort);
    if (statement.names[0] != kUnset) {
      const Sort element = sort.is_array() ? sort.element_sort() : sort;
      const Value full(BitVector::ones(element.width()));
      value = sort.is_array() ? Value::constant_array(sort, full) : full;
    }
    set.targets.push_back(mask->second);
    set.values.push_back(terms_.constant(value));
  }
  if (!set.targets.empty()) out.push_back(std::move(set));
}

/// A function that is not known got a pointer: what it points to counts as set.
void CMemory::give(const Statement& statement, Block& out) {
  const Term pointer = closed(statement.values[0]);
  for (const auto& [object, stride] : points_to_.targets(statement.values[0]).objects) {
    Statement choice;
    choice.kind = Statement::Kind::If;
    choice.site = statement.site;
    choice.values = {leads_into(pointer, object)};
    choice.blocks.resize(2);
    Statement all = statement;
    all.names = {kZero, ""};
    set_mask(all, object, choice.blocks[0]);
    if (!choice.blocks[0].empty()) out.push_back(std::move(choice));
  }
}

/// The bits of what an access finds at a candidate that have been set.
Term CMemory::read_mask(const CCandidate& candidate, const CAccess& access) {
  const auto mask = masks_.find({candidate.object, candidate.leaf});
  if (mask == masks_.end()) return ones(access.storage);
  if (unit_.objects[candidate.object].leaves[candidate.leaf].bytes)
    return terms_.extract(read_bytes(mask->second, candidate, access),
                          static_cast<std::uint32_t>(candidate.bit + access.storage - 1),
                          static_cast<std::uint32_t>(candidate.bit));
  const Term bit = candidate.index.valid() ? terms_.select(mask->second, element_index(candidate))
                                           : mask->second;
  return terms_.ite(terms_.equal(bit, terms_.bv(1, 1)), ones(access.storage),
                    terms_.bv(static_cast<std::uint32_t>(access.storage), 0));
}

void CMemory::load_mask(const Statement& statement, const CAccess& access,
                        const CCandidates& candidates, Block& out) {
  if (masks_.empty()) return;
  // Outside of all objects is another check's.
  Term bits = ones(access.storage);
  for (std::size_t i = candidates.list.size(); i-- > 0;) {
    const CCandidate& candidate = candidates.list[i];
    bits = terms_.ite(candidate.condition, read_mask(candidate, access), bits);
  }
  if (access.purpose == CAccess::Purpose::Use)
    return assert_that(statement, AssertKind::Property, terms_.equal(bits, ones(access.storage)),
                       "what is read has been set", out);
  if (terms_.is_value(bits)) return;
  Term& mask = copied_[statement.targets[0].id];
  if (!mask.valid()) {
    mask = terms_.variable(unique(terms_.name(statement.targets[0]) + ".set"), terms_.sort(bits));
    procedure_->locals.push_back({mask, "", "", Show::Hidden});
  }
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  assign.targets = {mask};
  assign.values = {bits};
  out.push_back(std::move(assign));
}

void CMemory::store_mask(const Statement& statement, const CAccess& access,
                         const CCandidates& candidates, Block& out) {
  if (masks_.empty()) return;
  const auto moved = copied_.find(statement.values[0].id);
  const Term all = ones(access.storage);
  const Term bits = moved == copied_.end() || terms_.sort(moved->second) != terms_.sort(all)
                        ? all
                        : moved->second;
  const bool always = candidates.complete && candidates.list.size() == 1;
  Statement assign;
  assign.kind = Statement::Kind::Assign;
  assign.site = statement.site;
  for (const CCandidate& candidate : candidates.list) {
    const auto mask = masks_.find({candidate.object, candidate.leaf});
    if (mask == masks_.end()) continue;
    Term next;
    if (unit_.objects[candidate.object].leaves[candidate.leaf].bytes) {
      next = written_bytes(mask->second, candidate, access, bits);
    } else {
      const Term bit = terms_.ite(terms_.equal(bits, all), terms_.bv(1, 1), terms_.bv(1, 0));
      next =
          candidate.index.valid() ? terms_.store(mask->second, element_index(candidate), bit) : bit;
    }
    assign.targets.push_back(mask->second);
    assign.values.push_back(always ? next : terms_.ite(candidate.condition, next, mask->second));
  }
  if (!assign.targets.empty()) out.push_back(std::move(assign));
}

}  // namespace cairn
