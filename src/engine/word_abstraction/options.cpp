// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/word_abstraction/config.h"

namespace cairn::word {

const OptionGroup& UfConfig::options() {
  using Operators = UfConfig::Operators;
  static const OptionGroup table =
      OptionTable<UfConfig>("uf", "Operators as free words, refined by lemmas")
          .add_choice("uf-operators", &UfConfig::operators,
                      {{"products", Operators::Products},
                       {"shifts", Operators::Shifts},
                       {"sums", Operators::Sums},
                       {"data", Operators::Data}},
                      "Which ones: multiplication, division and remainder; also shifts by "
                      "variables; also additions of variables; also those of constants, and "
                      "comparisons other than equality")
          .add_count("uf-width", &UfConfig::width, "Narrower operators stay as they are", 4, "BITS")
          .add_count("uf-lemmas", &UfConfig::lemmas,
                     "Lemmas about one operator, after which it is itself again", 4)
          .add_switch("uf-constants", &UfConfig::constants,
                      "Also multiplications by a constant and divisions by one")
          .add_switch("uf-reuse", &UfConfig::reuse,
                      "Try what was learnt about one abstraction on the next")
          .add_word("uf-engine", &UfConfig::engine, {"ic3", "bmc", "kind", "itp"}, {},
                    "Who decides the abstractions, on bits");
  return table;
}

const OptionGroup& IaConfig::options() {
  static const OptionGroup table =
      OptionTable<IaConfig>("ia", "Predicates as latches")
          .add_choice("ia-predicates", &IaConfig::predicates,
                      {{"none", FirstPredicates::None},
                       {"property", FirstPredicates::Property},
                       {"all", FirstPredicates::All}},
                      "Predicates of the beginning: none, the comparisons of initial and of bad "
                      "states, or those of all branches too")
          .add_count("ia-width", &IaConfig::width, "Narrower words are latches themselves", 2,
                     "BITS")
          .add_switch("ia-reuse", &IaConfig::reuse,
                      "Try what was learnt about one abstraction on the next")
          .add_word("ia-engine", &IaConfig::engine, {"ic3", "kind", "itp"}, {},
                    "Who decides the abstractions, on bits");
  return table;
}

}  // namespace cairn::word
