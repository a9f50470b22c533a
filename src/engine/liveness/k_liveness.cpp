// SPDX-License-Identifier: MIT
//
// Rounds are counted by a chain of latches: the i-th becomes true when a round ends and the one
// before is true. So k rounds have ended if the k-th is true, and IC3 is asked whether it ever is.
// If so, the next k asks about the next latch of the same chain. The system stays the same, and no
// lemma of our IC3 depends on what is bad (ic3/ic3.cpp): all frames stay, and so do lemmas at
// infinity. Only when the chain is too short is there a longer one, and IC3 begins anew.
//
// Steady literals [CS12, section 4, has more of the kind]: a latch that can change its value once
// only does so at most once in a run; and of what can change once while that one stays as it is,
// the same is true until it changes. So there is an order of literals of which the first one that
// changes in a step becomes true: a counter that stops at its end has its bits in this order, the
// highest one first. These changes are finite in number, and rounds are counted between them alone:
// a change empties the chain. So k need not be as large as the number of steps that it takes until
// everything is in its place. The ranking is lexicographic: these literals, then the chain.
//
// A run with k rounds that comes back to a state is searched for a lasso, which costs little.
#include "engine/liveness/k_liveness.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/liveness/loops.h"

namespace cairn::live {
namespace {

/// What counts on the bad state's staying the same is left out.
ic3::Ic3Config suitable(ic3::Ic3Config config) {
  config.abstract_constraints = false;
  config.abstract_next = false;
  config.abstract_latches = false;
  config.predicate_property = false;
  config.semantic_cone = false;
  config.direction = ic3::Ic3Config::Direction::Forward;
  return config;
}

}  // namespace

KLiveness::KLiveness(const BitSystem& system, const KLivenessConfig& config,
                     const ic3::Ic3Config& ic3, const Context& context)
    : system_(system), config_(config), ic3_(suitable(ic3)), context_(context), rounds_(system) {}

/// Latches with a value that they keep once they have it, in every step in which those that were
/// found before do not change: by induction, until no more are found.
void KLiveness::find_steady() {
  constexpr int kConflicts = 200;
  constexpr std::size_t kMostQueries = 20'000;
  UnrolledSolver solver(system_, Unroller::Start::Anywhere, context_.budget.hard());
  const auto literal_at = [&](Lit lit, std::uint32_t step) {
    return solver.literal(solver.unroller().at(lit, step));
  };
  solver.solver().add_unit(solver.literal(solver.constrained_at(0)));
  std::vector<bool> is_known(system_.latches.size(), false);
  std::size_t queries = 0;
  for (bool again = true; again;) {
    again = false;
    for (std::size_t i = 0; i < system_.latches.size(); ++i) {
      const Latch& latch = system_.latches[i];
      if (is_known[i] || latch.next == Lit(latch.var)) continue;
      for (const Lit lit : {Lit(latch.var), ~Lit(latch.var)}) {
        if (context_.budget.exhausted() || ++queries > kMostQueries) return;
        const int now = literal_at(lit, 0), next = literal_at(lit, 1);
        if (solver.solver().solve(std::array{now, -next}, kConflicts) !=
            IncrementalSolver::Result::Unsatisfiable)
          continue;
        steady_.push_back(lit);
        is_known[i] = again = true;
        solver.solver().add_clause(std::array{now, -next});
        solver.solver().add_clause(std::array{-now, next});
        break;
      }
    }
  }
}

void KLiveness::prepare() {
  if (config_.stabilize) find_steady();
  const auto positions = system_.leaf_positions();
  std::vector<Lit> unchanged;
  for (const Lit lit : steady_) {
    const Latch& latch = system_.latches[positions[lit.var().index]];
    unchanged.push_back(rounds_.system.aig.equal(latch.next, Lit(latch.var)));
  }
  unchanged_ = rounds_.system.aig.and_all(unchanged);
  if (!unchanged.empty()) rounds_.end_only_if(unchanged_);
  length_ = config_.chain;
  lengthen();
  is_prepared_ = true;
}

/// A chain of the length that is due, and a new IC3 for it.
void KLiveness::lengthen() {
  engine_.reset();
  counting_ = rounds_.system;
  chain_ = counting_.latches.size();
  Lit before = kTrue;
  for (std::uint32_t i = 0; i < length_; ++i) {
    const Lit latch = counting_.add_latch();
    Aig& aig = counting_.aig;
    const Lit reached = aig.or_gate(latch, aig.and_gate(before, rounds_.end));
    counting_.set_next(latch, aig.and_gate(unchanged_, reached));
    before = latch;
  }
  counting_.bad = {Lit(counting_.latches[chain_].var)};
  const Context alone{context_.log, context_.budget, progress_, context_.seed, nullptr};
  engine_ = std::make_unique<ic3::Ic3>(counting_, ic3_, alone);
  if (k_ > 1) engine_->aim_at(static_cast<std::uint32_t>(chain_ + k_ - 1));
}

Answer<BitSystem> KLiveness::run() {
  if (!is_prepared_) prepare();
  while (true) {
    Answer<BitSystem> answer = engine_->run();
    context_.progress.phase = "k-liveness";
    if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      return Safe<BitSystem>{restore(safe->invariant)};
    if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
      if (auto found = next_k(unsafe->trace)) return std::move(*found);
      continue;
    }
    auto& unknown = std::get<Unknown>(answer);
    unknown.bound = context_.progress.bound;
    return answer;
  }
}

/// Some run has k rounds: it may have a loop, or a larger k has to be tried.
std::optional<Answer<BitSystem>> KLiveness::next_k(const BitTrace& trace) {
  if (config_.lasso) {
    BitTrace run = trace;
    run.initial.resize(system_.latches.size());
    if (auto lasso = find_loop(system_, run)) return Unsafe<BitSystem>{std::move(*lasso)};
  }
  context_.log.detail("k-liveness: some run has {} rounds", k_);
  if (k_ >= config_.last)
    return Unknown{Unknown::Reason::Bound, "the last number of rounds was reached",
                   context_.progress.bound};
  ++k_;
  if (k_ > length_) {
    length_ *= 4;
    ++restarts_;
    lengthen();
  } else {
    engine_->aim_at(static_cast<std::uint32_t>(chain_ + k_ - 1));
  }
  return std::nullopt;
}

BitInvariant KLiveness::restore(const BitInvariant& invariant) const {
  RankingBuilder builder(system_, rounds_, counting_);
  GraphCopier copier = builder.leaves_now(invariant);
  std::vector<Lit>& conjuncts = builder.invariant().conjuncts;
  for (const Lit conjunct : invariant.conjuncts) conjuncts.push_back(copier.copy(conjunct));
  const auto link = [&](std::uint32_t i) { return Lit(counting_.latches[chain_ + i].var); };
  conjuncts.push_back(~builder.now(link(k_ - 1)));
  const auto both = [&](Lit lit) {
    return RankingBuilder::Level{builder.now(lit), builder.later(lit)};
  };
  std::vector<RankingBuilder::Level> levels, steady;
  for (std::uint32_t i = 0; i + 1 < k_; ++i) levels.push_back(both(link(i)));
  for (const Lit lit : steady_) steady.push_back(both(lit));
  return builder.by_levels(levels, steady);
}

void KLiveness::add_statistics(Statistics& statistics) const {
  statistics.count("k-liveness.k", k_);
  statistics.count("k-liveness.steady", steady_.size());
  statistics.count("k-liveness.restarts", restarts_);
  if (engine_) engine_->add_statistics(statistics);
}

}  // namespace cairn::live
