// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include "certify/check_certificate.h"
#include "model/answer.h"
#include "model/bit_system.h"
#include "model/simulate.h"
#include "support/quiet_context.h"

namespace cairn::support {

inline Judgement judge(const BitSystem& system, const BitInvariant& invariant) {
  QuietContext context;
  return check_invariant(system, invariant, {}, context.get());
}

/// What the answer rests on holds: the invariant, or a run that is bad in its last step.
inline void expect_evidence(const BitSystem& system, const Answer<BitSystem>& answer) {
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const Judgement judgement = judge(system, safe->invariant);
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer)) {
    const Replay replayed = replay(system, unsafe->trace);
    EXPECT_TRUE(replayed.accepted) << replayed.reason;
    EXPECT_EQ(replayed.bad_step, static_cast<std::int64_t>(unsafe->trace.length()) - 1);
  }
}

/// This verdict, with evidence that holds.
inline void expect_verdict(const BitSystem& system, const Answer<BitSystem>& answer, bool safe) {
  ASSERT_EQ(std::holds_alternative<Safe<BitSystem>>(answer), safe);
  ASSERT_EQ(std::holds_alternative<Unsafe<BitSystem>>(answer), !safe);
  expect_evidence(system, answer);
}

}  // namespace cairn::support
