// SPDX-License-Identifier: MIT
#define ZLIB_CONST  // zlib then takes pointers to const

#include "format/gzip_reader.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;

[[noreturn]] void fail(const std::string& name, std::string_view message) {
  throw InputError({name, 1, 1}, message);
}

/// zlib's state, for gzip members one after the other.
class Inflater {
 public:
  Inflater(const std::string& name, const std::string& packed, std::size_t limit)
      : name_(name), packed_(packed), limit_(limit) {
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
    if (made_ > limit_)
      fail(name_, fmt::format("gzip data unpacks to more than {} bytes, the limit for {} packed "
                              "ones; unpack it first",
                              limit_, packed_.size()));
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
  const std::size_t limit_;
  std::size_t used_ = 0;
  std::size_t made_ = 0;
  std::size_t chunk_size_ = 0;
  z_stream stream_{};
  char chunk_[kChunk];
};

}  // namespace

bool starts_like_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

std::string gunzip_within(const std::string& name, const std::string& packed, std::size_t limit) {
  // Twice, the first time for the size alone: what is damaged or a bomb then takes no memory, and
  // what is neither takes no more than it needs.
  Inflater inflater(name, packed, limit);
  std::string unpacked;
  unpacked.reserve(inflater.run([](std::string_view) {}));
  inflater.run([&](std::string_view chunk) { unpacked += chunk; });
  return unpacked;
}

std::string gunzip_beginning(std::string_view packed, std::size_t most) {
  std::string text(most, '\0');
  z_stream stream{};
  CAIRN_CHECK(inflateInit2(&stream, 15 + 16) == Z_OK);
  stream.next_in = reinterpret_cast<const Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(std::min(packed.size(), std::size_t{1} << 20));
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(most);
  inflate(&stream, Z_NO_FLUSH);
  text.resize(most - stream.avail_out);
  inflateEnd(&stream);
  return text;
}

}  // namespace cairn
