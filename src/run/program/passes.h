// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "transform/cfa/infeasible.h"
#include "transform/cfa/large_blocks.h"
#include "transform/cfa/lemmas/lemmas.h"
#include "transform/cfa/minimize.h"
#include "transform/chain.h"

namespace cairn {

struct ProgramPassOptions {
  MinimizeConfig minimize;
  LargeBlocksConfig blocks;
  InfeasibleConfig infeasible;
  LemmasConfig lemmas;
  /// Names of passes that are left out; see known_program_passes().
  std::vector<std::string> without;

  bool has(const std::string& pass) const;
  static const OptionGroup& options();
};

/// Those of static minimization, "blocks", "infeasible" and "lemmas".
std::vector<std::string> known_program_passes();

/// Static minimization to a fixed point, large blocks, edges that floats rule out, lemmas.
Chain<Cfa> program_passes(const ProgramPassOptions& options, const Context& context);

}  // namespace cairn
