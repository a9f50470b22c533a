// SPDX-License-Identifier: MIT
//
// Operators as free words: counterexample-guided abstraction of multiplication, division and
// remainder, whose circuits are hard and seldom what a property is about. Uninterpreted functions
// in the place of operators are the idea of data abstraction in AVR [GS19]; lemmas that refine
// them, that of [NPZ24].
//
// Each operator becomes an input, so the abstraction has all runs of the system, and more. An
// engine on bits decides it. Its proof is one of the system. A counterexample is replayed; if the
// system does not follow it, an operator is wrong in it, and a fact about the operator that says so
// becomes a constraint of the abstraction, or, after some of these, the operator is itself again.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "engine/word_abstraction/abstraction.h"
#include "engine/word_abstraction/config.h"
#include "engine/word_abstraction/lemma_reuse.h"
#include "model/word_system.h"

namespace cairn::word {

class Uf : public Engine<WordSystem> {
 public:
  /// The engine that decides abstractions; they outlive it.
  using Make = std::function<std::unique_ptr<Engine<WordSystem>>(const WordSystem& abstraction,
                                                                 const Context& context)>;

  Uf(const WordSystem& system, const UfConfig& config, Make make, const Context& context);
  Answer<WordSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  struct Step;
  using Values = std::vector<WrongResult>;  // by occurrence

  Answer<WordSystem> concrete(Safe<WordSystem> safe) const;
  bool is_spurious(WordTrace& trace);
  void refine(Step& step);
  std::vector<std::size_t> wrong_occurrences(Step& step);
  std::vector<std::size_t> those_that_matter(Step& step, std::vector<std::size_t> wrong);
  void refine(std::size_t occurrence, const Values& values);
  void end_engine();

  const WordSystem& original_;
  const UfConfig config_;
  const Make make_;
  const Context context_;
  Abstraction abstraction_;
  WordSystem abstract_;
  std::unique_ptr<LemmaReuse> reuse_;
  std::unique_ptr<Engine<WordSystem>> engine_;
  Statistics done_;  // of engines that have ended
  std::uint64_t refinements_ = 0, lemmas_ = 0, exact_ = 0, pairs_ = 0, concrete_ = 0;
};

}  // namespace cairn::word
