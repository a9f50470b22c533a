// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "sat/backend/incremental_solver.h"

namespace cairn {
struct OptionGroup;
}

namespace cairn::word {

/// Of bounded model checking on words. A bound is a number of steps after the first.
struct BmcWordsConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t first = 0;        ///< the first query covers bounds 0 to this one
  std::uint32_t growth = 10;      ///< each further one so many percent of those cleared, or one
  std::uint32_t last = kNoLimit;  ///< stop when this bound is cleared
  std::uint64_t expand = 0;       ///< arrays of at most this many bits become words of their own
  SolverKind solver = SolverKind::Cadical;  ///< Cadical or Stable

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

/// Of k-induction on words.
struct KindWordsConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t step = 1;         ///< from one k to the next
  std::uint32_t last = kNoLimit;  ///< stop after this k
  bool loops = true;              ///< a path with a loop ends the step case
  std::uint64_t expand = 0;       ///< as for bounded model checking
  SolverKind solver = SolverKind::Cadical;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

}  // namespace cairn::word
