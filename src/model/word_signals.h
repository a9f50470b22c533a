// SPDX-License-Identifier: MIT
//
// What a model has names for, in the order in which a person who looks at a property wants to see
// it: first what it reads in its own step, then what that was computed of one step earlier, and so
// on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/word_model.h"

namespace cairn {

struct WordSignal {
  enum class Kind { Input, State, Output, Wire, Bad, Constraint };
  static constexpr std::uint32_t kFar = 0xFFFFFFFFu;

  Kind kind = Kind::Wire;
  std::string name;  ///< never empty
  Term term;
  std::uint32_t distance = kFar;  ///< steps from the property; kFar: it does not depend on it
};

/// By distance from the bad state (from all of them without a position); those at the same distance
/// by kind and in the order of the file. Registers that the file has no name for, in which Yosys
/// samples assertions, count as no step; of designs they are left out, otherwise they come last. A
/// wire that is the same as another signal of that name is left out.
std::vector<WordSignal> signals_of(const WordModel& model, std::optional<std::uint32_t> bad);

/// The input that stands for the clock: of one bit, named like one, and read by nothing, because
/// flip-flops have become states. The one called `wanted`, if that is not empty and there is one.
/// Nothing if there is none, or several of equal right.
std::optional<Term> clock_of(const WordModel& model, const std::string& wanted = {});

}  // namespace cairn
