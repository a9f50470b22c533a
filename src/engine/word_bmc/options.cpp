// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/word_bmc/config.h"

namespace cairn::word {

std::string BmcWordsConfig::validate() const {
  if (first > last) return "the first bound is beyond the last";
  return "";
}

const OptionGroup& BmcWordsConfig::options() {
  static const OptionGroup table =
      OptionTable<BmcWordsConfig>("bmc-words", "Bounded model checking on words")
          .add_count("bmc-words-first", &BmcWordsConfig::first,
                     "The first query covers all bounds up to this one", 3, "BOUND")
          .add_count("bmc-words-growth", &BmcWordsConfig::growth,
                     "Each further query covers this part of what is cleared, and at least one "
                     "bound",
                     200, "PERCENT")
          .add_count("bmc-words-expand", &BmcWordsConfig::expand,
                     "Arrays of at most this many bits become words of their own; lemmas say what "
                     "larger ones are",
                     64, "BITS")
          .add_choice("bmc-words-solver", &BmcWordsConfig::solver,
                      {{"cadical", SolverKind::Cadical}, {"stable", SolverKind::Stable}},
                      "CaDiCaL, or CaDiCaL that seldom restarts, which finds counterexamples "
                      "sooner and is slower where there are none")
          .add_count("bmc-words-last", &BmcWordsConfig::last,
                     "Stop when this bound is cleared (default: never)", 0, "BOUND");
  return table;
}

std::string KindWordsConfig::validate() const {
  return step == 0 ? "the step between values of k must be at least 1" : "";
}

const OptionGroup& KindWordsConfig::options() {
  static const OptionGroup table =
      OptionTable<KindWordsConfig>("kind-words", "k-induction on words")
          .add_count("kind-words-step", &KindWordsConfig::step, "From one k to the next", 4, "N", 1)
          .add_switch("kind-words-loops", &KindWordsConfig::loops,
                      "Give the step case up when its path has a loop: no larger k will do")
          .add_count("kind-words-expand", &KindWordsConfig::expand,
                     "Arrays of at most this many bits become words of their own", 64, "BITS")
          .add_choice("kind-words-solver", &KindWordsConfig::solver,
                      {{"cadical", SolverKind::Cadical}, {"stable", SolverKind::Stable}},
                      "CaDiCaL, or CaDiCaL that seldom restarts")
          .add_count("kind-words-last", &KindWordsConfig::last,
                     "Stop after this k (default: never)", 0, "K");
  return table;
}

}  // namespace cairn::word
