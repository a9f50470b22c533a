// SPDX-License-Identifier: MIT
#include "cli/program_engine_options.h"

#include "cli/choice.h"
#include "cli/ic3cfa_options.h"
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
  // cvc5 is a program that would be looked for and run: no worker does that for strangers.
  add_word_setting(
      group, "--smt-solver", {"auto", "cairn", "z3"}, [&config] { return config.solver; },
      [&config](const std::string& word) { config.solver = word; });
  group.add_option("--smt-timeout", config.timeout, "Give up a question after this; 0: never")
      ->check(CLI::NonNegativeNumber.description(""))
      ->capture_default_str()
      ->type_name("SECONDS");
  add_seconds_setting(group, "--smt-timeout", config.timeout);
  add_number(group, "--smt-cache", config.cache, "Answers to remember; 0: none");
  group
      .add_option("--smt-dump", config.dump,
                  "Write every question as an SMT-LIB script into this folder")
      ->type_name("FOLDER");
}

void add_bmc_smt_options(CLI::App& command, CfaBmcConfig& config) {
  CLI::App& group = *command.add_option_group(
      "bmc-smt", "Bounded model checking of programs; bounds count edges of the automaton");
  add_number(group, "--bmc-smt-step", config.step, "Each question covers this many bounds");
  group
      .add_option("--bmc-smt-last", config.last, "Stop when this bound is cleared (default: never)")
      ->type_name("BOUND");
  add_number_setting(group, "--bmc-smt-last", config.last);
  using Prune = CfaBmcConfig::Prune;
  static const std::map<std::string, Prune> prunes{
      {"none", Prune::None}, {"runs", Prune::Runs}, {"places", Prune::Places}};
  add_choice(group, "--bmc-smt-prune", config.prune, prunes,
             "What else to ask: whether any run is as long as 1, 2, 4 and so on edges, or whether "
             "each location is reached at each depth");
}

void add_unroll_options(CLI::App& command, UnrollConfig& config) {
  CLI::App& group = *command.add_option_group("unroll", "Complete unrolling of programs");
  add_number(group, "--unroll-rounds", config.rounds,
             "Give up at a loop that goes on after so many rounds that inputs decide about; rounds "
             "that follow from constants don't count; 0: no limit");
  add_number(group, "--unroll-places", config.places,
             "Give up when so many places, locations in a round of their loops, are unrolled");
}

void add_cegar_options(CLI::App& command, CegarConfig& config) {
  CLI::App& group = *command.add_option_group("cegar", "Lazy predicate abstraction");
  using Abstraction = CegarConfig::Abstraction;
  static const std::map<std::string, Abstraction> abstractions{
      {"cartesian", Abstraction::Cartesian}, {"boolean", Abstraction::Boolean}};
  add_choice(group, "--cegar-abstraction", config.abstraction, abstractions,
             "What is known of a set of states: a value for each predicate or none, or all "
             "combinations of values");
  using Refine = CegarConfig::Refine;
  static const std::map<std::string, Refine> refinements{{"interpolants", Refine::Interpolants},
                                                         {"preconditions", Refine::Preconditions}};
  add_choice(group, "--cegar-refine", config.refine, refinements,
             "Where predicates come from: interpolants, or weakest preconditions and "
             "unsatisfiable cores");
  using Search = CegarConfig::Search;
  static const std::map<std::string, Search> searches{{"breadth", Search::Breadth},
                                                      {"depth", Search::Depth}};
  add_choice(group, "--cegar-search", config.search, searches,
             "Which end of the tree grows first: the lowest, or the newest");
  add_switch(group, "--cegar-drop", config.drop,
             "Preconditions: try to do without each conjunct that the core has left");
}

void add_tree_ic3_options(CLI::App& command, TreeIc3Config& config) {
  CLI::App& group = *command.add_option_group("tree-ic3", "IC3 along the paths of a tree");
  add_switch(group, "--tree-ic3-drop", config.drop,
             "Try to do without each literal that the core has left");
  add_switch(group, "--tree-ic3-propagate", config.propagate,
             "Try the clauses of other nodes of a location on a new node");
}

}  // namespace

void add_program_engine_options(CLI::App& command, ProgramEngineConfigs& configs) {
  add_smt_options(command, configs.smt);
  add_bmc_smt_options(command, configs.bmc_smt);
  add_unroll_options(command, configs.unroll);
  add_cegar_options(command, configs.cegar);
  add_tree_ic3_options(command, configs.tree_ic3);
  add_word_ic3_options(command, configs.word);
  add_ic3cfa_options(command, configs.ic3cfa);
}

}  // namespace cairn
