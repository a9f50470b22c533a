// SPDX-License-Identifier: MIT
#include "run/program_engines.h"

#include <fmt/format.h>

#include <functional>

#include "base/error.h"

namespace cairn {
namespace {

using Make = std::function<std::unique_ptr<Engine<Cfa>>(const Cfa&, const ProgramEngineConfigs&,
                                                        const Context&)>;

struct Entry {
  std::string name;
  std::string summary;  // for --help
  Make make;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{};
  return all;
}

}  // namespace

std::pair<std::string, std::string> ProgramEngineConfigs::validate() const {
  if (std::string problem = smt.validate(); !problem.empty()) return {"smt", std::move(problem)};
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
