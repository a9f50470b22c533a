// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace cairn {

/// What main() runs when the command line was read; returns the exit code.
using Action = std::function<int()>;

/// Each adds its command to the application and sets `chosen` when the user asks for it.
void add_check_command(CLI::App& app, Action& chosen);
void add_hwmcc_command(CLI::App& app, Action& chosen);
void add_svcomp_command(CLI::App& app, Action& chosen);
void add_compile_command(CLI::App& app, Action& chosen);
void add_cfa_command(CLI::App& app, Action& chosen);
void add_horn_command(CLI::App& app, Action& chosen);
void add_certify_command(CLI::App& app, Action& chosen);
void add_simulate_command(CLI::App& app, Action& chosen);
void add_convert_command(CLI::App& app, Action& chosen);
void add_info_command(CLI::App& app, Action& chosen);
void add_sat_command(CLI::App& app, Action& chosen);
void add_plans_command(CLI::App& app, Action& chosen);
void add_engines_command(CLI::App& app, Action& chosen);
void add_options_command(CLI::App& app, Action& chosen);
void add_worker_command(CLI::App& app, Action& chosen);
void add_run_plan_command(CLI::App& app, Action& chosen);
void add_report_command(CLI::App& app, Action& chosen);
void add_jobs_command(CLI::App& app, Action& chosen);
void add_completion_command(CLI::App& app, Action& chosen);
void add_man_command(CLI::App& app, Action& chosen);
void add_run_command(CLI::App& app, Action& chosen);
void add_mcp_command(CLI::App& app, Action& chosen);

/// The words that this process was started with.
const std::vector<std::string>& command_line();

/// What the help of a command begins with: calls, each with a few words.
void set_examples(CLI::App& command,
                  const std::vector<std::pair<std::string, std::string>>& examples);

}  // namespace cairn
