// SPDX-License-Identifier: MIT
#include "engine/cfa/path_solvers.h"

#include "engine/cfa/preferred_solver.h"

namespace cairn {

void PathSolvers::start(const Cfa& cfa, const SmtConfig& config, const Context& context) {
  solver_ = make_smt_solver(config, preferred_solver(cfa), *cfa.terms, context, stats_);
  if (solver_->name() == "z3")
    other_ = make_smt_solver("cairn", *cfa.terms, context, {0, "", &stats_});
}

void PathSolvers::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
  stats_.visit_seconds([&](const char* name, double value) { statistics.time(name, value); });
}

}  // namespace cairn
