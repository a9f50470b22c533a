// SPDX-License-Identifier: MIT
//
// SARIF 2.1.0 (OASIS), as code hosts read it: a result for each property, those that hold included.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "run/ci/findings.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

/// A path as a reference that RFC 3986 allows.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/!$&'()*+,;=@";
  std::string uri;
  for (const char letter : path) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                          (byte >= '0' && byte <= '9') ||
                          kPlain.find(letter) != std::string_view::npos;
    uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return path.starts_with('/') ? "file://" + uri : uri;
}

Json location_json(const CiPlace& place) {
  Json physical = {{"artifactLocation", {{"uri", uri_of(place.file)}}}};
  if (place.line > 0) {
    physical["region"] = {{"startLine", place.line}};
    if (place.column > 0) physical["region"]["startColumn"] = place.column;
  }
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!place.text.empty()) location["message"] = {{"text", place.text}};
  return location;
}

Json code_flow(const std::vector<CiPlace>& path) {
  Json steps = Json::array();
  for (const CiPlace& place : path) steps.push_back({{"location", location_json(place)}});
  Json threads = Json::array({{{"locations", std::move(steps)}}});
  return Json::array({{{"threadFlows", std::move(threads)}}});
}

Json result_json(const CiFinding& finding) {
  const bool fails = finding.kind == CiFinding::Kind::Fails;
  const bool holds = finding.kind == CiFinding::Kind::Holds;
  Json result = {{"ruleId", fails   ? "unsafe"
                            : holds ? "safe"
                                    : "unknown"},
                 {"kind", fails   ? "fail"
                          : holds ? "pass"
                                  : "open"},
                 {"level", fails ? "error" : "none"},
                 {"message", {{"text", finding.message}}}};
  if (!finding.at.file.empty()) result["locations"] = Json::array({location_json(finding.at)});
  if (fails && !finding.path.empty()) result["codeFlows"] = code_flow(finding.path);
  return result;
}

Json rules_json() {
  Json rules = Json::array();
  for (const auto& [id, text] :
       {std::pair("unsafe",
                  "A bad state is reachable, or an assertion fails; the run was replayed."),
        {"safe", "It was proved, and the proof was checked."},
        {"unknown", "It was neither proved nor refuted."}})
    rules.push_back({{"id", id}, {"shortDescription", {{"text", text}}}});
  return rules;
}

}  // namespace

std::string sarif_json(const Json& report) {
  Json results = Json::array(), notifications = Json::array();
  for (const CiFinding& finding : findings_of(report))
    if (finding.kind == CiFinding::Kind::Broken)
      notifications.push_back({{"level", "error"}, {"message", {{"text", finding.message}}}});
    else
      results.push_back(result_json(finding));
  Json invocation = {{"executionSuccessful", notifications.empty()}};
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
  const Json driver = {
      {"name", "Cairn"}, {"version", report.value("cairn_version", "")}, {"rules", rules_json()}};
  Json run = {{"tool", {{"driver", driver}}},
              {"invocations", Json::array({std::move(invocation)})},
              {"results", std::move(results)}};
  const Json whole = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({std::move(run)})}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cairn
