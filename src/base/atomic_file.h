// SPDX-License-Identifier: MIT
//
// Files that appear whole or not at all: written beside their final name, then renamed over it. An
// interrupted run leaves the old file or the new one, never a half, and no temporary file either:
// the few that are open at any time are remembered, so that whoever ends the process early
// (internal_error, the watchdog) can remove them.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cairn {

class AtomicFile {
 public:
  /// Opens a temporary file beside `path`. Throws InputError if that cannot be done.
  explicit AtomicFile(std::string path);
  ~AtomicFile();  ///< Removes the temporary file unless commit() was called.
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  std::FILE* stream() { return file_; }
  void write(std::string_view bytes);

  /// Flushes to disk and renames. Throws InputError (disk full, and the like).
  void commit();

 private:
  [[noreturn]] void fail(const char* what);

  std::string path_;
  std::string temporary_;
  std::FILE* file_ = nullptr;
  int slot_ = -1;
};

/// Writes `bytes` to `path` in that way.
void write_file_atomically(const std::string& path, std::string_view bytes);

/// Removes the temporary files of every AtomicFile that is open. Async-signal-safe.
void remove_unfinished_files();

}  // namespace cairn
