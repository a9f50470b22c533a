// SPDX-License-Identifier: MIT
//
// Bounded model checking on incremental solvers [MS08, section 6]. What a query is says
// bounded_search.cpp.
//
// Leaps. Clearing the bounds one by one can be far harder than finding a counterexample that is
// longer than need be: a queue of 32 words overflows after any number of detours, but that it does
// not within 31 steps is a proof about counting. So when a bound has taken many conflicts, longer
// runs are looked for by turns, in a solver of their own: runs of up to four times as many steps,
// and after some turns, of up to twice as many again. A leap that is cleared clears all bounds up
// to its end, and its solver goes on from there. Turns are counted in conflicts, not in seconds, so
// that a run can be repeated.
//
// What BMC can prove by itself: that the bad states contradict the constraints in every state,
// reachable or not (a circuit without latches is decided so), and that the constraints end every
// run within the bounds that were cleared (lifetime.h). Everything else that is safe ends in
// Unknown with the bound that was cleared.
#include "engine/bmc/bmc.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "base/error.h"
#include "engine/bmc/unrolled_solver.h"
#include "engine/shared/lifetime.h"

namespace cairn {

/// A search for runs that are longer by a factor than what was cleared.
struct Bmc::Leap {
  static constexpr std::uint32_t kFirstFactor = 4, kTurns = 3;

  std::uint32_t factor;
  std::unique_ptr<BoundedSearch> search;
  Window before, window;  // what is cleared, and what is asked about
  bool closed = false;    // what is cleared
  std::uint32_t turns = 0;

  /// False if the budget ended; then the next call goes on where this one stopped.
  bool prepare() {
    if (!closed) {
      if (!search->complete(before)) return false;
      search->close(before);
      closed = true;
    }
    return search->complete(window);
  }
};

std::string BmcConfig::validate() const {
  if (encoding == Encoding::AsAsked && solver == SolverKind::Cairn)
    return "Cairn's own solver needs gates whole: no encoding by polarity";
  if (step == 0) return "the step between bounds must be at least 1";
  if (leap > std::numeric_limits<int>::max())
    return fmt::format("there are no more than {} conflicts for a bound",
                       std::numeric_limits<int>::max());
  if (first > last) return fmt::format("the first bound, {}, is beyond the last, {}", first, last);
  return "";
}

Bmc::Bmc(const BitSystem& system, const BmcConfig& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      searching_{context.log, context.budget.hard(), context.progress, context.seed,
                 context.exchange},
      effort_(config.leap) {
  CAIRN_CHECK(config.validate().empty());
}

Bmc::~Bmc() = default;

void Bmc::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
}

// [MS08, Algorithm 2], with leaps.
Answer<BitSystem> Bmc::run() {
  context_.progress.phase = "bmc";
  if (!search_) search_ = make_search();
  while (true) {
    import_lemmas();
    if (auto answer = turn_ == Turn::Step ? step() : leap()) return std::move(*answer);
    // Only between two queries, if it can be: one that is asked again begins anew.
    if (context_.budget.exhausted_by_now()) return stopped();
  }
}

/// Lemmas that say something about steps to come. They are true, or a worker is wrong: they may
/// hide a counterexample then, but make no proof.
void Bmc::import_lemmas() {
  constexpr std::size_t kMost = 2000;
  if (context_.exchange == nullptr) return;
  std::vector<SharedLemma> arrived;
  context_.exchange->take(arrived);
  const std::size_t before = lemmas_.size();
  for (SharedLemma& lemma : arrived)
    if (lemma.level >= next_ && lemmas_.size() < kMost) lemmas_.push_back(std::move(lemma));
  context_.exchange->counts().taken += lemmas_.size() - before;
}

bool Bmc::may_leap() const {
  if (config_.leap == 0 || config_.shortest || system_.latches.empty()) return false;
  return is_under_way() || is_worth_it(end_of_leap(Leap::kFirstFactor));
}

/// Asks about the next bounds; an answer, or nothing if there is more to ask.
std::optional<Answer<BitSystem>> Bmc::step() {
  Window window = search_->unroll(next_, end_of_step());
  const int limit = may_leap() ? static_cast<int>(effort_) : BoundedSearch::kNoLimit;
  switch (search_->ask(window, limit)) {
    case Verdict::Undecided:
      if (searching_.budget.exhausted()) return stopped();
      turn_ = Turn::Leap;
      return std::nullopt;
    case Verdict::Reachable:
      return Unsafe<BitSystem>{config_.shortest ? search_->shortest_counterexample(window)
                                                : search_->counterexample(window)};
    case Verdict::Cleared:
      break;
  }
  search_->close(window);
  return cleared(window);
}

/// The same about runs that are longer than the next bound by a factor.
std::optional<Answer<BitSystem>> Bmc::leap() {
  if (!is_under_way()) leap_ = start_leap(Leap::kFirstFactor);
  if (leap_->turns == Leap::kTurns && is_worth_it(end_of_leap(2 * leap_->factor)))
    leap_ = start_leap(2 * leap_->factor);
  if (!leap_->prepare()) return stopped();
  ++stats_.leaps;
  context_.log.detail("bmc: bound {} is hard; looking for runs of up to {} steps", next_,
                      leap_->window.last);
  const Verdict verdict = leap_->search->ask(leap_->window, static_cast<int>(effort_));
  if (verdict == Verdict::Reachable)
    return Unsafe<BitSystem>{leap_->search->counterexample(leap_->window)};
  if (verdict == Verdict::Undecided && searching_.budget.exhausted()) return stopped();
  turn_ = Turn::Step;
  if (verdict == Verdict::Undecided) {
    ++leap_->turns;
    constexpr std::uint32_t kMost = std::numeric_limits<int>::max();
    effort_ = effort_ > kMost / 2 ? kMost : 2 * effort_;
    return std::nullopt;
  }
  ++stats_.cleared_leaps;
  const Window window = std::move(leap_->window);
  search_ = std::move(leap_->search);
  leap_.reset();
  search_->close(window);
  return cleared(window);
}

/// There is a leap that the steps have not caught up with.
bool Bmc::is_under_way() const {
  return leap_ && leap_->window.last > end_of_step();
}

/// Where a leap of this factor would end.
std::uint32_t Bmc::end_of_leap(std::uint32_t factor) const {
  constexpr std::uint64_t kShortest = 8;
  const std::uint64_t distance = (factor - 1) * std::max<std::uint64_t>(end_of_step(), kShortest);
  return bound_after(end_of_step(), static_cast<std::uint32_t>(
                                        std::min<std::uint64_t>(distance, BmcConfig::kNoLimit)));
}

/// Not where it would ask what the next step asks, nor so far that the unrolling takes over the
/// memory.
bool Bmc::is_worth_it(std::uint32_t end) const {
  constexpr std::uint64_t kMostGates = 20'000'000;
  return end > end_of_step() && std::uint64_t{end} * system_.aig.size() <= kMostGates;
}

std::unique_ptr<Bmc::Leap> Bmc::start_leap(std::uint32_t factor) {
  auto leap = std::make_unique<Leap>();
  leap->factor = factor;
  leap->search = make_search();
  leap->before = {0, next_ - 1, {}, {}};
  leap->closed = next_ == 0;
  leap->window = {next_, end_of_leap(factor), {}, {}};
  return leap;
}

std::unique_ptr<BoundedSearch> Bmc::make_search() {
  auto search = std::make_unique<BoundedSearch>(system_, config_.solver, config_.encoding,
                                                searching_, stats_.search);
  if (context_.exchange != nullptr) search->set_lemmas(&lemmas_);
  return search;
}

/// All bounds up to the window's last are: an answer if that proves the system or was all to do.
std::optional<Answer<BitSystem>> Bmc::cleared(const Window& window) {
  context_.progress.clear(window.last);
  context_.progress.count_query();
  context_.progress.clauses = stats_.search.clauses;
  context_.log.detail("bmc: bound {} cleared; {} nodes, {} clauses", window.last,
                      stats_.search.nodes, stats_.search.clauses);
  if (auto invariant = prove(window)) return Safe<BitSystem>{std::move(*invariant)};
  if (window.last >= config_.last)
    return Unknown{Unknown::Reason::Bound, "the last bound was reached", std::int64_t{window.last}};
  next_ = window.last + 1;
  return std::nullopt;
}

std::optional<BitInvariant> Bmc::prove(const Window& window) {
  // Whether any constrained run reaches a bound is asked now and then, for a system without one
  // would keep us busy for ever; but it is not what the user asked, so it gets little.
  constexpr int kLifetimeConflicts = 1000;
  std::optional<std::uint32_t> lifetime;
  if (window.runs_end_before && window.first > 0) {
    lifetime = window.first - 1;
  } else if (window.constrained == kFalse) {
    lifetime = window.last;
  } else if (window.constrained != kTrue && std::has_single_bit(windows_ + 1)) {
    if (search_->solver().solve({}, kLifetimeConflicts) == IncrementalSolver::Result::Unsatisfiable)
      lifetime = window.last;
  }
  if (window.constrained != kTrue && !searching_.budget.exhausted()) ++windows_;
  if (lifetime) {
    context_.log.info("bmc: no run has {} constrained steps", std::uint64_t{*lifetime} + 1);
    return bounded_lifetime_invariant(system_, *lifetime);
  }
  if (!asked_impossible_) {
    if (bad_is_impossible()) return BitInvariant(system_.inputs.size(), system_.latches.size());
    asked_impossible_ = !searching_.budget.exhausted();  // otherwise once more
  }
  return std::nullopt;
}

/// The bad states contradict the constraints in every state: "no bad state" is inductive as it is.
bool Bmc::bad_is_impossible() const {
  // With latches the query is optional, so it must not be allowed to take over the run.
  constexpr int kConflicts = 20000;
  UnrolledSolver one(system_, Unroller::Start::Anywhere, searching_.budget);
  const Lit query = one.unroller().aig().and_gate(one.bad_at(0), one.constrained_at(0));
  if (query == kFalse) return true;
  const int assumption = one.literal(query);
  return one.solver().solve(std::span(&assumption, 1), system_.latches.empty() ? -1 : kConflicts) ==
         IncrementalSolver::Result::Unsatisfiable;
}

/// Where the window of the next step ends.
std::uint32_t Bmc::end_of_step() const {
  if (next_ == 0) return config_.first;
  // A short counterexample should not have to wait for a long unrolling.
  const std::uint32_t most = config_.gradual ? next_ : config_.step;
  return bound_after(next_ - 1, std::min(most, config_.step));
}

/// Not beyond the last.
std::uint32_t Bmc::bound_after(std::uint32_t bound, std::uint32_t distance) const {
  return config_.last - bound > distance ? bound + distance : config_.last;
}

Unknown Bmc::stopped() const {
  return unknown_for(context_.budget.reason(), std::int64_t{next_} - 1);
}

}  // namespace cairn
