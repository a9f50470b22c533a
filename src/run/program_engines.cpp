// SPDX-License-Identifier: MIT
#include "run/program_engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "engine/cegar/cegar.h"
#include "engine/ic3cfa/ic3cfa.h"
#include "engine/tree_ic3/tree_ic3.h"
#include "engine/word/ctigar.h"
#include "engine/word/ic3_smt.h"
#include "engine/word/ic3ia.h"
#include "logic/bitblast.h"
#include "run/lowered_engine.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

using Make = std::function<std::unique_ptr<Engine<Cfa>>(const Cfa&, const ProgramEngineConfigs&,
                                                        const Context&)>;

struct Entry {
  std::string name;
  std::string summary;  // for --help
  Make make;
};

/// An engine on word-level systems; `config` is a copy of its settings.
template <class E, class Config>
std::unique_ptr<Engine<Cfa>> make_lowered(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                          const Config& config, const Context& context) {
  return std::make_unique<LoweredEngine>(cfa, configs.lower, [&](const WordSystem& system) {
    return std::make_unique<E>(system, config, context);
  });
}

std::unique_ptr<Engine<Cfa>> make_ic3_smt(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                          const Context& context) {
  return make_lowered<Ic3Smt>(cfa, configs, configs.word.ic3_smt_with(configs.smt), context);
}

std::unique_ptr<Engine<Cfa>> make_ic3ia(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                        const Context& context) {
  return make_lowered<Ic3ia>(cfa, configs, configs.word.ic3ia_with(configs.smt), context);
}

std::unique_ptr<Engine<Cfa>> make_ctigar(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                         const Context& context) {
  return make_lowered<Ctigar>(cfa, configs, configs.word.ctigar_with(configs.smt), context);
}

std::unique_ptr<Engine<Cfa>> make_ic3cfa(const Cfa& cfa, const ProgramEngineConfigs& configs,
                                         const Context& context) {
  Ic3CfaConfig config = configs.ic3cfa;
  const std::vector<std::string> known = known_smt_solvers();
  if (configs.smt.solver != "auto")
    config.solver = configs.smt.solver;
  else if (has_large_arrays(cfa) && std::find(known.begin(), known.end(), "z3") != known.end())
    config.solver = "z3";
  if (configs.smt.cache > 0) config.cache = configs.smt.cache;
  if (configs.smt.timeout > 0) config.critical_seconds = configs.smt.timeout;
  config.dump = configs.smt.dump;
  return std::make_unique<Ic3Cfa>(cfa, config, context);
}

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {"bmc-smt", "bounded model checking with an SMT solver",
       [](const Cfa& cfa, const ProgramEngineConfigs& configs, const Context& context) {
         return std::make_unique<CfaBmc>(cfa, configs.bmc_smt, configs.smt, context);
       }},
      {"unroll", "complete unrolling, for loops that end",
       [](const Cfa& cfa, const ProgramEngineConfigs& configs, const Context& context) {
         return std::make_unique<Unroll>(cfa, configs.unroll, configs.smt, context);
       }},
      {"cegar", "lazy predicate abstraction",
       [](const Cfa& cfa, const ProgramEngineConfigs& configs, const Context& context) {
         return std::make_unique<Cegar>(cfa, configs.cegar, configs.smt, context);
       }},
      {"tree-ic3", "IC3 along the paths of a tree",
       [](const Cfa& cfa, const ProgramEngineConfigs& configs, const Context& context) {
         return std::make_unique<TreeIc3>(cfa, configs.tree_ic3, configs.smt, context);
       }},
      {"ic3-smt", "IC3 over terms, with the program counter as a variable", make_ic3_smt},
      {"ic3ia", "the same with implicit predicate abstraction", make_ic3ia},
      {"ctigar", "the same with abstraction guided by counterexamples to induction", make_ctigar},
      {"ic3cfa", "IC3 with a frame for each location", make_ic3cfa},
  };
  return all;
}

}  // namespace

std::pair<std::string, std::string> ProgramEngineConfigs::validate() const {
  if (std::string problem = smt.validate(); !problem.empty()) return {"smt", std::move(problem)};
  if (std::string problem = bmc_smt.validate(); !problem.empty())
    return {"bmc-smt", std::move(problem)};
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

bool has_large_arrays(const Cfa& cfa) {
  constexpr std::uint64_t kMostBits = 1u << 18;  // as for circuits
  std::uint64_t sum = 0;
  for (const ProgramVariable& variable : cfa.variables) {
    const Sort& sort = cfa.terms->sort(variable.term);
    const std::uint64_t bits = bit_count(sort);
    if (sort.is_array() && bits == 0) return true;
    sum += bits;
  }
  return sum > kMostBits;
}

bool takes_automaton_as_built(const std::string& engine) {
  return engine == "unroll";
}

std::unique_ptr<Engine<Cfa>> make_program_engine(const std::string& engine, const Cfa& cfa,
                                                 const ProgramEngineConfigs& configs,
                                                 const Context& context) {
  for (const Entry& known : entries())
    if (known.name == engine) return known.make(cfa, configs, context);
  internal_error(__FILE__, __LINE__, "no engine on automata is called " + engine);
}

}  // namespace cairn
