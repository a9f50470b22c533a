// SPDX-License-Identifier: MIT
//
// What functions without a body mean: conventions of SV-COMP and the C library.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/c/c_harness_input.h"
#include "logic/word/term.h"

namespace cairn {

enum class CLibrary : std::uint8_t {
  Unknown,          ///< not known here: library_source() may define it
  Own,              ///< what library_source() is made of: __cairn_assume and the like
  Nondet,           ///< __VERIFIER_nondet_X, nondet_X
  Assume,           ///< __VERIFIER_assume, and CBMC's and ESBMC's
  Assert,           ///< assert, as a function
  AssertFail,       ///< __assert_fail
  Stop,             ///< the run ends: abort
  Exit,             ///< the run ends behind what atexit() was given
  Nothing,          ///< no effect, an arbitrary result
  Allocate,         ///< malloc, alloca: the first argument is the size
  AllocateZero,     ///< kzalloc
  AllocateCells,    ///< calloc
  AllocateAligned,  ///< aligned_alloc: the first argument is the alignment
  AllocateAt,       ///< posix_memalign: the first argument points to where the result goes
  Reallocate,       ///< realloc
  ReallocateCells,  ///< reallocarray
  Free,
  Copy,      ///< memcpy, memmove
  Fill,      ///< memset
  First,     ///< the value of the first argument: __builtin_expect
  Rounding,  ///< fesetround
  Print,     ///< printf: print_function() says how
  Scan,      ///< scanf: scan_function() says how
  Math,      ///< c_math() has it
  Limit,     ///< known, but without an exact model
};

/// By the name alone; a `__builtin_` in front is not looked at.
CLibrary library_function(std::string_view name);

/// Functions that write what is not modelled (text by a format, input): the number of the argument
/// that points there, and whether those behind it do too.
struct CUnknownWrites {
  unsigned first = 0;
  bool all = false;
};
std::optional<CUnknownWrites> unknown_writes(std::string_view name);

/// The value of a function of <math.h> or <stdlib.h> whose result is exact, or nothing. Classifying
/// functions return 1, -1 or 0 as the GNU library does, of the sort `result`. Arguments must have
/// one sort.
std::optional<Term> c_math(Terms& terms, std::string_view name, std::span<const Term> arguments,
                           const Sort& result, RoundingMode mode = RoundingMode::NearestEven);

/// Whether a function of c_math() reports errors in errno.
bool may_set_errno(std::string_view name);

/// Where a function of the printf family has its arguments.
struct CPrint {
  unsigned format = 0;
  std::optional<unsigned> buffer;  ///< none: a stream
  std::optional<unsigned> size;    ///< of the buffer; none: as large as it takes
  bool list = false;               ///< the arguments are a va_list
};
std::optional<CPrint> print_function(std::string_view name);
/// Where one of the scanf family has its arguments; `text`: reads a string, not a stream.
struct CScan {
  unsigned format = 0;
  bool text = false;
};
std::optional<CScan> scan_function(std::string_view name);

/// Definitions in C of library functions; used where a program has none of its own.
std::string library_source();
/// True if library_source() defines the function.
bool in_library_source(std::string_view name);

/// What docs/c-programs.md says of a function.
struct CLibraryEntry {
  /// Exact: C says what happens, and so it does. Arbitrary: any result that C allows, as an input.
  /// Bounds: the result is among those that are tried, but a violation is no more than `unknown`.
  enum class Meaning : std::uint8_t { Exact, Arbitrary, Bounds, Refused };
  std::string name;
  std::string part;  ///< the file of library_source() or "built in"
  Meaning meaning = Meaning::Exact;
};
/// All functions with a meaning, without builtins and this tool's own, by part and name.
std::vector<CLibraryEntry> library_entries();

}  // namespace cairn
