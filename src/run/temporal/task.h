// SPDX-License-Identifier: MIT
//
// A model with temporal specifications as a circuit: the bad states and justice sets that decide
// them, and as outputs what its counterexamples are told with. The circuit is read back from its
// text: it is the one that `cairn convert` writes, and that the checker judges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/aiger/aiger_reader.h"
#include "model/temporal_model.h"
#include "model/trace.h"
#include "model/word_model.h"

namespace cairn {

/// The values of outputs in each step of a run of the circuit.
struct TemporalRun {
  std::vector<std::vector<bool>> outputs;
  std::optional<std::size_t> loop_start;  ///< of a lasso: the step after the last
};

struct TemporalTask {
  std::string file;
  TemporalModel temporal;
  AigerModel circuit;
  /// Positions of outputs: of each atom, and of the lowest bit of each variable.
  std::vector<std::size_t> atom_outputs, variable_outputs;
  std::vector<std::uint32_t> variable_widths;
  bool has_one_initial_state = false;
  /// The justice set that every run that goes on and is fair meets; none if there always is one.
  std::optional<std::uint32_t> any_run;

  /// Requires a trace that the circuit's replay accepts. What it leaves open is false.
  TemporalRun run_of(const BitTrace& trace) const;
};

/// Throws InputError if the model has no circuit.
TemporalTask temporal_task(const WordModel& model, TemporalModel temporal, const std::string& file);

/// The run in the words of the language: states with what changes, the loop marked, and which part
/// of the specification fails where. What does not violate the formula by its meaning is an
/// internal error: the tableau is not trusted with counterexamples.
std::string temporal_trace(const TemporalTask& task, std::size_t specification,
                           const BitTrace& trace);

}  // namespace cairn
