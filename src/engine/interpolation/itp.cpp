// SPDX-License-Identifier: MIT
//
// Interpolation-based model checking [MS08, section 7.2].
//
// At bound k the query is whether a bad state lies 1 to k steps behind a set of states R, at
// first the initial ones. It has two parts. The prefix: a state of R, its constraints, one
// transition. The suffix: from the state after it, some step 1 to k is bad, and the steps from 1 up
// to that one are constrained (a run may end in a bad step that has no constrained successor, so
// each bad step is asked for with the constraints up to it alone, as in bmc.cpp). The parts share
// the latches of step 1 and nothing else: their gates are encoded apart.
//
// If the answer is no, an interpolant holds in all constrained successors of R and in no state with
// a bad one 0 to k - 1 steps ahead. It is the next R, or joins it (ItpConfig::From). Let U be the
// initial states and all interpolants of this bound. If U covers the new one, as far as it is
// constrained, then U is an invariant as model/invariant.h wants it:
//   - U contains the initial states, and each set in U has its constrained successors in U, if
//   these are
//     constrained too;
//   - no constrained state of U is bad: of the initial ones that was asked first (bound 0), and an
//     interpolant excludes what is bad at once.
// So U is the only conjunct. U may be closed under transitions before an interpolant shows it by
// adding nothing: that is asked as well (ItpConfig::closure), since every further interpolant costs
// a refutation and may well be larger.
//
// If the answer is yes and R is the set of initial states, that is a counterexample; if R is not,
// nothing is known but that k is too small. After n interpolants, no bad state is reachable within
// k + n - 1 steps: the next bound may be k + n [MS08, section 7.3].
//
// Every query has a solver and a proof of its own. The prefix changes from one to the next, and
// clauses that were learnt from the old one would be wrong.
#include "engine/interpolation/itp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/ic3/ic3.h"
#include "engine/interpolation/itp_query.h"
#include "engine/shared/stop_watch.h"
#include "logic/bit/copy.h"
#include "sat/sweep.h"

namespace cairn {
std::string ItpConfig::validate() const {
  if (first == 0) return "the first bound must be at least 1";
  if (first > last) return fmt::format("the first bound, {}, is beyond the last, {}", first, last);
  if (!(simplify_seconds >= 0)) return "the time for simplification must not be negative";
  return "";
}

Itp::Itp(const BitSystem& system, const ItpConfig& config, const ic3::Ic3Config& ic3,
         const Context& context)
    : system_(system), config_(config), ic3_config_(ic3), context_(context), bound_(config.first) {
  CAIRN_CHECK(config.validate().empty());
}

Itp::~Itp() = default;

void Itp::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
  stats_.visit_seconds([&](const char* name, double value) { statistics.time(name, value); });
  if (ic3_) ic3_->add_statistics(statistics);
}

Unknown Itp::stopped() const {
  return unknown_for(context_.budget.reason(), cleared_);
}

// [MS08, Algorithms 4 and 5] as one loop that can be left and entered between any two queries.
Answer<BitSystem> Itp::run() {
  context_.progress.phase = "itp";
  while (!context_.budget.exhausted()) {
    MaybeAnswer answer;
    switch (stage_) {
      case Stage::FirstStep:
        answer = look_at_first_step();
        break;
      case Stage::Unroll:
        answer = unroll();
        break;
      case Stage::Ask:
        answer = ask();
        break;
      case Stage::Compare:
        answer = compare();
        break;
      case Stage::Certify:
        return certify_by_ic3();
    }
    if (answer) return std::move(*answer);
  }
  return stopped();
}

Itp::MaybeAnswer Itp::clear(std::int64_t bound) {
  cleared_ = std::max(cleared_, bound);
  context_.progress.clear(cleared_);
  if (cleared_ < std::int64_t{config_.last}) return std::nullopt;
  return Unknown{Unknown::Reason::Bound, "the last bound was reached", cleared_};
}

// Bound 0.
Itp::MaybeAnswer Itp::look_at_first_step() {
  if (!first_step_)
    first_step_ =
        std::make_unique<UnrolledSolver>(system_, Unroller::Start::Reset, context_.budget);
  UnrolledSolver& first = *first_step_;
  const Lit query = first.unroller().aig().and_gate(first.bad_at(0), first.constrained_at(0));
  if (query != kFalse) {
    const int assumption = first.literal(query);
    const IncrementalSolver::Result result = first.solver().solve(std::span(&assumption, 1));
    if (result == IncrementalSolver::Result::Unknown) return stopped();
    if (result == IncrementalSolver::Result::Satisfiable) return Unsafe<BitSystem>{first.trace(0)};
  }
  first_step_.reset();
  from_reset_ = std::make_unique<ItpPrefix>(system_, Unroller::Start::Reset);
  from_anywhere_ = std::make_unique<ItpPrefix>(system_, Unroller::Start::Anywhere);
  suffix_ = std::make_unique<ItpSuffix>(system_);
  stage_ = Stage::Unroll;
  return clear(0);
}

Itp::MaybeAnswer Itp::unroll() {
  if (!suffix_->extend(bound_, context_.budget)) return stopped();
  reached_ = std::make_unique<ItpReached>(system_, *from_anywhere_, context_.budget);
  iteration_ = 0;
  ++stats_.bounds;
  stats_.bound = bound_;
  context_.log.detail("itp: bound {}; {} nodes, {} clauses", bound_, suffix_->num_nodes(),
                      suffix_->clauses().num_clauses());
  stage_ = Stage::Ask;
  return std::nullopt;
}

// The initial states are constants if they are all that was reached.
void Itp::make_query() {
  if (reached_->only_initial()) {
    query_ = std::make_unique<ItpQuery>(system_, *from_reset_, kTrue, *suffix_, context_.budget);
  } else {
    const Lit from = config_.from == ItpConfig::From::All ? reached_->all() : reached_->last();
    query_ =
        std::make_unique<ItpQuery>(system_, reached_->prefix(), from, *suffix_, context_.budget);
  }
  ++stats_.queries;
}

Itp::MaybeAnswer Itp::ask() {
  if (!query_) make_query();
  const std::uint64_t before = query_->stats().conflicts;
  sat::Result result;
  {
    const StopWatch watch(stats_.solve_seconds);
    result = query_->ask();
  }
  conflicts_ = query_->stats().conflicts;
  stats_.conflicts += conflicts_ - before;
  context_.progress.clauses = query_->num_clauses();
  if (result == sat::Result::Unknown) return stopped();
  if (result == sat::Result::Satisfiable) {
    if (reached_->only_initial()) return Unsafe<BitSystem>{query_->trace()};
    leave_bound();
    return std::nullopt;
  }
  interpolate();
  stage_ = Stage::Compare;
  return clear(std::int64_t{bound_} + iteration_);
}

// A false counterexample: the bound is too small for the interpolants that were found.
void Itp::leave_bound() {
  query_.reset();
  reached_.reset();
  const auto next =
      static_cast<std::uint32_t>(config_.reschedule ? cleared_ + 1 : std::int64_t{bound_} + 1);
  context_.log.detail("itp: bound {} left after {} interpolants", bound_, iteration_);
  bound_ = next;
  stage_ = Stage::Unroll;
}

void Itp::interpolate() {
  const auto num_latches = static_cast<std::uint32_t>(system_.latches.size());
  sat::SweptLiteral found;
  {
    const StopWatch watch(stats_.interpolate_seconds);
    const sat::Interpolator interpolator = query_->interpolator();
    Aig graph;
    for (std::uint32_t i = 0; i < num_latches; ++i) graph.add_leaf();
    const Lit interpolant = interpolator.interpolant(0, config_.system, graph, [this](Var shared) {
      return Lit(Var{1 + query_->latch_of(shared)});
    });
    found = sat::extract_literal(graph, interpolant, num_latches);
    stats_.proof_clauses += interpolator.num_clauses();
  }
  query_.reset();
  if (config_.keep) conjoin_kept(found);
  ++stats_.interpolants;
  stats_.gates += found.graph.num_ands();
  const std::uint32_t before = found.graph.num_ands();
  if (config_.simplify) {
    const StopWatch watch(stats_.simplify_seconds);
    found = sat::sweep_literal(found.graph, found.literal, num_latches,
                               {config_.simplify_seconds, config_.simplify_conflicts},
                               context_.budget, context_.seed);
  }
  stats_.kept_gates += found.graph.num_ands();
  context_.log.detail("itp: bound {}, interpolant {}: {} gates, {} simplified", bound_,
                      iteration_ + 1, before, found.graph.num_ands());
  reached_->propose(found.graph, found.literal);
  if (!config_.keep) return;
  if (iteration_ == kept_.size())
    kept_.push_back(std::move(found));
  else
    kept_[iteration_] = std::move(found);
}

/// Let S_i be the sets of an earlier bound and R_i those of this one, each a part of S_i. What R_i
/// steps into S_i does too, so it is in S_(i+1) as well as in the new interpolant; with From::All
/// the same is true of the unions.
void Itp::conjoin_kept(sat::SweptLiteral& found) {
  if (iteration_ >= kept_.size()) return;
  const sat::SweptLiteral& kept = kept_[iteration_];
  GraphCopier copier(kept.graph, found.graph);
  for (std::uint32_t i = 0; i < system_.latches.size(); ++i)
    copier.set_image(Var{1 + i}, Lit(Var{1 + i}));
  const Lit both = found.graph.and_gate(found.literal, copier.copy(kept.literal));
  found =
      sat::extract_literal(found.graph, both, static_cast<std::uint32_t>(system_.latches.size()));
  ++stats_.kept_interpolants;
}

// The checker will have to prove again what was proved set by set: a smaller union helps it.
Itp::MaybeAnswer Itp::proved() {
  constexpr int kConflicts = 1000;
  const std::size_t sets = reached_->num_sets();
  reached_->drop_covered_sets(kConflicts);
  BitInvariant invariant = reached_->invariant(system_);
  stats_.union_gates = invariant.aig.num_ands();
  context_.log.detail("itp: the invariant needs {} of {} sets, {} gates", reached_->num_sets(),
                      sets, stats_.union_gates);
  if (config_.certify_gates == 0 || stats_.union_gates <= config_.certify_gates)
    return Safe<BitSystem>{std::move(invariant)};
  context_.log.info("itp: proved at bound {}; a union of {} gates is closed", bound_,
                    stats_.union_gates);
  reached_.reset();
  suffix_.reset();
  stage_ = Stage::Certify;
  return std::nullopt;
}

Answer<BitSystem> Itp::certify_by_ic3() {
  if (!ic3_) ic3_ = std::make_unique<ic3::Ic3>(system_, ic3_config_, context_);
  Answer<BitSystem> answer = ic3_->run();
  CAIRN_CHECK(!std::holds_alternative<Unsafe<BitSystem>>(answer));
  if (auto* unknown = std::get_if<Unknown>(&answer))
    unknown->explanation += "; proved by interpolation, but no small certificate was found";
  return answer;
}

Itp::MaybeAnswer Itp::compare() {
  sat::Result result;
  {
    const StopWatch watch(stats_.compare_seconds);
    result = reached_->find_new_state();
  }
  if (result == sat::Result::Unknown) return stopped();
  ++stats_.comparisons;
  if (result == sat::Result::Unsatisfiable) return proved();
  reached_->accept();
  ++iteration_;
  stage_ = Stage::Ask;
  if (config_.closure && is_closed()) return proved();
  return std::nullopt;
}

// Each set but the last has its successors in the one after it: the last one's are all that
// matters.
bool Itp::is_closed() {
  constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
  const std::uint64_t conflicts =
      std::max<std::uint64_t>(config_.closure_conflicts, 2 * conflicts_);
  const StopWatch watch(stats_.closure_seconds);
  ++stats_.closure_queries;
  if (reached_->find_way_out(static_cast<int>(std::min(conflicts, kMost))) !=
      sat::Result::Unsatisfiable)
    return false;
  ++stats_.closure_proofs;
  context_.log.detail("itp: bound {}: closed after {} interpolants", bound_, iteration_);
  return true;
}

}  // namespace cairn
