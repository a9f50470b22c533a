// SPDX-License-Identifier: MIT
//
// A C program with what a witness says about it, as C: invariants become assertions at their loops
// and places, and waypoints move a counter on, if the run passes them in their order. The text is
// inserted without line breaks, so that all lines stay where they are. Nothing that was inserted
// changes a variable of the program.
//
// The text is looked at by itself, without the preprocessor: what can't be placed (in a macro, in
// the middle of an expression, as the body of an `if` without braces) is left out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/c/sv_witness.h"
#include "format/c/sv_witness_reader.h"
#include "format/source.h"

namespace cairn {

/// The claims of assertions that invariants become begin with this.
inline constexpr std::string_view kWitnessMark = "[witness] ";
/// The global variable that counts waypoints.
inline constexpr std::string_view kWaypointCounter = "__cairn_waypoints";

struct WitnessCode {
  std::string text;
  std::vector<std::size_t> placed;  ///< positions of the invariants or waypoints that are in it
};

/// Invariants of loops at `while` and `for`, others before a statement. Those of GraphML, whose
/// places are lines at best, at every such loop.
WitnessCode with_invariants(std::string_view source, const std::vector<SvInvariant>& invariants,
                            SvWitness::Places places);

/// The counter is the number of waypoints that were passed, targets not among them.
WitnessCode with_waypoints(std::string_view source, const std::vector<SvWaypoint>& waypoints,
                           SvWitness::Places places);

/// The files of a program with what a witness says about each of them.
struct WitnessFiles {
  std::vector<Source> files;
  std::vector<std::size_t> placed;  ///< as above
};
WitnessFiles with_invariants(const std::vector<Source>& files,
                             const std::vector<SvInvariant>& invariants, SvWitness::Places places);
/// The files share the counter, which the first of them defines.
WitnessFiles with_waypoints(const std::vector<Source>& files,
                            const std::vector<SvWaypoint>& waypoints, SvWitness::Places places);

/// The file that a place is in, by its name or the end of it; of one file, that file. Nothing if
/// several fit equally well, or none does.
std::optional<std::size_t> file_of(const SvPlace& place, const std::vector<Source>& files);

}  // namespace cairn
