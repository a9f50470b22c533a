// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "model/bit_system.h"
#include "model/word_model.h"

namespace cairn {

/// The run of `trace` (by simulation, Undef values as 'x') as a VCD file for GTKWave: inputs,
/// latches, outputs, bad states and constraints under the design's names. Bits that form a bus
/// (data[0] to data[7] of one kind) become one vector.
std::string write_vcd(const BitSystem& system, const BitTrace& trace);

/// The same of words. What the trace leaves open is zero. Of an array, the elements that differ
/// from the others in some step are shown, each as a signal of its own, up to a number of them.
std::string write_vcd(const WordModel& model, const WordTrace& trace);

}  // namespace cairn
