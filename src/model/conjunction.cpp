// SPDX-License-Identifier: MIT
#include "model/conjunction.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn {
namespace {

/// Where auxiliary latches of the right invariant go: to one of the left that has the same reset
/// and takes the same values, or behind them. Proofs by k-induction remember the same history.
/// Compared are latches that follow another leaf, which is what a history is made of.
class SharedLatches {
 public:
  SharedLatches(const BitInvariant& left, const BitInvariant& right) : right_(right) {
    count_ = left.auxiliary.size();
    for (std::size_t i = 0; i < left.auxiliary.size(); ++i)
      if (is_leaf(left, left.auxiliary[i]))
        known_.try_emplace({left.auxiliary[i].next, left.auxiliary[i].reset}, i);
    for (std::size_t i = 0; i < right.auxiliary.size(); ++i) positions_.push_back(place(i));
  }

  std::size_t count() const { return count_; }
  std::size_t operator[](std::size_t i) const { return positions_[i]; }

 private:
  static bool is_leaf(const BitInvariant& of, const BitInvariant::AuxiliaryLatch& latch) {
    return !of.aig.is_and(latch.next.var()) && !of.aig.is_and(latch.reset.var());
  }

  /// A leaf of the right invariant in the result; nothing for a latch that has no place yet.
  std::optional<Lit> image(Lit leaf) const {
    const Lit first = right_.auxiliary_latch(0);
    if (leaf.var().index < first.var().index) return leaf;
    const std::size_t i = leaf.var().index - first.var().index;
    if (i >= positions_.size()) return std::nullopt;
    return right_.auxiliary_latch(positions_[i]) ^ leaf.negated();
  }

  std::size_t place(std::size_t i) {
    const auto& latch = right_.auxiliary[i];
    if (is_leaf(right_, latch)) {
      const auto next = image(latch.next), reset = image(latch.reset);
      if (next && reset) {
        const auto [known, is_new] = known_.try_emplace({*next, *reset}, count_);
        if (is_new) ++count_;
        return known->second;
      }
    }
    return count_++;
  }

  const BitInvariant& right_;
  std::map<std::pair<Lit, Lit>, std::size_t> known_;  // next and reset, as the result has them
  std::vector<std::size_t> positions_;                // in the result, of those that have one
  std::size_t count_ = 0;
};

/// Copies `from` into `to`, where `position` says what becomes of its auxiliary latches.
template <class Position>
void copy_into(const BitInvariant& from, const Position& position, BitInvariant& to) {
  GraphCopier copier(from.aig, to.aig);
  for (std::size_t i = 0; i < from.num_inputs; ++i)
    copier.set_image(from.input(i).var(), to.input(i));
  for (std::size_t i = 0; i < from.num_latches; ++i)
    copier.set_image(from.latch(i).var(), to.latch(i));
  for (std::size_t i = 0; i < from.auxiliary.size(); ++i)
    copier.set_image(from.auxiliary_latch(i).var(), to.auxiliary_latch(position(i)));
  for (std::size_t i = 0; i < from.auxiliary.size(); ++i) {
    const auto& [next, reset] = from.auxiliary[i];
    to.auxiliary[position(i)] = {copier.copy(next), copier.copy(reset)};
  }
  for (const Lit conjunct : from.conjuncts) to.conjuncts.push_back(copier.copy(conjunct));
}

}  // namespace

BitInvariant conjunction(const BitInvariant& left, const BitInvariant& right) {
  CAIRN_CHECK(left.num_inputs == right.num_inputs && left.num_latches == right.num_latches);
  const SharedLatches shared(left, right);
  BitInvariant both(left.num_inputs, left.num_latches, shared.count());
  copy_into(
      left, [](std::size_t i) { return i; }, both);
  copy_into(
      right, [&](std::size_t i) { return shared[i]; }, both);
  std::sort(both.conjuncts.begin(), both.conjuncts.end());
  both.conjuncts.erase(std::unique(both.conjuncts.begin(), both.conjuncts.end()),
                       both.conjuncts.end());
  both.k = std::max(left.k, right.k);
  return both;
}

}  // namespace cairn
