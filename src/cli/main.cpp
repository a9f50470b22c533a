// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/exit_code.h"

namespace {

constexpr const char* kDescription =
    "Cairn, a model checker: reads a circuit, decides whether a bad state is reachable, and backs "
    "every answer with evidence that it has checked.";

constexpr const char* kFooter =
    "Exit codes: 20 safe, 10 unsafe, 0 unknown or done, 1 input error, 2 usage error,\n"
    "3 internal error, 4 evidence rejected (certify).\n"
    "'cairn FILE' is short for 'cairn check FILE'. 'cairn COMMAND --help' tells more.";

/// "cairn FILE ..." means "cairn check FILE ...".
void insert_check(const CLI::App& app, std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with("-")) return;
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == arguments[0]) return;
  struct stat status {};
  if (::stat(arguments[0].c_str(), &status) == 0) arguments.insert(arguments.begin(), "check");
}

int run(int argc, char** argv) {
  CLI::App app(kDescription, "cairn");
  app.set_version_flag("--version", "cairn " CAIRN_VERSION "\noptional parts: " CAIRN_PARTS);
  app.require_subcommand(1);
  app.footer(kFooter);
  cairn::Command chosen;
  cairn::add_check_command(app, chosen);
  cairn::add_hwmcc_command(app, chosen);
  cairn::add_certify_command(app, chosen);
  cairn::add_simulate_command(app, chosen);
  cairn::add_convert_command(app, chosen);
  cairn::add_info_command(app, chosen);

  std::vector<std::string> arguments(argv + 1, argv + argc);
  insert_check(app, arguments);
  try {
    // CLI11 takes the arguments last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    fmt::print(stderr, "cairn: error: {} (see cairn --help)\n", cairn::printable(error.what(), 1000));
    return cairn::kExitUsage;
  }
  return chosen();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) != 0) {
      fmt::print(stderr, "cairn: error: cannot write to standard output\n");
      return cairn::kExitInputError;
    }
    return code;
  } catch (const cairn::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return cairn::kExitInputError;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "cairn: error: out of memory\n");
    return cairn::kExitInputError;
  }
}
