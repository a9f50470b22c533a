// SPDX-License-Identifier: MIT
//
// Random models in SMV with formulas of LTL or CTL and fairness, against explicit oracles
// (tests/support/temporal_oracle.h): from the text to the verdict, by all that lies between.
//
// usage: temporal_differential [--first SEED] [--count N] [--seconds S] [--ctl] [--engine NAME]
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>

#include "input/smv/smv_reader.h"
#include "run/temporal/check.h"
#include "support/temporal_oracle.h"

namespace cairn {
namespace {

struct Options {
  std::uint64_t first = 1, count = 100;
  double seconds = 10;
  bool ctl = false;
  std::string engine;
};

struct Case {
  std::string text;
  bool holds = false;
  bool has_run = true;  ///< a fair one
};

Case random_case(std::uint64_t seed, bool ctl) {
  Rng rng(seed);
  constexpr std::uint32_t kAtoms = 2;
  LabelledGraph graph = random_graph(rng, static_cast<std::uint32_t>(2 + rng.below(5)), kAtoms);
  const std::uint64_t sets = rng.below(3) == 0 ? 1 + rng.below(2) : 0;
  const auto size = static_cast<std::uint32_t>(1 + rng.below(ctl ? 5 : 12));
  for (std::uint64_t i = 0; i < sets; ++i)
    graph.fair.push_back(
        static_cast<std::uint32_t>(1 + rng.below((1u << graph.labels.size()) - 1)));
  std::uint32_t initial = 0;
  for (const std::uint32_t node : graph.initial) initial |= 1u << node;
  const std::uint32_t fair = fair_states(graph) & initial;
  Case made;
  made.text = smv_of(graph, kAtoms);
  made.has_run = fair != 0;
  if (ctl) {
    const RandomCtl formula = random_ctl(rng, graph, size);
    made.text += "CTLSPEC " + formula.text + "\n";
    made.holds = (fair & ~formula.states) == 0;
    return made;
  }
  for (;;) {
    temporal::Formulas formulas;
    const RandomFormula formula = random_ltl(rng, formulas, size, kAtoms);
    temporal::MonitorOptions options;
    options.always_justice = !graph.fair.empty();
    const temporal::Monitor monitor =
        temporal::monitor_of(formulas, formula.formula, kAtoms, options);
    if (monitor.guesses.size() > 6) continue;
    made.text += "LTLSPEC " + formula.text + "\n";
    made.holds = !is_violated(graph, monitor);
    return made;
  }
}

std::string verdict_of(const Case& one, const Options& options) {
  const Log log(LogLevel::Quiet);
  Budget whole;
  Budget budget(&whole);
  budget.renew(options.seconds);
  Progress progress;
  const Context context{log, budget, progress, 1};
  const Source source{"random.smv", one.text};
  SmvModel model = read_smv(source, context);
  const TemporalTask task = temporal_task(model.model, std::move(model.temporal), source.name);
  CheckOptions check;
  if (!options.engine.empty()) check.engine = options.engine;
  PropertyTable table(rows_of(task));
  OnSpecification tell;
  tell.by_circuit = [&](const std::vector<PropertyRow>& rows, const CheckOutcome& outcome) {
    if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer))
      for (const PropertyRow& row : rows) temporal_trace(task, row.index, unsafe->trace);
  };
  check_specifications(task, check, table, tell, context);
  const PropertyRow row = table.rows().front();
  if (!row.is_decided()) return "unknown: " + row.unknown.explanation;
  return row.is_failure() ? "fails" : "holds";
}

int run(const Options& options) {
  std::map<std::string, std::uint64_t> counts;
  std::uint64_t wrong = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const Case one = random_case(seed, options.ctl);
    const std::string verdict = verdict_of(one, options);
    ++counts[verdict];
    if (verdict.starts_with("unknown") || verdict == (one.holds ? "holds" : "fails")) continue;
    ++wrong;
    fmt::print(stderr, "seed {}: expected that it {}, got {}\n{}\n", seed,
               one.holds ? "holds" : "fails", verdict, one.text);
  }
  for (const auto& [verdict, count] : counts) fmt::print(stderr, "{:6}  {}\n", count, verdict);
  fmt::print(stderr, "{} wrong of {}\n", wrong, options.count);
  const bool all_unknown = !counts.contains("holds") || !counts.contains("fails");
  return wrong == 0 && (!all_unknown || options.count < 50) ? 0 : 1;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (argument == "--first") options.first = std::strtoull(value(), nullptr, 10);
    if (argument == "--count") options.count = std::strtoull(value(), nullptr, 10);
    if (argument == "--seconds") options.seconds = std::strtod(value(), nullptr);
    if (argument == "--engine") options.engine = value();
    if (argument == "--ctl") options.ctl = true;
  }
  return cairn::run(options);
}
