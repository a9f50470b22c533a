// SPDX-License-Identifier: MIT
//
// Processes that share clauses [Bra11, section 8]: each clause is sent with its level as it is
// made, and what others sent is looked at before the next state is chosen. A clause that is
// imported prunes the states that wait: one that it excludes at level j need not be dealt with
// below j.
//
// Where this differs: a clause of others is asked for once, relative to our frames. There, all
// processes have all clauses; here some may be lost, and what others derived with them need not
// hold relative to ours. Processes do not propagate in lockstep: each propagates all of its
// clauses.
//
// What is sent is true of the system (model/exchange.h): while F_k is strengthened, no run of at
// most k steps reaches a bad state, so that F_j is not bad is true of every state within j <= k
// steps, and a clause of level k + 1 or below excludes none that so many steps lead to.
#include <algorithm>

#include "engine/bradley/bradley.h"

namespace cairn::bradley {

void Bradley::share(const Cube& cube, Level level) {
  if (context_.exchange == nullptr || !config_.exchange) return;
  SharedLemma lemma;
  lemma.level = static_cast<std::uint32_t>(level);
  for (const Lit lit : cube)
    lemma.cube.push_back(2 * positions_[lit.var().index] + (lit.negated() ? 0 : 1));
  std::sort(lemma.cube.begin(), lemma.cube.end());
  context_.exchange->publish(lemma);
}

/// The cube; empty if it is none, or one that no clause can exclude.
std::vector<Lit> Bradley::cube_of(const SharedLemma& lemma) const {
  std::vector<Lit> lits;
  for (std::size_t i = 0; i < lemma.cube.size(); ++i) {
    const std::uint32_t code = lemma.cube[i];
    if (code / 2 >= system_.latches.size()) return {};
    if (i > 0 && code / 2 <= lemma.cube[i - 1] / 2) return {};
    lits.push_back(Lit(system_.latches[code / 2].var, code % 2 == 0));
  }
  if (step_.intersects_initial(lits)) return {};
  return lits;
}

/// Those that arrived become clauses at the level that they are said to hold at, if that follows
/// from our frames.
void Bradley::import_lemmas(Level k) {
  if (context_.exchange == nullptr || !config_.exchange) return;
  context_.exchange->take(arriving_);
  while (!arriving_.empty() && !context_.budget.exhausted()) {
    const SharedLemma lemma = std::move(arriving_.back());
    arriving_.pop_back();
    ++stats_.imports;
    std::vector<Lit> lits = cube_of(lemma);
    const auto level =
        static_cast<Level>(std::min<std::uint32_t>(lemma.level, static_cast<std::uint32_t>(k) + 1));
    if (lits.empty() || level < 1) continue;
    const Cube cube(std::vector<Lit>{lits});
    const bool is_known =
        std::any_of(lemmas_.begin() + level, lemmas_.end(), [&](const std::vector<Lemma>& here) {
          return std::any_of(here.begin(), here.end(),
                             [&](const Lemma& ours) { return ours.cube.subsumes(cube); });
        });
    if (is_known) continue;
    ++stats_.queries_import;
    if (step_.ask_relative(level - 1, lits, lits) != Result::Unsatisfiable) continue;
    Cube core(core_of(lits));
    prune(core, level, k);
    add_clause(std::move(core), level);
    ++stats_.imports_done;
    ++context_.exchange->counts().taken;
  }
}

/// A state that F_level excludes now has that level, if it had a lower one.
void Bradley::prune(const Cube& cube, Level level, Level k) {
  States raised;
  for (auto state = states_.begin(); state != states_.end() && state->first < level;) {
    const auto position = static_cast<std::size_t>(-state->second);
    if (!cube.subsumes(bad_state_[position].state)) {
      ++state;
      continue;
    }
    raised.emplace(std::min(level, k + 1), state->second);
    state = states_.erase(state);
    ++stats_.pruned;
    ++context_.exchange->counts().useful;
  }
  states_.merge(raised);
}

}  // namespace cairn::bradley
