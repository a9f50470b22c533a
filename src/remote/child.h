// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace cairn {

/// A process that was started and ends with whoever started it. It begins in a folder that it is
/// given, with nothing open but its messages, a file, and with next to nothing in its environment.
class Child {
 public:
  struct End {
    int code = 0;    ///< if it ended by itself
    int signal = 0;  ///< if a signal ended it
  };

  /// Runs this very program with `words` behind its name. Throws InputError if that cannot be done.
  Child(const std::vector<std::string>& words, const std::string& messages,
        const std::string& folder);
  ~Child();  ///< Ends it if it still runs.
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// How it ended, if it did. Does not wait.
  std::optional<End> ended();

 private:
  pid_t process_ = -1;
  std::optional<End> end_;
};

}  // namespace cairn
