// SPDX-License-Identifier: MIT
#include "cairn/cairn.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/run_program.h"
#include "cairn/child.h"

namespace cairn::api {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Exit codes of the program (docs/commands.md).
constexpr int kUnknown = 0, kUnsafe = 10, kSafe = 20, kRejected = 4;

struct Program {
  std::mutex mutex;
  std::string path;
};

Program& chosen_program() {
  static Program program;
  return program;
}

/// As both are installed: lib/libcairn.so, or a folder below, and bin/cairn.
std::string program_beside_library() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&chosen_program), &info) == 0) return "";
  std::error_code failed;
  fs::path folder = fs::canonical(info.dli_fname, failed).parent_path();
  for (int up = 0; up < 3 && !folder.empty(); ++up, folder = folder.parent_path())
    for (const fs::path& place : {folder / "bin" / "cairn"})
      if (fs::is_regular_file(place, failed)) return place.string();
  return "";
}

std::string program() {
  {
    const std::lock_guard lock(chosen_program().mutex);
    if (!chosen_program().path.empty()) return chosen_program().path;
  }
  if (const char* path = std::getenv("CAIRN_PROGRAM"); path != nullptr && *path != '\0')
    return path;
  if (std::string path = program_beside_library(); !path.empty()) return path;
  if (std::string path = find_program("cairn"); !path.empty()) return path;
  throw Error("the program 'cairn' was not found: set CAIRN_PROGRAM, or install it");
}

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::unique_ptr<PrivateDirectory> private_directory() {
  try {
    return std::make_unique<PrivateDirectory>();
  } catch (const InputError& error) {
    throw Error(error.message());
  }
}

/// Throws Error.
void write(const PrivateDirectory& folder, const std::string& name, const std::string& bytes) {
  try {
    folder.write(name, bytes);
  } catch (const InputError& error) {
    throw Error(error.message());
  }
}

template <class Type>
Type field(const Json& json, const char* name, Type otherwise) {
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return otherwise;
  return found->get<Type>();
}

std::optional<std::uint64_t> bound_of(const Json& json) {
  const auto found = json.find("bound");
  if (found == json.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::uint64_t>();
}

Progress progress_of(const Json& json) {
  Progress progress;
  progress.phase = field<std::string>(json, "phase", "");
  progress.bound = bound_of(json);
  progress.level = field<std::uint64_t>(json, "level", 0);
  progress.lemmas = field<std::uint64_t>(json, "lemmas", 0);
  progress.obligations = field<std::uint64_t>(json, "obligations", 0);
  progress.seconds = field<double>(json, "seconds", 0);
  progress.memory_bytes = field<std::uint64_t>(json, "memory_bytes", 0);
  return progress;
}

/// What was written of the evidence: a file, or nothing of a folder.
std::string evidence_of(const Json& json) {
  const Json written = json.value("written", Json::object());
  for (const char* kind : {"certificate", "witness"}) {
    const std::string path = field<std::string>(written, kind, "");
    std::error_code failed;
    if (fs::is_regular_file(path, failed)) return bytes_of(path);
  }
  return "";
}

Property property_of(const Json& row) {
  Property property;
  property.index = field<std::uint64_t>(row, "index", 0);
  property.name = field<std::string>(row, "name", "");
  property.claim = field<std::string>(row, "claim", "");
  if (const auto at = row.find("at"); at != row.end() && at->is_object()) {
    property.file = field<std::string>(*at, "file", "");
    property.line = field<std::uint64_t>(*at, "line", 0);
  }
  property.verdict = field<std::string>(row, "verdict", "unknown");
  property.explanation = field<std::string>(row, "explanation", "");
  property.evidence = evidence_of(row);
  return property;
}

Invariant invariant_of(const Json& row) {
  Invariant invariant;
  if (const auto at = row.find("at"); at != row.end() && at->is_object()) {
    invariant.file = field<std::string>(*at, "file", "");
    invariant.line = field<std::uint64_t>(*at, "line", 0);
    invariant.column = field<std::uint64_t>(*at, "column", 0);
  }
  invariant.facts = field<std::vector<std::string>>(row, "facts", {});
  return invariant;
}

/// What went wrong, in the program's words.
Error failure(const ChildEnd& end) {
  std::string text = end.messages;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  // Notes may stand before it.
  text = text.substr(text.rfind('\n') + 1);
  constexpr std::string_view kPrefix = "cairn: error: ";
  if (text.starts_with(kPrefix)) text.erase(0, kPrefix.size());
  if (end.code < 0 && text.empty()) text = "the program 'cairn' was ended by a signal";
  return Error(text.empty() ? "the program 'cairn' failed" : text);
}

}  // namespace

const char* word(Verdict verdict) {
  return verdict == Verdict::Safe ? "safe" : verdict == Verdict::Unsafe ? "unsafe" : "unknown";
}

struct Answer::Data {
  Verdict verdict = Verdict::Unknown;
  std::string explanation, evidence, json;
  std::optional<std::uint64_t> bound;
  std::vector<Property> properties;
  std::vector<Invariant> invariants;

  static std::shared_ptr<const Data> read(std::string text) {
    auto data = std::make_shared<Data>();
    const Json report = Json::parse(text);
    const std::string verdict = report.at("verdict").get<std::string>();
    data->verdict = verdict == "safe"     ? Verdict::Safe
                    : verdict == "unsafe" ? Verdict::Unsafe
                                          : Verdict::Unknown;
    data->explanation = field<std::string>(report, "explanation", "");
    data->bound = bound_of(report);
    data->evidence = evidence_of(report);
    for (const Json& row : report.value("assertions", Json::array()))
      data->properties.push_back(property_of(row));
    for (const Json& row : report.value("invariants", Json::array()))
      data->invariants.push_back(invariant_of(row));
    data->json = std::move(text);
    return data;
  }
};

Verdict Answer::verdict() const {
  return data_->verdict;
}
const std::string& Answer::explanation() const {
  return data_->explanation;
}
std::optional<std::uint64_t> Answer::bound() const {
  return data_->bound;
}
const std::string& Answer::evidence() const {
  return data_->evidence;
}
const std::vector<Property>& Answer::properties() const {
  return data_->properties;
}
const std::vector<Invariant>& Answer::invariants() const {
  return data_->invariants;
}
const std::string& Answer::json() const {
  return data_->json;
}

struct Task::Data {
  std::vector<std::string> files;
  std::optional<std::string> text;  ///< in the place of the one file
  std::vector<std::string> options;

  /// As the program is given them, with the text written there.
  std::vector<std::string> given_files(const PrivateDirectory& folder) const {
    if (text) {
      write(folder, files.front(), *text);
      return {folder.path() + "/" + files.front()};
    }
    std::vector<std::string> given = files;
    for (std::string& file : given)
      if (file.starts_with("-")) file.insert(0, "./");
    return given;
  }
};

Task::Task(std::vector<std::string> files) : data_(std::make_unique<Data>()) {
  if (files.empty()) throw Error("a task has at least one file");
  data_->files = std::move(files);
}
Task::~Task() = default;
Task::Task(Task&&) noexcept = default;
Task& Task::operator=(Task&&) noexcept = default;

Task Task::of_text(std::string text, std::string name) {
  if (name.empty() || name.starts_with("-") || name.find('/') != std::string::npos ||
      name == ".." || name == ".")
    throw Error("'" + name + "' is no name of a file");
  Task task({std::move(name)});
  task.data_->text = std::move(text);
  return task;
}

Task& Task::set(const std::string& option) {
  constexpr std::array<std::string_view, 12> own{
      "json", "json-lines", "witness", "certificate", "progress-fd", "exit-zero",
      "help", "help-all",   "detach",  "answer",      "quiet",       "verbose"};
  const std::string_view name = std::string_view(option).substr(0, option.find('='));
  if (name.empty() || name.starts_with("-") || std::ranges::find(own, name) != own.end())
    throw Error("'" + option + "' is no option that can be set");
  // One letter has one dash: -I, -D.
  data_->options.push_back((name.size() == 1 ? "-" : "--") + option);
  return *this;
}

Task& Task::set(const std::string& option, const std::string& value) {
  if (option.find('=') != std::string::npos)
    throw Error("'" + option + "' is no option that can be set");
  if (option.size() == 1) return set(option), data_->options.back() += value, *this;
  return set(option + "=" + value);
}

Answer Task::check(const std::function<void(const Progress&)>& progress,
                   std::stop_token stop) const {
  const std::unique_ptr<PrivateDirectory> own = private_directory();
  const PrivateDirectory& folder = *own;
  const std::string json = folder.path() + "/.cairn-report.json";
  std::vector<std::string> command{program(), "check"};
  for (std::string& file : data_->given_files(folder)) command.push_back(std::move(file));
  command.insert(command.end(), data_->options.begin(), data_->options.end());
  // Witness and certificate share a name; if each property has its own, both are folders.
  const std::string evidence = folder.path() + "/.cairn-evidence";
  command.insert(command.end(), {"--json", json, "--witness", evidence, "--certificate", evidence,
                                 "--progress-fd", std::string(kLinesPlace)});
  const auto on_line = [&](std::string_view line) {
    if (!progress) return;
    const Json parsed = Json::parse(line, nullptr, false);
    if (parsed.is_object()) progress(progress_of(parsed));
  };
  const ChildEnd end = run_child(command, on_line, std::move(stop));
  const std::string report = bytes_of(json);
  // Who ignores SIGCHLD learns no exit code; the report says the same.
  const bool is_answer = end.code == kSafe || end.code == kUnsafe || end.code == kUnknown;
  if (report.empty() || (end.code >= 0 && !is_answer)) throw failure(end);
  Answer answer;
  try {
    if (Json::parse(report).at("verdict") == "error") throw failure(end);
    answer.data_ = Answer::Data::read(report);
  } catch (const Json::exception&) {
    throw Error("the report of the program 'cairn' cannot be read");
  }
  return answer;
}

bool Task::certify(const std::string& evidence, std::string* why) const {
  const std::unique_ptr<PrivateDirectory> own = private_directory();
  const PrivateDirectory& folder = *own;
  std::vector<std::string> command{program(), "certify"};
  for (std::string& file : data_->given_files(folder)) command.push_back(std::move(file));
  write(folder, ".cairn-evidence", evidence);
  command.push_back(folder.path() + "/.cairn-evidence");
  const ChildEnd end = run_child(command, {}, {});
  if (why != nullptr) *why = end.messages;
  if (end.code == kSafe || end.code == kUnsafe) return true;
  if (end.code == kRejected) return false;
  throw failure(end);
}

void use_program(std::string path) {
  const std::lock_guard lock(chosen_program().mutex);
  chosen_program().path = std::move(path);
}

std::string program_version() {
  constexpr std::string_view kName = "cairn ";
  std::string version;
  const auto on_line = [&](std::string_view line) {
    if (version.empty() && line.starts_with(kName)) version = line.substr(kName.size());
  };
  run_child({program(), "--version"}, on_line, {});
  if (version.empty()) throw Error("the program 'cairn' does not say its version");
  return version;
}

}  // namespace cairn::api
