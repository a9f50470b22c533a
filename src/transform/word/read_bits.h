// SPDX-License-Identifier: MIT
//
// Which bits of terms matter, backwards from bad states and constraints: a bit is read if the value
// of one of these can depend on it, in this step or a later one, as far as operators show. Beside
// it, which neighbouring bits are read together: by an operator that sees them as a number, or for
// equality. Bits of a variable that nobody reads together can be variables of their own.
//
// Bits are only ever added, and a term's operands are looked at again when it has more: the time is
// linear in the circuit that the system would be.
#pragma once

#include <cstdint>
#include <vector>

#include "model/word_system.h"

namespace cairn {

class ReadBits {
 public:
  explicit ReadBits(const WordSystem& system);

  /// Of variables that are bit-vectors. For others: all bits, if one is read.
  bool is_read(Term term, std::uint32_t bit) const { return get(read_, term, bit); }
  bool is_read(Term term) const;  ///< one bit at least
  /// Whether the bit is read together with the one above it.
  bool is_joined(Term term, std::uint32_t bit) const { return get(joined_, term, bit); }

 private:
  /// Bits of a word, a term's or of one of the masks that are computed for an operand.
  using Mask = std::vector<std::uint64_t>;
  struct Masks {
    Mask read, joined;
  };

  bool get(const std::vector<std::uint64_t>& words, Term term, std::uint32_t bit) const;
  std::uint32_t width(Term term) const;
  std::size_t words(Term term) const { return (width(term) + 63) / 64; }
  Masks masks_of(Term term) const;
  void require(Term term, const Masks& masks);
  void require_range(Term term, std::uint32_t high, std::uint32_t low);
  void require_all(Term term) { require_range(term, width(term) - 1, 0); }
  void look_at(Term term);
  void look_at_word(Term term, const Masks& masks);
  void look_at_bitwise(Term term, Masks masks);
  void look_at_sign_extension(Term term, const Masks& masks);
  static Masks shifted(const Masks& masks, std::int64_t up, std::uint32_t width);

  const Terms& terms_;
  std::vector<std::uint32_t> state_;  // by handle: position in states_ from 1 on
  std::vector<WordState> states_;
  std::vector<std::size_t> offset_;  // by handle: of the masks in these two
  std::vector<std::uint64_t> read_, joined_;
  std::vector<bool> queued_;  // by handle
  std::vector<Term> queue_;   // a heap, highest handle first
};

}  // namespace cairn
