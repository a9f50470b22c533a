// SPDX-License-Identifier: MIT
#include "run/engines.h"

#include <functional>

#include "base/error.h"
#include "engine/bradley/bradley.h"
#include "engine/fsis/fsis.h"
#include "engine/ic3/ic3.h"
#include "engine/ic3/localized.h"
#include "engine/ic3/predicate.h"
#include "engine/kind/kind.h"
#include "run/reversed_engine.h"

namespace cairn {
namespace {

using Make = std::function<std::unique_ptr<Engine<BitSystem>>(
    const BitSystem&, const EngineConfigs&, const Context&)>;

struct Entry {
  std::string name;
  std::vector<std::string> passes;
  Make make;
};

/// For an engine on another system than the one that lemmas are about.
Context alone(Context context) {
  context.exchange = nullptr;
  return context;
}

std::unique_ptr<Engine<BitSystem>> make_ic3(const BitSystem& system, const Ic3Config& config,
                                            const Context& context) {
  if (config.predicate_property) {
    Ic3Config inner = config;
    inner.predicate_property = false;
    return std::make_unique<PropertyAssumed>(system, context, [&](const BitSystem& assumed) {
      return make_ic3(assumed, inner, alone(context));
    });
  }
  if (config.abstract_latches)
    return std::make_unique<LocalizedIc3>(system, config, alone(context));
  return std::make_unique<Ic3>(system, config, context);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"bmc",
       {},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<Bmc>(system, configs.bmc, context);
       }},
      // IC3 knows constant and uninitialised resets only.
      {"ic3",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs,
          const Context& context) -> std::unique_ptr<Engine<BitSystem>> {
         if (configs.ic3.direction == Ic3Config::Direction::Forward)
           return make_ic3(system, configs.ic3, context);
         return std::make_unique<ReversedEngine>(system, context, [&](const BitSystem& reversed) {
           return make_ic3(reversed, configs.ic3, alone(context));
         });
       }},
      // Initial states must be a set of states, whatever the inputs are.
      {"itp",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<Itp>(system, configs.itp, configs.ic3, context);
       }},
      {"itpseq",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<ItpSeq>(system, configs.itpseq, configs.ic3, context);
       }},
      {"kind",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<Kind>(system, configs.kind, configs.ic3, context);
       }},
      {"fsis",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<Fsis>(system, configs.fsis, context);
       }},
      {"bradley",
       {"resets"},
       [](const BitSystem& system, const EngineConfigs& configs, const Context& context) {
         return std::make_unique<Bradley>(system, configs.bradley, context);
       }},
  };
  return all;
}

const Entry& entry(const std::string& engine) {
  for (const Entry& known : entries())
    if (known.name == engine) return known;
  internal_error(__FILE__, __LINE__, "no engine is called " + engine);
}

}  // namespace

std::pair<std::string, std::string> EngineConfigs::validate() const {
  if (std::string problem = bmc.validate(); !problem.empty()) return {"bmc", std::move(problem)};
  if (std::string problem = ic3.validate(); !problem.empty()) return {"ic3", std::move(problem)};
  if (std::string problem = itp.validate(); !problem.empty()) return {"itp", std::move(problem)};
  if (std::string problem = kind.validate(); !problem.empty()) return {"kind", std::move(problem)};
  if (std::string problem = fsis.validate(); !problem.empty()) return {"fsis", std::move(problem)};
  if (std::string problem = bradley.validate(); !problem.empty())
    return {"bradley", std::move(problem)};
  return {};
}

std::vector<std::string> single_engines() {
  std::vector<std::string> names;
  for (const Entry& known : entries()) names.push_back(known.name);
  return names;
}

std::vector<std::string> required_passes(const std::string& engine) {
  return entry(engine).passes;
}

std::unique_ptr<Engine<BitSystem>> make_engine(const std::string& engine, const BitSystem& system,
                                               const EngineConfigs& configs,
                                               const Context& context) {
  return entry(engine).make(system, configs, context);
}

}  // namespace cairn
