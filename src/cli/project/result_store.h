// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace cairn {

/// What `cairn run` keeps between calls, in a folder beside the project file: answers under the
/// hash of what they depend on, and what the last call found. A file that is damaged is one that is
/// not there.
class ResultStore {
 public:
  /// Makes the folder. Throws InputError.
  explicit ResultStore(std::string folder);

  std::optional<nlohmann::ordered_json> find(const std::string& key) const;
  /// At once, so that a call that is interrupted loses only what it works on.
  void keep(const std::string& key, const nlohmann::ordered_json& result);

  /// Verdicts of the last call, by task.
  nlohmann::ordered_json last() const;
  void set_last(const nlohmann::ordered_json& verdicts);

 private:
  std::string path_of(const std::string& key) const;

  const std::string folder_;
};

}  // namespace cairn
