// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "transform/pass.h"

namespace cairn {

/// Names of the passes on automata, in the order in which they run by default.
std::vector<std::string> known_program_passes();

/// Passes on automata, applied in order and undone in reverse.
class ProgramPasses {
 public:
  explicit ProgramPasses(const Context& context) : context_(context) {}

  /// Requires known names.
  Cfa apply(Cfa cfa, const std::vector<std::string>& names);
  CfaInvariant restore_invariant(CfaInvariant invariant) const;
  CfaTrace restore_trace(CfaTrace trace) const;
  void visit_counters(const CounterVisitor& visit) const;

 private:
  const Context context_;
  std::vector<std::unique_ptr<Pass<Cfa>>> applied_;
};

}  // namespace cairn
