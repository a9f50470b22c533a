// SPDX-License-Identifier: MIT
//
// PLCopen XML (TC6): projects as programming tools export them. Units whose bodies are Structured
// Text, data types, global variables and tasks become one text in the language, for the parser.
//
// The text has every declaration and statement on the line, and a body at the column, where the XML
// has it: all places that follow from it, of errors, counterexamples and proofs, are places of the
// project's file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/source.h"

namespace cairn::st {

/// Whether the text begins as a PLCopen project.
bool is_plcopen(std::string_view text);

struct PlcopenProject {
  Source text;
  /// Units that are left out, as whole lines for people: "project.xml:12:3: 'Crane' is left out:
  /// ...".
  std::vector<std::string> left_out;
};

/// Throws InputError.
PlcopenProject read_plcopen(const Source& source);

}  // namespace cairn::st
