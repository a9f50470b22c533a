// SPDX-License-Identifier: MIT
//
// Proofs about programs as text: formulas at locations of the automaton, as expressions of IVL.
// docs/certificates.md has the grammar. Locations are numbers of the automaton as it is built from
// the program, variables are named as there; so whoever builds the automaton of the same program
// means the same by them. Nothing in a file is believed: certify/check_cfa.h judges it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/cfa.h"

namespace cairn {

/// The assertions that a proof is about, by number; nothing: all. The others end runs.
using JudgedAssertions = std::optional<std::vector<std::size_t>>;

struct ProgramProof {
  JudgedAssertions about;
  const Cfa* cfa = nullptr;  ///< of the program with these assertions
  CfaInvariant invariant;
};

/// How a formula reads in C, for comments; may be empty.
using InWords = std::function<std::vector<std::string>(const ProgramProof&, LocationId)>;

std::string write_program_certificate(const std::vector<ProgramProof>& proofs,
                                      const InWords& in_words = {});

bool looks_like_program_certificate(std::string_view bytes);

/// `automaton` is asked for the automaton of each proof, which must live as long as the result; it
/// throws InputError if there are no such assertions. Throws InputError at the first fault.
std::vector<ProgramProof> read_program_certificate(
    const Source& source, const std::function<const Cfa*(const JudgedAssertions&)>& automaton);

}  // namespace cairn
