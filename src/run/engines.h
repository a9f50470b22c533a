// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/bmc.h"
#include "engine/bradley/config.h"
#include "engine/engine.h"
#include "engine/fsis/config.h"
#include "engine/ic3/config.h"
#include "engine/itp.h"
#include "engine/itpseq.h"
#include "engine/kind/config.h"
#include "model/bit_system.h"

namespace cairn {

/// The settings of every engine.
struct EngineConfigs {
  BmcConfig bmc;
  Ic3Config ic3;
  ItpConfig itp;
  ItpSeqConfig itpseq;
  KindConfig kind;
  FsisConfig fsis;
  BradleyConfig bradley;

  /// What is wrong with the settings of an engine, after its name; or two empty strings.
  std::pair<std::string, std::string> validate() const;
};

/// Engines by name, each one algorithm.
std::vector<std::string> single_engines();
/// Passes that the engine cannot do without.
std::vector<std::string> required_passes(const std::string& engine);
/// Requires one of single_engines(), and a system that went through its required passes.
std::unique_ptr<Engine<BitSystem>> make_engine(const std::string& engine, const BitSystem& system,
                                               const EngineConfigs& configs,
                                               const Context& context);

}  // namespace cairn
