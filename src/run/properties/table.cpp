// SPDX-License-Identifier: MIT
#include "run/properties/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/error.h"

namespace cairn {
namespace {

std::string counted(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string place(const WordProperty& about) {
  if (about.file.empty()) return "";
  if (about.line == 0) return printable(about.file) + ": ";
  return fmt::format("{}:{}: ", printable(about.file), about.line);
}

}  // namespace

std::vector<PropertyRow> rows_of(const BitSystem& model, const std::vector<std::uint32_t>& wanted) {
  std::vector<PropertyRow> rows;
  for (const std::uint32_t index : wanted) {
    PropertyRow& row = rows.emplace_back();
    row.index = index;
    row.about.name = std::string(model.names.bad.get(index));
  }
  return rows;
}

std::vector<PropertyRow> rows_of(const WordModel& model, const std::vector<std::uint32_t>& wanted) {
  std::vector<PropertyRow> rows;
  for (const std::uint32_t index : wanted) {
    PropertyRow& row = rows.emplace_back();
    row.index = index;
    if (!model.properties.empty()) row.about = model.properties[index];
    if (row.about.name.empty()) row.about.name = model.bad_names[index];
  }
  return rows;
}

namespace {

PropertyRow justice_row(std::size_t bad, std::size_t position, std::string name) {
  PropertyRow row;
  row.index = static_cast<std::uint32_t>(bad + position);
  row.justice = static_cast<std::uint32_t>(position);
  row.about.name = std::move(name);
  return row;
}

}  // namespace

std::vector<PropertyRow> justice_rows_of(const BitSystem& model) {
  std::vector<PropertyRow> rows;
  for (std::size_t i = 0; i < model.justice.size(); ++i)
    rows.push_back(justice_row(model.bad.size(), i, std::string(model.names.justice.get(i))));
  return rows;
}

std::vector<PropertyRow> justice_rows_of(const WordModel& model) {
  std::vector<PropertyRow> rows;
  for (std::size_t i = 0; i < model.justice.size(); ++i) {
    rows.push_back(justice_row(model.system.bad.size(), i, ""));
    if (i < model.justice_properties.size()) rows.back().about = model.justice_properties[i];
  }
  return rows;
}

std::string label_of(const PropertyRow& row) {
  return row.justice ? fmt::format("j{}", *row.justice) : fmt::format("b{}", row.index);
}

std::vector<PropertyRow> PropertyTable::rows() const {
  const std::lock_guard lock(mutex_);
  return rows_;
}

void PropertyTable::set(const PropertyRow& row) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const PropertyRow& one) { return one.index == row.index; });
  CAIRN_CHECK(found != rows_.end());
  *found = row;
}

PropertyRow PropertyTable::row(std::uint32_t index) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const PropertyRow& one) { return one.index == index; });
  CAIRN_CHECK(found != rows_.end());
  return *found;
}

std::vector<std::uint32_t> PropertyTable::indices() const {
  std::vector<std::uint32_t> indices;
  for (const PropertyRow& row : rows())
    if (row.is_supported) indices.push_back(row.index);
  return indices;
}

std::string_view overall_verdict(const std::vector<PropertyRow>& rows) {
  if (std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.is_failure(); }))
    return "unsafe";
  const bool all =
      std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.is_decided(); });
  return all && !rows.empty() ? "safe" : "unknown";
}

std::string shown_claim(const PropertyRow& row) {
  const char* const noun = row.justice ? "justice" : row.is_cover() ? "cover" : "assertion";
  if (row.about.name.empty()) return fmt::format("{} {}", noun, label_of(row));
  return fmt::format("{} '{}'", noun, printable(row.about.name, 120));
}

std::string shown_property(const PropertyRow& row) {
  return place(row.about) + shown_claim(row);
}

std::string row_text(const PropertyRow& row) {
  std::string text = fmt::format("{}: {}", shown_property(row), row.verdict);
  if (row.is_vacuous) text += " (vacuous)";
  if (row.is_by_bounds && row.is_decided())
    return text + fmt::format("; its bounds ({}) were checked", counted(row.lemmas, "region"));
  if (row.has_trace())
    return text + fmt::format("; the trace ({}) was replayed", counted(row.steps, "step"));
  if (row.is_decided() && !row.vacuity.empty()) text += "; " + printable(row.vacuity);
  if (row.is_decided())
    return text + fmt::format("; the certificate ({}) was checked", counted(row.lemmas, "lemma"));
  if (!row.unknown.explanation.empty()) text += "; " + printable(row.unknown.explanation);
  if (row.unknown.bound >= 0)
    text +=
        fmt::format("; not in {}", counted(static_cast<std::uint64_t>(row.unknown.bound), "step"));
  return text;
}

std::vector<std::string> vacuity_warnings(const std::vector<PropertyRow>& rows) {
  constexpr std::size_t kMostNamed = 3;
  std::map<std::string, std::vector<std::string>> reasons;
  for (const PropertyRow& row : rows)
    if (!row.vacuity.empty()) reasons[row.vacuity].push_back(shown_property(row));
  std::vector<std::string> warnings;
  for (const auto& [reason, properties] : reasons) {
    std::string names;
    for (std::size_t i = 0; i < properties.size() && i < kMostNamed; ++i)
      names += (i == 0 ? "" : ", ") + properties[i];
    if (properties.size() > kMostNamed)
      names += fmt::format(" and {} more", properties.size() - kMostNamed);
    warnings.push_back(fmt::format("{} {} nothing: {}", names,
                                   properties.size() == 1 ? "says" : "say", printable(reason)));
  }
  return warnings;
}

nlohmann::ordered_json row_json(const PropertyRow& row) {
  using Json = nlohmann::ordered_json;
  Json json = {{"index", row.index},
               {"kind", row.justice      ? "justice"
                        : row.is_cover() ? "cover"
                                         : "assert"}};
  json["at"] = nullptr;
  if (!row.about.file.empty())
    json["at"] = {{"file", row.about.file}, {"line", row.about.line}, {"column", 0}};
  json["claim"] = shown_claim(row);
  if (!row.about.name.empty()) json["name"] = row.about.name;
  json["verdict"] = row.verdict;
  if (row.is_by_bounds && row.is_decided()) {
    json["evidence"] = {
        {"kind", "bounds"}, {"checked", true}, {"regions", row.lemmas}, {"steps", row.steps}};
  } else if (row.has_trace()) {
    json["evidence"] = {{"kind", "witness"}, {"checked", true}, {"steps", row.steps}};
  } else if (row.is_decided()) {
    json["evidence"] = {{"kind", "certificate"},
                        {"checked", true},
                        {"lemmas", row.lemmas},
                        {"assertions", row.judged}};
  } else {
    json["reason"] = reason_word(row.unknown.reason);
    json["explanation"] = row.unknown.explanation;
    if (row.is_vacuous) json["reason"] = "vacuous";
    json["bound"] = nullptr;
    if (row.unknown.bound >= 0) json["bound"] = row.unknown.bound;
  }
  if (row.is_vacuous) json["vacuous"] = true;
  if (!row.vacuity.empty()) json["vacuity"] = row.vacuity;
  if (!row.decided_by.empty()) json["decided_by"] = row.decided_by;
  if (row.is_decided()) json["seconds"] = row.seconds;
  for (const auto& [kind, path] : row.written) json["written"][kind] = path;
  return json;
}

}  // namespace cairn
