// SPDX-License-Identifier: MIT
//
// The proof as a ranking. The engine proves an invariant I(x, saved, y, passed), where x is the
// state, y the shadow, and `passed` says that a round ended since y was saved. With saved = false
// (then y and passed are as reset) it is an invariant of x alone. Let
//
//   R(y, x) = I(x, true, y, false) & "what y has seen of a round, x has seen", or
//             I(x, true, y, true) & x is not y
//
// It contains all pairs such that x is reached from y in at least one step; and if I is inductive,
// then R(u, s) and a step from s to t give R(u, t). The signal of a literal is, for states s
// and t: R(t, s), and the literal is not seen in s. The four conditions of model/invariant.h:
//  - in a step from s to t with R(t, s) no round ends, for then I(t, true, t, true) would hold,
//    which is bad. And if the literal were true, t had seen it and s had not, so that the first
//    case of R(t, s) is excluded; in the second I(t, true, t, true) would hold again.
//  - a step from s to t gives R(s, t), by the moment at which s is saved;
//  - R(u, s) gives R(u, t), as was said;
//  - what is unseen in s is unseen in t, as in the first point.
#include "engine/liveness/l2s.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::live {

L2s::L2s(const BitSystem& system, const Context& context, const MakeSafetyEngine& make)
    : system_(system), context_(context), rounds_(system), shadowed_(with_shadow()) {
  const Context alone{context.log, context.budget, progress_, context.seed, nullptr};
  engine_ = make(shadowed_, alone);
}

BitSystem L2s::with_shadow() {
  BitSystem result = rounds_.system;
  Aig& aig = result.aig;
  std::vector<Lit> state;
  for (const Latch& latch : result.latches) state.push_back(Lit(latch.var));
  save_ = result.add_input();
  saved_ = result.add_latch();
  passed_ = result.add_latch();
  const Lit saving = aig.and_gate(save_, ~saved_);
  const Lit after = aig.or_gate(saved_, saving);
  result.set_next(saved_, after);
  result.set_next(passed_, aig.and_gate(after, aig.or_gate(passed_, rounds_.end)));
  std::vector<Lit> same{saved_, passed_};
  for (const Lit latch : state) {
    const Lit shadow = shadow_.emplace_back(result.add_latch());
    result.set_next(shadow, aig.if_then_else(saving, latch, shadow));
    same.push_back(aig.equal(latch, shadow));
  }
  result.bad = {aig.and_all(same)};
  return result;
}

Answer<BitSystem> L2s::run() {
  Answer<BitSystem> answer = engine_->run();
  context_.progress.phase = "l2s";
  if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
    return Unsafe<BitSystem>{restore(std::move(unsafe->trace))};
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const BitInvariant& invariant = safe->invariant;
    if (!invariant.auxiliary.empty())
      return Unknown{Unknown::Reason::Unsupported,
                     "the proof has states of its own, from which no ranking can be made", -1};
    return Safe<BitSystem>{restore(invariant)};
  }
  auto& unknown = std::get<Unknown>(answer);
  unknown.bound = context_.progress.bound;
  return answer;
}

/// The last step shows that the saved state has come again; its state closes the loop.
BitTrace L2s::restore(BitTrace trace) const {
  const std::size_t save = system_.inputs.size();
  std::int64_t start = -1;
  for (std::size_t step = 0; step < trace.inputs.size(); ++step)
    if (start < 0 && trace.inputs[step][save] == Lbool::True)
      start = static_cast<std::int64_t>(step);
  CAIRN_CHECK(start >= 0);
  for (auto& step : trace.inputs) step.resize(system_.inputs.size());
  trace.inputs.pop_back();
  trace.initial.resize(system_.latches.size());
  trace.bad.clear();
  trace.justice = {0};
  trace.loop_start = start;
  return trace;
}

BitInvariant L2s::restore(const BitInvariant& invariant) const {
  RankingBuilder builder(system_, rounds_, rounds_.system);
  Aig& aig = builder.aig();
  const std::size_t latches = rounds_.system.latches.size();
  // The conjuncts, given the latches that the shadow adds.
  const auto conjuncts = [&](Lit saved, Lit passed, bool has_shadow) {
    GraphCopier copier = builder.leaves_now(invariant);
    copier.set_image(invariant.input(system_.inputs.size()).var(), kFalse);
    copier.set_image(invariant.latch(latches).var(), saved);
    copier.set_image(invariant.latch(latches + 1).var(), passed);
    for (std::size_t i = 0; i < latches; ++i)
      copier.set_image(invariant.latch(latches + 2 + i).var(),
                       has_shadow ? builder.later(Lit(rounds_.system.latches[i].var)) : kFalse);
    std::vector<Lit> copies;
    for (const Lit conjunct : invariant.conjuncts) copies.push_back(copier.copy(conjunct));
    return copies;
  };
  builder.invariant().conjuncts = conjuncts(kFalse, kFalse, false);
  std::vector<Lit> not_passed = conjuncts(kTrue, kFalse, true);
  for (const Lit seen : rounds_.seen)
    not_passed.push_back(aig.implies(builder.later(seen), builder.now(seen)));
  std::vector<Lit> passed = conjuncts(kTrue, kTrue, true);
  std::vector<Lit> same;
  for (const Latch& latch : rounds_.system.latches)
    same.push_back(aig.equal(builder.now(Lit(latch.var)), builder.later(Lit(latch.var))));
  passed.push_back(~aig.and_all(same));
  if (!rounds_.seen.empty()) {  // a round that has all ends
    std::vector<Lit> all;
    for (const Lit seen : rounds_.seen) all.push_back(builder.now(seen));
    builder.invariant().conjuncts.push_back(~aig.and_all(all));
  }
  return builder.by_relation(aig.or_gate(aig.and_all(not_passed), aig.and_all(passed)));
}

void L2s::add_statistics(Statistics& statistics) const {
  statistics.count("l2s.latches", shadowed_.latches.size());
  engine_->add_statistics(statistics);
}

}  // namespace cairn::live
