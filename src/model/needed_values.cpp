// SPDX-License-Identifier: MIT
#include "model/needed_values.h"

#include <algorithm>

#include "model/simulate.h"

namespace cairn {
namespace {

constexpr std::size_t kMostValues = 400'000'000;  // bits: 50 MB

class Needed {
 public:
  Needed(const BitSystem& system, const BitTrace& trace)
      : system_(system),
        trace_(trace),
        leaf_(system.leaf_positions()),
        is_latch_(system.aig.size(), false) {
    for (const Latch& latch : system.latches) is_latch_[latch.var.index] = true;
  }

  BitTrace run() {
    const std::size_t end = simulate();
    BitTrace result = trace_;
    if (end == values_.size()) return result;  // no claimed bad state is true: nothing to explain
    result.initial.assign(trace_.initial.size(), Lbool::Undef);
    for (auto& inputs : result.inputs) std::fill(inputs.begin(), inputs.end(), Lbool::Undef);
    std::vector<Var> later;  // latches that the step after needs
    for (std::size_t step = end + 1; step-- > 0;) {
      mark_.assign(system_.aig.size(), false);
      leaves_.clear();
      for (const Var latch : later) need(step, system_.latches[leaf_[latch.index]].next);
      later.clear();
      if (step == end) need(step, bad_);
      for (const Lit constraint : system_.constraints) need(step, constraint);
      // Reset functions read leaves of the first step, which come behind these.
      for (std::size_t i = 0; i < leaves_.size(); ++i) {
        const Var var = leaves_[i];
        const std::uint32_t position = leaf_[var.index];
        if (!is_latch_[var.index])
          result.inputs[step][position] = trace_.inputs[step][position];
        else if (step > 0)
          later.push_back(var);
        else if (system_.latches[position].is_uninitialised())
          result.initial[position] = trace_.initial[position];
        else
          need(step, system_.latches[position].reset);
      }
    }
    return result;
  }

 private:
  /// The first step in which a claimed bad state is true; the number of steps if there is none.
  std::size_t simulate() {
    TernarySimulator simulator(system_);
    values_.resize(trace_.length());
    for (std::size_t step = 0; step < trace_.length(); ++step) {
      if (step == 0)
        simulator.start(trace_.inputs[0], trace_.initial);
      else
        simulator.step(trace_.inputs[step]);
      std::vector<bool>& row = values_[step];
      row.resize(system_.aig.size());
      for (std::uint32_t v = 0; v < row.size(); ++v)
        row[v] = simulator.value(Lit(Var{v})) == Lbool::True;
      for (const std::uint32_t position : trace_.bad)
        if (simulator.value(system_.bad[position]) == Lbool::True) {
          bad_ = system_.bad[position];
          return step;
        }
    }
    return values_.size();
  }

  bool value(std::size_t step, Lit lit) const {
    return values_[step][lit.var().index] != lit.negated();
  }

  void need(std::size_t step, Lit lit) {
    stack_.push_back(lit.var());
    while (!stack_.empty()) {
      const Var var = stack_.back();
      stack_.pop_back();
      if (var.index == 0 || mark_[var.index]) continue;
      mark_[var.index] = true;
      if (!system_.aig.is_and(var)) {
        leaves_.push_back(var);
        continue;
      }
      const Lit left = system_.aig.left(var), right = system_.aig.right(var);
      if (values_[step][var.index]) {
        stack_.push_back(left.var());
        stack_.push_back(right.var());
      } else if (value(step, left)) {
        stack_.push_back(right.var());
      } else if (value(step, right)) {
        stack_.push_back(left.var());
      } else {
        const bool is_there = mark_[right.var().index] || right.var().index == 0;
        stack_.push_back(is_there ? right.var() : left.var());
      }
    }
  }

  const BitSystem& system_;
  const BitTrace& trace_;
  const std::vector<std::uint32_t> leaf_;
  std::vector<bool> is_latch_;
  std::vector<std::vector<bool>> values_;  // by step and variable
  Lit bad_ = kFalse;
  std::vector<bool> mark_;   // needed in this step
  std::vector<Var> leaves_;  // of these, in this step
  std::vector<Var> stack_;
};

}  // namespace

BitTrace needed_values(const BitSystem& system, const BitTrace& concrete) {
  if (concrete.loop_start >= 0 || !concrete.justice.empty() || concrete.inputs.empty() ||
      concrete.length() > kMostValues / std::max<std::size_t>(system.aig.size(), 1))
    return concrete;
  return Needed(system, concrete).run();
}

std::vector<std::uint32_t> distances_to(const BitSystem& system, const std::vector<Lit>& lits) {
  std::vector<std::uint32_t> distances(system.aig.size(), kFarAway);
  std::vector<std::uint32_t> latch_at(system.aig.size(), kFarAway);
  for (std::uint32_t i = 0; i < system.latches.size(); ++i)
    latch_at[system.latches[i].var.index] = i;
  std::vector<Var> now, later;
  for (const Lit lit : lits) now.push_back(lit.var());
  for (std::uint32_t distance = 0; !now.empty(); ++distance) {
    while (!now.empty()) {
      const Var var = now.back();
      now.pop_back();
      if (var.index == 0 || distances[var.index] != kFarAway) continue;
      distances[var.index] = distance;
      if (system.aig.is_and(var)) {
        now.push_back(system.aig.left(var).var());
        now.push_back(system.aig.right(var).var());
      } else if (latch_at[var.index] != kFarAway) {
        later.push_back(system.latches[latch_at[var.index]].next.var());
      }
    }
    now.swap(later);
  }
  return distances;
}

}  // namespace cairn
