// SPDX-License-Identifier: MIT
//
// Every plan for circuits, alone, on random small systems against the explicit-state oracle.
// Answers go through the whole pipeline, so each is certified in the vocabulary of the file; a
// failed check ends the program. (ic3_differential mixes options at random.)
//
//   plans_differential [--count N] [--first SEED] [--plan NAME|all]
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "base/rng.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_writer.h"
#include "run/circuit/check.h"
#include "run/plan.h"
#include "support/arguments.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"

namespace cairn {
namespace {

struct Verdicts {
  std::uint64_t safe = 0, unsafe = 0;
};

CheckOptions options_of(const Plan& plan) {
  CheckOptions options;
  apply(plan, options);
  options.model_name = "random";
  return options;
}

void run_one(const Plan& plan, const CheckOptions& options, std::uint64_t seed, Verdicts& seen) {
  Rng rng(seed);
  support::RandomSystemOptions shape;
  shape.max_latches = 3 + static_cast<unsigned>(rng.below(7));
  shape.max_gates = 10 + static_cast<unsigned>(rng.below(30));
  const BitSystem system = support::random_system(seed, shape);
  if (system.bad.empty()) return;
  const bool is_safe = support::explore(system).safe();
  const AigerModel model = read_aiger({"random", write_aiger(system, AigerFormat::Ascii)});
  support::QuietContext context(seed);
  const CheckOutcome outcome = run_check(model, options, context.get());
  const bool says_safe = std::holds_alternative<Safe<BitSystem>>(outcome.answer);
  const bool says_unsafe = std::holds_alternative<Unsafe<BitSystem>>(outcome.answer);
  if (says_safe != is_safe || says_unsafe == is_safe) {
    fmt::print(stderr, "seed {}, plan {}: {}, the oracle says {}\n", seed, plan.name,
               says_safe     ? "safe"
               : says_unsafe ? "unsafe"
                             : "unknown",
               is_safe ? "safe" : "unsafe");
    std::exit(1);
  }
  ++(is_safe ? seen.safe : seen.unsafe);
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t count = 100, first = 0;
  std::string chosen = "all";
  const bool understood = cairn::support::Arguments(argc, argv)
                              .number("--count", count)
                              .number("--first", first)
                              .text("--plan", chosen)
                              .understood();
  if (!understood) {
    fmt::print(stderr, "plans_differential [--count N] [--first SEED] [--plan NAME|all]\n");
    return 2;
  }
  std::uint64_t plans = 0;
  for (const cairn::Plan& plan : cairn::known_plans()) {
    if (plan.engine != "ic3" && plan.engine != "bradley") continue;  // that prove
    if (chosen != "all" && chosen != plan.name) continue;
    const cairn::CheckOptions options = cairn::options_of(plan);
    cairn::Verdicts seen;
    for (std::uint64_t seed = first; seed < first + count; ++seed)
      cairn::run_one(plan, options, seed, seen);
    fmt::print("{}: {} systems agree, {} safe, {} unsafe\n", plan.name, seen.safe + seen.unsafe,
               seen.safe, seen.unsafe);
    ++plans;
  }
  if (plans == 0) fmt::print(stderr, "no such plan\n");
  return plans == 0 ? 2 : 0;
}
