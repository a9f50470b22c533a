// SPDX-License-Identifier: MIT
//
// How the answer about a circuit is given.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/answer.h"
#include "run/circuit/check.h"

namespace cairn {

/// The witness of any verdict, in AIGER's format.
std::string witness_text(const CheckOutcome& outcome, const BitSystem* model);

class CircuitAnswerGiver : public AnswerGiver<CheckOutcome> {
 public:
  using AnswerGiver::AnswerGiver;

  /// Once the model is read; it must outlive the giver's use.
  void set_model(const BitSystem* model) { model_.store(model); }

  /// A bound was cleared; tells standard output if its format has a word for it.
  void bound_cleared(std::int64_t bound) const;

 private:
  std::vector<AnswerFile> files(const CheckOutcome& outcome) override;
  std::string json(const CheckOutcome& outcome, const RunFacts& facts) override;
  std::string first_lines(const CheckOutcome& outcome) override;
  void tell_people(const CheckOutcome& outcome, const Log& log) override;

  std::atomic<const BitSystem*> model_{nullptr};
};

}  // namespace cairn
