// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "engine/word/config.h"

namespace cairn {
struct OptionGroup;
}

namespace cairn::word {

/// Of the abstraction of operators.
struct UfConfig {
  /// Which operators become free words; each choice includes those before it.
  enum class Operators {
    Products,  ///< multiplication, division, remainder
    Shifts,    ///< shifts by variables
    Sums,      ///< additions of variables
    Data,      ///< additions of constants, comparisons other than equality
  };

  Operators operators = Operators::Products;
  std::uint32_t width = 4;     ///< narrower ones stay as they are
  std::uint32_t lemmas = 12;   ///< about one operator, after which it is itself
  bool constants = false;      ///< also those with a constant operand
  bool reuse = true;           ///< what was learnt about one abstraction is tried on the next
  std::string engine = "ic3";  ///< on bits, that decides the abstractions

  static const OptionGroup& options();
};

/// Of predicate abstraction on bits.
struct IaConfig {
  FirstPredicates predicates = FirstPredicates::All;
  std::uint32_t width = 3;     ///< narrower words are not abstracted from
  bool reuse = true;           ///< what was learnt about one abstraction is tried on the next
  std::string engine = "ic3";  ///< on bits, that decides the abstractions

  static const OptionGroup& options();
};

}  // namespace cairn::word
