// SPDX-License-Identifier: MIT
#include "format/ivl/layered_layout.h"

#include <algorithm>
#include <numeric>

namespace cairn {
namespace {

constexpr double kGapX = 24, kGapY = 26, kMargin = 12;
constexpr unsigned kOrderSweeps = 8, kPlaceSweeps = 10;
/// Long edges are led around boxes by points in every layer between; in drawings that nobody can
/// read anyway they go straight.
constexpr std::size_t kMaxPoints = 20'000;

class Layering {
 public:
  Layering(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
           std::uint32_t root)
      : real_nodes_(nodes.size()), nodes_(nodes), edges_(edges) {
    find_order(root);
    find_layers();
    add_points();
    reduce_crossings();
    place();
  }

  Layout result() const {
    Layout layout;
    for (std::size_t i = 0; i < real_nodes_; ++i) layout.nodes.push_back({x_[i], y_[layer_[i]]});
    for (std::size_t i = 0; i < edges_.size(); ++i) layout.edges.push_back(line(i));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      layout.width = std::max(layout.width, x_[i] + nodes_[i].width / 2 + kMargin);
    layout.height = height_;
    return layout;
  }

 private:
  /// Depth-first from the root and what it leaves over; edges against the reverse postorder point
  /// up.
  void find_order(std::uint32_t root) {
    std::vector<std::vector<std::uint32_t>> out(nodes_.size());
    for (const LayoutEdge& edge : edges_) out[edge.from].push_back(edge.to);
    std::vector<bool> seen(nodes_.size(), false);
    std::vector<std::uint32_t> left;
    const auto search = [&](std::uint32_t start) {
      if (seen[start]) return;
      std::vector<std::pair<std::uint32_t, std::size_t>> stack = {{start, 0}};
      seen[start] = true;
      while (!stack.empty()) {
        auto& [node, next] = stack.back();
        if (next == out[node].size()) {
          left.push_back(node);
          stack.pop_back();
          continue;
        }
        const std::uint32_t target = out[node][next++];
        if (seen[target]) continue;
        seen[target] = true;
        stack.emplace_back(target, 0);
      }
    };
    search(root);
    const std::vector<std::uint32_t> first = std::move(left);
    left.clear();
    for (std::uint32_t i = static_cast<std::uint32_t>(nodes_.size()); i-- > 0;) search(i);
    left.insert(left.end(), first.begin(), first.end());
    order_.resize(nodes_.size());
    for (std::size_t i = 0; i < left.size(); ++i)
      order_[left[i]] = static_cast<std::uint32_t>(left.size() - 1 - i);
    sorted_ = std::move(left);
    std::reverse(sorted_.begin(), sorted_.end());
  }

  bool points_up(const LayoutEdge& edge) const { return order_[edge.to] <= order_[edge.from]; }

  void find_layers() {
    layer_.assign(nodes_.size(), 0);
    std::vector<std::vector<std::uint32_t>> down(nodes_.size());
    for (const LayoutEdge& edge : edges_) {
      if (edge.from == edge.to) continue;
      if (points_up(edge))
        down[edge.to].push_back(edge.from);
      else
        down[edge.from].push_back(edge.to);
    }
    for (const std::uint32_t node : sorted_)
      for (const std::uint32_t below : down[node])
        layer_[below] = std::max(layer_[below], layer_[node] + 1);
  }

  /// Points for the long edges, as nodes without size, and the neighbours above and below.
  void add_points() {
    std::size_t points = 0;
    for (const LayoutEdge& edge : edges_)
      points += std::max(layer_[edge.from], layer_[edge.to]) -
                std::min(layer_[edge.from], layer_[edge.to]);
    const bool straight = points > kMaxPoints;
    chain_.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      std::uint32_t top = edges_[i].from, bottom = edges_[i].to;
      if (layer_[top] > layer_[bottom]) std::swap(top, bottom);
      chain_[i] = {top};
      for (std::uint32_t at = layer_[top] + 1; !straight && at < layer_[bottom]; ++at) {
        chain_[i].push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.push_back({4, 0});
        layer_.push_back(at);
      }
      chain_[i].push_back(bottom);
    }
    above_.resize(nodes_.size());
    below_.resize(nodes_.size());
    for (const auto& chain : chain_) {
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        if (layer_[chain[i]] == layer_[chain[i + 1]]) continue;  // an edge to itself
        below_[chain[i]].push_back(chain[i + 1]);
        above_[chain[i + 1]].push_back(chain[i]);
      }
    }
  }

  void reduce_crossings() {
    const std::uint32_t layers =
        layer_.empty() ? 0 : *std::max_element(layer_.begin(), layer_.end()) + 1;
    rows_.resize(layers);
    for (const std::uint32_t node : sorted_) rows_[layer_[node]].push_back(node);
    for (std::uint32_t i = static_cast<std::uint32_t>(real_nodes_); i < nodes_.size(); ++i)
      rows_[layer_[i]].push_back(i);
    place_in_row_.resize(nodes_.size());
    for (const auto& row : rows_) number(row);
    for (unsigned sweep = 0; sweep < kOrderSweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        sort_row(rows_[down ? i : rows_.size() - 1 - i], down ? above_ : below_);
    }
  }
  void number(const std::vector<std::uint32_t>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) place_in_row_[row[i]] = static_cast<double>(i);
  }
  void sort_row(std::vector<std::uint32_t>& row,
                const std::vector<std::vector<std::uint32_t>>& neighbours) {
    std::vector<std::pair<double, std::uint32_t>> keys;
    for (const std::uint32_t node : row)
      keys.emplace_back(mean(neighbours[node], place_in_row_, place_in_row_[node]), node);
    std::stable_sort(keys.begin(), keys.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = keys[i].second;
    number(row);
  }
  static double mean(const std::vector<std::uint32_t>& some, const std::vector<double>& values,
                     double otherwise) {
    if (some.empty()) return otherwise;
    double sum = 0;
    for (const std::uint32_t node : some) sum += values[node];
    return sum / static_cast<double>(some.size());
  }

  void place() {
    x_.assign(nodes_.size(), 0);
    for (const auto& row : rows_) {
      double right = 0;
      for (const std::uint32_t node : row) {
        x_[node] = right + nodes_[node].width / 2;
        right += nodes_[node].width + kGapX;
      }
    }
    for (unsigned sweep = 0; sweep < kPlaceSweeps; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        shift_row(rows_[down ? i : rows_.size() - 1 - i], down ? above_ : below_);
    }
    double left = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      left = i == 0 ? x_[i] - nodes_[i].width / 2 : std::min(left, x_[i] - nodes_[i].width / 2);
    for (double& x : x_) x += kMargin - left;
    height_ = kMargin;
    for (const auto& row : rows_) {
      double tallest = 0;
      for (const std::uint32_t node : row) tallest = std::max(tallest, nodes_[node].height);
      y_.push_back(height_ + tallest / 2);
      height_ += tallest + kGapY;
    }
    height_ += kMargin - (rows_.empty() ? 0 : kGapY);
  }
  /// Moves each box to the middle of its neighbours as far as the box before it lets it, then the
  /// whole row to where the boxes wanted to be on average.
  void shift_row(const std::vector<std::uint32_t>& row,
                 const std::vector<std::vector<std::uint32_t>>& neighbours) {
    double error = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double wanted = mean(neighbours[row[i]], x_, x_[row[i]]);
      double x = wanted;
      if (i > 0)
        x = std::max(
            x, x_[row[i - 1]] + kGapX + (nodes_[row[i - 1]].width + nodes_[row[i]].width) / 2);
      x_[row[i]] = x;
      error += wanted - x;
    }
    if (row.empty()) return;
    error /= static_cast<double>(row.size());
    for (const std::uint32_t node : row) x_[node] += error;
  }

  std::vector<LayoutPoint> line(std::size_t edge) const {
    const std::uint32_t from = edges_[edge].from;
    const auto center = [this](std::uint32_t node) {
      return LayoutPoint{x_[node], y_[layer_[node]]};
    };
    if (from == edges_[edge].to) {
      const LayoutPoint at = center(from);
      const double right = at.x + nodes_[from].width / 2, reach = kGapX / 2;
      return {{right, at.y - 4}, {right + reach, at.y}, {right, at.y + 4}};
    }
    std::vector<LayoutPoint> points;
    for (const std::uint32_t node : chain_[edge]) points.push_back(center(node));
    points.front().y += nodes_[chain_[edge].front()].height / 2;
    points.back().y -= nodes_[chain_[edge].back()].height / 2;
    if (chain_[edge].front() != from) {
      // Up: a little to the right, for there may be a line down between the same boxes.
      constexpr double kAside = 12;
      for (LayoutPoint* end : {&points.front(), &points.back()}) end->x += kAside;
      std::reverse(points.begin(), points.end());
    }
    return points;
  }

  const std::size_t real_nodes_;
  std::vector<LayoutNode> nodes_;  // then the points of long edges
  const std::vector<LayoutEdge> edges_;
  std::vector<std::uint32_t> sorted_, order_;
  std::vector<std::uint32_t> layer_;
  std::vector<std::vector<std::uint32_t>> chain_;  // by edge, from top to bottom
  std::vector<std::vector<std::uint32_t>> above_, below_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<double> place_in_row_, x_, y_;
  double height_ = 0;
};

}  // namespace

Layout layered_layout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges,
                      std::uint32_t root) {
  return Layering(nodes, edges, root).result();
}

}  // namespace cairn
