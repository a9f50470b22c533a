// SPDX-License-Identifier: MIT
//
// Files are read with read(2) into memory of our own, not mapped: a mapped file that another
// process truncates meanwhile would end us with SIGBUS.
#define ZLIB_CONST  // zlib then takes pointers to const

#include "format/source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
/// Some devices never end, such as /dev/zero.
constexpr std::size_t kDeviceLimit = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& name, std::string_view message) {
  throw InputError({name, 1, 1}, message);
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
    if (S_ISDIR(status.st_mode)) fail(name, "is a directory, expected an AIGER file");
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

bool starts_like_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

/// zlib's state, for gzip members one after the other.
class Inflater {
 public:
  Inflater(const std::string& name, const std::string& packed) : name_(name), packed_(packed) {
    constexpr int kGzipOnly = 15 + 16;  // largest window, gzip header expected
    CAIRN_CHECK(inflateInit2(&stream_, kGzipOnly) == Z_OK);
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Unpacks everything, chunk by chunk, and checks it on the way. Returns the unpacked size.
  template <class Sink>
  std::size_t run(Sink&& sink) {
    used_ = made_ = 0;
    do {
      if (!starts_like_gzip(std::string_view(packed_).substr(used_)))
        fail(name_, fmt::format("damaged gzip data: {} bytes after its end, at byte {}",
                                packed_.size() - used_, used_));
      inflateReset(&stream_);
      while (!unpack_chunk()) sink(std::string_view(chunk_, chunk_size_));
      sink(std::string_view(chunk_, chunk_size_));
    } while (used_ < packed_.size());
    return made_;
  }

 private:
  bool unpack_chunk() {  // true at the end of a member
    const std::size_t offered = std::min(packed_.size() - used_, std::size_t{1} << 30);
    stream_.next_in = reinterpret_cast<const Bytef*>(packed_.data() + used_);
    stream_.avail_in = static_cast<uInt>(offered);
    stream_.next_out = reinterpret_cast<Bytef*>(chunk_);
    stream_.avail_out = kChunk;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    used_ += offered - stream_.avail_in;
    chunk_size_ = kChunk - stream_.avail_out;
    made_ += chunk_size_;
    const std::size_t limit = unpack_limit(packed_.size());
    if (made_ > limit)
      fail(name_, fmt::format("gzip data unpacks to more than {} bytes, the limit for {} packed "
                              "ones; unpack it first",
                              limit, packed_.size()));
    if (result == Z_STREAM_END) return true;
    if (result == Z_BUF_ERROR)
      fail(name_, fmt::format("truncated gzip data: ends after {} bytes", packed_.size()));
    if (result != Z_OK)
      fail(name_, fmt::format("damaged gzip data: {}, near byte {}",
                              stream_.msg != nullptr ? stream_.msg : "unknown fault", used_));
    return false;
  }

  const std::string& name_;
  const std::string& packed_;
  std::size_t used_ = 0;
  std::size_t made_ = 0;
  std::size_t chunk_size_ = 0;
  z_stream stream_{};
  char chunk_[kChunk];
};

}  // namespace

Source read_source(const std::string& path) {
  const bool standard_input = path == "-";
  Source source{standard_input ? "<stdin>" : path, ""};
  const Descriptor file(standard_input ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail(source.name, fmt::format("cannot read: {}", std::strerror(errno)));
  source.bytes = read_all(file.get(), source.name);
  if (starts_like_gzip(source.bytes)) source.bytes = gunzip(source.name, source.bytes);
  return source;
}

std::string gunzip(const std::string& name, const std::string& packed) {
  // Twice, the first time for the size alone: what is damaged or a bomb then takes no memory, and
  // what is neither takes no more than it needs.
  Inflater inflater(name, packed);
  std::string unpacked;
  unpacked.reserve(inflater.run([](std::string_view) {}));
  inflater.run([&](std::string_view chunk) { unpacked += chunk; });
  return unpacked;
}

}  // namespace cairn
