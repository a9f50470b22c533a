// SPDX-License-Identifier: MIT
//
// One run for a program: build the automaton, minimize it, lower it to a circuit (unless the engine
// works on automata), run engines, carry the evidence back and judge it: a counterexample by the
// interpreter of the program, a proof piece by piece on the automaton as it was built. No answer
// leaves this function unchecked.
//
// Limits (asserts that mark what has no exact model) are errors at first, so that a proof covers
// them. A counterexample that ends in one is none: then the engines run again on the automaton
// whose limits block. What they find is real; if they find nothing the answer is Unknown with the
// limit's reason, for nothing is known about the runs beyond it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "certify/check_cfa.h"
#include "model/answer.h"
#include "model/cfa.h"
#include "model/interpret.h"
#include "model/program.h"
#include "run/program_engines.h"
#include "run/program_passes.h"
#include "run/random_runs.h"
#include "run/turns.h"
#include "run/worker_report.h"
#include "transform/lower_cfa.h"
#include "transform/program/build_cfa.h"

namespace cairn {

struct ProgramCheckOptions {
  ProgramPassOptions passes;
  /// On circuits; see known_passes().
  std::vector<std::string> bit_passes = {"cone", "hashing", "constants", "cone", "sweep"};
  std::string engine = "auto";  ///< see known_engines() and program_engines()
  EngineOptions engines;
  ProgramEngineConfigs program_engines;
  RandomRunsConfig random;  ///< before the engine "auto"; no other
  /// Processor seconds of complete unrolling early in the engine "auto" (after a moment of IC3 on
  /// the automaton), and of the check of what it proves; 0: none. It gives up at once where a loop
  /// goes on for kUnrolledRounds rounds that inputs decide about, unless the settings say another
  /// number.
  double unroll_seconds = 2;
  static constexpr std::uint32_t kUnrolledRounds = 64;
  /// Processor seconds of IC3 on the automaton before the engine "auto" makes a circuit; 0: none.
  double automaton_seconds = 2;
  /// Processor seconds that the engine "auto" gets on the automaton without lemmas, before they are
  /// looked for; 0: none.
  double quick_seconds = 1;
  /// Processor seconds of a turn on circuits with lemmas, after which IC3 on the automaton gets
  /// another turn as long (unless automaton_seconds is 0), and circuits the rest; 0: no such turns.
  double circuit_seconds = 20;
  LowerCfaConfig lower;
  CfaCheckOptions check;
  /// Asked when a run meets a limit; true: give up at once, for the program can be read in another
  /// way. May be empty.
  std::function<bool(const std::string& limit)> gives_up_at;
};

/// A run of the program that the interpreter saw fail.
struct ProgramFailure {
  const Statement* assertion = nullptr;  ///< of the program
  std::vector<InputValue> inputs;        ///< in order
  std::uint64_t steps = 0;               ///< statements executed
};

struct ProgramOutcome {
  /// In the vocabulary of `cfa`, checked. A run that was found at random has no trace of the
  /// automaton, only what `failure` says.
  Answer<Cfa> answer = Unknown{};
  std::shared_ptr<const Cfa> cfa;         ///< as built; null if the run ended before
  std::optional<ProgramFailure> failure;  ///< with Unsafe
  std::optional<SiteId> limit;  ///< with Unknown: where a counterexample ended that is none
  std::string decided_by;       ///< the lane that did, if one did; with workers, the plan
  std::optional<PortfolioReport> portfolio;
  Figures figures;
};

/// The program must be in order (check_program) and outlive the outcome.
ProgramOutcome run_program_check(const Program& program, const ProgramCheckOptions& options,
                                 const Context& context);

}  // namespace cairn
