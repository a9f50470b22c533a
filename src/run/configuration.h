// SPDX-License-Identifier: MIT
//
// How to search: the engine, its passes, the schedule of the engine "auto", and the options of
// every component, for circuits and programs alike. It says nothing about what is checked and names
// no file, but for rows of the kind Text. Plans (run/plan.h) are differences against the default
// configuration.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/option_table.h"
#include "certify/check_cfa.h"
#include "engine/random/random_runs.h"
#include "run/circuit/passes.h"
#include "run/engines.h"
#include "run/program/passes.h"
#include "run/words/passes.h"
#include "run/workers/share_policy.h"

namespace cairn {

/// A plan in a schedule, and its share of the time.
struct Strategy {
  std::string plan;  ///< its name
  double share = 1;  ///< of its first time slice, in EngineOptions::slice; of workers, a weight
  double head = 0;   ///< a head start, likewise; where no strategy has one, the first has 1
  bool operator==(const Strategy&) const = default;
};
using Schedule = std::vector<Strategy>;

/// Of the engine "auto" on bits. docs/decisions/0011-stable-search.md tells what this was measured
/// against.
Schedule usual_schedule();
/// The same for justice properties.
Schedule usual_justice_schedule();

struct EngineOptions {
  double slice = 4;  ///< processor seconds: what shares of strategies are measured in
  /// Of "auto". For justice, those of them that decide justice or, if there are none, the usual.
  Schedule strategies = usual_schedule();
  bool exchange = false;  ///< strategies share their lemmas
  EngineConfigs configs;
  PassOptions passes;

  static const OptionGroup& options();
};

/// The engine "auto" on programs: what comes before the circuit, each for some processor seconds;
/// 0: not at all.
struct QuickConfig {
  double random = 0.3;  ///< random runs of the program
  /// Complete unrolling, after a moment of IC3 on the automaton, and the check of what it proves.
  /// It gives up at once where a loop goes on for kUnrolledIterations iterations that inputs decide
  /// about, unless the settings say another number.
  double unroll = 2;
  static constexpr std::uint32_t kUnrolledIterations = 64;
  double automaton = 2;  ///< IC3 on the automaton before there is a circuit
  double plain = 1;      ///< on the automaton without lemmas, before they are looked for
  /// A slice on circuits with lemmas, after which IC3 on the automaton gets another as long (unless
  /// that has none), and circuits the rest.
  double circuit = 20;

  static const OptionGroup& options();
};

/// The engine that is workers with plans of their own.
inline constexpr const char* kPortfolio = "portfolio";

struct Configuration {
  std::string engine = "auto";  ///< of engine_registry(), "auto" or kPortfolio
  /// Names of passes on bits, in order; see known_passes().
  std::vector<std::string> passes = {"cone", "hashing", "constants", "cone", "sweep"};
  /// Names of passes on words, in order; see known_word_passes().
  std::vector<std::string> word_passes = default_word_passes();
  EngineOptions engines;
  ProgramPassOptions program_passes;
  QuickConfig quick;
  CfaCheckOptions check;
  SharePolicy share;

  /// Every option, bound to this.
  OptionSet options();
  /// The options that differ from the defaults.
  OptionSet::Values changed() const;
  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
};

/// NAME, NAME:SHARE or NAME:SHARE:HEAD, separated by commas. Throws std::string with what is wrong.
Schedule parse_schedule(const std::string& text);
std::string describe(const Schedule& schedule);
/// What is wrong with one that came from elsewhere, or an empty string.
std::string problem_of(const Schedule& schedule);

}  // namespace cairn
