// SPDX-License-Identifier: MIT
#include "engine/ic3/config.h"

#include "sat/backend/minisat.h"

namespace cairn::ic3 {

std::string Ic3Config::validate() const {
  if (lift_rounds == 0) return "lifting takes at least one round";
  if (ctg_depth == 0 || ctg_depth > 10) return "the depth for CTGs must be 1 to 10";
  if (ctg_limit == 0) return "the limit for CTGs must be at least 1";
  if (recycle_percent > 99) return "the share of used-up variables must be 0 to 99 per cent";
  if (solver == Solver::Minisat && !has_minisat())
    return "this build has no MiniSat; CAIRN_MINISAT adds it";
  if (!record.empty() && (solver != Solver::Own || frame_solvers != FrameSolvers::One))
    return "only queries to one solver of Cairn's own can be recorded";
  if (quip && quip_effort == 0) return "the effort for a lemma must be at least 1";
  if (predicate_property && direction == Direction::Backward)
    return "the property is assumed forward only";
  return "";
}

}  // namespace cairn::ic3
