// SPDX-License-Identifier: MIT
//
// What a worker sends to whoever started it: an answer with its evidence as bytes, between two
// marks, so that a message that was cut off, or to which something was added, is none. The form is
// checked when it is read, and no bytes at all can make the reader fail; whether the answer is true
// is for certify/ to say. Each kind of task has marks of its own and says what its evidence is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/statistics.h"
#include "logic/bytes.h"
#include "model/answer.h"

namespace cairn {

template <class Model>
struct Message {
  Answer<Model> answer = Unknown{};
  std::string decided_by;  ///< the strategy that did, if one did
  Statistics statistics;
};

struct MessageMarks {
  std::uint32_t begin, end;
};

void write(ByteWriter& to, const Unknown& unknown);
Unknown read_unknown(ByteReader& from);
void write(ByteWriter& to, const Statistics& statistics);
Statistics read_statistics(ByteReader& from);

/// `write_safe` and `write_unsafe` write the evidence.
template <class Model>
std::string encode_framed(MessageMarks marks, const Message<Model>& message, auto write_safe,
                          auto write_unsafe) {
  ByteWriter to;
  to.number(marks.begin);
  to.byte(static_cast<std::uint8_t>(message.answer.index()));
  if (const auto* safe = std::get_if<Safe<Model>>(&message.answer))
    write_safe(to, *safe);
  else if (const auto* unsafe = std::get_if<Unsafe<Model>>(&message.answer))
    write_unsafe(to, *unsafe);
  else
    write(to, std::get<Unknown>(message.answer));
  to.text(message.decided_by);
  write(to, message.statistics);
  to.number(marks.end);
  return to.take();
}

/// `read_safe` and `read_unsafe` return the answer; what else there is, they keep in the message.
/// Nothing if the bytes are not what encode_framed() makes with these marks, whole.
template <class MessageOfKind>
std::optional<MessageOfKind> decode_framed(MessageMarks marks, std::string_view bytes,
                                           auto read_safe, auto read_unsafe) {
  ByteReader from(bytes);
  MessageOfKind message;
  from.require(from.number() == marks.begin);
  const std::uint8_t kind = from.byte();
  from.require(kind <= 2);
  if (from.failed()) return std::nullopt;
  if (kind == 0)
    message.answer = read_safe(from, message);
  else if (kind == 1)
    message.answer = read_unsafe(from, message);
  else
    message.answer = read_unknown(from);
  message.decided_by = from.text();
  message.statistics = read_statistics(from);
  from.require(from.number() == marks.end && from.at_end());
  if (from.failed()) return std::nullopt;
  return message;
}

}  // namespace cairn
