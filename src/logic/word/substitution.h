// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// Terms::substitute for many terms under one map: what they share is done once.
class Substitution {
 public:
  using Map = std::unordered_map<std::uint32_t, Term>;

  Substitution(Terms& terms, const Map& map);
  Term operator()(Term term);

 private:
  /// Images by handle, with open addressing: a map's node for each term costs more than the term.
  class Images {
   public:
    /// Invalid if there is none.
    Term find(std::uint32_t id) const { return entries_[place(id)].second; }
    /// Of a term that has none yet.
    void add(std::uint32_t id, Term image) {
      if (2 * ++used_ > entries_.size()) grow();
      entries_[place(id)] = {id, image};
    }

   private:
    std::size_t place(std::uint32_t id) const {
      std::size_t at = std::hash<Term>()(Term{id}) & (entries_.size() - 1);
      while (entries_[at].second.valid() && entries_[at].first != id)
        at = (at + 1) & (entries_.size() - 1);
      return at;
    }
    void grow();

    std::vector<std::pair<std::uint32_t, Term>> entries_ =
        std::vector<std::pair<std::uint32_t, Term>>(16);
    std::size_t used_ = 0;
  };

  Term rebuild(Term term);
  bool is_done(Term term) const { return term.id < least_ || done_.find(term.id).valid(); }
  Term known(Term term) const { return term.id < least_ ? term : done_.find(term.id); }

  Terms& terms_;
  std::uint32_t least_ = kNoTerm.id;  // what lies below it contains nothing that is replaced
  Images done_;
  std::vector<Term> operands_;  // of the term that is rebuilt
};

}  // namespace cairn
