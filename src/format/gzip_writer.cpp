// SPDX-License-Identifier: MIT
#include "format/gzip_writer.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace cairn {

std::string gzip(std::string_view bytes) {
  constexpr int kGzipWindow = 15 + 16;
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  z_stream stream{};
  CAIRN_CHECK(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, 8,
                           Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed;
  int status = Z_OK;
  while (status != Z_STREAM_END) {
    if (stream.avail_in == 0) {
      const std::size_t take =
          std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(take);
      bytes.remove_prefix(take);
    }
    const std::size_t used = packed.size();
    packed.resize(used + kChunk);
    stream.next_out = reinterpret_cast<Bytef*>(packed.data() + used);
    stream.avail_out = static_cast<uInt>(kChunk);
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    CAIRN_CHECK(status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR);
    packed.resize(used + kChunk - stream.avail_out);
  }
  deflateEnd(&stream);
  return packed;
}

}  // namespace cairn
