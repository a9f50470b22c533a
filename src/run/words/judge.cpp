// SPDX-License-Identifier: MIT
#include "run/words/judge.h"

#include <utility>

#include "base/error.h"
#include "certify/check_words.h"
#include "format/btor2/btor2_reader.h"
#include "format/btor2/btor2_witness.h"
#include "model/word_simulate.h"
#include "run/rejected.h"

namespace cairn {
namespace {

Judgement judge_proof(const WordClaim& claim, const WordTask& task, const BadSelection& judged_for,
                      const Context& context, WordOutcome& outcome) {
  const Source file{"certificate", claim.evidence};
  const Btor2Model certificate = read_btor2(file, task.model.system.terms);
  const WordMapping mapping = read_word_mapping(file, certificate, task.model);
  outcome.prophecies = mapping.prophecies.size() + mapping.differences.size();
  return check_word_certificate(task.model, certificate, mapping, judged_for, context);
}

/// The trace as the file has it.
Judgement judge_trace(const WordClaim& claim, const WordTask& task, WordOutcome& outcome) {
  Btor2Witness witness = read_btor2_witness({"witness", claim.evidence}, task.model);
  std::vector<std::uint32_t> reached;
  const Judgement judgement = check_word_trace(task.model, witness.trace, task.property, &reached);
  if (judgement.outcome() != Outcome::Holds) return judgement;
  outcome.bad = task.property.value_or(reached.front());
  outcome.answer = Unsafe<WordSystem>{std::move(witness.trace)};
  return judgement;
}

}  // namespace

WordClaim write_claim(const Answer<WordSystem>& answer, const WordTask& task) {
  if (const auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    return {true, write_btor2_certificate(task.source, task.model, safe->invariant, task.property),
            safe->invariant.conjuncts.size()};
  const WordTrace trace =
      up_to_bad(task.model.system, std::get<Unsafe<WordSystem>>(answer).trace, task.property);
  // The file says which bad state it is: the replay finds that out.
  std::vector<std::uint32_t> reached;
  check_word_trace(task.model, trace, std::nullopt, &reached);
  if (task.property) reached = {*task.property};
  if (reached.empty()) reached = {0};
  return {false, write_btor2_witness(task.model, {{reached.front()}, {}, trace}), 0};
}

namespace {

Judged<WordOutcome> judge_for(WordClaim claim, const WordTask& task, const BadSelection& judged_for,
                              const Context& context) {
  Judged<WordOutcome> judged;
  judged.claim = claim.is_safe ? "safe" : "unsafe";
  Judgement judgement;
  try {
    judgement = claim.is_safe ? judge_proof(claim, task, judged_for, context, judged.outcome)
                              : judge_trace(claim, task, judged.outcome);
  } catch (const InputError& error) {
    judgement.checks.push_back({"Form", Outcome::Fails, 0});
    judgement.explanation = error.what();
  }
  if (judgement.outcome() == Outcome::Fails)
    judged.fault = describe_rejected(judgement, claim.evidence, claim.is_safe ? "btor2" : "wit");
  if (judgement.outcome() == Outcome::Undecided)
    judged.outcome.answer = undecided(judgement, context);
  if (judgement.outcome() != Outcome::Holds) return judged;
  if (claim.is_safe) judged.outcome.answer = Safe<WordSystem>{};
  judged.outcome.lemmas = claim.lemmas;
  judged.outcome.evidence = std::move(claim.evidence);
  return judged;
}

}  // namespace

Judged<WordOutcome> judge_claim(WordClaim claim, const WordTask& task, const Context& context) {
  return judge_for(std::move(claim), task, task.property, context);
}

Judged<WordOutcome> judge_proof(const Safe<WordSystem>& safe, const WordTask& task,
                                const BadSelection& judged_for, const Context& context) {
  const WordInvariant& invariant = safe.invariant;
  WordClaim claim{true, write_btor2_certificate(task.source, task.model, invariant, judged_for),
                  invariant.conjuncts.size()};
  return judge_for(std::move(claim), task, judged_for, context);
}

Judged<WordOutcome> judge_answer(const Answer<WordSystem>& answer, const WordTask& task,
                                 const Context& context) {
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    Judged<WordOutcome> judged;
    judged.outcome.answer = *unknown;
    return judged;
  }
  return judge_claim(write_claim(answer, task), task, context);
}

}  // namespace cairn
