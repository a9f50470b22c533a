// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::word {

/// Of the abstraction of arrays.
struct ProphecyConfig {
  std::uint32_t expand = 4096;  ///< arrays of at most this many bits stay as they are
  std::uint32_t indices = 24;   ///< followed at most
  std::uint32_t depth = 16;     ///< of history, at most
  std::string engine = "auto";  ///< on bits, that decides the abstractions
  bool automatic = true;        ///< the engine "auto" makes use of it

  static const OptionGroup& options();
};

}  // namespace cairn::word
