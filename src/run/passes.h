// SPDX-License-Identifier: MIT
#pragma once

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
};

std::vector<std::string> known_passes();
/// Requires a known name.
std::unique_ptr<Pass<BitSystem>> make_pass(const std::string& name, const PassOptions& options,
                                           const Context& context);

}  // namespace cairn
