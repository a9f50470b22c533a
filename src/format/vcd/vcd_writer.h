// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "format/vcd/wave_table.h"
#include "model/bit_system.h"
#include "model/word_model.h"

namespace cairn {

/// The run of `trace` (by simulation, Undef values as 'x') as a VCD file for GTKWave: inputs,
/// latches, outputs, bad states and constraints under the design's names. Bits that form a bus
/// (data[0] to data[7] of one kind) become one vector. Of a lasso, also fairness, the literals of
/// its justice sets, and a signal cairn_loop that is true in its loop.
std::string write_vcd(const BitSystem& system, const BitTrace& trace);
/// The same run as a table, which says also how near signals are to the property and which values
/// play no part.
WaveTable wave_table(const BitSystem& system, const BitTrace& trace);

/// A waveform, and what a viewer shows of it.
struct Waveform {
  std::string vcd;
  std::string gtkw;  ///< GTKWave's save file
};

struct WaveformOptions {
  std::optional<std::uint32_t> bad;  ///< whose signals come first
  std::string clock;                 ///< the name of the clock, if it is known
  std::string vcd_path;              ///< for the save file
};

/// The same of words, in which every name that the file has is a signal. What the trace leaves open
/// is zero. Of an array, the elements that differ from the others in some step are shown, each as a
/// signal of its own, up to a number of them. The clock of the design toggles; if it has none,
/// there is a signal cairn_clock that does. The save file has the signals that the bad state
/// depends on, the nearest ones first, and a marker at the last step. A lasso has a signal
/// cairn_loop, and in the save file a marker where the loop begins.
Waveform write_waveform(const WordModel& model, const WordTrace& trace,
                        const WaveformOptions& options);
WaveTable wave_table(const WordModel& model, const WordTrace& trace,
                     const WaveformOptions& options);
inline std::string write_vcd(const WordModel& model, const WordTrace& trace) {
  return write_waveform(model, trace, {}).vcd;
}

}  // namespace cairn
