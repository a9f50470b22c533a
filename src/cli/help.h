// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cairn {

/// --help shows examples and the options that people use most, and fits a screen; --help-all shows
/// everything, by component. Lines are as wide as the terminal, or 80 columns. For the commands
/// that are added afterwards too.
void set_up_help(CLI::App& app);

/// "help" and "help COMMAND" as --help.
void spell_help(std::vector<std::string>& arguments);

/// The command that the words name, or the application.
const CLI::App& command_of(const CLI::App& app, const std::vector<std::string>& arguments);

/// For people who mistyped: " (did you mean --timeout?)", or nothing.
std::string suggestion(const CLI::App& command, const std::vector<std::string>& arguments);
/// The same for the name of a command.
std::string command_suggestion(const CLI::App& app, const std::string& word);

}  // namespace cairn
