// SPDX-License-Identifier: MIT
//
// Evidence about BTOR2 models, as files.
#pragma once

#include <optional>

#include "base/context.h"
#include "certify/evidence.h"
#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

/// Judges `evidence`, a BTOR2 witness (it begins with "sat") or a certificate (BTOR2 itself), for
/// the model. Throws InputError.
EvidenceVerdict check_word_evidence(const WordModel& model, const Source& evidence,
                                    const EvidenceOptions& options, const Context& context);

}  // namespace cairn
