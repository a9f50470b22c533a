// SPDX-License-Identifier: MIT
#include "cli/program_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>

#include "cli/compiler_options.h"
#include "cli/values.h"
#include "input/c/checks.h"

namespace cairn {

void complete_files(std::vector<std::string>& files, const std::string& compile_commands) {
  if (!files.empty()) return;
  if (compile_commands.empty()) throw CLI::RequiredError("FILE");
  files = files_of_build(compile_commands);
}

void add_program_input_options(CLI::App& command, ProgramInput& input) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  CLI::App& group = *command.add_option_group(kCGroup, "C programs");
  static const std::map<std::string, Language> languages{
      {"aiger", Language::Circuit},    {"btor2", Language::Words},     {"c", Language::C},
      {"ivl", Language::Ivl},          {"verilog", Language::Verilog}, {"smv", Language::Smv},
      {"st", Language::StructuredText}};
  group
      .add_option_function<std::string>(
          "--language", [&input](const std::string& word) { input.language = languages.at(word); },
          "What the files are, whatever their names")
      ->check(one_of(words_of(languages)))
      ->type_name("aiger|btor2|c|ivl|smv|st|verilog");
  add_compiler_options(group, input);
  group
      .add_option("-p,--compile-commands", input.compile_commands,
                  "Compile as this compile_commands.json says (or the one in this folder); without "
                  "FILE, all its C files")
      ->type_name("FILE");
  std::string checks = "all";
  std::vector<std::string> names{"all"};
  for (const CCheck& check : c_checks()) {
    checks += fmt::format(", {}", check.name);
    names.emplace_back(check.name);
  }
  for (const st::Check& check : st::st_checks())
    if (std::ranges::find(names, check.name) == names.end()) {
      checks += fmt::format(", {}", check.name);
      names.emplace_back(check.name);
    }
  group
      .add_option(
          "--check", input.c.checks,
          "What must not happen besides the errors of the program, of " + checks +
              " (of Structured Text: bounds, division, overflow, range, outputs, unreachable)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(one_of(names))
      ->type_name("LIST");
  group
      .add_option_function<std::uint32_t>(
          "--unwind", [&input](std::uint32_t iterations) { input.c.unwind = iterations; },
          "Loops that go on after this many iterations make the answer unknown; with --check "
          "unwinding they are violations")
      ->transform(whole_number(0, kMost))
      ->type_name("N");
  group
      .add_option_function<std::uint32_t>(
          "--recursion",
          [&input](std::uint32_t depth) {
            input.c.recursion = depth;
            input.fixed_room = true;
          },
          "Calls of a recursive function in each other that are followed; more make the answer "
          "unknown")
      ->transform(whole_number(0, kMost))
      ->type_name("DEPTH");
  group
      .add_option("--heap-objects", input.c.heap_objects,
                  "Objects for each call of malloc that may execute more than once; 0: as many as "
                  "there are addresses for. Without this, --heap-bytes and --recursion more are "
                  "tried where a run needs more")
      ->transform(whole_number(0, kMost))
      ->each([&input](const std::string&) { input.fixed_room = true; })
      ->capture_default_str()
      ->type_name("N");
  group
      .add_option("--heap-bytes", input.c.heap_bytes,
                  "Room of an object or array whose size is not constant; 0: as much as there are "
                  "addresses for")
      ->transform(whole_number(0, kMost))
      ->each([&input](const std::string&) { input.fixed_room = true; })
      ->capture_default_str()
      ->type_name("BYTES");
  group.add_flag_callback(
      "--no-points-to", [&input] { input.c.points_to = false; },
      "Assume that every pointer may point to every object whose address is taken");
  static const std::map<std::string, CReadOptions::Externals> externals{
      {"unknown", CReadOptions::Externals::Unknown}, {"pure", CReadOptions::Externals::Pure}};
  group
      .add_option_function<std::string>(
          "--externals",
          [&input](const std::string& word) { input.c.externals = externals.at(word); },
          "What a function without a body may do: change all memory that it can reach, unless it "
          "is known or computes a number from numbers; or, pure, nothing but return a value")
      ->check(one_of(words_of(externals)))
      ->type_name("unknown|pure")
      ->default_str(input.c.externals == CReadOptions::Externals::Pure ? "pure" : "unknown");
  group
      .add_option("--entry", input.c.entry,
                  "The function that runs; of Structured Text the program or function block")
      ->each([&input](const std::string& name) { input.st.entry = name; })
      ->capture_default_str();
  group
      .add_option("--entry-array", input.c.entry_array,
                  "Elements of each object that a pointer among its arguments points to")
      ->transform(whole_number(1, 4096))
      ->capture_default_str()
      ->type_name("N");
  group.add_flag("--entry-null", input.c.entry_null, "Pointers among its arguments may be null");
  group.add_flag("--malloc-may-fail", input.c.malloc_may_fail,
                 "malloc, calloc and the like may return null");
}

void add_program_evidence_options(CLI::App& command, AnswerOptions& answer) {
  CLI::App& group = *command.add_option_group("evidence", "Evidence about programs");
  group
      .add_option("--harness", answer.harness,
                  "Write a C file that, compiled with the program, runs into the error")
      ->type_name("FILE");
  group
      .add_option("--svcomp-witness", answer.sv_witness,
                  "Write SV-COMP's witness of either verdict, YAML 2.0")
      ->type_name("FILE");
  group
      .add_option("--graphml", answer.graphml,
                  "Write SV-COMP's witness of a violation, GraphML 1.0")
      ->type_name("FILE");
}

void complete_st(ProgramInput& input) {
  for (const std::string& check : input.c.checks) {
    const bool is_known =
        check == "all" || std::ranges::any_of(st::st_checks(), [&](const st::Check& one) {
          return check == one.name;
        });
    if (!is_known)
      throw CLI::ValidationError("--check",
                                 fmt::format("{} is for C, and not for Structured Text", check));
  }
  input.st.checks = input.c.checks;
}

}  // namespace cairn
