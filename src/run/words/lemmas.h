// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "format/source.h"
#include "model/word_model.h"

namespace cairn {

/// What a certificate of `model` says beyond that no bad state is true, as terms over the model's
/// variables and those that the proof adds. `certificate` as write_btor2_certificate() wrote it.
std::vector<Term> lemmas_of_certificate(const std::string& certificate, const WordModel& model);

/// What became of an invariant that the user proposed.
struct ProposedInvariant {
  enum class Status { Holds, FailsInitially, NotInductive, Undecided };
  Term term;
  Status status = Status::Holds;
  /// Why it does not hold: values of what it depends on, in a first state, or in a state that
  /// satisfies all that are kept (with the inputs of that step) and after it.
  Assignment before, after;
};

/// Keeps those that hold in every first state and are inductive together: each one that is not is
/// dropped, and the others are asked again, until none is dropped. Constraints are assumed in both
/// steps.
std::vector<ProposedInvariant> check_invariants(const WordSystem& system,
                                                const std::vector<Term>& proposed,
                                                const Context& context);

}  // namespace cairn
