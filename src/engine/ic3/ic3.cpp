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
// circuit. That proof is needed once, for the invariant, not for every frame. So a query for bad
// states that takes long is deferred; if a frame is closed then, it is asked there. Bad states that
// are overlooked meanwhile cost nothing but time.
//
// There is no special case for counterexamples of 0 or 1 steps, and an obligation that was blocked
// at level i is kept for level i + 1, so counterexamples may be longer than k [EMB11, section III].
#include "engine/ic3/ic3.h"

#include <algorithm>

#include "base/error.h"
#include "engine/shared/stop_watch.h"

namespace cairn::ic3 {
namespace {

/// Of the obligation, or of the next two on its path.
std::uint32_t most_returns(const BadPath& path) {
  std::uint32_t returns = 0;
  const BadPath* step = &path;
  for (int i = 0; i < 3 && step != nullptr; ++i, step = step->next.get())
    returns = std::max(returns, step->returns);
  return returns;
}

}  // namespace

Ic3::Ic3(const BitSystem& system, const Ic3Config& config, const Context& context)
    : system_(system),
      context_(context),
      core_(system, config, context),
      queue_(config.queue),
      // Dynamic effort counts returns, so it must not give up on what returns.
      drop_after_(config.generalize == Ic3Config::Generalize::Dynamic ? 0 : config.drop_after),
      successor_(core_.transition()) {
  if (config.push_requests) frames_.note_released();
}

// F_i is implied by F_(i-1) and a step, whatever is bad. So obligations go, frames stay; that the
// last one has no bad state is asked anew, and those below follow from it.
void Ic3::aim_at(std::uint32_t latch) {
  CAIRN_CHECK(core_.abstraction().is_exact());
  core_.aim_at(latch);
  queue_.clear();
  counterexample_.reset();
  bad_model_.clear();
  hardest_bad_ = 0;
  is_doubtful_ = false;
  phase_ = Phase::FindBad;
}

Answer<BitSystem> Ic3::run() {
  context_.progress.phase = "ic3";
  core_.begin_slice();
  Answer<BitSystem> answer = decide();
  core_.end_slice();
  return answer;
}

// [EMB11, figure 5]. A phase answers, or has set the phase that comes next. A time slice may end in
// the middle of a phase (run/time_slices.h): the answer is Unknown then, the phase stays, and the
// next call goes on with what was begun (docs/decisions/0015-engines-resume.md).
Answer<BitSystem> Ic3::decide() {
  while (true) {
    std::optional<Answer<BitSystem>> answer;
    switch (phase_) {
      case Phase::FindBad:
        answer = find_bad();
        break;
      case Phase::Block:
        answer = block_obligations();
        break;
      case Phase::Push:
        answer = push();
        break;
    }
    if (answer) return std::move(*answer);
  }
}

/// [EMB11, getBadCube]. A bad state of F_top is to be blocked; if there is none, there is a new
/// frame, to which lemmas are to be pushed.
std::optional<Answer<BitSystem>> Ic3::find_bad() {
  using TopFrame = Ic3Core::TopFrame;
  switch (ask_for_obligation()) {
    case Outcome::Stopped:
      return core_.pause();
    case Outcome::Reachable:
      phase_ = Phase::Block;
      return std::nullopt;
    case Outcome::Blocked:
      break;
  }
  core_.report_progress(is_doubtful_ ? TopFrame::Deferred : TopFrame::Cleared);
  if (!is_doubtful_) {
    if (solver_.proof_layer() == kInfinity) return safe(kInfinity);
    if (config_.semantic_cone) core_.keep_needed_lemmas();
  }
  import_lemmas();
  core_.extend();
  phase_ = Phase::Push;
  return std::nullopt;
}

/// [EMB11, figure 6, recBlockCube], for all obligations up to F_top.
std::optional<Answer<BitSystem>> Ic3::block_obligations() {
  const Outcome outcome = work_off_obligations();
  if (outcome == Outcome::Reachable && is_real()) return unsafe();
  if (const Level closed = closed_early(); closed != 0) {
    CAIRN_ASSERT(!is_doubtful_);  // nothing is deferred where levels are closed early
    return safe(closed);
  }
  if (outcome == Outcome::Stopped || counterexample_) return core_.pause();
  phase_ = Phase::FindBad;
  return std::nullopt;
}

/// [EMB11, figure 9, propagateBlockedCubes]. A level that is closed is an invariant, unless a
/// query for bad states was deferred and finds one there.
std::optional<Answer<BitSystem>> Ic3::push() {
  const std::optional<Level> closed = core_.propagate();
  if (!closed) return core_.pause();
  if (*closed == 0) {
    phase_ = Phase::FindBad;
    return std::nullopt;
  }
  switch (exclude_bad(*closed)) {
    case Outcome::Blocked:
      return safe(*closed);
    case Outcome::Stopped:
      return core_.pause();
    case Outcome::Reachable:
      break;
  }
  phase_ = Phase::Block;
  return std::nullopt;
}

/// Whether F_top has a bad state; then it is an obligation. That it has none may be assumed
/// for now (is_doubtful_).
Ic3::Outcome Ic3::ask_for_obligation() {
  if (core_.paused()) return Outcome::Stopped;
  core_.show_progress(queue_.size());
  core_.recycle_if_due();
  const std::uint64_t limit = conflicts_for_bad();
  const sat::Result answer = ask_for_bad(frames_.top(), limit);
  is_doubtful_ = answer == sat::Result::Unknown;
  if (is_doubtful_) {
    if (limit == 0 || core_.stopped()) return Outcome::Stopped;
    if (queue_.has_up_to(frames_.top())) return Outcome::Reachable;  // there is something to do
    ++stats_.deferred;
    return Outcome::Blocked;
  }
  if (answer == sat::Result::Unsatisfiable) return Outcome::Blocked;
  queue_bad();
  return Outcome::Reachable;
}

/// After a satisfiable answer about bad states.
void Ic3::queue_bad() {
  const auto path = predecessor(nullptr);
  if (Journal* const journal = core_.journal()) journal->bad(path->name, frames_.top(), path->cube);
  queue_.push(frames_.top(), path);
}

/// How many conflicts the query for bad states may take; 0: any number. Where levels are closed
/// early, after any obligation, nothing is deferred.
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
  queue_bad();
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

/// Until F_top and the frames below are free of the obligations, or a counterexample is found, or
/// waits to be confirmed.
Ic3::Outcome Ic3::work_off_obligations() {
  while (!counterexample_) {
    if (core_.paused()) return Outcome::Stopped;
    if (serve_push_request()) continue;
    if (closed_early() != 0 || !queue_.has_up_to(frames_.top())) return Outcome::Blocked;
    core_.show_progress(queue_.size());
    core_.recycle_if_due();
    import_lemmas();
    const Outcome outcome = block(queue_.pop());
    if (outcome != Outcome::Blocked) return outcome;
  }
  return Outcome::Reachable;
}

/// Whether the obligation needs no query: it is given up, or lemmas exclude it already.
bool Ic3::is_settled(const Obligation& obligation) {
  const auto& path = obligation.path;
  if (const Level known = frames_.blocking_level(path->cube, obligation.level, path->blocked_by);
      known != 0) {
    ++stats_.subsumed_obligations;
    credit(path->blocked_by);
    if (Journal* const journal = core_.journal()) journal->settled(path->name, known);
    keep(path, known);
    return true;
  }
  if (config_.semantic_check)
    if (const Level known = core_.implying_level(path->cube, obligation.level); known != 0) {
      ++stats_.implied_obligations;
      if (Journal* const journal = core_.journal()) journal->settled(path->name, known);
      keep(path, known);
      return true;
    }
  ++path->returns;
  if (drop_after_ == 0 || path->returns <= drop_after_) return false;
  ++stats_.dropped_obligations;
  if (Journal* const journal = core_.journal()) journal->dropped(path->name);
  return true;
}

/// For the frame above the one that excludes it. One that may fail is kept if it is a lemma's cube,
/// as far as there are frames.
void Ic3::keep(const std::shared_ptr<BadPath>& path, Level blocked_at) {
  if (blocked_at == kInfinity) return;
  if (path->attempt ? path->next != nullptr || blocked_at >= frames_.top()
                    : !config_.keep_obligations)
    return;
  if (Journal* const journal = core_.journal()) journal->kept(path->name, blocked_at + 1);
  queue_.push(blocked_at + 1, path);
}

/// After a satisfiable answer: the states that step into `path`, or are bad if it is null.
std::shared_ptr<BadPath> Ic3::predecessor(const std::shared_ptr<BadPath>& path) {
  std::vector<Lit> targets;
  if (path == nullptr)
    targets.push_back(transition_.bad());
  else
    for (const Lit lit : path->cube)
      if (core_.abstraction().keeps_next(lit.var())) targets.push_back(transition_.next(lit));
  Lifter::Result lifted = core_.lifter().lift(solver_, targets, Lifter::Effort::Full);
  ++stats_.ctis;
  stats_.cti_literals += lifted.cube.size();
  auto before = std::make_shared<BadPath>(std::move(lifted.cube), std::move(lifted.inputs), path);
  stats_.depth = std::max<std::uint64_t>(stats_.depth, before->depth);
  return before;
}

/// Blocks the obligation, or puts it back together with a predecessor.
Ic3::Outcome Ic3::block(Obligation obligation) {
  ++stats_.obligations;
  const auto& path = obligation.path;
  Journal* const journal = core_.journal();
  if (journal != nullptr) journal->take(path->name, obligation.level, queue_.size());
  if (is_over(*path)) return Outcome::Blocked;
  if (is_reachable(path)) return path->attempt ? Outcome::Blocked : Outcome::Reachable;
  if (is_settled(obligation) || import_wanted(obligation)) return Outcome::Blocked;
  const Strengthen strengthen = config_.strengthen ? Strengthen::Yes : Strengthen::No;
  switch (core_.ask(path->cube, obligation.level, strengthen, stats_.block)) {
    case Outcome::Stopped:
      queue_.push(obligation.level, path);
      return Outcome::Stopped;
    case Outcome::Reachable: {
      auto before = predecessor(path);
      if (journal != nullptr)
        journal->predecessor(before->name, path->name, obligation.level - 1, before->cube);
      queue_.push(obligation.level, path);
      return queue_predecessor(before, obligation.level - 1);
    }
    case Outcome::Blocked:
      break;
  }
  BlockedCube lemma = core_.blocked();
  if (journal != nullptr) journal->blocked(path->name, obligation.level, lemma.cube);
  if (predict(path->cube, obligation.level))
    lemma = core_.blocked();
  else
    lemma =
        core_.generalize(std::move(lemma), obligation.level, core_.effort_for(most_returns(*path)));
  core_.push_as_far_as_possible(lemma);
  path->blocked_by = core_.learn(lemma);
  if (config_.quip) try_to_push(path->blocked_by, path);
  if (!path->attempt) keep(path, lemma.level);
  return Outcome::Blocked;
}

/// Queues the obligation. If so wished, what [Pic16, section 3.4.8] does when an obligation is
/// queued is done for it: it is generalized relative to the highest frame below from which no step
/// leads into it, and queued for the frame above that lemma. Her queue then has the generalized
/// cube in its place; ours has the obligation itself, for not every state of the other leads to a
/// bad one.
Ic3::Outcome Ic3::queue_predecessor(const std::shared_ptr<BadPath>& path, Level level) {
  if (!config_.queue_generalized || path->attempt || transition_.intersects_initial(path->cube)) {
    queue_.push(level, path);
    return Outcome::Blocked;
  }
  for (Level i = level; i >= 1; --i) {
    switch (core_.ask(path->cube, i, Strengthen::Yes, stats_.block)) {
      case Outcome::Stopped:
        queue_.push(level, path);
        return Outcome::Stopped;
      case Outcome::Reachable:
        continue;
      case Outcome::Blocked:
        break;
    }
    BlockedCube lemma = core_.generalize(core_.blocked(), i, core_.effort_for(path->returns));
    core_.push_as_far_as_possible(lemma);
    path->blocked_by = core_.learn(lemma);
    ++stats_.queued_lemmas;
    if (lemma.level != kInfinity && (lemma.level < level || config_.keep_obligations))
      queue_.push(lemma.level + 1, path);
    return Outcome::Blocked;
  }
  queue_.push(level, path);  // it has a predecessor in F_0
  return Outcome::Blocked;
}

/// Whether the counterexample is one, or was only because something was left out. Then paths are
/// looked for anew, with less left out; lemmas stay. If there was no time to find out, it
/// stays for the next time slice.
bool Ic3::is_real() {
  if (core_.abstraction().is_exact()) return true;
  const Abstraction::Verdict verdict = core_.abstraction().confirm(counterexample_->depth);
  if (verdict != Abstraction::Verdict::Refuted) return verdict == Abstraction::Verdict::Real;
  context_.log.detail("ic3: no counterexample of {} steps; {} of {} constraints are kept now",
                      counterexample_->depth, core_.abstraction().kept().size(),
                      transition_.constraints().size());
  queue_.clear();
  counterexample_.reset();
  return false;
}

Answer<BitSystem> Ic3::unsafe() {
  if (Journal* const journal = core_.journal()) journal->counterexample(counterexample_->depth);
  if (core_.abstraction().trace()) return Unsafe<BitSystem>{*core_.abstraction().trace()};
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

/// As the core says it, counting the lemmas that were imported.
Answer<BitSystem> Ic3::safe(Level level) {
  frames_.for_each_above(level, [&](const Lemma& lemma) {
    if (lemma.serial < is_imported_.size() && is_imported_[lemma.serial]) ++stats_.imports_final;
  });
  return core_.safe(level);
}

}  // namespace cairn::ic3
