// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/word/config.h"

namespace cairn::word {
namespace {

using Refine = Ic3iaConfig::Refine;

}  // namespace

const OptionGroup& Ic3iaConfig::options() {
  static const OptionGroup table =
      OptionTable<Ic3iaConfig>("ic3ia", "IC3 with implicit abstraction")
          .add_choice(
              "ic3ia-refine", &Ic3iaConfig::refine,
              {{"preconditions", Refine::Preconditions}, {"interpolants", Refine::Interpolants}},
              "Where new predicates come from after a spurious counterexample")
          .add_choice("ic3ia-predicates", &Ic3iaConfig::predicates,
                      {{"none", FirstPredicates::None},
                       {"property", FirstPredicates::Property},
                       {"all", FirstPredicates::All}},
                      "Predicates of the beginning: none, the comparisons of initial and of bad "
                      "states, or those of all branches too")
          .add_word("ic3ia-interpolator", &Ic3iaConfig::interpolator, {"cairn"}, {"cvc5"},
                    "Who computes interpolants: Cairn's own solver (over bits) or cvc5");
  return table;
}

}  // namespace cairn::word
