// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "transform/cfa/infeasible.h"
#include "transform/cfa/large_blocks.h"
#include "transform/cfa/lemmas/lemmas.h"
#include "transform/cfa/minimize.h"

namespace cairn {

struct ProgramPassOptions {
  MinimizeConfig minimize;
  LargeBlocksConfig blocks;
  InfeasibleConfig infeasible;
  LemmasConfig lemmas;
  /// Names of passes that are left out; see known_program_passes().
  std::vector<std::string> without;
};

/// Those of static minimization, "blocks", "infeasible" and "lemmas".
std::vector<std::string> known_program_passes();

/// Static minimization to a fixed point, large blocks, edges that floats rule out, lemmas.
class ProgramPasses {
 public:
  ProgramPasses(const ProgramPassOptions& options, const Context& context);

  Cfa apply(Cfa cfa);
  CfaInvariant restore_invariant(CfaInvariant invariant) const;
  CfaTrace restore_trace(CfaTrace trace) const;
  void visit_counters(const CounterVisitor& visit) const;

 private:
  const Context context_;
  std::vector<std::unique_ptr<Pass<Cfa>>> passes_;
  std::size_t applied_ = 0;
};

}  // namespace cairn
