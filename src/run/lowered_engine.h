// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/shared/engine.h"
#include "model/cfa.h"
#include "model/word_system.h"
#include "transform/lower_cfa.h"

namespace cairn {

/// An engine on word-level systems as one on automata: the automaton is lowered, the evidence
/// restored.
class LoweredEngine : public Engine<Cfa> {
 public:
  using Make = std::function<std::unique_ptr<Engine<WordSystem>>(const WordSystem&)>;

  LoweredEngine(const Cfa& cfa, const LowerCfaConfig& config, const Make& make)
      : lower_(config), system_(lower_.apply(cfa)), engine_(make(system_)) {}

  /// Steps of the system are edges, but those of k-induction on automata lead from cut point to cut
  /// point: a proof with k above 1 about the one need not be one about the other.
  Answer<Cfa> run() override {
    Answer<WordSystem> answer = engine_->run();
    const auto* safe = std::get_if<Safe<WordSystem>>(&answer);
    if (safe && !(safe->invariant.prophecies.empty() && safe->invariant.auxiliary.empty()))
      return Unknown{Unknown::Reason::Unsupported,
                     "the engine's proof has states of its own, and no form on the automaton", -1};
    if (safe && safe->invariant.k > 1)
      return Unknown{Unknown::Reason::Unsupported,
                     "the engine's proof by k-induction has no form on the automaton", -1};
    return lower_.restore(std::move(answer));
  }

  void add_statistics(Statistics& statistics) const override {
    lower_.visit_counters(
        [&](std::string_view name, std::uint64_t value) { statistics.count(name, value); });
    engine_->add_statistics(statistics);
  }

 private:
  LowerCfa lower_;
  WordSystem system_;
  std::unique_ptr<Engine<WordSystem>> engine_;
};

}  // namespace cairn
