// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "model/cfa.h"
#include "smt/smt_config.h"

namespace cairn {

/// Whom an engine asks about edges and paths of an automaton, and whom for interpolants: the same,
/// if the solver has them.
class PathSolvers {
 public:
  /// Once.
  void start(const Cfa& cfa, const SmtConfig& config, const Context& context);
  bool started() const { return solver_ != nullptr; }

  SmtSolver& solver() const { return *solver_; }
  SmtSolver& interpolator() const { return other_ ? *other_ : *solver_; }
  void add_statistics(Statistics& statistics) const;

 private:
  SmtStats stats_;
  std::unique_ptr<SmtSolver> solver_;
  std::unique_ptr<SmtSolver> other_;
};

}  // namespace cairn
