// SPDX-License-Identifier: MIT
//
// Boxes and arrows in layers [STT81]: edges point down where they can, crossings are few. Simple
// and deterministic rather than beautiful: layers by longest paths, order by repeated barycentres,
// places by averaging over neighbours.
#pragma once

#include <cstdint>
#include <vector>

namespace cairn {

struct LayoutNode {
  double width = 0, height = 0;
};

struct LayoutEdge {
  std::uint32_t from = 0, to = 0;  ///< positions of nodes
};

struct LayoutPoint {
  double x = 0, y = 0;
};

struct Layout {
  double width = 0, height = 0;
  std::vector<LayoutPoint> nodes;               ///< their centres
  std::vector<std::vector<LayoutPoint>> edges;  ///< from border to border, two points or more
};

/// The search for cycles starts at `root`, so that it comes out on top. Requires a node.
Layout layered_layout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                      std::uint32_t root);

}  // namespace cairn
