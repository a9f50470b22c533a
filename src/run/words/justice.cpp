// SPDX-License-Identifier: MIT
//
// Justice properties of word-level models (docs/decisions/0019-liveness-of-words.md). The circuit
// is that of `cairn convert`, bit for bit, and decided as if it had been read from a file; so the
// certificate is one that other checkers can judge, too. A lasso goes back to words.
#include <fmt/format.h>

#include "base/error.h"
#include "certify/check_words.h"
#include "format/aiger/aiger_writer.h"
#include "format/btor2/btor2_witness.h"
#include "run/circuit/check.h"
#include "run/rejected.h"
#include "run/words/check.h"
#include "transform/lower_word.h"
#include "transform/raise_bits.h"

namespace cairn {
namespace {

void take_lasso(const WordTask& task, std::uint32_t justice, BitTrace trace, WordOutcome& outcome) {
  LowerWord lower;
  lower.apply(task.model.system);  // the same latches and inputs as those of lower_model()
  const std::int64_t loop_start = trace.loop_start;
  WordTrace words = lower.restore_trace(std::move(trace));
  words.loop_start = loop_start;
  const std::string text = write_btor2_witness(task.model, {{}, {justice}, words});
  Judgement judgement;
  try {
    const Btor2Witness written = read_btor2_witness({"witness", text}, task.model);
    judgement = check_word_lasso(task.model, written.trace, justice, &words.loop_start);
  } catch (const InputError& error) {
    judgement.checks.push_back({"Form", Outcome::Fails, 0});
    judgement.explanation = error.what();
  }
  if (judgement.outcome() != Outcome::Holds)
    internal_error(__FILE__, __LINE__, describe_rejected(judgement, text, "wit"));
  outcome.evidence = text;
  outcome.answer = Unsafe<WordSystem>{std::move(words)};
}

}  // namespace

WordOutcome run_word_justice(const WordTask& task, std::uint32_t justice,
                             const WordCheckOptions& options, const Context& context) {
  WordOutcome outcome;
  outcome.justice = justice;
  if (const auto why = cannot_blast(task.model.system)) {
    outcome.answer = Unknown{Unknown::Reason::Unsupported, "there is no circuit: " + *why, -1};
    return outcome;
  }
  AigerModel circuit;
  circuit.system = lower_model(task.model);
  CheckOptions check;
  static_cast<Configuration&>(check) = options;
  check.model_name = task.source.name;
  check.justice = justice;
  check.portfolio = options.portfolio;
  CheckOutcome found = run_check(circuit, check, context);
  outcome.statistics = std::move(found.statistics);
  outcome.decided_by = std::move(found.decided_by);
  outcome.portfolio = std::move(found.portfolio);
  if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&found.answer)) {
    take_lasso(task, justice, std::move(unsafe->trace), outcome);
  } else if (const auto* safe = std::get_if<Safe<BitSystem>>(&found.answer)) {
    outcome.lemmas = safe->invariant.conjuncts.size();
    outcome.evidence = write_aiger(*found.certificate, AigerFormat::Ascii);
    outcome.answer = Safe<WordSystem>{};
  } else {
    outcome.answer = std::get<Unknown>(std::move(found.answer));
  }
  return outcome;
}

}  // namespace cairn
