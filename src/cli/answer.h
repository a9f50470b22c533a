// SPDX-License-Identifier: MIT
//
// How an answer is given: the files first, each whole or not at all, then the answer on standard
// output, then a sentence for people on standard error.
#pragma once

#include <chrono>
#include <string>

#include "cli/session.h"
#include "run/pipeline.h"

namespace cairn {

/// What standard output carries.
enum class AnswerFormat {
  Words,  ///< safe, unsafe, unknown
  Hwmcc,  ///< unsat, sat, unknown
  Aiger,  ///< 0, 1, 2 with the properties, the witness and bounds as u lines: what SymbiYosys reads
};

struct AnswerOptions {
  AnswerFormat format = AnswerFormat::Words;
  std::string plan;         ///< that was asked for, or empty
  std::string model;        ///< path of the model
  std::string witness;      ///< path, "-" for standard output, or empty
  std::string certificate;  ///< likewise; binary if it ends in .aig
  std::string json;         ///< likewise; on standard output it takes the answer's place
  std::string vcd;          ///< path or empty
  bool exit_zero = false;   ///< for callers that take any other code for a failure
};

class AnswerGiver {
 public:
  AnswerGiver(AnswerOptions options, std::string engine, std::uint64_t seed)
      : options_(std::move(options)), engine_(std::move(engine)), seed_(seed) {}

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
  const std::string engine_;
  const std::uint64_t seed_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::atomic<const BitSystem*> model_{nullptr};
};

}  // namespace cairn
