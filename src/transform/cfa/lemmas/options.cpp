// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "transform/cfa/lemmas/lemmas.h"

namespace cairn {

const OptionGroup& LemmasConfig::options() {
  static const OptionGroup table =
      OptionTable<LemmasConfig>("lemmas", "Lemmas about the numbers of programs")
          .add_seconds("lemma-seconds", &LemmasConfig::seconds,
                       "How long to look for lemmas about numbers, at most, in processor time")
          .add_switch("lemma-equations", &LemmasConfig::equations,
                      "Lemmas that are linear equations modulo 2^w")
          .add_switch("lemma-bounds", &LemmasConfig::bounds,
                      "Lemmas that are bounds, orders, and what the program compares")
          .add_switch("lemma-clauses", &LemmasConfig::clauses,
                      "Lemmas that are clauses of two such, if nothing simpler excludes the error");
  return table;
}

}  // namespace cairn
