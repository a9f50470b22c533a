// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "transform/word/way_back.h"

namespace cairn {

/// Words that are moved, chosen between and compared for equality, and nothing else: what a system
/// does depends on which of them are equal, not on what they are. So they need no more values than
/// there are words at one time, and constants that they are compared with: as many bits as count
/// these [Wol86; Bje08]. A queue of 6 words of 128 bits has 3 bits a word then. For few words: the
/// checker has to see that a code is always free.
///
/// Words that are moved into or compared with one another go together. Any other use of one, in
/// arithmetic, by its bits or as an element of an array, leaves them all as they are.
///
/// small_data.cpp says why this is exact, and what the way back is.
class SmallData : public WordPass {
 public:
  std::string_view name() const override { return "small-data"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_words() const { return words_; }
  std::size_t num_bits() const { return bits_; }

 private:
  std::size_t words_ = 0, bits_ = 0;  // that became smaller, and by how much in all
};

}  // namespace cairn
