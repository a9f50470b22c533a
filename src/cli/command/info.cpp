// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "input/reader.h"
#include "transform/bit/cone.h"

namespace cairn {
namespace {

struct InfoArguments {
  std::string file;
  bool json = false;
};

struct Resets {
  std::size_t zero = 0, one = 0, uninitialised = 0, functions = 0;
};

Resets count_resets(const BitSystem& system) {
  Resets resets;
  for (const Latch& latch : system.latches) {
    if (latch.is_uninitialised())
      ++resets.uninitialised;
    else if (latch.reset == kFalse)
      ++resets.zero;
    else if (latch.reset == kTrue)
      ++resets.one;
    else
      ++resets.functions;
  }
  return resets;
}

/// Longest path of gates.
std::size_t depth(const Aig& aig) {
  std::vector<std::uint32_t> levels(aig.size(), 0);
  std::uint32_t deepest = 0;
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!aig.is_and(Var{v})) continue;
    levels[v] =
        1 + std::max(levels[aig.left(Var{v}).var().index], levels[aig.right(Var{v}).var().index]);
    deepest = std::max(deepest, levels[v]);
  }
  return deepest;
}

void print_names(const char* title, const Names& names, std::size_t count, char letter) {
  constexpr std::size_t kMost = 50;
  for (std::size_t i = 0; i < std::min(count, kMost); ++i)
    put(stdout,
        fmt::format("  {} {}{}{}\n", title, letter, i,
                    names.get(i).empty() ? "" : fmt::format(" '{}'", printable(names.get(i)))));
  if (count > kMost) put(stdout, fmt::format("  ... and {} more\n", count - kMost));
}

int info(const InfoArguments& arguments) {
  const Log log(LogLevel::Normal);
  AigerModel model = read_model(arguments.file, log);
  BitSystem& system = model.system;
  const std::size_t outputs = system.outputs.size();
  adopt_outputs_as_bad(system);
  const bool adopted = outputs > 0 && system.outputs.empty();
  const Resets resets = count_resets(system);
  const BitSystem cone = Cone().apply(system);
  if (arguments.json) {
    nlohmann::ordered_json json = {{"file", arguments.file},
                                   {"format", model.binary ? "binary" : "ascii"},
                                   {"inputs", system.inputs.size()},
                                   {"latches", system.latches.size()},
                                   {"ands", system.aig.num_ands()},
                                   {"depth", depth(system.aig)},
                                   {"outputs", outputs},
                                   {"outputs_are_bad", adopted},
                                   {"bad", system.bad.size()},
                                   {"constraints", system.constraints.size()},
                                   {"justice", system.justice.size()},
                                   {"fairness", system.fairness.size()},
                                   {"resets",
                                    {{"zero", resets.zero},
                                     {"one", resets.one},
                                     {"uninitialised", resets.uninitialised},
                                     {"functions", resets.functions}}},
                                   {"cone",
                                    {{"inputs", cone.inputs.size()},
                                     {"latches", cone.latches.size()},
                                     {"ands", cone.aig.num_ands()}}}};
    put(stdout, fmt::format("{}\n", json.dump(2, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace)));
    return kExitDone;
  }
  put(stdout,
      fmt::format("{}: {} AIGER\n", printable(arguments.file), model.binary ? "binary" : "ASCII"));
  put(stdout,
      fmt::format("  {} inputs, {} latches, {} gates, {} levels deep\n", system.inputs.size(),
                  system.latches.size(), system.aig.num_ands(), depth(system.aig)));
  put(stdout, fmt::format("  resets: {} to 0, {} to 1, {} uninitialised, {} functions\n",
                          resets.zero, resets.one, resets.uninitialised, resets.functions));
  put(stdout,
      fmt::format("  {} bad states{}, {} constraints, {} justice, {} fairness, {} outputs\n",
                  system.bad.size(),
                  adopted ? " (the outputs: there are no bad states or justice)" : "",
                  system.constraints.size(), system.justice.size(), system.fairness.size(),
                  system.outputs.size()));
  put(stdout, fmt::format("  what the properties depend on: {} inputs, {} latches, {} gates\n",
                          cone.inputs.size(), cone.latches.size(), cone.aig.num_ands()));
  print_names("bad state", system.names.bad, system.bad.size(), 'b');
  print_names("constraint", system.names.constraints, system.constraints.size(), 'c');
  print_names("justice", system.names.justice, system.justice.size(), 'j');
  return kExitDone;
}

}  // namespace

void add_info_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("info", "Say what a file contains");
  auto arguments = std::make_shared<InfoArguments>();
  command->add_option("FILE", arguments->file, "AIGER file, gzipped or not; - for standard input")
      ->required();
  command->add_flag("--json", arguments->json, "As JSON");
  command->callback([arguments, &chosen] { chosen = [arguments] { return info(*arguments); }; });
}

}  // namespace cairn
