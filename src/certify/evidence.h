// SPDX-License-Identifier: MIT
//
// The entry point of the checker: a model's file and a file of evidence in, a verdict out.
#pragma once

#include <optional>
#include <string>

#include "base/context.h"
#include "certify/judgement.h"
#include "format/source.h"

namespace cairn {

struct EvidenceOptions {
  /// Judge the evidence for this property alone. An InputError, at the model, if it has none such.
  std::optional<Property> property;
  std::string dump_prefix;  ///< as in CertificateOptions
};

struct EvidenceVerdict {
  enum class Kind {
    Safe,           ///< confirmed: no bad state (of those that were asked about) is reachable
    Unsafe,         ///< confirmed: the counterexample is real
    Unsatisfiable,  ///< confirmed: the formula has no model
    Refuted,        ///< the evidence does not prove what it claims; nothing follows for the model
    Undecided,      ///< limits, evidence that holds no proof, or of a kind that is not supported
  };
  enum class Form { Certificate, Witness, Proof };

  Kind kind = Kind::Undecided;
  Form form = Form::Certificate;
  std::string reason;  ///< if not confirmed: why, in one sentence
  std::string scope;   ///< if confirmed: what was proved, in one sentence
  Judgement judgement;
};

/// Judges `evidence`, an AIGER witness (it begins with a status, 0, 1 or 2, or a comment) or a
/// certificate (it begins with "aag" or "aig"), for the AIGER file `model`; or a proof in LRAT, if
/// `model` is a formula in DIMACS. Throws InputError for
/// files that cannot be read as what they are.
EvidenceVerdict check_evidence(const Source& model, const Source& evidence,
                               const EvidenceOptions& options, const Context& context);

}  // namespace cairn
