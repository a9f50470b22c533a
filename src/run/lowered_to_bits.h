// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "model/word_system.h"
#include "run/circuit/passes.h"
#include "run/engines.h"
#include "transform/chain.h"
#include "transform/lower_word.h"

namespace cairn {

/// An engine on bits as one on word-level systems: the system is lowered, with the passes that the
/// engine cannot do without, and the evidence restored. Systems of the same states have the same
/// latches, so what is learnt about one can be tried on another.
class LoweredToBits : public Engine<WordSystem> {
 public:
  LoweredToBits(const WordSystem& system, const std::string& engine, const EngineConfigs& configs,
                const Context& context)
      : passes_(context), no_bits_(cannot_blast(system, kMostBits)) {
    if (no_bits_) return;
    for (const std::string& pass : find_engine(engine)->passes)
      passes_.add(make_pass(pass, {}, context));
    system_ = passes_.apply(lower_.apply(system));
    engine_ = make_engine(engine, system_, configs, context);
  }

  Answer<WordSystem> run() override {
    if (no_bits_) return Unknown{Unknown::Reason::Unsupported, *no_bits_, -1};
    return lower_.restore(passes_.restore(engine_->run()));
  }

  void add_statistics(Statistics& statistics) const override {
    if (engine_) engine_->add_statistics(statistics);
  }

 private:
  /// As of the ladder (run/words/ladder.cpp).
  static constexpr std::uint64_t kMostBits = 1u << 20;

  LowerWord lower_{LowerWord::Proofs::Any};
  Chain<BitSystem> passes_;
  std::optional<std::string> no_bits_;
  BitSystem system_;
  std::unique_ptr<Engine<BitSystem>> engine_;
};

}  // namespace cairn
