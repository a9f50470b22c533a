// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/tree_ic3/config.h"

namespace cairn::tree_ic3 {
const OptionGroup& TreeIc3Config::options() {
  static const OptionGroup table =
      OptionTable<TreeIc3Config>("tree-ic3", "IC3 along the paths of a tree")
          .add_switch("tree-ic3-drop", &TreeIc3Config::drop,
                      "Try to do without each literal that the core has left")
          .add_switch("tree-ic3-propagate", &TreeIc3Config::propagate,
                      "Try the clauses of other nodes of a location on a new node");
  return table;
}

}  // namespace cairn::tree_ic3
