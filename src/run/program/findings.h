// SPDX-License-Identifier: MIT
//
// What there is to say about a program's assertions besides the verdict: each one's own, and
// whether a `safe` says anything at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/program/assertions.h"
#include "run/program/vacuity.h"

namespace cairn {

struct ProgramFindings {
  struct Row {
    std::size_t index = 0;  ///< among the assertions of the program
    SiteId site = kNoSite;
    std::string claim;                ///< "assertion 'x > 0'"
    std::string verdict;              ///< safe, unsafe, unknown
    std::string reason;               ///< with unknown
    std::optional<bool> reached;      ///< see ProgramVacuity
    std::uint64_t steps = 0;          ///< with unsafe: statements of the run
    std::size_t locations = 0;        ///< with safe: that have a formula in the proof
    bool unrolling = false;           ///< with safe: a proof by complete unrolling
    std::vector<std::size_t> judged;  ///< with safe: the assertions that the same proof is about
  };

  bool each = false;  ///< each assertion's verdict was asked for
  std::vector<Row> rows;
  bool no_assertion = false;
  bool never_reached = false;         ///< no run comes to any of the assertions
  std::vector<SiteId> ends;           ///< see ProgramVacuity
  std::vector<std::string> warnings;  ///< why a `safe` says less than it seems to; sentences
  std::string empty;                  ///< if it says nothing: one of them

  /// A `safe` that says nothing about any assertion.
  bool is_vacuous() const { return no_assertion || never_reached; }
};

struct FindingsOptions {
  bool strict = false;  ///< an empty `safe` is no answer; takes a search where it is not clear
  bool checks = false;  ///< something was to be checked besides the assertions of the program
  double search_seconds = 0;  ///< of processor time, for each assertion that may never be reached
};

/// About an answer that was checked. With `verdicts` the outcome is their overall(). With strict
/// options an empty `safe`, of the whole or of an assertion, becomes Unknown.
ProgramFindings make_findings(const Program& program, const AssertionVerdicts* verdicts,
                              const FindingsOptions& options, const ProgramCheckOptions& check,
                              const Context& context, ProgramOutcome& outcome);

/// "f.c:12:3: assertion 'x > 0': safe (never reached)".
std::string row_text(const Program& program, const ProgramFindings::Row& row);

}  // namespace cairn
