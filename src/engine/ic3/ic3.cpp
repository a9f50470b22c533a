// SPDX-License-Identifier: MIT
//
// The main loop. F_0, ..., F_k over-approximate the states that are reachable in at most 0, ..., k
// steps; F_i consists of lemmas, clauses over latches, and contains F_(i-1) [Bra11, section 3].
// For growing k: states of F_k that are bad become obligations, cubes to be shown unreachable; an
// obligation at level i is blocked by a lemma, or it has a predecessor in F_(i-1) which becomes an
// obligation in turn. An obligation that contains an initial state is a counterexample: every state
// of its cube leads to a bad one (lift.h). When F_k excludes the bad states, lemmas are pushed to
// the frames above, and if some F_i equals F_(i+1), it is an inductive invariant.
//
// Some properties are hard to prove even of a frame that implies them: bad is the output of a large
// circuit. That proof is needed once, for the invariant, not for every frame. So a question for bad
// states that takes long is put off; if a frame is closed then, it is asked there. Bad states that
// are overlooked meanwhile cost nothing but time.
//
// There is no special case for counterexamples of 0 or 1 steps, and an obligation that was blocked
// at level i is kept for level i + 1, so counterexamples may be longer than k [EMB11, section III].
#include "engine/ic3/ic3.h"

#include <algorithm>

#include "base/error.h"
#include "engine/stop_watch.h"
#include "logic/copy.h"

namespace cairn {

Ic3::Ic3(const BitSystem& system, const Ic3Config& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      transition_(system,
                  DefinitionsOptions{.encoding = config.encoding, .eliminate = config.eliminate},
                  config.internal_signals ? Transition::InternalSignals::Yes
                                          : Transition::InternalSignals::No),
      solver_(transition_, config_, context_.budget.hard(), stats_),
      frames_(transition_, solver_, stats_,
              config.subsume ? Frames::Subsumed::Go : Frames::Subsumed::Stay),
      order_(transition_.num_vars(), context.seed),
      abstraction_(
          system, transition_,
          config.abstract_constraints ? Abstraction::Start::NoConstraint
                                      : Abstraction::Start::AllConstraints,
          context.budget.hard(), stats_,
          config.abstract_next ? Abstraction::NextStates::LeaveOut : Abstraction::NextStates::Keep),
      lifter_(transition_, config_, order_, abstraction_.kept(), stats_, context.seed,
              solver_for_lifting()),
      rng_(context.seed + 1),
      queue_(config.queue),
      reachable_(system, transition_, config.quip_states),
      successor_(transition_),
      // Dynamic effort counts returns, so it must not give up on what returns.
      drop_after_(config.generalize == Ic3Config::Generalize::Dynamic ? 0 : config.drop_after) {
  if (!config.record.empty()) {
    record_.open(config.record);
    solver_.own()->set_recorder(&recorder_.emplace(record_));
  }
  solver_.begin();
  frames_.restart();
  solver_.finish();
  stats_.variables = transition_.num_vars();
  stats_.clauses = transition_.num_clauses();
  stats_.eliminated = transition_.num_eliminated();
  stats_.signals = transition_.num_signals();
}

void Ic3::add_figures(Figures& figures) const {
  stats_.visit([&](const char* name, std::uint64_t value) { figures.count(name, value); },
               [&](const char* name, double seconds) { figures.time(name, seconds); });
  solver_stats().visit([&](const char* name, std::uint64_t value) {
    figures.count(std::string("ic3.solver.") + name, value);
  });
}

Answer<BitSystem> Ic3::run() {
  context_.progress.phase = "ic3";
  begins_turn_ = true;
  Answer<BitSystem> answer = decide();
  if (recorder_) {
    recorder_->flush();
    if (!record_.flush()) context_.log.warning("{}: the record is not complete", config_.record);
  }
  return answer;
}

// [EMB11, figure 5]. A turn may end in the middle of it (run/turns.h): what was begun then goes on.
Answer<BitSystem> Ic3::decide() {
  const auto pause = [this] {
    return unknown_for(context_.budget.reason(), context_.progress.bound);
  };
  if (counterexample_ && is_real()) return unsafe();
  if (config_.push_requests) frames_.note_released();
  while (true) {
    if (pushing_ != 0) {
      const Level closed = propagate();
      if (closed != 0) {
        const Outcome bad = exclude_bad(closed);
        if (bad == Outcome::Blocked) return safe(closed);
        if (bad == Outcome::Stopped) return pause();
        is_blocking_ = true;
        pushing_ = 0;
      }
      if (pushing_ != 0) return pause();
    }
    while (true) {
      if (!is_blocking_) {
        const Outcome bad = find_bad();
        if (bad == Outcome::Stopped) return pause();
        if (bad == Outcome::Blocked) break;
      }
      is_blocking_ = true;
      const Outcome outcome = block_obligations();
      if (outcome == Outcome::Reachable && is_real()) return unsafe();
      if (const Level closed = closed_early(); closed != 0) {
        CAIRN_ASSERT(!is_doubtful_);  // find_bad() puts nothing off where levels are closed early
        return safe(closed);
      }
      if (outcome == Outcome::Stopped || counterexample_) return pause();
      is_blocking_ = false;
    }
    report_progress();
    if (!is_doubtful_) {
      if (solver_.proof_layer() == kInfinity) return safe(kInfinity);
      if (config_.semantic_cone) keep_needed_lemmas();
    }
    take_in_lemmas();
    extend();
  }
}

/// Whether F_top has a bad state; then it is an obligation. That it has none may be taken for
/// granted for now (is_doubtful_).
Ic3::Outcome Ic3::find_bad() {
  if (paused()) return Outcome::Stopped;
  show_progress();
  recycle_if_due();
  const std::uint64_t limit = conflicts_for_bad();
  const sat::Result answer = ask_for_bad(frames_.top(), limit);
  is_doubtful_ = answer == sat::Result::Unknown;
  if (is_doubtful_) {
    if (limit == 0 || stopped()) return Outcome::Stopped;
    if (queue_.has_up_to(frames_.top())) return Outcome::Reachable;  // there is something to do
    ++stats_.put_off;
    return Outcome::Blocked;
  }
  if (answer == sat::Result::Unsatisfiable) return Outcome::Blocked;
  queue_.push(frames_.top(), predecessor(nullptr));
  return Outcome::Reachable;
}

/// How many conflicts the question for bad states may take; 0: any number. Where levels are closed
/// early, after any obligation, nothing is put off.
std::uint64_t Ic3::conflicts_for_bad() {
  constexpr std::uint64_t kPatience = 4;  // times what it took before
  constexpr std::uint64_t kMostDoublings = 20;
  if (config_.bad_conflicts == 0 || solver_.only() == nullptr) return 0;
  if (config_.push_requests || config_.quip) return 0;
  // Twice as many for each bad state that was overlooked, so that in the end none is.
  const std::uint64_t usual =
      std::max<std::uint64_t>(config_.bad_conflicts, kPatience * hardest_bad_);
  return usual << std::min(stats_.overlooked, kMostDoublings);
}

/// Whether the frame of a closed level has no bad state, if that is not known. A bad one is an
/// obligation: the frames above contain it, too.
Ic3::Outcome Ic3::exclude_bad(Level closed) {
  if (!is_doubtful_) return Outcome::Blocked;
  switch (ask_for_bad(closed, 0)) {
    case sat::Result::Unknown:
      return Outcome::Stopped;
    case sat::Result::Unsatisfiable:
      return Outcome::Blocked;
    case sat::Result::Satisfiable:
      break;
  }
  ++stats_.overlooked;
  queue_.push(frames_.top(), predecessor(nullptr));
  return Outcome::Reachable;
}

/// Whether the frame has a bad state. Up to so many conflicts, if the limit is not 0.
sat::Result Ic3::ask_for_bad(Level level, std::uint64_t limit) {
  constexpr std::uint64_t kHard = 500;
  StopWatch watch(stats_.bad.seconds);
  sat::Solver* const own = solver_.only();
  if (own != nullptr) {
    if (limit != 0) own->set_conflict_limit(limit);
    for (const Lit lit : bad_model_) own->set_phase(lit);  // near the last one there may be another
  }
  const std::uint64_t before = own != nullptr ? own->stats().conflicts : 0;
  const Lit bad = transition_.bad();
  const sat::Result answer = solver_.solve(std::span(&bad, 1), level);
  if (answer == sat::Result::Unsatisfiable) ++stats_.bad.unsatisfiable;
  if (answer != sat::Result::Satisfiable) return answer;
  ++stats_.bad.satisfiable;
  if (own == nullptr || config_.bad_conflicts == 0) return answer;
  hardest_bad_ = std::max(hardest_bad_, own->stats().conflicts - before);
  if (hardest_bad_ < kHard) return answer;
  bad_model_.clear();
  for (std::uint32_t v = 1; v < transition_.num_vars(); ++v) {
    const Lbool value = own->value(Lit(Var{v}));
    if (value != Lbool::Undef) bad_model_.push_back(Lit(Var{v}, value == Lbool::False));
  }
  return answer;
}

/// Until F_top and the frames below are free of the obligations, or a counterexample is found.
Ic3::Outcome Ic3::block_obligations() {
  while (true) {
    if (paused()) return Outcome::Stopped;
    if (serve_push_request()) continue;
    if (closed_early() != 0 || !queue_.has_up_to(frames_.top())) return Outcome::Blocked;
    show_progress();
    recycle_if_due();
    take_in_lemmas();
    const Outcome outcome = block(queue_.pop());
    if (outcome != Outcome::Blocked) return outcome;
  }
}

/// Whether the obligation needs no question: it is given up, or lemmas exclude it already.
bool Ic3::is_settled(const Obligation& obligation) {
  const auto& path = obligation.path;
  if (const Level known = frames_.blocking_level(path->cube, obligation.level, path->blocked_by);
      known != 0) {
    ++stats_.subsumed_obligations;
    credit(path->blocked_by);
    keep(path, known);
    return true;
  }
  if (config_.semantic_check)
    if (const Level known = implying_level(path->cube, obligation.level); known != 0) {
      ++stats_.implied_obligations;
      keep(path, known);
      return true;
    }
  ++path->returns;
  if (drop_after_ == 0 || path->returns <= drop_after_) return false;
  ++stats_.dropped_obligations;
  return true;
}

/// For the frame above the one that excludes it. One that may fail is kept if it is a lemma's cube,
/// as far as there are frames.
void Ic3::keep(const std::shared_ptr<BadPath>& path, Level blocked_at) {
  if (blocked_at == kInfinity) return;
  if (path->attempt ? path->next == nullptr && blocked_at < frames_.top()
                    : config_.keep_obligations)
    queue_.push(blocked_at + 1, path);
}

/// Blocks the obligation, or puts it back together with a predecessor.
Ic3::Outcome Ic3::block(Obligation obligation) {
  ++stats_.obligations;
  const auto& path = obligation.path;
  if (is_over(*path)) return Outcome::Blocked;
  if (is_reachable(path)) return path->attempt ? Outcome::Blocked : Outcome::Reachable;
  if (is_settled(obligation) || take_wanted(obligation)) return Outcome::Blocked;
  const Strengthen strengthen = config_.strengthen ? Strengthen::Yes : Strengthen::No;
  switch (ask(path->cube, obligation.level, strengthen, stats_.block)) {
    case Outcome::Stopped:
      queue_.push(obligation.level, path);
      return Outcome::Stopped;
    case Outcome::Reachable: {
      auto before = predecessor(path);
      queue_.push(obligation.level, path);
      queue_.push(obligation.level - 1, std::move(before));
      return Outcome::Blocked;
    }
    case Outcome::Blocked:
      break;
  }
  effort_ = effort_for(*path);
  BlockedCube lemma = blocked_;
  if (predict(path->cube, obligation.level))
    lemma = blocked_;
  else
    lemma = generalize(std::move(lemma), obligation.level, 0);
  push_as_far_as_possible(lemma);
  path->blocked_by = learn(lemma);
  if (config_.quip) try_to_push(path->blocked_by, path);
  if (!path->attempt) keep(path, lemma.level);
  return Outcome::Blocked;
}

void Ic3::show_progress() {
  context_.progress.level = frames_.top();
  context_.progress.obligations = queue_.size();
  context_.progress.lemmas = stats_.lemmas - stats_.subsumed_lemmas;
}

void Ic3::report_progress() {
  if (!is_doubtful_) context_.progress.clear(frames_.top());
  stats_.frames = static_cast<std::uint64_t>(frames_.top()) + 1;
  context_.log.detail("ic3: level {} {}; {} lemmas made, {} at infinity, {} obligations",
                      frames_.top(), is_doubtful_ ? "left for later" : "cleared", stats_.lemmas,
                      frames_.lemmas(kInfinity).size(), stats_.obligations);
}

/// Whether the counterexample is one, or was only because something was left out. Then paths are
/// looked for anew, with less left out; lemmas stay. If there was no time to find out, it
/// stays for the next turn.
bool Ic3::is_real() {
  if (abstraction_.is_exact()) return true;
  const Abstraction::Verdict verdict = abstraction_.confirm(counterexample_->depth);
  if (verdict != Abstraction::Verdict::Refuted) return verdict == Abstraction::Verdict::Real;
  context_.log.detail("ic3: no counterexample of {} steps; {} of {} constraints are kept now",
                      counterexample_->depth, abstraction_.kept().size(),
                      transition_.constraints().size());
  queue_.clear();
  counterexample_.reset();
  return false;
}

Answer<BitSystem> Ic3::unsafe() const {
  if (abstraction_.trace()) return Unsafe<BitSystem>{*abstraction_.trace()};
  BitTrace trace;
  trace.initial.assign(system_.latches.size(), Lbool::Undef);
  // Signals have one value in all initial states.
  for (const Lit lit : counterexample_->cube)
    if (transition_.is_latch(lit.var()))
      trace.initial[transition_.latch_position(lit.var())] = to_lbool(!lit.negated());
  for (const BadPath* step = counterexample_.get(); step != nullptr; step = step->next.get()) {
    auto& inputs = trace.inputs.emplace_back(system_.inputs.size(), Lbool::Undef);
    for (const Lit lit : step->inputs) inputs[lit.var().index - 1] = to_lbool(!lit.negated());
  }
  return Unsafe<BitSystem>{std::move(trace)};
}

/// The lemmas above `level` are inductive, and no state that satisfies them is bad.
Answer<BitSystem> Ic3::safe(Level level) {
  BitInvariant invariant(system_.inputs.size(), system_.latches.size());
  GraphCopier copier(system_.aig, invariant.aig);
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i)
    copier.set_image(system_.latches[i].var, invariant.latch(i));
  const auto add = [&](const Lemma& lemma) {
    std::vector<Lit> cube;
    for (const Lit lit : lemma.cube) cube.push_back(copier.copy(transition_.node_of(lit)));
    invariant.conjuncts.push_back(~invariant.aig.and_all(cube));
    ++stats_.final_lemmas;
    if (lemma.serial < is_foreign_.size() && is_foreign_[lemma.serial]) ++stats_.foreign_final;
  };
  for (const Lemma& lemma : frames_.lemmas(kInfinity)) add(lemma);
  if (level != kInfinity)
    for (Level l = level + 1; l <= frames_.top() + 1; ++l)
      for (const Lemma& lemma : frames_.lemmas(l)) add(lemma);
  return Safe<BitSystem>{std::move(invariant)};
}

}  // namespace cairn
