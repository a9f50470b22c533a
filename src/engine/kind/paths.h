// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/bmc/unrolled_solver.h"
#include "engine/kind/config.h"
#include "model/bit_system.h"

namespace cairn::kind {

/// Paths of growing length in one incremental solver, from a first state or from anywhere, and the
/// demand that their states differ [Een03, section 4].
///
/// States are compared in the latches that can ever matter to bad states and constraints. Every
/// clause that makes states differ is guarded by one literal, which is assumed if loops are
/// excluded; so each query can be asked both ways.
class Paths {
 public:
  enum class Loops { Allowed, Excluded };
  struct Limits {
    int conflicts = -1;        ///< of one call of the solver; negative: none
    std::uint32_t rounds = 0;  ///< in which equal states are made to differ; 0: any number
  };

  Paths(const BitSystem& system, Unroller::Start start, KindConfig::SimplePath simple_path,
        std::span<const Cube> lemmas, const Budget& budget);

  /// One more, for states of steps that no query was about yet.
  void add_lemma(const Cube& cube) { lemmas_.push_back(cube); }

  /// Step `step` is bad and constrained.
  Lit bad_end(std::uint32_t step);
  /// Steps before `step` are constrained and not bad, for good.
  void close_before(std::uint32_t step);
  /// Whether a closed step contradicts the constraints by itself.
  bool is_dead() const { return dead_; }

  /// Is there a path of steps 0 to `last` such that `query` holds? Unknown if the budget or a
  /// limit is reached.
  IncrementalSolver::Result ask(Lit query, std::uint32_t last, Loops loops, const Limits& limits);
  IncrementalSolver::Result ask(Lit query, std::uint32_t last, Loops loops) {
    return ask(query, last, loops, Limits());
  }
  /// After Unsatisfiable: what the answer depends on.
  bool query_mattered() const { return query_mattered_; }
  bool loops_mattered() const { return loops_mattered_; }

  /// Whether some path that answered a query had two equal states, loops being allowed or not
  /// yet excluded. Such a path can be made as long as one likes.
  bool found_loop() const { return found_loop_; }

  /// After Satisfiable.
  BitTrace trace(std::uint32_t last) const { return unrolled_.trace(last); }

  std::uint64_t num_pairs() const { return pairs_; }
  std::uint64_t num_calls() const { return calls_; }
  std::uint64_t num_nodes() { return unrolled_.unroller().aig().size(); }
  std::uint64_t num_variables() const {
    return static_cast<std::uint64_t>(unrolled_.num_variables());
  }
  std::uint64_t num_clauses() { return unrolled_.solver().num_clauses(); }

 private:
  void assume_lemmas(std::uint32_t step);
  void remember_states(std::uint32_t last);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> equal_states(std::uint32_t last) const;
  void separate_all(std::uint32_t last);
  void separate(std::uint32_t i, std::uint32_t j);
  void add(std::span<const int> clause) { unrolled_.solver().add_clause(clause); }

  const BitSystem& system_;
  const KindConfig::SimplePath simple_path_;
  std::vector<Cube> lemmas_;
  std::vector<std::uint32_t> compared_;  // positions of latches
  UnrolledSolver unrolled_;
  int guard_ = 0;                         // assumed: states differ where clauses say so
  std::vector<std::vector<Lit>> states_;  // by step: compared latches
  std::uint32_t separated_ = 0;           // steps before it differ from each other (All)
  std::uint32_t closed_ = 0;
  std::uint32_t lemmas_assumed_ = 0;  // steps for which they are
  bool dead_ = false;
  bool found_loop_ = false;
  bool query_mattered_ = false, loops_mattered_ = false;
  std::uint64_t pairs_ = 0, calls_ = 0;
};

}  // namespace cairn::kind
