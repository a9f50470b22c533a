// SPDX-License-Identifier: MIT
//
// From an invariant to a certificate: the model itself with a stronger property, as an AIGER
// circuit that certifaiger and HWMCC accept (docs/certificates.md). In this order it has
//
//  - the model's inputs and latches, each named "= <model literal> <its name>", and then the
//    invariant's auxiliary latches, which stand for nothing in the model;
//  - the model's gates, one for one, and the gates of the conjuncts;
//  - one gate a property and one a conjunct, a chain: each is the one before it and the property
//    (not bad) or conjunct. So a lemma is taken out by replacing one operand by true;
//  - the single bad state, the negation of the last gate, and the model's constraints.
//
// Outputs, justice and fairness are left out: they say nothing about safety.
//
// An invariant with a ranking is about a justice property: the chain has the conjuncts alone, and
// after it come
//
//  - for each latch whose value in the second state a signal reads, a gate that is its next-state
//    function and true: where a signal reads that gate, the latch's value in the second state is
//    meant, which the latch's symbol says with "< <gate's literal>" (an intervention);
//  - the signals, negated: fairness literals and one justice set.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/aiger/aiger_reader.h"
#include "model/bad_selection.h"
#include "model/bit_system.h"

namespace cairn {

/// The literals that a file has for a model's inputs and latches, by position.
struct LeafLiterals {
  std::vector<std::uint32_t> inputs;
  std::vector<std::uint32_t> latches;
};

/// As write_aiger numbers them, and every binary file.
LeafLiterals reencoded_literals(const BitSystem& model);
/// As this file numbers them.
LeafLiterals file_literals(const AigerModel& model);

struct CertificateInfo {
  std::string model_name;  ///< the model's file, for the comment
  /// The bad states that the invariant is about, if it has no ranking.
  BadSelection bad;
  /// How the model's file numbers its leaves; without it, reencoded_literals().
  std::optional<LeafLiterals> literals;
};

/// The certificate of `invariant`, which must fit the model. It is not checked here.
BitSystem make_certificate(const BitSystem& model, const BitInvariant& invariant,
                           const CertificateInfo& info);

}  // namespace cairn
