// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cairn {

/// A folder for temporary files that nobody else can read, gone with its owner. One whose owner was
/// killed is removed by the next who makes one: a folder in use has a file in it that is locked.
class WorkFolder {
 public:
  /// Throws InputError.
  WorkFolder();
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

}  // namespace cairn
