// SPDX-License-Identifier: MIT
//
// Witnesses of the software verification competition: YAML 2.0 (violation sequences and sets of
// invariants) and GraphML 1.0 (violations).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn {

struct SvTask {
  std::vector<std::pair<std::string, std::string>> files;  ///< names and contents
  std::string specification;  ///< "CHECK( init(main()), LTL(G ! call(reach_error())) )"
  bool lp64 = false;
  std::string producer_version;
  std::string creation_time;  ///< ISO 8601 with the offset from UTC
};

struct SvPlace {
  std::string file;
  std::uint64_t line = 1, column = 1;
  std::string function;  ///< may be empty
};

struct SvInvariant {
  enum class Kind { Loop, Location };
  Kind kind = Kind::Loop;
  SvPlace at;
  std::string value;  ///< a C expression
};

/// A waypoint that a violation passes, in order.
struct SvWaypoint {
  enum class Kind { Assumption, Branching, FunctionReturn, Target };
  Kind kind = Kind::Assumption;
  SvPlace at;
  std::string value;  ///< Assumption: a C expression; Branching: true or false; FunctionReturn: the
                      ///< value that is returned
  std::string callee;  ///< FunctionReturn: the function that returns; GraphML needs it
};

std::string write_invariant_witness(const SvTask& task, const std::vector<SvInvariant>& invariants);
std::string write_violation_witness(const SvTask& task, const std::vector<SvWaypoint>& waypoints);
/// One edge a waypoint.
std::string write_violation_graphml(const SvTask& task, const std::vector<SvWaypoint>& waypoints);

}  // namespace cairn
