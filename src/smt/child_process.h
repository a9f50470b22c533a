// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// A program that is spoken to through its standard input and output. It ends with this object, and
/// with this process.
class ChildProcess {
 public:
  /// The first word is the program, looked for in PATH. Whether it could be started shows when it
  /// is spoken to.
  explicit ChildProcess(const std::vector<std::string>& command);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Sends text, and hands what comes meanwhile and afterwards to `hear` until it answers true.
  /// False if the program is gone, or `stop` answered true; it is asked every 20 ms.
  bool talk(std::string_view text, const std::function<bool(std::string_view)>& hear,
            const std::function<bool()>& stop);

 private:
  pid_t pid_ = -1;
  int socket_ = -1;
};

/// Whether a program of this name is in PATH.
bool is_in_path(std::string_view program);

}  // namespace cairn
