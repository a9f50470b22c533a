// SPDX-License-Identifier: MIT
//
// A word-level model as work of workers (run/workers/work.h). They send their evidence as BTOR2.
#pragma once

#include <string>

#include "run/words/judge.h"
#include "run/workers/work.h"

namespace cairn {

class WordLadder;

class WordWork : public WorkOfKind<WordOutcome> {
 public:
  /// With the ladder for workers of this machine; without, only to judge. It must outlive this.
  explicit WordWork(WordTask task, WordLadder* ladder = nullptr) : task_(task), ladder_(ladder) {}

  bool has_lemmas() const override;
  bool is_superfluous(const WorkerPlan& plan, bool with_lemmas) const override;
  bool has_common_bounds() const override { return true; }

 private:
  WordOutcome search(const WorkerPlan& plan, const Context& context) override;
  std::string message(WordOutcome outcome) override;
  Judged<WordOutcome> judge_message(std::string_view bytes, const Context& context) override;

  const WordTask task_;
  WordLadder* const ladder_;
};

/// What a worker sends: an outcome that has its evidence.
std::string encode_message(const WordOutcome& outcome);

}  // namespace cairn
