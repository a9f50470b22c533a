// SPDX-License-Identifier: MIT
#include "engine/ic3/per_frame.h"

#include "base/error.h"

namespace cairn::ic3 {
namespace {

/// In a solver of a frame.
sat::Layer inner(sat::Layer layer) {
  return layer == sat::kPermanent ? sat::kPermanent : 0;
}

}  // namespace

void SolverPerFrame::load(Frame& frame, std::uint32_t lemma) {
  if (frame.ids.size() <= lemma) frame.ids.resize(std::size_t{lemma} + 1);
  frame.ids[lemma] = frame.solver->add_lemma(clauses_[lemma].lits, inner(clauses_[lemma].layer));
}

QuerySolver& SolverPerFrame::solver_of(sat::Layer layer) {
  if (layer != sat::kPermanent && frames_.size() <= static_cast<std::size_t>(layer))
    frames_.resize(static_cast<std::size_t>(layer) + 1);
  Frame& frame = layer == sat::kPermanent ? infinite_ : frames_[static_cast<std::size_t>(layer)];
  if (frame.solver == nullptr) {
    frame.solver = make_();
    for (std::uint32_t i = 0; i < clauses_.size(); ++i)
      if (!clauses_[i].is_dead && clauses_[i].layer >= layer) load(frame, i);
  }
  return *frame.solver;
}

sat::LemmaId SolverPerFrame::add_lemma(std::span<const Lit> clause, sat::Layer layer) {
  Clause added{{clause.begin(), clause.end()}, layer};
  auto index = static_cast<std::uint32_t>(clauses_.size());
  if (free_.empty()) {
    clauses_.push_back(std::move(added));
  } else {
    index = free_.back();
    free_.pop_back();
    clauses_[index] = std::move(added);
  }
  for_frames(0, layer, [&](Frame& frame) { load(frame, index); });
  return {index};
}

void SolverPerFrame::raise_lemma(sat::LemmaId lemma, sat::Layer layer) {
  Clause& clause = clauses_[lemma.index];
  CAIRN_ASSERT(!clause.is_dead && clause.layer <= layer);
  if (clause.layer == layer) return;
  const sat::Layer before = clause.layer;
  clause.layer = layer;
  if (layer == sat::kPermanent)
    for_frames(0, before, [&](Frame& frame) {
      frame.solver->raise_lemma(frame.ids[lemma.index], sat::kPermanent);
    });
  for_frames(before + 1, layer, [&](Frame& frame) { load(frame, lemma.index); });
}

void SolverPerFrame::remove_lemma(sat::LemmaId lemma) {
  Clause& clause = clauses_[lemma.index];
  for_frames(0, clause.layer,
             [&](Frame& frame) { frame.solver->remove_lemma(frame.ids[lemma.index]); });
  clause.is_dead = true;
  free_.push_back(lemma.index);
}

void SolverPerFrame::add_temporary(std::span<const Lit> clause) {
  temporaries_.emplace_back(clause.begin(), clause.end());
}

sat::Result SolverPerFrame::solve(std::span<const Lit> assumptions, sat::Layer layer) {
  asked_ = &solver_of(layer);
  asked_layer_ = layer;
  for (const std::vector<Lit>& clause : temporaries_) asked_->add_temporary(clause);
  temporaries_.clear();
  return asked_->solve(assumptions, inner(layer));
}

sat::SolverStats SolverPerFrame::stats() const {
  sat::SolverStats sum;
  for (const Frame& frame : frames_)
    if (frame.solver != nullptr) add(sum, frame.solver->stats());
  if (infinite_.solver != nullptr) add(sum, infinite_.solver->stats());
  return sum;
}

}  // namespace cairn::ic3
