// SPDX-License-Identifier: MIT
//
// The options that say how to search (run/configuration.h).
#pragma once

#include <string>

#include "run/configuration.h"

namespace CLI {
class App;
}

namespace cairn {

/// --plan, --engine, --strategies, --passes, and the options of every component. Of programs: with
/// the engines that circuits don't have. `plan` becomes the name of the plan that was chosen.
void add_search_options(CLI::App& command, Configuration& configuration, std::string& plan,
                        bool of_programs);

}  // namespace cairn
