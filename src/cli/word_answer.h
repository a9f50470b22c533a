// SPDX-License-Identifier: MIT
//
// How the answer about a word-level model is given.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "cli/answer.h"
#include "run/words/judge.h"

namespace cairn {

/// Files that an answer about a model comes with. All must outlive the use of the result.
std::vector<AnswerFile> word_answer_files(const WordModel& model, const WordOutcome& outcome,
                                          const AnswerOptions& options);

class WordAnswerGiver : public AnswerGiver<WordOutcome> {
 public:
  using AnswerGiver::AnswerGiver;

  /// Once the model is read; it must outlive the giver's use.
  void set_model(const WordModel* model) { model_.store(model); }

 private:
  std::vector<AnswerFile> files(const WordOutcome& outcome) override;
  std::string json(const WordOutcome& outcome, const RunFacts& facts) override;
  std::string first_lines(const WordOutcome& outcome) override;
  void tell_people(const WordOutcome& outcome, const Log& log) override;

  std::atomic<const WordModel*> model_{nullptr};
};

}  // namespace cairn
