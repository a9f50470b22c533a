// SPDX-License-Identifier: MIT
#include "run/program/codec.h"

#include "base/error.h"

namespace cairn {
namespace {

constexpr MessageMarks kMarks{0x32504143, 0x50414344};  // "CAP2", "DCAP"

/// Passes requests on and keeps what was answered.
class RecordedInputs : public InputSource {
 public:
  explicit RecordedInputs(std::vector<InputValue> values) : values_(std::move(values)) {}
  Value next(const InputRequest& request) override {
    Value value = values_.next(request);
    answered_.push_back({request.kind, value});
    return value;
  }
  std::vector<GivenInput> take() { return std::move(answered_); }

 private:
  InputSequence values_;
  std::vector<GivenInput> answered_;
};

}  // namespace

ProgramMessage message_of(const Program& program, const ProgramOutcome& outcome) {
  ProgramMessage message;
  message.decided_by = outcome.decided_by;
  message.statistics = outcome.statistics;
  if (!std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    message.answer = outcome.answer;
    return message;
  }
  CAIRN_CHECK(outcome.failure.has_value());
  RecordedInputs inputs(outcome.failure->inputs);
  message.answer = Unsafe<Cfa>{};
  message.steps = interpret(program, inputs, outcome.failure->steps).steps;
  message.inputs = inputs.take();
  return message;
}

std::string encode_message(const ProgramMessage& message, const Cfa* cfa) {
  return encode_framed(
      kMarks, message,
      [&](ByteWriter& to, const Safe<Cfa>& safe) {
        CAIRN_CHECK(cfa != nullptr);
        write(to, safe.invariant, *cfa);
      },
      [&](ByteWriter& to, const Unsafe<Cfa>&) {
        to.large(message.steps);
        write(to, message.inputs);
      });
}

std::optional<ProgramMessage> decode_program_message(std::string_view bytes,
                                                     const std::function<const Cfa&()>& automaton) {
  return decode_framed<ProgramMessage>(
      kMarks, bytes,
      [&](ByteReader& from, ProgramMessage&) {
        return Safe<Cfa>{read_cfa_invariant(from, automaton())};
      },
      [](ByteReader& from, ProgramMessage& message) {
        message.steps = from.large();
        message.inputs = read_inputs(from);
        return Unsafe<Cfa>{};
      });
}

}  // namespace cairn
