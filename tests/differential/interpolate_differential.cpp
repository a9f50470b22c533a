// SPDX-License-Identifier: MIT
//
// Interpolants of random refutations: all three systems, all cuts, all conditions, and sequences.
//
//   interpolate_differential [--count N] [--first SEED]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "support/parted_formula.h"

namespace cairn::sat {
namespace {

constexpr std::uint32_t kMaxVariables = 50;
constexpr Part kMaxParts = 5;

[[noreturn]] void fail(std::uint64_t seed, const std::string& what) {
  fmt::print(stderr, "seed {}: {}\n", seed, what);
  std::exit(1);
}

struct Totals {
  std::uint64_t refuted = 0, interpolants = 0, gates = 0, assumed = 0;
};

/// Half of the time the units of the formula are assumptions instead.
std::vector<PartedAssumption> take_units(PartedFormula& formula, Rng& rng) {
  std::vector<PartedAssumption> taken;
  if (rng.chance(50)) return taken;
  PartedFormula rest;
  for (std::size_t i = 0; i < formula.clauses.size(); ++i) {
    if (formula.clauses[i].size() == 1) {
      taken.push_back({formula.clauses[i][0], formula.parts[i]});
    } else {
      rest.clauses.push_back(formula.clauses[i]);
      rest.parts.push_back(formula.parts[i]);
    }
  }
  formula = rest;
  return taken;
}

void run_one(std::uint64_t seed, Totals& totals) {
  Rng rng(seed);
  const PartedFormula whole = support::random_formula(rng, kMaxVariables, kMaxParts);
  PartedFormula asked = whole;
  const std::vector<PartedAssumption> assumptions = take_units(asked, rng);
  std::vector<Lit> assumed;
  for (const PartedAssumption& assumption : assumptions) assumed.push_back(assumption.lit);
  const auto refutation = support::refute(asked, assumed);
  if (!refutation) return;
  ++totals.refuted;
  totals.assumed += refutation->proof.clause(refutation->final).empty() ? 0 : 1;

  const Interpolator interpolator(
      refutation->proof, refutation->final, [&](ClauseId id) { return refutation->parts[id]; },
      assumptions);
  const auto leaf = [](Var var) { return Lit(var); };
  Budget budget;
  for (const auto system : {InterpolationSystem::McMillan, InterpolationSystem::Pudlak,
                            InterpolationSystem::InverseMcMillan}) {
    Aig graph;
    for (std::uint32_t i = 0; i < kMaxVariables; ++i) graph.add_leaf();
    const auto sequence = interpolator.interpolant_sequence(kMaxParts - 1, system, graph, leaf);
    totals.gates += graph.num_ands();
    for (Part cut = 0; cut + 1 < kMaxParts; ++cut) {
      ++totals.interpolants;
      const auto fault = check_interpolant(whole, cut, graph, sequence[cut], leaf, budget);
      if (fault != InterpolantFault::None)
        fail(seed, fmt::format("system {}, cut {}: fault {}", static_cast<int>(system), cut,
                               static_cast<int>(fault)));
    }
    if (check_interpolant_sequence(whole, graph, sequence, leaf, budget) != InterpolantFault::None)
      fail(seed, fmt::format("system {}: no sequence", static_cast<int>(system)));
  }
}

}  // namespace
}  // namespace cairn::sat

int main(int argc, char** argv) {
  std::uint64_t count = 1000, first = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
  }
  cairn::sat::Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) cairn::sat::run_one(seed, totals);
  fmt::print("{} formulas, {} refuted ({} with assumptions), {} interpolants with {} gates hold\n",
             count, totals.refuted, totals.assumed, totals.interpolants, totals.gates);
}
