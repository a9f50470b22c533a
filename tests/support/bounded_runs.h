// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/program.h"

namespace cairn::support {

/// What the runs of a program come to, over all inputs as far as limits allow.
struct BoundedRuns {
  bool fails = false;          ///< a run fails a property
  bool reaches_limit = false;  ///< a run fails an assert of the kind Limit
  bool all = false;            ///< each run was seen to its end
  std::uint64_t runs = 0;
};

struct BoundedRunsOptions {
  std::uint64_t most_runs = 2000;
  std::uint64_t most_steps = 200;  ///< statements of a run
  std::uint64_t most_values = 16;  ///< of an input; of a larger sort a few are tried
};

/// Executes the program with the interpreter, on one sequence of inputs after the other.
BoundedRuns run_all(const Program& program, const BoundedRunsOptions& options = {});

}  // namespace cairn::support
