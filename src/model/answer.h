// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "base/budget.h"

namespace cairn {

/// No bad state is reachable, and why.
template <class S>
struct Safe {
  typename S::Invariant invariant;
};

/// A bad state is reachable, and how.
template <class S>
struct Unsafe {
  typename S::Trace trace;
};

/// No answer; what is known all the same.
struct Unknown {
  enum class Reason { Bound, Time, Memory, Interrupt, Unsupported };
  Reason reason = Reason::Bound;
  std::string explanation;  ///< for people; may be empty
  std::int64_t bound = -1;  ///< no counterexample has at most this many steps after the first
};

/// The answer of a run that was stopped.
Unknown unknown_for(StopReason reason, std::int64_t bound);

template <class S>
using Answer = std::variant<Safe<S>, Unsafe<S>, Unknown>;

/// safe, unsafe or unknown: the words that people, JSON and Redis get.
template <class S>
std::string_view verdict_word(const Answer<S>& answer) {
  if (std::holds_alternative<Safe<S>>(answer)) return "safe";
  return std::holds_alternative<Unsafe<S>>(answer) ? "unsafe" : "unknown";
}

/// bound, time, memory, interrupt or unsupported.
std::string_view reason_word(Unknown::Reason reason);

}  // namespace cairn
