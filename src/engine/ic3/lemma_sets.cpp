// SPDX-License-Identifier: MIT
//
// Queries about sets of lemmas, of which the solver of the frames can't ask: it does not say
// which lemmas a proof used. A solver of its own has an activation literal for each lemma, so that
// the core of an answer names them. And solvers for other queries, or made anew [EMB11, section
// V].
#include <algorithm>
#include <deque>
#include <optional>

#include "base/error.h"
#include "engine/ic3/core.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {
namespace {

/// One step with lemmas that can be switched on.
class LemmaSet {
 public:
  LemmaSet(const Transition& transition, std::unique_ptr<StepSolver> solver, QueryStats& stats)
      : transition_(transition), stats_(stats), solver_(std::move(solver)) {}

  /// The literal that switches it on.
  Lit add(const Cube& cube) {
    const Lit active(solver_->new_var());
    std::vector<Lit> clause{~active};
    for (const Lit lit : cube) clause.push_back(~lit);
    solver_->add_clause(clause);
    return active;
  }
  void add_for_good(const Cube& cube) {
    std::vector<Lit> clause;
    for (const Lit lit : cube) clause.push_back(~lit);
    solver_->add_clause(clause);
  }

  sat::Result ask(std::vector<Lit> active, std::span<const Lit> targets) {
    active.insert(active.end(), targets.begin(), targets.end());
    const sat::Result answer = solver_->solve(active, sat::kPermanent);
    if (answer == sat::Result::Satisfiable) ++stats_.satisfiable;
    if (answer == sat::Result::Unsatisfiable) ++stats_.unsatisfiable;
    return answer;
  }
  /// Is there a step into the cube?
  sat::Result ask_next(std::vector<Lit> active, const Cube& cube) {
    std::vector<Lit> targets;
    for (const Lit lit : cube) targets.push_back(transition_.next(lit));
    return ask(std::move(active), targets);
  }
  bool in_core(Lit active) const { return solver_->in_core(active); }

 private:
  const Transition& transition_;
  QueryStats& stats_;
  std::unique_ptr<StepSolver> solver_;
};

}  // namespace

/// The largest set of lemmas of the highest frame that is inductive by itself [EMB11, section
/// VI.E]: lemmas that the others do not preserve go until there is none.
void Ic3Core::find_infinite_subset() {
  const Level top = frames_.top();
  if (frames_.lemmas(top).empty()) return;
  StopWatch watch(stats_.infinity.seconds);
  LemmaSet set(transition_,
               make_step_solver(transition_, Content::ConstrainedStep, config_,
                                context_.budget.hard(), stats_),
               stats_.infinity);
  for (const Lemma& lemma : frames_.lemmas(kInfinity)) set.add_for_good(lemma.cube);
  struct Member {
    LemmaSerial serial;
    Cube cube;
    Lit active;
  };
  std::vector<Member> members;
  for (const Level level : {top, top + 1})
    for (const Lemma& lemma : frames_.lemmas(level))
      members.push_back({lemma.serial, lemma.cube, set.add(lemma.cube)});
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < members.size();) {
      if (stopped()) return;
      std::vector<Lit> active;
      for (const Member& member : members) active.push_back(member.active);
      const sat::Result answer = set.ask_next(std::move(active), members[i].cube);
      if (answer == sat::Result::Unknown) return;
      if (answer == sat::Result::Unsatisfiable) {
        ++i;
        continue;
      }
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
      changed = true;
    }
  }
  for (const Member& member : members)
    for (const Level level : {top, top + 1}) {
      const auto& lemmas = frames_.lemmas(level);
      const auto found = std::find_if(lemmas.begin(), lemmas.end(), [&](const Lemma& lemma) {
        return lemma.serial == member.serial;
      });
      if (found == lemmas.end()) continue;
      ++stats_.infinity_lemmas;
      share(found->cube, kInfinity);
      frames_.raise(level, static_cast<std::size_t>(found - lemmas.begin()), kInfinity);
      break;
    }
}

/// Semantic cone of influence [EMB11, section VI.E]: F_top has no bad state. Lemmas that it takes
/// to say so stay, those of the frame below that make them hold, and so on; the others go. A lemma
/// of level j holds in F_1 to F_j if no step from F_(j-1) violates it, for the frames below are
/// smaller.
void Ic3Core::keep_needed_lemmas() {
  StopWatch watch(stats_.cone.seconds);
  LemmaSet set(transition_,
               make_step_solver(transition_, Content::ConstrainedStep, config_,
                                context_.budget.hard(), stats_),
               stats_.cone);
  for (const Lemma& lemma : frames_.lemmas(kInfinity)) set.add_for_good(lemma.cube);
  struct Member {
    const Lemma* lemma;
    Level level;
    Lit active;
    bool is_needed = false;
  };
  std::vector<Member> members;
  for (Level level = 1; level <= frames_.top() + 1; ++level)
    for (const Lemma& lemma : frames_.lemmas(level))
      members.push_back({&lemma, level, set.add(lemma.cube)});
  std::deque<std::size_t> todo;
  // F_0 as assumptions too: the initial values of latches.
  std::vector<Lit> initial;
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
    const Lit latch(transition_.latch(i));
    const Lbool value = transition_.initial(latch);
    if (value != Lbool::Undef) initial.push_back(latch ^ (value == Lbool::False));
  }
  // What is needed already is assumed first, so that cores prefer it.
  const auto need = [&](Level level, std::span<const Lit> targets) {
    std::vector<Lit> active = level == 0 ? initial : std::vector<Lit>();
    for (const bool needed : {true, false})
      for (const Member& member : members)
        if (member.level >= level && member.is_needed == needed) active.push_back(member.active);
    if (set.ask(std::move(active), targets) != sat::Result::Unsatisfiable) return false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      Member& member = members[i];
      if (member.level < level || member.is_needed || !set.in_core(member.active)) continue;
      member.is_needed = true;
      todo.push_back(i);
    }
    return true;
  };
  const Lit bad = transition_.bad();
  if (!need(frames_.top(), std::span(&bad, 1))) return;
  while (!todo.empty()) {
    const Member member = members[todo.front()];
    todo.pop_front();
    std::vector<Lit> targets;
    for (const Lit lit : member.lemma->cube) targets.push_back(transition_.next(lit));
    if (stopped() || !need(member.level - 1, targets)) return;
  }
  std::vector<LemmaSerial> needed;
  for (const Member& member : members)
    if (member.is_needed) needed.push_back(member.lemma->serial);
  std::sort(needed.begin(), needed.end());
  const std::size_t removed = frames_.keep([&](const Lemma& lemma) {
    return std::binary_search(needed.begin(), needed.end(), lemma.serial);
  });
  stats_.unneeded_lemmas += removed;
  if (removed > 0) recycle();
}

/// Null: our own, which the lifter has.
std::unique_ptr<QuerySolver> Ic3Core::solver_for_lifting() {
  if (config_.solver == Ic3Config::Solver::Own) return nullptr;
  return make_step_solver(transition_, Content::Step, config_, context_.budget.hard(), stats_);
}

/// A record (config.h) ends with the first solver.
void Ic3Core::recycle() {
  solver_.renew();
  frames_.restart();
  solver_.finish();
}

/// [EMB11, section V] makes a new solver when half of its variables are used up activation
/// literals, as libraries do here (library_solver.h). Temporary clauses of ours cost no variable,
/// so the queries are counted.
void Ic3Core::recycle_if_due() {
  if (config_.recycle != 0 && solver_.num_queries() >= config_.recycle) recycle();
}

}  // namespace cairn::ic3
