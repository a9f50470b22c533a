// SPDX-License-Identifier: MIT
//
// From a word-level model down to bits: passes on words, lowering, passes on bits; and back up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "base/statistics.h"
#include "model/bit_system.h"
#include "model/word_system.h"
#include "run/configuration.h"
#include "transform/chain.h"
#include "transform/lower_word.h"

namespace cairn {

class WordLadder {
 public:
  /// Applies the passes on words that the configuration names. `lemmas` are inductive and hold in
  /// every first state: they become constraints, and conjuncts of a proof.
  WordLadder(const WordSystem& system, std::optional<std::uint32_t> property,
             const Configuration& configuration, const Context& context,
             std::vector<Term> lemmas = {});

  const WordSystem& words() const { return words_; }
  /// Why there is no circuit, or nothing; the circuit is made when it is first asked for.
  const std::optional<std::string>& no_bits() const { return no_bits_; }
  const BitSystem& bits();

  Answer<WordSystem> restore(Answer<WordSystem> answer) const;
  Answer<WordSystem> restore(Answer<BitSystem> answer) const;
  void add_statistics(Statistics& statistics) const;

 private:
  const Configuration& configuration_;
  const Context& context_;
  Chain<WordSystem> on_words_;
  Chain<BitSystem> on_bits_;
  LowerWord lower_{LowerWord::Proofs::Any};
  const std::vector<Term> lemmas_;
  WordSystem words_;
  std::optional<std::string> no_bits_;
  std::optional<BitSystem> bits_;
};

}  // namespace cairn
