// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

/// Copies logic from one graph into another. Say first what the leaves become (they may become
/// anything); then ask for literals. Each cone is copied once.
class GraphCopier {
 public:
  enum class Gates { Hashed, Verbatim };  ///< and_gate() or append_and()

  GraphCopier(const Aig& from, Aig& to, Gates gates = Gates::Hashed)
      : from_(from), to_(to), gates_(gates), images_(from.size(), kNoLit) {
    images_[0] = kFalse;
  }

  void set_image(Var var, Lit image) { images_[var.index] = image; }
  bool has_image(Var var) const { return images_[var.index] != kNoLit; }

  /// Requires that every leaf of the cone has an image.
  Lit copy(Lit lit);

 private:
  Lit image(Lit lit) const { return images_[lit.var().index] ^ lit.negated(); }

  const Aig& from_;
  Aig& to_;
  const Gates gates_;
  std::vector<Lit> images_;  // by node of `from`
  std::vector<Var> stack_;
};

}  // namespace cairn
