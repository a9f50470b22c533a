// SPDX-License-Identifier: MIT
//
// Sets the monitor of a formula beside a model: its latches, its guesses as inputs, and what the
// atoms stand for. The model itself stays as it is.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "logic/temporal/monitor.h"
#include "model/bit_system.h"
#include "model/temporal_model.h"
#include "model/word_model.h"

namespace cairn {

template <class Value>
struct AttachedMonitor {
  bool is_safety = false;
  Value bad{};                 ///< of a safety formula
  std::vector<Value> justice;  ///< of others: a violation is a run in which all of them recur
};

/// `atoms` are Boolean terms, one for each atom of the monitor. New variables are called `prefix`
/// with a number.
AttachedMonitor<Term> attach_monitor(const temporal::Monitor& monitor, WordSystem& system,
                                     std::span<const Term> atoms, const std::string& prefix);
AttachedMonitor<Lit> attach_monitor(const temporal::Monitor& monitor, BitSystem& system,
                                    std::span<const Lit> atoms, const std::string& prefix);

/// (If another one has the same formula, what decides that.) Gives the model what decides a formula
/// of LTL (a specification that has one and nothing that decides it yet): a bad state, a justice
/// set or both. The specification joins those of `temporal`.
void add_specification(TemporalSpecification specification, WordModel& model,
                       TemporalModel& temporal);

}  // namespace cairn
