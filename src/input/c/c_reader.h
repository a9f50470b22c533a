// SPDX-License-Identifier: MIT
//
// C programs as IVL: C11 with GNU extensions as Clang parses it, semantics as docs/c-programs.md
// states them. What has no exact model becomes an assert of the kind Limit where it would execute.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "format/source.h"
#include "model/program.h"

namespace cairn {

struct CReadOptions {
  /// Widths of long and of pointers: 32 bits, or 64.
  enum class DataModel { ILP32, LP64 };
  DataModel data_model = sizeof(long) == 8 ? DataModel::LP64 : DataModel::ILP32;  ///< the host's
  /// What is asserted besides the errors of the program: names of checks.h, or `all`.
  std::vector<std::string> checks;
  /// Off: a pointer may point to every object whose address is taken.
  bool points_to = true;
  /// Objects for a call of malloc that may execute more than once; 0: as many as there are
  /// addresses for, in arrays that have an element for each.
  unsigned heap_objects = 4;
  /// Room, in bytes, of an object whose size is not constant, on the heap or not; 0: as much as
  /// there are addresses for.
  unsigned heap_bytes = 256;
  /// Loops that go on after so many iterations are limits or, with the check `unwinding`,
  /// violations.
  std::optional<std::uint32_t> unwind;
  /// Calls of a recursive function in each other that are followed; more are a limit. Nothing: more
  /// where the function calls itself at one place than where at several.
  std::optional<std::uint32_t> recursion;
  /// The function that runs.
  std::string entry = "main";
  /// If it is not main: elements of the objects that its pointers point to, and whether they may be
  /// null instead.
  unsigned entry_array = 1;
  bool entry_null = false;
  /// malloc and its kind may return null.
  bool malloc_may_fail = false;
  /// A call of one of these is the violation. `assert` means a failing call of it.
  std::vector<std::string> error_functions = {"reach_error", "__VERIFIER_error", "__assert_fail",
                                              "assert"};
  /// A label that is a violation if the program calls no error function.
  std::string error_label = "ERROR";
  /// For tests: what the points-to analysis claims of an access becomes a property, which a program
  /// without out-of-bounds accesses must keep in every run.
  bool assert_points_to = false;
  /// Floats are kept as their bits: set by the reader itself for programs that look at these.
  bool float_bits = false;
  /// What a function without a body does that this front end does not know: one that takes a
  /// pointer or returns one, or nothing, may change all memory that it can reach, unless all such
  /// functions are Pure.
  enum class Externals { Unknown, Pure };
  Externals externals = Externals::Unknown;
  /// Further arguments for Clang, for example -I and -D; not -m32 or -m64.
  std::vector<std::string> compiler_arguments;
  /// Off: in this process, where Clang's end is Cairn's.
  bool apart = true;
  /// Others for some of the files, by name, before those for all.
  std::map<std::string, std::vector<std::string>> arguments_of;
};

/// Options that give more room, if the limit that a run met is one of room: objects of a call of
/// malloc, bytes of an object, depth of recursion; nothing if it is not, or if there is enough.
std::optional<CReadOptions> with_more_room(const CReadOptions& options, std::string_view limit);

/// Whether this build has the front end.
bool has_c_front_end();

/// Throws InputError: Clang's first error, no entry function, clashing definitions, options that do
/// not exist, or that this build has no C front end.
Program read_c(const std::vector<Source>& files, const CReadOptions& options, const Log& log);
/// The same from paths ("-": standard input); also throws for files that cannot be read.
Program read_c(const std::vector<std::string>& paths, const CReadOptions& options, const Log& log);

}  // namespace cairn
