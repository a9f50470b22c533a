// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engine/ic3/config.h"
#include "logic/bit/cube.h"
#include "logic/bit/lit.h"

namespace cairn::ic3 {

/// How much latches matter: those of recent lemmas more than others. Literals that matter are kept
/// longest when a cube is generalized, and assumed first when a core is wanted.
class LiteralOrder {
 public:
  /// Latches that no lemma has are in the order of the file, or, with a seed other than 0, in one
  /// that is drawn: workers with other seeds then find other lemmas.
  explicit LiteralOrder(std::uint32_t num_vars, std::uint64_t seed = 0) : activity_(num_vars, 0.0) {
    if (seed == 0) return;
    Rng rng(seed);
    for (double& activity : activity_) activity = 1e-6 * static_cast<double>(rng.below(1u << 20));
  }

  void bump(const Cube& cube) {
    for (const Lit lit : cube) activity_[lit.var().index] += increment_;
    increment_ *= 1.0 / 0.9;
    if (increment_ < 1e100) return;
    for (double& activity : activity_) activity *= 1e-100;
    increment_ *= 1e-100;
  }

  /// Those that are to be dropped first come first; by Reversed, the ones that matter most.
  void in_order_of_dropping(std::vector<Lit>& lits, Ic3Config::Activity activity, Rng& rng) const {
    switch (activity) {
      case Ic3Config::Activity::Off:
        return;
      case Ic3Config::Activity::On:
        return least_important_first(lits);
      case Ic3Config::Activity::Reversed:
        return most_important_first(lits);
      case Ic3Config::Activity::Random:
        for (std::size_t i = lits.size(); i > 1; --i) std::swap(lits[i - 1], lits[rng.below(i)]);
    }
  }
  /// What a core may keep is what was assumed first: the other way round.
  void in_order_of_assuming(std::vector<Lit>& lits, Ic3Config::Activity activity, Rng& rng) const {
    switch (activity) {
      case Ic3Config::Activity::On:
        return most_important_first(lits);
      case Ic3Config::Activity::Reversed:
        return least_important_first(lits);
      case Ic3Config::Activity::Off:
      case Ic3Config::Activity::Random:
        return in_order_of_dropping(lits, activity, rng);
    }
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

}  // namespace cairn::ic3
