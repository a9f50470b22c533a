// SPDX-License-Identifier: MIT
//
// How the answer about a circuit is given.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "base/log.h"
#include "cli/answer.h"
#include "run/circuit/check.h"

namespace cairn {

class CircuitAnswerGiver {
 public:
  explicit CircuitAnswerGiver(AnswerOptions options) : options_(std::move(options)) {}

  /// Once the model is read; it must outlive the giver's use.
  void set_model(const BitSystem* model) { model_.store(model); }

  /// Gives the answer and returns the exit code. Throws InputError if a file can't be written.
  int give(const CheckOutcome& outcome, const Log& log) const;

  /// A bound was cleared; tells standard output if its format has a word for it.
  void bound_cleared(std::int64_t bound) const;

 private:
  void write_files(const CheckOutcome& outcome) const;
  void print_answer(const CheckOutcome& outcome, const std::string& witness) const;
  void tell_people(const CheckOutcome& outcome, const Log& log) const;
  std::string json(const CheckOutcome& outcome) const;

  const AnswerOptions options_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::atomic<const BitSystem*> model_{nullptr};
};

}  // namespace cairn
