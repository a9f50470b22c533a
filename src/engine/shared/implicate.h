// SPDX-License-Identifier: MIT
//
// Prime implicates [Lan18, Algorithms 5 and 6; BM07]: a minimal part of a clause that a formula
// still implies. Clauses are kept as the cubes that they exclude. `implies(cube)` says whether the
// clause that excludes the cube will do; the whole one does. It may say no when time is over:
// literals are kept then.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn {

/// One literal after the other [Lan18, Algorithm 5].
template <class Implies>
std::vector<Lit> implicate_linear(const std::vector<Lit>& cube, Implies&& implies) {
  std::vector<Lit> kept;
  for (auto head = cube.begin(); head != cube.end(); ++head) {
    std::vector<Lit> rest(kept);
    rest.insert(rest.end(), head + 1, cube.end());
    if (!implies(rest)) kept.push_back(*head);
  }
  return kept;
}

/// By halves [Lan18, Algorithm 6]. Requires that the support alone does not do.
template <class Implies>
std::vector<Lit> implicate_binary(std::vector<Lit> cube, const std::vector<Lit>& support,
                                  Implies&& implies) {
  if (cube.size() <= 1) return cube;
  const auto both = [](std::vector<Lit> a, const std::vector<Lit>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  };
  const auto middle = cube.begin() + static_cast<std::ptrdiff_t>(cube.size() / 2);
  std::vector<Lit> left(cube.begin(), middle), right(middle, cube.end());
  if (implies(both(left, support))) return implicate_binary(std::move(left), support, implies);
  if (implies(both(right, support))) return implicate_binary(std::move(right), support, implies);
  left = implicate_binary(std::move(left), both(right, support), implies);
  right = implicate_binary(std::move(right), both(left, support), implies);
  return both(std::move(left), right);
}

}  // namespace cairn
