// SPDX-License-Identifier: MIT
//
// Bounded model checking on words [BCCZ99; BB09]. The unrolling is made of terms, not of bits: the
// rules of their constructors simplify across steps before there is a circuit, and arrays stay
// arrays. A memory is the chain of its writes, and costs what a counterexample reads of it
// (smt/array_theory.h), whatever the width of its addresses.
#pragma once

#include <cstdint>
#include <memory>

#include "base/context.h"
#include "engine/shared/engine.h"
#include "engine/word_bmc/config.h"
#include "engine/word_bmc/word_search.h"
#include "model/word_system.h"

namespace cairn::word {

class BmcWords : public Engine<WordSystem> {
 public:
  BmcWords(const WordSystem& system, const BmcWordsConfig& config, const Context& context);
  Answer<WordSystem> run() override;
  void add_statistics(Statistics& statistics) const override;

 private:
  std::uint32_t end_of_window() const;

  const BmcWordsConfig config_;
  const Context context_;
  WordSearchStats stats_;
  WordSearch search_;
  std::uint32_t next_ = 0;  // the first bound that is not cleared
};

}  // namespace cairn::word
