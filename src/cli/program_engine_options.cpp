// SPDX-License-Identifier: MIT
#include "cli/program_engine_options.h"

#include "cli/choice.h"
#include "cli/word_ic3_options.h"

namespace cairn {
namespace {

void add_smt_options(CLI::App& command, SmtConfig& config) {
  CLI::App& group = *command.add_option_group("smt", "SMT solvers of the engines on programs");
  group
      .add_option("--smt-solver", config.solver,
                  "Who answers: Cairn's own solver on bits, Z3, cvc5 (a program that must be "
                  "installed), or whom the engine prefers")
      ->check(CLI::IsMember({"auto", "cairn", "z3", "cvc5"}).description(""))
      ->capture_default_str()
      ->type_name("auto|cairn|z3|cvc5");
  group.add_option("--smt-timeout", config.timeout, "Give up a question after this; 0: never")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_number(group, "--smt-cache", config.cache, "Answers to remember; 0: none");
  group
      .add_option("--smt-dump", config.dump,
                  "Write every question as an SMT-LIB script into this folder")
      ->type_name("FOLDER");
}

}  // namespace

void add_program_engine_options(CLI::App& command, ProgramEngineConfigs& configs) {
  add_smt_options(command, configs.smt);
  add_word_ic3_options(command, configs.word);
}

}  // namespace cairn
