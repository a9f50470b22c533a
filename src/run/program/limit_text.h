// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "model/program.h"

namespace cairn {

/// What people can do about a limit (an assert of the kind Limit) with this note; never empty.
std::string_view limit_remedy(std::string_view note);

/// Why the answer is unknown: the construct, its place and the statement, and what to do.
std::string limit_text(const Program& program, std::string_view note, SiteId site);
std::string limit_text(const Program& program, const Statement& limit);

/// Why a program has no circuit: its largest array, if that is why, with the place of the first
/// statement that mentions it, and what to do; else the reason that is given.
std::string no_circuit_text(const Program& program, std::string_view reason);

}  // namespace cairn
