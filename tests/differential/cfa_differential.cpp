// SPDX-License-Identifier: MIT
//
// Every engine on automata, on random small automata under random settings, against the oracle that
// looks at every state. Invariants and traces are judged by the oracle and by replay. An engine
// that is registered in run/program_engines.cpp is tested without a line here, with its defaults;
// configure() varies the settings of those that it knows.
//
//   cfa_differential [--count N] [--first SEED] [--engine NAME|all] [--verbose]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/rng.h"
#include "run/program_engines.h"
#include "support/cfa_oracle.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"

namespace cairn {
namespace {

constexpr std::uint32_t kFar = 60;  // no error of these automata lies deeper

ProgramEngineConfigs configure(Rng& rng) {
  const auto flip = [&] { return rng.below(2) == 0; };
  ProgramEngineConfigs configs;
  // cvc5, a process, would take longer than all the rest.
  const std::vector<std::string> solvers = known_smt_solvers();
  configs.smt.solver = rng.chance(20) && solvers.size() > 1 ? solvers[1] : "cairn";
  if (configs.smt.solver == "cvc5") configs.smt.solver = "cairn";
  configs.smt.cache = flip() ? 0 : 50;
  configs.bmc_smt.step = 1 + static_cast<std::uint32_t>(rng.below(4));
  configs.bmc_smt.last = kFar;
  configs.bmc_smt.prune = static_cast<CfaBmcConfig::Prune>(rng.below(3));
  configs.cegar.abstraction = static_cast<CegarConfig::Abstraction>(rng.below(2));
  configs.cegar.refine = static_cast<CegarConfig::Refine>(rng.below(2));
  configs.cegar.search = static_cast<CegarConfig::Search>(rng.below(2));
  configs.cegar.drop = flip();
  configs.tree_ic3.drop = flip();
  configs.tree_ic3.propagate = flip();
  return configs;
}

/// Empty, or what is wrong.
std::string fault_of(const std::string& engine, const Cfa& cfa, const support::CfaOracle& oracle,
                     const Answer<Cfa>& answer) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&answer))
    return oracle.safe() ? oracle.check(safe->invariant) : "safe, but it is not";
  if (const auto* unsafe = std::get_if<Unsafe<Cfa>>(&answer))
    return oracle.safe() ? "unsafe, but it is not" : judge(cfa, unsafe->trace);
  const bool may_give_up = engine == "bmc-smt" && oracle.safe();
  return may_give_up ? "" : "unknown: " + std::get<Unknown>(answer).explanation;
}

int run(std::uint64_t first, std::uint64_t count, const std::string& only, bool verbose) {
  std::uint64_t answers = 0, faults = 0, unsafe = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    const support::CfaOracle oracle(cfa);
    unsafe += !oracle.safe();
    for (const std::string& engine : program_engines()) {
      if (only != "all" && engine != only) continue;
      Rng rng(seed * 31 + engine.size());
      support::QuietContext quiet(seed);
      if (verbose) fmt::print(stderr, "seed {}, {}\n", seed, engine);
      const auto answer = make_program_engine(engine, cfa, configure(rng), quiet.get())->run();
      const std::string fault = fault_of(engine, cfa, oracle, answer);
      ++answers;
      if (fault.empty()) continue;
      ++faults;
      fmt::print(stderr, "seed {}, {}: {}\n", seed, engine, fault);
    }
  }
  fmt::print(stderr, "{} automata ({} unsafe), {} answers, {} faults\n", count, unsafe, answers,
             faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t first = 0, count = 500;
  std::string engine = "all";
  const bool verbose = argc > 1 && std::strcmp(argv[argc - 1], "--verbose") == 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--engine") == 0) engine = argv[i + 1];
  }
  return cairn::run(first, count, engine, verbose);
}
