// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

#include "logic/word/term.h"

namespace cairn::ic3cfa {

/// A conjunction of literals, any Boolean terms; sorted by handle, each once. Clauses are kept as
/// the cubes that they negate [Lan18, section 5.1.3].
using TermCube = std::vector<Term>;

inline void normalize(TermCube& cube) {
  std::sort(cube.begin(), cube.end());
  cube.erase(std::unique(cube.begin(), cube.end()), cube.end());
}

/// As sets of literals: then every state of b is one of a.
inline bool is_subset(const TermCube& a, const TermCube& b) {
  return std::includes(b.begin(), b.end(), a.begin(), a.end());
}

inline bool has_literal(const TermCube& cube, Term literal) {
  return std::binary_search(cube.begin(), cube.end(), literal);
}

inline TermCube without(const TermCube& cube, Term literal) {
  TermCube rest;
  rest.reserve(cube.size());
  for (const Term other : cube)
    if (other != literal) rest.push_back(other);
  return rest;
}

inline TermCube union_of(const TermCube& a, const TermCube& b) {
  TermCube both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

struct TermCubeHash {
  std::size_t operator()(const TermCube& cube) const {
    std::size_t hash = cube.size();
    for (const Term literal : cube) hash = hash * 0x9E3779B97F4A7C15ull + literal.id + 1;
    return hash ^ (hash >> 29);
  }
};

}  // namespace cairn::ic3cfa
