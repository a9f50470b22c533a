// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

/// States and inputs as what is read of them (read_bits.h): bits that nothing depends on go, and
/// words that are read in slices become one variable for each slice, with next-state terms and
/// initial values sliced likewise. Other passes then see that slices are constant, equal or without
/// influence. AVR does so with its structural splits [GS20].
///
/// Way back: a word is the concatenation of its slices, with zeros for what was not read; a slice
/// is an extraction from its word.
class Slices : public WordPass {
 public:
  std::string_view name() const override { return "slices"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_words() const { return words_; }
  std::size_t num_slices() const { return slices_; }
  std::size_t num_unread_bits() const { return unread_bits_; }

 private:
  std::size_t words_ = 0, slices_ = 0;  // words that were split, and into how many
  std::size_t unread_bits_ = 0;         // of those words
};

}  // namespace cairn
