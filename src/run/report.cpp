// SPDX-License-Identifier: MIT
#include "run/report.h"

#include "base/error.h"
#include "run/constraint_vacuity.h"
#include "run/report_json.h"
#include "run/watchdog.h"

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

Json worker_json(const WorkerStatus& worker) {
  Json json = {{"name", worker.name},       {"options", worker.words},
               {"state", worker.state},     {"phase", worker.phase},
               {"bound", nullptr},          {"level", worker.level},
               {"seconds", worker.seconds}, {"peak_memory_bytes", worker.peak_memory}};
  if (worker.bound >= 0) json["bound"] = worker.bound;
  if (worker.shares)
    json["exchange"] = {{"published", worker.published}, {"held_back", worker.held_back},
                        {"received", worker.received},   {"lost", worker.lost},
                        {"taken", worker.taken},         {"useful", worker.useful}};
  return json;
}

}  // namespace

std::string_view verdict_word(const Answer<BitSystem>& answer) {
  if (std::holds_alternative<Safe<BitSystem>>(answer)) return "safe";
  return std::holds_alternative<Unsafe<BitSystem>>(answer) ? "unsafe" : "unknown";
}

std::string_view reason_word(Unknown::Reason reason) {
  switch (reason) {
    case Unknown::Reason::Bound:
      return "bound";
    case Unknown::Reason::Time:
      return "time";
    case Unknown::Reason::Memory:
      return "memory";
    case Unknown::Reason::Interrupt:
      return "interrupt";
    case Unknown::Reason::Unsupported:
      return "unsupported";
  }
  return "";
}

void add_unknown(nlohmann::ordered_json& report, const Unknown& unknown) {
  report["reason"] = reason_word(unknown.reason);
  report["explanation"] = unknown.explanation;
  if (unknown.bound >= 0)
    report["bound"] = unknown.bound;
  else
    report["bound"] = nullptr;
}

void add_portfolio(nlohmann::ordered_json& report, const PortfolioReport& portfolio) {
  report["slots"] = portfolio.slots;
  report["workers"] = Json::array();
  for (const WorkerStatus& worker : portfolio.workers)
    report["workers"].push_back(worker_json(worker));
  report["timeline"] = Json::array();
  for (const PortfolioEvent& event : portfolio.timeline)
    report["timeline"].push_back(
        {{"seconds", event.seconds}, {"worker", event.worker}, {"event", event.what}});
}

std::string report_json(const CheckOutcome& outcome, const RunFacts& facts) {
  Json report = {{"verdict", verdict_word(outcome.answer)}, {"file", facts.file}};
  report["engine"] = facts.engine;
  if (!facts.plan.empty()) report["plan"] = facts.plan;
  if (!outcome.decided_by.empty()) report["decided_by"] = outcome.decided_by;
  report["seed"] = facts.seed;
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&outcome.answer)) {
    report["evidence"] = {
        {"kind", "certificate"}, {"checked", true}, {"lemmas", safe->invariant.conjuncts.size()}};
    if (!facts.certificate_file.empty()) report["evidence"]["file"] = facts.certificate_file;
  } else if (const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&outcome.answer)) {
    CAIRN_CHECK(facts.model != nullptr && !unsafe->trace.bad.empty());
    report["property"] = property_json(*facts.model, unsafe->trace.bad.front());
    report["evidence"] = {
        {"kind", "witness"}, {"checked", true}, {"steps", unsafe->trace.length() - 1}};
    if (!facts.witness_file.empty()) report["evidence"]["file"] = facts.witness_file;
  } else {
    add_unknown(report, std::get<Unknown>(outcome.answer));
  }
  if (outcome.impossible_step) {
    report["vacuity"] = {{"impossible_step", *outcome.impossible_step}};
    report["warnings"] = {describe_impossible_step(*outcome.impossible_step)};
    if (std::holds_alternative<Unknown>(outcome.answer)) report["reason"] = "vacuous";
  }
  if (outcome.core && facts.model != nullptr)
    report["core"] = core_json(*facts.model, *outcome.core);
  if (facts.model != nullptr) report["model"] = model_json(*facts.model);
  report["seconds"] = facts.seconds;
  for (const auto& [phase, seconds] : outcome.figures.seconds) report["phases"][phase] = seconds;
  if (outcome.portfolio) add_portfolio(report, *outcome.portfolio);
  report["peak_memory_bytes"] = peak_resident_bytes();
  for (const auto& [name, value] : outcome.figures.counters) report["statistics"][name] = value;
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cairn
