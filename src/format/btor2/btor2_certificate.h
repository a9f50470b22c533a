// SPDX-License-Identifier: MIT
//
// Proofs about BTOR2 models, in the form that Cerbtora judges: a model that contains the original
// one, its inputs and states tied to it by symbols "=ID", with a property that is inductive.
//
// Two kinds of lines go beyond that, and Cerbtora rejects proofs that need them: outputs whose
// symbols are
//
//   prophecy=ID     the state ID, which never changes, predicts the value of the output
//   difference=ID   the output is an equality of arrays, and ID an input: an index where they
//                   differ, if they do
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/source.h"
#include "model/bad_selection.h"
#include "model/word_model.h"

namespace cairn {

/// The lines of `source`, from which `model` was read, with their symbols replaced, the auxiliary
/// states and conjuncts of the invariant after them, and one bad state: one of the model's that the
/// proof is about, or a conjunct that fails. Requires k = 1.
std::string write_btor2_certificate(const Source& source, const WordModel& model,
                                    const WordInvariant& invariant, const BadSelection& about);

/// Whether a certificate can state the invariant: BTOR2 has no constant arrays but as initial
/// values, and only of small ones it can be said, element by element, what they are.
bool has_certificate_form(const Terms& terms, const WordInvariant& invariant);

/// What the certificate's inputs and states are in it.
struct WordMapping {
  struct Prophecy {
    std::uint32_t state;  ///< its position
    Term predicted;
  };
  struct Difference {
    std::uint32_t input;  ///< its position
    Term left, right;     ///< the arrays
  };

  /// By position in the certificate's: the position in the model's that it stands for, if any.
  std::vector<std::optional<std::uint32_t>> inputs, states;
  std::vector<Prophecy> prophecies;
  std::vector<Difference> differences;
};

/// From symbols "=ID"; if there is none, by order. Prophecies and differences from symbols of
/// outputs. Throws InputError at the certificate's line.
WordMapping read_word_mapping(const Source& certificate_source, const WordModel& certificate,
                              const WordModel& model);

}  // namespace cairn
