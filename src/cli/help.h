// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace cairn {

/// --help shows examples and the options that people use most, and fits a screen; --help-all shows
/// everything, by component, or one of them. Lines are as wide as the terminal, or 80 columns. For
/// the commands that are added afterwards too.
void set_up_help(CLI::App& app);

/// "help" and "help COMMAND" as --help.
void spell_help(std::vector<std::string>& arguments);

/// "--help-all GROUP": the options of that component alone; nothing if the words don't ask for it.
/// Throws ParseError if the command has no such component.
std::optional<std::string> component_help(const CLI::App& app,
                                          const std::vector<std::string>& arguments);

/// The command that the words name, or the application.
const CLI::App& command_of(const CLI::App& app, const std::vector<std::string>& arguments);

/// What the reader of the command line complains about, in the words of our other errors.
std::string message_of(const CLI::ParseError& error);

/// The name that is nearest to a word, if one is near; or an empty string.
std::string nearest(std::string_view word, const std::vector<std::string>& names);
/// "; did you mean NAME?", or nothing for no name.
std::string did_you_mean(const std::string& name);
/// For people who mistyped: "; did you mean --timeout?", or nothing.
std::string suggestion(const CLI::App& command, const std::vector<std::string>& arguments);
/// The same for the name of a command.
std::string command_suggestion(const CLI::App& app, const std::string& word);

}  // namespace cairn
