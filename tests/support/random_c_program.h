// SPDX-License-Identifier: MIT
//
// Random C programs without undefined or unspecified behaviour (but for signed overflow, which must
// wrap), the same for the same seed. A program has a function `run` that ends by writing everything
// it computed to the global array `out`; compiled with -DPRINT it also has a main() that calls it
// and prints `out`, one number in hexadecimal a line.
#pragma once

#include <cstdint>
#include <string>

namespace cairn::support {

struct RandomCOptions {
  bool floats = true;
  bool pointers = true;
  bool records = true;       ///< structs, unions, bit-fields
  bool long_doubles = true;  ///< with floats
  unsigned functions = 3;
  unsigned statements = 8;  ///< in a block, at most
};

/// How many elements `out` has.
inline constexpr unsigned kRandomCOutputs = 128;

std::string random_c_program(std::uint64_t seed, const RandomCOptions& options = {});

}  // namespace cairn::support
