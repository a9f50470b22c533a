// SPDX-License-Identifier: MIT
#pragma once

#include "smt/layered_solver.h"

namespace cairn {

/// The outermost layer: counts queries and answers. `stats` must outlive it.
class CountingSolver : public LayeredSolver {
 public:
  CountingSolver(std::unique_ptr<SmtSolver> inner, SmtStats& stats)
      : LayeredSolver(std::move(inner)), stats_(stats) {}

  SmtResult check(std::span<const Term> assumptions) override;
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override;

 private:
  SmtStats& stats_;
};

}  // namespace cairn
