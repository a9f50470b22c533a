// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "logic/bit/cube.h"

namespace cairn {
struct OptionGroup;
}

namespace cairn::kind {

/// The settings of k-induction.
struct KindConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  /// Which states of a path have to differ.
  enum class SimplePath {
    Off,   ///< none
    Lazy,  ///< pairs that were equal in some path that was found
    All,   ///< all
  };
  /// For which k it is asked whether there is a loop-free path of k steps from a first state.
  enum class Forward {
    Off,       ///< never
    Doubling,  ///< when k has doubled, and with a limit on the effort
    Each,      ///< always
  };
  /// For which k the step case is asked when paths to bad states are known to have loops.
  enum class LoopFree {
    Doubling,  ///< when k has doubled, and with a limit on the effort, which grows
    Each,      ///< always
  };
  /// What makes a certificate of a proof that needed paths to be loop-free.
  enum class Certify {
    None,  ///< nothing: there is no answer then
    Ic3,   ///< IC3
  };

  std::uint32_t step = 1;         ///< from one k to the next
  std::uint32_t last = kNoLimit;  ///< stop after this k
  std::uint32_t lag = 0;          ///< bounds that the base case may stay behind until it matters
  SimplePath simple_path = SimplePath::Lazy;
  Forward forward = Forward::Doubling;
  LoopFree loop_free = LoopFree::Doubling;
  /// Larger k that are tried for a certificate after the forward check, before IC3.
  std::uint32_t plain = 4;
  Certify certify = Certify::Ic3;

  /// Cubes of latches that no reachable state is in; negated and together with "no bad state" they
  /// are inductive. The step case assumes that each of its states is outside, and the certificate
  /// says so. Literals are those of the system that the engine is given.
  std::vector<Cube> lemmas;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

}  // namespace cairn::kind
