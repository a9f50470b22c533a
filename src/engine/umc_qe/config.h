// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::umc {

/// The settings of model checking by quantifier elimination.
struct UmcQeConfig {
  /// How a state that was found becomes a cube.
  enum class Enlarge {
    None,     ///< not at all: only latches that are not read go
    Justify,  ///< what justifies where it leads, gate by gate
    Cores,    ///< and then what cores need of that
  };

  Enlarge enlarge = Enlarge::Cores;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const { return ""; }
  static const OptionGroup& options();
};

}  // namespace cairn::umc
