// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::ctl {

/// Of incremental induction for CTL.
struct IictlConfig {
  std::string engine = "ic3";    ///< on bits, that finds paths or shows that there is none
  std::uint32_t shrink = 40;     ///< queries that make a cube smaller, at most
  std::uint32_t preimage = 300;  ///< gates of a preimage that is taken instead of a cube, at most
  std::uint32_t lasso = 8;       ///< steps of the lassos that are looked for first

  static const OptionGroup& options();
};

}  // namespace cairn::ctl
