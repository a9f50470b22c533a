// SPDX-License-Identifier: MIT
//
// An answer about a circuit with its evidence as bytes (format/bytes/bit_evidence.h), framed as
// run/message.h has it. Whether it is true is for certify/ to say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/bit_system.h"
#include "run/message.h"

namespace cairn {

using WorkerMessage = Message<BitSystem>;  ///< in the vocabulary of the model as read

std::string encode_message(const WorkerMessage& message);

/// Nothing if the bytes are not what encode_message() makes, whole, of an answer about a system
/// with as many inputs, latches and bad states as this one.
std::optional<WorkerMessage> decode_message(std::string_view bytes, const BitSystem& system);

}  // namespace cairn
