// SPDX-License-Identifier: MIT
//
// What may be simplified by what. Equalities hold in steps of constrained runs, so next-state
// functions and bad states may always be read with heads in place of members. Two kinds of
// functions need more care:
//  - Constraints of a step decide whether it is constrained. Equalities that were proved without
//  them
//    (Constrained::Before) hold whether they do or not; others must leave them as they are, and
//    latches that they read stay even if they are members.
//  - Reset functions define the first step, in which a member may equal its head because the head's
//    reset function reads the member. So gates keep their functions there; and a head takes over
//    the reset function of that member of its class that comes first in an order of dependencies:
//    it reads only latches of classes that come earlier.
#include "transform/bit/correspondence.h"

#include "transform/bit/hashing.h"

namespace cairn {
namespace {

using Constrained = CorrespondenceConfig::Constrained;

/// Copies the merged circuit on demand: gates that only members need are never made.
void merge_gates(const BitSystem& system, const std::vector<Lit>& heads,
                 const std::vector<Lit>& roots, GraphCopier& copier) {
  const Aig& aig = system.aig;
  std::vector<bool> needed(aig.size(), false);
  for (const Lit root : roots) needed[root.var().index] = true;
  for (std::uint32_t v = aig.size() - 1; v > 0; --v) {
    if (!needed[v] || !aig.is_and(Var{v})) continue;
    if (heads[v] != kNoLit) {
      needed[heads[v].var().index] = true;
    } else {
      needed[aig.left(Var{v}).var().index] = true;
      needed[aig.right(Var{v}).var().index] = true;
    }
  }
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (needed[v] && aig.is_and(Var{v}) && heads[v] != kNoLit)
      copier.set_image(Var{v}, copier.copy(heads[v]));
}

std::vector<Lit> roots_of(const BitSystem& system, const std::vector<bool>& keep) {
  std::vector<Lit> roots;
  for (const Latch& latch : system.latches)
    if (keep[latch.var.index]) roots.push_back(latch.next);
  for (const auto* list : {&system.bad, &system.constraints, &system.outputs, &system.fairness})
    roots.insert(roots.end(), list->begin(), list->end());
  for (const auto& set : system.justice) roots.insert(roots.end(), set.begin(), set.end());
  return roots;
}

}  // namespace

std::string_view Correspondence::name() const {
  if (config_.constrained == Constrained::Now) return "constrained-correspondence";
  return config_.scope == CorrespondenceConfig::Scope::Latches ? "latch-correspondence"
                                                               : "correspondence";
}

BitSystem Correspondence::apply(BitSystem system) {
  if (config_.constrained == Constrained::Now && system.constraints.empty()) return system;
  CorrespondenceSearch search(system, config_, context_);
  merges_ = search.run();
  stats_ = search.stats();
  if (!merges_.empty()) {
    original_ = std::move(system);
    heads_.assign(original_.aig.size(), kNoLit);
    for (const Merge& merge : merges_) {
      heads_[merge.member.index] = merge.head;
      if (original_.aig.is_and(merge.member)) ++gates_;
    }
    for (const Latch& latch : original_.latches)
      if (heads_[latch.var.index] != kNoLit) ++latches_;
    system = rebuild();
    choose_conjuncts();
  }
  context_.log.detail(
      "{}: {} latches and {} gates merged, {} queries, {} counterexamples ({} spurious), {} "
      "rounds, {} conjuncts{}",
      name(), latches_, gates_, stats_.queries, stats_.counterexamples, stats_.spurious,
      stats_.rounds, conjuncts_.size(), stats_.finished ? "" : "; out of time");
  return system;
}

// By variable; gates do not matter.
std::vector<bool> Correspondence::kept_leaves() const {
  const Aig& aig = original_.aig;
  std::vector<bool> keep(aig.size(), true);
  for (const Merge& merge : merges_) keep[merge.member.index] = false;
  if (config_.constrained == Constrained::Before) return keep;
  // What constraints read stays as it is, in the first step as well.
  std::vector<bool> seen(aig.size(), false);
  std::vector<Var> stack;
  const auto reach = [&](Lit lit) {
    if (seen[lit.var().index]) return;
    seen[lit.var().index] = true;
    stack.push_back(lit.var());
  };
  const std::vector<std::uint32_t> position = original_.leaf_positions();
  std::vector<bool> is_latch(aig.size(), false);
  for (const Latch& latch : original_.latches) is_latch[latch.var.index] = true;
  for (const Lit constraint : original_.constraints) reach(constraint);
  for (const Latch& latch : original_.latches)
    if (keep[latch.var.index]) reach(latch.reset);
  while (!stack.empty()) {
    const Var var = stack.back();
    stack.pop_back();
    if (aig.is_and(var)) {
      reach(aig.left(var));
      reach(aig.right(var));
    } else if (is_latch[var.index]) {
      keep[var.index] = true;
      reach(original_.latches[position[var.index]].reset);
    } else {
      keep[var.index] = true;
    }
  }
  return keep;
}

BitSystem Correspondence::rebuild() {
  const std::vector<bool> keep = kept_leaves();

  BitSystem result;
  leaves_.emplace(original_, result, keep);
  GraphCopier merged(original_.aig, result.aig), as_is(original_.aig, result.aig);
  leaves_->set_images(original_, result, merged);
  leaves_->set_images(original_, result, as_is);
  for (const auto& [member, head] : merges_) {
    if (original_.aig.is_and(member)) continue;
    merged.set_image(member, merged.copy(head));
    if (!keep[member.index]) as_is.set_image(member, merged.copy(head));
  }
  merge_gates(original_, heads_, roots_of(original_, keep), merged);
  copy_functions(original_, keep, result, merged, Rest::Keep);
  set_resets(result, keep, as_is);
  if (config_.constrained == Constrained::Now)
    for (std::size_t i = 0; i < original_.constraints.size(); ++i)
      result.constraints[i] = as_is.copy(original_.constraints[i]);
  return Hashing().apply(std::move(result));  // leaves out what nothing reads any more
}

void Correspondence::set_resets(BitSystem& result, const std::vector<bool>& keep,
                                GraphCopier& leaves) const {
  const std::vector<Latch>& latches = original_.latches;
  const std::vector<std::uint32_t> position = original_.leaf_positions();
  // By latch: the member of its class that comes first, and whether it is the opposite.
  const std::vector<std::uint32_t> order = reset_order(original_);
  std::vector<std::uint32_t> rank(latches.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  std::vector<Lit> donor(latches.size());
  for (std::size_t i = 0; i < latches.size(); ++i) donor[i] = Lit(latches[i].var);
  for (const auto& [member, head] : merges_) {
    if (config_.constrained == Constrained::Now) break;  // every latch that is kept has its own
    if (original_.aig.is_and(member) || head.is_constant()) continue;
    Lit& best = donor[position[head.var().index]];
    if (rank[position[member.index]] < rank[position[best.var().index]])
      best = Lit(member) ^ head.negated();
  }
  std::size_t image = 0;
  for (std::size_t i = 0; i < latches.size(); ++i) {
    if (!keep[latches[i].var.index]) continue;
    const Latch& source = latches[position[donor[i].var().index]];
    Latch& latch = result.latches[image++];
    latch.reset =
        source.is_uninitialised() ? Lit(latch.var) : leaves.copy(source.reset) ^ donor[i].negated();
  }
}

void Correspondence::choose_conjuncts() {
  const Aig& aig = original_.aig;
  Aig reduced;
  std::vector<Lit> images(aig.size(), kFalse);
  const auto image = [&](Lit lit) { return images[lit.var().index] ^ lit.negated(); };
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_leaf(Var{v}) && heads_[v] == kNoLit) images[v] = reduced.add_leaf();
  for (const Merge& merge : merges_) {
    if (aig.is_and(merge.member)) continue;
    images[merge.member.index] = image(merge.head);
    conjuncts_.push_back(merge);
  }
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!aig.is_and(Var{v})) continue;
    images[v] = reduced.and_gate(image(aig.left(Var{v})), image(aig.right(Var{v})));
    if (heads_[v] == kNoLit) continue;
    if (images[v] != image(heads_[v])) conjuncts_.push_back({Var{v}, heads_[v]});
    images[v] = image(heads_[v]);
  }
}

BitInvariant Correspondence::restore_invariant(BitInvariant invariant) const {
  if (!leaves_) return invariant;
  BitInvariant result = leaves_->restore(invariant);
  GraphCopier copier(original_.aig, result.aig);
  for (std::size_t i = 0; i < original_.inputs.size(); ++i)
    copier.set_image(original_.inputs[i], result.input(i));
  for (std::size_t i = 0; i < original_.latches.size(); ++i)
    copier.set_image(original_.latches[i].var, result.latch(i));
  for (const auto& [member, head] : conjuncts_)
    result.conjuncts.push_back(result.aig.equal(copier.copy(Lit(member)), copier.copy(head)));
  return result;
}

BitTrace Correspondence::restore_trace(BitTrace trace) const {
  if (!leaves_) return trace;
  trace = leaves_->restore(std::move(trace));
  const std::vector<std::uint32_t> position = original_.leaf_positions();
  for (std::size_t latch = 0; latch < original_.latches.size(); ++latch) {
    const Lit head = heads_[original_.latches[latch].var.index];
    if (head == kNoLit || trace.initial[latch] != Lbool::Undef) continue;
    // Other latches get their values from their resets, as Undef says.
    if (!original_.latches[latch].is_uninitialised()) continue;
    trace.initial[latch] = head.is_constant()
                               ? to_lbool(head == kTrue)
                               : trace.initial[position[head.var().index]] ^ head.negated();
  }
  return trace;
}

void Correspondence::visit_counters(const CounterVisitor& visit) const {
  visit("correspondence.latches", latches_);
  visit("correspondence.nodes", gates_);
  visit("correspondence.queries", stats_.queries);
  visit("correspondence.counterexamples", stats_.counterexamples);
  visit("correspondence.rounds", stats_.rounds);
}

}  // namespace cairn
