// SPDX-License-Identifier: MIT
//
// From programs to control-flow automata [Lan18, section 5.1]. Calls are inlined: each gets its own
// copies of the procedure's variables, named f::x, from the second call on f#2::x; main keeps its
// own. One statement is one edge: `if` and `while` are assumes of both polarities, an assert is an
// assume that leads on and one that leads to the error location, a Choice assumes that its input is
// a branch's number. Goto and labels are no edges. A Havoc assigns fresh inputs; variables without
// a value are assigned inputs of the kind Uninitialised on one edge, before the first statement of
// the procedure (globals: on the first edge of all). What no path reaches, constants in conditions
// considered, is left out.
//
// The terms of the automaton live in the program's pool.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "model/cfa.h"
#include "model/interpret.h"
#include "model/program.h"

namespace cairn {

/// What an automaton does where an assert of the kind Limit fails. An automaton whose limits block
/// has no counterexamples but real ones; one whose limits are errors has no proofs but real ones.
enum class LimitsAs : std::uint8_t { Errors, Blocks };

/// The note where an automaton ends because it would be too large: its own limit, not one of the
/// program.
inline constexpr std::string_view kTooManyCalls =
    "the program is too large: its calls, inlined, have too many edges";

struct BuildCfaConfig {
  LimitsAs limits = LimitsAs::Errors;
  /// A call that would be inlined when the automaton has this many edges is a limit.
  std::uint32_t max_edges = 1'000'000;
};

/// Requires a program in order (check_program); aborts (CAIRN_CHECK) if it is recursive.
Cfa build_cfa(const Program& program, const BuildCfaConfig& config = {});

/// Where control is before each of these statements of the program: locations of the automaton that
/// build_cfa makes with the same configuration. A statement that no path reaches has none.
std::map<const Statement*, std::vector<LocationId>> locations_of(
    const Program& program, const std::set<const Statement*>& statements,
    const BuildCfaConfig& config = {});

/// The inputs along a trace of an automaton that build_cfa made, in the order in which the
/// interpreter asks for them; those that the trace does not name are zero.
std::vector<InputValue> inputs_of(const Cfa& cfa, const CfaTrace& trace);

}  // namespace cairn
