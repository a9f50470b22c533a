// SPDX-License-Identifier: MIT
#include "base/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

// The only mutable global of Cairn: a fixed table of paths, so that it can be read from a thread
// or handler that ends the process while another is writing.
constexpr int kSlots = 16;
std::atomic<const char*> open_temporaries[kSlots];

int remember(const char* path) {
  for (int slot = 0; slot < kSlots; ++slot) {
    const char* expected = nullptr;
    if (open_temporaries[slot].compare_exchange_strong(expected, path)) return slot;
  }
  return -1;
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  // What is no regular file (/dev/null, a pipe) is written to as it is: it can't be replaced.
  struct stat status {};
  const bool special = ::stat(path_.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  if (special) {
    file_ = std::fopen(path_.c_str(), "wb");
    if (file_ == nullptr) fail("cannot write");
    return;
  }
  temporary_ = fmt::format("{}.{}.tmp", path_, ::getpid());
  slot_ = remember(temporary_.c_str());
  file_ = std::fopen(temporary_.c_str(), "wb");
  if (file_ == nullptr) fail("cannot write");
}

AtomicFile::~AtomicFile() {
  if (file_ != nullptr) {
    std::fclose(file_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  if (slot_ >= 0) open_temporaries[slot_].store(nullptr);
}

void AtomicFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot write");
}

void AtomicFile::commit() {
  if (std::fflush(file_) != 0) fail("cannot write");
  if (!temporary_.empty() && ::fsync(::fileno(file_)) != 0) fail("cannot write");
  std::FILE* file = std::exchange(file_, nullptr);
  const bool closed = std::fclose(file) == 0;
  if (temporary_.empty()) {
    if (!closed) fail("cannot write");
    return;
  }
  if (!closed || std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    errno = error;
    fail("cannot write");
  }
}

void AtomicFile::fail(const char* what) {
  const int error = errno;
  if (file_ != nullptr) {
    std::fclose(std::exchange(file_, nullptr));
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }
  if (slot_ >= 0) open_temporaries[std::exchange(slot_, -1)].store(nullptr);
  throw InputError({path_, 0, 0}, fmt::format("{}: {}", what, std::strerror(error)));
}

void write_file_atomically(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  file.write(bytes);
  file.commit();
}

void remove_unfinished_files() {
  for (auto& slot : open_temporaries)
    if (const char* path = slot.exchange(nullptr)) ::unlink(path);
}

}  // namespace cairn
