// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/ic3/query_solver.h"

namespace cairn::ic3 {

/// A solver for each frame, made when it is first asked; the other way of [EMB11, section VI] to
/// hold a trace. A lemma is in all solvers up to its layer. Inside of them there are two layers: 0,
/// and kPermanent for lemmas at infinity, so that proofs that need nothing else are known.
class SolverPerFrame final : public QuerySolver {
 public:
  using Make = std::function<std::unique_ptr<QuerySolver>()>;
  explicit SolverPerFrame(Make make) : make_(std::move(make)) {}

  sat::LemmaId add_lemma(std::span<const Lit> clause, sat::Layer layer) override;
  void raise_lemma(sat::LemmaId lemma, sat::Layer layer) override;
  void remove_lemma(sat::LemmaId lemma) override;
  void add_temporary(std::span<const Lit> clause) override;

  sat::Result solve(std::span<const Lit> assumptions, sat::Layer layer) override;
  Lbool value(Lit lit) const override { return asked_->value(lit); }
  bool in_core(Lit assumption) const override { return asked_->in_core(assumption); }
  sat::Layer proof_layer() const override {
    return asked_->proof_layer() == sat::kPermanent ? sat::kPermanent : asked_layer_;
  }

  sat::Solver* own() override { return asked_ == nullptr ? nullptr : asked_->own(); }
  sat::SolverStats stats() const override;

 private:
  struct Clause {
    std::vector<Lit> lits;
    sat::Layer layer;
    bool is_dead = false;
  };
  struct Frame {
    std::unique_ptr<QuerySolver> solver;  // null: was not asked yet
    std::vector<sat::LemmaId> ids;        // by number of lemma, if it has it
  };

  QuerySolver& solver_of(sat::Layer layer);
  void load(Frame& frame, std::uint32_t lemma);
  /// Calls `visit(frame)` for the frames of layers `from` to `to` that were asked.
  template <class Visit>
  void for_frames(sat::Layer from, sat::Layer to, Visit&& visit) {
    for (auto i = static_cast<std::size_t>(from); i < frames_.size(); ++i) {
      if (to != sat::kPermanent && i > static_cast<std::size_t>(to)) break;
      if (frames_[i].solver != nullptr) visit(frames_[i]);
    }
    if (to == sat::kPermanent && infinite_.solver != nullptr) visit(infinite_);
  }

  const Make make_;
  std::vector<Frame> frames_;
  Frame infinite_;
  std::vector<Clause> clauses_;
  std::vector<std::uint32_t> free_;
  std::vector<std::vector<Lit>> temporaries_;
  QuerySolver* asked_ = nullptr;
  sat::Layer asked_layer_ = 0;
};

}  // namespace cairn::ic3
