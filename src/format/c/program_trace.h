// SPDX-License-Identifier: MIT
//
// A counterexample of a program as people see it: what the interpreter executes, by places in the
// source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/c/c_harness_input.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn {

/// The value as the source's language writes it; floats in decimals that read back as themselves.
std::string shown_value(const Value& value, Show show);

/// How the value of an input is shown: by the name of the function that returns it.
Show show_of(const InputValue& input);

/// A call of a function of the C library that gets something from outside (c_input()).
struct LibraryCall {
  std::string function;
  SiteId site = kNoSite;        ///< where the program calls it
  std::optional<Value> result;  ///< none if the run ends before
  int error = 0;                ///< what errno becomes; 0: it does not change
  std::vector<Bytes> parts;     ///< what it stores; see HarnessRead
};

/// What was executed at a place, up to the next place. What a model of the C library executes
/// belongs to the place of the program that calls it.
struct TraceStep {
  struct Change {
    std::string variable;
    std::string value;
    Term term;
    Show show;
    Value raw;
    bool uninitialised = false;  ///< nobody gave it this value
  };

  SiteId site = kNoSite;
  std::size_t stack = 0;                ///< a position in ProgramTrace::stacks
  std::vector<Change> changes;          ///< variables of the source; the last value of each
  std::optional<std::uint32_t> branch;  ///< of If and While: 0 if the condition held
  std::vector<std::size_t> nondet;      ///< calls, as positions in ProgramTrace::inputs
  std::vector<std::size_t> outside;     ///< reads outside of all objects, likewise
  std::vector<std::size_t> calls;       ///< positions in ProgramTrace::calls
};

struct ProgramTrace {
  /// A variable of the source that was read, or may be, without a value of the program's own.
  struct Uninitialised {
    SiteId site = kNoSite;
    std::string variable;
    std::string value;
    bool is_zero = false;
  };

  /// A function that runs, and where it was called; models of the C library are left out.
  struct Frame {
    std::string function;
    SiteId call = kNoSite;  ///< of the first one: none

    friend bool operator==(const Frame&, const Frame&) = default;
  };

  std::vector<std::vector<Frame>> stacks;    ///< outermost first; each one as long as it stays
  std::vector<TraceStep> steps;              ///< the last one is that of the failing assert
  std::vector<InputValue> inputs;            ///< all that the run asked for, in order
  std::vector<Uninitialised> uninitialised;  ///< in order
  std::vector<LibraryCall> calls;            ///< in order
  const Statement* assertion = nullptr;
  SiteId failed_at = kNoSite;  ///< the assertion's place, or that of the call that leads to it
};

/// What an assert that failed claims, turned into what happened: "reach_error() is reached".
std::string what_happened(const std::string& claim);

/// Does a read outside of all objects get this value, and does it matter?
bool is_outside(const InputValue& input);

/// Does the value come from a function without a body that the program calls?
bool is_call(const InputValue& input);

/// What a call got from outside, for people: "= 97", "reads \"a\\n\"".
std::string call_text(const LibraryCall& call);

/// Runs the program once more, with zeros for values that nobody gave and that do not matter.
/// Requires a run that fails.
ProgramTrace trace_of(const Program& program, const ProgramFailure& failure);

/// Lines for people; of more than `most` steps the middle is left out.
std::string trace_text(const Program& program, const ProgramTrace& trace, std::size_t most);

}  // namespace cairn
