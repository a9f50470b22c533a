// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "fuzz/format_harness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cairn::fuzz::run_blif({reinterpret_cast<const char*>(data), size});
  return 0;
}
