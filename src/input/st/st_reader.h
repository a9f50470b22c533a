// SPDX-License-Identifier: MIT
//
// Structured Text to IVL. A program unit becomes the cycle of a PLC: initial values, and then for
// ever inputs, body, checks at the end of the scan. docs/plc.md says what each construct means.
//
// Instances of function blocks are flattened to variables, and bodies are put where they are
// called; recursion, which the standard forbids, is refused. Everything that has no exact model is
// refused with its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/log.h"
#include "format/source.h"
#include "format/st/scan_model.h"
#include "input/st/ast.h"
#include "model/program.h"

namespace cairn::st {

/// A requirement from elsewhere, over the variables of the unit that runs: about the end of each
/// scan, as an annotation at the end of its body is.
struct Requirement {
  Annotation::Kind kind = Annotation::Kind::Assert;
  std::string id;
  Source expression;  ///< its name is where the requirement comes from
  Position at;        ///< of the requirement in its file
  /// Liveness: the expression is a condition that is not to hold for ever from some scan on.
  bool recurs = false;
};

struct ReadOptions {
  /// Milliseconds between two scans. No `most`: that of the task, or 100.
  struct CycleTime {
    std::uint64_t least = 100, most = 100;
  };
  enum class Arithmetic : std::uint8_t {
    Wrap,  ///< each operation wraps at the type of its operands
    Wide   ///< in 32 bits, or 64 where an operand has them; assignments cut
  };
  enum class DivisionByZero : std::uint8_t {
    Stop,  ///< the run is not modelled beyond it
    Zero   ///< the result is 0
  };

  std::string entry;                    ///< the unit that runs; empty: the one that there is
  std::string environment;              ///< a program that runs before each scan; empty: none
  std::optional<std::uint64_t> cycles;  ///< scans; none: for ever
  std::optional<CycleTime> cycle_time;
  bool arbitrary_retain = false;  ///< retained variables begin with any value
  Arithmetic arithmetic = Arithmetic::Wrap;
  DivisionByZero division_by_zero = DivisionByZero::Stop;
  bool any_reals = false;           ///< inputs may be NaN and infinite
  std::uint32_t loop_limit = 1000;  ///< iterations of a WHILE in one scan; more are a violation
  std::uint32_t unroll = 256;  ///< iterations of a FOR with constant bounds that are written out
  std::vector<std::string> checks;  ///< of st_checks()
  std::vector<Requirement> requirements;
  std::string requirements_file;  ///< of read_requirements(); whoever reads files reads it
};

struct Check {
  const char* name;
  const char* help;
};
/// What --check knows: division, overflow, bounds, range, outputs, unreachable.
const std::vector<Check>& st_checks();

/// Reads files that belong together. Throws InputError. `model`, if given, receives what IVL does
/// not say.
Program read_st(const std::vector<Source>& sources, const ReadOptions& options, const Log& log,
                ScanModel* model = nullptr);

}  // namespace cairn::st
