// SPDX-License-Identifier: MIT
//
// What a formula is worth on one run, by its meaning alone: no automaton is made. A run is a lasso,
// or a finite prefix, on which what the prefix leaves open is unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "logic/temporal/formula.h"

namespace cairn::temporal {

enum class Truth : std::uint8_t { False, True, Unknown };

/// A run of `steps` steps; after the last one comes step `loop_start`, if there is a loop.
struct Run {
  std::size_t steps = 0;
  std::optional<std::size_t> loop_start;
  /// The value of an atom in a step.
  std::function<bool(std::uint32_t atom, std::size_t step)> atom;
};

class Evaluation {
 public:
  Evaluation(const Formulas& formulas, Formula root, const Run& run);

  /// In a step of the run; of `root` and what it is made of. A step in the loop is its first visit.
  Truth at(Formula formula, std::size_t step) const { return values_[position_[formula.id]][step]; }
  /// Sentences that say why the root is false in the first step: which part of it fails where.
  /// Steps count from 1.
  std::vector<std::string> reasons(const std::vector<std::string>& names) const;

 private:
  void evaluate(Formula formula);
  std::size_t source(std::size_t step) const;  // of the run, for a step of the longer one

  const Formulas& formulas_;
  const Formula root_;
  const Run& run_;
  // The loop is unrolled until values of past operators repeat.
  std::size_t steps_ = 0;
  std::optional<std::size_t> loop_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> position_;
  std::vector<std::vector<Truth>> values_;
};

}  // namespace cairn::temporal
