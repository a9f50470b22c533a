// SPDX-License-Identifier: MIT
//
// A verdict for each assertion of a program. All of them are checked together first: one proof
// answers for all, and a run that fails answers for the assertion in which it ends, which is an
// assumption from then on. What is not decided that way is checked assertion by assertion; then
// both again, with more time.
//
// Each assertion is judged on the runs that get to it (model/assertions.h): no verdict depends on
// another one.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/assertions.h"
#include "run/program/check.h"

namespace cairn {

/// Decides a program: run_program_check, or workers.
using DecideProgram = std::function<ProgramOutcome(const Program&, const Context&)>;

/// What was found about one assertion.
struct AssertionVerdict {
  Answer<Cfa> answer = Unknown{};  ///< without its evidence: that is in the part's outcome
  /// Position in AssertionVerdicts::parts of what decided it; nothing with Unknown.
  std::optional<std::size_t> part;
  /// Whether a run comes to it, if that is known; see ProgramVacuity.
  std::optional<bool> reached;
};

struct AssertionVerdicts {
  /// The program with some of its assertions, and the answer about them. A run that fails is one of
  /// the whole program, and so is the statement that it fails in.
  struct Part {
    std::vector<std::size_t> kept;  ///< positions of the assertions
    std::unique_ptr<const Program> program;
    ProgramOutcome outcome;
  };

  std::vector<Assertion> assertions;       ///< of the whole program
  std::vector<std::size_t> wanted;         ///< those that were to be judged
  std::vector<AssertionVerdict> verdicts;  ///< one for each
  std::vector<Part> parts;
};

struct AssertionTurns {
  /// Processor seconds of the first attempt at all assertions together; each by itself gets half.
  /// Twice as much in each round. 0: one attempt, without a limit of its own.
  double first_seconds = 8;
};

/// Requires that `wanted`, positions in assertions_of, is sorted; the others are not judged.
AssertionVerdicts check_assertions(const Program& program, const std::vector<std::size_t>& wanted,
                                   const DecideProgram& decide, const AssertionTurns& turns,
                                   const Context& context);

/// Unsafe if one of them is, with its run; Safe if all are, with the last part's proof; else
/// Unknown.
ProgramOutcome overall(const AssertionVerdicts& verdicts);

/// The assertions that `text` means: "all", a number, FILE:LINE or FILE:LINE:COLUMN (a file by the
/// end of its path), or the name of a requirement. Throws InputError at `file`, naming what there
/// is, if there are none.
std::vector<std::size_t> find_assertions(const Program& program,
                                         const std::vector<Assertion>& assertions,
                                         const std::string& text, const std::string& file);
/// Whether the text has one of these forms.
bool names_assertions(std::string_view text);

/// "assertion 'x > 0'", "reach_error()", "signed overflow in a + b": what it is about.
std::string shown_claim(const Assertion& assertion);

}  // namespace cairn
