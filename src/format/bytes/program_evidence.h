// SPDX-License-Identifier: MIT
//
// Evidence about programs as bytes. A proof names locations and variables of the automaton by
// position: whoever builds the automaton of the same program means the same by them. A run is the
// values that the program asks for, in that order. The form is checked when it is read
// (ByteReader::failed()); whether it is true is for others to say.
#pragma once

#include <vector>

#include "logic/bytes.h"
#include "model/cfa.h"
#include "model/interpret.h"

namespace cairn {

/// A value that a run asks for; the program knows what it is for.
struct GivenInput {
  InputKind kind = InputKind::Nondet;
  Value value;
};

void write(ByteWriter& to, const CfaInvariant& invariant, const Cfa& cfa);
/// The terms of `cfa` get those of the proof.
CfaInvariant read_cfa_invariant(ByteReader& from, const Cfa& cfa);

void write(ByteWriter& to, const std::vector<GivenInput>& inputs);
std::vector<GivenInput> read_inputs(ByteReader& from);

}  // namespace cairn
