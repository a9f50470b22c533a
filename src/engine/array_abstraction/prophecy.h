// SPDX-License-Identifier: MIT
//
// Memories of any size as the words at the indices that a proof needs: counterexample-guided
// abstraction of arrays with history and prophecy variables [MIG+21].
//
// At first all that is read from large arrays is an input. An engine on bits decides such a system
// (array_reduction.h); its proof is one of the system with arrays. A counterexample is held against
// the arrays (exact_unrolling.h): there is a real one as long as it, or else there are reads that
// exclude all of this length, and the indices of these are followed from then on.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/array_abstraction/array_reduction.h"
#include "engine/array_abstraction/config.h"
#include "engine/shared/engine.h"
#include "model/word_system.h"

namespace cairn::word {

class ExactUnrolling;

class Prophecy : public Engine<WordSystem> {
 public:
  /// The engine that decides reductions; they outlive it.
  using Make = std::function<std::unique_ptr<Engine<WordSystem>>(const WordSystem& reduction,
                                                                 const Context& context)>;

  Prophecy(const WordSystem& system, const ProphecyConfig& config, Make make,
           const Context& context);
  ~Prophecy() override;
  Answer<WordSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  /// None: there is another reduction to decide.
  std::optional<Answer<WordSystem>> examine_pending();
  std::optional<Answer<WordSystem>> refine(std::uint32_t step);
  Unknown give_up(std::string why) const;
  void end_engine();

  const ProphecyConfig config_;
  const Make make_;
  const Context context_;
  ArrayReduction reduction_;
  std::unique_ptr<ExactUnrolling> exact_;
  WordSystem reduced_;
  std::unique_ptr<Engine<WordSystem>> engine_;
  std::optional<std::uint32_t> pending_;  // the length of a counterexample that is not examined yet
  Statistics done_;                       // of engines that have ended
  std::uint64_t refinements_ = 0;
};

}  // namespace cairn::word
