// SPDX-License-Identifier: MIT
//
// How an object is cut into leaves, each of which becomes one variable or array. The cut starts
// with the object's type; where the program looks at memory in another way than that, the leaves in
// query are melted into bytes.
#pragma once

#include <optional>
#include <vector>

#include "input/c/c_unit.h"

namespace cairn {

/// Makes an array of what the leaves describe: `count` times, `stride` bits apart.
void repeat_leaves(std::vector<CLeaf>& leaves, CBits count, CBits stride);

/// An element of a leaf: one number for each dimension.
struct CElement {
  std::size_t leaf = 0;
  std::vector<CBits> numbers;
};

/// The element that starts at `offset`, if it has the sort and size; bytes are no match.
std::optional<CElement> find_element(const CObject& object, CBits offset, const Sort& sort,
                                     CBits storage);
/// The numbers of the element of `leaf` that starts at `offset`.
std::optional<std::vector<CBits>> element_numbers(const CLeaf& leaf, CBits offset);
/// The leaf of bytes that has all of [begin, end), if there is one.
std::optional<std::size_t> find_bytes(const CObject& object, CBits begin, CBits end);

/// A range of bits that a member has.
struct CExtent {
  CBits offset = 0;
  CBits size = 0;
};
/// Leaves for what none of the members has: memcpy, memset and assignments of records move it
/// along.
std::vector<CLeaf> padding_leaves(std::vector<CExtent> members, CBits size);

/// Melts all leaves that touch [begin, end) into one leaf of bytes. Padding there becomes part of
/// it. True if anything changed.
bool melt_leaves(CObject& object, CBits begin, CBits end);

/// Union members share memory: leaves that are the same in all members stay, others are melted.
/// Padding of one member that others have is theirs.
std::vector<CLeaf> overlay_leaves(const std::vector<std::vector<CLeaf>>& members, CBits size);

}  // namespace cairn
