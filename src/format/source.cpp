// SPDX-License-Identifier: MIT
//
// Files are read with read(2) into memory of our own, not mapped: a mapped file that another
// process truncates meanwhile would end us with SIGBUS.
#include "format/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.h"
#include "format/gzip_reader.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
/// Some devices never end, such as /dev/zero.
constexpr std::size_t kDeviceLimit = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& name, std::string_view message) {
  throw InputError({name, 0, 0}, message);
}

/// An open file that closes itself, except standard input.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ > STDIN_FILENO) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string read_all(int fd, const std::string& name) {
  struct stat status {};
  std::string bytes;
  std::size_t limit = bytes.max_size();
  if (fstat(fd, &status) == 0) {
    if (S_ISCHR(status.st_mode)) limit = kDeviceLimit;
    if (S_ISDIR(status.st_mode)) fail(name, "is a directory, expected a file");
    // One byte more than the file has, to meet its end without growing.
    if (S_ISREG(status.st_mode)) bytes.resize(static_cast<std::size_t>(status.st_size) + 1);
  }
  std::size_t used = 0;
  while (true) {
    if (used == bytes.size()) bytes.resize(std::max(kChunk, 2 * bytes.size()));
    const ssize_t got = read(fd, bytes.data() + used, bytes.size() - used);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(name, fmt::format("cannot read: {}", std::strerror(errno)));
    used += static_cast<std::size_t>(got);
    if (used > limit) fail(name, fmt::format("is a device that gives more than {} bytes", limit));
  }
  bytes.resize(used);
  return bytes;
}

}  // namespace

namespace {

/// What standard input had: it can be read once.
std::optional<Source>& kept_input() {
  static std::optional<Source> source;
  return source;
}

}  // namespace

const std::string& peek_standard_input() {
  if (!kept_input()) kept_input() = read_source("-");
  return kept_input()->bytes;
}

Source read_source(const std::string& path) {
  const bool standard_input = path == "-";
  if (standard_input && kept_input()) return *kept_input();
  Source source{standard_input ? "<stdin>" : path, ""};
  const Descriptor file(standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(source.name, fmt::format("cannot read: {}", std::strerror(errno)));
  source.bytes = read_all(file.get(), source.name);
  if (starts_like_gzip(source.bytes)) source.bytes = gunzip(source.name, source.bytes);
  // No format that is read begins with a byte-order mark, but editors write one.
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (source.bytes.starts_with(kByteOrderMark)) source.bytes.erase(0, kByteOrderMark.size());
  return source;
}

std::string gunzip(const std::string& name, const std::string& packed) {
  return gunzip_within(name, packed, unpack_limit(packed.size()));
}

}  // namespace cairn
