// SPDX-License-Identifier: MIT
#include "run/words/work.h"

#include <utility>

#include "base/error.h"
#include "run/words/check.h"
#include "run/words/ladder.h"

namespace cairn {
namespace {

constexpr MessageMarks kMarks{0x31574143, 0x57414344};  // "CAW1", "DCAW"

}  // namespace

std::string encode_message(const WordOutcome& outcome) {
  const auto write_evidence = [&](ByteWriter& to, const auto&) {
    to.text(outcome.evidence);
    to.number(static_cast<std::uint32_t>(outcome.lemmas));
  };
  return encode_framed<WordSystem>(kMarks, outcome, write_evidence, write_evidence);
}

bool WordWork::has_lemmas() const {
  return ladder_ != nullptr && !ladder_->no_bits();
}

bool WordWork::is_superfluous(const WorkerPlan& plan, bool with_lemmas) const {
  return plan.needs_constraints && !with_lemmas && ladder_->words().constraints.empty();
}

WordOutcome WordWork::search(const WorkerPlan& plan, const Context& context) {
  CAIRN_CHECK(ladder_ != nullptr);
  WordOutcome outcome;
  Configuration configuration = plan.configuration;
  // Plans are about bits; without these, a worker unrolls terms.
  if (ladder_->no_bits()) configuration.engine = "auto";
  static_cast<Message<WordSystem>&>(outcome) =
      run_on_words(*ladder_, configuration, plan.passes, {}, context);
  return outcome;
}

std::string WordWork::message(WordOutcome outcome) {
  if (!std::holds_alternative<Unknown>(outcome.answer)) {
    WordClaim claim = write_claim(outcome.answer, task_);
    outcome.evidence = std::move(claim.evidence);
    outcome.lemmas = claim.lemmas;
  }
  return encode_message(outcome);
}

Judged<WordOutcome> WordWork::judge_message(std::string_view bytes, const Context& context) {
  const auto read_evidence = [](ByteReader& from, WordOutcome& outcome) {
    outcome.evidence = from.text();
    outcome.lemmas = from.number();
  };
  auto sent = decode_framed<WordOutcome>(
      kMarks, bytes,
      [&](ByteReader& from, WordOutcome& outcome) {
        read_evidence(from, outcome);
        return Safe<WordSystem>{};
      },
      [&](ByteReader& from, WordOutcome& outcome) {
        read_evidence(from, outcome);
        return Unsafe<WordSystem>{};
      });
  if (!sent) return {{}, "", "its answer is damaged, or from another version of Cairn"};
  Judged<WordOutcome> judged;
  if (std::holds_alternative<Unknown>(sent->answer)) {
    judged.outcome.answer = std::move(sent->answer);
  } else {
    const bool is_safe = std::holds_alternative<Safe<WordSystem>>(sent->answer);
    judged = judge_claim({is_safe, std::move(sent->evidence), sent->lemmas}, task_, context);
  }
  judged.outcome.statistics = std::move(sent->statistics);
  return judged;
}

}  // namespace cairn
