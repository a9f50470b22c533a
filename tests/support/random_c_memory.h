// SPDX-License-Identifier: MIT
//
// Random C programs about memory, the same for the same seed: structs seen as bytes and as arrays
// of their first member's type, pointers into the middle of objects, copies through `void *` and
// loops, pointers copied byte by byte, floats moved through memory (with the payloads of NaNs),
// constructors and calls of the C library. What they do is defined by what gcc promises with
// -fno-strict-aliasing -fwrapv; no record has padding, whose value nobody promises.
//
// Like the programs of random_c_program.h they write what they computed to the array `out`, which a
// main() that is compiled with -DPRINT prints.
#pragma once

#include <cstdint>
#include <string>

namespace cairn::support {

struct RandomCMemoryOptions {
  bool floats = true;
  bool heap = true;
  bool library = true;  ///< functions of <string.h>, <stdlib.h> and <ctype.h>
  bool constructors = true;
  unsigned statements = 12;
};

/// As many outputs as the other generator's programs have (kRandomCOutputs).
std::string random_c_memory(std::uint64_t seed, const RandomCMemoryOptions& options = {});

}  // namespace cairn::support
