// SPDX-License-Identifier: MIT
//
// A file of requirements (YAML) about a program in Structured Text, in the patterns that users of
// PLCverif know. Each becomes an assertion at the end of the scan; what a pattern has to remember,
// PREV, START, HELD and PENDING remember (history.cpp). docs/plc.md has the table.
//
//   requirements:
//     - id: R1
//       text: The two directions are never green at the same time.
//       pattern: forbidden
//       expression: ns_green AND ew_green
//     - id: R2
//       pattern: leadsto
//       if: request
//       then: ns_green
//       within: T#30s
//
// The reader of YAML is the one of witnesses (format/c/yaml_reader.h): block sequences, mappings
// and scalars are all that such a file needs, and it says the line of every value, which places in
// messages need.
#pragma once

#include <vector>

#include "format/source.h"
#include "input/st/st_reader.h"

namespace cairn::st {

/// Requirements and assumptions in the order of the file. Throws InputError.
std::vector<Requirement> read_requirements(const Source& source);

}  // namespace cairn::st
