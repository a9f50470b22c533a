// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/cfa/cfa_graph.h"
#include "logic/word/substitution.h"

namespace cairn::cegar {

/// A path from the initial location as terms over the variables' first values and copies of the
/// inputs of each step.
class SymbolicPath {
 public:
  SymbolicPath(Terms& terms, std::vector<const CfaMove*> moves);

  std::size_t length() const { return moves_.size(); }
  const CfaMove& move(std::size_t step) const { return *moves_[step]; }
  /// The guard of a step.
  Term guard(std::size_t step) const { return guards_[step]; }
  const std::vector<Term>& guards() const { return guards_; }
  /// A term over variables, in what they are after so many steps.
  Term after(std::size_t steps, Term term) { return terms_.substitute(term, values_[steps]); }
  /// The copies of the inputs of a step.
  const Substitution::Map& inputs(std::size_t step) const { return inputs_[step]; }
  /// Steps `from` to `end` - 1, in terms of the variables there and copies of inputs.
  Term part(std::size_t from, std::size_t end);

 private:
  Terms& terms_;
  std::vector<const CfaMove*> moves_;
  std::vector<Term> guards_;
  std::vector<Substitution::Map> values_;
  std::vector<Substitution::Map> inputs_;
};

}  // namespace cairn::cegar
