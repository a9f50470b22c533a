// SPDX-License-Identifier: MIT
//
// Most assertions of a design hold because others do: alone, few are k-inductive, together nearly
// all. For growing k, on two incremental solvers:
//  - step: all open properties are candidates. Is there a path of constrained steps 0..k, from any
//    state, on which all candidates hold in steps 0..k-1 and one fails in k? Those that fail are
//    candidates no more, and the query is asked again [FL01]. What remains in the end is the
//    largest set of properties that is k-inductive.
//  - base: does a run from a first state violate an open property in step k - 1? Those that it
//    violates have failed; the others are asked for again, until none does.
// The step case for k counts when the base case is cleared up to k - 1. What is proved is assumed
// in all steps of both solvers from then on, so that others may become inductive.
//
// A set that is k-inductive is so for every larger k, and every property that fails leaves
// candidates that rest on it: not every k is tried.
#include "engine/kind/joint.h"

#include <algorithm>

#include "base/error.h"
#include "engine/kind/history.h"
#include "engine/shared/lifetime.h"

namespace cairn::kind {
namespace {

using Result = IncrementalSolver::Result;

/// 0 to 6, then in steps of a quarter.
std::uint32_t next_k(std::uint32_t k) {
  return k < 6 ? k + 1 : k + k / 4;
}

constexpr int kFirstLimit = 20'000;  // conflicts

}  // namespace

JointInduction::JointInduction(const BitSystem& system, std::vector<std::uint32_t> wanted,
                               const JointConfig& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      open_(std::move(wanted)),
      base_(system, Unroller::Start::Reset, context_.budget),
      step_(system, Unroller::Start::Anywhere, context_.budget),
      holds_before_(system.bad.size(), 0),
      assumed_for_(system.bad.size(), 0),
      limit_(kFirstLimit) {
  for (const std::uint32_t property : open_) CAIRN_CHECK(property < system.bad.size());
}

std::optional<JointInduction::Finding> JointInduction::next() {
  context_.progress.phase = "joint";
  while (!open_.empty() && !is_through() && !context_.budget.exhausted_by_now()) {
    if (is_step_due()) {
      if (auto found = prove_inductive()) return found;
      if (!is_tried_) break;
    }
    if (auto found = clear_next_bound()) return found;
    if (cleared_ + 1 > std::int64_t{k_} && is_tried_) {
      k_ = next_k(k_);
      is_tried_ = is_begun_ = false;
    }
  }
  return std::nullopt;
}

void JointInduction::close(std::uint32_t property) {
  std::erase(open_, property);
  std::erase(candidates_, property);
}

void JointInduction::assume(std::uint32_t property) {
  close(property);
  proved_.push_back(property);
}

void JointInduction::drop(std::uint32_t property) {
  close(property);
  is_begun_ = false;  // others were assumed to hold together with it
}

// ---- What both cases are made of.

void JointInduction::assume_proved(UnrolledSolver& unrolled, std::uint32_t steps,
                                   std::vector<std::uint32_t>& known) {
  known.resize(proved_.size(), 0);
  for (std::size_t i = 0; i < proved_.size(); ++i)
    for (; known[i] < steps; ++known[i]) {
      const Lit bad = unrolled.unroller().at(system_.bad[proved_[i]], known[i]);
      if (bad != kFalse) unrolled.solver().add_unit(-unrolled.literal(bad));
    }
}

/// A literal that, assumed, makes one of the properties fail in the step.
int JointInduction::some_bad(UnrolledSolver& unrolled, const std::vector<std::uint32_t>& properties,
                             std::uint32_t step) {
  const int some = unrolled.literal(unrolled.unroller().aig().add_leaf());
  std::vector<int> clause{-some};
  for (const std::uint32_t property : properties) {
    const Lit bad = unrolled.unroller().at(system_.bad[property], step);
    if (bad != kFalse) clause.push_back(unrolled.literal(bad));
  }
  unrolled.solver().add_clause(clause);
  return some;
}

std::vector<std::uint32_t> JointInduction::bad_in_model(
    UnrolledSolver& unrolled, const std::vector<std::uint32_t>& properties, std::uint32_t step) {
  std::vector<std::uint32_t> failing;
  for (const std::uint32_t property : properties)
    if (unrolled.value(unrolled.unroller().at(system_.bad[property], step)) == Lbool::True)
      failing.push_back(property);
  CAIRN_CHECK(!failing.empty());
  return failing;
}

BitSystem JointInduction::strengthened(const std::vector<std::uint32_t>& properties) const {
  BitSystem system = system_;
  system.bad.clear();
  for (const std::uint32_t property : properties) system.bad.push_back(system_.bad[property]);
  for (const std::uint32_t property : proved_) system.constraints.push_back(~system_.bad[property]);
  system.names.bad = {};
  return system;
}

// ---- The base case.

void JointInduction::extend_base(std::uint32_t step) {
  for (; base_steps_ <= step; ++base_steps_)
    for (const Lit constraint : system_.constraints)
      base_.solver().add_unit(base_.literal(base_.unroller().at(constraint, base_steps_)));
  assume_proved(base_, step + 1, base_known_);
}

std::optional<JointInduction::Finding> JointInduction::clear_next_bound() {
  const auto step = static_cast<std::uint32_t>(cleared_ + 1);
  extend_base(step);
  const int some = some_bad(base_, open_, step);
  ++stats_.base_queries;
  const Result result = base_.solver().solve(std::span(&some, 1));
  if (result == Result::Unknown) return std::nullopt;
  if (result == Result::Satisfiable) {
    Failed failed{bad_in_model(base_, open_, step), base_.trace(step)};
    base_.solver().add_unit(-some);
    for (const std::uint32_t property : failed.properties) drop(property);
    return failed;
  }
  if (!base_.solver().failed(some)) return none_lives(step);
  base_.solver().add_unit(-some);
  for (const std::uint32_t property : open_)
    if (const Lit bad = base_.unroller().at(system_.bad[property], step); bad != kFalse)
      base_.solver().add_unit(-base_.literal(bad));
  cleared_ = step;
  context_.progress.clear(cleared_);
  return std::nullopt;
}

/// The constraints end all runs before this step.
JointInduction::Finding JointInduction::none_lives(std::uint32_t step) {
  impossible_step_ = step;
  Proved proved{open_, bounded_lifetime_invariant(strengthened(open_), step)};
  for (const std::uint32_t property : proved.properties) close(property);
  return proved;
}

// ---- The step case.

/// When the base case is cleared up to k - 1; and again when more was proved meanwhile.
bool JointInduction::is_step_due() const {
  if (!config_.step || k_ > config_.last_k || cleared_ < std::int64_t{k_} - 1) return false;
  return !is_tried_ || proved_.size() > proved_when_tried_;
}

void JointInduction::extend_step(std::uint32_t step) {
  for (; step_steps_ <= step; ++step_steps_)
    for (const Lit constraint : system_.constraints)
      step_.solver().add_unit(step_.literal(step_.unroller().at(constraint, step_steps_)));
  assume_proved(step_, step + 1, step_known_);
  for (const std::uint32_t property : open_) {
    if (holds_before_[property] == 0)
      holds_before_[property] = step_.literal(step_.unroller().aig().add_leaf());
    for (std::uint32_t& at = assumed_for_[property]; at < step; ++at) {
      const Lit bad = step_.unroller().at(system_.bad[property], at);
      if (bad == kFalse) continue;
      const int clause[] = {-holds_before_[property], -step_.literal(bad)};
      step_.solver().add_clause(clause);
    }
  }
}

std::optional<JointInduction::Finding> JointInduction::prove_inductive() {
  if (!is_begun_ || is_tried_) {
    candidates_ = open_;
    proved_when_tried_ = proved_.size();
    is_begun_ = true;
    is_tried_ = false;
  }
  extend_step(k_);
  while (!candidates_.empty()) {
    const Answer answer = weaken();
    if (answer == Answer::Stopped) return std::nullopt;
    if (answer == Answer::None) return proved();
  }
  is_tried_ = true;
  return std::nullopt;
}

/// Removes the candidates that fail after others held: none, or some.
JointInduction::Answer JointInduction::weaken() {
  const int some = some_bad(step_, candidates_, k_);
  std::vector<int> assumptions{some};
  for (const std::uint32_t property : candidates_) assumptions.push_back(holds_before_[property]);
  ++stats_.step_queries;
  const Result result = step_.solver().solve(assumptions, limit_);
  Answer answer = Answer::None;
  if (result == Result::Satisfiable) {
    const auto failing = bad_in_model(step_, candidates_, k_);
    for (const std::uint32_t property : failing) std::erase(candidates_, property);
    stats_.dropped += failing.size();
    answer = Answer::Some;
  }
  step_.solver().add_unit(-some);
  if (result != Result::Unknown) return answer;
  if (context_.budget.exhausted_by_now()) return Answer::Stopped;
  // Too hard for this k; what is assumed later may make it easier.
  ++stats_.given_up;
  limit_ = limit_ > (1 << 29) ? limit_ : 2 * limit_;
  candidates_.clear();
  return Answer::Some;
}

JointInduction::Finding JointInduction::proved() {
  context_.log.detail("joint: {} of {} open properties are {}-inductive together",
                      candidates_.size(), open_.size(), k_);
  Proved proved{candidates_, history_invariant(strengthened(candidates_), k_, {})};
  for (const std::uint32_t property : proved.properties) close(property);
  is_begun_ = false;
  return proved;
}

void JointInduction::add_statistics(Statistics& statistics) const {
  statistics.count("joint.k", k_);
  statistics.count("joint.base.queries", stats_.base_queries);
  statistics.count("joint.step.queries", stats_.step_queries);
  statistics.count("joint.step.dropped", stats_.dropped);
  statistics.count("joint.step.given_up", stats_.given_up);
}

}  // namespace cairn::kind
