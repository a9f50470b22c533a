// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::live {

/// Of the search for lassos.
struct LassoConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t step = 1;         ///< loops end in one of so many steps for each query
  std::uint32_t last = kNoLimit;  ///< stop when lassos of so many steps are ruled out

  static const OptionGroup& options();
};

/// Of liveness as safety.
struct L2sConfig {
  std::string engine = "ic3";  ///< on bits, that decides the system with the shadow

  static const OptionGroup& options();
};

/// Of k-liveness.
struct KLivenessConfig {
  std::uint32_t last = 1'000'000;  ///< stop after this many rounds
  std::uint32_t chain = 32;        ///< latches that count rounds, at first
  bool stabilize = true;           ///< latches that can change once only must have done so
  bool lasso = true;               ///< runs with many rounds are searched for loops

  static const OptionGroup& options();
};

/// Of rlive.
struct RliveConfig {
  std::uint32_t depth = 100'000;  ///< rounds of a path, at most

  static const OptionGroup& options();
};

}  // namespace cairn::live
