// SPDX-License-Identifier: MIT
//
// Evidence about circuits as bytes. The form is checked when it is read (ByteReader::failed());
// whether it is true is for others to say.
#pragma once

#include "logic/bytes.h"
#include "model/bit_system.h"
#include "model/invariant.h"
#include "model/trace.h"

namespace cairn {

void write(ByteWriter& to, const BitInvariant& invariant);
void write(ByteWriter& to, const BitTrace& trace);

/// Of a system with as many inputs, latches and bad states as this one.
BitInvariant read_bit_invariant(ByteReader& from, const BitSystem& system);
BitTrace read_bit_trace(ByteReader& from, const BitSystem& system);

}  // namespace cairn
