// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "format/c/c_harness_input.h"
#include "logic/word/value.h"

namespace cairn {

/// A value that a function returns in a run.
struct HarnessCall {
  std::string function;
  Value value;
  std::string comment;  ///< where and what, for people: "prog.c:8: __VERIFIER_nondet_int() = 7"
  /// The program has a body for it, which the harness has to replace.
  bool replaced = false;
};

/// Memory that the arguments of the function that runs point to.
struct HarnessObject {
  std::vector<std::uint8_t> bytes;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> pointers;  ///< offset, object
};

/// The function that runs, if that is not main().
struct HarnessEntry {
  std::string function;
  std::string file;                    ///< that defines it: absolute
  std::vector<std::string> arguments;  ///< in C
  std::vector<HarnessObject> objects;  ///< object 1 is the first
  std::vector<std::string> problems;   ///< what no file can do, for people
};

/// From the values of a run with their notes (argument_note.h); others are left out.
HarnessEntry harness_entry(std::string function, std::string file,
                           const std::vector<std::pair<std::string, Value>>& values);

struct Harness {
  std::string program;  ///< its name
  bool lp64 = false;
  std::vector<HarnessCall> calls;    ///< in order
  std::vector<std::string> missing;  ///< other functions that have no body
  bool calls_malloc = false;         ///< memory is then filled with zeros
  std::vector<bool> malloc_fails;    ///< of its calls, in order; those behind them don't
  bool has_uninitialised = false;    ///< variables without a value of their own
  /// Those of them that are not zero, which no file can do, for people: "prog.c:3: x = 7".
  std::vector<std::string> uninitialised;
  std::optional<HarnessEntry> entry;
  std::optional<HarnessMain> main;  ///< the arguments of main(), if it has some and is the entry
  std::vector<HarnessRead> reads;   ///< in order
  std::set<std::string, std::less<>> defined;  ///< functions with a body
};

/// A C file that, compiled together with the program, makes it run into its error: the functions
/// that return arbitrary values return those of the counterexample, in order, then 0. All it
/// defines is weak, so that the program's own functions win. With an entry it has a main() that
/// makes the arguments and calls the function, and includes its file: the types are there. What
/// comes from functions of the C library and from main()'s arguments is as in c_harness_input.h.
std::string write_c_harness(const Harness& harness);

}  // namespace cairn
