// SPDX-License-Identifier: MIT
//
// Queries without arrays. A read goes through writes and choices down to a variable,
//
//   write(B, j, v)[i] = i = j ? v : B[i]      (c ? B : C)[i] = c ? B[i] : C[i]      const(v)[i] = v
//
// where it is a word of its own; two reads of a variable at the same index are the same word. A
// query that has no model without arrays has none with them.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

class ArrayReads {
 public:
  explicit ArrayReads(Terms& terms) : terms_(terms) {}

  /// A term that is no array, without arrays. Nothing if it compares arrays.
  std::optional<Term> without_arrays(Term term);
  /// That reads at the same index are the same, of all reads so far. Nothing if it would take too
  /// many comparisons.
  std::optional<std::vector<Term>> same_reads();

 private:
  struct Read {
    Term index, word;
  };

  Term make(Term term);
  Term read(Term array, Term index);
  std::vector<Term> sources(Term array) const;
  Term make_read(Term array, Term index);
  Term read_variable(Term array, Term index);

  Terms& terms_;
  std::unordered_map<Term, Term> images_;        // of arrays: themselves
  std::map<std::pair<Term, Term>, Term> known_;  // by array and index
  std::map<Term, std::vector<Read>> reads_;      // by variable
};

}  // namespace cairn
