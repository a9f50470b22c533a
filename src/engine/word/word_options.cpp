// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/word/config.h"

namespace cairn::word {
namespace {

using Generalize = WordIc3Config::Generalize;
using Literals = WordIc3Config::Literals;
using PreimageKind = WordIc3Config::Preimage;

}  // namespace

const OptionGroup& WordIc3Config::options() {
  static const OptionGroup table =
      OptionTable<WordIc3Config>("word", "IC3 over terms: ic3-smt, ic3ia, ctigar")
          .add_choice(
              "word-generalize", &WordIc3Config::generalize,
              {{"none", Generalize::None}, {"core", Generalize::Core}, {"drop", Generalize::Drop}},
              "Of a cube that is blocked: all of it, what the answer needed, or that with literals "
              "dropped one by one")
          .add_count("word-drop-failures", &WordIc3Config::drop_failures,
                     "In a row, after which no more literals are tried; 0: all are", 3)
          .add_switch("word-drop-control", &WordIc3Config::drop_control,
                      "Try to drop the program counter, too")
          .add_switch("word-keep-obligations", &WordIc3Config::keep_obligations,
                      "Keep obligations that are blocked for higher frames")
          .add_switch("word-push-new", &WordIc3Config::push_new,
                      "Push a new lemma as far as it goes at once")
          .add_choice(
              "word-preimage", &WordIc3Config::preimage,
              {{"values", PreimageKind::Values}, {"atoms", PreimageKind::Atoms}},
              "A predecessor becomes: values of the variables that matter, or the comparisons that "
              "decide where it goes")
          .add_choice("word-literals", &WordIc3Config::literals,
                      {{"words", Literals::Words},
                       {"bits", Literals::Bits},
                       {"bounds", Literals::Bounds},
                       {"mixed", Literals::Mixed}},
                      "That a word has a value becomes: an equality, one literal a bit, bounds, or "
                      "an equality "
                      "if it is a variable and else bits")
          .add_count("word-atom-limit", &WordIc3Config::atom_limit,
                     "Nodes of a comparison; of larger ones the values are taken", 50, "N", 1)
          .add_count(
              "word-stale-lemmas", &WordIc3Config::stale_lemmas,
              "Lemmas that were moved or dropped, beside three times those that are there, after "
              "which the solver is made anew",
              300, "N", 1)
          .add_switch("word-lift", &WordIc3Config::lift,
                      "Ask the solver which literals of a predecessor matter");
  return table;
}

}  // namespace cairn::word
