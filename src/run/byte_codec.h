// SPDX-License-Identifier: MIT
//
// What the messages of workers are made of, beside numbers and texts.
#pragma once

#include "base/statistics.h"
#include "logic/bytes.h"
#include "model/answer.h"

namespace cairn {

void write(ByteWriter& to, const Unknown& unknown);
Unknown read_unknown(ByteReader& from);
void write(ByteWriter& to, const Statistics& statistics);
Statistics read_statistics(ByteReader& from);

}  // namespace cairn
