// SPDX-License-Identifier: MIT
//
// `cairn man [COMMAND]`: manual pages, made of the options that the program has.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/command_tree.h"
#include "cli/commands.h"
#include "cli/exit_code.h"

namespace cairn {
namespace {

/// Text of ours as roff has it: no line begins a request, and dashes can be copied.
std::string roff(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    const bool begins = result.empty() || result.back() == '\n';
    if (begins && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '\\')
      result += "\\e";
    else if (letter == '-')
      result += "\\-";
    else
      result += letter;
  }
  return result;
}

std::string first_lines(const std::string& name, const std::string& description) {
  return fmt::format(".TH {} 1 \"\" \"Cairn {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", name,
                     CAIRN_VERSION, roff(name), roff(description));
}

constexpr const char* kExitCodes =
    ".SH EXIT STATUS\n20 safe, 10 unsafe, 0 unknown or done, 1 input error, 2 usage error, 3 "
    "internal error, 4 evidence rejected (certify). Of 'sat': 20 unsatisfiable, 10 satisfiable.\n";

std::string option_entry(const ShownOption& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  if (!option.value.empty()) names += " \\fI" + roff(option.value) + "\\fR";
  return fmt::format(".TP\n{}\n{}\n", names, roff(option.help));
}

std::string page_of(const ShownCommand& command) {
  std::string arguments;
  for (const ShownOption& option : command.groups.front().options)
    if (option.is_argument) arguments += " \\fI" + roff(option.names.front()) + "\\fR";
  std::string text = first_lines("cairn-" + command.name, command.description);
  text += fmt::format(".SH SYNOPSIS\n\\fBcairn {}\\fR{} [\\fIOPTION\\fR...]\n", roff(command.name),
                      arguments);
  for (const ShownGroup& group : command.groups) {
    if (group.options.empty()) continue;
    if (group.name.empty())
      text += ".SH OPTIONS\n";
    else
      text += fmt::format(".SS {}\n{}\n", roff(group.name), roff(group.description));
    for (const ShownOption& option : group.options) text += option_entry(option);
  }
  if (!command.examples.empty()) text += ".SH EXAMPLES\n.nf\n" + roff(command.examples) + ".fi\n";
  return text + kExitCodes + ".SH SEE ALSO\n\\fBcairn\\fR(1)\n";
}

std::string first_page(const std::vector<ShownCommand>& commands) {
  std::string text = first_lines("cairn", "model checker for circuits and programs");
  text +=
      ".SH SYNOPSIS\n\\fBcairn\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...]\n.br\n"
      "\\fBcairn\\fR \\fIFILE\\fR [\\fIOPTION\\fR...]\n.SH DESCRIPTION\n"
      "Reads a circuit or a program, decides whether a bad state is reachable, and backs every "
      "answer with evidence that it has checked. \\fBcairn\\fR \\fIFILE\\fR is short for "
      "\\fBcairn check\\fR \\fIFILE\\fR.\n.SH COMMANDS\n";
  for (const ShownCommand& command : commands)
    text += fmt::format(".TP\n\\fBcairn\\-{}\\fR(1)\n{}\n", roff(command.name),
                        roff(command.description));
  return text + kExitCodes;
}

int write_pages(const std::vector<ShownCommand>& commands, const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (!std::filesystem::is_directory(folder, failed))
    throw InputError({folder}, "expected a folder");
  write_file_atomically(folder + "/cairn.1", first_page(commands));
  for (const ShownCommand& command : commands)
    write_file_atomically(fmt::format("{}/cairn-{}.1", folder, command.name), page_of(command));
  return kExitDone;
}

struct ManArguments {
  std::string command, folder;
};

int man(const CLI::App& app, const ManArguments& arguments) {
  const std::vector<ShownCommand> commands = command_tree(app);
  if (!arguments.folder.empty()) return write_pages(commands, arguments.folder);
  if (arguments.command.empty()) {
    put(stdout, first_page(commands));
    return kExitDone;
  }
  for (const ShownCommand& command : commands)
    if (command.name == arguments.command) {
      put(stdout, page_of(command));
      return kExitDone;
    }
  throw InputError({}, fmt::format("'{}' is no command", printable(arguments.command)));
}

}  // namespace

void add_man_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("man", "Print a manual page");
  set_examples(*command, {{"cairn man check | man -l -", ""}, {"cairn man --folder man1", "all"}});
  auto arguments = std::make_shared<ManArguments>();
  command->add_option("COMMAND", arguments->command, "Of this command")->type_name("");
  command->add_option("--folder", arguments->folder, "Write the pages of all commands there")
      ->type_name("DIR");
  command->callback(
      [&app, arguments, &chosen] { chosen = [&app, arguments] { return man(app, *arguments); }; });
}

}  // namespace cairn
