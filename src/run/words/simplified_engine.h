// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/shared/engine.h"
#include "run/configuration.h"
#include "run/time_slices.h"
#include "run/words/ladder.h"

namespace cairn {

/// The whole ladder as an engine on word-level systems: passes on words, lowering, passes on bits,
/// an engine on bits or the schedule of "auto". When it is run again it begins again, on bits.
class SimplifiedEngine : public Engine<WordSystem> {
 public:
  /// The system and the context's parts must outlive this.
  SimplifiedEngine(const WordSystem& system, const std::string& engine,
                   const EngineConfigs& configs, const Context& context)
      : context_(context),
        configuration_(configure(engine, configs)),
        ladder_(system, std::nullopt, configuration_, context_) {}

  Answer<WordSystem> run() override {
    if (ladder_.no_bits()) return Unknown{Unknown::Reason::Unsupported, *ladder_.no_bits(), -1};
    const BitSystem& bits = ladder_.bits();
    Message<BitSystem> found =
        run_strategies(bits, strategies_of(configuration_, bits), configuration_.engines, context_);
    statistics_.add(found.statistics, "");
    return ladder_.restore(std::move(found.answer));
  }

  void add_statistics(Statistics& statistics) const override { statistics.add(statistics_, ""); }

 private:
  static Configuration configure(const std::string& engine, const EngineConfigs& configs) {
    Configuration configuration;
    configuration.engine = engine;
    configuration.engines.configs = configs;
    return configuration;
  }

  const Context context_;
  const Configuration configuration_;
  WordLadder ladder_;
  Statistics statistics_;
};

}  // namespace cairn
