// SPDX-License-Identifier: MIT
#include "format/source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "base/error.h"

namespace cairn {
namespace {

std::string gzip(const std::string& bytes) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  std::string input = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class SourceTest : public testing::Test {
 protected:
  SourceTest() {
    std::string pattern = testing::TempDir() + "cairn-source-XXXXXX";
    directory_ = mkdtemp(pattern.data());
  }
  ~SourceTest() override { std::filesystem::remove_all(directory_); }

  std::string path(const std::string& name) const { return directory_ / name; }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  std::filesystem::path directory_;
};

TEST_F(SourceTest, ReadsAFileWithEveryByte) {
  std::string bytes;
  for (int i = 0; i < 300'000; ++i) bytes += static_cast<char>(i * 7);
  const Source source = read_source(write("bytes", bytes));
  EXPECT_EQ(source.name, path("bytes"));
  EXPECT_EQ(source.bytes, bytes);
}

TEST_F(SourceTest, ReadsAnEmptyFile) {
  EXPECT_EQ(read_source(write("empty", "")).bytes, "");
}

TEST_F(SourceTest, ReadsAFifo) {
  ASSERT_EQ(mkfifo(path("fifo").c_str(), 0600), 0);
  const std::string bytes(200'000, 'z');
  std::thread writer([&] { std::ofstream(path("fifo")) << bytes; });
  EXPECT_EQ(read_source(path("fifo")).bytes, bytes);
  writer.join();
}

TEST_F(SourceTest, ReadsStandardInput) {
  const int saved = dup(STDIN_FILENO);
  const int file = open(write("input", "some text").c_str(), O_RDONLY);
  dup2(file, STDIN_FILENO);
  const Source source = read_source("-");
  dup2(saved, STDIN_FILENO);
  close(file);
  close(saved);
  EXPECT_EQ(source.name, "<stdin>");
  EXPECT_EQ(source.bytes, "some text");
}

TEST_F(SourceTest, DropsAByteOrderMark) {
  EXPECT_EQ(read_source(write("model.aag",
                              "\xef\xbb\xbf"
                              "aag 0 0 0 0 0\n"))
                .bytes,
            "aag 0 0 0 0 0\n");
}

TEST_F(SourceTest, UnpacksGzipWhateverTheFilesName) {
  EXPECT_EQ(read_source(write("model.aag", gzip("aag 0 0 0 0 0\n"))).bytes, "aag 0 0 0 0 0\n");
}

TEST_F(SourceTest, NamesWhatIsMissing) {
  EXPECT_EQ(error_of([&] { read_source(path("none.aig")); }),
            "cairn: error: " + path("none.aig") + ": cannot read: No such file or directory");
}

TEST_F(SourceTest, NamesADirectory) {
  EXPECT_EQ(error_of([&] { read_source(path("")); }),
            "cairn: error: " + path("") + ": is a directory, expected a file");
}

TEST_F(SourceTest, GivesUpOnADeviceWithoutEnd) {
  EXPECT_EQ(error_of([&] { read_source("/dev/zero"); }),
            "cairn: error: /dev/zero: is a device that gives more than 16777216 bytes");
}

TEST_F(SourceTest, NamesWhatMayNotBeRead) {
  const std::string name = write("secret", "x");
  std::filesystem::permissions(name, std::filesystem::perms::none);
  // Root may read everything, so it reads as nobody.
  constexpr uid_t kNobody = 65534;
  const uid_t self = geteuid();
  if (self == 0) {
    ASSERT_EQ(seteuid(kNobody), 0);
  }
  const std::string error = error_of([&] { read_source(name); });
  if (self == 0) {
    ASSERT_EQ(seteuid(self), 0);
  }
  EXPECT_EQ(error, "cairn: error: " + name + ": cannot read: Permission denied");
}

TEST(GunzipTest, UnpacksSeveralMembers) {
  const std::string large(1'000'000, 'q');
  EXPECT_EQ(gunzip("x", gzip("one ") + gzip(large) + gzip("") + gzip(" two")),
            "one " + large + " two");
}

TEST(GunzipTest, RefusesEveryPrefix) {
  const std::string packed = gzip("some text that is packed");
  for (std::size_t length = 2; length < packed.size(); ++length)
    EXPECT_EQ(
        error_of([&] { gunzip("x.gz", packed.substr(0, length)); }),
        "x.gz:1:1: error: truncated gzip data: ends after " + std::to_string(length) + " bytes");
}

TEST(GunzipTest, ChecksSumAndSize) {
  const std::string packed = gzip("some text that is packed");
  for (std::size_t i = packed.size() - 8; i < packed.size(); ++i) {
    std::string damaged = packed;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_NE(error_of([&] { gunzip("x.gz", damaged); }).find("damaged gzip data: incorrect"),
              std::string::npos);
  }
}

TEST(GunzipTest, RefusesBytesAfterTheEnd) {
  const std::string packed = gzip("text");
  EXPECT_EQ(error_of([&] { gunzip("x.gz", packed + "abc"); }),
            "x.gz:1:1: error: damaged gzip data: 3 bytes after its end, at byte " +
                std::to_string(packed.size()));
}

TEST(GunzipTest, RefusesABomb) {
  const std::string packed = gzip(std::string(unpack_limit(200'000) + 1, '\0'));
  ASSERT_LT(packed.size(), 200'000u);
  EXPECT_NE(error_of([&] { gunzip("x.gz", packed); }).find("unpacks to more than"),
            std::string::npos);
}

}  // namespace
}  // namespace cairn
