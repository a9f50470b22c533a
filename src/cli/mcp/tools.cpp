// SPDX-License-Identifier: MIT
#include "cli/mcp/tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/error.h"
#include "cairn/cairn.h"
#include "cairn/child.h"
#include "cli/exit_code.h"
#include "format/vcd/vcd_reader.h"

namespace cairn::mcp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRuns = 64;        // that can be asked about
constexpr std::size_t kMostValues = 20'000;  // in an answer
constexpr std::size_t kMostText = 100'000;   // bytes of an answer
constexpr const char* kSelf = "/proc/self/exe";

std::string bytes_in(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::string text_of(const Json& arguments, const char* name) {
  const auto found = arguments.find(name);
  if (found == arguments.end() || !found->is_string())
    throw ToolError(fmt::format("'{}' is missing, or no text", name));
  return found->get<std::string>();
}

std::uint64_t number_of(const Json& arguments, const char* name, std::uint64_t otherwise) {
  const auto found = arguments.find(name);
  if (found == arguments.end()) return otherwise;
  if (!found->is_number_unsigned())
    throw ToolError(fmt::format("'{}' is no number that is 0 or more", name));
  return found->get<std::uint64_t>();
}

Json schema(Json properties, std::vector<std::string> required) {
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

const Json& files_schema() {
  static const Json value = {{"type", "array"},
                             {"items", {{"type", "string"}}},
                             {"minItems", 1},
                             {"description",
                              "Files of one model: AIGER, BTOR2, SMV, Verilog, C, "
                              "Structured Text, IVL"}};
  return value;
}

const Json& options_schema() {
  static const Json value = {
      {"type", "object"},
      {"description",
       "Options of 'cairn check' without dashes, such as {\"engine\": \"ic3\", \"top\": \"fifo\", "
       "\"property\": \"all\", \"timeout\": \"30\"}; true is a switch"}};
  return value;
}

const Json& run_schema() {
  static const Json value = {{"type", "integer"}, {"description", "The number of a check"}};
  return value;
}

/// What agents need of a report: all but what is about the run's effort.
Json summary(const Json& report) {
  Json result = Json::object();
  for (const char* name :
       {"verdict", "property", "decided_by", "failure", "evidence", "reason", "explanation",
        "bound", "error", "vacuity", "warnings", "model", "invariants", "assertions", "seconds"})
    if (report.contains(name)) result[name] = report[name];
  if (const auto rows = result.find("assertions"); rows != result.end())
    for (Json& row : *rows) row.erase("written");
  return result;
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// Options that write files, run programs, or reach other machines.
bool is_refused(const std::string& name) {
  static const std::set<std::string> refused{
      "json",    "json-lines", "witness",     "certificate", "progress-fd",     "exit-zero",
      "help",    "help-all",   "answer",      "quiet",       "verbose",         "vcd",
      "gtkw",    "testbench",  "lemmas",      "harness",     "graphml",         "svcomp-witness",
      "junit",   "sarif",      "annotations", "redis",       "detach",          "yosys",
      "replay",  "invariant",  "ic3-record",  "checkpoint",  "resume",          "report",
      "log-ic3", "portfolio",  "ltl-file",    "p",           "compile-commands"};
  return refused.contains(name) || name.starts_with("redis");
}

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.front() != '-' && std::ranges::all_of(name, [](char letter) {
    return letter == '-' || (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
           letter == 'D';
  });
}

std::string value_text(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  throw ToolError("the value of an option is a text, a number, true or false");
}

}  // namespace

Tools::Tools(ToolOptions options)
    : options_(std::move(options)), program_(fs::read_symlink(kSelf).string()) {}

Json Tools::list() {
  Json trace = {{"run", run_schema()},
                {"signals",
                 {{"type", "array"},
                  {"items", {{"type", "string"}}},
                  {"description", "Names, or parts of names; without: their names alone"}}},
                {"first", {{"type", "integer"}, {"description", "The first step; usually 0"}}},
                {"last", {{"type", "integer"}, {"description", "The last step"}}}};
  Json tools = Json::array();
  const auto add = [&](const char* name, const char* description, Json input) {
    tools.push_back(
        {{"name", name}, {"description", description}, {"inputSchema", std::move(input)}});
  };
  add("check",
      "Decide whether a bad state of a design, or an error of a program, is reachable. The answer "
      "was checked before it is given. Its 'run' is a number for the other tools.",
      schema({{"files", files_schema()}, {"options", options_schema()}}, {"files"}));
  add("certify", "Judge the evidence of a check once more, or evidence in a file.",
      schema({{"run", run_schema()},
              {"files", files_schema()},
              {"evidence", {{"type", "string"}, {"description", "A file"}}}},
             {}));
  add("read_trace",
      "The values of a counterexample: of a design by signal and step, of a program step by step.",
      schema(std::move(trace), {"run"}));
  add("list_lemmas", "The lemmas of a proof: of a design in Verilog, of a program at its loops.",
      schema({{"run", run_schema()}}, {"run"}));
  add("try_invariant",
      "Whether expressions hold in all reachable states of a design (Verilog, BTOR2): which are "
      "inductive, and from which state a step leads out of those that are not. They then help to "
      "decide the design's properties.",
      schema({{"files", files_schema()},
              {"options", options_schema()},
              {"expressions",
               {{"type", "array"},
                {"items", {{"type", "string"}}},
                {"minItems", 1},
                {"description", "Verilog over the design's names, such as 'count <= 4'"}}}},
             {"files", "expressions"}));
  return tools;
}

Json Tools::call(const std::string& name, const Json& arguments, const OnProgress& progress,
                 std::stop_token stop) {
  try {
    if (name == "check") return check(arguments, progress, std::move(stop));
    if (name == "certify") return certify(arguments, std::move(stop));
    if (name == "read_trace") return read_trace(arguments);
    if (name == "list_lemmas") return list_lemmas(arguments);
    if (name == "try_invariant") return try_invariant(arguments, progress, std::move(stop));
  } catch (const api::Error& error) {
    throw ToolError(error.what());
  } catch (const InputError& error) {
    throw ToolError(error.what());
  }
  throw ToolError("there is no tool of this name");
}

std::string Tools::file(const std::string& path) const {
  std::error_code failed;
  for (const std::string& folder : options_.folders) {
    const fs::path whole = fs::canonical(fs::path(folder) / path, failed);
    if (failed) continue;
    for (const fs::path allowed : options_.folders) {
      const auto parts = std::mismatch(allowed.begin(), allowed.end(), whole.begin(), whole.end());
      if (parts.first == allowed.end() && fs::is_regular_file(whole, failed)) return whole.string();
    }
  }
  throw ToolError(
      fmt::format("'{}' is no file in the folders of this server", printable(path, 200)));
}

std::vector<std::string> Tools::files(const Json& arguments) const {
  const auto found = arguments.find("files");
  if (found == arguments.end() || !found->is_array() || found->empty())
    throw ToolError("'files' is missing, or no list of paths");
  std::vector<std::string> paths;
  for (const Json& one : *found) {
    if (!one.is_string()) throw ToolError("'files' is no list of paths");
    paths.push_back(file(one.get<std::string>()));
    if (paths.back().ends_with(".sby"))
      throw ToolError("task files (.sby) run scripts, which this server does not");
  }
  return paths;
}

std::vector<std::string> Tools::options(const Json& arguments) const {
  std::vector<std::string> words{fmt::format("--timeout={}", options_.seconds)};
  const Json given = arguments.value("options", Json::object());
  if (!given.is_object()) throw ToolError("'options' is no object");
  for (const auto& [name, value] : given.items()) {
    if (!is_plain_name(name) || is_refused(name))
      throw ToolError(
          fmt::format("the option '{}' is not one of this server's", printable(name, 60)));
    if (name == "timeout") {
      const std::string text = value_text(value);
      char* end = nullptr;
      const double seconds = std::strtod(text.c_str(), &end);
      if (*end != '\0' || !(seconds > 0)) throw ToolError("'timeout' is a number of seconds");
      words.front() = fmt::format("--timeout={}", std::min(seconds, options_.seconds));
      continue;
    }
    const std::string dashes = name.size() == 1 ? "-" : "--";
    if (value.is_boolean()) {
      words.push_back(value.get<bool>() ? dashes + name : "--no-" + name);
      continue;
    }
    for (const Json& one : value.is_array() ? value : Json::array({value})) {
      const std::string text = value_text(one);
      words.push_back(dashes + name + (name.size() == 1 ? "" : "=") +
                      (name == "requirements" ? file(text) : text));
    }
  }
  return words;
}

std::shared_ptr<const KeptRun> Tools::kept(const Json& arguments) const {
  const std::uint64_t number = number_of(arguments, "run", 0);
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(number);
  if (found == runs_.end())
    throw ToolError(fmt::format("there is no run {}; the last {} are kept", number, kMostRuns));
  return found->second;
}

std::string Tools::fresh_path(const std::string& ending) const {
  const std::lock_guard lock(mutex_);
  return fmt::format("{}/{}{}", folder_.path(), next_path_++, ending);
}

Tools::Outcome Tools::run_check(std::vector<std::string> words, const std::string& json,
                                const OnProgress& progress, std::stop_token stop) const {
  words.insert(words.begin(), {program_, "check"});
  words.insert(words.end(), {"--json", json, "--progress-fd", std::string(api::kLinesPlace)});
  const auto on_line = [&](std::string_view line) {
    const Json parsed = Json::parse(line, nullptr, false);
    if (parsed.is_object() && progress) progress(parsed);
  };
  const api::ChildEnd end = api::run_child(words, on_line, std::move(stop));
  Outcome outcome{end.code, end.messages, Json::parse(bytes_in(json), nullptr, false)};
  std::error_code ignored;
  fs::remove(json, ignored);
  if (!outcome.report.is_object() || outcome.report.value("verdict", "error") == "error")
    throw ToolError(end.messages.empty() ? "the check failed" : last_line(end.messages));
  return outcome;
}

Json Tools::check(const Json& arguments, const OnProgress& progress, std::stop_token stop) {
  auto run = std::make_shared<KeptRun>();
  run->files = files(arguments);
  std::vector<std::string> words = run->files;
  const std::vector<std::string> chosen = options(arguments);
  words.insert(words.end(), chosen.begin(), chosen.end());
  run->options = chosen;
  run->evidence = fresh_path(".evidence");
  words.insert(words.end(), {"--witness", run->evidence, "--certificate", run->evidence});
  // What only some kinds of models have is refused for the others: the first call says which.
  const std::string vcd = fresh_path(".vcd"), lemmas = fresh_path(".lemmas");
  const std::vector<std::vector<std::string>> extras{
      {"--vcd", vcd, "--lemmas", lemmas}, {"--vcd", vcd}, {}};
  for (std::size_t i = 0; i < extras.size(); ++i) {
    std::vector<std::string> all = words;
    all.insert(all.end(), extras[i].begin(), extras[i].end());
    try {
      run->report = run_check(std::move(all), fresh_path(".json"), progress, stop).report;
      break;
    } catch (const ToolError& error) {
      const std::string what = error.what();
      const bool is_extra =
          what.find("--vcd") != std::string::npos || what.find("--lemmas") != std::string::npos;
      if (!is_extra || i + 1 == extras.size()) throw;
    }
  }
  if (fs::is_regular_file(vcd)) run->vcd = vcd;
  if (fs::is_regular_file(lemmas)) run->lemmas = lemmas;
  Json result = summary(run->report);
  const std::lock_guard lock(mutex_);
  result["run"] = next_run_;
  runs_[next_run_++] = std::move(run);
  if (runs_.size() > kMostRuns) runs_.erase(runs_.begin());
  return result;
}

/// Judges what is read as it was when it was checked; options about the search are left out.
api::ChildEnd Tools::certify_with(std::vector<std::string> words, std::vector<std::string> chosen,
                                  const std::stop_token& stop) const {
  words.insert(words.begin(), {program_, "certify"});
  while (true) {
    std::vector<std::string> all = words;
    all.insert(all.end(), chosen.begin(), chosen.end());
    api::ChildEnd end = api::run_child(all, {}, stop);
    if (end.code != kExitUsage) return end;
    const auto is_refused_here = [&](const std::string& one) {
      return end.messages.find("no option " + one) != std::string::npos;
    };
    if (std::erase_if(chosen, is_refused_here) == 0) return end;
  }
}

Json Tools::certify(const Json& arguments, std::stop_token stop) {
  std::vector<std::string> words, chosen;
  if (arguments.contains("run")) {
    const auto run = kept(arguments);
    if (!fs::is_regular_file(run->evidence))
      throw ToolError("this run has no evidence in one file");
    words.insert(words.end(), run->files.begin(), run->files.end());
    words.push_back(run->evidence);
    chosen = run->options;
  } else {
    for (std::string& one : files(arguments)) words.push_back(std::move(one));
    words.push_back(file(text_of(arguments, "evidence")));
  }
  const api::ChildEnd end = certify_with(std::move(words), std::move(chosen), stop);
  if (end.code != kExitSafe && end.code != kExitUnsafe && end.code != kExitRejected)
    throw ToolError(last_line(end.messages));
  return {{"holds", end.code != kExitRejected},
          {"verdict", end.code == kExitSafe     ? "safe"
                      : end.code == kExitUnsafe ? "unsafe"
                                                : "none"},
          {"said", end.messages}};
}

Json Tools::read_trace(const Json& arguments) const {
  const auto run = kept(arguments);
  const std::uint64_t first = number_of(arguments, "first", 0);
  if (run->report.contains("trace")) {
    const Json& trace = run->report["trace"];
    const std::uint64_t last =
        std::min<std::uint64_t>(number_of(arguments, "last", first + 199), trace.size() - 1);
    Json steps = Json::array();
    for (std::uint64_t i = first; i <= last && i < trace.size(); ++i) steps.push_back(trace[i]);
    return {{"steps", trace.size()}, {"first", first}, {"trace", std::move(steps)}};
  }
  if (run->vcd.empty()) throw ToolError("this run has no counterexample");
  const VcdValues values = read_vcd(bytes_in(run->vcd));
  const Json wanted = arguments.value("signals", Json::array());
  Json signals = Json::object(), names = Json::array();
  std::size_t count = 0;
  const std::uint64_t last = std::min<std::uint64_t>(number_of(arguments, "last", values.steps),
                                                     values.steps == 0 ? 0 : values.steps - 1);
  for (const VcdValues::Signal& signal : values.signals) {
    const bool is_wanted = std::ranges::any_of(wanted, [&](const Json& part) {
      return part.is_string() && signal.name.find(part.get<std::string>()) != std::string::npos;
    });
    if (wanted.empty() && names.size() < kMostValues) names.push_back(signal.name);
    if (!is_wanted) continue;
    Json row = Json::array();
    for (std::uint64_t i = first; i <= last && i < values.steps && count < kMostValues;
         ++i, ++count)
      row.push_back(signal.values[i]);
    signals[signal.name] = {{"width", signal.width}, {"values", std::move(row)}};
  }
  Json result = {{"steps", values.steps}, {"first", first}};
  if (wanted.empty())
    result["signals"] = std::move(names);
  else
    result["values"] = std::move(signals);
  if (count >= kMostValues) result["cut"] = true;
  return result;
}

Json Tools::list_lemmas(const Json& arguments) const {
  const auto run = kept(arguments);
  if (run->report.contains("invariants")) return {{"invariants", run->report["invariants"]}};
  if (!run->lemmas.empty()) return {{"verilog", bytes_in(run->lemmas).substr(0, kMostText)}};
  if (run->report.value("verdict", "") != "safe" || !fs::is_regular_file(run->evidence))
    throw ToolError("this run has no proof in one file");
  const std::string certificate = bytes_in(run->evidence);
  Json result = {{"count", run->report["evidence"].value("lemmas", 0)}};
  if (certificate.size() <= kMostText) result["certificate"] = certificate;
  return result;
}

Json Tools::try_invariant(const Json& arguments, const OnProgress& progress, std::stop_token stop) {
  std::vector<std::string> words = files(arguments);
  const std::vector<std::string> chosen = options(arguments);
  words.insert(words.end(), chosen.begin(), chosen.end());
  std::string text;
  const Json expressions = arguments.value("expressions", Json::array());
  if (!expressions.is_array() || expressions.empty())
    throw ToolError("'expressions' is missing, or no list of texts");
  for (const Json& one : expressions) {
    if (!one.is_string()) throw ToolError("'expressions' is no list of texts");
    std::string line = one.get<std::string>();
    std::ranges::replace(line, '\n', ' ');
    text += line + "\n";
  }
  const std::string path = fresh_path(".invariants");
  folder_.write(fs::path(path).filename().string(), text);
  words.insert(words.end(), {"--invariant", path});
  const Outcome outcome =
      run_check(std::move(words), fresh_path(".json"), progress, std::move(stop));
  Json said = Json::array();
  std::string_view rest = outcome.messages;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (const std::size_t at = line.find(path); at != std::string_view::npos)
      said.push_back("line " + std::string(line.substr(at + path.size() + 1)));
  }
  return {{"expressions", std::move(said)}, {"check", summary(outcome.report)}};
}

}  // namespace cairn::mcp
