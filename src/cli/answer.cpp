// SPDX-License-Identifier: MIT
#include "cli/answer.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/atomic_file.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/exit_code.h"
#include "cli/worker_display.h"
#include "format/aiger_witness.h"
#include "format/aiger_writer.h"
#include "format/vcd_writer.h"
#include "run/constraint_vacuity.h"
#include "run/report.h"

namespace cairn {
namespace {

/// The witness of any verdict, in AIGER's format.
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
  }
  return write_aiger_witness(witness);
}

void print(const std::string& text) {
  put(stdout, text);
}

std::string certificate_text(const CheckOutcome& outcome, const std::string& path) {
  return write_aiger(*outcome.certificate,
                     path.ends_with(".aig") ? AigerFormat::Binary : AigerFormat::Ascii);
}

int exit_code(const Answer<BitSystem>& answer) {
  if (std::holds_alternative<Safe<BitSystem>>(answer)) return kExitSafe;
  return std::holds_alternative<Unsafe<BitSystem>>(answer) ? kExitUnsafe : kExitUnknown;
}

std::string steps(std::int64_t count) {
  return count == 1 ? "1 step" : fmt::format("{} steps", count);
}

}  // namespace

std::string AnswerGiver::json(const CheckOutcome& outcome) const {
  RunFacts facts;
  facts.file = options_.model;
  facts.engine = engine_;
  facts.plan = options_.plan;
  facts.model = model_.load();
  facts.seed = seed_;
  facts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  if (options_.witness != "-") facts.witness_file = options_.witness;
  if (options_.certificate != "-") facts.certificate_file = options_.certificate;
  return report_json(outcome, facts);
}

void AnswerGiver::write_files(const CheckOutcome& outcome) const {
  const auto is_file = [](const std::string& path) { return !path.empty() && path != "-"; };
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    if (is_file(options_.witness))
      write_file_atomically(options_.witness, witness_text(outcome, model_));
    if (is_file(options_.vcd))
      write_file_atomically(options_.vcd, write_vcd(*model_.load(), unsafe->trace));
  }
  if (outcome.certificate && is_file(options_.certificate))
    write_file_atomically(options_.certificate, certificate_text(outcome, options_.certificate));
  if (is_file(options_.json)) write_file_atomically(options_.json, json(outcome));
}

void AnswerGiver::print_answer(const CheckOutcome& outcome, const std::string& witness) const {
  const std::string verdict(verdict_word(outcome.answer));
  if (options_.json == "-") {
    print(json(outcome));
  } else if (options_.format == AnswerFormat::Aiger) {
    print(witness);
    return;  // it is the witness
  } else if (options_.format == AnswerFormat::Hwmcc) {
    print(verdict == "safe" ? "unsat\n" : verdict == "unsafe" ? "sat\n" : "unknown\n");
  } else {
    print(verdict + "\n");
  }
  if (options_.witness == "-" && verdict == "unsafe") print(witness);
  if (options_.certificate == "-" && outcome.certificate)
    print(certificate_text(outcome, options_.certificate));
}

namespace {

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

void AnswerGiver::tell_people(const CheckOutcome& outcome, const Log& log) const {
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    log.info("unsafe: bad state {} is true after {}; the counterexample was replayed",
             describe_bad(*model_.load(), unsafe->trace.bad.front()),
             steps(static_cast<std::int64_t>(unsafe->trace.length()) - 1));
  } else if (const auto* safe = std::get_if<Safe<BitSystem>>(&outcome.answer)) {
    const std::size_t lemmas = safe->invariant.conjuncts.size();
    log.info("safe: the certificate ({} {}) was checked", lemmas, lemmas == 1 ? "lemma" : "lemmas");
  } else {
    const auto& unknown = std::get<Unknown>(outcome.answer);
    if (outcome.impossible_step)
      log.info("unknown: {}", unknown.explanation);
    else
      log.info("unknown: {}; {}", unknown.explanation,
               unknown.bound < 0
                   ? std::string("no bound was cleared")
                   : fmt::format("no counterexample has at most {}", steps(unknown.bound)));
    if (outcome.core)
      log.info("core: {} of {} latches matter for that{}", outcome.core->latches.size(),
               model_.load()->latches.size(), first_names(*model_.load(), *outcome.core));
  }
  if (outcome.impossible_step && !std::holds_alternative<Unknown>(outcome.answer))
    log.warning("{}", describe_impossible_step(*outcome.impossible_step));
  if (outcome.portfolio) tell_of_workers(*outcome.portfolio, outcome.decided_by, log);
}

int AnswerGiver::give(const CheckOutcome& outcome, const Log& log) const {
  write_files(outcome);
  print_answer(outcome, witness_text(outcome, model_));
  std::fflush(stdout);
  tell_people(outcome, log);
  return options_.exit_zero ? kExitDone : exit_code(outcome.answer);
}

void AnswerGiver::bound_cleared(std::int64_t bound) const {
  if (options_.format != AnswerFormat::Aiger || options_.json == "-") return;
  print(fmt::format("u{}\n", bound + 1));
  std::fflush(stdout);
}

}  // namespace cairn
