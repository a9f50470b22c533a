// SPDX-License-Identifier: MIT
#pragma once

#include "base/statistics.h"
#include "model/answer.h"

namespace cairn {

/// An algorithm that tries to decide whether a system is safe. System, configuration and Context go
/// to the constructor. Nothing is optional: who says Safe hands over the invariant, who says Unsafe
/// the trace, in the same value. After Unknown for want of time, run() may be called again when
/// there is more: it goes on where it stopped.
template <class S>
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Answer<S> run() = 0;
  /// What it has done so far; names begin with the engine's.
  virtual void add_statistics(Statistics& statistics) const = 0;
};

}  // namespace cairn
