// SPDX-License-Identifier: MIT
//
// CTL on random small systems, with fairness, constraints that may end runs, uninitialised latches
// and atoms that read inputs, by the engine under random settings, against an explicit-state oracle
// (tests/support/ctl_oracle.h). All evidence is checked.
//
//   ctl_differential [--count N] [--first SEED] [--size OPERATORS]
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

#include "certify/check_ctl.h"
#include "engine/ctl/iictl.h"
#include "engine/ic3/ic3.h"
#include "support/ctl_oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"

namespace cairn {
namespace {

std::unique_ptr<Engine<BitSystem>> make_safety(const BitSystem& system, const Context& context) {
  return std::make_unique<ic3::Ic3>(system, ic3::Ic3Config{}, context);
}

/// "holds", "fails", "vacuous", or why there is no answer.
std::string decide(const CtlSystem& system, const ctl::IictlConfig& config, std::string& fault) {
  support::QuietContext quiet;
  const Context context = quiet.get();
  ctl::Iictl engine(system, config, make_safety, context);
  const Answer<CtlSystem> answer = engine.run();
  if (const auto* unknown = std::get_if<Unknown>(&answer))
    return "unknown: " + unknown->explanation;
  const auto* safe = std::get_if<Safe<CtlSystem>>(&answer);
  const CtlProof& proof =
      safe != nullptr ? safe->invariant : std::get<Unsafe<CtlSystem>>(answer).trace;
  const Judgement judgement = check_ctl(system, proof, context);
  if (judgement.outcome() != Outcome::Holds) {
    fault = judgement.explanation;
    for (const std::string& line : judgement.details) fault += "\n  " + line;
  }
  return safe == nullptr ? "fails" : proof.is_vacuous ? "vacuous" : "holds";
}

int run(std::uint64_t first, std::uint64_t count, std::uint32_t size) {
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    Rng rng(seed);
    support::RandomSystemOptions options;
    options.max_inputs = 2;
    options.max_latches = 5;
    if (rng.chance(60)) options.reset_function = 0;
    const CtlSystem system = support::random_ctl_system(support::random_system(seed, options), seed,
                                                        size, rng.chance(40));
    ctl::IictlConfig config;
    config.preimage = rng.chance(50) ? 0 : 1 + static_cast<std::uint32_t>(rng.below(300));
    config.shrink = static_cast<std::uint32_t>(rng.below(20));
    config.lasso = static_cast<std::uint32_t>(rng.below(4));
    std::string fault;
    const std::string verdict = decide(system, config, fault);
    ++counts[verdict];
    const support::CtlTruth truth = support::explore_ctl(system);
    const std::string expected = !truth.has_fair ? "vacuous" : truth.holds ? "holds" : "fails";
    if (fault.empty() && (verdict.starts_with("unknown") || verdict == expected)) continue;
    ++wrong;
    fmt::print(stderr, "seed {}: expected {}, got {}; {}\n  {}\n", seed, expected, verdict, fault,
               system.formulas.text(system.formula, {"a", "b", "c"}));
  }
  for (const auto& [verdict, number] : counts) fmt::print(stderr, "{:6}  {}\n", number, verdict);
  fmt::print(stderr, "{} wrong of {}\n", wrong, count);
  const bool is_empty = count >= 50 && (!counts.contains("holds") || !counts.contains("fails"));
  return wrong == 0 && !is_empty ? 0 : 1;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t first = 1, count = 100, size = 8;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    const std::uint64_t value = std::strtoull(argv[i + 1], nullptr, 10);
    (option == "--first" ? first : option == "--size" ? size : count) = value;
  }
  return cairn::run(first, count, static_cast<std::uint32_t>(size));
}
