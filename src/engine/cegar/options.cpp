// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/cegar/config.h"

namespace cairn::cegar {
namespace {

using Abstraction = CegarConfig::Abstraction;
using Refine = CegarConfig::Refine;
using Search = CegarConfig::Search;

}  // namespace

const OptionGroup& CegarConfig::options() {
  static const OptionGroup table =
      OptionTable<CegarConfig>("cegar", "Lazy predicate abstraction")
          .add_choice(
              "cegar-abstraction", &CegarConfig::abstraction,
              {{"cartesian", Abstraction::Cartesian}, {"boolean", Abstraction::Boolean}},
              "What is known of a set of states: a value for each predicate or none, or all "
              "combinations of values")
          .add_choice(
              "cegar-refine", &CegarConfig::refine,
              {{"interpolants", Refine::Interpolants}, {"preconditions", Refine::Preconditions}},
              "Where predicates come from: interpolants, or weakest preconditions and "
              "unsatisfiable cores")
          .add_choice("cegar-search", &CegarConfig::search,
                      {{"breadth", Search::Breadth}, {"depth", Search::Depth}},
                      "Which end of the tree grows first: the lowest, or the newest")
          .add_switch("cegar-drop", &CegarConfig::drop,
                      "Preconditions: try to do without each conjunct that the core has left");
  return table;
}

}  // namespace cairn::cegar
