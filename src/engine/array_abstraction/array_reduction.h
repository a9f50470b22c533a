// SPDX-License-Identifier: MIT
//
// A system without large arrays that has all runs of the one with them, and more.
//
// Some indices are followed. Each has a value that is the same in all steps: a constant, a term
// over states that never change, or a prophecy, a word of which nothing is known but that it never
// changes. For each array A and each index i that is followed there is a word A_i, and what becomes
// of it follows by reading through writes:
//
//   write(B, j, v)[i] = i = j ? v : B[i]      (c ? B : C)[i] = c ? B[i] : C[i]      const(v)[i] = v
//
// A read A[t] is A_i if t = i for an index that is followed, of several the first, and otherwise an
// input. Arrays are equal if they agree where they are followed and at one more index, an input:
// where they differ, if they do.
//
// Any values of prophecies make this true. So the bad states may be restricted to runs in which
// each prophecy is what a term of the system was so many steps before [MIG+21]: some value is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/array_abstraction/array_groups.h"
#include "model/word_system.h"

namespace cairn::word {

class ArrayReduction {
 public:
  /// A read from an array variable that is an input of the reduction.
  struct Read {
    Term array;
    Term index;    ///< in the system
    Term reduced;  ///< the index, where no array is followed
    Term result;   ///< the input
  };
  /// Arrays that are compared.
  struct Equality {
    Term term;    ///< in the system
    Term exact;   ///< over arrays, and inputs in the place of reads
    Term index;   ///< the input that says where they differ
    Term result;  ///< an input that stands for the term in mixed()
  };
  enum class Kind { Constant, Frozen, Prophecy };
  struct Followed {
    Kind kind;
    std::uint32_t group;
    Term index;           ///< in the system; of a prophecy, what it predicts
    Term reduced;         ///< the index in the reduction; of a prophecy, the word
    std::uint32_t depth;  ///< of a prophecy
  };

  /// Arrays of at most `small_bits` bits stay as they are.
  ArrayReduction(const WordSystem& system, std::uint64_t small_bits);

  bool has_arrays() const { return has_arrays_; }

  /// The system with its arrays, but with reads and equalities as inputs: what is exact in it, and
  /// what is not, is up to who unrolls it.
  const WordSystem& mixed() const { return mixed_; }
  const std::vector<Read>& reads() const { return reads_; }
  const std::vector<Equality>& equalities() const { return equalities_; }

  /// How an index would be followed.
  Kind kind(Term index) const;
  /// Whether arrays as this one are followed there; for a prophecy, so many steps before a bad one.
  bool is_followed(Term array, Term index, std::uint32_t depth) const;
  void follow(Term array, Term index, std::uint32_t depth);
  const std::vector<Followed>& followed() const { return followed_; }
  std::uint32_t group(Term array) const { return groups_.group(array); }
  /// A term of the system as one of mixed(). Requires that it is the index of a read.
  Term in_mixed(Term index) const { return mixed_index_.at(index); }
  std::size_t count(Kind kind) const;
  std::uint32_t longest_history() const;

  WordSystem make();
  /// An invariant of what make() returned last, as one of the system.
  WordInvariant concrete(WordInvariant invariant) const;

 private:
  class Image;

  void find_frozen();
  void make_mixed();
  Term input_for_read(Term array, Term index, Term reduced);
  Equality& equality(Term term);
  Term element(Term array, std::size_t followed);
  std::vector<std::size_t> followed_in(std::uint32_t group) const;
  Term predicted(const Followed& index, Image& image, WordSystem& result);

  Terms& terms_;
  const WordSystem& system_;
  const ArrayGroups groups_;
  bool has_arrays_ = false;
  std::unordered_map<Term, bool> frozen_;  // variables that are
  WordSystem mixed_;
  std::vector<Read> reads_;  // of mixed()
  std::unordered_map<Term, Term> mixed_index_;
  std::vector<Equality> equalities_;
  std::unordered_map<Term, std::size_t> equality_of_;
  std::vector<Followed> followed_;

  std::map<std::pair<Term, Term>, Read> inputs_;  // by array and reduced index
  std::map<std::pair<Term, std::size_t>, Term> elements_;
  // Of the reduction that make() returned last.
  std::map<Term, std::vector<Term>> histories_;  // by term, of growing age
  std::vector<WordState> auxiliary_;
  std::vector<WordProphecy> prophecies_;
};

}  // namespace cairn::word
