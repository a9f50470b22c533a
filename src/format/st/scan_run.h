// SPDX-License-Identifier: MIT
//
// A run that violates a requirement, scan by scan: as a table for people, as a waveform, and as a
// program in Structured Text that sets the inputs in the same way.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "format/st/scan_model.h"
#include "format/vcd/wave_sink.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn::st {

struct ScanRun {
  /// Values of ScanModel::variables at the end of each scan; the first are the initial ones.
  std::vector<std::vector<Value>> scans;
  std::vector<std::uint64_t> milliseconds;  ///< of each scan, since the first one
  std::string claim;                        ///< what does not hold at the end of the last scan
  /// Of each scan, the variables whose value from outside plays no part: any other would do.
  std::vector<std::vector<bool>> any;
  /// The run has no end: the scans from this one on repeat for ever.
  std::optional<std::size_t> loop;
};

/// Runs the program once more. Requires a run that fails. `free` says of each value that a Havoc of
/// the run takes, in order, whether any other does as well; empty: that is not known.
ScanRun scan_run(const Program& program, const ProgramFailure& failure, const ScanModel& model,
                 const std::vector<bool>& free = {});

/// Variables as lines and scans as columns; what changed has a star, and what plays no part is
/// "any". Of more than `most` scans the middle is left out.
std::string scan_table(const ScanRun& run, const ScanModel& model, std::size_t most);
/// Each variable is a signal, and each scan a step, the first being the initial values.
void draw_scans(const ScanRun& run, const ScanModel& model, WaveSink& file);
std::string scan_vcd(const ScanRun& run, const ScanModel& model);
/// A program that calls the unit with the inputs of the run.
std::string scan_test(const ScanRun& run, const ScanModel& model);

}  // namespace cairn::st
