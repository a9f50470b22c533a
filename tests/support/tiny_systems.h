// SPDX-License-Identifier: MIT
//
// Systems small enough to know everything about them. Distances are numbers of steps after the
// first.
#pragma once

#include <cstdint>

#include "model/bit_system.h"

namespace cairn::support {

/// Counts 0, 1, ..., modulus - 1, 0, ...; latch i is bit i. Bad state 0: the counter is
/// `bad_value`, so its distance is `bad_value` if that is smaller than `modulus`, else it is
/// unreachable.
BitSystem mod_counter(unsigned bits, std::uint32_t modulus, std::uint32_t bad_value);

/// The same with one input, "enable", without which the counter stays.
BitSystem enabled_counter(unsigned bits, std::uint32_t modulus, std::uint32_t bad_value);

/// One input that moves through `length` latches, all reset to 0. Bad state 0: all latches are 1;
/// distance `length`.
BitSystem shift_register(unsigned length);

/// shift_register() with the constraint that the input is 0 whenever the first latch is 1: safe for
/// a length of 2 or more.
BitSystem constrained_shift_register(unsigned length);

/// A counter modulo 2^bits whose constraint, that its value is not `forbidden`, ends every run
/// there. Bad state 0: the counter is `bad_value`; reachable if that is smaller than `forbidden`.
BitSystem constrained_counter(unsigned bits, std::uint32_t forbidden, std::uint32_t bad_value);

/// Latch 0 is uninitialised and keeps its value; latch 1 is reset to 0 and copies latch 0. Bad
/// state 0: latch 1; distance 1. Bad state 1: latch 1 without latch 0; unreachable.
BitSystem uninitialised_latch();

/// Input 0, and latches a = ~b (reset function reading another latch), b = input (reading an input
/// of the first step), c uninitialised; all keep their values. Bad state 0: a and b; unreachable.
/// Bad state 1: b without the input; distance 1, for in the first step they are equal. Bad state 2:
/// a and c; distance 0.
BitSystem reset_functions();

/// No latches. Inputs a, b. Bad state 0: a and b, distance 0. Bad state 1: a and not a, in gates
/// that no simplification saw; unreachable.
BitSystem combinational();

/// No inputs, two latches that swap 0 and 1. Bad state 0: both equal; unreachable. Bad state 1: the
/// first is 1; distance 1.
BitSystem no_inputs();

/// One latch, one input. Bad state 0 is the constant `value`.
BitSystem constant_bad(bool value);

/// Constraints x and not x on an input; bad state 0 is the constant true, and unreachable.
BitSystem contradictory_constraints();

/// No latches, no inputs, no bad states: nothing at all.
BitSystem empty_system();

/// The literal that is true if the number that `bits` stand for (first is least significant) is
/// `value`.
Lit equals_number(Aig& aig, const std::vector<Lit>& bits, std::uint64_t value);

/// The bits of the number that `bits` stand for plus one.
std::vector<Lit> incremented(Aig& aig, const std::vector<Lit>& bits);

}  // namespace cairn::support
