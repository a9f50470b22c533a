// SPDX-License-Identifier: MIT
#include "cli/circuit_answer.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/output.h"
#include "cli/arguments.h"
#include "format/aiger/aiger_witness.h"
#include "format/aiger/aiger_writer.h"
#include "format/vcd/vcd_writer.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/circuit/report.h"

namespace cairn {
namespace {

std::string certificate_text(const CheckOutcome& outcome, const std::string& path) {
  return write_aiger(*outcome.certificate,
                     path.ends_with(".aig") ? AigerFormat::Binary : AigerFormat::Ascii);
}

/// The names of some of the core's latches, after a colon.
std::string first_names(const BitSystem& model, const LatchCore& core) {
  constexpr std::size_t kShown = 8;
  std::string text;
  for (std::size_t i = 0; i < core.latches.size() && i < kShown; ++i) {
    const std::string_view name = model.names.latches.get(core.latches[i]);
    text += i == 0 ? ": " : ", ";
    text += name.empty() ? fmt::format("l{}", core.latches[i]) : printable(name);
  }
  return core.latches.size() > kShown ? text + ", ..." : text;
}

}  // namespace

std::string witness_text(const CheckOutcome& outcome, const BitSystem* model) {
  AigerWitness witness;
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    witness = {AigerWitness::Status::Unsafe, unsafe->trace};
  } else {
    witness.status = std::holds_alternative<Safe<BitSystem>>(outcome.answer)
                         ? AigerWitness::Status::Safe
                         : AigerWitness::Status::Unknown;
    for (std::uint32_t i = 0; model != nullptr && i < model->bad.size(); ++i)
      witness.trace.bad.push_back(i);
    if (model != nullptr && model->bad.empty()) witness.trace.justice.push_back(0);
  }
  return write_aiger_witness(witness);
}

std::vector<AnswerFile> CircuitAnswerGiver::files(const CheckOutcome& outcome) {
  std::vector<AnswerFile> files;
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    files.push_back(
        {"witness", options_.witness, [&] { return witness_text(outcome, model_); }, true});
    files.push_back(
        {"vcd", options_.vcd, [this, unsafe] { return write_vcd(*model_.load(), unsafe->trace); }});
  }
  if (outcome.certificate)
    files.push_back({"certificate", options_.certificate,
                     [&] { return certificate_text(outcome, options_.certificate); }, true});
  return files;
}

std::string CircuitAnswerGiver::json(const CheckOutcome& outcome, const RunFacts& facts) {
  return report_json(outcome, model_.load(), facts);
}

std::string CircuitAnswerGiver::first_lines(const CheckOutcome& outcome) {
  const std::string verdict(verdict_word(outcome.answer));
  if (options_.format == AnswerFormat::Aiger) return witness_text(outcome, model_);
  if (options_.format == AnswerFormat::Words)
    return verdict + (verdict == "safe" && outcome.impossible_step ? " (vacuous)\n" : "\n");
  return verdict == "safe" ? "unsat\n" : verdict == "unsafe" ? "sat\n" : "unknown\n";
}

void CircuitAnswerGiver::tell_people(const CheckOutcome& outcome, const Log& log) {
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer);
      unsafe != nullptr && !unsafe->trace.justice.empty()) {
    const std::int64_t begin = unsafe->trace.loop_start;
    log.info("unsafe: justice property {} recurs in a loop of {} after {}; the lasso was replayed",
             describe_justice(*model_.load(), unsafe->trace.justice.front()),
             describe_steps(static_cast<std::int64_t>(unsafe->trace.length()) - begin),
             describe_steps(begin));
  } else if (unsafe != nullptr) {
    log.info("unsafe: bad state {} is true after {}; the counterexample was replayed",
             describe_bad(*model_.load(), unsafe->trace.bad.front()),
             describe_steps(static_cast<std::int64_t>(unsafe->trace.length()) - 1));
  } else if (const auto* safe = std::get_if<Safe<BitSystem>>(&outcome.answer)) {
    const std::size_t lemmas = safe->invariant.conjuncts.size();
    const char* const ranking = safe->invariant.ranking ? ", with a ranking" : "";
    log.info("safe: the certificate ({} {}{}) was checked", lemmas,
             lemmas == 1 ? "lemma" : "lemmas", ranking);
  } else {
    tell_unknown(std::get<Unknown>(outcome.answer), outcome.impossible_step.has_value(), log);
    if (!outcome.impossible_step)
      tell_hints(std::get<Unknown>(outcome.answer), options_, false, log);
    if (outcome.core)
      log.info("core: {} of {} latches matter for that{}", outcome.core->latches.size(),
               model_.load()->latches.size(), first_names(*model_.load(), *outcome.core));
  }
  if (outcome.impossible_step && !std::holds_alternative<Unknown>(outcome.answer))
    log.warning("{}", describe_impossible_step(*outcome.impossible_step));
}

void CircuitAnswerGiver::bound_cleared(std::int64_t bound) const {
  if (options_.format != AnswerFormat::Aiger || options_.json == "-" || options_.json_lines) return;
  put(stdout, fmt::format("u{}\n", bound + 1));
  std::fflush(stdout);
}

}  // namespace cairn
