// SPDX-License-Identifier: MIT
#include "engine/liveness/loops.h"

#include <algorithm>
#include <map>

#include "logic/bit/aig.h"

namespace cairn::live {
namespace {

/// A run, one step at a time, from whatever state.
class Steps {
 public:
  Steps(const BitSystem& system, const BitTrace& run)
      : system_(system), run_(run), values_(system.aig.size(), 0) {
    for (std::size_t i = 0; i < system.latches.size(); ++i) {
      const Latch& latch = system.latches[i];
      const bool open = run.initial[i] == Lbool::Undef;
      set(latch.var, open ? latch.reset == kTrue : run.initial[i] == Lbool::True);
    }
    evaluate();
  }

  bool is_true(Lit lit) const { return (value_of(values_, lit) & 1) != 0; }
  std::vector<bool> state() const {
    std::vector<bool> state;
    for (const Latch& latch : system_.latches) state.push_back(is_true(Lit(latch.var)));
    return state;
  }
  /// False after the last one.
  bool advance() {
    if (step_ + 1 == run_.inputs.size()) return false;
    ++step_;
    std::vector<bool> next;
    for (const Latch& latch : system_.latches) next.push_back(is_true(latch.next));
    for (std::size_t i = 0; i < next.size(); ++i) set(system_.latches[i].var, next[i]);
    evaluate();
    return true;
  }

 private:
  void set(Var var, bool value) { values_[var.index] = value ? ~std::uint64_t{0} : 0; }
  void evaluate() {
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      set(system_.inputs[i], run_.inputs[step_][i] == Lbool::True);
    evaluate_gates(system_.aig, values_);
  }

  const BitSystem& system_;
  const BitTrace& run_;
  std::size_t step_ = 0;
  std::vector<std::uint64_t> values_;
};

}  // namespace

std::optional<BitTrace> find_loop(const BitSystem& system, const BitTrace& run) {
  std::vector<Lit> literals = system.fairness;
  literals.insert(literals.end(), system.justice[0].begin(), system.justice[0].end());
  std::vector<std::int64_t> last(literals.size(), -1);  // step in which it was true
  std::map<std::vector<bool>, std::int64_t> first;      // step of each state
  Steps steps(system, run);
  for (std::int64_t step = 0;; ++step) {
    const auto [known, added] = first.try_emplace(steps.state(), step);
    const std::int64_t begin = known->second;
    if (!added && std::all_of(last.begin(), last.end(), [&](auto at) { return at >= begin; })) {
      BitTrace lasso = run;
      lasso.inputs.resize(static_cast<std::size_t>(step));
      lasso.justice = {0};
      lasso.loop_start = begin;
      return lasso;
    }
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (steps.is_true(literals[i])) last[i] = step;
    if (!steps.advance()) return std::nullopt;
  }
}

std::vector<bool> last_state(const BitSystem& system, const BitTrace& run) {
  Steps steps(system, run);
  while (steps.advance()) continue;
  return steps.state();
}

}  // namespace cairn::live
