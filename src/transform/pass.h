// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <variant>

#include "model/answer.h"

namespace cairn {

/// Called with a name such as "sweep.gates" and a figure.
using CounterVisitor = std::function<void(std::string_view, std::uint64_t)>;

/// A transformation that preserves the verdict, with the way back for its evidence. Simplifying and
/// lowering are the same concept. Used once: apply() keeps what the restore functions need. A pass
/// is exact, so restoring cannot fail; over-approximation is an engine's business.
template <class From, class To = From>
class Pass {
 public:
  virtual ~Pass() = default;
  virtual std::string_view name() const = 0;
  /// Towards the engine.
  virtual To apply(From system) = 0;
  /// Towards the user.
  virtual typename From::Invariant restore_invariant(typename To::Invariant invariant) const = 0;
  virtual typename From::Trace restore_trace(typename To::Trace trace) const = 0;
  /// The answer of an engine on what apply() made, as one about what it was given.
  virtual Answer<From> restore(Answer<To> answer) const {
    if (auto* safe = std::get_if<Safe<To>>(&answer))
      return Safe<From>{restore_invariant(std::move(safe->invariant))};
    if (auto* unsafe = std::get_if<Unsafe<To>>(&answer))
      return Unsafe<From>{restore_trace(std::move(unsafe->trace))};
    return std::get<Unknown>(std::move(answer));
  }
  /// What apply() did, for statistics. A pass that has no statistics says nothing.
  virtual void visit_counters(const CounterVisitor&) const {}
};

}  // namespace cairn
