// SPDX-License-Identifier: MIT
#include "run/program/report.h"

#include <nlohmann/json.hpp>
#include <utility>

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

/// Outermost first; a function has the place of its call.
Json stack_json(const Program& program, const std::vector<ProgramTrace::Frame>& frames) {
  Json stack = Json::array();
  for (const ProgramTrace::Frame& frame : frames) {
    Json entry = {{"function", frame.function}};
    if (frame.call != kNoSite) entry["line"] = program.sites[frame.call].at.line;
    stack.push_back(std::move(entry));
  }
  return stack;
}

Json trace_json(const Program& program, const ProgramTrace& trace, bool has_details) {
  Json steps = Json::array();
  std::size_t stack = trace.stacks.size();
  for (const TraceStep& step : trace.steps) {
    Json entry = {{"at", place_json(program, step.site)}};
    if (has_details && step.stack != std::exchange(stack, step.stack))
      entry["stack"] = stack_json(program, trace.stacks[step.stack]);
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

/// Files that people look into: what is very long, nobody does.
Json sources_json(const std::vector<Source>& sources) {
  constexpr std::size_t kMostBytes = 8'000'000;
  std::size_t left = kMostBytes;
  Json json = Json::array();
  for (const Source& source : sources) {
    if (source.bytes.size() > left) continue;
    left -= source.bytes.size();
    json.push_back({{"file", source.name}, {"text", source.bytes}});
  }
  return json;
}

void add_answer(Json& report, const ProgramOutcome& outcome, const ProgramFacts& facts,
                const RunFacts& run) {
  if (const auto* safe = std::get_if<Safe<Cfa>>(&outcome.answer)) {
    report["evidence"] = {
        {"kind", "invariant"}, {"checked", true}, {"locations", safe->invariant.at.size()}};
    if (safe->invariant.k > 1) report["evidence"]["k"] = safe->invariant.k;
    if (safe->invariant.unrolling)
      report["evidence"] = unrolling_json(*facts.program, *outcome.cfa, *safe->invariant.unrolling);
    add_invariants(report, *facts.program, facts.invariants);
  } else if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) {
    CAIRN_CHECK(facts.trace != nullptr);
    const ProgramTrace& trace = *facts.trace;
    report["failure"] = {{"at", place_json(*facts.program, trace.failed_at)},
                         {"what", what_happened(trace.assertion->note)}};
    report["evidence"] = {{"kind", "run"}, {"checked", true}, {"steps", trace.steps.size()}};
    add_run(report, *facts.program, trace, run.has_details);
  } else {
    add_unknown(report, std::get<Unknown>(outcome.answer), run, true);
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

void add_findings(Json& report, const ProgramOutcome& outcome, const ProgramFacts& facts,
                  bool has_details) {
  if (facts.findings == nullptr || facts.program == nullptr) return;
  const ProgramFindings& findings = *facts.findings;
  for (const ProgramFindings::Row& row : findings.rows) {
    report["assertions"].push_back(row_json(*facts.program, row));
    if (has_details && facts.add_to_row) facts.add_to_row(row.index, report["assertions"].back());
  }
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

void add_run(nlohmann::ordered_json& to, const Program& program, const ProgramTrace& trace,
             bool has_details) {
  to["inputs"] = inputs_json(program, trace);
  to["trace"] = trace_json(program, trace, has_details);
}

void add_invariants(nlohmann::ordered_json& to, const Program& program,
                    const std::vector<LoopInvariant>& loops) {
  to["invariants"] = invariants_json(program, loops);
}

std::string row_lines(const Program& program, const ProgramFindings& findings) {
  std::string text;
  for (const ProgramFindings::Row& row : findings.rows)
    text += row_json(program, row).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  return text;
}

std::string report_json(const ProgramOutcome& outcome, const ProgramFacts& facts,
                        const RunFacts& run) {
  return report_json(outcome, run, [&](Json& report) {
    add_answer(report, outcome, facts, run);
    add_findings(report, outcome, facts, run.has_details);
    if (!run.has_details) return;
    if (facts.sources != nullptr) report["sources"] = sources_json(*facts.sources);
    if (facts.add_to_report) facts.add_to_report(report);
  });
}

}  // namespace cairn
