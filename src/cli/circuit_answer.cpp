// SPDX-License-Identifier: MIT
#include "cli/circuit_answer.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/atomic_file.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/display/worker_display.h"
#include "cli/exit_code.h"
#include "format/aiger/aiger_witness.h"
#include "format/aiger/aiger_writer.h"
#include "format/aiger/vcd_writer.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/circuit/report.h"

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

std::string steps(std::int64_t count) {
  return count == 1 ? "1 step" : fmt::format("{} steps", count);
}

}  // namespace

std::string CircuitAnswerGiver::json(const CheckOutcome& outcome) const {
  RunFacts facts = facts_of(options_, begin_);
  const bool unsafe = std::holds_alternative<Unsafe<BitSystem>>(outcome.answer);
  const auto written = [&](const char* kind, const std::string& path, bool is_written) {
    if (is_written && is_file(path)) facts.written.emplace_back(kind, path);
  };
  written("witness", options_.witness, unsafe);
  written("vcd", options_.vcd, unsafe);
  written("certificate", options_.certificate, outcome.certificate.has_value());
  return report_json(outcome, model_.load(), facts);
}

void CircuitAnswerGiver::write_files(const CheckOutcome& outcome) const {
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

void CircuitAnswerGiver::print_answer(const CheckOutcome& outcome,
                                      const std::string& witness) const {
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

void CircuitAnswerGiver::tell_people(const CheckOutcome& outcome, const Log& log) const {
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

int CircuitAnswerGiver::give(const CheckOutcome& outcome, const Log& log) const {
  write_files(outcome);
  print_answer(outcome, witness_text(outcome, model_));
  std::fflush(stdout);
  tell_people(outcome, log);
  return options_.exit_zero ? kExitDone : exit_code(verdict_word(outcome.answer));
}

void CircuitAnswerGiver::bound_cleared(std::int64_t bound) const {
  if (options_.format != AnswerFormat::Aiger || options_.json == "-") return;
  print(fmt::format("u{}\n", bound + 1));
  std::fflush(stdout);
}

}  // namespace cairn
