// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/allowance.h"
#include "base/budget.h"
#include "base/rng.h"
#include "logic/bit/aig.h"
#include "logic/bit/candidates.h"
#include "sat/equality_prover.h"

namespace cairn::sat {

struct SweepLimits {
  double seconds = 3;             ///< of processor time
  std::uint64_t conflicts = 100;  ///< for each query
};

/// SAT sweeping: copies a graph into another one, where gates that are equal or opposite for all
/// values of the leaves become one. When the limits are reached, what is left is copied as it is.
class Sweeper {
 public:
  /// `leaf_images` by node of `from`: literals of `to` that are leaves, for all leaves of `from`.
  Sweeper(const Aig& from, Aig& to, std::vector<Lit> leaf_images, const SweepLimits& limits,
          const Budget& budget, std::uint64_t seed);

  /// The images of all nodes. Once.
  std::vector<Lit> run();

  std::uint64_t num_merged() const { return merged_; }
  std::uint64_t num_queries() const { return prover_.num_queries(); }

 private:
  static std::vector<Var> nodes_of(const Aig& graph);
  void sample();
  Lit copy(Var var);
  void learn_from_counterexample();
  Lit image(Lit lit) const { return images_[lit.var().index] ^ lit.negated(); }

  const Aig& from_;
  Aig& to_;
  const Allowance allowance_;
  Rng rng_;
  Candidates candidates_;
  std::vector<std::uint64_t> values_;  // by node
  std::vector<Lit> images_;            // by node
  std::vector<Var> leaves_;            // of `from`
  EqualityProver prover_;
  std::uint64_t merged_ = 0;
};

/// A literal and the graph that has nothing but its leaves and the cone of it.
struct SweptLiteral {
  Aig graph;
  Lit literal;
};

/// `lit` after sweeping its cone. The first `leaves` nodes after the constant are leaves and stay
/// so, in their order; the cone has no others.
SweptLiteral sweep_literal(const Aig& graph, Lit lit, std::uint32_t leaves,
                           const SweepLimits& limits, const Budget& budget, std::uint64_t seed);
/// The same without sweeping: leaves out what the literal does not need.
SweptLiteral extract_literal(const Aig& graph, Lit lit, std::uint32_t leaves);

}  // namespace cairn::sat
