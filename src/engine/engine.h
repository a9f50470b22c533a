// SPDX-License-Identifier: MIT
#pragma once

#include "model/answer.h"

namespace cairn {

/// An algorithm that tries to decide whether a system is safe. System, configuration and Context go
/// to the constructor. Nothing is optional: who says Safe hands over the invariant, who says Unsafe
/// the trace, in the same value.
template <class S>
class Engine {
 public:
  virtual ~Engine() = default;
  virtual Answer<S> run() = 0;
};

}  // namespace cairn
