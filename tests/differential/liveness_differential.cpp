// SPDX-License-Identifier: MIT
//
// Justice properties of random small systems, with fairness, constraints, uninitialised latches and
// reset functions, under every engine for justice and random settings, against the explicit-state
// oracle. Answers go through the whole pipeline: each lasso is replayed and each certificate is
// checked on the model as it was made; evidence that fails ends the program.
//
//   liveness_differential [--count N] [--first SEED] [--engine NAME|all]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "format/aiger/aiger_writer.h"
#include "run/circuit/check.h"
#include "support/liveness_oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"

namespace cairn {
namespace {

std::vector<std::string> random_passes(Rng& rng) {
  const std::vector<std::string> known = known_passes();
  std::vector<std::string> passes;
  if (rng.chance(40)) return passes;
  for (std::uint64_t i = rng.below(5); i > 0; --i) passes.push_back(known[rng.below(known.size())]);
  return passes;
}

std::string configure(Rng& rng, EngineConfigs& configs) {
  configs.lasso.step = 1 + static_cast<std::uint32_t>(rng.below(4));
  configs.lasso.last = 100;
  configs.k_liveness.chain = 1 + static_cast<std::uint32_t>(rng.below(8));
  configs.k_liveness.stabilize = rng.chance(50);
  configs.k_liveness.lasso = rng.chance(70);
  // At most 32 states: who completes more rounds than that has been in one of them twice.
  configs.k_liveness.last = 40;
  configs.l2s.engine = rng.chance(70) ? "ic3" : rng.chance(50) ? "bmc" : "kind";
  configs.bmc.last = 60;
  configs.kind.last = 12;
  return fmt::format("lasso-step={} chain={} stabilize={} lasso={} l2s={}", configs.lasso.step,
                     configs.k_liveness.chain, configs.k_liveness.stabilize,
                     configs.k_liveness.lasso, configs.l2s.engine);
}

/// Whether an engine with these settings need not decide a property of which the oracle says this.
bool may_give_up(const std::string& engine, const EngineConfigs& configs, bool is_met) {
  if (engine == "lasso") return !is_met;
  if (engine == "k-liveness") return is_met && !configs.k_liveness.lasso;
  if (engine == "l2s") return configs.l2s.engine == "bmc" ? !is_met : configs.l2s.engine == "kind";
  return false;
}

struct Totals {
  std::uint64_t systems = 0, safe = 0, unsafe = 0, unknown = 0;
};

/// What is wrong, or an empty string.
std::string judge(const Answer<BitSystem>& answer, bool is_met, bool may_give_up, Totals& totals) {
  if (std::holds_alternative<Safe<BitSystem>>(answer)) {
    ++totals.safe;
    return is_met ? "safe, but a run meets the property" : "";
  }
  if (std::holds_alternative<Unsafe<BitSystem>>(answer)) {
    ++totals.unsafe;
    return is_met ? "" : "unsafe, but no run meets the property";
  }
  ++totals.unknown;
  return may_give_up ? "" : "unknown: " + std::get<Unknown>(answer).explanation;
}

bool run_one(std::uint64_t seed, const std::vector<std::string>& engines,
             std::map<std::string, Totals>& totals) {
  support::RandomSystemOptions options;
  options.max_latches = 5;
  options.max_inputs = 2;
  AigerModel model;
  model.system = support::random_system(seed, options);
  support::add_random_justice(model.system, seed);
  const std::vector<bool> is_met = support::explore_justice(model.system);
  Rng rng(seed + 1);
  bool right = true;
  for (const std::string& engine : engines)
    for (std::uint32_t justice = 0; justice < is_met.size(); ++justice) {
      CheckOptions check;
      check.engine = engine;
      check.justice = justice;
      check.passes = random_passes(rng);
      check.model_name = fmt::format("seed {}", seed);
      check.engines.slice = 0.02;
      const std::string settings = configure(rng, check.engines.configs);
      support::QuietContext context(seed);
      const CheckOutcome outcome = run_check(model, check, context.get());
      Totals& total = totals[engine];
      ++total.systems;
      const std::string problem =
          judge(outcome.answer, is_met[justice],
                may_give_up(engine, check.engines.configs, is_met[justice]), total);
      if (problem.empty()) continue;
      right = false;
      fmt::print("seed {} engine {} j{} ({}): {}\n", seed, engine, justice, settings, problem);
    }
  return right;
}

int run(int argc, char** argv) {
  std::uint64_t count = 300, first = 1;
  std::vector<std::string> engines = justice_engine_names();
  engines.push_back("auto");
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--engine") == 0 && std::strcmp(argv[i + 1], "all") != 0)
      engines = {argv[i + 1]};
  }
  std::map<std::string, Totals> totals;
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed)
    if (!run_one(seed, engines, totals)) ++wrong;
  for (const auto& [engine, total] : totals)
    fmt::print("{}: {} properties, {} safe, {} unsafe, {} unknown\n", engine, total.systems,
               total.safe, total.unsafe, total.unknown);
  fmt::print("{} systems, {} wrong\n", count, wrong);
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  return cairn::run(argc, argv);
}
