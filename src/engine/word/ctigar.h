// SPDX-License-Identifier: MIT
//
// CTIGAR [BBW14; Lan18, section 4.5]: abstraction and refinement guided by counterexamples to
// induction, single steps instead of paths. An obligation is a concrete cube and the abstract state
// that it is in; what is blocked is the abstract state.
//
// The abstraction can fail in two ways.
//  - Lifting: not all of the abstract state leads where the concrete state leads.
//  - Consecution: the abstract state has predecessors in the frame, the concrete cube has none.
// Eager: predicates are added at once, after which there is no failure. Lazy: after a failure of
// lifting the abstract state stands as it is; after one of consecution the spurious predecessor is
// followed. Only a path to initial states that rests on a spurious step (or one that has too many)
// makes the engine look at the concrete cube there.
//
// Where we differ: new predicates are not interpolants of the failed step. After a failure of
// lifting they are the literals of the partial pre-image (preimage.h), after one of consecution the
// part of the concrete cube that the refutation needs; its negation is an interpolant of the step
// and the cube, and learnt as a lemma besides. An abstract state with initial states among its own,
// where the concrete cube has none, counts as a failure of lifting that cannot wait.
#pragma once

#include "engine/word/predicates.h"
#include "engine/word/word_ic3.h"

namespace cairn::word {

class Ctigar : public WordIc3 {
 public:
  Ctigar(const WordSystem& system, const CtigarConfig& config, const Context& context);

 private:
  void on_predecessor(const Assignment& model, const Path& next, Level level) override;
  void add_own_statistics(Statistics& statistics) const override;

  /// The model leads into the concrete cube, not just into the abstract one.
  bool is_real(const Assignment& model, const Path& next) const;
  /// The step that led into next->cube is spurious: asks for one into next->concrete. Sat: the
  /// model is one. Unsat: the abstraction was refined, and `next` is finer.
  SmtResult ask_concretely(const Path& next, Level level);
  /// Gives the path its cubes. False: no answer.
  bool abstract(WordPath& path);
  void on_initial(const Path& path, const Assignment& initial);
  void refine(const TermCube& literals);

  const CtigarConfig own_config_;
  std::unique_ptr<PredicateDomain> domain_;
};

}  // namespace cairn::word
