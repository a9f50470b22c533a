// SPDX-License-Identifier: MIT
#include "format/ivl/ascii_graph.h"

#include <algorithm>
#include <utility>

namespace cairn {

DefinitionTable::DefinitionTable(std::uint32_t max_variable,
                                 const std::vector<std::uint32_t>& variables) {
  if (max_variable <= 2 * std::uint64_t{variables.size()} + 1000)
    fill_dense(max_variable, variables);
  else
    fill_sparse(variables);
}

void DefinitionTable::fill_dense(std::uint32_t max_variable,
                                 const std::vector<std::uint32_t>& variables) {
  dense_.resize(std::size_t{max_variable} + 1);
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    std::uint32_t& definition = dense_[variables[i]];
    if (definition == 0)
      definition = i + 1;
    else if (!clash_)
      clash_ = {definition, i + 1};
  }
}

void DefinitionTable::fill_sparse(const std::vector<std::uint32_t>& variables) {
  sparse_.reserve(variables.size());
  for (std::uint32_t i = 0; i < variables.size(); ++i) sparse_.emplace_back(variables[i], i + 1);
  std::sort(sparse_.begin(), sparse_.end());
  for (std::size_t i = 1; i < sparse_.size(); ++i) {
    const auto& [variable, definition] = sparse_[i];
    if (variable != sparse_[i - 1].first) continue;
    if (!clash_ || definition < clash_->second) clash_ = {sparse_[i - 1].second, definition};
  }
}

std::uint32_t DefinitionTable::find(std::uint32_t variable) const {
  if (!dense_.empty()) return dense_[variable];
  const auto found =
      std::lower_bound(sparse_.begin(), sparse_.end(), std::pair{variable, std::uint32_t{0}});
  return found != sparse_.end() && found->first == variable ? found->second : 0;
}

namespace {

/// Depth-first search with a stack of its own: files hold chains of millions of gates.
class GateSorter {
 public:
  GateSorter(const std::vector<AsciiGate>& gates, std::uint32_t first)
      : gates_(gates), first_(first), marks_(gates.size(), Mark::Unseen) {
    order_.reserve(gates.size());
  }

  bool sort(std::vector<std::uint32_t>& cycle) {
    for (std::uint32_t root = 0; root < gates_.size(); ++root) {
      if (marks_[root] != Mark::Unseen) continue;
      stack_.push_back(root);
      while (!stack_.empty())
        if (!step(cycle)) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> take_order() { return std::move(order_); }

 private:
  enum class Mark : std::uint8_t { Unseen, Open, Done };

  bool step(std::vector<std::uint32_t>& cycle) {
    const std::uint32_t gate = stack_.back();
    if (marks_[gate] != Mark::Unseen) {
      stack_.pop_back();
      if (marks_[gate] == Mark::Done) return true;
      marks_[gate] = Mark::Done;
      path_.pop_back();
      order_.push_back(gate);
      return true;
    }
    marks_[gate] = Mark::Open;
    path_.push_back(gate);
    return visit(gates_[gate].right, cycle) && visit(gates_[gate].left, cycle);
  }

  bool visit(std::uint32_t literal, std::vector<std::uint32_t>& cycle) {
    if (literal / 2 < first_) return true;
    const std::uint32_t gate = literal / 2 - first_;
    if (marks_[gate] == Mark::Unseen) stack_.push_back(gate);
    if (marks_[gate] != Mark::Open) return true;
    cycle.assign(std::find(path_.begin(), path_.end(), gate), path_.end());
    return false;
  }

  const std::vector<AsciiGate>& gates_;
  std::uint32_t first_;
  std::vector<Mark> marks_;
  std::vector<std::uint32_t> stack_;  // to visit; may hold a gate twice
  std::vector<std::uint32_t> path_;   // the open ones, each read by the one before it
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::optional<std::vector<std::uint32_t>> topological_order(const std::vector<AsciiGate>& gates,
                                                            std::uint32_t first,
                                                            std::vector<std::uint32_t>& cycle) {
  GateSorter sorter(gates, first);
  if (!sorter.sort(cycle)) return std::nullopt;
  return sorter.take_order();
}

}  // namespace cairn
