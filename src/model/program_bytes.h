// SPDX-License-Identifier: MIT
//
// A program as bytes, for another process of the same Cairn: the terms one by one, so that what
// they share is sent once and each keeps its handle. docs/ivl.md has the form for people and files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/program.h"

namespace cairn {

std::string program_bytes(const Program& program);

/// Nothing if the bytes are not a program, whole. Statements are not looked into: see
/// check_program().
std::optional<Program> program_of_bytes(std::string_view bytes);

}  // namespace cairn
