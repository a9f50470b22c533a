// SPDX-License-Identifier: MIT
//
// Implicit predicate abstraction [Ton09, CGMT14] over the kernel on bits: where ic3ia asks an SMT
// solver about abstract steps, here predicates are latches of a system (predicate_latches.h) that
// an engine on bits decides.
//
// A proof of the abstraction is one of the system. A counterexample is looked at from its end: the
// partial pre-image of a bad state along the model of the last step (engine/word/preimage.h), of
// that along the step before, and so on. If the words after some step miss the pre-image that the
// words of the next step are in, though the same predicates hold of both, then one of its literals
// is no predicate yet, and they all become some. If that never happens, the inputs of the
// counterexample lead from its first words to a bad state.
#pragma once

#include <functional>
#include <memory>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "engine/word/preimage.h"
#include "engine/word_abstraction/lemma_reuse.h"
#include "engine/word_abstraction/predicate_latches.h"

namespace cairn::word {

class Ia : public Engine<WordSystem> {
 public:
  /// The engine that decides abstractions; they outlive it.
  using Make = std::function<std::unique_ptr<Engine<WordSystem>>(const WordSystem& abstraction,
                                                                 const Context& context)>;

  Ia(const WordSystem& system, const IaConfig& config, Make make, const Context& context);
  Answer<WordSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  /// By step: the values of words and inputs.
  std::vector<Assignment> models_of(const WordTrace& trace) const;
  /// If not, the models are a run of the system. Otherwise there are new predicates.
  bool is_spurious(const std::vector<Assignment>& models);
  WordTrace trace_of(const std::vector<Assignment>& models) const;

  const IaConfig config_;
  const WordIc3Config preimages_;  ///< what literals look like
  const Make make_;
  const Context context_;
  std::unique_ptr<WordTransition> transition_;  ///< none if the system is not supported
  std::unique_ptr<WordPreimage> preimage_;
  std::unique_ptr<PredicateLatches> predicates_;
  WordSystem abstract_;
  std::unique_ptr<LemmaReuse> reuse_;
  std::unique_ptr<Engine<WordSystem>> engine_;
  Statistics done_;  ///< of engines that have ended
  std::uint64_t refinements_ = 0;
};

}  // namespace cairn::word
