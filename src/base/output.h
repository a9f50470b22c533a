// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <string_view>

namespace cairn {

/// Writes to a standard stream and never throws, as fmt::print does when the stream is full or
/// gone: a message that nobody can see must not end the run. Whether standard output took
/// everything is asked once, at the end (cli/session.h).
inline void put(std::FILE* stream, std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stream);
}

}  // namespace cairn
