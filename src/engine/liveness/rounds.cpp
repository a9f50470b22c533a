// SPDX-License-Identifier: MIT
//
// Rankings (model/invariant.h). There is one signal for each literal, which holds on a pair of
// states while the literal is waited for; with one literal alone, it always is.
//
// By levels. Progress is entering a level, or seeing a literal within one; neither is ever undone,
// for what was seen is forgotten only when a round ends, and then a level is entered. As monotone
// bits: level i + 1, or level i and the literal seen. The signal of a literal says: no bit is true
// in t that is false in s, and the literal is not seen in s. The four conditions:
//  - a step with the signal makes no progress, so the literal is false in it: else it would be seen
//    afterwards, or the round would end;
//  - no step loses a bit, so from t back to s none is gained; and some literal is unseen;
//  - if none is gained from s to u, none is from t to u, for t has all bits of s;
//  - a step without progress leaves what is unseen as it is.
//
// Steady literals come before all that: progress is first of all that the first of them that
// changes becomes true, whatever becomes of the levels then. So the order is lexicographic: t has
// got no farther than s if the first steady literal in which they differ is true in s or, if they
// differ in none, no bit is true in t that is false in s. The conditions hold as before: the order
// is transitive, and no step goes down in it.
#include "engine/liveness/rounds.h"

#include "base/error.h"

namespace cairn::live {

Rounds::Rounds(const BitSystem& original) : system(original) {
  CAIRN_CHECK(original.justice.size() == 1);
  literals = original.fairness;
  literals.insert(literals.end(), original.justice[0].begin(), original.justice[0].end());
  CAIRN_CHECK(!literals.empty());
  system.bad.clear();
  system.justice.clear();
  system.fairness.clear();
  system.outputs.clear();
  system.names = {};
  if (literals.size() > 1)
    for (std::size_t i = 0; i < literals.size(); ++i) seen.push_back(system.add_latch());
  end_only_if(kTrue);
}

void Rounds::end_only_if(Lit condition) {
  Aig& aig = system.aig;
  std::vector<Lit> met;
  for (std::size_t i = 0; i < literals.size(); ++i)
    met.push_back(seen.empty() ? literals[i] : aig.or_gate(seen[i], literals[i]));
  end = aig.and_gate(aig.and_all(met), condition);
  for (std::size_t i = 0; i < seen.size(); ++i)
    system.set_next(seen[i], aig.and_gate(met[i], ~end));
}

namespace {

BitInvariant empty_invariant(const BitSystem& original, const BitSystem& own) {
  return BitInvariant(original.inputs.size(), original.latches.size(),
                      own.latches.size() - original.latches.size(), BitInvariant::States::Two);
}

}  // namespace

RankingBuilder::RankingBuilder(const BitSystem& original, const Rounds& rounds,
                               const BitSystem& own)
    : rounds_(rounds),
      invariant_(empty_invariant(original, own)),
      now_(own.aig, invariant_.aig),
      later_(own.aig, invariant_.aig) {
  CAIRN_CHECK(own.inputs.size() >= original.inputs.size());
  for (std::size_t i = 0; i < original.inputs.size(); ++i)
    now_.set_image(own.inputs[i], invariant_.input(i));
  for (std::size_t i = 0; i < own.latches.size(); ++i) {
    // Auxiliary latches are the leaves after the latches, in both states.
    now_.set_image(own.latches[i].var, invariant_.latch(i));
    later_.set_image(own.latches[i].var, invariant_.later_latch(i));
  }
  for (std::size_t i = 0; i < invariant_.auxiliary.size(); ++i) {
    const Latch& latch = own.latches[original.latches.size() + i];
    invariant_.auxiliary[i] = {now(latch.next), now(latch.reset)};
  }
}

void RankingBuilder::set_leaves(const BitInvariant& from, GraphCopier& copier,
                                bool is_later) const {
  for (std::size_t i = 0; i < from.num_inputs && i < invariant_.num_inputs && !is_later; ++i)
    copier.set_image(from.input(i).var(), invariant_.input(i));
  const std::size_t latches = invariant_.num_latches + invariant_.auxiliary.size();
  for (std::size_t i = 0; i < from.num_latches && i < latches; ++i)
    copier.set_image(from.latch(i).var(),
                     is_later ? invariant_.later_latch(i) : invariant_.latch(i));
}

GraphCopier RankingBuilder::leaves_now(const BitInvariant& from) {
  GraphCopier copier(from.aig, invariant_.aig);
  set_leaves(from, copier, false);
  return copier;
}

GraphCopier RankingBuilder::leaves_later(const BitInvariant& from) {
  GraphCopier copier(from.aig, invariant_.aig);
  set_leaves(from, copier, true);
  return copier;
}

/// The literal is waited for. If all are seen, as may be while rounds must not end, it is said to
/// be the first.
Lit RankingBuilder::some_unseen_of(std::size_t literal) {
  if (rounds_.seen.empty()) return kTrue;
  const Lit unseen = ~now(rounds_.seen[literal]);
  if (literal > 0) return unseen;
  std::vector<Lit> all;
  for (const Lit lit : rounds_.seen) all.push_back(now(lit));
  return aig().or_gate(unseen, aig().and_all(all));
}

BitInvariant RankingBuilder::by_levels(const std::vector<Level>& levels,
                                       const std::vector<Level>& steady) {
  std::vector<Level> bits;
  for (std::size_t i = 0; i <= levels.size(); ++i) {
    const Level inner = i < levels.size() ? levels[i] : Level{kFalse, kFalse};
    const Level outer = i > 0 ? levels[i - 1] : Level{kTrue, kTrue};
    if (i < levels.size()) bits.push_back(inner);
    for (const Lit lit : rounds_.seen)
      bits.push_back({aig().or_gate(inner.now, aig().and_gate(outer.now, now(lit))),
                      aig().or_gate(inner.later, aig().and_gate(outer.later, later(lit)))});
  }
  std::vector<Lit> kept;
  for (const Level& bit : bits) kept.push_back(aig().implies(bit.later, bit.now));
  Lit quiet = aig().and_all(kept);
  for (std::size_t i = steady.size(); i-- > 0;) {
    const auto [now, later] = steady[i];
    quiet =
        aig().or_gate(aig().and_gate(now, ~later), aig().and_gate(aig().equal(now, later), quiet));
  }
  BitInvariant::Ranking& ranking = invariant_.ranking.emplace();
  for (std::size_t i = 0; i < rounds_.literals.size(); ++i)
    ranking.signals.push_back(aig().and_gate(quiet, some_unseen_of(i)));
  return std::move(invariant_);
}

BitInvariant RankingBuilder::by_relation(Lit leads) {
  BitInvariant::Ranking& ranking = invariant_.ranking.emplace();
  for (std::size_t i = 0; i < rounds_.literals.size(); ++i)
    ranking.signals.push_back(aig().and_gate(leads, some_unseen_of(i)));
  return std::move(invariant_);
}

}  // namespace cairn::live
