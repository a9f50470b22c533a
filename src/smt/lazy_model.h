// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "logic/word/term_eval.h"

namespace cairn {

/// A model that is read off a solver variable by variable, as terms are asked for; their values are
/// those of the reference evaluator. Variables that the solver doesn't know are zero.
class LazyModel {
 public:
  explicit LazyModel(const Terms& terms) : terms_(terms) {}

  void clear() {
    evaluator_.reset();
    assignment_.clear();
  }

  /// `read(variable)` answers an optional Value.
  template <class Read>
  Value value(Term term, Read&& read) {
    // Values of terms that were evaluated before don't depend on variables that come now.
    for (const Term variable : terms_.variables_of(std::span(&term, 1))) {
      if (assignment_.contains(variable)) continue;
      std::optional<Value> known = read(variable);
      assignment_.emplace(variable, known ? *known : Value::zero(terms_.sort(variable)));
    }
    if (!evaluator_) evaluator_.emplace(terms_, assignment_);
    return (*evaluator_)(term);
  }

 private:
  const Terms& terms_;
  Assignment assignment_;
  std::optional<Evaluator> evaluator_;
};

}  // namespace cairn
