// SPDX-License-Identifier: MIT
//
// The graph is copied gate by gate, smallest first. If random values could not tell a gate from one
// before it, the solver is asked whether they are equal; if so, the copy of the one before is
// taken. Queries are asked about the copy, where most differences are gone before they are met
// [KPKG02]. A counterexample, with 63 random neighbours, splits the classes.
#include "sat/sweep.h"

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn::sat {

Sweeper::Sweeper(const Aig& from, Aig& to, std::vector<Lit> leaf_images, const SweepLimits& limits,
                 const Budget& budget, std::uint64_t seed)
    : from_(from),
      to_(to),
      allowance_(limits.seconds, budget),
      rng_(seed),
      candidates_(from.size(), nodes_of(from)),
      values_(from.size(), 0),
      images_(std::move(leaf_images)),
      prover_(to, budget, limits.conflicts) {
  images_.resize(from.size(), kFalse);
  images_[0] = kFalse;
  for (std::uint32_t v = 1; v < from.size(); ++v)
    if (from.is_leaf(Var{v})) leaves_.push_back(Var{v});
}

std::vector<Var> Sweeper::nodes_of(const Aig& graph) {
  std::vector<Var> nodes{Var{0}};
  for (std::uint32_t v = 1; v < graph.size(); ++v)
    if (graph.is_leaf(Var{v})) nodes.push_back(Var{v});
  for (std::uint32_t v = 1; v < graph.size(); ++v)
    if (graph.is_and(Var{v})) nodes.push_back(Var{v});
  return nodes;
}

// Until random values have not told anything apart for a while.
void Sweeper::sample() {
  constexpr int kPatience = 16, kMost = 1024;
  int quiet = 0;
  for (int round = 0; round < kMost && quiet < kPatience; ++round) {
    if (allowance_.exhausted()) return;
    for (const Var leaf : leaves_) {
      values_[leaf.index] = rng_.next();
      // Wide gates hardly ever change with fair coins.
      if (round % 4 == 1) values_[leaf.index] &= rng_.next() & rng_.next();
      if (round % 4 == 3) values_[leaf.index] |= rng_.next() | rng_.next();
    }
    evaluate_gates(from_, values_);
    quiet = candidates_.refine(values_, ~std::uint64_t{0}) ? 0 : quiet + 1;
  }
}

void Sweeper::learn_from_counterexample() {
  constexpr std::uint64_t kExact = 1;  // the lane that holds the counterexample itself
  for (const Var leaf : leaves_) {
    const Lbool value = prover_.value(images_[leaf.index]);
    std::uint64_t& word = values_[leaf.index];
    word = rng_.next();
    if (value == Lbool::Undef) continue;
    const std::uint64_t flips = word & rng_.next() & rng_.next() & rng_.next() & ~kExact;
    word = flip_value(flips, value == Lbool::True);
  }
  evaluate_gates(from_, values_);
  CAIRN_CHECK(candidates_.refine(values_, ~std::uint64_t{0}));
}

Lit Sweeper::copy(Var var) {
  const Lit plain = to_.and_gate(image(from_.left(var)), image(from_.right(var)));
  while (candidates_.is_member(var)) {
    const Lit other = image(candidates_.head(var));
    if (plain == other) return plain;
    if (allowance_.exhausted()) return plain;
    switch (prover_.ask(plain, other)) {
      case EqualityProver::Verdict::Equal:
        ++merged_;
        return other;
      case EqualityProver::Verdict::Different:
        learn_from_counterexample();
        break;
      case EqualityProver::Verdict::Unknown:
        candidates_.remove(var);
        break;
    }
  }
  return plain;
}

std::vector<Lit> Sweeper::run() {
  sample();
  for (std::uint32_t v = 1; v < from_.size(); ++v)
    if (from_.is_and(Var{v})) images_[v] = copy(Var{v});
  return std::move(images_);
}

SweptLiteral extract_literal(const Aig& graph, Lit lit, std::uint32_t leaves) {
  SweptLiteral result;
  GraphCopier copier(graph, result.graph);
  for (std::uint32_t i = 1; i <= leaves; ++i) copier.set_image(Var{i}, result.graph.add_leaf());
  result.literal = copier.copy(lit);
  return result;
}

SweptLiteral sweep_literal(const Aig& graph, Lit lit, std::uint32_t leaves,
                           const SweepLimits& limits, const Budget& budget, std::uint64_t seed) {
  const SweptLiteral cone = extract_literal(graph, lit, leaves);
  Aig swept;
  std::vector<Lit> images{kFalse};
  for (std::uint32_t i = 0; i < leaves; ++i) images.push_back(swept.add_leaf());
  Sweeper sweeper(cone.graph, swept, std::move(images), limits, budget, seed);
  images = sweeper.run();
  const Lit image = images[cone.literal.var().index] ^ cone.literal.negated();
  return extract_literal(swept, image, leaves);
}

}  // namespace cairn::sat
