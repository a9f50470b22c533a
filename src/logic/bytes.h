// SPDX-License-Identifier: MIT
//
// What messages between processes are made of. Numbers are little-endian and of fixed width. A
// reader trusts nothing: no count makes it allocate, and once something is wrong all that follows
// is zero.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "logic/bit/lit.h"

namespace cairn {

class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint32_t value) {
    for (int i = 0; i < 4; ++i) byte(static_cast<std::uint8_t>(value >> 8 * i));
  }
  void large(std::uint64_t value) {
    number(static_cast<std::uint32_t>(value));
    number(static_cast<std::uint32_t>(value >> 32));
  }
  void count(std::size_t value) {
    CAIRN_CHECK(value <= 0xFFFFFFFFu);
    number(static_cast<std::uint32_t>(value));
  }
  void text(std::string_view value) {
    count(value.size());
    bytes_ += value;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Once something is missing or wrong, everything that is read is 0.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) fail();
    if (failed_) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  std::uint32_t number() {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value |= std::uint32_t{byte()} << 8 * i;
    return failed_ ? 0 : value;
  }
  std::uint64_t large() {
    const std::uint64_t low = number();
    return low | std::uint64_t{number()} << 32;
  }
  /// Of things that take at least so many bytes each.
  std::size_t count(std::size_t bytes_each) {
    const std::size_t value = number();
    require(value <= rest_.size() / bytes_each);
    return failed_ ? 0 : value;
  }
  std::string text() {
    const std::size_t size = count(1);
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
  }
  /// A literal of one of the variables below `limit`.
  Lit literal(std::uint32_t limit) {
    const std::uint32_t code = number();
    require(code / 2 < limit);
    return failed_ ? kFalse : Lit::from_code(code);
  }

  void require(bool condition) {
    if (!condition) fail();
  }
  bool failed() const { return failed_; }
  bool at_end() const { return rest_.empty(); }
  /// What was not read yet.
  std::string_view rest() const { return rest_; }

 private:
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace cairn
