// SPDX-License-Identifier: MIT
#include "run/circuit/codec.h"

#include "format/bytes/bit_evidence.h"

namespace cairn {
namespace {

constexpr MessageMarks kMarks{0x31454143, 0x45414344};  // "CAE1", "DCAE"

}  // namespace

std::string encode_message(const WorkerMessage& message) {
  return encode_framed(
      kMarks, message,
      [](ByteWriter& to, const Safe<BitSystem>& safe) { write(to, safe.invariant); },
      [](ByteWriter& to, const Unsafe<BitSystem>& unsafe) { write(to, unsafe.trace); });
}

std::optional<WorkerMessage> decode_message(std::string_view bytes, const BitSystem& system) {
  return decode_framed<WorkerMessage>(
      kMarks, bytes,
      [&](ByteReader& from, WorkerMessage&) {
        return Safe<BitSystem>{read_bit_invariant(from, system)};
      },
      [&](ByteReader& from, WorkerMessage&) {
        return Unsafe<BitSystem>{read_bit_trace(from, system)};
      });
}

}  // namespace cairn
