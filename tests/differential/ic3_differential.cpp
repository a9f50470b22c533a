// SPDX-License-Identifier: MIT
//
// IC3 on random small systems under random settings of every option, against the explicit-state
// oracle and bounded model checking. Answers go through the whole pipeline, so each is certified in
// the vocabulary of the file; a failed check ends the program.
//
//   ic3_differential [--count N] [--first SEED]
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include "base/rng.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_writer.h"
#include "run/circuit/check.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_configs.h"
#include "support/random_system.h"

namespace cairn {
namespace {

std::vector<std::string> random_passes(Rng& rng) {
  const std::vector<std::string> known = known_passes();
  std::vector<std::string> passes;
  for (std::uint64_t i = rng.below(7); i > 0; --i) passes.push_back(known[rng.below(known.size())]);
  return passes;
}

[[noreturn]] void fail(std::uint64_t seed, const std::string& what) {
  fmt::print(stderr, "seed {}: {}\n", seed, what);
  std::exit(1);
}

const char* word(const Answer<BitSystem>& answer) {
  return std::holds_alternative<Safe<BitSystem>>(answer)     ? "safe"
         : std::holds_alternative<Unsafe<BitSystem>>(answer) ? "unsafe"
                                                             : "unknown";
}

std::string describe(const CheckOptions& options) {
  const ic3::Ic3Config& c = options.engines.configs.ic3;
  std::string text;
  for (const std::string& pass : options.passes) text += pass + " ";
  return text + fmt::format(
                    "encoding={} eliminate={} lift={} drop_from_model={} rounds={} generalize={} "
                    "ctg={}/{}/{} "
                    "activity={} parent={} strengthen={} push_new={} proof={} triggered={} inf={} "
                    "keep={} drop={} phases={} abstract={} partial={} engine={} extended={} "
                    "down={}/{} queue={} propagate={} check={} cone={} subset={} subsume={} "
                    "recycle={} latches={} direction={} solver={}/{}/{}/{}/{} requests={} "
                    "quip={}/{}/{} predict={} skip={} good={} signals={} predicate={} next={} "
                    "bad={}",
                    static_cast<int>(c.encoding), c.eliminate, static_cast<int>(c.lift),
                    c.drop_from_model, c.lift_rounds, static_cast<int>(c.generalize), c.ctg_max,
                    c.ctg_depth, c.ctg_limit, static_cast<int>(c.activity), c.parent_order,
                    c.strengthen, c.push_new, c.proof_layers, c.triggered_push, c.infinity,
                    c.keep_obligations, c.drop_after, c.initial_phases, c.abstract_constraints,
                    c.partial_constraints, options.engine, c.extended_queries, c.down,
                    c.down_literals, static_cast<int>(c.queue), c.propagate, c.semantic_check,
                    c.semantic_cone, c.infinite_subset, c.subsume, c.recycle, c.abstract_latches,
                    static_cast<int>(c.direction), static_cast<int>(c.solver),
                    static_cast<int>(c.frame_solvers), c.recycle_percent, c.cones_on_demand,
                    c.constrain, c.push_requests, c.quip, c.quip_effort, c.quip_states, c.predict,
                    c.refer_skip, c.good_lemmas, c.internal_signals, c.predicate_property,
                    c.abstract_next, c.bad_conflicts);
}

struct Totals {
  std::uint64_t safe = 0, unsafe = 0, lemmas = 0, ctgs = 0;
  std::uint64_t reachable = 0, predicted = 0, requests = 0, signals = 0;
  std::uint64_t deferred = 0, overlooked = 0;
};

void run_one(std::uint64_t seed, Totals& totals) {
  Rng rng(seed);
  support::RandomSystemOptions shape;
  shape.max_latches = 3 + static_cast<unsigned>(rng.below(7));
  shape.max_gates = 10 + static_cast<unsigned>(rng.below(30));
  const BitSystem system = support::random_system(seed, shape);
  if (system.bad.empty()) return;
  const auto oracle = support::explore(system);
  const AigerModel model = read_aiger({"random", write_aiger(system, AigerFormat::Ascii)});

  CheckOptions options;
  options.model_name = "random";
  // Turns that end all the time, in the middle of anything.
  options.engine = rng.chance(30) ? "auto" : "ic3";
  options.engines.slice = 1e-5;
  options.engines.configs.ic3 = support::random_ic3_config(rng);
  options.passes = random_passes(rng);
  if (std::getenv("CAIRN_DESCRIBE") != nullptr)
    fmt::print(stderr, "seed {}: {}\n{}", seed, describe(options),
               write_aiger(system, AigerFormat::Ascii));
  support::QuietContext context(seed);
  const CheckOutcome outcome = run_check(model, options, context.get());
  const char* expected = oracle.safe() ? "safe" : "unsafe";
  if (std::strcmp(word(outcome.answer), expected) != 0)
    fail(seed, fmt::format("IC3 says {}, the oracle {}; {}", word(outcome.answer), expected,
                           describe(options)));
  for (const auto& [name, value] : outcome.statistics.counters) {
    if (name == "ic3.lemmas") totals.lemmas += value;
    if (name == "ic3.ctgs") totals.ctgs += value;
    if (name == "ic3.quip.reachable") totals.reachable += value;
    if (name == "ic3.predictions.done") totals.predicted += value;
    if (name == "ic3.lemmas.signal_literals") totals.signals += value;
    if (name == "ic3.pushes.requests") totals.requests += value;
    if (name == "ic3.bad.deferred") totals.deferred += value;
    if (name == "ic3.bad.overlooked") totals.overlooked += value;
  }
  ++(oracle.safe() ? totals.safe : totals.unsafe);

  CheckOptions bounded;
  bounded.model_name = "random";
  bounded.engine = "bmc";
  bounded.engines.configs.bmc.last = oracle.diameter;
  support::QuietContext bmc_context(seed);
  const CheckOutcome bmc = run_check(model, bounded, bmc_context.get());
  if (oracle.safe() == std::holds_alternative<Unsafe<BitSystem>>(bmc.answer))
    fail(seed, fmt::format("BMC says {}, the oracle {}", word(bmc.answer), expected));
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t count = 1000, first = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
  }
  cairn::Totals totals;
  for (std::uint64_t seed = first; seed < first + count; ++seed) cairn::run_one(seed, totals);
  fmt::print(
      "{} systems agree: {} safe, {} unsafe; {} lemmas, {} CTGs, {} reachable states, {} "
      "predictions, {} push requests, {} literals of signals, {} queries deferred, "
      "{} bad states overlooked\n",
      count, totals.safe, totals.unsafe, totals.lemmas, totals.ctgs, totals.reachable,
      totals.predicted, totals.requests, totals.signals, totals.deferred, totals.overlooked);
}
