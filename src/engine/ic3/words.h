// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ic3/transition.h"
#include "logic/bit/cube.h"
#include "model/bit_system.h"

namespace cairn::ic3 {

/// Which latches are bits of one word, by the names that front ends and lowering give them:
/// count[0], count[1], ... Names decide nothing but the order in which literals are tried.
class WordsOfLatches {
 public:
  WordsOfLatches(const BitSystem& system, const Transition& transition);

  /// The literals of the cube, word by word, in the order in which `order` has the first of each
  /// word. Words with one literal in the cube are left out.
  std::vector<std::vector<Lit>> words_in(const std::vector<Lit>& order) const;

 private:
  static constexpr std::uint32_t kNone = 0;

  std::vector<std::uint32_t> word_of_;  // by variable
};

}  // namespace cairn::ic3
