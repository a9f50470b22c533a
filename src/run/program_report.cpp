// SPDX-License-Identifier: MIT
#include "run/program_report.h"

#include <nlohmann/json.hpp>

#include "run/program_invariant.h"
#include "run/report.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Program& program, SiteId site) {
  if (site == kNoSite) return nullptr;
  const SourceSite& at = program.sites[site];
  Json place = {{"file", at.at.file}, {"line", at.at.line}, {"column", at.at.column}};
  if (!at.function.empty()) place["function"] = at.function;
  if (!at.text.empty()) place["text"] = at.text;
  return place;
}

Json trace_json(const Program& program, const ProgramTrace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) {
    Json entry = {{"at", place_json(program, step.site)}};
    if (step.branch) entry["branch"] = *step.branch == 0;
    for (const TraceStep::Change& change : step.changes)
      entry["changes"][change.variable] = change.value;
    steps.push_back(std::move(entry));
  }
  return steps;
}

Json inputs_json(const Program& program, const ProgramTrace& trace) {
  Json inputs = Json::array();
  for (const InputValue& input : trace.inputs) {
    if (input.kind == InputKind::Choice) continue;
    inputs.push_back({{"kind", input.kind == InputKind::Nondet ? "nondet" : "uninitialised"},
                      {"source", input.note},
                      {"value", shown_value(input.value, show_of(input))},
                      {"at", place_json(program, input.site)}});
  }
  return inputs;
}

Json invariants_json(const ProgramOutcome& outcome, const Program& program) {
  Json invariants = Json::array();
  const auto& safe = std::get<Safe<Cfa>>(outcome.answer);
  for (const LoopInvariant& loop : loop_invariants(*outcome.cfa, safe.invariant))
    invariants.push_back({{"at", place_json(program, loop.site)},
                          {"reachable", loop.reachable},
                          {"facts", loop.facts},
                          {"left_out", loop.left_out}});
  return invariants;
}

void add_answer(Json& report, const ProgramOutcome& outcome, const ProgramFacts& facts) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer)) {
    report["evidence"] = {
        {"kind", "invariant"}, {"checked", true}, {"locations", safe->invariant.at.size()}};
    if (safe->invariant.k > 1) report["evidence"]["k"] = safe->invariant.k;
    report["invariants"] = invariants_json(outcome, *facts.program);
  } else if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    const ProgramTrace trace = trace_of(*facts.program, *outcome.failure);
    report["failure"] = {{"at", place_json(*facts.program, trace.assertion->site)},
                         {"what", trace.assertion->note}};
    report["evidence"] = {{"kind", "run"}, {"checked", true}, {"steps", trace.steps.size()}};
    report["inputs"] = inputs_json(*facts.program, trace);
    report["trace"] = trace_json(*facts.program, trace);
  } else {
    const auto& unknown = std::get<Unknown>(outcome.answer);
    report["reason"] = reason_word(unknown.reason);
    report["explanation"] = unknown.explanation;
    if (unknown.bound >= 0)
      report["bound"] = unknown.bound;
    else
      report["bound"] = nullptr;
    if (outcome.limit && facts.program != nullptr)
      report["limit"] = place_json(*facts.program, *outcome.limit);
  }
}

}  // namespace

std::string_view verdict_word(const Answer<Cfa>& answer) {
  if (std::holds_alternative<Safe<Cfa>>(answer)) return "safe";
  return std::holds_alternative<Unsafe<Cfa>>(answer) ? "unsafe" : "unknown";
}

std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts) {
  Json report = {{"verdict", verdict_word(outcome.answer)}, {"files", facts.files}};
  report["property"] = facts.property;
  report["engine"] = facts.engine;
  if (!outcome.decided_by.empty()) report["decided_by"] = outcome.decided_by;
  report["seed"] = facts.seed;
  add_answer(report, outcome, facts);
  for (const auto& [kind, path] : facts.written) report["written"][kind] = path;
  report["seconds"] = facts.seconds;
  for (const auto& [phase, seconds] : outcome.figures.seconds) {
    // A second attempt goes through the same phases.
    Json& sum = report["phases"][phase];
    sum = (sum.is_null() ? 0.0 : sum.get<double>()) + seconds;
  }
  report["peak_memory_bytes"] = peak_resident_bytes();
  for (const auto& [name, value] : outcome.figures.counters) report["statistics"][name] = value;
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cairn
