// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {
struct OptionGroup;
}

namespace cairn::fsis {

/// The settings of FSIS.
struct FsisConfig {
  /// How the literals that a clause needs are searched for.
  enum class Implicate {
    Linear,  ///< one by one [Lan18, Algorithm 5]
    Binary,  ///< by halves [Lan18, Algorithm 6]
  };
  /// When an inductive clause is small enough.
  enum class Mic {
    Once,    ///< after one search, with the clause that it began with assumed [Lan18, Algorithm 7]
    Repeat,  ///< when a search with the clause itself assumed drops nothing more
    Drop,    ///< when DOWN finds nothing below it either, whatever literal is left out [BM07]
  };

  bool down = true;  ///< look below a clause that is not inductive; otherwise give it up at once
  Implicate implicate = Implicate::Binary;
  Mic mic = Mic::Drop;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const { return ""; }
  static const OptionGroup& options();
};

}  // namespace cairn::fsis
