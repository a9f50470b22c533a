// SPDX-License-Identifier: MIT
//
// k-induction on two incremental solvers [MS08, Algorithm 3; Een03]. For growing k:
//  - step: is there a path of constrained steps 0..k from any state, not bad in 0..k-1 and bad in
//  k? If
//    not, every counterexample has fewer than k steps after the first.
//  - base: is there a counterexample of k steps? As in bmc.cpp: constraints hold in steps 0..k, for
//    AIGER lets a run end in a bad step.
//  - forward: is there a constrained loop-free path of k steps from a first state? If not, every
//    shortest counterexample has fewer than k steps. The largest k with such a path is the
//    recurrence diameter of what is not bad [MS08, section 7]; it is known when each k was asked
//    for.
// The step case is asked before the base case of the same k, as in the paper; it needs the base
// case up to k - 1 only. What is known of steps before k becomes clauses for good.
//
// A shortest counterexample has no two equal states: what lies between them could be left out, with
// the inputs of the later one. So the step and the forward query may exclude loops, which makes
// the method complete. States are made to differ in pairs, those that were equal in a path that was
// found [Een03, section 4]. Unlike there the clauses are guarded, because of the certificates.
//
// Certificates. A step case that allows loops becomes an inductive invariant with some history
// (history.h), constraints that end all runs become one too (lifetime.h). For a proof that needs
// loop-free paths there is no such construction: "no earlier state is equal to this one" is about
// the whole run. Nor is there a larger k for which loops could be allowed: if a path to a bad state
// has a loop, going round it makes such paths of all lengths. The system, now known to be safe, is
// given to IC3 then; if this does not find an invariant either, there is no answer: Safe is never
// said without one. Only after the forward check, which says nothing about the step case, a few
// larger k are tried first.
//
// For the same reason, when loops are not to be excluded (SimplePath::Off), the first path with a
// loop ends the step case: no k will do. What is left is the base case, bounded model checking.
#include "engine/kind/kind.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "engine/ic3/ic3.h"
#include "engine/kind/history.h"
#include "engine/shared/lifetime.h"
#include "model/exchange.h"

namespace cairn::kind {

using Result = IncrementalSolver::Result;

std::string KindConfig::validate() const {
  if (step == 0) return "the step between values of k must be at least 1";
  return "";
}

Kind::Kind(const BitSystem& system, const KindConfig& config, const ic3::Ic3Config& ic3,
           const Context& context)
    : system_(system),
      config_(config),
      ic3_config_(ic3),
      context_(context),
      lemmas_(config.lemmas) {
  CAIRN_CHECK(config.validate().empty());
}

Kind::~Kind() = default;

void Kind::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
  if (ic3_) ic3_->add_statistics(statistics);
}

Answer<BitSystem> Kind::run() {
  context_.progress.phase = "kind";
  if (!base_ && !ic3_) {
    base_ = std::make_unique<Paths>(system_, Unroller::Start::Reset, config_.simple_path,
                                    std::span<const Cube>(), context_.budget);
    step_ = std::make_unique<Paths>(system_, Unroller::Start::Anywhere, config_.simple_path,
                                    lemmas_, context_.budget);
  }
  Ended ended;
  while (!ended && loop_free_proof_.empty()) {
    ended = advance();
    count();
  }
  if (!ended && !ic3_) {
    ended = certify_without_loops();
    count();
  }
  return ended ? std::move(*ended) : certify_by_ic3();
}

// The body of the loop of [MS08, Algorithm 3]. What was answered for this k before a stop is kept.
Kind::Ended Kind::advance() {
  if (!step_answer_) import_lemmas();
  if (!step_answer_ && !is_step_due()) step_answer_ = Step::Open;
  if (!step_answer_) {
    const Step answer = ask_step(k_, Paths::Loops::Excluded);
    if (answer == Step::Undecided) return stopped();
    step_answer_ = answer;
    step_due_ = std::uint64_t{2} * k_;
  }
  if (Ended ended = clear_base(bound_to_clear())) return ended;
  if (step_answer_ == Step::Proved) return safe(k_);
  if (step_answer_ == Step::LoopFree) {
    found_loop_free("no loop-free path to a bad state has that many steps");
    return std::nullopt;
  }
  if (is_forward_due()) {
    if (Ended ended = check_forward()) return ended;
    if (!loop_free_proof_.empty()) return std::nullopt;
    forward_done_ = true;
    forward_due_ = std::uint64_t{2} * k_ + 1;
  }
  if (k_ >= config_.last)
    return Unknown{Unknown::Reason::Bound, "the last k was reached", cleared_};
  k_ = config_.last - k_ > config_.step ? k_ + config_.step : config_.last;
  step_answer_.reset();
  forward_done_ = false;
  return std::nullopt;
}

/// Of what other workers found, lemmas that hold in all reachable states strengthen the step case.
/// The certificate has to contain them, so they have to be inductive together with what it contains
/// already; that is asked here, and nothing is trusted.
void Kind::import_lemmas() {
  constexpr std::size_t kMost = 500, kMostLiterals = 10;
  if (context_.exchange == nullptr || !step_) return;
  std::vector<SharedLemma> arrived;
  context_.exchange->take(arrived);
  for (const SharedLemma& lemma : arrived) {
    if (context_.budget.exhausted() || lemmas_.size() >= kMost) return;
    if (lemma.level != SharedLemma::kEverywhere || lemma.cube.size() > kMostLiterals) continue;
    const auto cube = latch_cube(system_, lemma);
    if (!cube) continue;
    if (!inductive_) {
      inductive_ = std::make_unique<InductiveLemmas>(system_, context_.budget);
      for (const Cube& known : lemmas_) inductive_->assume(known);
    }
    if (!inductive_->add(*cube)) continue;
    lemmas_.push_back(*cube);
    step_->add_lemma(*cube);
    ++stats_.lemmas;
    ++context_.exchange->counts().taken;
  }
}

/// Once a path to a bad state had a loop, the only proof that is left is one over loop-free paths,
/// which IC3 has to find anew, and most systems have none with a small k. So the base case must not
/// wait for it.
bool Kind::is_step_due() const {
  if (!step_->found_loop()) return true;
  if (config_.simple_path == KindConfig::SimplePath::Off) return false;
  return config_.loop_free == KindConfig::LoopFree::Each || k_ >= step_due_ || k_ >= config_.last;
}

/// The limits grow with each query that was given up: what can be proved will be.
Paths::Limits Kind::effort(Paths::Loops loops) const {
  if (loops == Paths::Loops::Allowed || !step_->found_loop() ||
      config_.loop_free == KindConfig::LoopFree::Each)
    return {};
  const auto times = static_cast<std::uint32_t>(std::min<std::uint64_t>(1 + stats_.given_up, 1000));
  return {.conflicts = static_cast<int>(1000 * times), .rounds = 10 * times};
}

Kind::Step Kind::ask_step(std::uint32_t k, Paths::Loops loops) {
  if (context_.budget.exhausted()) return Step::Undecided;
  stats_.k = k;
  step_->close_before(k);
  ++(loops == Paths::Loops::Excluded ? stats_.step_queries : stats_.plain_queries);
  switch (step_->ask(step_->bad_end(k), k, loops, effort(loops))) {
    case Result::Unknown:
      if (context_.budget.exhausted()) return Step::Undecided;
      ++stats_.given_up;
      return Step::Open;
    case Result::Satisfiable:
      context_.log.detail("kind: not {}-inductive{}", k,
                          step_->found_loop() ? " if paths may have loops" : "");
      return Step::Open;
    case Result::Unsatisfiable:
      break;
  }
  return step_->loops_mattered() ? Step::LoopFree : Step::Proved;
}

/// A proof needs the bounds below k; an open step case goes on only after its own bound, unless the
/// base case may lag behind.
std::int64_t Kind::bound_to_clear() const {
  if (step_answer_ != Step::Open) return std::int64_t{k_} - 1;
  const bool may_wait = k_ < config_.last && k_ - cleared_ <= config_.lag;
  return may_wait ? cleared_ : std::int64_t{k_};
}

Kind::Ended Kind::clear_base(std::int64_t bound) {
  while (cleared_ < bound) {
    if (context_.budget.exhausted()) return stopped();
    const auto next = static_cast<std::uint32_t>(cleared_ + 1);
    base_->close_before(next);
    if (const Lit query = base_->bad_end(next); query == kFalse) {
      ++stats_.base_folded;
    } else {
      ++stats_.base_queries;
      const Result result = base_->ask(query, next, Paths::Loops::Allowed);
      if (result == Result::Unknown) return stopped();
      if (result == Result::Satisfiable) return Unsafe<BitSystem>{base_->trace(next)};
      if (!base_->query_mattered()) return short_lived(next - 1);
    }
    cleared_ = next;
    context_.progress.clear(cleared_);
    context_.log.detail("kind: bound {} cleared", cleared_);
    if (base_->is_dead()) return short_lived(next);
    count();
  }
  return std::nullopt;
}

bool Kind::is_forward_due() const {
  using Forward = KindConfig::Forward;
  if (config_.forward == Forward::Off || forward_done_ || cleared_ != k_) return false;
  if (config_.simple_path == KindConfig::SimplePath::Off && system_.constraints.empty())
    return false;  // there is always some path
  return config_.forward == Forward::Each || k_ >= forward_due_;
}

Kind::Ended Kind::check_forward() {
  // Paths from a first state are found easily as a rule, and to make them loop-free is work that
  // seldom pays. Constraints that end all runs are found with little.
  constexpr Paths::Limits kLittle{.conflicts = 10000, .rounds = 50};
  const bool each = config_.forward == KindConfig::Forward::Each;
  ++stats_.forward_queries;
  base_->close_before(k_ + 1);
  const Result result =
      base_->ask(kTrue, k_, Paths::Loops::Excluded, each ? Paths::Limits() : kLittle);
  if (context_.budget.exhausted() && result != Result::Unsatisfiable) return stopped();
  if (result == Result::Satisfiable) stats_.longest = std::max<std::uint64_t>(stats_.longest, k_);
  if (result != Result::Unsatisfiable) return std::nullopt;
  if (stats_.longest + 1 == k_) stats_.diameter = 1;
  if (!base_->loops_mattered()) return short_lived(k_);
  found_loop_free("no loop-free path from a first state has that many steps");
  return std::nullopt;
}

void Kind::found_loop_free(const char* how) {
  stats_.loop_free = k_;
  plain_k_ = k_;
  loop_free_proof_ =
      fmt::format("proved by induction over loop-free paths with k = {} ({})", k_, how);
  context_.log.info("kind: {}", loop_free_proof_);
}

/// A proof without the help of loop-freedom, perhaps with a larger k.
Kind::Ended Kind::certify_without_loops() {
  for (; !step_->found_loop() && plain_k_ - k_ <= config_.plain; ++plain_k_) {
    switch (ask_step(plain_k_, Paths::Loops::Allowed)) {
      case Step::Undecided:
        return stopped();
      case Step::Proved:
        if (Ended ended = clear_base(std::int64_t{plain_k_} - 1)) return ended;
        return safe(plain_k_);
      default:
        break;
    }
  }
  return std::nullopt;
}

Answer<BitSystem> Kind::certify_by_ic3() {
  if (config_.certify == KindConfig::Certify::None)
    return Unknown{Unknown::Reason::Unsupported,
                   loop_free_proof_ + ", but there is no certificate for it", cleared_};
  if (!ic3_) {
    base_.reset();
    step_.reset();
    ic3_ = std::make_unique<ic3::Ic3>(system_, ic3_config_, context_);
  }
  Answer<BitSystem> answer = ic3_->run();
  CAIRN_CHECK(!std::holds_alternative<Unsafe<BitSystem>>(answer));
  if (auto* unknown = std::get_if<Unknown>(&answer))
    unknown->explanation += "; " + loop_free_proof_ + ", but no certificate was found";
  return answer;
}

Answer<BitSystem> Kind::safe(std::uint32_t k) {
  context_.log.info("kind: the property is {}-inductive", k);
  BitInvariant invariant = history_invariant(system_, k, lemmas_);
  stats_.history = invariant.auxiliary.size();
  return Safe<BitSystem>{std::move(invariant)};
}

/// The constraints end all runs: none has constrained steps 0 to `last`.
Answer<BitSystem> Kind::short_lived(std::uint32_t last) {
  context_.log.info("kind: no run has {} constrained steps", std::uint64_t{last} + 1);
  BitInvariant invariant = bounded_lifetime_invariant(system_, last);
  stats_.history = invariant.auxiliary.size();
  return Safe<BitSystem>{std::move(invariant)};
}

void Kind::count() {
  stats_.looping = step_->found_loop() ? 1 : 0;
  stats_.pairs = base_->num_pairs() + step_->num_pairs();
  stats_.calls = base_->num_calls() + step_->num_calls();
  stats_.nodes = base_->num_nodes() + step_->num_nodes();
  stats_.variables = base_->num_variables() + step_->num_variables();
  stats_.clauses = base_->num_clauses() + step_->num_clauses();
  context_.progress.clauses = stats_.clauses;
}

Unknown Kind::stopped() const {
  return unknown_for(context_.budget.reason(), cleared_);
}

}  // namespace cairn::kind
