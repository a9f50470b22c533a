// SPDX-License-Identifier: MIT
//
// The fixed point over-approximates the reachable states by one three-valued state: start with the
// resets (inputs Undef), and whenever a latch's next value differs from its value, the latch becomes
// Undef. Values only ever move from a constant to Undef, and so do the gates above, because
// three-valued evaluation is monotone; so each node changes at most once and the whole takes time
// linear in the circuit, where repeated simulation would take as many rounds as the deepest counter
// has bits.
#include "transform/bit/constants.h"

namespace cairn {
namespace {

class TernaryFixpoint {
 public:
  explicit TernaryFixpoint(const BitSystem& system)
      : system_(system), values_(system.aig.size(), Lbool::Undef) {}

  /// By variable: the value that the node always has, or Undef.
  const std::vector<Lbool>& compute();

 private:
  void evaluate_resets();
  void make_fanouts();
  void widen(Var var);
  void widen_latch(std::uint32_t latch);

  const BitSystem& system_;
  std::vector<Lbool> values_;
  std::vector<std::uint32_t> fanout_begin_, fanouts_;            // gates that read a node
  std::vector<std::vector<std::uint32_t>> latches_fed_;          // by node: latches it is next of
  std::vector<Var> queue_;
};

// A reset may read gates over other latches, so each latch is evaluated after those, and the gates
// of its cone just before it. Gates are evaluated on demand with a stack of their own.
void TernaryFixpoint::evaluate_resets() {
  const Aig& aig = system_.aig;
  std::vector<bool> done(aig.size(), false);
  done[0] = true;
  values_[0] = Lbool::False;
  for (const Var input : system_.inputs) done[input.index] = true;
  std::vector<Var> stack;
  for (const std::uint32_t position : reset_order(system_)) {
    const Latch& latch = system_.latches[position];
    done[latch.var.index] = true;
    if (latch.is_uninitialised()) continue;
    stack.push_back(latch.reset.var());
    while (!stack.empty()) {
      const Var var = stack.back();
      if (done[var.index]) {
        stack.pop_back();
        continue;
      }
      const Lit left = aig.left(var), right = aig.right(var);
      if (done[left.var().index] && done[right.var().index]) {
        values_[var.index] = value_of(values_, left) & value_of(values_, right);
        done[var.index] = true;
        stack.pop_back();
      } else {
        if (!done[left.var().index]) stack.push_back(left.var());
        if (!done[right.var().index]) stack.push_back(right.var());
      }
    }
    values_[latch.var.index] = value_of(values_, latch.reset);
  }
}

void TernaryFixpoint::make_fanouts() {
  const Aig& aig = system_.aig;
  fanout_begin_.assign(aig.size() + 1, 0);
  const auto for_each_edge = [&](auto&& visit) {
    for (std::uint32_t v = 1; v < aig.size(); ++v) {
      if (!aig.is_and(Var{v})) continue;
      visit(aig.left(Var{v}).var().index, v);
      visit(aig.right(Var{v}).var().index, v);
    }
  };
  for_each_edge([&](std::uint32_t from, std::uint32_t) { ++fanout_begin_[from + 1]; });
  for (std::size_t i = 1; i < fanout_begin_.size(); ++i) fanout_begin_[i] += fanout_begin_[i - 1];
  fanouts_.resize(fanout_begin_.back());
  std::vector<std::uint32_t> next(fanout_begin_.begin(), fanout_begin_.end() - 1);
  for_each_edge([&](std::uint32_t from, std::uint32_t to) { fanouts_[next[from]++] = to; });
}

void TernaryFixpoint::widen(Var var) {
  if (values_[var.index] == Lbool::Undef) return;
  values_[var.index] = Lbool::Undef;
  queue_.push_back(var);
}

void TernaryFixpoint::widen_latch(std::uint32_t position) {
  const Latch& latch = system_.latches[position];
  if (value_of(values_, latch.next) != values_[latch.var.index]) widen(latch.var);
}

const std::vector<Lbool>& TernaryFixpoint::compute() {
  const Aig& aig = system_.aig;
  evaluate_resets();
  evaluate_gates(aig, values_);
  make_fanouts();
  latches_fed_.resize(aig.size());
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
    latches_fed_[system_.latches[i].next.var().index].push_back(i);
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i) widen_latch(i);
  while (!queue_.empty()) {
    const Var var = queue_.back();
    queue_.pop_back();
    for (std::uint32_t i = fanout_begin_[var.index]; i < fanout_begin_[var.index + 1]; ++i) {
      const Var gate{fanouts_[i]};
      if ((value_of(values_, aig.left(gate)) & value_of(values_, aig.right(gate))) == Lbool::Undef)
        widen(gate);
    }
    for (const std::uint32_t latch : latches_fed_[var.index]) widen_latch(latch);
  }
  return values_;
}

}  // namespace

BitSystem Constants::apply(BitSystem system) {
  TernaryFixpoint fixpoint(system);
  const std::vector<Lbool>& values = fixpoint.compute();
  std::vector<bool> keep(system.aig.size(), true);
  for (std::uint32_t i = 0; i < system.latches.size(); ++i) {
    const std::uint32_t var = system.latches[i].var.index;
    if (values[var] == Lbool::Undef) continue;
    keep[var] = false;
    constants_.emplace_back(i, values[var] == Lbool::True);
  }
  BitSystem result;
  leaves_.emplace(system, result, keep);
  GraphCopier copier(system.aig, result.aig);
  leaves_->set_images(system, result, copier);
  for (const auto& [position, value] : constants_)
    copier.set_image(system.latches[position].var, value ? kTrue : kFalse);
  copy_functions(system, keep, result, copier, Rest::Keep);
  return result;
}

BitInvariant Constants::restore_invariant(BitInvariant invariant) const {
  BitInvariant result = leaves_->restore(invariant);
  for (const auto& [position, value] : constants_)
    result.conjuncts.push_back(result.latch(position) ^ !value);
  return result;
}

BitTrace Constants::restore_trace(BitTrace trace) const { return leaves_->restore(std::move(trace)); }

}  // namespace cairn
