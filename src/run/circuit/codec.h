// SPDX-License-Identifier: MIT
//
// An answer with its evidence as bytes: what a worker sends to whoever started it. The form is
// checked when it is read, so that no bytes at all can make the reader fail; whether it is true is
// for certify/ to say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/statistics.h"
#include "model/answer.h"
#include "model/bit_system.h"

namespace cairn {

struct WorkerMessage {
  Answer<BitSystem> answer = Unknown{};  ///< in the vocabulary of the model as read
  std::string decided_by;                ///< the strategy that did, if one did
  Statistics statistics;
};

std::string encode_message(const WorkerMessage& message);

/// Nothing if the bytes are not what encode_message() makes, whole, of an answer about a system
/// with as many inputs, latches and bad states as this one.
std::optional<WorkerMessage> decode_message(std::string_view bytes, const BitSystem& system);

}  // namespace cairn
