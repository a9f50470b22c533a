// SPDX-License-Identifier: MIT
//
// Proofs about BTOR2 models, in the form that Cerbtora judges: a model that contains the original
// one, its inputs and states tied to it by symbols "=ID", with a property that is inductive.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

/// The lines of `source`, from which `model` was read, with their symbols replaced, the auxiliary
/// states and conjuncts of the invariant after them, and one bad state: one of the model's (the one
/// at `property`, or all of them), or a conjunct that fails. Requires k = 1.
std::string write_btor2_certificate(const Source& source, const WordModel& model,
                                    const WordInvariant& invariant,
                                    std::optional<std::uint32_t> property);

/// Whether a certificate can state the invariant: BTOR2 has no constant arrays but as initial
/// values, and only of small ones it can be said, element by element, what they are.
bool has_certificate_form(const Terms& terms, const WordInvariant& invariant);

/// By position in the certificate's inputs and states: the position in the model's that it stands
/// for, if any.
struct WordMapping {
  std::vector<std::optional<std::uint32_t>> inputs, states;
};

/// From symbols "=ID"; if there is none, by order. Throws InputError at the certificate's line.
WordMapping read_word_mapping(const Source& certificate_source, const WordModel& certificate,
                              const WordModel& model);

}  // namespace cairn
