// SPDX-License-Identifier: MIT
#include "run/circuit/report.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "format/vcd/vcd_writer.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/circuit/lemma_text.h"
#include "run/waveform_json.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

Json model_json(const BitSystem& model) {
  return {{"inputs", model.inputs.size()},
          {"latches", model.latches.size()},
          {"ands", model.aig.num_ands()},
          {"bad", model.bad.size()},
          {"constraints", model.constraints.size()},
          {"justice", model.justice.size()},
          {"fairness", model.fairness.size()},
          {"outputs", model.outputs.size()}};
}

Json property_json(const BitSystem& model, std::uint32_t position) {
  Json property = {{"index", position}};
  const std::string_view name = model.names.bad.get(position);
  if (!name.empty()) property["name"] = std::string(name);
  return property;
}

Json justice_json(const BitSystem& model, std::uint32_t position) {
  Json property = {{"index", model.bad.size() + position}};
  const std::string_view name = model.names.justice.get(position);
  if (!name.empty()) property["name"] = std::string(name);
  return property;
}

Json core_json(const BitSystem& model, const LatchCore& core) {
  Json latches = Json::array();
  for (const std::uint32_t position : core.latches) {
    Json latch = {{"index", position}};
    const std::string_view name = model.names.latches.get(position);
    if (!name.empty()) latch["name"] = std::string(name);
    latches.push_back(std::move(latch));
  }
  return {{"bound", core.bound}, {"latches", std::move(latches)}};
}

void add_answer(Json& report, const CheckOutcome& outcome, const BitSystem* model,
                const RunFacts& facts) {
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&outcome.answer)) {
    report["evidence"] = {
        {"kind", "certificate"}, {"checked", true}, {"lemmas", safe->invariant.conjuncts.size()}};
  } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    const BitTrace& trace = unsafe->trace;
    CAIRN_CHECK(model != nullptr && !(trace.bad.empty() && trace.justice.empty()));
    report["failure"] = trace.justice.empty() ? property_json(*model, trace.bad.front())
                                              : justice_json(*model, trace.justice.front());
    report["evidence"] = {{"kind", "witness"}, {"checked", true}, {"steps", trace.length() - 1}};
    if (!trace.justice.empty()) report["evidence"]["loop_start"] = trace.loop_start;
  } else {
    add_unknown(report, std::get<Unknown>(outcome.answer), facts, false);
  }
  if (outcome.impossible_step) {
    report["vacuity"] = {{"impossible_step", *outcome.impossible_step}};
    report["warnings"] = {describe_impossible_step(*outcome.impossible_step)};
    if (std::holds_alternative<Unknown>(outcome.answer)) report["reason"] = "vacuous";
  }
  if (facts.has_details && model != nullptr) add_details(report, outcome, *model);
  if (outcome.core && model != nullptr) report["core"] = core_json(*model, *outcome.core);
  if (model != nullptr) add_model(report, *model);
}

}  // namespace

void add_model(nlohmann::ordered_json& report, const BitSystem& model) {
  report["model"] = model_json(model);
}

void add_details(nlohmann::ordered_json& report, const CheckOutcome& outcome,
                 const BitSystem& model) {
  if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer))
    report["waveform"] = waveform_json(wave_table(model, unsafe->trace), unsafe->trace.loop_start);
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&outcome.answer))
    report["lemmas"] = lemma_texts(model, safe->invariant);
}

std::string report_json(const CheckOutcome& outcome, const BitSystem* model,
                        const RunFacts& facts) {
  return report_json(outcome, facts,
                     [&](Json& report) { add_answer(report, outcome, model, facts); });
}

}  // namespace cairn
