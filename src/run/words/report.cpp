// SPDX-License-Identifier: MIT
#include "run/words/report.h"

#include <nlohmann/json.hpp>

#include "run/circuit/constraint_vacuity.h"

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

void add_answer(Json& report, const WordOutcome& outcome, const WordModel* model) {
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
    add_unknown(report, std::get<Unknown>(outcome.answer));
  }
  if (outcome.impossible_step) {
    report["vacuity"] = {{"impossible_step", *outcome.impossible_step}};
    report["warnings"] = {describe_impossible_step(*outcome.impossible_step)};
    if (std::holds_alternative<Unknown>(outcome.answer)) report["reason"] = "vacuous";
  }
  if (model != nullptr) add_model(report, *model);
}

}  // namespace

void add_model(nlohmann::ordered_json& report, const WordModel& model) {
  report["model"] = model_json(model);
}

std::string report_json(const WordOutcome& outcome, const WordModel* model, const RunFacts& facts) {
  return report_json(outcome, facts, [&](Json& report) { add_answer(report, outcome, model); });
}

}  // namespace cairn
