// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// Terms::substitute for many terms under one map: what they share is done once.
class Substitution {
 public:
  using Map = std::unordered_map<std::uint32_t, Term>;

  Substitution(Terms& terms, Map map);
  Term operator()(Term term);

 private:
  Term rebuild(Term term);
  Term known(Term term) const { return term.id < least_ ? term : done_.at(term.id); }

  Terms& terms_;
  std::uint32_t least_ = kNoTerm.id;  // what lies below it contains nothing that is replaced
  Map done_;
};

}  // namespace cairn
