// SPDX-License-Identifier: MIT
//
// How much of Structured Text that others wrote is read: each file is parsed, alone.
//
//   bench_st_parse NAME=FOLDER... [--print]
//
// A file is "read", "refused" for something of the language that the message names ("not
// supported: ..."), or "not read". --print lists those that are not read, with the message. Types
// and names are not looked at: files of a library need each other.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "input/st/parser.h"
#include "input/st/plcopen.h"

namespace cairn {
namespace {

struct Corpus {
  std::size_t files = 0, read = 0, refused = 0;
  std::map<std::string, std::size_t> reasons;  ///< why files are refused
  std::vector<std::string> unread;             ///< messages
};

bool is_program(const std::filesystem::path& path) {
  static const std::set<std::string> endings = {".st", ".scl", ".iecst"};
  std::string ending = path.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return endings.contains(ending);
}

std::vector<std::filesystem::path> programs_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  if (!std::filesystem::is_directory(folder)) return {folder};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && is_program(entry.path())) found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

Corpus measure(const std::filesystem::path& folder) {
  Corpus corpus;
  for (const auto& path : programs_of(folder)) {
    std::ifstream file(path, std::ios::binary);
    Source source{path.string(), {std::istreambuf_iterator<char>(file), {}}};
    ++corpus.files;
    try {
      if (st::is_plcopen(source.bytes)) source = st::read_plcopen(source).text;
      st::Unit unit;
      st::parse(source, unit);
      ++corpus.read;
    } catch (const st::NotSupported& error) {
      ++corpus.refused;
      ++corpus.reasons[error.message()];
    } catch (const InputError& error) {
      corpus.unread.emplace_back(error.what());
    }
  }
  return corpus;
}

void print(const std::string& name, const Corpus& corpus, bool messages) {
  const double share = 100.0 * static_cast<double>(corpus.read + corpus.refused) /
                       static_cast<double>(std::max<std::size_t>(1, corpus.files));
  fmt::print("| {} | {} | {} | {} | {} | {:.1f} % |\n", name, corpus.files, corpus.read,
             corpus.refused, corpus.unread.size(), share);
  if (!messages) return;
  for (const auto& [reason, count] : corpus.reasons) fmt::print("  {:4} {}\n", count, reason);
  for (const std::string& message : corpus.unread) fmt::print("  {}\n", message);
}

int run(const std::vector<std::string_view>& arguments) {
  const bool messages = std::ranges::find(arguments, "--print") != arguments.end();
  fmt::print(
      "| corpus | files | read | refused by name | not read | read or refused |\n"
      "|---|---|---|---|---|---|\n");
  bool any = false;
  for (const std::string_view argument : arguments) {
    const std::size_t equals = argument.find('=');
    if (argument == "--print" || equals == std::string_view::npos) continue;
    any = true;
    print(std::string(argument.substr(0, equals)), measure(argument.substr(equals + 1)), messages);
  }
  if (!any) fmt::print(stderr, "usage: bench_st_parse NAME=FOLDER... [--print]\n");
  return any ? 0 : 2;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  return cairn::run(std::vector<std::string_view>(argv + 1, argv + argc));
}
