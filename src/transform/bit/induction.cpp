// SPDX-License-Identifier: MIT
#include "transform/bit/induction.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "logic/bit/copy.h"

namespace cairn {
namespace {

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};
constexpr std::uint64_t kExactLane = 1;  // holds a counterexample itself, the others its neighbours

// Latches first, so that nothing but a latch or the constant is ever the head of a latch.
std::vector<Var> nodes_of(const BitSystem& system, CorrespondenceConfig::Scope scope) {
  std::vector<Var> nodes{Var{0}};
  for (const Latch& latch : system.latches) nodes.push_back(latch.var);
  if (scope == CorrespondenceConfig::Scope::Latches) return nodes;
  nodes.insert(nodes.end(), system.inputs.begin(), system.inputs.end());
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v})) nodes.push_back(Var{v});
  return nodes;
}

std::uint64_t pair_key(Lit a, Lit b) {
  return static_cast<std::uint64_t>(a.code()) << 32 | b.code();
}

}  // namespace

CorrespondenceSearch::CorrespondenceSearch(const BitSystem& system,
                                           const CorrespondenceConfig& config,
                                           const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      allowance_(config.seconds, context.budget),
      rng_(context.seed),
      candidates_(system.aig.size(), nodes_of(system, config.scope)),
      walk_(system, rng_),
      prover_(graph_, context.budget, config.conflicts) {}

bool CorrespondenceSearch::out_of_time() {
  late_ = late_ || allowance_.exhausted();
  return late_;
}

std::vector<Merge> CorrespondenceSearch::run() {
  std::vector<Merge> merges;
  if (out_of_time()) return merges;
  sample();
  candidates_.fix_phases();  // the base must see what the step assumes
  // Without the step's own constraints an input is free. It may be a head all the same.
  if (config_.constrained == Constrained::Before)
    for (const Var input : system_.inputs)
      if (candidates_.is_member(input)) candidates_.remove(input);
  stats_.candidates = candidates_.num_members();
  stats_.finished = base() && step();
  stats_.queries += prover_.num_queries();
  if (stats_.finished)
    candidates_.for_each_member([&](Var member, Lit head) { merges.push_back({member, head}); });
  std::sort(merges.begin(), merges.end(),
            [](const Merge& a, const Merge& b) { return a.member < b.member; });
  return merges;
}

// ---- Simulation.

bool CorrespondenceSearch::observe() {
  return candidates_.refine(
      walk_.values(), config_.constrained == Constrained::Now ? walk_.constrained() : kAllLanes);
}

void CorrespondenceSearch::remember_step() {
  constexpr std::size_t kMost = 16;
  if (walk_.constrained() == 0) return;
  Words words = walk_.values();
  const std::uint64_t constrained = walk_.constrained();
  const int source = std::countr_zero(constrained);
  for (std::uint64_t& word : words)
    word = (word & constrained) | ((std::uint64_t{0} - (word >> source & 1)) & ~constrained);
  if (remembered_.size() < kMost)
    remembered_.push_back(std::move(words));
  else
    remembered_[rng_.below(kMost)] = std::move(words);
}

// Runs of growing length, until nothing new has been seen for a while.
void CorrespondenceSearch::sample() {
  constexpr double kShare = 0.2;  // of the time
  constexpr int kPatience = 128, kRepairs = 8, kRuns = 64;
  int quiet = 0;
  for (int run = 0; run < kRuns; ++run) {
    walk_.start();
    for (int depth = 0; depth < 16 << (run % 5); ++depth) {
      if (depth > 0) walk_.step();
      quiet = observe() ? 0 : quiet + 1;
      for (int i = 0; i < kRepairs && std::popcount(walk_.constrained()) < 48; ++i) {
        walk_.repair();
        if (observe()) quiet = 0;
      }
      if (depth == 0 || rng_.chance(10)) remember_step();
      if (walk_.constrained() == 0) break;
      if (allowance_.spent() > kShare * allowance_.seconds() || out_of_time()) return;
    }
    if (quiet >= kPatience && run >= 8) return;
  }
}

// A lane that is not constrained says nothing; the counterexample itself is left alone if it is.
void CorrespondenceSearch::repair_lanes() {
  constexpr int kRepairs = 2, kEnough = 32;
  for (int i = 0; i < kRepairs && std::popcount(walk_.constrained()) < kEnough; ++i) walk_.repair();
}

/// What a counterexample leads to says as much as itself.
void CorrespondenceSearch::walk_on() {
  constexpr int kSteps = 3;
  for (int i = 0; i < kSteps && walk_.constrained() != 0; ++i) {
    walk_.step();
    if (observe()) changed_ = true;
    if (std::popcount(walk_.constrained()) < 32) walk_.repair();
    if (observe()) changed_ = true;
  }
}

// A leaf's value in a counterexample, with a few lanes changed; `otherwise` if any value will do.
std::uint64_t CorrespondenceSearch::neighbours(Lbool value, std::uint64_t otherwise) {
  if (value == Lbool::Undef) return otherwise;
  const std::uint64_t flips =
      rng_.next() & rng_.next() & rng_.next() & rng_.next() & rng_.next() & ~kExactLane;
  return flip_value(flips, value == Lbool::True);
}

// ---- Base.

// Members are replaced by their heads as soon as that is proved, which holds for all time: a class
// that splits later consists of nodes that are equal in every first step.
bool CorrespondenceSearch::base() {
  Aig graph;
  GraphCopier copier(system_.aig, graph);
  base_leaf_.assign(system_.aig.size(), kFalse);
  const auto add_leaf = [&](Var var) {
    copier.set_image(var, base_leaf_[var.index] = graph.add_leaf());
  };
  for (const Var input : system_.inputs) add_leaf(input);
  for (const Latch& latch : system_.latches)
    if (latch.is_uninitialised()) add_leaf(latch.var);
  for (const std::uint32_t position : reset_order(system_)) {
    const Latch& latch = system_.latches[position];
    if (!latch.is_uninitialised()) copier.set_image(latch.var, copier.copy(latch.reset));
  }
  std::vector<Lit> assumed;
  if (config_.constrained == Constrained::Now)
    for (const Lit constraint : system_.constraints) assumed.push_back(copier.copy(constraint));
  std::erase(assumed, kTrue);
  sat::EqualityProver prover(graph, context_.budget, config_.conflicts);
  bool done = true;
  for (const Latch& latch : system_.latches)
    done = done && settle_base(latch.var, copier, prover, assumed);
  for (const Var input : system_.inputs) done = done && settle_base(input, copier, prover, assumed);
  for (std::uint32_t v = 1; v < system_.aig.size() && config_.scope == Scope::Nodes; ++v)
    if (system_.aig.is_and(Var{v})) done = done && settle_base(Var{v}, copier, prover, assumed);
  stats_.queries += prover.num_queries();
  return done;
}

bool CorrespondenceSearch::settle_base(Var var, GraphCopier& copier, sat::EqualityProver& prover,
                                       const std::vector<Lit>& assumed) {
  while (candidates_.is_member(var)) {
    const Lit own = copier.copy(Lit(var)), other = copier.copy(candidates_.head(var));
    if (own == other) return true;
    if (out_of_time()) return false;
    switch (prover.ask(own, other, assumed)) {
      case Verdict::Equal:
        copier.set_image(var, other);
        return true;
      case Verdict::Different: {
        ++stats_.counterexamples;
        const Lit before = candidates_.head(var);
        learn_base(prover);
        CAIRN_CHECK(candidates_.head(var) != before);
        break;
      }
      case Verdict::Unknown:
        ++stats_.abandoned;
        candidates_.remove(var);
        break;
    }
  }
  return true;
}

void CorrespondenceSearch::learn_base(const sat::EqualityProver& prover) {
  Words inputs(system_.inputs.size()), uninitialised(system_.latches.size());
  const auto value = [&](Var var) { return prover.value(base_leaf_[var.index]); };
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = neighbours(value(system_.inputs[i]), rng_.next());
  for (std::size_t i = 0; i < uninitialised.size(); ++i)
    if (system_.latches[i].is_uninitialised())
      uninitialised[i] = neighbours(value(system_.latches[i].var), rng_.next());
  walk_.start(inputs, uninitialised);
  observe();
  walk_on();
}

// ---- Step.

bool CorrespondenceSearch::step() {
  const std::size_t nodes = system_.aig.size();
  for (Frame* frame : {&first_, &second_}) {
    frame->plain.assign(nodes, kNoLit);
    frame->image.assign(nodes, kNoLit);
    frame->moved.assign(nodes, false);
    frame->image[0] = kFalse;
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      frame->inputs.push_back(graph_.add_leaf());
  }
  for (std::size_t i = 0; i < system_.latches.size(); ++i) latches_.push_back(graph_.add_leaf());
  const Aig& aig = system_.aig;
  do {
    if (out_of_time()) return false;
    ++stats_.rounds;
    begin_round();
    for (const Latch& latch : system_.latches) {
      second_.plain[latch.var.index] = find(read(first_, latch.next));
      settle(latch.var);
    }
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      second_.plain[system_.inputs[i].index] = second_.inputs[i];
      settle(system_.inputs[i]);
    }
    for (std::uint32_t v = 1; v < aig.size() && config_.scope == Scope::Nodes; ++v) {
      if (!aig.is_and(Var{v})) continue;
      const Lit left = aig.left(Var{v}), right = aig.right(Var{v});
      if (second_.moved[left.var().index] || second_.moved[right.var().index] ||
          second_.plain[v] == kNoLit)
        second_.plain[v] = conjunction(read(second_, left), read(second_, right));
      settle(Var{v});
      if (late_) return false;
    }
    context_.log.detail("correspondence: round {}: {} candidates, {} queries, {} counterexamples",
                        stats_.rounds, candidates_.num_members(), prover_.num_queries(),
                        stats_.counterexamples);
  } while (changed_);
  return !out_of_time();
}

void CorrespondenceSearch::begin_round() {
  changed_ = false;
  assumed_members_.clear();
  candidates_.for_each_member([&](Var member, Lit head) {
    assumed_members_.push_back({member, head});
  });
  std::sort(assumed_members_.begin(), assumed_members_.end(),
            [](const Merge& a, const Merge& b) { return a.member < b.member; });
  build_first();
  assumable_.clear();
  for (const auto& [var, assumptions] : needed_)
    for (const Assumption assumption : assumptions) assumable_.insert(literal(assumption));
}

void CorrespondenceSearch::build_first() {
  const Aig& aig = system_.aig;
  const auto set_leaf = [&](Var var, Lit leaf) {
    const Lit head = candidates_.head(var);
    set(first_, var, head.var() == var ? leaf : read(first_, head));
  };
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    set_leaf(system_.latches[i].var, latches_[i]);
  for (std::size_t i = 0; i < system_.inputs.size(); ++i)
    set_leaf(system_.inputs[i], first_.inputs[i]);
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!aig.is_and(Var{v})) continue;
    const Lit left = aig.left(Var{v}), right = aig.right(Var{v});
    if (first_.moved[left.var().index] || first_.moved[right.var().index] ||
        first_.plain[v] == kNoLit)
      first_.plain[v] = conjunction(read(first_, left), read(first_, right));
    const Lit head = candidates_.head(Var{v});
    set(first_, Var{v}, head.var() == Var{v} ? first_.plain[v] : read(first_, head));
  }
  first_.constraints.clear();
  for (const Lit constraint : system_.constraints)
    first_.constraints.push_back(read(first_, constraint));
  second_.constraints.clear();
  if (config_.constrained == Constrained::Before) return;
  GraphCopier copier(aig, graph_);
  for (std::size_t i = 0; i < system_.inputs.size(); ++i)
    copier.set_image(system_.inputs[i], second_.inputs[i]);
  for (const Latch& latch : system_.latches)
    copier.set_image(latch.var, find(read(first_, latch.next)));
  for (const Lit constraint : system_.constraints)
    second_.constraints.push_back(copier.copy(constraint));
}

// Decides what a node of the second step is: its head, if that can be proved, or itself.
void CorrespondenceSearch::settle(Var var) {
  const Lit own = find(second_.plain[var.index]);
  while (candidates_.is_member(var)) {
    const Lit other = find(read(second_, candidates_.head(var)));
    if (own == other || is_known(own, other) || ask(var, own, other)) {
      set(second_, var, other);
      return;
    }
    if (out_of_time()) break;
  }
  set(second_, var, own);
}

bool CorrespondenceSearch::is_known(Lit a, Lit b) const {
  const auto found = conditional_.find(pair_key(a, b));
  return found != conditional_.end() &&
         std::all_of(found->second.begin(), found->second.end(),
                     [&](Lit lit) { return assumable_.contains(lit); });
}

// Whether the member of a class was proved equal to its head. If not, the classes have changed.
bool CorrespondenceSearch::ask(Var var, Lit a, Lit b) {
  constexpr int kAttempts = 8;
  const Lit head = candidates_.head(var);
  // What the last query about this node needed, this one will need too.
  std::vector<Assumption> assumptions;
  if (const auto found = needed_.find(var.index); found != needed_.end())
    assumptions = found->second;
  std::vector<Lit> assumed;
  for (int attempt = 0; attempt < kAttempts && !out_of_time(); ++attempt) {
    for (std::size_t i = assumed.size(); i < assumptions.size(); ++i)
      assumed.push_back(literal(assumptions[i]));
    const Verdict verdict = prover_.ask(a, b, assumed);
    if (verdict == Verdict::Equal) {
      keep_proof(var, a, b, assumptions, assumed);
      return true;
    }
    if (verdict == Verdict::Unknown) break;
    ++stats_.counterexamples;
    learn(assumptions, std::size_t{8} << attempt);
    if (candidates_.head(var) != head) return false;
    CAIRN_CHECK(assumptions.size() > assumed.size());
    ++stats_.spurious;
  }
  ++stats_.abandoned;
  changed_ = true;
  candidates_.remove(var);
  return false;
}

// The constant true if it is nothing to assume: the node is no member in this round.
Lit CorrespondenceSearch::literal(Assumption assumption) {
  switch (assumption.kind) {
    case Assumption::Kind::FirstConstraint:
      return first_.constraints[assumption.index];
    case Assumption::Kind::SecondConstraint:
      return second_.constraints[assumption.index];
    case Assumption::Kind::Member:
      break;
  }
  return graph_.equal(first_.plain[assumption.index], first_.image[assumption.index]);
}

void CorrespondenceSearch::keep_proof(Var var, Lit a, Lit b,
                                      const std::vector<Assumption>& assumptions,
                                      const std::vector<Lit>& assumed) {
  const std::vector<Lit>& used = prover_.used();
  if (used.empty()) return identify(a, b);
  conditional_[pair_key(a, b)] = used;
  std::vector<Assumption>& needed = needed_[var.index];
  needed.clear();
  for (std::size_t i = 0; i < assumptions.size(); ++i)
    if (std::find(used.begin(), used.end(), assumed[i]) != used.end())
      needed.push_back(assumptions[i]);
  assumable_.insert(used.begin(), used.end());
}

// Simulates the counterexample and splits classes by what comes out. Adds what it has broken.
void CorrespondenceSearch::learn(std::vector<Assumption>& broken, std::size_t most) {
  Words values(system_.aig.size(), 0), inputs(system_.inputs.size());
  const Words& other = remembered_.empty() ? values : remembered_[rng_.below(remembered_.size())];
  const auto turn = static_cast<int>(rng_.below(64));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint32_t v = system_.inputs[i].index;
    values[v] = neighbours(prover_.value(first_.inputs[i]), std::rotl(other[v], turn));
    inputs[i] = neighbours(prover_.value(second_.inputs[i]), rng_.next());
  }
  for (std::size_t i = 0; i < system_.latches.size(); ++i) {
    const std::uint32_t v = system_.latches[i].var.index;
    values[v] = neighbours(prover_.value(latches_[i]), std::rotl(other[v], turn));
  }
  for (const auto& [member, head] : assumed_members_)
    if (!system_.aig.is_and(member)) values[member.index] = value_of(values, head);

  walk_.enter(values);
  const std::size_t before = broken.size();
  find_broken(broken, most);
  const bool exact = broken.size() == before;
  repair_lanes();
  walk_.restrict_to(~candidates_.broken(walk_.values()));
  if (walk_.constrained() == 0) return;
  walk_.step(inputs);
  if (config_.constrained == Constrained::Now && exact)
    for (std::uint32_t i = 0; i < system_.constraints.size(); ++i)
      if ((value_of(walk_.values(), system_.constraints[i]) & kExactLane) == 0)
        broken.push_back({Assumption::Kind::SecondConstraint, i});
  if (config_.constrained == Constrained::Now) repair_lanes();
  if (!observe()) return;
  changed_ = true;
  walk_on();
}

void CorrespondenceSearch::find_broken(std::vector<Assumption>& broken, std::size_t most) const {
  const Words& values = walk_.values();
  std::size_t constraints = 4 * most;
  for (std::uint32_t i = 0; i < system_.constraints.size() && constraints > 0; ++i) {
    if ((value_of(values, system_.constraints[i]) & kExactLane) != 0) continue;
    broken.push_back({Assumption::Kind::FirstConstraint, i});
    --constraints;
  }
  for (const auto& [member, head] : assumed_members_) {
    if (((values[member.index] ^ value_of(values, head)) & kExactLane) == 0) continue;
    broken.push_back({Assumption::Kind::Member, member.index});
    if (--most == 0) return;
  }
}

// ---- The graph.

Lit CorrespondenceSearch::find(Lit lit) {
  bool negated = lit.negated();
  Var var = lit.var();
  while (var.index < alias_.size() && alias_[var.index] != Lit(var)) {
    const Lit next = alias_[var.index];
    negated = negated != next.negated();
    var = next.var();
  }
  return Lit(var, negated);
}

void CorrespondenceSearch::identify(Lit a, Lit b) {
  while (alias_.size() < graph_.size())
    alias_.push_back(Lit(Var{static_cast<std::uint32_t>(alias_.size())}));
  if (a.var() < b.var()) std::swap(a, b);
  alias_[a.var().index] = b ^ a.negated();
}

bool CorrespondenceSearch::set(Frame& frame, Var var, Lit image) {
  frame.moved[var.index] = frame.image[var.index] != image;
  frame.image[var.index] = image;
  return frame.moved[var.index];
}

}  // namespace cairn
