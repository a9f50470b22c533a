// SPDX-License-Identifier: MIT
//
// Control-flow automata for people: as text, as a graph for Graphviz, and as a drawing that needs
// no other program. Commands are shown as IVL with their lines in the source.
#pragma once

#include <string>

#include "model/cfa.h"

namespace cairn {

/// One line for each variable, input, location, and its edges below it.
std::string print_cfa_text(const Cfa& cfa);
/// Long commands are cut.
std::string print_cfa_dot(const Cfa& cfa);
/// A complete SVG document; long commands are cut.
std::string print_cfa_svg(const Cfa& cfa);

}  // namespace cairn
