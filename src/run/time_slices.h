// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "run/configuration.h"
#include "run/message.h"
#include "run/strategy_board.h"

namespace cairn {

/// A strategy with all that it needs to run.
struct StrategyOptions {
  std::string name;                 ///< of its statistics, unless it is the first
  std::vector<std::string> passes;  ///< beyond those that all strategies share
  std::string engine;               ///< on bits
  EngineConfigs configs;
  double share;              ///< its slice in the first round, in EngineOptions::slice
  double head = 0;           ///< its slice before the first round, likewise
  double growth = 1.5;       ///< of its slice from round to round
  std::uint32_t steady = 0;  ///< rounds before its slices begin to grow
};

/// Why an engine cannot decide the properties, or an empty string. Those that the engine l2s may
/// use can be chosen for justice.
std::string problem_with_engine(const std::string& engine, bool of_justice);

/// The strategies of an engine: one that never has to stop or, for "auto", several.
std::vector<StrategyOptions> strategies_of(const Configuration& configuration,
                                           const BitSystem& system);

/// Strategies that work on the same system in time slices, so that one that has no luck with it
/// does not keep it from the others. Strategies with a head start go first, in slices; then come
/// rounds, from the strategy after them on. Slices get longer with each round, so that a strategy
/// is not stopped all the time, and the first ones are short, so that none waits long for its
/// chance.
class TimeSlices : public Engine<BitSystem> {
 public:
  TimeSlices(const BitSystem& system, const std::vector<StrategyOptions>& strategies,
             const EngineOptions& options, const Context& context);
  ~TimeSlices() override;

  /// Once.
  Answer<BitSystem> run() override;
  /// The strategy that gave the answer, or an empty string.
  const std::string& decided_by() const { return decided_by_; }
  void add_statistics(Statistics& statistics) const override;

 private:
  class Running;

  const Context context_;
  StrategyBoard board_;
  std::vector<std::unique_ptr<LemmaExchange>> endpoints_;  // if strategies share lemmas
  std::vector<std::unique_ptr<Running>> strategies_;
  std::string decided_by_;
};

/// Runs them to their end. The engines are gone when this returns: the check of what they found
/// needs the memory.
Message<BitSystem> run_strategies(const BitSystem& system,
                                  const std::vector<StrategyOptions>& strategies,
                                  const EngineOptions& options, const Context& context);

}  // namespace cairn
