// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/engine.h"
#include "model/bit_system.h"
#include "run/engines.h"
#include "run/lane_board.h"
#include "run/passes.h"

namespace cairn {

/// One way to decide a system: passes of its own, then an engine.
struct LaneOptions {
  std::string name;                 ///< of its figures, unless it is the first lane
  std::vector<std::string> passes;  ///< beyond those that all lanes share
  std::string engine;               ///< one of single_engines()
  EngineConfigs configs;
  double share;              ///< its turn in the first round, in EngineOptions::turn
  double head = 0;           ///< its turn before the first round, likewise
  double growth = 1.5;       ///< of its turn from round to round
  std::uint32_t steady = 0;  ///< rounds before its turns begin to grow
};

/// A way of `auto`, and its part of the time.
struct LaneChoice {
  std::string name;  ///< one of known_lanes()
  double share;      ///< as LaneOptions::share
  double head = 0;   ///< as LaneOptions::head; where no lane has one, the first has 1
  bool operator==(const LaneChoice&) const = default;
};
std::vector<std::string> known_lanes();
std::vector<LaneChoice> usual_lanes();

struct EngineOptions {
  double turn = 4;  ///< processor seconds: what shares of lanes are measured in
  std::vector<LaneChoice> lanes = usual_lanes();  ///< of "auto"
  bool exchange = false;                          ///< lanes tell each other lemmas
  EngineConfigs configs;
  PassOptions passes;
};

/// single_engines() and "auto".
std::vector<std::string> known_engines();
/// The lanes of a known engine: one that never has to stop or, for "auto", several.
std::vector<LaneOptions> lanes_of(const std::string& engine, const EngineOptions& options,
                                  const BitSystem& system);

/// Engines that work on the same system by turns, so that one that has no luck with it does not
/// keep it from the others. Lanes with a head start go first, by turns; then come rounds, from the
/// lane after them on. Turns get longer with each round, so that a lane is not stopped all the
/// time, and the first ones are short, so that none waits long for its chance.
class Turns : public Engine<BitSystem> {
 public:
  Turns(const BitSystem& system, const std::vector<LaneOptions>& lanes,
        const EngineOptions& options, const Context& context);
  ~Turns() override;

  /// Once.
  Answer<BitSystem> run() override;
  /// The lane that gave the answer, or an empty string.
  const std::string& decided_by() const { return decided_by_; }
  void add_figures(Figures& figures) const override;

 private:
  class Lane;

  const Context context_;
  LaneBoard board_;
  std::vector<std::unique_ptr<LemmaExchange>> endpoints_;  // if lanes tell each other lemmas
  std::vector<std::unique_ptr<Lane>> lanes_;
  std::string decided_by_;
};

}  // namespace cairn
