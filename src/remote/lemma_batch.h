// SPDX-License-Identifier: MIT
//
// Lemmas as bytes, many at a time. Literals of a cube ascend, so a cube is its first literal and
// the distances of the others, each number in seven bits a byte; a lemma of IC3 takes a byte or two
// for a literal.
//
//   batch:  'L'  version  sender (8 bytes)  count  lemma*  checksum (4 bytes)
//   lemma:  level (0: everywhere, else the level plus one)  size  first  distance*
//
// A reader trusts nothing: what is cut, altered, from another version or no cube of the system is
// refused as a whole. The checksum is there for accidents, not against malice; nobody has to
// believe a lemma for an answer to be right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/exchange.h"

namespace cairn {

struct LemmaBatch {
  std::uint64_t sender = 0;
  std::vector<SharedLemma> lemmas;
};

enum class BatchFault { None, OtherVersion, Damaged };

struct DecodedBatch {
  LemmaBatch batch;
  BatchFault fault = BatchFault::None;
};

std::string encode_batch(std::uint64_t sender, const SharedLemma* first, std::size_t count);

/// `latches`: how many the system has; a literal beyond them is a fault.
DecodedBatch decode_batch(std::string_view bytes, std::uint32_t latches);

/// Who sent it, without a look at the rest; nothing if it is no batch of this version.
std::optional<std::uint64_t> sender_of_batch(std::string_view bytes);

}  // namespace cairn
