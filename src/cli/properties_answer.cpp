// SPDX-License-Identifier: MIT
#include "cli/properties_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/output.h"
#include "run/circuit/constraint_vacuity.h"
#include "run/properties/report.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

void make_folder(const std::string& path) {
  if (path.empty()) return;
  if (path == "-")
    throw InputError({path}, "each property has evidence of its own: expected a folder");
  std::error_code error;
  fs::create_directories(path, error);
  if (!fs::is_directory(path, error))
    throw InputError({path}, "each property has evidence of its own: expected a folder");
}

/// One text for all of the paths: what a file system can share, it does.
void write_to_all(const std::vector<std::string>& paths, const std::string& text) {
  write_file_atomically(paths.front(), text);
  for (std::size_t i = 1; i < paths.size(); ++i) {
    std::error_code error;
    fs::remove(paths[i], error);
    fs::create_hard_link(paths.front(), paths[i], error);
    if (error) write_file_atomically(paths[i], text);
  }
}

/// What --property takes: the number, of a justice property with its letter.
std::string number_of(const PropertyRow& row) {
  return row.justice ? label_of(row) : std::to_string(row.index);
}

/// "12 safe, 1 unsafe, 3 unknown".
std::string summary(const std::vector<PropertyRow>& rows) {
  constexpr const char* kWords[] = {"safe", "unsafe", "reached", "unreachable", "unknown"};
  std::map<std::string, std::size_t> counts;
  for (const PropertyRow& row : rows) ++counts[row.verdict];
  std::vector<std::string> parts;
  for (const char* word : kWords)
    if (counts.contains(word)) parts.push_back(fmt::format("{} {}", counts[word], word));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string decided_of(const std::vector<PropertyRow>& rows) {
  return fmt::format("{} of {} properties decided: {}",
                     std::ranges::count_if(rows, &PropertyRow::is_decided), rows.size(),
                     summary(rows));
}

}  // namespace

/// Below the live line of a terminal: what is decided, and what is not.
void PropertiesAnswer::show_open(Session& session) const {
  constexpr std::size_t kMostShown = 8;
  if (is_one_ || !session.live_line().is_enabled()) return;
  const std::vector<PropertyRow> rows = table_->rows();
  std::vector<std::string> shown{decided_of(rows)};
  std::size_t open = 0;
  for (const PropertyRow& row : rows)
    if (!row.is_decided() && row.is_supported && ++open <= kMostShown)
      shown.push_back(fmt::format("{:>4}  {}", row.index, shown_property(row)));
  if (open > kMostShown) shown.push_back(fmt::format("      and {} more", open - kMostShown));
  session.live_line().set_rows(std::move(shown));
}

void PropertiesAnswer::begin(std::vector<PropertyRow> rows, AddModel add_model, Session& session) {
  is_one_ = options_.has_one_property() && rows.size() == 1;
  for (const std::string* folder : {&options_.witness, &options_.certificate, &options_.vcd,
                                    &options_.gtkw, &options_.testbench, &options_.lemmas})
    if (!is_one_) make_folder(*folder);
  add_model_ = std::move(add_model);
  table_.emplace(std::move(rows));
  is_begun_ = true;
  show_open(session);
}

void PropertiesAnswer::decided(std::vector<PropertyRow> rows,
                               const std::vector<EvidenceFile>& files, const AddDetails& details,
                               Session& session) {
  const std::lock_guard lock(mutex_);
  if (is_given_) return;
  if (options_.details || is_file(options_.page)) {
    auto found = std::make_shared<nlohmann::ordered_json>(nlohmann::ordered_json::object());
    details(*found);
    for (const PropertyRow& row : rows) details_[row.index] = found;
  }
  for (const EvidenceFile& file : files) {
    if (file.folder.empty()) continue;
    std::vector<std::string> paths;
    for (PropertyRow& row : rows) {
      const std::string name = label_of(row) + file.suffix;
      paths.push_back(is_one_ ? file.folder : (fs::path(file.folder) / name).string());
      row.written.emplace_back(file.kind, paths.back());
      table_->set(row);
    }
    write_to_all(paths, file.text());
  }
  if (options_.json_lines) {
    session.live_line().clear();
    for (const PropertyRow& row : rows) put(stdout, row_line(row));
    std::fflush(stdout);
  }
  show_open(session);
  const PropertyRow& first = rows.front();
  if (rows.size() == 1)
    session.log().info("{}  {}", number_of(first), row_text(first));
  else
    session.log().info("{} properties: {}; their certificate ({} lemmas) was checked", rows.size(),
                       first.verdict, first.lemmas);
}

void PropertiesAnswer::say_empty(const std::vector<std::uint32_t>& properties,
                                 const std::string& why, bool strict) {
  for (PropertyRow& row : table_->rows()) {
    if (std::ranges::find(properties, row.index) == properties.end() || row.verdict != "safe")
      continue;
    row.is_vacuous = true;
    row.vacuity = why;
    if (strict) {
      row.verdict = "unknown";
      row.unknown = {Unknown::Reason::Unsupported, "it holds, but says nothing: " + why, -1};
    }
    table_->set(row);
  }
}

void PropertiesAnswer::finish(PropertiesOutcome outcome, bool strict) {
  outcome_ = std::move(outcome);
  if (!outcome_.impossible_step) return;
  for (PropertyRow& row : table_->rows()) {
    if (!row.is_decided() || row.has_trace()) continue;
    row.is_vacuous = true;
    if (strict && row.verdict == "safe") {
      row.verdict = "unknown";
      row.unknown = {Unknown::Reason::Unsupported,
                     describe_impossible_step(*outcome_.impossible_step), -1};
    }
    table_->set(row);
  }
}

int PropertiesAnswer::give(const Log& log, const std::optional<Unknown>& unknown) {
  const std::lock_guard lock(mutex_);
  is_given_ = true;
  std::vector<PropertyRow> rows = table_->rows();
  for (PropertyRow& row : rows)
    if (!row.is_decided() && row.unknown.explanation.empty() && unknown) row.unknown = *unknown;
  RunFacts facts = facts_of(options_, begin_);
  const std::pair<const char*, const std::string&> folders[] = {
      {"witness", options_.witness},
      {"certificate", options_.certificate},
      {"vcd", options_.vcd},
      {"gtkw", options_.gtkw},
      {"testbench", options_.testbench},
      {"lemmas", options_.lemmas}};
  for (const auto& [kind, folder] : folders)
    if (!folder.empty()) facts.written.emplace_back(kind, folder);
  facts.has_details = options_.details;
  const AddToRow add_details = [&](std::uint32_t index, nlohmann::ordered_json& row) {
    if (const auto found = details_.find(index); found != details_.end())
      row.update(*found->second);
  };
  const std::string report =
      report_json(rows, outcome_, facts, add_model_, options_.details ? add_details : AddToRow());
  write_report(options_, report);
  if (is_file(options_.page)) {
    facts.has_details = true;
    write_file_atomically(options_.page,
                          report_page(report_json(rows, outcome_, facts, add_model_, add_details)));
  }
  print(rows, report);
  std::fflush(stdout);
  tell_people(rows, log);
  annotate(options_, report);
  return options_.exit_zero ? static_cast<int>(kExitDone) : exit_code(overall_verdict(rows));
}

void PropertiesAnswer::print(const std::vector<PropertyRow>& rows,
                             const std::string& report) const {
  if (options_.json_lines) return put(stdout, on_one_line(report));
  if (options_.json == "-") return put(stdout, report);
  const std::string verdict(overall_verdict(rows));
  const bool is_vacuous = verdict == "safe" && std::ranges::any_of(rows, &PropertyRow::is_vacuous);
  std::string text = verdict + (is_vacuous ? " (vacuous)\n" : "\n");
  for (const PropertyRow& row : rows)
    text += fmt::format("{}  {}\n", number_of(row), row_text(row));
  put(stdout, text);
}

void PropertiesAnswer::tell_people(const std::vector<PropertyRow>& rows, const Log& log) const {
  log.info("{}", decided_of(rows));
  if (outcome_.impossible_step)
    log.warning("{}", describe_impossible_step(*outcome_.impossible_step));
  for (const std::string& warning : vacuity_warnings(rows)) log.warning("{}", warning);
}

}  // namespace cairn
