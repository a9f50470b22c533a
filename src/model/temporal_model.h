// SPDX-License-Identifier: MIT
//
// What a model with temporal specifications has besides its bad states and justice sets: what each
// of them stands for, and how values are shown in the words of the language.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "logic/temporal/ctl.h"
#include "logic/temporal/formula.h"
#include "logic/word/bit_vector.h"
#include "logic/word/term.h"

namespace cairn {

/// A specification and what decides it.
struct TemporalSpecification {
  enum class Kind : std::uint8_t { Invariant, Ltl, Ctl };
  Kind kind = Kind::Invariant;
  std::string name;
  std::string text;  ///< as it is written, on one line
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  /// That it is unreachable proves the specification.
  std::optional<std::uint32_t> bad;
  /// A run to it violates the specification: there is no fairness, and every run goes on.
  bool bad_is_exact = false;
  /// A run that meets this justice set (and all fairness) violates the specification; that there is
  /// none proves it.
  std::optional<std::uint32_t> justice;
  /// Why nothing decides it.
  std::string refused;

  /// The specification holds if and only if some run from each initial state violates the formula:
  /// EF p, whose formula is G !p.
  bool is_negated = false;
  /// In the pool of TemporalModel, atoms by position in its list; of LTL and what is read as LTL.
  std::optional<temporal::Formula> formula;
  /// Of CTL, over the same atoms. It is decided as such if nothing above decides it.
  std::optional<temporal::CtlFormula> ctl;
};

/// A variable as people know it.
struct ShownVariable {
  std::string name;
  Term term;  ///< over the states and inputs of the model
  bool is_input = false;
  std::function<std::string(const BitVector&)> text;
};

struct TemporalModel {
  std::vector<TemporalSpecification> specifications;
  std::vector<ShownVariable> variables;
  std::vector<Term> atoms;  ///< of all formulas
  std::vector<std::string> atom_texts;
  temporal::Formulas formulas;
  temporal::CtlFormulas ctl_formulas;
  /// Every state that satisfies the constraints has a successor that does.
  bool is_total = true;
};

}  // namespace cairn
