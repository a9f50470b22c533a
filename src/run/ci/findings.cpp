// SPDX-License-Identifier: MIT
#include "run/ci/findings.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

std::string text_in(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

CiPlace place_in(const Json& json, const char* name) {
  CiPlace place;
  const auto at = json.find(name);
  if (at == json.end() || !at->is_object()) return place;
  place.file = text_in(*at, "file");
  place.line = at->value("line", std::uint64_t{0});
  place.column = at->value("column", std::uint64_t{0});
  return place;
}

CiFinding::Kind kind_of_verdict(const std::string& verdict) {
  if (verdict == "safe" || verdict == "reached") return CiFinding::Kind::Holds;
  if (verdict == "unsafe" || verdict == "unreachable") return CiFinding::Kind::Fails;
  return verdict == "error" ? CiFinding::Kind::Broken : CiFinding::Kind::Open;
}

/// "; the evidence was checked", with what it is.
std::string evidence_text(const Json& json) {
  const auto evidence = json.find("evidence");
  if (evidence == json.end()) return "";
  std::string text = "; the " + text_in(*evidence, "kind") + " was checked";
  if (const auto steps = evidence->find("steps"); steps != evidence->end())
    text += fmt::format(" ({} steps)", steps->get<std::uint64_t>());
  return text;
}

std::string open_text(const Json& json) {
  const std::string explanation = text_in(json, "explanation");
  return explanation.empty() ? "was not decided" : "was not decided: " + explanation;
}

CiFinding finding_of_row(const Json& row) {
  CiFinding finding;
  const std::string verdict = text_in(row, "verdict");
  finding.kind = kind_of_verdict(verdict);
  finding.name = text_in(row, "claim");
  if (finding.name.empty()) finding.name = fmt::format("property {}", row.value("index", 0));
  finding.at = place_in(row, "at");
  finding.seconds = row.value("seconds", 0.0);
  finding.message = finding.kind == CiFinding::Kind::Open
                        ? finding.name + " " + open_text(row)
                        : finding.name + ": " + verdict +
                              (row.value("vacuous", false) ? " (vacuous)" : "") +
                              evidence_text(row);
  return finding;
}

std::vector<CiPlace> path_of(const Json& report) {
  std::vector<CiPlace> path;
  for (const Json& step : report.value("trace", Json::array())) {
    CiPlace place = place_in(step, "at");
    if (place.file.empty()) continue;
    if (const auto changes = step.find("changes"); changes != step.end())
      for (const auto& [name, value] : changes->items())
        place.text += fmt::format("{}{} = {}", place.text.empty() ? "" : ", ", name,
                                  value.is_string() ? value.get<std::string>() : value.dump());
    if (place.text.empty() && step.contains("branch"))
      place.text = step["branch"].get<bool>() ? "the condition holds" : "the condition fails";
    path.push_back(std::move(place));
  }
  return path;
}

/// Of a run with one verdict.
CiFinding whole_finding(const Json& report) {
  CiFinding finding;
  const std::string verdict = text_in(report, "verdict");
  finding.kind = kind_of_verdict(verdict);
  finding.seconds = report.value("seconds", 0.0);
  finding.name = text_in(report, "property");
  if (finding.name.empty()) finding.name = "no bad state is reachable";
  const Json failure = report.value("failure", Json::object());
  finding.at = place_in(failure, "at");
  if (finding.at.file.empty() && !report.at("files").empty())
    finding.at.file = report["files"][0].get<std::string>();
  if (finding.kind == CiFinding::Kind::Broken) {
    finding.message = text_in(report, "error");
    return finding;
  }
  if (finding.kind == CiFinding::Kind::Open) {
    finding.message = finding.name + ": " + open_text(report);
    return finding;
  }
  finding.path = path_of(report);
  std::string what = text_in(failure, "what");
  if (what.empty() && failure.contains("index"))
    what = fmt::format("bad state b{} {}", failure["index"].get<std::uint64_t>(),
                       text_in(failure, "name"));
  finding.message = verdict + (what.empty() ? "" : ": " + what) + evidence_text(report);
  return finding;
}

}  // namespace

std::vector<CiFinding> findings_of(const Json& report) {
  std::vector<CiFinding> findings;
  if (const auto rows = report.find("assertions"); rows != report.end() && rows->is_array())
    for (const Json& row : *rows) findings.push_back(finding_of_row(row));
  if (findings.empty() || text_in(report, "verdict") == "error")
    findings.push_back(whole_finding(report));
  // The run to the first that fails is the report's.
  for (CiFinding& finding : findings)
    if (finding.kind == CiFinding::Kind::Fails) {
      if (finding.path.empty()) finding.path = path_of(report);
      break;
    }
  return findings;
}

}  // namespace cairn
