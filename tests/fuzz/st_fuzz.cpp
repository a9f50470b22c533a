// SPDX-License-Identifier: MIT
#include <cstddef>
#include <cstdint>

#include "fuzz/st_harness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  cairn::fuzz::run_st({reinterpret_cast<const char*>(data), size});
  return 0;
}
