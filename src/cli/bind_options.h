// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/option_table.h"

namespace CLI {
class App;
}

namespace cairn {

/// The first word of the command line. Options of components are many, and the parser compares each
/// with all others: commands that nobody calls, or asks about, do without.
void set_called_command(const std::string& word);

/// Makes every row of a set an option of a command, under the heading of its group: switches as --x
/// and --no-x. What the set is bound to must outlive the command.
void bind_options(CLI::App& command, const OptionSet& options);

/// Old spellings become new ones: names of before, and "--x on" for "--x".
void modernize(std::vector<std::string>& arguments);

}  // namespace cairn
