// SPDX-License-Identifier: MIT
#include "run/program_engines.h"

#include <fmt/format.h>

#include <functional>

#include "base/error.h"
#include "engine/ic3cfa/ic3cfa.h"

namespace cairn {
namespace {

using Make = std::function<std::unique_ptr<Engine<Cfa>>(const Cfa&, const ProgramEngineConfigs&,
                                                        const Context&)>;

struct Entry {
  std::string name;
  std::string summary;  // for --help
  Make make;
};

std::unique_ptr<Engine<Cfa>> make_ic3cfa(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                         const Context& context) {
  Ic3CfaConfig config = configs.ic3cfa;
  if (configs.smt.solver != "auto") config.solver = configs.smt.solver;
  if (configs.smt.cache > 0) config.cache = configs.smt.cache;
  if (configs.smt.timeout > 0) config.critical_seconds = configs.smt.timeout;
  config.dump = configs.smt.dump;
  return std::make_unique<Ic3Cfa>(cfa, config, context);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"ic3cfa", "IC3 with a frame for each location", make_ic3cfa},
  };
  return all;
}

}  // namespace

std::pair<std::string, std::string> ProgramEngineConfigs::validate() const {
  if (std::string problem = smt.validate(); !problem.empty()) return {"smt", std::move(problem)};
  if (std::string problem = ic3cfa.validate(); !problem.empty())
    return {"ic3cfa", std::move(problem)};
  return {};
}

std::vector<std::string> program_engines() {
  std::vector<std::string> names;
  for (const Entry& known : entries()) names.push_back(known.name);
  return names;
}

std::string describe_program_engines() {
  std::string text;
  for (const Entry& known : entries())
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", known.name, known.summary);
  return text;
}

bool is_program_engine(const std::string& engine) {
  for (const Entry& known : entries())
    if (known.name == engine) return true;
  return false;
}

std::unique_ptr<Engine<Cfa>> make_program_engine(const std::string& engine, const Cfa& cfa,
                                                 const ProgramEngineConfigs& configs,
                                                 const Context& context) {
  for (const Entry& known : entries())
    if (known.name == engine) return known.make(cfa, configs, context);
  internal_error(__FILE__, __LINE__, "no engine on automata is called " + engine);
}

}  // namespace cairn
