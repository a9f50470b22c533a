// SPDX-License-Identifier: MIT
//
// Engines that work on the automaton of a program. To add one: a line in the list of
// program_engines.cpp, its configuration here, and its options in cli/program_engine_options.cpp.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/context.h"
#include "engine/cegar/config.h"
#include "engine/cfa_bmc.h"
#include "engine/engine.h"
#include "engine/ic3cfa/config.h"
#include "engine/tree_ic3/config.h"
#include "engine/unroll.h"
#include "engine/word/config.h"
#include "model/cfa.h"
#include "smt/smt_config.h"
#include "transform/lower_cfa.h"

namespace cairn {

/// The settings of every engine on automata.
struct ProgramEngineConfigs {
  SmtConfig smt;  ///< of all engines that ask SMT solvers
  CfaBmcConfig bmc_smt;
  UnrollConfig unroll;
  CegarConfig cegar;
  TreeIc3Config tree_ic3;
  LowerCfaConfig lower;  ///< for engines that see the program counter as a variable
  WordEngineConfigs word;
  Ic3CfaConfig ic3cfa;

  /// What is wrong with the settings of an engine, after its name; or two empty strings.
  std::pair<std::string, std::string> validate() const;
};

/// Engines by name. No name is one of known_engines() too.
std::vector<std::string> program_engines();
bool is_program_engine(const std::string& engine);
/// Whether one query on bits may take longer than a whole engine is given: with 65,536 elements of
/// 32 bits it took 6 s of processor time. Such programs have no circuit, either.
bool has_large_arrays(const Cfa& cfa);
/// Whether its proofs are about the automaton as it was built, so that no pass may come before it.
bool takes_automaton_as_built(const std::string& engine);
/// Each name with what it does in a few words, for --help: "a (does this), b (does that)".
std::string describe_program_engines();
/// Requires one of program_engines(), and an automaton that outlives the engine.
std::unique_ptr<Engine<Cfa>> make_program_engine(const std::string& engine, const Cfa& cfa,
                                                 const ProgramEngineConfigs& configs,
                                                 const Context& context);

}  // namespace cairn
