// SPDX-License-Identifier: MIT
#include "cli/word_answer.h"

#include <fmt/format.h>

#include <optional>

#include "base/error.h"
#include "cli/arguments.h"
#include "format/vcd/vcd_writer.h"
#include "format/verilog/testbench.h"
#include "format/verilog/verilog_expression.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/words/lemmas.h"
#include "run/words/report.h"

namespace cairn {

std::vector<AnswerFile> word_answer_files(const WordModel& model, const WordOutcome& outcome,
                                          const AnswerOptions& options) {
  const auto evidence = [&] { return outcome.evidence; };
  if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer)) {
    const auto shown = outcome.justice ? std::nullopt : std::optional(outcome.bad);
    const auto waveform = [&model, &options, unsafe, bad = shown] {
      return write_waveform(model, unsafe->trace, {bad, "", options.vcd});
    };
    return {{"witness", options.witness, evidence, true},
            {"vcd", options.vcd, [waveform] { return waveform().vcd; }},
            {"gtkw", options.gtkw, [waveform] { return waveform().gtkw; }},
            {"testbench", options.testbench, [&model, &options, unsafe] {
               Testbench testbench = write_testbench(model, unsafe->trace, {});
               if (testbench.text.empty())
                 throw InputError({options.testbench, 0}, "no test bench: " + testbench.problem);
               return std::move(testbench.text);
             }}};
  }
  if (std::holds_alternative<Safe<WordSystem>>(outcome.answer) && outcome.justice)
    return {{"certificate", options.certificate, evidence, true}};
  if (std::holds_alternative<Safe<WordSystem>>(outcome.answer))
    return {
        {"certificate", options.certificate, evidence, true},
        {"lemmas", options.lemmas, [&model, &outcome] {
           return write_verilog_lemmas(model, lemmas_of_certificate(outcome.evidence, model)).text;
         }}};
  return {};
}

std::vector<AnswerFile> WordAnswerGiver::files(const WordOutcome& outcome) {
  if (std::holds_alternative<Unknown>(outcome.answer)) return {};
  return word_answer_files(*model_.load(), outcome, options_);
}

std::string WordAnswerGiver::json(const WordOutcome& outcome, const RunFacts& facts) {
  return report_json(outcome, model_.load(), facts);
}

std::string WordAnswerGiver::first_lines(const WordOutcome& outcome) {
  const std::string word(verdict_word(outcome.answer));
  if (options_.format != AnswerFormat::Hwmcc)
    return word + (word == "safe" && outcome.impossible_step ? " (vacuous)\n" : "\n");
  return word == "safe" ? "unsat\n" : word == "unsafe" ? "sat\n" : "unknown\n";
}

void WordAnswerGiver::tell_people(const WordOutcome& outcome, const Log& log) {
  if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer)) {
    if (outcome.justice) {
      const std::int64_t begin = unsafe->trace.loop_start;
      log.info(
          "unsafe: justice property j{} recurs in a loop of {} after {}; the lasso was replayed",
          *outcome.justice,
          describe_steps(static_cast<std::int64_t>(unsafe->trace.length()) - begin),
          describe_steps(begin));
      return;
    }
    log.info("unsafe: bad state {} is true after {}; the counterexample was replayed",
             describe_bad(*model_.load(), outcome.bad),
             describe_steps(static_cast<std::int64_t>(unsafe->trace.length()) - 1));
  } else if (std::holds_alternative<Safe<WordSystem>>(outcome.answer)) {
    log.info("safe: the certificate ({} {}{}) was checked", outcome.lemmas,
             outcome.lemmas == 1 ? "lemma" : "lemmas",
             outcome.justice ? ", with a ranking, of the circuit" : "");
    if (outcome.prophecies > 0 && !options_.certificate.empty())
      log.warning("the certificate has prophecies: 'cairn certify' judges it, Cerbtora rejects it");
    if (outcome.impossible_step)
      log.warning("{}", describe_impossible_step(*outcome.impossible_step));
  } else {
    tell_unknown(std::get<Unknown>(outcome.answer), outcome.impossible_step.has_value(), log);
    if (!outcome.impossible_step)
      tell_hints(std::get<Unknown>(outcome.answer), options_, false, log);
  }
}

}  // namespace cairn
