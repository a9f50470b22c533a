// SPDX-License-Identifier: MIT
#include "engine/kind/paths.h"

#include <array>
#include <map>

#include "engine/kind/distance.h"

namespace cairn::kind {

Paths::Paths(const BitSystem& system, Unroller::Start start, KindConfig::SimplePath simple_path,
             std::span<const Cube> lemmas, const Budget& budget)
    : system_(system),
      simple_path_(simple_path),
      lemmas_(lemmas.begin(), lemmas.end()),
      compared_(LeafDistances(system, literals_of(lemmas)).latches_within(LeafDistances::kNever)),
      unrolled_(system, start, budget) {
  if (simple_path_ != KindConfig::SimplePath::Off)
    guard_ = unrolled_.literal(unrolled_.unroller().aig().add_leaf());
}

Lit Paths::bad_end(std::uint32_t step) {
  return unrolled_.unroller().aig().and_gate(unrolled_.bad_at(step),
                                             unrolled_.constrained_at(step));
}

void Paths::close_before(std::uint32_t step) {
  for (; closed_ < step; ++closed_) {
    assume_lemmas(closed_);
    if (const Lit constrained = unrolled_.constrained_at(closed_); constrained != kTrue) {
      unrolled_.solver().add_unit(unrolled_.literal(constrained));
      dead_ = dead_ || constrained == kFalse;
    }
    if (const Lit bad = unrolled_.bad_at(closed_); bad != kFalse)
      unrolled_.solver().add_unit(-unrolled_.literal(bad));
    // What is remembered of a state can be used when the tables of its step are gone.
    if (simple_path_ != KindConfig::SimplePath::Off) remember_states(closed_);
    unrolled_.unroller().forget(closed_);
  }
}

void Paths::assume_lemmas(std::uint32_t step) {
  for (; lemmas_assumed_ <= step; ++lemmas_assumed_) {
    for (const Cube& cube : lemmas_) {
      std::vector<int> clause;
      for (const Lit lit : cube)
        clause.push_back(-unrolled_.literal(unrolled_.unroller().at(lit, lemmas_assumed_)));
      add(clause);
    }
  }
}

IncrementalSolver::Result Paths::ask(Lit query, std::uint32_t last, Loops loops,
                                     const Limits& limits) {
  using SimplePath = KindConfig::SimplePath;
  assume_lemmas(last);
  std::vector<int> assumptions{unrolled_.literal(query)};
  if (simple_path_ == SimplePath::Off) loops = Loops::Allowed;
  if (loops == Loops::Excluded) {
    remember_states(last);
    if (simple_path_ == SimplePath::All) separate_all(last);
    assumptions.push_back(guard_);
  }
  for (std::uint32_t round = 1;; ++round) {
    ++calls_;
    const IncrementalSolver::Result result =
        unrolled_.solver().solve(assumptions, limits.conflicts);
    if (result == IncrementalSolver::Result::Unsatisfiable) {
      query_mattered_ = unrolled_.solver().failed(assumptions[0]);
      loops_mattered_ = loops == Loops::Excluded && unrolled_.solver().failed(guard_);
    }
    if (result != IncrementalSolver::Result::Satisfiable) return result;
    const auto pairs = equal_states(last);
    if (pairs.empty()) return result;
    found_loop_ = true;
    if (loops == Loops::Allowed) return result;
    for (const auto& [i, j] : pairs) separate(i, j);
    if (round == limits.rounds) return IncrementalSolver::Result::Unknown;
  }
}

void Paths::remember_states(std::uint32_t last) {
  for (auto step = static_cast<std::uint32_t>(states_.size()); step <= last; ++step) {
    auto& state = states_.emplace_back();
    for (const std::uint32_t i : compared_)
      state.push_back(unrolled_.unroller().at(Lit(system_.latches[i].var), step));
  }
}

/// Steps of the solver's model with the same state, neighbours among them only: a state that is met
/// often would make a square number of pairs. States are computed from the first one and the
/// inputs, for the solver knows only what the query needs.
std::vector<std::pair<std::uint32_t, std::uint32_t>> Paths::equal_states(std::uint32_t last) const {
  const BitTrace path = trace(last);
  const auto word = [](Lbool value) { return std::uint64_t{value == Lbool::True}; };
  std::vector<std::uint64_t> values(system_.aig.size(), 0);
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    values[system_.latches[i].var.index] = word(path.initial[i]);
  std::map<std::vector<bool>, std::vector<std::uint32_t>> steps_of;
  for (std::uint32_t step = 0; step <= last; ++step) {
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      values[system_.inputs[i].index] = word(path.inputs[step][i]);
    evaluate_gates(system_.aig, values);
    std::vector<bool> state;
    for (const std::uint32_t i : compared_)
      state.push_back((values[system_.latches[i].var.index] & 1) != 0);
    steps_of[std::move(state)].push_back(step);
    std::vector<std::uint64_t> next;
    for (const Latch& latch : system_.latches) next.push_back(value_of(values, latch.next) & 1);
    for (std::size_t i = 0; i < next.size(); ++i) values[system_.latches[i].var.index] = next[i];
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const auto& [state, steps] : steps_of)
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) pairs.emplace_back(steps[i], steps[i + 1]);
  return pairs;
}

void Paths::separate_all(std::uint32_t last) {
  for (; separated_ <= last; ++separated_)
    for (std::uint32_t i = 0; i < separated_; ++i) separate(i, separated_);
}

/// Some latch differs: each has a literal that implies it, in one direction only.
void Paths::separate(std::uint32_t i, std::uint32_t j) {
  std::vector<int> some{-guard_};
  for (std::size_t latch = 0; latch < compared_.size(); ++latch) {
    const Lit a = states_[i][latch], b = states_[j][latch];
    if (a == b) continue;
    if (a == ~b) return;  // they do differ
    const int differ = unrolled_.literal(unrolled_.unroller().aig().add_leaf());
    const int x = unrolled_.literal(a), y = unrolled_.literal(b);
    add(std::array{-differ, x, y});
    add(std::array{-differ, -x, -y});
    some.push_back(differ);
  }
  add(some);
  ++pairs_;
}

}  // namespace cairn::kind
