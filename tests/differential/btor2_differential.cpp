// SPDX-License-Identifier: MIT
//
// Random BTOR2 models and random traces of them: a bad state is reached in Cairn's terms if and
// only if btorsim (github.com/hwmcc/btor2tools) reaches it in the witness that Cairn writes.
//
//   btor2_differential --btorsim PROGRAM [--first SEED] [--count N] [--keep FOLDER]
//
// The model goes through Cairn's writer, too, every other time. --keep writes SEED.btor2 and
// SEED.wit of what they disagree on. The exit code is 77 without a btorsim.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_witness.h"
#include "format/btor2/btor2_writer.h"
#include "support/arguments.h"
#include "support/random_btor2.h"
#include "support/scratch.h"
#include "support/word_run.h"

namespace {

using namespace cairn;

struct Options {
  std::string btorsim, keep;
  std::uint64_t first = 1, count = 200;
};

struct Totals {
  std::uint64_t models = 0, reached = 0, unreached = 0, wrong = 0;
};

/// By bad state: whether it is true in a step up to which all constraints hold.
std::vector<bool> reached_bad(const WordSystem& system, const WordTrace& trace) {
  std::vector<bool> reached(system.bad.size());
  for (const Assignment& step : test::run_words(system, trace)) {
    Evaluator value(*system.terms, step);
    for (const Term constraint : system.constraints)
      if (!value(constraint).as_bool()) return reached;
    for (std::size_t i = 0; i < system.bad.size(); ++i)
      reached[i] = reached[i] || value(system.bad[i]).as_bool();
  }
  return reached;
}

class Comparison {
 public:
  Comparison(const Options& options, const support::Scratch& scratch)
      : options_(options),
        model_path_(scratch / "model.btor2"),
        witness_path_(scratch / "model.wit"),
        output_path_(scratch / "output") {}

  void run(std::uint64_t seed, Totals& totals) {
    Rng rng(seed);
    test::RandomBtor2 shape;
    shape.overflow = false;
    shape.bad = 8;
    shape.operations = 10 + static_cast<std::uint32_t>(rng.below(60));
    shape.max_width = rng.chance(20) ? 70 : 9;
    std::string text = test::random_btor2(rng, shape);
    if (seed % 2 == 0) text = write_btor2(read_btor2({"random", text}));
    const Btor2Model model = read_btor2({"random", text});
    std::ofstream(model_path_) << text;
    Btor2Witness witness;
    witness.trace = test::random_word_trace(rng, model.system, 1 + rng.below(5));
    const std::vector<bool> reached = reached_bad(model.system, witness.trace);
    ++totals.models;
    for (std::uint32_t i = 0; i < reached.size(); ++i) {
      if (reached[i]) {
        witness.bad.push_back(i);
        continue;
      }
      ++totals.unreached;
      check(model, {{i}, {}, witness.trace}, false, seed, totals);
    }
    totals.reached += witness.bad.size();
    if (!witness.bad.empty()) check(model, witness, true, seed, totals);
  }

 private:
  void check(const Btor2Model& model, const Btor2Witness& witness, bool expected,
             std::uint64_t seed, Totals& totals) {
    std::ofstream(witness_path_) << write_btor2_witness(model, witness);
    const std::string command = fmt::format("{} -c {} {} >{} 2>&1", options_.btorsim, model_path_,
                                            witness_path_, output_path_);
    const bool accepted = std::system(command.c_str()) == 0;
    std::ifstream file(output_path_);
    const std::string output{std::istreambuf_iterator<char>(file), {}};
    // Refused for the reason that is expected, and for no other.
    if (accepted == expected && (accepted || output.find("not reached") != std::string::npos))
      return;
    ++totals.wrong;
    std::cout << fmt::format("seed {}: expected that bad states are {}reached: {}\n", seed,
                             expected ? "" : "not ", output);
    if (options_.keep.empty()) return;
    const auto overwrite = std::filesystem::copy_options::overwrite_existing;
    const std::filesystem::path folder(options_.keep);
    std::filesystem::copy_file(model_path_, folder / fmt::format("{}.btor2", seed), overwrite);
    std::filesystem::copy_file(witness_path_, folder / fmt::format("{}.wit", seed), overwrite);
  }

  const Options& options_;
  const std::string model_path_, witness_path_, output_path_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  support::Arguments arguments(argc, argv);
  arguments.text("--btorsim", options.btorsim).text("--keep", options.keep);
  arguments.number("--first", options.first).number("--count", options.count);
  if (!arguments.understood()) {
    std::cerr << "usage: btor2_differential --btorsim PROGRAM [--first SEED] [--count N] [--keep "
                 "FOLDER]\n";
    return 2;
  }
  if (options.btorsim.empty() || !std::filesystem::exists(options.btorsim)) {
    std::cout << "no btorsim\n";
    return 77;
  }
  const support::Scratch scratch("btor2_differential");
  Comparison comparison(options, scratch);
  Totals totals;
  for (std::uint64_t i = 0; i < options.count; ++i) comparison.run(options.first + i, totals);
  std::cout << fmt::format("{} models, {} bad states reached, {} not, {} disagreements\n",
                           totals.models, totals.reached, totals.unreached, totals.wrong);
  return totals.wrong == 0 ? 0 : 1;
}
