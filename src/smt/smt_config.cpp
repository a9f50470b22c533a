// SPDX-License-Identifier: MIT
#include "smt/smt_config.h"

#include <fmt/format.h>

#include <algorithm>

namespace cairn {

std::string SmtConfig::validate() const {
  if (!(timeout >= 0)) return "the timeout must be 0 or more seconds";
  if (solver == "auto") return "";
  const auto known = known_smt_solvers();
  if (std::find(known.begin(), known.end(), solver) == known.end())
    return fmt::format("the solver {} is not here", solver);
  return "";
}

std::unique_ptr<SmtSolver> make_smt_solver(const SmtConfig& config, std::string_view preferred,
                                           Terms& terms, const Context& context, SmtStats& stats) {
  auto solver = make_smt_solver(config.solver == "auto" ? preferred : config.solver, terms, context,
                                {config.cache, config.dump, &stats});
  solver->set_timeout(config.timeout);
  return solver;
}

}  // namespace cairn
