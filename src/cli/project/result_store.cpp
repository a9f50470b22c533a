// SPDX-License-Identifier: MIT
#include "cli/project/result_store.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/sha256.h"

namespace cairn {
namespace {

using Json = nlohmann::ordered_json;

/// A hash on the first line, and what it is of on the next.
std::optional<Json> read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string hash;
  if (!std::getline(file, hash)) return std::nullopt;
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (sha256(text) != hash) return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

void write_whole(const std::string& path, const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
  write_file_atomically(path, sha256(text) + "\n" + text);
}

}  // namespace

ResultStore::ResultStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code failed;
  std::filesystem::create_directories(folder_, failed);
  if (!std::filesystem::is_directory(folder_, failed))
    throw InputError({folder_}, "cannot make a folder for results");
}

std::string ResultStore::path_of(const std::string& key) const {
  return folder_ + "/" + key + ".result";
}

std::optional<Json> ResultStore::find(const std::string& key) const {
  return read_whole(path_of(key));
}
void ResultStore::keep(const std::string& key, const Json& result) {
  write_whole(path_of(key), result);
}

Json ResultStore::last() const {
  return read_whole(folder_ + "/last").value_or(Json::object());
}
void ResultStore::set_last(const Json& verdicts) {
  write_whole(folder_ + "/last", verdicts);
}

}  // namespace cairn
