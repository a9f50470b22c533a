// SPDX-License-Identifier: MIT
#include "run/words/report.h"

#include <nlohmann/json.hpp>

#include "format/vcd/vcd_writer.h"
#include "format/verilog/verilog_expression.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/waveform_json.h"
#include "run/words/lemmas.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

Json model_json(const WordModel& model) {
  const WordSystem& system = model.system;
  std::size_t arrays = 0;
  for (const WordState& state : system.states) arrays += system.terms->sort(state.term).is_array();
  return {{"inputs", system.inputs.size()},
          {"states", system.states.size()},
          {"arrays", arrays},
          {"terms", system.terms->size()},
          {"bad", system.bad.size()},
          {"constraints", system.constraints.size()},
          {"justice", model.justice.size()},
          {"fairness", model.fairness.size()},
          {"outputs", model.outputs.size()}};
}

void add_answer(Json& report, const WordOutcome& outcome, const WordModel* model,
                const RunFacts& facts) {
  if (std::holds_alternative<Safe<WordSystem>>(outcome.answer)) {
    report["evidence"] = {{"kind", "certificate"}, {"checked", true}, {"lemmas", outcome.lemmas}};
    if (outcome.prophecies > 0) report["evidence"]["prophecies"] = outcome.prophecies;
  } else if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer)) {
    Json failure = {{"index", outcome.bad}};
    if (outcome.justice)
      failure["index"] = (model == nullptr ? 0 : model->system.bad.size()) + *outcome.justice;
    else if (model != nullptr && !model->bad_names[outcome.bad].empty())
      failure["name"] = model->bad_names[outcome.bad];
    report["failure"] = std::move(failure);
    report["evidence"] = {
        {"kind", "witness"}, {"checked", true}, {"steps", unsafe->trace.length() - 1}};
    if (outcome.justice) report["evidence"]["loop_start"] = unsafe->trace.loop_start;
  } else {
    add_unknown(report, std::get<Unknown>(outcome.answer), facts, false);
  }
  if (outcome.impossible_step) {
    report["vacuity"] = {{"impossible_step", *outcome.impossible_step}};
    report["warnings"] = {describe_impossible_step(*outcome.impossible_step)};
    if (std::holds_alternative<Unknown>(outcome.answer)) report["reason"] = "vacuous";
  }
  if (facts.has_details && model != nullptr) add_details(report, outcome, *model, "");
  if (model != nullptr) add_model(report, *model);
}

}  // namespace

void add_details(nlohmann::ordered_json& report, const WordOutcome& outcome, const WordModel& model,
                 const std::string& clock) {
  if (const auto* unsafe = std::get_if<Unsafe<WordSystem>>(&outcome.answer)) {
    const auto bad = outcome.justice ? std::nullopt : std::optional(outcome.bad);
    report["waveform"] =
        waveform_json(wave_table(model, unsafe->trace, {bad, clock, ""}), unsafe->trace.loop_start);
  }
  if (!std::holds_alternative<Safe<WordSystem>>(outcome.answer) || outcome.justice) return;
  report["lemmas"] = Json::array();
  VerilogExpressions expressions(model);
  for (const Term lemma : lemmas_of_certificate(outcome.evidence, model))
    report["lemmas"].push_back(
        expressions.write(lemma).value_or("(not shown: " + expressions.reason() + ")"));
}

void add_model(nlohmann::ordered_json& report, const WordModel& model) {
  report["model"] = model_json(model);
}

std::string report_json(const WordOutcome& outcome, const WordModel* model, const RunFacts& facts) {
  return report_json(outcome, facts,
                     [&](Json& report) { add_answer(report, outcome, model, facts); });
}

}  // namespace cairn
