// SPDX-License-Identifier: MIT
//
// The fixed point over-approximates the reachable states by one three-valued state: start with the
// resets (inputs Undef), and whenever a latch's next value differs from its value, the latch
// becomes Undef. Values only ever move from a constant to Undef, and so do the gates above, because
// three-valued evaluation is monotone; so each node changes at most once and the whole takes time
// linear in the circuit, where repeated simulation would take as many rounds as the deepest counter
// has bits.
#include "transform/bit/constants.h"

#include <algorithm>

#include "logic/bit/fanouts.h"
#include "model/simulate.h"

namespace cairn {
namespace {

class TernaryFixpoint {
 public:
  explicit TernaryFixpoint(const BitSystem& system)
      : system_(system), values_(system.aig.size(), Lbool::Undef) {}

  /// By variable: the value that the node always has, or Undef.
  const std::vector<Lbool>& compute();

 private:
  void widen(Var var);
  void widen_latch(std::uint32_t latch);

  const BitSystem& system_;
  std::vector<Lbool> values_;
  std::vector<std::pair<Var, std::uint32_t>>
      latches_fed_;  // node and latch that it is next of, sorted
  std::vector<Var> queue_;
};

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
  TernarySimulator first_step(system_);
  first_step.start(std::vector<Lbool>(system_.inputs.size(), Lbool::Undef));
  for (std::uint32_t v = 0; v < aig.size(); ++v) values_[v] = first_step.value(Lit(Var{v}));
  const Fanouts fanouts(aig);
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
    latches_fed_.emplace_back(system_.latches[i].next.var(), i);
  std::sort(latches_fed_.begin(), latches_fed_.end());
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i) widen_latch(i);
  while (!queue_.empty()) {
    const Var var = queue_.back();
    queue_.pop_back();
    for (const std::uint32_t reader : fanouts.of(var)) {
      const Var gate{reader};
      if ((value_of(values_, aig.left(gate)) & value_of(values_, aig.right(gate))) == Lbool::Undef)
        widen(gate);
    }
    auto fed = std::lower_bound(latches_fed_.begin(), latches_fed_.end(), std::pair(var, 0u));
    for (; fed != latches_fed_.end() && fed->first == var; ++fed) widen_latch(fed->second);
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

BitTrace Constants::restore_trace(BitTrace trace) const {
  return leaves_->restore(std::move(trace));
}

}  // namespace cairn
