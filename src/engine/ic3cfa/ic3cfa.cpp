// SPDX-License-Identifier: MIT
//
// The search [Lan18, algorithms 12 to 14]. Where we differ:
//  - A cube is blocked after all edges into its location have passed; algorithm 14 as printed
//    blocks inside the loop over edges.
//  - Nothing enters the initial location, and its frames are true: a region there is a
//    counterexample, whatever the level.
//  - Inputs. Predecessors that read inputs are those for one value of them, so an obligation is
//    asked again when they are blocked. Only if all of them are exact it is not (page 113), nor if
//    a query had no answer.
//  - CTI regions are the guards of the edges into the error location; the cubes come from models.
//
// A run that has to stop leaves the obligation that it works on in the queue, so that the next call
// of run() goes on from there.
#include "engine/ic3cfa/ic3cfa.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn::ic3cfa {

using Config = Ic3CfaConfig;

Ic3Cfa::Ic3Cfa(const Cfa& cfa, const Ic3CfaConfig& config, const Context& context)
    : cfa_(cfa),
      terms_(*cfa.terms),
      config_(config),
      context_(context),
      moves_(cfa, config),
      frames_(cfa.locations.size()),
      inductivity_(moves_, frames_, config_, context),
      generalize_(moves_, frames_, inductivity_, config_),
      obligations_(config.order, context.seed) {
  CAIRN_CHECK(config.validate().empty());
}

Answer<Cfa> Ic3Cfa::run() {
  context_.progress.phase = "ic3cfa";
  return prove();
}

Answer<Cfa> Ic3Cfa::stopped() const {
  if (inductivity_.out_of_budget())
    return unknown_for(context_.budget.reason(), context_.progress.bound);
  return Unknown{Unknown::Reason::Unsupported, inductivity_.reason(), context_.progress.bound};
}

Ic3Cfa::Status Ic3Cfa::sow() {
  if (sown_ || !config_.seeds) return Status::Done;
  if (!seeds_) seeds_ = std::make_unique<SeedFacts>(moves_, config_, context_);
  if (!seeds_->run()) return Status::Stopped;
  for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i)
    inductivity_.assume({i}, seeds_->at({i}));
  sown_ = true;
  return Status::Done;
}

/// Algorithm 12.
Answer<Cfa> Ic3Cfa::prove() {
  if (violation_) return Unsafe<Cfa>{trace()};  // run() again
  if (sow() == Status::Stopped) return stopped();
  for (;; ++frontier_) {
    stats_.frontier = frontier_;
    context_.progress.level = frontier_;
    generalize_.set_frontier(frontier_);
    const Status status = strengthen();
    if (status == Status::Found) return Unsafe<Cfa>{trace()};
    if (status == Status::Stopped) return stopped();
    context_.progress.clear(frontier_);
    if (propagate() == Status::Stopped) return stopped();
    if (const auto level = fixed_point()) return Safe<Cfa>{invariant(*level)};
    if (frontier_ == config_.max_level)
      return Unknown{Unknown::Reason::Bound, "the last frame was reached", context_.progress.bound};
    take_up_obligations();
  }
}

/// Algorithm 13. The obligations of an interrupted run come first.
Ic3Cfa::Status Ic3Cfa::strengthen() {
  if (const Status status = backward_block(); status != Status::Done) return status;
  for (const MoveId move : moves_.into(cfa_.error)) {
    for (;;) {
      const Inductive answer =
          inductivity_.check_single_edge(move, frontier_, {}, Urgency::Critical);
      if (answer == Inductive::Yes) break;
      if (answer == Inductive::Unknown) return Status::Stopped;
      ++stats_.regions;
      if (add_obligation(frontier_, predecessor(move, {}, nullptr).region) == Status::Found)
        return Status::Found;
      if (const Status status = backward_block(); status != Status::Done) return status;
    }
  }
  return Status::Done;
}

/// Algorithm 14.
Ic3Cfa::Status Ic3Cfa::backward_block() {
  while (!obligations_.empty()) {
    if (context_.budget.exhausted()) return Status::Stopped;
    const CfaObligation obligation = obligations_.pop();
    context_.progress.obligations = obligations_.size();
    context_.progress.queries += smt().queries - std::exchange(told_queries_, smt().queries);
    const Status status = handle(obligation);
    if (status == Status::Stopped)
      obligations_.push(obligation.level, obligation.region, obligation.explored,
                        obligation.returned);
    if (status != Status::Done) return status;
  }
  return Status::Done;
}

Ic3Cfa::Status Ic3Cfa::handle(const CfaObligation& obligation) {
  ++stats_.obligations;
  const BadRegion& region = *obligation.region;
  bool is_done = is_blocked(region, obligation.level);
  if (!is_done && obligation.returned && config_.check_returned) {
    is_done = inductivity_.is_blocked(region.at, obligation.level, region.cube) == Inductive::Yes;
    stats_.returned += is_done ? 1 : 0;
  }
  if (is_done) {
    keep(obligation, obligation.level);
    return Status::Done;
  }
  Explored explored = Unreachable{};
  if (obligation.explored && config_.requeue_shortcut)
    ++stats_.shortcuts;
  else
    explored = explore(obligation);

  if (std::holds_alternative<NoAnswer>(explored)) return Status::Stopped;
  if (std::holds_alternative<Violation>(explored)) return Status::Found;
  if (const auto* reachable = std::get_if<Reachable>(&explored)) {
    obligations_.push(obligation.level, obligation.region, reachable->is_complete);
  } else if (const auto* part = std::get_if<InductivePart>(&explored)) {
    block(obligation, part->cube);
  } else {
    auto& proofs = std::get<Unreachable>(explored).proofs;
    block(obligation, generalize_(region.at, obligation.level, region.cube, std::move(proofs)));
  }
  return Status::Done;
}

Ic3Cfa::Explored Ic3Cfa::explore(const CfaObligation& obligation) {
  const auto& region = obligation.region;
  const FrameLevel level = obligation.level - 1;
  if (config_.query == Config::Query::AndFilter) {
    const Inductive answer = inductivity_.check(region->at, level, region->cube, Urgency::Critical);
    if (answer == Inductive::Unknown) return NoAnswer{};
    if (answer == Inductive::Yes) return Unreachable{};
  }
  std::vector<EdgeProof> proofs;
  bool all_exact = true;
  bool found = false;
  for (const MoveId move : moves_.into(region->at)) {
    const bool has_premise = config_.self_induction && moves_[move].is_self_loop();
    const auto ask = [&] {
      return inductivity_.check_single_edge(move, level, region->cube, Urgency::Critical,
                                            has_premise ? &region->cube : nullptr);
    };
    Inductive answer = ask();
    if (answer == Inductive::No && has_premise && config_.down &&
        config_.generalize != Config::Generalize::None &&
        config_.edges == Config::EdgeApproach::Joint) {
      std::optional<TermCube> part =
          generalize_.find_inductive_part(region->at, obligation.level, region->cube, proofs);
      if (part) return InductivePart{std::move(*part)};
      answer = ask();  // the model is gone, and there may be new lemmas
    }
    if (answer == Inductive::Unknown) return NoAnswer{};
    if (answer == Inductive::Yes) {
      proofs.push_back({move, inductivity_.core()});
      continue;
    }
    found = true;
    Predecessor before = predecessor(move, region->cube, region);
    all_exact = all_exact && before.is_exact;
    if (add_obligation(level, std::move(before.region)) == Status::Found) return Violation{};
    if (config_.query == Config::Query::First) break;
  }
  if (found) return Reachable{all_exact && config_.query != Config::Query::First};
  return Unreachable{std::move(proofs)};
}

/// After a query about the move that said no: the states from which it leads into the cube.
Ic3Cfa::Predecessor Ic3Cfa::predecessor(MoveId move, const TermCube& cube,
                                        std::shared_ptr<BadRegion> next) {
  Preimage before = preimage(
      moves_, move, cube, [this](Term term) { return inductivity_.model(term); },
      config_.literal_nodes);
  ++(before.exact ? stats_.exact : stats_.partial);
  return {std::make_shared<BadRegion>(moves_[move].source, std::move(before.cube), move,
                                      std::move(next)),
          before.exact};
}

/// Found if the region is one of the initial location: it is not to be blocked, but a violation.
Ic3Cfa::Status Ic3Cfa::add_obligation(FrameLevel level, std::shared_ptr<BadRegion> region) {
  if (region->at == cfa_.initial) {
    violation_ = std::move(region);
    return Status::Found;
  }
  obligations_.push(level, std::move(region));
  return Status::Done;
}

bool Ic3Cfa::is_blocked(const BadRegion& region, FrameLevel level) const {
  return frames_.blocks(region.at, level, region.cube) ||
         (!region.lemma.empty() && frames_.blocks(region.at, level, region.lemma));
}

void Ic3Cfa::block(const CfaObligation& obligation, const TermCube& lemma) {
  const LocationId at = obligation.region->at;
  FrameLevel level = obligation.level;
  if (config_.semantic_blocking && inductivity_.is_blocked(at, level, lemma) == Inductive::Yes) {
    ++stats_.superfluous;
    // The frame excludes the region, but no single lemma does: nothing would ever say so again.
    if (config_.reuse != Config::Reuse::AtOnce) keep(obligation, level);
    return;
  }
  if (config_.push_new) level = inductivity_.highest(at, level, frontier_, lemma);
  stats_.pushed += level - obligation.level;
  ++stats_.lemmas;
  inductivity_.block(at, level, lemma);
  obligation.region->lemma = lemma;
  context_.progress.lemmas = frames_.lemmas();
  keep(obligation, level);
}

/// What becomes of an obligation that is blocked up to a level.
void Ic3Cfa::keep(const CfaObligation& obligation, FrameLevel blocked_up_to) {
  if (config_.reuse == Config::Reuse::AtOnce && blocked_up_to < frontier_) {
    ++stats_.reused;
    obligations_.push(blocked_up_to + 1, obligation.region, false, true);
  } else if (config_.reuse == Config::Reuse::Next) {
    obligations_.mask(obligation);
  }
}

void Ic3Cfa::take_up_obligations() {
  for (CfaObligation& obligation : obligations_.unmask()) {
    if (is_blocked(*obligation.region, obligation.level)) {
      obligations_.mask(std::move(obligation));
      continue;
    }
    ++stats_.reused;
    obligations_.push(obligation.level, obligation.region, false, true);
  }
}

void Ic3Cfa::add_statistics(Statistics& statistics) const {
  statistics.count("ic3cfa.frontier", stats_.frontier);
  statistics.count("ic3cfa.moves", moves_.size());
  statistics.count("ic3cfa.regions", stats_.regions);
  statistics.count("ic3cfa.obligations", stats_.obligations);
  statistics.count("ic3cfa.predecessors.exact", stats_.exact);
  statistics.count("ic3cfa.predecessors.partial", stats_.partial);
  statistics.count("ic3cfa.obligations.shortcuts", stats_.shortcuts);
  statistics.count("ic3cfa.obligations.reused", stats_.reused);
  statistics.count("ic3cfa.obligations.returned", stats_.returned);
  statistics.count("ic3cfa.lemmas", stats_.lemmas);
  statistics.count("ic3cfa.lemmas.alive", frames_.lemmas());
  statistics.count("ic3cfa.lemmas.subsumed", frames_.subsumed());
  statistics.count("ic3cfa.lemmas.pushed", stats_.pushed);
  statistics.count("ic3cfa.propagate.edges_tried", stats_.edges_tried);
  statistics.count("ic3cfa.propagate.edges_done", stats_.edges_done);
  statistics.count("ic3cfa.lemmas.superfluous", stats_.superfluous);
  const InductivityStats& queries = inductivity_.stats();
  statistics.count("ic3cfa.queries", queries.queries);
  statistics.count("ic3cfa.queries.sat", queries.sat);
  statistics.count("ic3cfa.queries.multi", queries.multi_queries);
  statistics.count("ic3cfa.queries.primed", queries.primed);
  statistics.count("ic3cfa.queries.trivial", queries.trivial);
  statistics.count("ic3cfa.queries.precubes", queries.precubes);
  statistics.count("ic3cfa.queries.timeouts", queries.timeouts);
  statistics.count("ic3cfa.queries.interpolants", queries.interpolants);
  statistics.count("ic3cfa.solvers.rebuilt", queries.rebuilds);
  const GeneralizeStats& generalized = generalize_.stats();
  statistics.count("ic3cfa.generalize.calls", generalized.calls);
  statistics.count("ic3cfa.generalize.dropped", generalized.dropped);
  statistics.count("ic3cfa.generalize.cores", generalized.dropped_by_core);
  statistics.count("ic3cfa.generalize.dont_care", generalized.dont_care);
  statistics.count("ic3cfa.generalize.assumed", generalized.assumed);
  statistics.count("ic3cfa.generalize.interpolated", generalized.interpolated);
  statistics.count("ic3cfa.generalize.interpolant_cubes", generalized.interpolant_cubes);
  statistics.count("ic3cfa.generalize.widened", generalized.widened);
  statistics.count("ic3cfa.generalize.bits", generalized.bits);
  statistics.count("ic3cfa.generalize.joined", generalized.joined);
  statistics.count("ic3cfa.generalize.parts", generalized.parts);
  statistics.count("ic3cfa.generalize.ctgs", generalized.ctgs);
  statistics.count("ic3cfa.generalize.ctgs_blocked", generalized.ctgs_blocked);
  if (seeds_) {
    statistics.count("ic3cfa.seeds.queries", seeds_->stats().queries);
    statistics.count("ic3cfa.seeds.facts", seeds_->stats().facts);
    statistics.count("ic3cfa.seeds.given_up", seeds_->stats().given_up);
  }
  const ContextStats& contexts = generalize_.context_stats();
  statistics.count("ic3cfa.contexts.upper", contexts.upper);
  statistics.count("ic3cfa.contexts.lower", contexts.lower);
  statistics.count("ic3cfa.contexts.extended", contexts.extended);
  statistics.count("ic3cfa.contexts.clauses_compared", contexts.clauses_compared);
  inductivity_.smt_stats().visit([&](const char* name, std::uint64_t value) {
    statistics.count(std::string("ic3cfa.") + name, value);
  });
  statistics.time("ic3cfa.solver", queries.seconds);
}

}  // namespace cairn::ic3cfa
