// SPDX-License-Identifier: MIT
#include "logic/float_value.h"

#include "base/error.h"

namespace cairn {

Value apply_float(Op, std::span<const Value>, std::span<const std::uint32_t>, Sort) {
  internal_error(__FILE__, __LINE__, "floats have no values yet");
}

}  // namespace cairn
