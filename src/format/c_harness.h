// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "logic/value.h"

namespace cairn {

/// A value that a function returns in a run.
struct HarnessCall {
  std::string function;
  Value value;
  std::string comment;  ///< where and what, for people: "prog.c:8: __VERIFIER_nondet_int() = 7"
  /// The program has a body for it, which the harness has to replace.
  bool replaced = false;
};

struct Harness {
  std::string program;  ///< its name
  bool lp64 = false;
  std::vector<HarnessCall> calls;    ///< in order
  std::vector<std::string> missing;  ///< other functions that have no body
  bool calls_malloc = false;         ///< memory is then filled with zeros
  bool has_uninitialised = false;    ///< variables without a value of their own
  /// Those of them that are not zero, which no file can do, for people: "prog.c:3: x = 7".
  std::vector<std::string> uninitialised;
};

/// A C file that, compiled together with the program, makes it run into its error: the functions
/// that return arbitrary values return those of the counterexample, in order, then 0. All it
/// defines is weak, so that the program's own functions win.
std::string write_c_harness(const Harness& harness);

}  // namespace cairn
