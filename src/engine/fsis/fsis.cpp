// SPDX-License-Identifier: MIT
//
// The property P is strengthened until it is inductive. A counterexample to induction (CTI) is a
// state s of P and F that steps out of P. If its negation has a minimal inductive subclause, this
// joins the lemmas F; if not, P itself becomes P & ~s, and the predecessors of s are the next
// counterexamples to induction [Lan18, section 3.1]. Each turn of the loop excludes a state at
// least, so it ends. It is not guided and may visit most states: this engine is for study and for
// comparison on small systems.
//
// Counterexamples. The text ends with "unsafe" when P no longer contains all first states. Here
// states are never generalized when they join ~P, so each one is a concrete state with a concrete
// step to another one or to a bad step, and the chain from a first state is the trace.
//
// Bad states and constraints may read inputs: P says of a step that it is not bad, the constraints
// are assumed of every step, and a lemma is about latches alone.
#include "engine/fsis/fsis.h"

#include "base/error.h"

namespace cairn::fsis {

Fsis::Fsis(const BitSystem& system, const FsisConfig& config, const Context& context)
    : system_(system), config_(config), context_(context), induction_(system, context.budget) {
  CAIRN_CHECK(config.validate().empty());
  for (const Latch& latch : system.latches)
    CAIRN_CHECK(latch.has_constant_reset() || latch.is_uninitialised());
}

void Fsis::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
}

Answer<BitSystem> Fsis::run() {
  context_.progress.phase = "fsis";
  Answer<BitSystem> answer = decide();
  stats_.queries = induction_.num_queries();
  return answer;
}

Answer<BitSystem> Fsis::decide() {
  if (!first_is_safe_) {
    BitTrace trace;
    const Result first = induction_.ask_first(trace);
    if (first == Result::Unknown) return stopped();
    if (first == Result::Satisfiable) return Unsafe<BitSystem>{std::move(trace)};
    first_is_safe_ = true;
    context_.progress.clear(0);
  }
  while (true) {
    if (!pending_) {
      const Result result = induction_.ask_cti();
      if (result == Result::Unknown) return stopped();
      if (result == Result::Unsatisfiable) return safe();
      ++stats_.ctis;
      pending_ = cti();
      candidate_ = pending_->state.lits();
      if (induction_.intersects_initial(candidate_)) return unsafe(*pending_);
    }
    switch (mic(candidate_)) {
      case Found::Stopped:
        return stopped();
      case Found::Yes:
        learn(candidate_);
        break;
      case Found::No:
        exclude(std::move(*pending_));
        break;
    }
    pending_.reset();
  }
}

BadState Fsis::cti() const {
  BadState bad_state{induction_.state(), induction_.inputs(0), {}, {}};
  const auto known = excluded_at_.find(induction_.successor().lits());
  if (known != excluded_at_.end())
    bad_state.successor = known->second;
  else
    bad_state.bad_inputs = induction_.inputs(1);
  return bad_state;
}

void Fsis::exclude(BadState bad_state) {
  ++stats_.excluded;
  induction_.exclude(bad_state.state);
  excluded_at_.emplace(bad_state.state.lits(), excluded_.size());
  excluded_.push_back(std::move(bad_state));
}

void Fsis::learn(const std::vector<Lit>& cube) {
  ++stats_.lemmas;
  stats_.lemma_literals += cube.size();
  lemmas_.emplace_back(cube);
  induction_.add_lemma(lemmas_.back());
  context_.progress.lemmas = stats_.lemmas;
}

Answer<BitSystem> Fsis::safe() const {
  BitInvariant invariant(system_.inputs.size(), system_.latches.size());
  const std::vector<std::uint32_t> positions = system_.leaf_positions();
  for (const Cube& lemma : lemmas_) require_outside(invariant, lemma, positions);
  for (const BadState& bad_state : excluded_)
    require_outside(invariant, bad_state.state, positions);
  return Safe<BitSystem>{std::move(invariant)};
}

Answer<BitSystem> Fsis::unsafe(const BadState& first) const {
  return Unsafe<BitSystem>{trace_from(system_, first, excluded_)};
}

Unknown Fsis::stopped() const {
  return unknown_for(context_.budget.reason(), first_is_safe_ ? 0 : -1);
}

}  // namespace cairn::fsis
