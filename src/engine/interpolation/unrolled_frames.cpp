// SPDX-License-Identifier: MIT
#include "engine/interpolation/unrolled_frames.h"

#include <array>

#include "base/error.h"

namespace cairn {

UnrolledFrames::UnrolledFrames(const ic3::Transition& transition, const ic3::Frames& frames,
                               ic3::Level last, Lemmas lemmas, const Budget& budget)
    : transition_(transition), last_(last), budget_(budget) {
  solver_.set_tracer(&proof_);
  solver_.set_budget(&budget);
  const auto steps = static_cast<std::uint32_t>(last) + 1;
  while (solver_.num_vars() < 1 + steps * (transition.num_vars() - 1)) solver_.new_var();
  for (ic3::Level step = 0; step <= last; ++step) add_step(step);
  for (std::uint32_t i = 0; i < transition.num_latches(); ++i) {
    const Lit latch(transition.latch(i));
    const Lbool initial = transition.initial(latch);
    if (initial != Lbool::Undef) add(std::array{at(latch ^ (initial == Lbool::False), 0)}, 0);
  }
  if (lemmas == Lemmas::OfFrames) {
    std::vector<Lit> clause;
    const auto add_lemma = [&](const ic3::Lemma& lemma, ic3::Level step) {
      clause.clear();
      for (const Lit lit : lemma.cube) clause.push_back(at(~lit, step));
      add(clause, step);
    };
    for (ic3::Level step = 1; step <= last; ++step) {
      for (ic3::Level level = step; level <= last + 1; ++level)
        for (const ic3::Lemma& lemma : frames.lemmas(level)) add_lemma(lemma, step);
      for (const ic3::Lemma& lemma : frames.lemmas(ic3::kInfinity)) add_lemma(lemma, step);
    }
  }
  for (ic3::Level step = 0; step <= last; ++step)
    for (const Lit constraint : transition.constraints())
      add(std::array{at(constraint, step)}, step);
  add(std::array{at(transition.bad(), last)}, last);
}

/// The variables of a step follow those of the step before it.
Lit UnrolledFrames::at(Lit lit, ic3::Level step) const {
  if (lit.is_constant()) return lit;
  const std::uint32_t offset = static_cast<std::uint32_t>(step) * (transition_.num_vars() - 1);
  return Lit(Var{lit.var().index + offset}, lit.negated());
}

void UnrolledFrames::add(std::span<const Lit> clause, ic3::Level step) {
  solver_.add_clause(clause);
  parts_.resize(proof_.last() + 1, static_cast<sat::Part>(step));
}

void UnrolledFrames::define(Var owner, std::span<const Lit> clause, ic3::Level step) {
  solver_.add_definition(owner, clause);
  parts_.resize(proof_.last() + 1, static_cast<sat::Part>(step));
}

void UnrolledFrames::add_step(ic3::Level step) {
  std::vector<Lit> shifted;
  transition_.definitions().for_each([&](Var owner, std::span<const Lit> clause) {
    shifted.clear();
    for (const Lit lit : clause) shifted.push_back(at(lit, step));
    define(at(Lit(owner), step).var(), shifted, step);
  });
  if (step == last_) return;
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
    const Lit latch(transition_.latch(i));
    const Lit after = at(latch, step + 1), next = at(transition_.next(latch), step);
    define(after.var(), std::array{~after, next}, step);
    define(after.var(), std::array{after, ~next}, step);
  }
}

BitTrace UnrolledFrames::trace() const {
  BitTrace trace;
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i)
    trace.initial.push_back(solver_.value(at(Lit(transition_.latch(i)), 0)));
  for (ic3::Level step = 0; step <= last_; ++step) {
    auto& inputs = trace.inputs.emplace_back();
    for (std::uint32_t i = 0; i < transition_.num_inputs(); ++i)
      inputs.push_back(solver_.value(at(Lit(transition_.input(i)), step)));
  }
  return trace;
}

std::vector<Lit> UnrolledFrames::interpolants(sat::InterpolationSystem system, Aig& graph,
                                              std::size_t* proof_clauses) const {
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) graph.add_leaf();
  const sat::Interpolator interpolator(proof_, solver_.proof_clause(),
                                       [this](sat::ClauseId id) { return parts_[id]; });
  *proof_clauses = interpolator.num_clauses();
  const auto shared = [this](Var var) {
    const Var inside{(var.index - 1) % (transition_.num_vars() - 1) + 1};
    CAIRN_CHECK(transition_.is_latch(inside));
    return Lit(Var{1 + transition_.latch_position(inside)});
  };
  std::vector<Lit> sequence{kTrue};
  for (sat::Part cut = 0; cut < static_cast<sat::Part>(last_); ++cut) {
    if (budget_.exhausted()) return {};
    sequence.push_back(interpolator.interpolant(cut, system, graph, shared));
  }
  return sequence;
}

}  // namespace cairn
