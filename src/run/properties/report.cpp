// SPDX-License-Identifier: MIT
#include "run/properties/report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "run/circuit/constraint_vacuity.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The evidence of the first property that fails or, if none does, of the last that is proved.
void add_answer(Json& report, const std::vector<PropertyRow>& rows, const RunFacts& facts) {
  const auto copy_evidence = [&](const PropertyRow& row) {
    report["evidence"] = row_json(row)["evidence"];
    report["evidence"].erase("assertions");
  };
  const auto failing = std::find_if(rows.begin(), rows.end(),
                                    [](const PropertyRow& row) { return row.is_failure(); });
  if (failing != rows.end()) {
    report["failure"] = {{"index", failing->index}};
    if (!failing->about.name.empty()) report["failure"]["name"] = failing->about.name;
    copy_evidence(*failing);
    return;
  }
  const auto open = std::find_if(rows.begin(), rows.end(),
                                 [](const PropertyRow& row) { return !row.is_decided(); });
  if (open != rows.end()) {
    add_unknown(report, open->unknown, facts, false);
    if (open->is_vacuous) report["reason"] = "vacuous";
  } else if (!rows.empty()) {
    copy_evidence(rows.back());
  }
}

}  // namespace

std::string report_json(const std::vector<PropertyRow>& rows, const PropertiesOutcome& outcome,
                        const RunFacts& facts, const std::function<void(Json&)>& add_model,
                        const AddToRow& add_to_row) {
  return report_json(overall_verdict(rows), facts, "", std::nullopt, outcome.statistics,
                     [&](Json& report) {
                       add_answer(report, rows, facts);
                       report["assertions"] = Json::array();
                       for (const PropertyRow& row : rows) {
                         report["assertions"].push_back(row_json(row));
                         if (add_to_row) add_to_row(row.index, report["assertions"].back());
                       }
                       if (outcome.impossible_step) {
                         report["vacuity"] = {{"impossible_step", *outcome.impossible_step}};
                         report["warnings"] = {describe_impossible_step(*outcome.impossible_step)};
                       }
                       for (const std::string& warning : vacuity_warnings(rows))
                         report["warnings"].push_back(warning);
                       add_model(report);
                     });
}

std::string on_one_line(const std::string& json) {
  return dump(Json::parse(json));
}

std::string row_line(const PropertyRow& row) {
  return dump(row_json(row));
}

}  // namespace cairn
