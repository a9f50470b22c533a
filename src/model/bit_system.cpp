// SPDX-License-Identifier: MIT
#include "model/bit_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"

namespace cairn {

Lit BitSystem::add_input(std::string name) {
  const Lit lit = aig.add_leaf();
  if (!name.empty()) names.inputs.set(inputs.size(), std::move(name));
  inputs.push_back(lit.var());
  return lit;
}

Lit BitSystem::add_latch(std::string name) {
  return add_latch(std::move(name), kFalse);
}

Lit BitSystem::add_latch(std::string name, Lit reset) {
  const Lit lit = aig.add_leaf();
  if (!name.empty()) names.latches.set(latches.size(), std::move(name));
  latches.push_back({lit.var(), lit, reset});
  return lit;
}

Lit BitSystem::add_uninitialised_latch(std::string name) {
  const Lit lit = add_latch(std::move(name));
  latches.back().reset = lit;
  return lit;
}

void BitSystem::set_next(Lit latch, Lit next) {
  const auto found = std::find_if(latches.rbegin(), latches.rend(),
                                  [&](const Latch& l) { return l.var == latch.var(); });
  CAIRN_CHECK(found != latches.rend());
  found->next = next ^ latch.negated();
}

std::vector<std::uint32_t> BitSystem::leaf_positions() const {
  std::vector<std::uint32_t> positions(aig.size(), 0);
  for (std::uint32_t i = 0; i < inputs.size(); ++i) positions[inputs[i].index] = i;
  for (std::uint32_t i = 0; i < latches.size(); ++i) positions[latches[i].var.index] = i;
  return positions;
}

void BitSystem::check_invariants() const {
  std::vector<bool> declared(aig.size(), false);
  const auto declare = [&](Var var) {
    CAIRN_CHECK(var.index < aig.size() && aig.is_leaf(var) && !declared[var.index]);
    declared[var.index] = true;
  };
  for (const Var var : inputs) declare(var);
  for (const Latch& latch : latches) declare(latch.var);
  CAIRN_CHECK(aig.size() == 1 + inputs.size() + latches.size() + aig.num_ands());
  const auto exists = [&](Lit lit) { CAIRN_CHECK(lit.var().index < aig.size()); };
  for (const Latch& latch : latches) exists(latch.next), exists(latch.reset);
  for (const auto* list : {&outputs, &bad, &constraints, &fairness})
    for (const Lit lit : *list) exists(lit);
  for (const auto& set : justice)
    for (const Lit lit : set) exists(lit);
  CAIRN_CHECK(latches.empty() || !reset_order(*this).empty());
}

void adopt_outputs_as_bad(BitSystem& system) {
  if (!system.bad.empty() || !system.justice.empty()) return;
  system.bad = std::exchange(system.outputs, {});
  system.names.bad = std::exchange(system.names.outputs, {});
}

// Depth-first search with its own stack: circuits are deep. A latch's only edge is to its reset
// literal, a gate's edges are to its operands.
std::vector<std::uint32_t> reset_order(const BitSystem& system, std::vector<std::uint32_t>* cycle) {
  std::vector<std::uint32_t> order;
  order.reserve(system.latches.size());
  bool only_constants = true;
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    order.push_back(i);
    const Latch& latch = system.latches[i];
    only_constants &= latch.has_constant_reset() || latch.is_uninitialised();
  }
  if (only_constants) return order;
  order.clear();

  enum class Mark : std::uint8_t { Unseen, Open, Done };
  const Aig& aig = system.aig;
  std::vector<Mark> mark(aig.size(), Mark::Unseen);
  std::vector<std::uint32_t> position(aig.size(), kNoLit.code());
  for (std::uint32_t i = 0; i < system.latches.size(); ++i)
    position[system.latches[i].var.index] = i;

  std::vector<Var> stack;
  for (const Latch& root : system.latches) {
    stack.push_back(root.var);
    while (!stack.empty()) {
      const Var var = stack.back();
      const std::uint32_t latch = position[var.index];
      if (mark[var.index] == Mark::Done) {
        stack.pop_back();
        continue;
      }
      if (mark[var.index] == Mark::Open) {
        mark[var.index] = Mark::Done;
        if (latch != kNoLit.code()) order.push_back(latch);
        stack.pop_back();
        continue;
      }
      mark[var.index] = Mark::Open;
      std::optional<Var> met_again;
      const auto visit = [&](Lit lit) {
        if (mark[lit.var().index] == Mark::Open) met_again = lit.var();
        if (mark[lit.var().index] == Mark::Unseen) stack.push_back(lit.var());
      };
      if (latch != kNoLit.code()) {
        if (!system.latches[latch].is_uninitialised()) visit(system.latches[latch].reset);
      } else if (aig.is_and(var)) {
        visit(aig.left(var));
        visit(aig.right(var));
      }
      if (met_again) {
        // The open nodes from the one that was met again on are the cycle.
        auto open = std::find(stack.begin(), stack.end(), *met_again);
        for (; cycle != nullptr && open != stack.end(); ++open)
          if (mark[open->index] == Mark::Open && position[open->index] != kNoLit.code())
            cycle->push_back(position[open->index]);
        return {};
      }
    }
  }
  return order;
}

std::string describe_size(const BitSystem& system) {
  return fmt::format("{} inputs, {} latches, {} gates", system.inputs.size(), system.latches.size(),
                     system.aig.num_ands());
}

}  // namespace cairn
