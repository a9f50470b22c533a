// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "base/statistics.h"
#include "model/interpret.h"

namespace cairn {

/// Runs of a program on random inputs. Many errors are on paths that most inputs take, behind more
/// iterations than an engine unrolls; the interpreter is there in no time.
struct RandomRunsConfig {
  double seconds = 0.3;  ///< of processor time; 0: none
  std::uint64_t first_steps = 20'000;
  std::uint64_t most_steps = 2'000'000;  ///< runs get longer, up to this many statements
};

struct RandomRuns {
  std::optional<std::vector<InputValue>> failing;  ///< the inputs of a run that fails a property
  std::uint64_t longest = 0;                       ///< steps, of runs that were not cut short
};
RandomRuns find_failing_run(const Program& program, const RandomRunsConfig& config,
                            const Context& context, Statistics& statistics);

/// Values for one run; what kind of values these are depends on the seed.
std::unique_ptr<InputSource> random_inputs(std::uint64_t seed);

}  // namespace cairn
