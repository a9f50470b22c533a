// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "transform/word/system_terms.h"
#include "transform/word/way_back.h"

namespace cairn {

/// Replaces variables by their parts: bits that stay become states or inputs of their own (single
/// ones Booleans), bits
/// that are constant become so, and bits that nobody reads become zero. Shared by the passes that
/// find such bits; that they may be replaced is for these to know.
class Splitter {
 public:
  struct Part {
    enum class Kind { Kept, Constant, Unread };
    std::uint32_t high, low;
    Kind kind;
    BitVector value = {};  ///< Constant
  };

  explicit Splitter(Terms& terms) : terms_(terms) {}

  /// `parts` from the highest to the lowest, without gaps. Requires a bit-vector. Gives `variable`
  /// its image, and both their way back.
  void split(Term variable, const std::vector<Part>& parts, TermTable& images, WayBack& back);
  bool empty() const { return kept_.empty(); }
  /// The system with images in their places, without the variables that have another image than
  /// themselves.
  WordSystem rebuild(const WordSystem& system, TermTable& images) const;

 private:
  struct KeptPart {
    Term variable;
    std::uint32_t high, low;
  };

  Terms& terms_;
  std::unordered_map<Term, std::vector<KeptPart>> kept_;  // by variable that is split
};

}  // namespace cairn
