// SPDX-License-Identifier: MIT
//
// Queries about the graph of an automaton: its locations and edges without their commands.
#pragma once

#include <cstdint>
#include <vector>

#include "model/cfa.h"

namespace cairn {

/// By location: is there a path to it from the initial location?
std::vector<bool> reachable_locations(const Cfa& cfa);
/// By location: is there a path from it to the error location?
std::vector<bool> locations_before_error(const Cfa& cfa);

/// By location: the strongly connected component it is in. Numbers are such that edges between
/// components lead to smaller ones.
std::vector<std::uint32_t> components(const Cfa& cfa);

/// By location: its place in a depth-first reverse postorder from the initial location; those that
/// are not reachable come last, by number.
std::vector<std::uint32_t> reverse_postorder(const Cfa& cfa);

}  // namespace cairn
