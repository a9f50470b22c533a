// SPDX-License-Identifier: MIT
//
// What a program gets from outside through functions of the C library (getchar, fgets, scanf, read,
// rand, fopen, ...) and through the arguments of main(), as C: a harness has functions of the same
// names that give what the run had, call by call. A linker takes them before those of the shared
// library. Real input would not do: a run may have an error or the end of the file in the middle of
// its input, and go on.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// How a function gets what comes from outside.
enum class CInput : std::uint8_t {
  Character,  ///< getchar: it is the result
  Line,       ///< fgets: into the first argument, with its end
  Text,       ///< gets: likewise, without the line break
  Bytes,      ///< read, fread: into an argument
  Scan,       ///< scanf: into as many arguments as were converted
  Number,     ///< rand, open: the result, and no more
  Double,     ///< drand48
  Time,       ///< time: the result, and where the argument points to
  Stream,     ///< fopen: the result is a stream or null
};
/// Nothing if the function gets nothing from outside, or has no place in a harness.
std::optional<CInput> c_input(std::string_view function);

/// The notes of what scanf() gets: how many conversions there are, and what each of them yields.
/// The name of the function comes before.
inline constexpr std::string_view kScanCount = ": conversions";
inline constexpr std::string_view kScanValue = ": value";

/// The file that sites in models of the C library have.
inline constexpr const char* kLibraryFile = "<library>";
/// True if the models define the variable.
inline bool library_variable(std::string_view name) {
  return name == "stdin" || name == "stdout" || name == "stderr";
}

using Bytes = std::vector<std::uint8_t>;

/// A call of such a function.
struct HarnessRead {
  std::string function;
  std::int64_t result = 0;   ///< of Double: the bits
  int error = 0;             ///< what errno becomes; 0: it does not change
  std::vector<Bytes> parts;  ///< Line, Text, Bytes: at most one; Scan: one a conversion
  std::string comment;       ///< for people
};

/// The arguments of main().
struct HarnessMain {
  std::int64_t count = 1;
  std::vector<Bytes> texts;  ///< argv, without the ends; those that are missing are empty
  std::optional<std::vector<Bytes>> environment;
};

/// "a\nb" with its quotes, of C.
std::string c_string(const Bytes& bytes);

/// Definitions of the functions that the calls are of, and of their kind; not of those that the
/// program defines.
std::string harness_reads_text(const std::vector<HarnessRead>& reads,
                               const std::set<std::string, std::less<>>& defined);
/// What calls the program's main() with these arguments.
std::string harness_main_text(const HarnessMain& main);

}  // namespace cairn
