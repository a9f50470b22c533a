// SPDX-License-Identifier: MIT
//
// What functions without a body mean: conventions of SV-COMP and the C library.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "logic/term.h"

namespace cairn {

enum class CLibrary : std::uint8_t {
  Unknown,        ///< returns an arbitrary value
  Nondet,         ///< __VERIFIER_nondet_X, nondet_X
  Assume,         ///< __VERIFIER_assume, and CBMC's and ESBMC's
  Assert,         ///< assert, as a function
  AssertFail,     ///< __assert_fail
  Stop,           ///< the run ends: abort, exit
  Nothing,        ///< no effect, an arbitrary result: printf
  Allocate,       ///< malloc, alloca: the first argument is the size
  AllocateZero,   ///< kzalloc
  AllocateCells,  ///< calloc
  Free,
  Copy,      ///< memcpy, memmove
  Fill,      ///< memset
  First,     ///< the value of the first argument: __builtin_expect
  Rounding,  ///< fesetround
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

/// Definitions in C of library functions that loop; used where a program has none of its own.
std::string_view library_source();
/// The name that sites of library_source() have.
inline constexpr const char* kLibraryFile = "<library>";
/// True if library_source() defines the function.
bool in_library_source(std::string_view name);

}  // namespace cairn
