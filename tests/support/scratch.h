// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace cairn::support {

/// A folder of its own for a program's files, gone when the program ends in order.
class Scratch {
 public:
  explicit Scratch(const std::string& name) {
    // mkdtemp() puts letters in the place of the six X, as it wants them.
    std::string pattern = (std::filesystem::temp_directory_path() / (name + "_XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr) std::exit(2);
    path_ = pattern;
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path() const { return path_.string(); }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace cairn::support
