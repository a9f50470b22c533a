// SPDX-License-Identifier: MIT
//
// What control engineers want to know of a program that was made of Structured Text, and IVL does
// not say: which variables are inputs, outputs and memory, in the order of the source, how their
// values are written, and where a scan ends. Runs and proofs are printed with it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "logic/word/term.h"
#include "logic/word/value.h"
#include "model/program.h"

namespace cairn::st {

/// How a value is written in the source's language.
struct ShownType {
  enum class Kind : std::uint8_t {
    Bool,
    Signed,
    Unsigned,
    Bits,      ///< 16#00FF
    Real,      ///< REAL, LREAL
    Time,      ///< milliseconds, as T#1s500ms
    LongTime,  ///< nanoseconds, as LT#1s
    Enum,      ///< by `names`
    String,    ///< characters, the first one lowest, then zeros
    Other      ///< dates and times of day: as a number
  };
  Kind kind = Kind::Other;
  std::string name;                                          ///< "INT", "Color"
  std::vector<std::pair<std::string, std::uint64_t>> names;  ///< of an Enum's values
};

struct ScanVariable {
  enum class Role : std::uint8_t { Input, Parameter, Output, Memory };

  Term term;         ///< of the program
  std::string name;  ///< as the source has it, with its instance: "delay.ET"
  Role role = Role::Memory;
  ShownType type;
  std::string declared;     ///< the type of the whole variable, "ARRAY[1..3] OF INT" too
  std::int64_t first = 0;   ///< of an array of one dimension: its lowest index
  std::uint64_t count = 0;  ///< elements of an array; 0: a single value
};

/// A requirement that only a run without end violates: one whose last scans repeat for ever.
struct ScanLoop {
  std::string claim;
  Term saved;  ///< becomes true at the end of the scan behind which the loop begins
};

/// The program scans: it begins with the initial values, and then repeats one loop.
struct ScanModel {
  std::string entry;           ///< the unit that runs
  bool is_program = false;     ///< PROGRAM, and not FUNCTION_BLOCK
  SiteId scan = kNoSite;       ///< of the loop: the facts of a proof here hold at the end of a scan
  std::uint64_t cycle_ms = 0;  ///< 0: arbitrary
  Term time_step;              ///< milliseconds since the last scan, if they are arbitrary
  std::vector<ScanVariable> variables;
  std::vector<ScanLoop> loops;
};

/// A value as the source's language writes it: TRUE, -5, 16#00FF, T#1s500ms, Color#Red.
std::string shown(const Value& value, const ShownType& type);
/// T#1s500ms.
std::string shown_milliseconds(std::int64_t milliseconds);

}  // namespace cairn::st
