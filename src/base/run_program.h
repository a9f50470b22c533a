// SPDX-License-Identifier: MIT
//
// Runs another program to its end, without a shell: in a directory of its own, with a small
// environment, limits, and its output kept.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct ProgramLimits {
  std::optional<double> seconds;  ///< by the clock
  std::optional<std::uint64_t> cpu_seconds;
  std::optional<std::uint64_t> bytes;       ///< of address space
  std::optional<std::uint64_t> file_bytes;  ///< of a file that it writes
  std::size_t output_bytes = 16u << 20;     ///< of its output; more is dropped
  std::function<bool()> stop;               ///< asked often; may be empty
};

struct ProgramResult {
  enum class End { Exit, Signal, Stopped, NotStarted };
  End end = End::NotStarted;
  int code = 0;        ///< exit code or signal
  std::string output;  ///< standard output and standard error, as they came

  bool succeeded() const { return end == End::Exit && code == 0; }
};

/// The first word is the program, looked for in PATH. `input` is its standard input. It and all
/// that it started are killed when a limit is reached, and when this process ends it is, too.
ProgramResult run_program(const std::vector<std::string>& command, const std::string& directory,
                          std::string_view input, const ProgramLimits& limits);

/// The path of a program of this name, looked for in PATH unless it has a slash; empty if there is
/// none.
std::string find_program(const std::string& name);
inline bool has_program(const std::string& name) {
  return !find_program(name).empty();
}

/// A directory of this process alone, in TMPDIR, which is removed with all that is in it.
class PrivateDirectory {
 public:
  /// Throws InputError if it cannot be made.
  PrivateDirectory();
  ~PrivateDirectory();
  PrivateDirectory(const PrivateDirectory&) = delete;
  PrivateDirectory& operator=(const PrivateDirectory&) = delete;

  const std::string& path() const { return path_; }
  /// Throws InputError if it cannot be written.
  void write(const std::string& name, std::string_view bytes) const;
  /// Empty if there is no such file.
  std::string read(const std::string& name) const;

 private:
  std::string path_;
};

}  // namespace cairn
