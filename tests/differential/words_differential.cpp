// SPDX-License-Identifier: MIT
//
// Random small BTOR2 models, each decided by some engines on words and on bits, under random
// settings of every option and after random passes, against enumeration of all states. Answers go
// through the whole pipeline: the evidence is written as BTOR2 and judged against the model, and a
// failed check ends the program.
//
//   words_differential [--count N] [--first SEED] [--engine NAME] [--runs N] [--keep FOLDER]
//   [--arrays] [--show]
//
// --runs is how many engines a model is given to. --arrays leaves models without arrays out. --keep
// writes SEED.btor2 of what they disagree on.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>

#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_writer.h"
#include "run/words/check.h"
#include "support/arguments.h"
#include "support/explicit_words.h"
#include "support/quiet_context.h"
#include "support/random_btor2.h"
#include "support/random_configs.h"

namespace cairn {
namespace {

constexpr double kSeconds = 5;  // for engines whose settings let them go on for ever

struct Options {
  std::uint64_t first = 1, count = 200, runs = 3;
  std::string engine, keep;
  bool arrays = false;
  bool show = false;
};

struct Totals {
  std::uint64_t models = 0, too_large = 0, safe = 0, unsafe = 0, wrong = 0;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> engines;  // decided, unknown
};

std::vector<std::string> engines_under_test() {
  std::vector<std::string> names = {"auto"};
  for (const EngineEntry& entry : engine_registry())
    if (entry.rung() != Rung::Automaton) names.push_back(entry.name);
  return names;
}

/// Some of them, in any order.
std::vector<std::string> some(std::vector<std::string> names, unsigned percent, Rng& rng) {
  for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[rng.below(i)]);
  std::erase_if(names, [&](const std::string&) { return !rng.chance(percent); });
  return names;
}

std::uint64_t bit_count(const Sort& sort) {
  if (sort.is_bool()) return 1;
  return sort.is_array() ? std::uint64_t{sort.width()} << sort.index_sort().width() : sort.width();
}

std::uint64_t step_bits(const WordSystem& system) {
  std::uint64_t bits = 0;
  for (const Term input : system.inputs) bits += bit_count(system.terms->sort(input));
  for (const WordState& state : system.states)
    bits += bit_count(system.terms->sort(state.term)) * (state.next.valid() ? 1 : 2);
  return bits;
}

bool has_arrays(const WordSystem& system) {
  const auto is_array = [&](Term variable) { return system.terms->sort(variable).is_array(); };
  return std::any_of(system.inputs.begin(), system.inputs.end(), is_array) ||
         std::any_of(system.states.begin(), system.states.end(),
                     [&](const WordState& state) { return is_array(state.term); });
}

std::string random_model(Rng& rng, bool arrays) {
  test::RandomBtor2 shape;
  shape.inputs = static_cast<std::uint32_t>(1 + rng.below(3));
  shape.states = static_cast<std::uint32_t>(1 + rng.below(4));
  shape.operations = static_cast<std::uint32_t>(5 + rng.below(40));
  shape.bad = static_cast<std::uint32_t>(1 + rng.below(3));
  shape.max_width = static_cast<std::uint32_t>(2 + rng.below(3));
  shape.arrays = rng.chance(40) || arrays;
  return test::random_btor2(rng, shape);
}

class Comparison {
 public:
  explicit Comparison(const Options& options) : options_(options), names_(engines_under_test()) {}

  void run(std::uint64_t seed) {
    Rng rng(seed);
    std::string text = random_model(rng, options_.arrays);
    if (rng.chance(30)) text = write_btor2(read_btor2({"random", text}));
    const Source source{"random.btor2", text};
    const WordModel model = read_btor2(source);
    constexpr std::uint64_t kMostBits = 14;
    if (options_.arrays && !has_arrays(model.system)) return;
    if (step_bits(model.system) > kMostBits) {
      ++totals.too_large;
      return;
    }
    ++totals.models;
    const support::ExplicitWords truth(model.system);
    // Before the runs: a failed check ends the program.
    const std::string kept = fmt::format("{}/{}.btor2", options_.keep, seed);
    if (!options_.keep.empty()) std::ofstream(kept) << text;
    const std::uint64_t wrong = totals.wrong;
    for (std::uint64_t i = 0; i < options_.runs; ++i) run(seed, source, model, truth, rng);
    if (!options_.keep.empty() && totals.wrong == wrong) std::remove(kept.c_str());
  }

  Totals totals;

 private:
  void run(std::uint64_t seed, const Source& source, const WordModel& model,
           const support::ExplicitWords& truth, Rng& rng) {
    WordCheckOptions options;
    options.engine = options_.engine.empty() ? names_[rng.below(names_.size())] : options_.engine;
    if (rng.chance(70)) options.engines.configs = support::random_engine_configs(rng);
    // Otherwise arrays that can be enumerated are too small for it.
    if (rng.chance(70)) options.engines.configs.prophecy.expand = 0;
    // Without an end, they fill the memory where steps cost nothing.
    auto& configs = options.engines.configs;
    for (auto* bound : {&configs.bmc_words.last, &configs.bmc_words.first, &configs.kind_words.last,
                        &configs.kind.last, &configs.bmc.last, &configs.bmc.first})
      *bound = std::min(*bound, 40u);
    if (rng.chance(70)) options.word_passes = some(known_word_passes(), 60, rng);
    if (rng.chance(50)) options.passes = some(known_passes(), 30, rng);
    std::optional<std::uint32_t> property;
    if (rng.chance(50)) property = static_cast<std::uint32_t>(rng.below(model.system.bad.size()));
    if (options_.show)
      fmt::print("seed {}: {} after {}; {}; property {}\n", seed, options.engine,
                 fmt::join(options.word_passes, ","), fmt::join(options.passes, ","),
                 property ? fmt::format("{}", *property) : "any");
    std::fflush(stdout);
    support::QuietContext quiet(rng.next());
    quiet.budget.renew(kSeconds);
    const WordOutcome outcome = run_word_check({source, model, property}, options, quiet.get());

    bool is_safe = truth.safe();
    if (property) is_safe = !truth.distances()[*property];
    const std::string_view verdict = verdict_word(outcome.answer);
    auto& [decided, unknown] = totals.engines[options.engine];
    if (verdict == "unknown") {
      ++unknown;
      return;
    }
    ++decided;
    ++(is_safe ? totals.safe : totals.unsafe);
    const bool reaches = verdict == "unsafe" && truth.distances()[outcome.bad].has_value();
    if (verdict == (is_safe ? "safe" : "unsafe") && (is_safe || reaches)) return;
    ++totals.wrong;
    fmt::print("seed {}: {} says {}, and it is {}\n", seed, options.engine, verdict,
               is_safe ? "safe" : "unsafe");
  }

  const Options options_;
  const std::vector<std::string> names_;
};

int compare(const Options& options) {
  Comparison comparison(options);
  for (std::uint64_t i = 0; i < options.count; ++i) comparison.run(options.first + i);
  const Totals& totals = comparison.totals;
  fmt::print("{} models ({} too large to enumerate), {} answers safe, {} unsafe, {} wrong\n",
             totals.models, totals.too_large, totals.safe, totals.unsafe, totals.wrong);
  for (const auto& [name, counts] : totals.engines)
    fmt::print("  {:<12} {:>6} decided {:>6} unknown\n", name, counts.first, counts.second);
  return totals.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::Options options;
  cairn::support::Arguments arguments(argc, argv);
  arguments.number("--first", options.first).number("--count", options.count);
  arguments.number("--runs", options.runs).text("--engine", options.engine);
  arguments.text("--keep", options.keep).flag("--show", options.show);
  arguments.flag("--arrays", options.arrays);
  if (!arguments.understood()) {
    std::fputs(
        "usage: words_differential [--count N] [--first SEED] [--engine NAME] [--runs N]\n"
        "                          [--keep FOLDER] [--arrays] [--show]\n",
        stderr);
    return 2;
  }
  return cairn::compare(options);
}
