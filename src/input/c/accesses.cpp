// SPDX-License-Identifier: MIT
//
// What reads and writes of memory are about.
#include <algorithm>
#include <bit>

#include "input/c/conversions.h"
#include "input/c/layout.h"
#include "input/c/memory_class.h"

namespace cairn {
namespace {

/// Whether an index that leaves the dimension leaves the object as well.
bool reaches_ends(const CObject& object, const CLeaf& leaf, std::size_t dimension) {
  const CBits extent = leaf.dimensions[dimension].count * leaf.dimensions[dimension].stride;
  return leaf.offset + extent >= object.size && leaf.end() - extent <= 0;
}

}  // namespace

/// Finds the one leaf that an object, a constant offset and indices name, by the strides of the
/// indices. An index of a pointer names a leaf only if outside of that is outside of the object.
bool CMemory::match_indices(CObjectId id, CBits offset, const CAccess& access, CCandidate& found) {
  const CObject& object = unit_.objects[id];
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    if (leaf.bytes || leaf.sort != access.sort || leaf.storage != access.storage) continue;
    const auto numbers = element_numbers(leaf, offset);
    if (!numbers) continue;
    std::vector<Term> index;
    for (const CBits each : *numbers) index.push_back(number(each));
    bool fits = true;
    bool may_stray = false;
    for (const CPlace::Index& term : access.place.indices) {
      // The outermost dimension whose stride divides that of the index.
      std::size_t d = 0;
      while (d < leaf.dimensions.size() && (term.stride < leaf.dimensions[d].stride ||
                                            term.stride % leaf.dimensions[d].stride != 0))
        ++d;
      if (d == leaf.dimensions.size() || (!term.named && !reaches_ends(object, leaf, d))) {
        fits = false;
        break;
      }
      if (term.named && !reaches_ends(object, leaf, d)) may_stray = true;
      const CBits factor = term.stride / leaf.dimensions[d].stride;
      Term scaled = closed(term.term);
      if (factor != 1) scaled = terms_.make(Op::BvMul, {scaled, number(factor)});
      index[d] = terms_.make(Op::BvAdd, {index[d], scaled});
    }
    if (!fits) continue;
    Term in_range = terms_.true_term();
    Term flat = leaf.dimensions.empty() ? kNoTerm : number(0);
    for (std::size_t d = 0; d < leaf.dimensions.size(); ++d) {
      const Term count = number(leaf.dimensions[d].count);
      in_range = terms_.and_(in_range, terms_.make(Op::BvUlt, {index[d], count}));
      flat = terms_.make(Op::BvAdd, {terms_.make(Op::BvMul, {flat, count}), index[d]});
    }
    found.condition = in_range;
    found.object = id;
    found.leaf = i;
    found.index = flat;
    if (may_stray && !terms_.is_true(in_range)) found.astray = terms_.not_(in_range);
    return true;
  }
  return false;
}

/// The quotient; the remainder goes to `rest`.
Term CMemory::divided(Term value, CBits by, Term& rest) {
  const auto divisor = static_cast<std::uint64_t>(by);
  const std::uint32_t width = unit_.pointer_bits;
  if (std::has_single_bit(divisor)) {
    const auto shift = static_cast<std::uint32_t>(std::countr_zero(divisor));
    rest = shift == 0 ? number(0) : terms_.zero_extend(terms_.extract(value, shift - 1, 0), width);
    return terms_.zero_extend(terms_.extract(value, width - 1, shift), width);
  }
  rest = terms_.make(Op::BvUrem, {value, number(by)});
  return terms_.make(Op::BvUdiv, {value, number(by)});
}

/// All leaves of the object that an access at `offset` (bytes, a term) may meet.
void CMemory::match_offset(CObjectId id, const CStride& stride, const CAccess& access, Term offset,
                           std::vector<CCandidate>& found) {
  const CObject& object = unit_.objects[id];
  const CBits bit = ((access.place.offset % 8) + 8) % 8;
  for (std::size_t i = 0; i < object.leaves.size(); ++i) {
    const CLeaf& leaf = object.leaves[i];
    CCandidate candidate;
    candidate.object = id;
    candidate.leaf = i;
    if (leaf.bytes) {
      const CBits bytes = (bit + access.storage + 7) / 8;
      const CBits count = leaf.elements();
      if (bytes > count) continue;
      if (stride.exact() &&
          (stride.offset < leaf.offset || stride.offset + access.storage > leaf.end()))
        continue;
      candidate.index = terms_.bv_sub(offset, number(leaf.offset / 8));
      candidate.condition = terms_.make(Op::BvUle, {candidate.index, number(count - bytes)});
      candidate.bit = bit;
      found.push_back(candidate);
      continue;
    }
    if (leaf.sort != access.sort || leaf.storage != access.storage) continue;
    if (((leaf.offset % 8) + 8) % 8 != bit) continue;
    if (contact(leaf, stride, access.storage) == CContact::None) continue;
    Term rest = terms_.bv_sub(offset, number((leaf.offset - bit) / 8));
    Term in_range = terms_.true_term();
    Term flat = leaf.dimensions.empty() ? kNoTerm : number(0);
    for (const CLeaf::Dimension& dimension : leaf.dimensions) {
      const Term here = divided(rest, dimension.stride / 8, rest);
      const Term count = number(dimension.count);
      in_range = terms_.and_(in_range, terms_.make(Op::BvUlt, {here, count}));
      flat = terms_.make(Op::BvAdd, {terms_.make(Op::BvMul, {flat, count}), here});
    }
    candidate.condition = terms_.and_(in_range, terms_.equal(rest, number(0)));
    candidate.index = flat;
    found.push_back(candidate);
  }
}

Term CMemory::byte_address(const CPlace& place) {
  const CBits bit = ((place.offset % 8) + 8) % 8;
  Term sum = place.object != kNoObject ? address_of(place.object) : closed(place.pointer);
  for (const CPlace::Index& index : place.indices)
    sum = terms_.make(
        Op::BvAdd, {sum, terms_.make(Op::BvMul, {closed(index.term), number(index.stride / 8)})});
  return terms_.make(Op::BvAdd, {sum, number((place.offset - bit) / 8)});
}

CCandidates CMemory::resolve(const CAccess& access) {
  CCandidates result;
  const CPlace& place = access.place;
  const CTargets places = points_to_.targets(place);
  for (const auto& [object, stride] : places.objects)
    result.open = result.open || unit_.objects[object].open;
  if (place.object != kNoObject) {
    CCandidate candidate;
    if (match_indices(place.object, place.offset, access, candidate)) {
      result.list.push_back(candidate);
    } else {
      const Term base = address_of(place.object);
      match_offset(place.object, places.objects.at(place.object), access,
                   terms_.bv_sub(byte_address(place), base), result.list);
    }
    result.complete = result.list.size() == 1 && terms_.is_true(result.list[0].condition);
    return result;
  }
  const CTargets bases = points_to_.followed(place.pointer);
  const Term pointer = closed(place.pointer);
  bool certain = !bases.other && !bases.unknown;
  for (const auto& [object, stride] : places.objects) {
    const CStride& base = bases.objects.at(object);
    CCandidate candidate;
    if (base.exact() && match_indices(object, base.offset + place.offset, access, candidate)) {
      certain = certain && terms_.is_true(candidate.condition);
      const Term here = terms_.equal(pointer, address_of(object, base.offset / 8));
      const bool only = bases.objects.size() == 1 && !bases.other && !bases.unknown;
      if (!only) {
        candidate.condition = terms_.and_(here, candidate.condition);
        if (candidate.astray.valid()) candidate.astray = terms_.and_(here, candidate.astray);
      }
      result.list.push_back(candidate);
    } else {
      certain = false;
      match_offset(object, stride, access, terms_.bv_sub(byte_address(place), address_of(object)),
                   result.list);
    }
  }
  std::erase_if(result.list, [this](const CCandidate& each) {
    return terms_.is_false(each.condition) && !each.astray.valid();
  });
  result.complete = certain && !result.list.empty();
  return result;
}

Term CMemory::element_index(const CCandidate& candidate, CBits plus) {
  const Sort sort = terms_.sort(cells_.at({candidate.object, candidate.leaf}));
  Term index = candidate.index;
  if (plus != 0) index = terms_.make(Op::BvAdd, {index, number(plus)});
  return terms_.resize_unsigned(index, sort.index_sort().width());
}

/// The bytes that the access touches, as one number.
Term CMemory::read_bytes(Term bytes, const CCandidate& candidate, const CAccess& access) {
  const CBits count = (candidate.bit + access.storage + 7) / 8;
  Term bits = terms_.select(bytes, element_index(candidate));
  for (CBits i = 1; i < count; ++i)
    bits = terms_.concat(terms_.select(bytes, element_index(candidate, i)), bits);
  return bits;
}

Term CMemory::read(const CCandidate& candidate, const CAccess& access) {
  const Term cell = cells_.at({candidate.object, candidate.leaf});
  if (!unit_.objects[candidate.object].leaves[candidate.leaf].bytes)
    return candidate.index.valid() ? terms_.select(cell, element_index(candidate)) : cell;
  const Term bits = terms_.extract(read_bytes(cell, candidate, access),
                                   static_cast<std::uint32_t>(candidate.bit + access.storage - 1),
                                   static_cast<std::uint32_t>(candidate.bit));
  return c_from_memory(terms_, bits, access.sort);
}

/// The cell's new value.
Term CMemory::written(const CCandidate& candidate, const CAccess& access, Term value) {
  const Term cell = cells_.at({candidate.object, candidate.leaf});
  if (!unit_.objects[candidate.object].leaves[candidate.leaf].bytes)
    return candidate.index.valid() ? terms_.store(cell, element_index(candidate), value) : value;
  return written_bytes(cell, candidate, access, c_to_memory(terms_, value, access.storage));
}

/// The array of bytes with other bits where the access is.
Term CMemory::written_bytes(Term bytes, const CCandidate& candidate, const CAccess& access,
                            Term bits) {
  const CBits count = (candidate.bit + access.storage + 7) / 8;
  if (candidate.bit != 0 || count * 8 != access.storage) {
    const Term old = read_bytes(bytes, candidate, access);
    const auto low = static_cast<std::uint32_t>(candidate.bit);
    const auto high = static_cast<std::uint32_t>(candidate.bit + access.storage);
    const auto all = static_cast<std::uint32_t>(count * 8);
    if (low > 0) bits = terms_.concat(bits, terms_.extract(old, low - 1, 0));
    if (high < all) bits = terms_.concat(terms_.extract(old, all - 1, high), bits);
  }
  Term array = bytes;
  for (CBits i = 0; i < count; ++i) {
    const auto low = static_cast<std::uint32_t>(i * 8);
    array = terms_.store(array, element_index(candidate, i), terms_.extract(bits, low + 7, low));
  }
  return array;
}

}  // namespace cairn
