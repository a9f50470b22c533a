// SPDX-License-Identifier: MIT
#include "run/rejected.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/error.h"

namespace cairn {

std::string describe_rejected(const Judgement& judgement, const std::string& evidence,
                              const char* suffix) {
  static std::uint32_t count = 0;
  const std::string number = count++ == 0 ? "" : fmt::format("-{}", count);
  const std::string path = fmt::format("cairn-rejected-{}{}.{}", ::getpid(), number, suffix);
  std::string kept = "kept in " + path;
  try {
    write_file_atomically(path, evidence);
  } catch (const InputError& error) {
    kept = fmt::format("and could not be kept: {}", error.message());
  }
  return fmt::format("evidence failed its check ({}); it is {}", judgement.explanation, kept);
}

}  // namespace cairn
