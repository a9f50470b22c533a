// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/word_system.h"
#include "transform/pass.h"

namespace cairn {

std::vector<std::string> known_word_passes();
/// In an order in which they help each other. The first is free-states, which engines and lowering
/// require.
std::vector<std::string> default_word_passes();
/// Requires a known name.
std::unique_ptr<Pass<WordSystem>> make_word_pass(const std::string& name);
/// The passes again and again until nothing changes (transform/word/simplify.h). Requires known
/// names.
std::unique_ptr<Pass<WordSystem>> make_word_passes(const std::vector<std::string>& names,
                                                   const Context& context);

}  // namespace cairn
