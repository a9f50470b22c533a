// SPDX-License-Identifier: MIT
//
// `cairn mcp`: the Model Context Protocol on standard input and output. It, and all that it starts,
// reads the folders that it was given and the system's programs, and writes a folder of its own.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string_view>

#include "base/confine.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/mcp/server.h"

namespace cairn {
namespace {

struct McpArguments {
  mcp::ToolOptions tools;
  bool unconfined = false;
};

/// What programs need to run: themselves and their libraries, and no file of a person.
std::vector<std::string> system_folders() {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  std::vector<std::string> folders{"/usr",
                                   "/bin",
                                   "/lib",
                                   "/lib32",
                                   "/lib64",
                                   "/etc/ld.so.cache",
                                   "/etc/alternatives",
                                   "/proc",
                                   "/sys/devices/system/cpu",
                                   "/dev/null",
                                   "/dev/zero",
                                   "/dev/urandom",
                                   program.string()};
  // Beside it: the front end of C and libraries, as they are built or installed.
  folders.push_back((program.parent_path() / "cairn_c.so").string());
  folders.push_back((program.parent_path().parent_path() / "lib/cairn").string());
  return folders;
}

/// The environment of who started the server may have secrets, and models may name
/// /proc/self/environ, or that of the server, which shows what it had at first: that goes, too.
void forget_secrets() {
  constexpr std::string_view kHarmless[] = {"PATH", "HOME",   "LANG",           "LANGUAGE",
                                            "TZ",   "TMPDIR", "LD_LIBRARY_PATH"};
  std::vector<char*> others;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::string_view name = text.substr(0, text.find('='));
    if (!name.starts_with("LC_") && std::ranges::find(kHarmless, name) == std::end(kHarmless))
      others.push_back(*entry);
  }
  for (char* const entry : others) {
    const std::string_view text(entry);
    ::unsetenv(std::string(text.substr(0, text.find('='))).c_str());
    std::fill_n(entry, text.size(), '\0');
  }
}

int serve(McpArguments arguments) {
  forget_secrets();
  for (std::string& folder : arguments.tools.folders) {
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::canonical(folder, failed);
    if (failed || !std::filesystem::is_directory(whole))
      throw InputError({folder}, "expected a folder");
    folder = whole.string();
  }
  // Temporary files of what runs, too.
  const PrivateDirectory own;
  ::setenv("TMPDIR", own.path().c_str(), 1);
  std::vector<std::string> readable = system_folders();
  readable.insert(readable.end(), arguments.tools.folders.begin(), arguments.tools.folders.end());
  if (!arguments.unconfined && confine_to_folders(readable, {own.path(), "/dev/null"}) == 0)
    throw InputError({},
                     "this system has no Landlock, so that files that models include could be "
                     "anywhere; --unconfined serves all the same");
  mcp::Tools tools(arguments.tools);
  mcp::Server server(tools, [](const std::string& line) {
    put(stdout, line + "\n");
    std::fflush(stdout);
  });
  for (std::string line; std::getline(std::cin, line);) server.receive(line);
  return kExitDone;
}

}  // namespace

void add_mcp_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "mcp", "Serve checks to agents by the Model Context Protocol, on standard input and output");
  set_examples(*command, {{"cairn mcp designs", "what it may read"}});
  auto arguments = std::make_shared<McpArguments>();
  command->add_option("FOLDER", arguments->tools.folders, "Models are read from here alone")
      ->required()
      ->type_name("");
  command
      ->add_option_function<std::string>(
          "--timeout",
          [arguments](const std::string& text) {
            const auto seconds = parse_seconds(text);
            if (!seconds || *seconds <= 0)
              throw CLI::ValidationError("--timeout", "expected seconds such as 60, 90s or 5m");
            arguments->tools.seconds = *seconds;
          },
          "The most that a check takes: 60, 90s, 5m (usually 60)")
      ->type_name("TIME");
  command->add_flag(
      "--unconfined", arguments->unconfined,
      "Where the system cannot confine the server to its folders: serve all the same");
  command->callback([arguments, &chosen] { chosen = [arguments] { return serve(*arguments); }; });
}

}  // namespace cairn
