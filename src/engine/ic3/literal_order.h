// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "logic/cube.h"
#include "logic/lit.h"

namespace cairn {

/// How much latches matter: those of recent lemmas more than others. Literals that matter are kept
/// longest when a cube is generalized, and assumed first when a core is wanted.
class LiteralOrder {
 public:
  explicit LiteralOrder(std::uint32_t num_vars) : activity_(num_vars, 0.0) {}

  void bump(const Cube& cube) {
    for (const Lit lit : cube) activity_[lit.var().index] += increment_;
    increment_ *= 1.0 / 0.9;
    if (increment_ < 1e100) return;
    for (double& activity : activity_) activity *= 1e-100;
    increment_ *= 1e-100;
  }

  bool matters_less(Lit a, Lit b) const {
    return activity_[a.var().index] < activity_[b.var().index];
  }
  void most_important_first(std::vector<Lit>& lits) const {
    std::stable_sort(lits.begin(), lits.end(), [this](Lit a, Lit b) { return matters_less(b, a); });
  }
  void least_important_first(std::vector<Lit>& lits) const {
    std::stable_sort(lits.begin(), lits.end(), [this](Lit a, Lit b) { return matters_less(a, b); });
  }

 private:
  std::vector<double> activity_;
  double increment_ = 1.0;
};

}  // namespace cairn
