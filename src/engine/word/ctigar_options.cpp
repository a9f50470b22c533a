// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/word/config.h"

namespace cairn::word {
namespace {

using When = CtigarConfig::When;

}  // namespace

const OptionGroup& CtigarConfig::options() {
  static const OptionGroup table =
      OptionTable<CtigarConfig>("ctigar", "CTIGAR")
          .add_choice(
              "ctigar-lifting", &CtigarConfig::lifting,
              {{"eager", When::Eager}, {"lazy", When::Lazy}},
              "When predicates are added after an abstract state does not lead where it should")
          .add_choice(
              "ctigar-consecution", &CtigarConfig::consecution,
              {{"eager", When::Eager}, {"lazy", When::Lazy}},
              "When predicates are added after an abstract state has a predecessor that the "
              "concrete one has not")
          .add_count("ctigar-spurious", &CtigarConfig::spurious,
                     "Steps of a path that may rest on the abstraction, if consecution is lazy", 4)
          .add_choice("ctigar-predicates", &CtigarConfig::predicates,
                      {{"none", FirstPredicates::None},
                       {"property", FirstPredicates::Property},
                       {"all", FirstPredicates::All}},
                      "Predicates of the beginning: none, the comparisons of initial and of bad "
                      "states, or those of all branches too");
  return table;
}

}  // namespace cairn::word
