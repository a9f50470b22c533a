// SPDX-License-Identifier: MIT
//
// Witnesses of the software verification competition, whoever wrote them: YAML 2.0 (sets of
// invariants and violation sequences) and GraphML 1.0. Read for what they say about the program;
// the rest (producer, hashes, times) is left alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/c/sv_witness.h"
#include "format/source.h"

namespace cairn {

struct SvWitness {
  enum class Kind { Correctness, Violation };
  /// How well places are known: GraphML has lines alone.
  enum class Places { Columns, Lines };

  Kind kind = Kind::Correctness;
  Places places = Places::Columns;
  std::vector<SvInvariant> invariants;  ///< Correctness
  /// Violation: those to follow, in order. Waypoints to avoid, and kinds that are not known, are
  /// left out: more runs fit what is left.
  std::vector<SvWaypoint> waypoints;
};

bool looks_like_sv_witness(std::string_view bytes);

/// Throws InputError at what is no such witness.
SvWitness read_sv_witness(const Source& source);

}  // namespace cairn
