// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/bit_system.h"
#include "transform/bit/induction.h"
#include "transform/bit/sweep.h"
#include "transform/pass.h"

namespace cairn {

struct PassOptions {
  SweepConfig sweep;
  CorrespondenceConfig correspondence;
  std::uint32_t enlargement_steps = 1;  ///< of the pass target-enlargement

  static const OptionGroup& options();
};

std::vector<std::string> known_passes();
/// Whether a pass keeps justice as it is: all but the one that moves bad states.
bool is_pass_for_justice(const std::string& name);
/// Requires a known name.
std::unique_ptr<Pass<BitSystem>> make_pass(const std::string& name, const PassOptions& options,
                                           const Context& context);

}  // namespace cairn
