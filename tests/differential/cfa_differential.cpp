// SPDX-License-Identifier: MIT
//
// Every engine on automata, on random small automata under random settings, and every plan of
// IC3CFA, against the oracle that looks at every state. Invariants are judged by the oracle and by
// certify, traces by replay. An engine that is registered in run/program/engines.cpp is tested
// without a line here, with its defaults; support/random_configs.h varies the settings of those
// that it knows. (Programs, with everything before and after the engine: program_differential.)
//
//   cfa_differential [--count N] [--first SEED] [--engines NAME|all] [--seconds S] [--verbose]
//
// An engine that does not decide within S seconds of processor time (1 without the option) counts
// as undecided, one that gives up for another reason as a fault.
#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/rng.h"
#include "certify/check_cfa.h"
#include "support/arguments.h"
#include "support/cfa_oracle.h"
#include "support/contenders.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "support/tally.h"

namespace cairn {
namespace {

constexpr std::uint32_t kFar = 60;  // no error of these automata lies deeper

struct Options {
  std::uint64_t first = 0, count = 500;
  std::string engines = "all";
  double seconds = 1;
  bool verbose = false;
};

std::string fault_of_proof(const Cfa& cfa, const support::CfaOracle& oracle,
                           const CfaInvariant& invariant, Rng& rng) {
  if (!oracle.safe()) return "safe, but it is not";
  if (std::string fault = oracle.check(invariant); !fault.empty()) return fault;
  support::QuietContext quiet;
  CfaCheckOptions options;
  options.z3_seconds = rng.chance(5) ? 10 : 0;
  const Judgement judgement = check_cfa_invariant(cfa, invariant, options, quiet.get());
  return judgement.outcome() == Outcome::Holds ? "" : "certify: " + judgement.explanation;
}

/// Empty, or what is wrong.
std::string fault_of(const support::Contender& contender, const Cfa& cfa,
                     const support::CfaOracle& oracle, const Answer<Cfa>& answer, Rng& rng) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&answer))
    return fault_of_proof(cfa, oracle, safe->invariant, rng);
  if (const auto* unsafe = std::get_if<Unsafe<Cfa>>(&answer))
    return oracle.safe() ? "unsafe, but it is not" : judge(cfa, unsafe->trace);
  const auto& unknown = std::get<Unknown>(answer);
  if (unknown.reason == Unknown::Reason::Time) return "";
  const bool gives_up =
      contender.engine == "bmc-smt" ? oracle.safe() : contender.engine == "unroll";
  if (gives_up && unknown.reason == Unknown::Reason::Bound) return "";
  // Proofs with k above 1 are about steps, those of others may have states of their own: both have
  // no form on automata.
  const bool has_such_proofs = contender.engine == "kind-words" || contender.engine == "ia" ||
                               contender.engine == "uf" || contender.engine == "prophecy";
  if (has_such_proofs && oracle.safe() && unknown.reason == Unknown::Reason::Unsupported) return "";
  return "unknown: " + unknown.explanation;
}

int run(const Options& options) {
  std::uint64_t faults = 0, unsafe = 0;
  support::Tally tally;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const Cfa cfa = support::random_cfa(seed);
    const support::CfaOracle oracle(cfa);
    unsafe += !oracle.safe();
    for (const support::Contender& contender : support::automaton_contenders()) {
      if (options.engines != "all" && contender.engine != options.engines &&
          contender.name != options.engines)
        continue;
      Rng rng(seed * 31 + contender.name.size());
      EngineConfigs configs = contender.configs(rng);
      configs.bmc_smt.last = kFar;
      configs.unroll = {kFar, 20'000};
      if (options.verbose) fmt::print(stderr, "seed {}, {}\n", seed, contender.name);
      support::QuietContext quiet(seed);
      Budget share(&quiet.budget);
      share.renew(options.seconds);
      const Context context{quiet.log, share, quiet.progress, seed};
      const auto answer = make_engine(contender.engine, cfa, configs, context)->run();
      tally.add(contender.name, answer);
      const std::string fault = fault_of(contender, cfa, oracle, answer, rng);
      if (fault.empty()) continue;
      ++faults;
      fmt::print(stderr, "seed {}, {}: {}\n", seed, contender.name, fault);
    }
  }
  fmt::print(stderr, "{} automata ({} unsafe), {}, {} faults\n", options.count, unsafe,
             tally.summary(), faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::Options options;
  const bool understood = cairn::support::Arguments(argc, argv)
                              .number("--first", options.first)
                              .number("--count", options.count)
                              .text("--engines", options.engines)
                              .decimal("--seconds", options.seconds)
                              .flag("--verbose", options.verbose)
                              .understood();
  if (!understood) return 2;
  return cairn::run(options);
}
