// SPDX-License-Identifier: MIT
//
// The commands with their options as a table, read off the command line itself: what manual pages
// and completion of shells are made of, so that they cannot differ from what the program takes.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cairn {

struct ShownOption {
  std::vector<std::string> names;  ///< with dashes: "--witness"; of an argument its name alone
  std::string value;               ///< what it takes: "FILE", "N"; empty: a switch
  std::vector<std::string> words;  ///< all values, if they can be listed
  std::string help;
  bool is_argument = false;  ///< stands without a name

  bool is_file() const { return value == "FILE" || value == "DIR"; }
};

/// Options of one component, or what a command has of its own (the first, without a name).
struct ShownGroup {
  std::string name, description;
  std::vector<ShownOption> options;
};

struct ShownCommand {
  std::string name, description;
  std::string examples;  ///< lines, indented
  std::vector<ShownGroup> groups;
};

/// Without what is hidden.
std::vector<ShownCommand> command_tree(const CLI::App& app);

/// The examples of a command, as its help shows them.
std::string examples_of(const CLI::App& command);

}  // namespace cairn
