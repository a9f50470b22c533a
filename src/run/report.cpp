// SPDX-License-Identifier: MIT
#include "run/report.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

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

Json first_fields(std::string_view verdict, const RunFacts& facts, const std::string& decided_by) {
  Json report = {{"schema", kReportSchema},  {"cairn_version", facts.version},
                 {"command", facts.command}, {"verdict", verdict},
                 {"files", facts.files},     {"property", facts.property},
                 {"engine", facts.engine}};
  if (!facts.plan.empty()) report["plan"] = facts.plan;
  if (!decided_by.empty()) report["decided_by"] = decided_by;
  report["options"] = Json::object();
  for (const auto& [name, value] : facts.options)
    std::visit([&, &key = name](const auto& typed) { report["options"][key] = typed; }, value);
  report["seed"] = facts.seed;
  return report;
}

/// Of a file as it is now; empty if it can't be read or is none.
std::string hash_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  return file.bad() ? std::string() : sha256(bytes);
}

void add_details(Json& report, const RunFacts& facts) {
  report["hashes"] = Json::object();
  for (const std::string& path : facts.files)
    if (const std::string hash = hash_of(path); !hash.empty()) report["hashes"][path] = hash;
  for (const auto& [kind, path] : facts.written) {
    // The page is made of this report: what is there by its name is older.
    const std::string hash = kind == "report" ? std::string() : hash_of(path);
    if (!hash.empty()) report["hashes"][path] = hash;
  }
  if (facts.progress.empty()) return;
  report["progress"] = Json::array();
  for (const ProgressSample& sample : facts.progress)
    report["progress"].push_back({{"seconds", sample.seconds},
                                  {"strategy", sample.strategy},
                                  {"bound", sample.bound < 0 ? Json(nullptr) : Json(sample.bound)},
                                  {"level", sample.level},
                                  {"lemmas", sample.lemmas},
                                  {"obligations", sample.obligations},
                                  {"queries", sample.queries},
                                  {"memory_bytes", sample.memory}});
}

void add_last_fields(Json& report, const RunFacts& facts,
                     const std::optional<PortfolioReport>& portfolio,
                     const Statistics& statistics) {
  report["written"] = Json::object();
  for (const auto& [kind, path] : facts.written) report["written"][kind] = path;
  report["seconds"] = facts.seconds;
  report["phases"] = Json::object();
  for (const auto& [phase, seconds] : statistics.seconds) {
    // A second attempt goes through the same phases.
    Json& sum = report["phases"][phase];
    sum = (sum.is_null() ? 0.0 : sum.get<double>()) + seconds;
  }
  if (portfolio) add_portfolio(report, *portfolio);
  if (facts.has_details) add_details(report, facts);
  report["peak_memory_bytes"] = peak_resident_bytes();
  report["statistics"] = Json::object();
  for (const auto& [name, value] : statistics.counters) report["statistics"][name] = value;
}

}  // namespace

void add_unknown(nlohmann::ordered_json& report, const Unknown& unknown, const RunFacts& facts,
                 bool is_program) {
  report["reason"] = reason_word(unknown.reason);
  report["explanation"] = unknown.explanation;
  if (unknown.bound >= 0)
    report["bound"] = unknown.bound;
  else
    report["bound"] = nullptr;
  if (auto hints = hints_for(unknown, facts, is_program); !hints.empty())
    report["hints"] = std::move(hints);
}

std::string report_json(std::string_view verdict, const RunFacts& facts,
                        const std::string& decided_by,
                        const std::optional<PortfolioReport>& portfolio,
                        const Statistics& statistics, const std::function<void(Json&)>& add) {
  Json report = first_fields(verdict, facts, decided_by);
  add(report);
  add_last_fields(report, facts, portfolio, statistics);
  return report.dump(facts.has_details ? -1 : 2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string error_report(const std::string& message, const RunFacts& facts) {
  return report_json("error", facts, "", std::nullopt, {},
                     [&](Json& report) { report["error"] = message; });
}

}  // namespace cairn
