// SPDX-License-Identifier: MIT
//
// Evidence about a word-level model, whoever found it, is judged as the file that it is written to:
// a BTOR2 witness or certificate, by certify/, against the model as it was read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "format/source.h"
#include "model/bad_selection.h"
#include "model/word_model.h"
#include "run/outcome.h"

namespace cairn {

/// What is to be decided. All must outlive this.
struct WordTask {
  const Source& source;
  const WordModel& model;
  std::optional<std::uint32_t> property;  ///< position of the bad state; all of them without it
  /// Known to hold in every first state and to be inductive: assumed, and part of what is proved.
  std::vector<Term> lemmas = {};
};

struct WordOutcome : RunOutcome<WordSystem> {
  std::string evidence;                          ///< as it was judged, in BTOR2
  std::size_t lemmas = 0;                        ///< with Safe: conjuncts of the invariant
  std::size_t prophecies = 0;                    ///< of the proof, with differences
  std::uint32_t bad = 0;                         ///< with Unsafe: the bad state that is reached
  std::optional<std::uint32_t> justice;          ///< the property, if it is a justice property
  std::optional<std::uint32_t> impossible_step;  ///< with a proof: no run has this step
};

/// A claim with its evidence in BTOR2: what workers send.
struct WordClaim {
  bool is_safe = false;
  std::string evidence;
  std::size_t lemmas = 0;
};

/// Of Safe or Unsafe.
WordClaim write_claim(const Answer<WordSystem>& answer, const WordTask& task);

/// Evidence that fails is kept in a file; `fault` tells its name.
Judged<WordOutcome> judge_claim(WordClaim claim, const WordTask& task, const Context& context);

/// Both; an Unknown stays one.
Judged<WordOutcome> judge_answer(const Answer<WordSystem>& answer, const WordTask& task,
                                 const Context& context);

/// A proof about several bad states; `task.property` is not looked at.
Judged<WordOutcome> judge_proof(const Safe<WordSystem>& safe, const WordTask& task,
                                const BadSelection& judged_for, const Context& context);

}  // namespace cairn
