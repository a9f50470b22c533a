// SPDX-License-Identifier: MIT
//
// The query. The system has a latch that tells that a round ended in the step before; that is bad.
// Constraints keep runs outside all shoals. The first states are those of the system, or the one
// state where the last round of the path ended.
//
// The ranking. Let I be the invariant of a query that has no counterexample, with the latch false,
// as it must be for I to hold. A step from a state of I leads to a state of I or into an older
// shoal; and if a round ends in it, into an older shoal. So the shoals up to each one are together
// a set that is never left: level i is the union of all shoals but the last i - 1. The query that
// proves the property is about the first states: all reachable ones are in its I or in a shoal.
#include "engine/liveness/rlive.h"

#include <algorithm>

#include "base/error.h"
#include "engine/liveness/loops.h"

namespace cairn::live {

Rlive::Rlive(const BitSystem& system, const RliveConfig& config, const Context& context,
             const MakeSafetyEngine& make)
    : system_(system),
      config_(config),
      context_(context),
      make_(make),
      rounds_(system),
      outside_(rounds_.system) {
  ended_ = outside_.add_latch();
  outside_.set_next(ended_, rounds_.end);
  outside_.bad = {ended_};
  stops_.push_back({});
  path_.initial.assign(system_.latches.size(), Lbool::Undef);
}

void Rlive::start_query() {
  ++queries_;
  query_ = outside_;
  const std::vector<bool>& state = stops_.back().state;
  for (std::size_t i = 0; i < state.size(); ++i)
    query_.latches[i].reset = state[i] ? kTrue : kFalse;
  const Context alone{context_.log, context_.budget, progress_, context_.seed, nullptr};
  engine_ = make_(query_, alone);
}

Answer<BitSystem> Rlive::run() {
  while (true) {
    if (!engine_) start_query();
    Answer<BitSystem> answer = engine_->run();
    context_.progress.phase = "rlive";
    std::optional<Answer<BitSystem>> found;
    if (auto* unknown = std::get_if<Unknown>(&answer)) {
      unknown->bound = context_.progress.bound;
      return answer;
    }
    engine_.reset();
    if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
      found = reached(unsafe->trace);
    else
      found = unreachable(std::move(std::get<Safe<BitSystem>>(answer).invariant));
    if (found) return std::move(*found);
    if (context_.budget.exhausted_by_now())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
  }
}

/// A round ended: the path goes on from there, unless it has been there before.
std::optional<Answer<BitSystem>> Rlive::reached(const BitTrace& trace) {
  BitTrace part = trace;
  // Values that are left open are those that the replay takes for them.
  const std::vector<bool>& from = stops_.back().state;
  for (std::size_t i = 0; i < part.initial.size(); ++i) {
    const Latch& latch = query_.latches[i];
    if (latch.has_constant_reset()) part.initial[i] = to_lbool(latch.reset == kTrue);
    if (part.initial[i] == Lbool::Undef) part.initial[i] = Lbool::False;
  }
  if (from.empty())
    path_.initial.assign(part.initial.begin(), part.initial.begin() + static_cast<std::ptrdiff_t>(
                                                                          system_.latches.size()));
  std::vector<bool> state = last_state(query_, part);
  state.resize(rounds_.system.latches.size());
  part.inputs.pop_back();
  path_.inputs.insert(path_.inputs.end(), part.inputs.begin(), part.inputs.end());
  path_.inputs.emplace_back(system_.inputs.size(), Lbool::False);  // for the state alone
  auto lasso = find_loop(system_, path_);
  path_.inputs.pop_back();
  if (lasso) return Unsafe<BitSystem>{std::move(*lasso)};
  stops_.push_back({std::move(state), path_.inputs.size()});
  deepest_ = std::max<std::uint64_t>(deepest_, stops_.size() - 1);
  context_.log.detail("rlive: {} rounds, {} steps, {} shoals", stops_.size() - 1,
                      path_.inputs.size(), shoals_.size());
  if (stops_.size() > config_.depth)
    return Unknown{Unknown::Reason::Bound, "the path has as many rounds as it may",
                   context_.progress.bound};
  return std::nullopt;
}

/// No round ends any more: a shoal, or the proof.
std::optional<Answer<BitSystem>> Rlive::unreachable(BitInvariant invariant) {
  if (!invariant.auxiliary.empty())
    return Unknown{Unknown::Reason::Unsupported,
                   "the proof has states of its own, from which no ranking can be made", -1};
  if (stops_.size() == 1) {
    proof_ = std::move(invariant);
    return Safe<BitSystem>{restore()};
  }
  GraphCopier copier(invariant.aig, outside_.aig);
  for (std::size_t i = 0; i < outside_.inputs.size(); ++i)
    copier.set_image(invariant.input(i).var(), Lit(outside_.inputs[i]));
  for (std::size_t i = 0; i < outside_.latches.size(); ++i)
    copier.set_image(invariant.latch(i).var(), Lit(outside_.latches[i].var));
  copier.set_image(invariant.latch(rounds_.system.latches.size()).var(), kFalse);
  std::vector<Lit> conjuncts;
  for (const Lit conjunct : invariant.conjuncts) conjuncts.push_back(copier.copy(conjunct));
  outside_.constraints.push_back(~outside_.aig.and_all(conjuncts));
  shoals_.push_back(std::move(invariant));
  stops_.pop_back();
  path_.inputs.resize(stops_.back().steps);
  return std::nullopt;
}

BitInvariant Rlive::restore() const {
  RankingBuilder builder(system_, rounds_, rounds_.system);
  Aig& aig = builder.aig();
  const std::size_t ended = rounds_.system.latches.size();
  const auto conjuncts = [&](const BitInvariant& invariant, bool is_later) {
    GraphCopier copier = is_later ? builder.leaves_later(invariant) : builder.leaves_now(invariant);
    copier.set_image(invariant.latch(ended).var(), kFalse);
    std::vector<Lit> copies;
    for (const Lit conjunct : invariant.conjuncts) copies.push_back(copier.copy(conjunct));
    return copies;
  };
  std::vector<RankingBuilder::Level> levels;
  RankingBuilder::Level all{kFalse, kFalse};
  for (const BitInvariant& shoal : shoals_) {
    all.now = aig.or_gate(all.now, aig.and_all(conjuncts(shoal, false)));
    all.later = aig.or_gate(all.later, aig.and_all(conjuncts(shoal, true)));
    levels.push_back(all);
  }
  std::reverse(levels.begin(), levels.end());
  for (const Lit conjunct : conjuncts(*proof_, false))
    builder.invariant().conjuncts.push_back(aig.or_gate(all.now, conjunct));
  if (!rounds_.seen.empty()) {
    std::vector<Lit> seen;
    for (const Lit lit : rounds_.seen) seen.push_back(builder.now(lit));
    builder.invariant().conjuncts.push_back(~aig.and_all(seen));
  }
  return builder.by_levels(levels, {});
}

void Rlive::add_statistics(Statistics& statistics) const {
  statistics.count("rlive.queries", queries_);
  statistics.count("rlive.shoals", shoals_.size());
  statistics.count("rlive.depth", deepest_);
}

}  // namespace cairn::live
