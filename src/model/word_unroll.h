// SPDX-License-Identifier: MIT
//
// Time frames of a WordSystem as terms. at(term, step) is the term for `term` in `step`; what is
// needed for it is made on demand, so a step holds only the cone of what was asked of it and of
// later steps. Terms are shared across steps, and the rules of the constructors propagate constants
// (initial values above all) as the unrolling grows.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "model/word_system.h"

namespace cairn {

class WordUnroller {
 public:
  /// Step 0 is a first step (states have their initial values) or any step at all.
  enum class Start { Initial, Anywhere };

  /// New terms go to the pool of the system, which must outlive the unroller.
  WordUnroller(const WordSystem& system, Start start);

  /// Of a term over the system's variables.
  Term at(Term term, std::uint32_t step);
  /// All constraints of the step; some bad state of the step.
  Term constrained_at(std::uint32_t step);
  Term bad_at(std::uint32_t step);

  /// The term of a variable of the system in a step, or kNoTerm if nothing has needed it.
  Term known(Term variable, std::uint32_t step) const;

  /// The run of steps 0 to `last` in which variables of the unrolling have these values. Variables
  /// that nothing has needed are zero.
  WordTrace trace(std::uint32_t last, const std::function<Value(Term)>& value);

 private:
  struct Task {
    Term term;
    std::uint32_t step;
  };
  enum class Kind : std::uint8_t { Other, Input, State };
  struct Variable {
    Kind kind = Kind::Other;
    std::uint32_t position = 0;  // among the states
  };

  std::uint32_t position(Term term);
  Term& slot(Term term, std::uint32_t step);
  Variable variable(Term term) const;
  /// What a variable is in the step: another term of a step, or a variable of its own (kNoTerm).
  Task origin(Term term, std::uint32_t step) const;
  void make(Term term, std::uint32_t step);

  const WordSystem& system_;
  Terms& terms_;
  const Start start_;
  std::unordered_map<Term, Variable> variables_;
  std::vector<std::uint32_t> positions_;  // by handle; kNone: not asked for yet
  std::uint32_t num_positions_ = 0;
  std::vector<std::vector<Term>> frames_;  // by step and position
  std::vector<Task> tasks_;
  std::vector<Term> operands_;
};

}  // namespace cairn
