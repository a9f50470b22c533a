// SPDX-License-Identifier: MIT
//
// A run meets literals again and again if and only if from some step on it stays within a strongly
// connected component of the reachable states in which each literal is true in some step from a
// state of the component to another one [Tarjan's algorithm]. The first step is special, for reset
// functions may read inputs; but every state of a run after it is reached by a step from another.
#include "support/liveness_oracle.h"

#include <algorithm>
#include <limits>

#include "base/rng.h"

namespace cairn::support {
namespace {

bool bit_of(std::uint32_t word, std::size_t index) {
  return ((word >> index) & 1) != 0;
}

class FairCycles {
 public:
  explicit FairCycles(const BitSystem& system)
      : system_(system),
        values_(system.aig.size(), false),
        num_inputs_(std::uint32_t{1} << system.inputs.size()),
        num_states_(std::uint32_t{1} << system.latches.size()),
        index_(num_states_, kNone),
        low_(num_states_, 0),
        component_(num_states_, kNone) {}

  std::vector<bool> run() {
    for (std::uint32_t state = 0; state < num_states_; ++state)
      for (std::uint32_t inputs = 0; inputs < num_inputs_; ++inputs) {
        evaluate(state, inputs);
        if (is_first() && is_constrained()) visit(next_state());
      }
    std::vector<bool> result;
    for (const auto& set : system_.justice) {
      std::vector<Lit> literals = system_.fairness;
      literals.insert(literals.end(), set.begin(), set.end());
      result.push_back(has_fair_component(literals));
    }
    return result;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }

  void evaluate(std::uint32_t state, std::uint32_t inputs) {
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      values_[system_.latches[i].var.index] = bit_of(state, i);
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      values_[system_.inputs[i].index] = bit_of(inputs, i);
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v}))
        values_[v] = value(system_.aig.left(Var{v})) && value(system_.aig.right(Var{v}));
  }
  bool is_first() const {
    return std::all_of(system_.latches.begin(), system_.latches.end(), [&](const Latch& latch) {
      return value(Lit(latch.var)) == value(latch.reset);
    });
  }
  bool is_constrained() const {
    return std::all_of(system_.constraints.begin(), system_.constraints.end(),
                       [&](Lit lit) { return value(lit); });
  }
  std::uint32_t next_state() const {
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      if (value(system_.latches[i].next)) state |= std::uint32_t{1} << i;
    return state;
  }

  void visit(std::uint32_t state) {
    if (index_[state] != kNone) return;
    index_[state] = low_[state] = visited_++;
    stack_.push_back(state);
    for (std::uint32_t inputs = 0; inputs < num_inputs_; ++inputs) {
      evaluate(state, inputs);
      if (!is_constrained()) continue;
      const std::uint32_t next = next_state();
      if (index_[next] == kNone) {
        visit(next);
        low_[state] = std::min(low_[state], low_[next]);
      } else if (component_[next] == kNone) {
        low_[state] = std::min(low_[state], index_[next]);
      }
    }
    if (low_[state] != index_[state]) return;
    for (std::uint32_t member = kNone; member != state; stack_.pop_back()) {
      member = stack_.back();
      component_[member] = components_;
    }
    ++components_;
  }

  bool has_fair_component(const std::vector<Lit>& literals) {
    std::vector<std::vector<bool>> met(components_, std::vector<bool>(literals.size(), false));
    std::vector<bool> has_step(components_, false);
    for (std::uint32_t state = 0; state < num_states_; ++state) {
      if (component_[state] == kNone) continue;
      for (std::uint32_t inputs = 0; inputs < num_inputs_; ++inputs) {
        evaluate(state, inputs);
        if (!is_constrained() || component_[next_state()] != component_[state]) continue;
        has_step[component_[state]] = true;
        for (std::size_t i = 0; i < literals.size(); ++i)
          if (value(literals[i])) met[component_[state]][i] = true;
      }
    }
    for (std::uint32_t i = 0; i < components_; ++i)
      if (has_step[i] && std::find(met[i].begin(), met[i].end(), false) == met[i].end())
        return true;
    return false;
  }

  const BitSystem& system_;
  std::vector<bool> values_;
  const std::uint32_t num_inputs_, num_states_;
  std::vector<std::uint32_t> index_, low_, component_;  // by state
  std::vector<std::uint32_t> stack_;
  std::uint32_t visited_ = 0, components_ = 0;
};

}  // namespace

std::vector<bool> explore_justice(const BitSystem& system) {
  return FairCycles(system).run();
}

void add_random_justice(BitSystem& system, std::uint64_t seed) {
  Rng rng(seed);
  const auto literal = [&] {
    // Latches more often than gates: they have more to do with each other.
    const bool latch = !system.latches.empty() && rng.chance(50);
    const Var var = latch ? system.latches[rng.below(system.latches.size())].var
                          : Var{static_cast<std::uint32_t>(rng.below(system.aig.size()))};
    return Lit(var, rng.chance(50));
  };
  for (std::uint64_t sets = 1 + rng.below(3); sets > 0; --sets) {
    auto& set = system.justice.emplace_back();
    for (std::uint64_t i = 1 + rng.below(3); i > 0; --i) set.push_back(literal());
  }
  if (rng.chance(50))
    for (std::uint64_t i = 1 + rng.below(2); i > 0; --i) system.fairness.push_back(literal());
}

}  // namespace cairn::support
