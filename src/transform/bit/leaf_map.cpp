// SPDX-License-Identifier: MIT
#include "transform/bit/leaf_map.h"

#include <string>

namespace cairn {

LeafMap::LeafMap(const BitSystem& from, BitSystem& to, const std::vector<bool>& keep)
    : num_inputs_(static_cast<std::uint32_t>(from.inputs.size())),
      num_latches_(static_cast<std::uint32_t>(from.latches.size())) {
  for (std::uint32_t i = 0; i < from.inputs.size(); ++i) {
    if (!keep[from.inputs[i].index]) continue;
    to.add_input(std::string(from.names.inputs.get(i)));
    inputs_.push_back(i);
  }
  for (std::uint32_t i = 0; i < from.latches.size(); ++i) {
    if (!keep[from.latches[i].var.index]) continue;
    to.add_latch(std::string(from.names.latches.get(i)));
    latches_.push_back(i);
  }
}

void LeafMap::set_images(const BitSystem& from, const BitSystem& to, GraphCopier& copier) const {
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    copier.set_image(from.inputs[inputs_[i]], Lit(to.inputs[i]));
  for (std::size_t i = 0; i < latches_.size(); ++i)
    copier.set_image(from.latches[latches_[i]].var, Lit(to.latches[i].var));
}

BitTrace LeafMap::restore(BitTrace trace) const {
  std::vector<Lbool> initial(num_latches_, Lbool::Undef);
  for (std::size_t i = 0; i < latches_.size(); ++i) initial[latches_[i]] = trace.initial[i];
  trace.initial = std::move(initial);
  for (auto& step : trace.inputs) {
    std::vector<Lbool> values(num_inputs_, Lbool::Undef);
    for (std::size_t i = 0; i < inputs_.size(); ++i) values[inputs_[i]] = step[i];
    step = std::move(values);
  }
  return trace;
}

BitInvariant LeafMap::restore(const BitInvariant& invariant) const {
  BitInvariant result(num_inputs_, num_latches_, invariant.auxiliary.size(), invariant.states());
  result.k = invariant.k;
  GraphCopier copier(invariant.aig, result.aig);
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    copier.set_image(invariant.input(i).var(), result.input(inputs_[i]));
  for (std::size_t i = 0; i < latches_.size(); ++i)
    copier.set_image(invariant.latch(i).var(), result.latch(latches_[i]));
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    copier.set_image(invariant.auxiliary_latch(i).var(), result.auxiliary_latch(i));
  if (invariant.has_later) {
    for (std::size_t i = 0; i < latches_.size(); ++i)
      copier.set_image(invariant.later_latch(i).var(), result.later_latch(latches_[i]));
    for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
      copier.set_image(invariant.later_auxiliary_latch(i).var(), result.later_auxiliary_latch(i));
  }
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    result.auxiliary[i] = {copier.copy(invariant.auxiliary[i].next),
                           copier.copy(invariant.auxiliary[i].reset)};
  for (const Lit conjunct : invariant.conjuncts) result.conjuncts.push_back(copier.copy(conjunct));
  if (invariant.ranking) {
    BitInvariant::Ranking& ranking = result.ranking.emplace();
    ranking.justice = invariant.ranking->justice;
    for (const Lit signal : invariant.ranking->signals)
      ranking.signals.push_back(copier.copy(signal));
  }
  return result;
}

void copy_functions(const BitSystem& from, const std::vector<bool>& keep, BitSystem& to,
                    GraphCopier& copier, Rest rest) {
  std::size_t latch = 0;
  for (const Latch& original : from.latches) {
    if (!keep[original.var.index]) continue;
    to.latches[latch].next = copier.copy(original.next);
    to.latches[latch].reset = copier.copy(original.reset);
    ++latch;
  }
  const auto copy_all = [&](const std::vector<Lit>& lits, std::vector<Lit>& images) {
    for (const Lit lit : lits) images.push_back(copier.copy(lit));
  };
  copy_all(from.bad, to.bad);
  copy_all(from.constraints, to.constraints);
  to.names.bad = from.names.bad;
  to.names.constraints = from.names.constraints;
  if (rest == Rest::Drop) return;
  copy_all(from.outputs, to.outputs);
  copy_all(from.fairness, to.fairness);
  for (const auto& set : from.justice) copy_all(set, to.justice.emplace_back());
  to.names.outputs = from.names.outputs;
  to.names.fairness = from.names.fairness;
  to.names.justice = from.names.justice;
  to.comments = from.comments;
}

}  // namespace cairn
