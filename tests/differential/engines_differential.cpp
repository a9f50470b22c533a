// SPDX-License-Identifier: MIT
//
// Engines on random small systems, under random settings of every option and after random passes,
// against the explicit-state oracle. Answers go through the whole pipeline, so each is certified in
// the vocabulary of the file; a failed check ends the program. (IC3 has more options and a program
// of its own.)
//
//   engines_differential [--count N] [--first SEED] [--engine NAME|all]
//
// A new engine gets a line in engines_under_test().
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "format/aiger/aiger_reader.h"
#include "format/aiger/aiger_writer.h"
#include "run/circuit/check.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_system.h"

namespace cairn {
namespace {

using support::OracleResult;

bool flip(Rng& rng) {
  return rng.below(2) == 0;
}
std::uint32_t number(Rng& rng, std::uint64_t below) {
  return static_cast<std::uint32_t>(rng.below(below));
}

struct EngineUnderTest {
  std::string name;
  unsigned max_latches;  ///< of the systems that it gets
  /// Chooses settings; returns them in words.
  std::function<std::string(Rng&, const OracleResult&, EngineConfigs&)> configure;
  /// Whether these settings may lead to Unknown on a system that is safe.
  std::function<bool(const EngineConfigs&)> may_give_up_if_safe;
};

std::string configure_kind(Rng& rng, const OracleResult& oracle, EngineConfigs& configs) {
  kind::KindConfig& config = configs.kind;
  config.step = 1 + (rng.chance(30) ? number(rng, 4) : 0);
  config.lag = rng.chance(50) ? number(rng, 6) : 0;
  config.simple_path = static_cast<kind::KindConfig::SimplePath>(rng.below(3));
  config.forward = static_cast<kind::KindConfig::Forward>(rng.below(3));
  config.loop_free = static_cast<kind::KindConfig::LoopFree>(rng.below(2));
  config.plain = number(rng, 6);
  config.certify =
      rng.chance(30) ? kind::KindConfig::Certify::None : kind::KindConfig::Certify::Ic3;
  // Without loop-free paths it may go on for ever.
  if (config.simple_path == kind::KindConfig::SimplePath::Off) config.last = oracle.diameter + 1;
  return fmt::format(
      "step={} last={} lag={} simple_path={} forward={} loop_free={} plain={} certify={}",
      config.step, config.last, config.lag, static_cast<int>(config.simple_path),
      static_cast<int>(config.forward), static_cast<int>(config.loop_free), config.plain,
      static_cast<int>(config.certify));
}

bool kind_may_give_up(const EngineConfigs& configs) {
  return configs.kind.simple_path == kind::KindConfig::SimplePath::Off ||
         configs.kind.certify == kind::KindConfig::Certify::None;
}

std::string configure_fsis(Rng& rng, const OracleResult&, EngineConfigs& configs) {
  fsis::FsisConfig& config = configs.fsis;
  config.down = flip(rng);
  config.implicate = static_cast<fsis::FsisConfig::Implicate>(rng.below(2));
  config.mic = static_cast<fsis::FsisConfig::Mic>(rng.below(3));
  return fmt::format("down={} implicate={} mic={}", config.down, static_cast<int>(config.implicate),
                     static_cast<int>(config.mic));
}

std::string configure_bradley(Rng& rng, const OracleResult&, EngineConfigs& configs) {
  bradley::BradleyConfig& config = configs.bradley;
  config.generalize = static_cast<bradley::BradleyConfig::Generalize>(rng.below(3));
  config.down = flip(rng);
  config.up = flip(rng);
  config.failures = number(rng, 4);
  config.order = static_cast<bradley::BradleyConfig::Order>(rng.below(3));
  config.push = flip(rng);
  config.core_query = flip(rng);
  config.core_down = flip(rng);
  config.core_up = flip(rng);
  config.core_propagate = flip(rng);
  config.cone = flip(rng);
  config.equivalences = flip(rng);
  config.subsume = flip(rng);
  config.levels = static_cast<bradley::BradleyConfig::Levels>(rng.below(2));
  config.relative = static_cast<bradley::BradleyConfig::Relative>(rng.below(2));
  config.failures_of_one = flip(rng);
  config.encoding = static_cast<bradley::BradleyConfig::Encoding>(rng.below(2));
  config.eliminate = flip(rng);
  return fmt::format(
      "generalize={} down={} up={} failures={} order={} push={} cores={}{}{}{} cone={} "
      "equivalences={} subsume={} levels={} relative={} failures_of_one={} encoding={} "
      "eliminate={}",
      static_cast<int>(config.generalize), config.down, config.up, config.failures,
      static_cast<int>(config.order), config.push, int{config.core_query}, int{config.core_down},
      int{config.core_up}, int{config.core_propagate}, config.cone, config.equivalences,
      config.subsume, static_cast<int>(config.levels), static_cast<int>(config.relative),
      config.failures_of_one, static_cast<int>(config.encoding), config.eliminate);
}

std::string configure_umc_qe(Rng& rng, const OracleResult&, EngineConfigs& configs) {
  configs.umc_qe.enlarge = static_cast<umc::UmcQeConfig::Enlarge>(rng.below(3));
  return fmt::format("enlarge={}", static_cast<int>(configs.umc_qe.enlarge));
}

std::string configure_itp(Rng& rng, const OracleResult&, EngineConfigs& configs) {
  ItpConfig& config = configs.itp;
  config.system = static_cast<sat::InterpolationSystem>(rng.below(3));
  config.from = static_cast<ItpConfig::From>(rng.below(2));
  config.reschedule = flip(rng);
  config.closure = flip(rng);
  config.keep = flip(rng);
  config.certify_gates = flip(rng) ? 3 : 0;
  config.simplify = flip(rng);
  config.first = 1 + (rng.chance(30) ? number(rng, 4) : 0);
  return fmt::format("system={} from={} reschedule={} closure={} keep={} simplify={} first={}",
                     static_cast<int>(config.system), static_cast<int>(config.from),
                     config.reschedule, config.closure, config.keep, config.simplify, config.first);
}

std::string configure_itpseq(Rng& rng, const OracleResult&, EngineConfigs& configs) {
  ItpSeqConfig& config = configs.itpseq;
  config.system = static_cast<sat::InterpolationSystem>(rng.below(3));
  config.lemmas = flip(rng);
  config.simplify = flip(rng);
  ic3::Ic3Config& ic3 = configs.ic3;
  ic3.eliminate = flip(rng);
  ic3.generalize = static_cast<ic3::Ic3Config::Generalize>(rng.below(5));
  ic3.push_new = flip(rng);
  ic3.proof_layers = flip(rng);
  ic3.triggered_push = flip(rng);
  ic3.infinity = flip(rng);
  return fmt::format(
      "system={} lemmas={} simplify={} eliminate={} generalize={} push_new={} "
      "proof_layers={} triggered={} infinity={}",
      static_cast<int>(config.system), config.lemmas, config.simplify, ic3.eliminate,
      static_cast<int>(ic3.generalize), ic3.push_new, ic3.proof_layers, ic3.triggered_push,
      ic3.infinity);
}

std::string configure_bmc(Rng& rng, const OracleResult& oracle, EngineConfigs& configs) {
  BmcConfig& config = configs.bmc;
  config.first = rng.chance(30) ? number(rng, 5) : 0;
  config.step = 1 + (rng.chance(30) ? number(rng, 4) : 0);
  config.gradual = flip(rng);
  config.last = std::max(oracle.diameter, config.first);
  config.shortest = flip(rng);
  config.solver = static_cast<SolverKind>(rng.below(3));
  config.leap = number(rng, 4);
  if (config.solver != SolverKind::Cairn)
    config.encoding = static_cast<BmcConfig::Encoding>(rng.below(2));
  return fmt::format(
      "first={} step={} gradual={} last={} shortest={} solver={} leap={} encoding={}", config.first,
      config.step, config.gradual, config.last, config.shortest, static_cast<int>(config.solver),
      config.leap, static_cast<int>(config.encoding));
}

bool always(const EngineConfigs&) {
  return true;
}
bool never(const EngineConfigs&) {
  return false;
}

const std::vector<EngineUnderTest>& engines_under_test() {
  static const std::vector<EngineUnderTest> all{
      // Loop-free paths can be as long as there are states: more latches take minutes.
      {"kind", 7, configure_kind, kind_may_give_up}, {"fsis", 7, configure_fsis, never},
      {"bradley", 8, configure_bradley, never},      {"itp", 6, configure_itp, never},
      {"itpseq", 6, configure_itpseq, never},        {"bmc", 8, configure_bmc, always},
      {"umc-qe", 7, configure_umc_qe, never},
  };
  return all;
}

std::vector<std::string> random_passes(Rng& rng) {
  const std::vector<std::string> known = known_passes();
  std::vector<std::string> passes;
  if (rng.chance(40)) return passes;  // they decide a good part of the systems
  for (std::uint64_t i = rng.below(6); i > 0; --i) passes.push_back(known[rng.below(known.size())]);
  return passes;
}

struct Totals {
  std::uint64_t systems = 0, safe = 0, unsafe = 0, unknown = 0;
  std::uint64_t with_history = 0, loop_free = 0;

  void add(const Statistics& statistics) {
    for (const auto& [name, value] : statistics.counters) {
      if (name == "kind.history" && value > 0) ++with_history;
      if (name == "kind.loop_free" && value > 0) ++loop_free;
    }
  }
};

/// What is wrong with the answer, or an empty string.
std::string judge(const Answer<BitSystem>& answer, const OracleResult& oracle, bool may_give_up,
                  Totals& totals) {
  if (std::holds_alternative<Safe<BitSystem>>(answer)) {
    ++totals.safe;
    return oracle.safe() ? "" : "safe, but it is not";
  }
  if (std::holds_alternative<Unsafe<BitSystem>>(answer)) {
    ++totals.unsafe;
    return oracle.safe() ? "unsafe, but it is safe" : "";
  }
  ++totals.unknown;
  const auto& unknown = std::get<Unknown>(answer);
  if (!oracle.safe()) return "unknown, but it is unsafe: " + unknown.explanation;
  return may_give_up ? "" : "unknown, but it is safe: " + unknown.explanation;
}

void run_one(const EngineUnderTest& engine, std::uint64_t seed, Totals& totals) {
  Rng rng(seed);
  support::RandomSystemOptions shape;
  shape.max_latches = 2 + number(rng, engine.max_latches - 1);
  shape.max_gates = 6 + number(rng, 25);
  const BitSystem system = support::random_system(seed, shape);
  if (system.bad.empty()) return;
  const OracleResult oracle = support::explore(system);
  const AigerModel model = read_aiger({"random", write_aiger(system, AigerFormat::Ascii)});

  CheckOptions options;
  options.model_name = "random";
  options.engine = engine.name;
  options.passes = random_passes(rng);
  std::string settings = engine.configure(rng, oracle, options.engines.configs);
  for (const std::string& pass : options.passes) settings += " " + pass;
  if (std::getenv("CAIRN_DESCRIBE") != nullptr)
    fmt::print(stderr, "{} seed {}: {}\n{}", engine.name, seed, settings,
               write_aiger(system, AigerFormat::Ascii));
  support::QuietContext context(seed);
  const CheckOutcome outcome = run_check(model, options, context.get());
  ++totals.systems;
  totals.add(outcome.statistics);
  std::string wrong =
      judge(outcome.answer, oracle, engine.may_give_up_if_safe(options.engines.configs), totals);
  if (const auto shortest = oracle.shortest(); shortest && context.progress.bound >= *shortest)
    wrong += fmt::format(" bound {} was cleared", context.progress.bound.load());
  if (wrong.empty()) return;
  fmt::print(stderr, "seed {}: {} says {}; {}\n", seed, engine.name, wrong, settings);
  std::exit(1);
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  std::uint64_t count = 1000, first = 0;
  std::string chosen = "all";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--first") == 0) first = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--engine") == 0) chosen = argv[i + 1];
  }
  bool ran = false;
  for (const cairn::EngineUnderTest& engine : cairn::engines_under_test()) {
    if (chosen != "all" && chosen != engine.name) continue;
    ran = true;
    cairn::Totals totals;
    for (std::uint64_t seed = first; seed < first + count; ++seed)
      cairn::run_one(engine, seed, totals);
    fmt::print(
        "{}: {} systems agree: {} safe, {} unsafe, {} given up; {} with history, {} by "
        "loop-free paths\n",
        engine.name, totals.systems, totals.safe, totals.unsafe, totals.unknown,
        totals.with_history, totals.loop_free);
  }
  if (ran) return 0;
  fmt::print(stderr, "no engine is called {}\n", chosen);
  return 2;
}
