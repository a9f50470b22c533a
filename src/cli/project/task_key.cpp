// SPDX-License-Identifier: MIT
//
// An answer that is kept must not outlive what it is about. So this errs on one side: of an
// included name, every file that it might mean counts, also one in a comment or under a condition,
// and what cannot be found or read off the text makes the task one that is not kept.
#include "cli/project/task_key.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "base/sha256.h"

namespace cairn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFiles = 20'000;

class Files {
 public:
  explicit Files(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// The file and what it includes; false if that cannot be determined.
  bool add(const fs::path& path) {
    std::error_code failed;
    const fs::path whole = fs::weakly_canonical(path, failed);
    if (!fs::is_regular_file(whole, failed)) return false;
    if (!seen_.insert(whole.string()).second) return true;
    if (seen_.size() > kMostFiles) return false;
    std::ifstream file(whole, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) return false;
    account_ += whole.string() + " " + sha256(text) + "\n";
    // Compressed text would have to be read first; models have nothing to include.
    if (text.starts_with("\x1f\x8b")) return is_compressed_model(whole);
    return add_included(text, whole.parent_path());
  }

  /// What the option --include names: it is looked for as if the file included it.
  bool add_before(const std::string& name, const fs::path& file) {
    return add_candidates(name, file.parent_path());
  }

  const std::string& account() const { return account_; }

 private:
  static bool is_compressed_model(const fs::path& path) {
    const std::string inner = path.stem().extension().string();
    return inner == ".aig" || inner == ".aag" || inner == ".btor2" || inner == ".btor";
  }

  static std::string_view before_blanks(std::string_view text, std::size_t at) {
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
    return text.substr(0, at);
  }

  bool add_included(const std::string& text, const fs::path& folder) {
    // What reads files by names that the text need not have.
    for (const char* word : {"__has_include", "#embed", "$readmem", "$fopen", "$fread"})
      if (text.find(word) != std::string::npos) return false;
    constexpr std::string_view kInclude = "include", kImport = "import";
    for (std::size_t at = text.find(kImport); at != std::string::npos;
         at = text.find(kImport, at + 1))
      if (before_blanks(text, at).ends_with('#')) return false;
    for (std::size_t at = text.find(kInclude); at != std::string::npos;
         at = text.find(kInclude, at + 1)) {
      const std::string_view before = before_blanks(text, at);
      for (const char* other : {"*/", "\\\n", "\\\r\n", "%:", "?\?="})
        if (before.ends_with(other)) return false;  // other ways to write it
      if (!before.ends_with('#') && !before.ends_with('`')) continue;
      if (!add_directive(std::string_view(text).substr(at + kInclude.size()), folder)) return false;
    }
    return true;
  }

  /// What stands behind "#include" or "#include_next".
  bool add_directive(std::string_view rest, const fs::path& folder) {
    if (rest.starts_with("_next")) rest.remove_prefix(5);
    const std::size_t begin = rest.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return false;
    const char close = rest[begin] == '"' ? '"' : rest[begin] == '<' ? '>' : '\0';
    if (close == '\0') return false;  // a macro's value, or a line that goes on
    rest.remove_prefix(begin + 1);
    const std::string_view name = rest.substr(0, rest.find_first_of("\n\"<>"));
    return !name.empty() && add_candidates(std::string(name), folder);
  }

  /// All files that the name may mean; false if there is none.
  bool add_candidates(const std::string& name, const fs::path& folder) {
    std::vector<fs::path> places{folder, fs::current_path()};
    for (const std::string& one : folders_) places.emplace_back(one);
    bool is_found = false;
    for (const fs::path& place : places) {
      std::error_code failed;
      if (!fs::is_regular_file(place / name, failed)) continue;
      if (!add(place / name)) return false;
      is_found = true;
    }
    return is_found || is_systems(name);
  }

  /// Headers that come with the system and the compiler: they change with their packages, whose
  /// record changes then.
  bool is_systems(const std::string& name) {
    constexpr const char* kFolders[] = {"/usr/include", "/usr/include/x86_64-linux-gnu",
                                        "/usr/local/include",
                                        "/usr/lib/llvm-14/lib/clang/14.0.6/include"};
    for (const fs::path folder : kFolders) {
      std::error_code failed;
      const fs::path path = folder / name;
      if (!fs::is_regular_file(path, failed)) continue;
      if (!uses_system_) {
        uses_system_ = true;
        for (const char* record : {"/var/lib/dpkg/status", "/var/lib/rpm/rpmdb.sqlite"})
          if (fs::exists(record, failed))
            account_ +=
                std::string(record) + " " +
                std::to_string(fs::last_write_time(record, failed).time_since_epoch().count()) +
                "\n";
      }
      return true;
    }
    return false;
  }

  const std::vector<std::string> folders_;
  std::set<std::string> seen_;
  std::string account_;
  bool uses_system_ = false;
};

/// What a part of the program is: another one may answer otherwise.
std::string mark_of(const fs::path& part) {
  std::error_code failed;
  const fs::path path = fs::canonical(part, failed);
  if (failed) return "none\n";
  return path.string() + " " + std::to_string(fs::file_size(path, failed)) + " " +
         std::to_string(fs::last_write_time(path, failed).time_since_epoch().count()) + "\n";
}

}  // namespace

std::optional<std::string> task_key(const ProjectTask& task, const std::string& program) {
  // Folders with headers that the compiler takes from its environment.
  for (const char* name : {"CPATH", "C_INCLUDE_PATH"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
      return std::nullopt;
  std::error_code unknown;
  const fs::path beside = fs::canonical(program, unknown).parent_path();
  std::string account = mark_of(program) + mark_of(beside / "cairn_c.so") +
                        mark_of(beside / "../lib/cairn/cairn_c.so");
  std::vector<std::string> folders, others, first;
  for (const auto& [name, value] : task.options) {
    account += name + (value ? "=" + *value : "") + "\n";
    if ((name == "I" || name == "isystem") && value) folders.push_back(*value);
    if (name == "include" && value) first.push_back(*value);
    // Where commands of a compiler are, folders are that this does not read.
    if (name == "p" || name == "compile-commands") return std::nullopt;
    std::error_code failed;
    if (value && fs::is_regular_file(*value, failed)) others.push_back(*value);
  }
  Files files(std::move(folders));
  for (const auto& list : {task.files, others})
    for (const std::string& file : list)
      if (!files.add(file)) return std::nullopt;
  for (const std::string& file : task.files)
    for (const std::string& name : first)
      if (!files.add_before(name, file)) return std::nullopt;
  return sha256(account + files.account());
}

}  // namespace cairn
