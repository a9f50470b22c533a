// SPDX-License-Identifier: MIT
//
// Commands that show a program in another form.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/atomic_file.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/bind_options.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/program_options.h"
#include "cli/st_options.h"
#include "cli/values.h"
#include "format/horn.h"
#include "format/ivl/cfa_printer.h"
#include "format/ivl/ivl_printer.h"
#include "run/program/passes.h"
#include "transform/program/build_cfa.h"

namespace cairn {
namespace {

struct ShowArguments {
  ProgramInput input;
  ProgramPassOptions passes;
  std::string output = "-";
  std::string format = "text";  ///< of automata
  bool raw = false;             ///< before all passes
};

void add_show_options(CLI::App& command, ShowArguments& arguments) {
  command
      .add_option("FILE", arguments.input.files, "C files, files of Structured Text, or one in IVL")
      ->type_name("");
  command.add_option("-o,--output", arguments.output, "Where to write; - is standard output")
      ->capture_default_str()
      ->type_name("FILE");
  add_program_input_options(command, arguments.input);
  add_st_options(command, arguments.input.st);
}

void add_pass_options(CLI::App& command, ProgramPassOptions& passes) {
  OptionSet options;
  options.add(ProgramPassOptions::options(), passes);
  options.add(LargeBlocksConfig::options(), passes.blocks);
  options.add(InfeasibleConfig::options(), passes.infeasible);
  options.add(LemmasConfig::options(), passes.lemmas);
  bind_options(command, options);
}

int write(const std::string& path, const std::string& text) {
  if (path == "-")
    put(stdout, text);
  else
    write_file_atomically(path, text);
  return kExitDone;
}

Program read(const ShowArguments& arguments) {
  require_writable(arguments.output);
  for (const std::string& file : arguments.input.files) require_distinct(file, {&arguments.output});
  ProgramInput input = arguments.input;
  // Circuits are no programs: what is neither IVL nor Structured Text is C.
  if (!input.language && !input.files.front().ends_with(".ivl") && input.files.front() != "-" &&
      language_of(input.files.front()) != Language::StructuredText)
    input.language = Language::C;
  if (input.language.value_or(language_of(input.files.front())) == Language::StructuredText) {
    try {
      complete_st(input);
    } catch (const CLI::ValidationError& error) {  // the command line has been read by now
      throw InputError({input.files.front()}, error.what());
    }
  }
  return read_program(input, Log(LogLevel::Normal));
}

Cfa minimized(const Program& program, const ProgramPassOptions& options) {
  const Log log(LogLevel::Normal);
  const Budget budget;
  Progress progress;
  return program_passes(options, {log, budget, progress, 0}).apply(build_cfa(program));
}

}  // namespace

void add_compile_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("compile", "Write a C program in IVL, which people can read");
  auto arguments = std::make_shared<ShowArguments>();
  add_show_options(*command, *arguments);
  command->callback([arguments, &chosen] {
    complete_files(arguments->input.files, arguments->input.compile_commands);
    chosen = [arguments] { return write(arguments->output, print_ivl(read(*arguments))); };
  });
}

void add_cfa_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("cfa", "Show a program's control-flow automaton");
  auto arguments = std::make_shared<ShowArguments>();
  add_show_options(*command, *arguments);
  add_pass_options(*command, arguments->passes);
  command
      ->add_option("--format", arguments->format,
                   "As text, as a graph for Graphviz, or drawn as SVG")
      ->check(one_of({"text", "dot", "svg"}))
      ->capture_default_str()
      ->type_name("text|dot|svg");
  command->add_flag("--raw", arguments->raw, "As built, one statement an edge: before all passes");
  command->callback([arguments, &chosen] {
    complete_files(arguments->input.files, arguments->input.compile_commands);
    chosen = [arguments] {
      const Program program = read(*arguments);
      const Cfa cfa = arguments->raw ? build_cfa(program) : minimized(program, arguments->passes);
      return write(arguments->output, arguments->format == "dot"   ? print_cfa_dot(cfa)
                                      : arguments->format == "svg" ? print_cfa_svg(cfa)
                                                                   : print_cfa_text(cfa));
    };
  });
}

void add_horn_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand(
      "horn", "Write a program's automaton as Horn clauses in SMT-LIB (z3 fp.engine=spacer)");
  auto arguments = std::make_shared<ShowArguments>();
  add_show_options(*command, *arguments);
  add_pass_options(*command, arguments->passes);
  command->callback([arguments, &chosen] {
    complete_files(arguments->input.files, arguments->input.compile_commands);
    chosen = [arguments] {
      const Program program = read(*arguments);
      return write(arguments->output, horn_clauses(minimized(program, arguments->passes)));
    };
  });
}

}  // namespace cairn
