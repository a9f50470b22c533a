// SPDX-License-Identifier: MIT
//
// IC3 with implicit predicate abstraction [CGMT14]: IC3 on the abstract states that a set of
// predicates makes, without ever computing the abstract transition relation.
//
// [CGMT14] asks about an abstract step with copies of the states that agree with them on all
// predicates (EQ(X, X^) and T(X^, X^') and EQ(X^', X')). Our frames and cubes are over predicates
// alone and steps are functions, so what is said of X may be said of X^ at once and the copies fold
// away: the query is the concrete one, and the abstraction is in what its model becomes, the
// whole abstract state. Several such steps in a row need not be a path of the system.
//
// A path to an abstract state with initial states is a candidate. It is a counterexample if the
// unrolled path is satisfiable; else predicates are added, all lemmas stay, and the search goes on
// [CGMT14, figure 1]. Predicates come from interpolants of the path, or from preconditions: of the
// last step whose abstract state does not lead as a whole into the next one, the literals of its
// partial pre-image (preimage.h). One of these is new, for if they all were predicates the abstract
// state would imply them. If no step is like that the inputs of the path lead from its initial
// states to a bad one, though maybe past its cubes (without lifting, where nobody has looked).
#pragma once

#include "engine/word/predicates.h"
#include "engine/word/word_ic3.h"

namespace cairn::word {

class Ic3ia : public WordIc3 {
 public:
  Ic3ia(const WordSystem& system, const Ic3iaConfig& config, const Context& context);

 private:
  void on_predecessor(const Assignment& model, const Path& next, Level level) override;
  void add_own_statistics(Statistics& statistics) const override;

  /// A run along the cubes of the path. Sat: `trace` is one.
  SmtResult concretize(const WordPath& path, WordTrace& trace);
  /// No run stays in the cubes of the path, of which the first has this initial state.
  void refine(const WordPath& path, const Assignment& initial);
  /// Number of new predicates.
  std::size_t refine_by_preconditions(const WordPath& path);
  std::size_t refine_by_interpolants(const WordPath& path);

  const Ic3iaConfig own_config_;
  std::unique_ptr<PredicateDomain> domain_;
};

}  // namespace cairn::word
