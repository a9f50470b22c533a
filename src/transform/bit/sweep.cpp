// SPDX-License-Identifier: MIT
//
// The graph is copied gate by gate, smallest first. If random values could not tell a gate from one
// before it, the solver is asked whether they are equal; if so, the copy of the one before is
// taken. Questions are asked about the copy, where most differences are gone before they are met
// [KPKG02]. A counterexample, with 63 random neighbours, splits the classes.
#include "transform/bit/sweep.h"

#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "transform/bit/allowance.h"
#include "transform/bit/candidates.h"
#include "transform/bit/hashing.h"
#include "transform/bit/leaf_map.h"
#include "transform/bit/prover.h"

namespace cairn {
namespace {

class Sweeper {
 public:
  Sweeper(const BitSystem& system, const SweepConfig& config, const Context& context)
      : system_(system),
        allowance_(config.seconds, context.budget),
        rng_(context.seed),
        candidates_(system.aig.size(), nodes_of(system)),
        values_(system.aig.size(), 0),
        prover_(graph_, context.budget, config.conflicts) {}

  BitSystem run();

  std::uint64_t num_merged() const { return merged_; }
  std::uint64_t num_questions() const { return prover_.num_questions(); }

 private:
  static std::vector<Var> nodes_of(const BitSystem& system);
  void sample();
  Lit copy(Var var);
  void learn_from_counterexample();
  Lit image(Lit lit) const { return images_[lit.var().index] ^ lit.negated(); }

  const BitSystem& system_;
  const Allowance allowance_;
  Rng rng_;
  Candidates candidates_;
  std::vector<std::uint64_t> values_;  // by node
  Aig graph_;                          // the copy
  std::vector<Lit> images_;            // by node
  std::vector<Var> leaves_;            // of the system
  EqualityProver prover_;
  std::uint64_t merged_ = 0;
};

std::vector<Var> Sweeper::nodes_of(const BitSystem& system) {
  std::vector<Var> nodes{Var{0}};
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_leaf(Var{v})) nodes.push_back(Var{v});
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v})) nodes.push_back(Var{v});
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
    evaluate_gates(system_.aig, values_);
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
  evaluate_gates(system_.aig, values_);
  CAIRN_CHECK(candidates_.refine(values_, ~std::uint64_t{0}));
}

Lit Sweeper::copy(Var var) {
  const Lit plain = graph_.and_gate(image(system_.aig.left(var)), image(system_.aig.right(var)));
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

BitSystem Sweeper::run() {
  BitSystem result;
  const std::vector<bool> everything(system_.aig.size(), true);
  const LeafMap leaf_map(system_, result, everything);
  graph_ = result.aig;
  images_.assign(system_.aig.size(), kFalse);
  for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
    leaves_.push_back(system_.inputs[i]);
    images_[system_.inputs[i].index] = Lit(result.inputs[i]);
  }
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    leaves_.push_back(system_.latches[i].var);
    images_[system_.latches[i].var.index] = Lit(result.latches[i].var);
  }
  sample();
  for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
    if (system_.aig.is_and(Var{v})) images_[v] = copy(Var{v});

  result.aig = graph_;
  GraphCopier copier(system_.aig, result.aig);
  for (std::uint32_t v = 1; v < system_.aig.size(); ++v) copier.set_image(Var{v}, images_[v]);
  copy_functions(system_, everything, result, copier, Rest::Keep);
  // A gate's equal may read the very latch whose reset is being defined: no cycles here.
  GraphCopier as_is(system_.aig, result.aig);
  leaf_map.set_images(system_, result, as_is);
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    result.latches[i].reset = as_is.copy(system_.latches[i].reset);
  return Hashing().apply(std::move(result));  // leaves out what nothing reads any more
}

}  // namespace

BitSystem Sweep::apply(BitSystem system) {
  if (Allowance(config_.seconds, context_.budget).exhausted()) return system;
  Sweeper sweeper(system, config_, context_);
  BitSystem result = sweeper.run();
  nodes_ = sweeper.num_merged();
  questions_ = sweeper.num_questions();
  context_.log.detail("sweep: {} gates merged, {} gates left out, {} questions", nodes_,
                      system.aig.num_ands() - result.aig.num_ands(), questions_);
  return result;
}

void Sweep::visit_counters(const CounterVisitor& visit) const {
  visit("sweep.nodes", nodes_);
  visit("sweep.queries", questions_);
}

}  // namespace cairn
