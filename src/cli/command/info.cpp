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
#include "cli/verilog_options.h"
#include "input/language.h"
#include "input/reader.h"
#include "input/word_reader.h"
#include "logic/word/bitblast.h"
#include "transform/bit/cone.h"

namespace cairn {
namespace {

struct InfoArguments {
  std::string file;    ///< the first of them
  ProgramInput input;  ///< several files, if they are Verilog
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

struct WordCounts {
  std::uint64_t input_bits = 0, state_bits = 0;
  std::size_t arrays = 0, without_init = 0, without_next = 0, terms = 0;
  std::uint32_t widest = 0, widest_index = 0;
};

WordCounts count_words(const WordModel& model) {
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  WordCounts counts;
  counts.terms = terms.size();
  const auto look_at = [&](const Sort& sort) {
    counts.arrays += sort.is_array();
    counts.widest = std::max(counts.widest, sort.element.bits());
    if (sort.is_array()) counts.widest_index = std::max(counts.widest_index, sort.index.bits());
  };
  for (const Term input : system.inputs) {
    counts.input_bits += bit_count(terms.sort(input));
    look_at(terms.sort(input));
  }
  for (const WordState& state : system.states) {
    const Sort& sort = terms.sort(state.term);
    counts.state_bits += bit_count(sort);
    look_at(sort);
    counts.without_init += !state.init.valid();
    counts.without_next += !state.next.valid();
  }
  return counts;
}

void print_names(const char* title, const std::vector<std::string>& names, char letter) {
  Names listed;
  for (std::size_t i = 0; i < names.size(); ++i) listed.set(i, names[i]);
  print_names(title, listed, names.size(), letter);
}

int word_info(const InfoArguments& arguments, const Log& log) {
  const bool verilog = language_of(arguments.file) == Language::Verilog;
  VerilogModel design;
  if (verilog) design = read_verilog_design(arguments.input, log, [] { return false; });
  const WordModel model =
      verilog ? std::move(design.model) : read_word_model(read_source(arguments.file), log);
  const WordSystem& system = model.system;
  const WordCounts counts = count_words(model);
  if (arguments.json) {
    nlohmann::ordered_json json = {{"file", arguments.file},
                                   {"format", verilog ? "verilog" : "btor2"},
                                   {"inputs", system.inputs.size()},
                                   {"input_bits", counts.input_bits},
                                   {"states", system.states.size()},
                                   {"state_bits", counts.state_bits},
                                   {"arrays", counts.arrays},
                                   {"without_init", counts.without_init},
                                   {"without_next", counts.without_next},
                                   {"widest", counts.widest},
                                   {"terms", counts.terms},
                                   {"bad", system.bad.size()},
                                   {"constraints", system.constraints.size()},
                                   {"justice", model.justice.size()},
                                   {"fairness", model.fairness.size()},
                                   {"outputs", model.outputs.size()}};
    if (verilog) {
      json["top"] = design.top;
      json["clocks"] = design.clocks;
      json["yosys"] = {{"version", design.version}, {"program", design.yosys}};
    }
    put(stdout, fmt::format("{}\n", json.dump(2, ' ', false,
                                              nlohmann::ordered_json::error_handler_t::replace)));
    return kExitDone;
  }
  put(stdout, fmt::format("{}: {}\n", printable(arguments.file), verilog ? "Verilog" : "BTOR2"));
  if (verilog) {
    std::string clocks;
    for (const std::string& clock : design.clocks)
      clocks += (clocks.empty() ? "" : ", ") + printable(clock);
    put(stdout,
        fmt::format("  top module '{}', elaborated by Yosys {}; {}\n", printable(design.top),
                    printable(design.version), clocks.empty() ? "no clock" : "clock " + clocks));
  }
  put(stdout, fmt::format("  {}, {} terms; the widest word has {} bits\n", describe_size(system),
                          counts.terms, counts.widest));
  if (counts.arrays > 0)
    put(stdout, fmt::format("  {} arrays, with indices of up to {} bits\n", counts.arrays,
                            counts.widest_index));
  put(stdout, fmt::format("  {} states without an initial value, {} without a next one\n",
                          counts.without_init, counts.without_next));
  put(stdout, fmt::format("  {} bad states, {} constraints, {} justice, {} fairness, {} outputs\n",
                          system.bad.size(), system.constraints.size(), model.justice.size(),
                          model.fairness.size(), model.outputs.size()));
  print_names("bad state", model.bad_names, 'b');
  print_names("constraint", model.constraint_names, 'c');
  return kExitDone;
}

int info(const InfoArguments& arguments) {
  const Log log(LogLevel::Normal);
  if (is_on_words(language_of(arguments.file))) return word_info(arguments, log);
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
  command
      ->add_option("FILE", arguments->input.files,
                   "AIGER or BTOR2 file, gzipped or not, or Verilog files; - for standard input")
      ->required();
  command->add_flag("--json", arguments->json, "As JSON");
  add_verilog_and_macro_options(*command, arguments->input.verilog);
  command->callback([arguments, &chosen] {
    arguments->file = arguments->input.files.front();
    if (arguments->input.files.size() > 1 && language_of(arguments->file) != Language::Verilog)
      throw CLI::ArgumentMismatch("expected one file, or several of Verilog");
    chosen = [arguments] { return info(*arguments); };
  });
}

}  // namespace cairn
