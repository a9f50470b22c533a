// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "cli/bind_options.h"
#include "cli/commands.h"
#include "cli/compiler_options.h"
#include "cli/exit_code.h"
#include "cli/help.h"
#include "cli/session.h"
#include "cli/version.h"
#include "remote/remote_error.h"

namespace {

constexpr const char* kDescription =
    "Cairn, a model checker: reads a circuit or a program, decides whether a bad state is "
    "reachable, "
    "and backs every answer with evidence that it has checked.";

constexpr const char* kFooter =
    "'cairn FILE' is short for 'cairn check FILE'. 'cairn help COMMAND' tells more, 'cairn COMMAND "
    "--help-all' everything, 'cairn COMMAND --help-all GROUP' the options of one component.\n"
    "Exit codes: 20 safe, 10 unsafe, 0 unknown or done, 1 input error, 2 usage error, 3 internal "
    "error, 4 evidence rejected (certify). Of 'sat': 20 unsatisfiable, 10 satisfiable.";

std::vector<std::string>& words() {
  static std::vector<std::string> all;
  return all;
}

/// "cairn FILE ..." means "cairn check FILE ...". What is neither a command nor looks like a file
/// is a slip of the user's; throws ParseError.
void insert_check(const CLI::App& app, std::vector<std::string>& arguments) {
  if (arguments.empty()) return;
  const std::string first = arguments[0];
  for (const char* flag : {"-h", "--help", "--help-all", "--version"})
    if (first == flag) return;
  if (first.starts_with("-") && first != "-")
    throw CLI::ParseError("expected a command or a file first, got '" + first + "'",
                          cairn::kExitUsage);
  std::string names;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_name() == first) return;
    if (!command->get_group().empty()) names += command->get_name() + ", ";
  }
  struct stat status {};
  if (first != "-" && first.find_first_of("./") == std::string::npos &&
      ::stat(first.c_str(), &status) != 0)
    throw CLI::ParseError("'" + first + "' is no command: expected " + names + "or a file" +
                              cairn::command_suggestion(app, first),
                          cairn::kExitUsage);
  arguments.insert(arguments.begin(), "check");
}

// For commands that don't watch for signals themselves (run/watchdog.h blocks them).
void end_by_signal(int signal) {
  cairn::remove_unfinished_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

int run(int argc, char** argv) {
  cairn::set_called_command(argc > 1 ? argv[1] : "");
  CLI::App app(kDescription, "cairn");
  app.set_version_flag("--version", [] { return cairn::version_text(); });
  cairn::set_up_help(app);
  app.require_subcommand(1);
  app.footer(kFooter);
  cairn::Action chosen;
  cairn::add_check_command(app, chosen);
  cairn::add_hwmcc_command(app, chosen);
  cairn::add_svcomp_command(app, chosen);
  cairn::add_compile_command(app, chosen);
  cairn::add_cfa_command(app, chosen);
  cairn::add_horn_command(app, chosen);
  cairn::add_certify_command(app, chosen);
  cairn::add_simulate_command(app, chosen);
  cairn::add_convert_command(app, chosen);
  cairn::add_info_command(app, chosen);
  cairn::add_sat_command(app, chosen);
  cairn::add_report_command(app, chosen);
  cairn::add_plans_command(app, chosen);
  cairn::add_engines_command(app, chosen);
  cairn::add_options_command(app, chosen);
  cairn::add_worker_command(app, chosen);
  cairn::add_jobs_command(app, chosen);
  cairn::add_completion_command(app, chosen);
  cairn::add_man_command(app, chosen);
  cairn::add_run_command(app, chosen);
  cairn::add_mcp_command(app, chosen);
  cairn::add_run_plan_command(app, chosen);

  std::vector<std::string> arguments(argv + 1, argv + argc);
  words().assign(argv, argv + argc);
  try {
    cairn::spell_help(arguments);
    insert_check(app, arguments);
    cairn::spell_compiler_options(arguments);
    cairn::modernize(arguments);
    if (const auto help = cairn::component_help(app, arguments)) {
      cairn::put(stdout, *help);
      return cairn::kExitDone;
    }
    // CLI11 takes the arguments last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const CLI::App& command = cairn::command_of(app, arguments);
    const std::string name = &command == &app ? "" : " " + command.get_name();
    cairn::put(stderr, fmt::format("cairn: error: {}{} (see 'cairn{} --help')\n",
                                   cairn::printable(cairn::message_of(error), 1000),
                                   cairn::suggestion(command, arguments), name));
    return cairn::kExitUsage;
  }
  // Ignored by whoever started us, it would keep us from seeing that workers end.
  std::signal(SIGCHLD, SIG_DFL);
  // Who ignores a signal (nohup, a job in the background) goes on ignoring it.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, end_by_signal) == SIG_IGN) std::signal(signal, SIG_IGN);
  return chosen();
}

}  // namespace

const std::vector<std::string>& cairn::command_line() {
  return words();
}

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    return cairn::standard_output_is_written() ? code : cairn::kExitInputError;
  } catch (const cairn::InputError& error) {
    cairn::put(stderr, fmt::format("{}\n", error.what()));
    return cairn::kExitInputError;
  } catch (const cairn::RemoteError& error) {
    cairn::put(stderr, fmt::format("cairn: error: {}\n", error.what()));
    return cairn::kExitInputError;
  } catch (const std::bad_alloc&) {
    cairn::put(stderr, "cairn: error: out of memory\n");
    return cairn::kExitInputError;
  }
}
