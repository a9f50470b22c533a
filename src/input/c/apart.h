// SPDX-License-Identifier: MIT
//
// Clang is large, and some texts make it end the process: a stack that overflows, memory that is
// used up, an assertion of its own. So the C front end works in a process of its own, with limits,
// and its end is an error in the input like any other.
#pragma once

#include <functional>
#include <string>

#include "base/log.h"

namespace cairn {

/// Runs the action in a forked process and returns what it returned. Messages to the log that it is
/// given, and InputError and bad_alloc that it throws, arrive here; what else ends it becomes an
/// InputError at `file`, and an internal error is one of this process. The action must not use what
/// other threads may have been busy with.
std::string run_apart(const std::string& file, const Log& log,
                      const std::function<std::string(const Log&)>& action);

}  // namespace cairn
