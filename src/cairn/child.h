// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::api {

struct ChildEnd {
  int code = -1;         ///< exit code; -1: ended by a signal, or somebody else waited for it
  std::string messages;  ///< what it wrote to standard error, or the last part of it
};

/// What becomes the number of the descriptor of lines, in the command.
inline constexpr std::string_view kLinesPlace = "{lines}";

/// Runs a program to its end. It has no input; what it writes to standard output, and to a
/// descriptor of its own (kLinesPlace), comes here line by line, on this thread. When a stop is
/// requested it gets SIGINT, and SIGKILL a while later. It notices the end of this process by the
/// end of that descriptor. Safe to call on several threads. Throws Error if it cannot be started.
ChildEnd run_child(const std::vector<std::string>& command,
                   const std::function<void(std::string_view line)>& on_line, std::stop_token stop);

}  // namespace cairn::api
