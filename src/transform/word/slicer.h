// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// Bits of terms, with the extraction pushed down to where the bits come from: through
/// if-then-else, bitwise operators, concatenations and extensions, and from sums and products to
/// narrower ones. Where Terms::extract() looks at one operator, this goes all the way, so that what
/// the other bits alone depend on does not occur in the result. Each slice of each term is made
/// once; not recursive.
class Slicer {
 public:
  /// Looks into terms from handle `first` on; of older ones, and when it has made `limit` slices,
  /// it takes slices as they are.
  Slicer(Terms& terms, std::size_t limit, std::uint32_t first = 0)
      : terms_(terms), limit_(limit), first_(first) {}

  /// Requires a bit-vector.
  Term operator()(Term term, std::uint32_t high, std::uint32_t low);
  /// Whether a bit-vector of one bit is 1, by the same way down: conjunctions for bitwise ones, and
  /// so on.
  Term is_one(Term bit);

 private:
  struct Slice {
    Term term;
    std::uint32_t high, low;

    std::uint64_t key() const {  // widths are below 2^16
      return std::uint64_t{term.id} << 32 | std::uint64_t{high} << 16 | low;
    }
  };

  std::vector<Slice> needed_for(const Slice& slice) const;
  Term make(const Slice& slice, const std::vector<Slice>& needed);
  Term known(const Slice& slice) const;
  Term make_truth(Term bit, std::span<const Term> operands);
  bool passes_truth(Term bit) const;

  Terms& terms_;
  const std::size_t limit_;
  const std::uint32_t first_;
  std::unordered_map<std::uint64_t, Term> known_;
  std::vector<Slice> stack_;
  std::unordered_map<Term, Term> truths_;
};

}  // namespace cairn
