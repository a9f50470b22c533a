// SPDX-License-Identifier: MIT
#include "run/circuit/codec.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "engine/ic3/ic3.h"
#include "engine/kind/kind.h"
#include "support/judged.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

WorkerMessage sent(const WorkerMessage& message, const BitSystem& system) {
  auto received = decode_message(encode_message(message), system);
  EXPECT_TRUE(received.has_value());
  return received ? std::move(*received) : WorkerMessage{};
}

template <class Engine, class... More>
WorkerMessage message_of(const BitSystem& system, const More&... more) {
  support::QuietContext context;
  Engine engine(system, more..., context.get());
  WorkerMessage message;
  message.answer = engine.run();
  engine.add_statistics(message.statistics);
  message.decided_by = "somebody";
  return message;
}

TEST(EvidenceCodecTest, InvariantsArriveAsTheyWere) {
  const BitSystem system = support::enabled_counter(4, 10, 14);
  const WorkerMessage message = message_of<ic3::Ic3>(system, ic3::Ic3Config{});
  const WorkerMessage received = sent(message, system);
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(received.answer));
  support::expect_evidence(system, received.answer);
  const auto& before = std::get<Safe<BitSystem>>(message.answer).invariant;
  const auto& after = std::get<Safe<BitSystem>>(received.answer).invariant;
  EXPECT_EQ(after.conjuncts, before.conjuncts);
  EXPECT_EQ(received.decided_by, "somebody");
  EXPECT_EQ(received.statistics.counters, message.statistics.counters);
  EXPECT_EQ(received.statistics.seconds, message.statistics.seconds);
}

TEST(EvidenceCodecTest, InvariantsWithHistory) {
  const BitSystem system = support::enabled_counter(3, 5, 7);
  const WorkerMessage message =
      message_of<kind::Kind>(system, kind::KindConfig{}, ic3::Ic3Config{});
  ASSERT_TRUE(std::holds_alternative<Safe<BitSystem>>(message.answer));
  support::expect_evidence(system, sent(message, system).answer);
}

TEST(EvidenceCodecTest, TracesArriveAsTheyWere) {
  const BitSystem system = support::shift_register(5);
  WorkerMessage message;
  message.answer = Unsafe<BitSystem>{*support::explore(system).trace[0]};
  const WorkerMessage received = sent(message, system);
  const BitTrace& before = std::get<Unsafe<BitSystem>>(message.answer).trace;
  const BitTrace& after = std::get<Unsafe<BitSystem>>(received.answer).trace;
  EXPECT_EQ(after.initial, before.initial);
  EXPECT_EQ(after.inputs, before.inputs);
  EXPECT_EQ(after.bad, before.bad);
}

TEST(EvidenceCodecTest, UnknownArrivesAsItWas) {
  WorkerMessage message;
  message.answer = Unknown{Unknown::Reason::Memory, "no more room", 17};
  const WorkerMessage received = sent(message, support::shift_register(2));
  const auto& unknown = std::get<Unknown>(received.answer);
  EXPECT_EQ(unknown.reason, Unknown::Reason::Memory);
  EXPECT_EQ(unknown.explanation, "no more room");
  EXPECT_EQ(unknown.bound, 17);
}

TEST(EvidenceCodecTest, EvidenceAboutAnotherSystemIsRefused) {
  const BitSystem system = support::shift_register(5);
  WorkerMessage message;
  message.answer = Unsafe<BitSystem>{*support::explore(system).trace[0]};
  const std::string bytes = encode_message(message);
  EXPECT_FALSE(decode_message(bytes, support::shift_register(6)).has_value());
  const WorkerMessage proof =
      message_of<ic3::Ic3>(support::enabled_counter(4, 10, 14), ic3::Ic3Config{});
  EXPECT_FALSE(decode_message(encode_message(proof), system).has_value());
}

TEST(EvidenceCodecTest, WhatIsCutOrPaddedIsRefused) {
  const BitSystem system = support::enabled_counter(4, 10, 14);
  const std::string bytes = encode_message(message_of<ic3::Ic3>(system, ic3::Ic3Config{}));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(decode_message(bytes.substr(0, size), system).has_value()) << size;
  EXPECT_FALSE(decode_message(bytes + '\0', system).has_value());
}

// The checker takes for granted that the first step exists.
TEST(EvidenceCodecTest, ResetsInACycleAreRefused) {
  const BitSystem system = support::enabled_counter(4, 10, 14);
  BitInvariant invariant(system.inputs.size(), system.latches.size(), 2);
  WorkerMessage message;
  for (const bool is_cycle : {false, true}) {
    invariant.auxiliary[0] = {kTrue, invariant.auxiliary_latch(1)};
    invariant.auxiliary[1] = {kTrue, is_cycle ? invariant.auxiliary_latch(0) : kTrue};
    message.answer = Safe<BitSystem>{invariant};
    EXPECT_EQ(decode_message(encode_message(message), system).has_value(), !is_cycle);
  }
}

// Whatever is changed: it is refused, or a message in order, which can be sent again.
TEST(EvidenceCodecTest, DamagedBytesNeverDoHarm) {
  const BitSystem safe = support::enabled_counter(4, 10, 14), unsafe = support::shift_register(5);
  WorkerMessage trace;
  trace.answer = Unsafe<BitSystem>{*support::explore(unsafe).trace[0]};
  Rng rng(1);
  for (const auto& [system, original] :
       {std::pair{&safe, encode_message(message_of<ic3::Ic3>(safe, ic3::Ic3Config{}))},
        std::pair{&unsafe, encode_message(trace)}})
    for (int i = 0; i < 3000; ++i) {
      std::string bytes = original;
      for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes)
        bytes[rng.below(bytes.size())] = static_cast<char>(rng.below(256));
      if (const auto message = decode_message(bytes, *system)) encode_message(*message);
    }
}

}  // namespace
}  // namespace cairn
