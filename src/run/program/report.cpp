// SPDX-License-Identifier: MIT
#include "run/program/report.h"

#include <nlohmann/json.hpp>

#include "base/error.h"

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

/// What functions returned, and what uninitialised variables held. Values of Cairn's own variables
/// say nothing.
Json inputs_json(const Program& program, const ProgramTrace& trace) {
  Json inputs = Json::array();
  for (const InputValue& input : trace.inputs)
    if (is_call(input))
      inputs.push_back({{"kind", "nondet"},
                        {"source", input.note},
                        {"value", shown_value(input.value, show_of(input))},
                        {"at", place_json(program, input.site)}});
  for (const LibraryCall& call : trace.calls)
    inputs.push_back({{"kind", "library"},
                      {"source", call.function},
                      {"value", call_text(call)},
                      {"at", place_json(program, call.site)}});
  for (const ProgramTrace::Uninitialised& one : trace.uninitialised)
    inputs.push_back({{"kind", "uninitialised"},
                      {"source", one.variable},
                      {"value", one.value},
                      {"at", place_json(program, one.site)}});
  return inputs;
}

Json invariants_json(const Program& program, const std::vector<LoopInvariant>& loops) {
  Json invariants = Json::array();
  for (const LoopInvariant& loop : loops) {
    Json entry = {{"at", place_json(program, loop.site)},
                  {"reachable", loop.reachable},
                  {"facts", loop.facts},
                  {"left_out", count_left_out(loop)}};
    if (!loop.left_out.empty()) entry["left_out_why"] = left_out_text(loop);
    invariants.push_back(std::move(entry));
  }
  return invariants;
}

Json unrolling_json(const Program& program, const Cfa& cfa, const CfaUnrolling& unrolling) {
  Json loops = Json::array();
  for (const LoopBound& bound : loop_bounds(cfa, unrolling))
    loops.push_back({{"at", place_json(program, bound.site)}, {"rounds", bound.rounds}});
  return {{"kind", "unrolling"}, {"checked", true}, {"loops", std::move(loops)}};
}

void add_answer(Json& report, const ProgramOutcome& outcome, const ProgramFacts& facts) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer)) {
    report["evidence"] = {
        {"kind", "invariant"}, {"checked", true}, {"locations", safe->invariant.at.size()}};
    if (safe->invariant.k > 1) report["evidence"]["k"] = safe->invariant.k;
    if (safe->invariant.unrolling)
      report["evidence"] = unrolling_json(*facts.program, *outcome.cfa, *safe->invariant.unrolling);
    report["invariants"] = invariants_json(*facts.program, facts.invariants);
  } else if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    CAIRN_CHECK(facts.trace != nullptr);
    const ProgramTrace& trace = *facts.trace;
    report["failure"] = {{"at", place_json(*facts.program, trace.failed_at)},
                         {"what", what_happened(trace.assertion->note)}};
    report["evidence"] = {{"kind", "run"}, {"checked", true}, {"steps", trace.steps.size()}};
    report["inputs"] = inputs_json(*facts.program, trace);
    report["trace"] = trace_json(*facts.program, trace);
  } else {
    add_unknown(report, std::get<Unknown>(outcome.answer));
    if (outcome.limit && facts.program != nullptr)
      report["limit"] = place_json(*facts.program, *outcome.limit);
  }
}

Json row_json(const Program& program, const ProgramFindings::Row& row) {
  Json json = {{"index", row.index},
               {"at", place_json(program, row.site)},
               {"claim", row.claim},
               {"verdict", row.verdict}};
  if (row.reached) json["reached"] = *row.reached;
  if (row.verdict == "safe") {
    json["evidence"] = {{"kind", row.unrolling ? "unrolling" : "invariant"}, {"checked", true}};
    if (!row.unrolling) json["evidence"]["locations"] = row.locations;
    json["evidence"]["assertions"] = row.judged;
  }
  if (row.verdict == "unsafe")
    json["evidence"] = {{"kind", "run"}, {"checked", true}, {"steps", row.steps}};
  if (row.verdict == "unknown") json["explanation"] = row.reason;
  return json;
}

void add_findings(Json& report, const ProgramOutcome& outcome, const ProgramFacts& facts) {
  if (facts.findings == nullptr || facts.program == nullptr) return;
  const ProgramFindings& findings = *facts.findings;
  for (const ProgramFindings::Row& row : findings.rows)
    report["assertions"].push_back(row_json(*facts.program, row));
  if (findings.empty.empty()) {
    if (!findings.warnings.empty()) report["warnings"] = findings.warnings;
    return;
  }
  report["warnings"] = findings.warnings;
  Json& vacuity = report["vacuity"];
  vacuity["no_assertion"] = findings.no_assertion;
  vacuity["never_reached"] = Json::array();
  for (const ProgramFindings::Row& row : findings.rows)
    if (row.reached == false) vacuity["never_reached"].push_back(row.index);
  vacuity["runs_end_at"] = Json::array();
  for (const SiteId site : findings.ends)
    vacuity["runs_end_at"].push_back(place_json(*facts.program, site));
  if (const auto* unknown = std::get_if<Unknown>(&outcome.answer);
      unknown != nullptr && unknown->explanation == findings.empty)
    report["reason"] = "vacuous";
}

}  // namespace

std::string row_lines(const Program& program, const ProgramFindings& findings) {
  std::string text;
  for (const ProgramFindings::Row& row : findings.rows)
    text += row_json(program, row).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return text;
}

std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts,
                        const RunFacts& run) {
  return report_json(outcome, run, [&](Json& report) {
    add_answer(report, outcome, facts);
    add_findings(report, outcome, facts);
  });
}

}  // namespace cairn
