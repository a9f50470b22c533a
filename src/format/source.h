// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace cairn {

/// The bytes of an input and the name that messages use for it.
struct Source {
  std::string name;
  std::string bytes;
};

/// The most that gzip data of a given size may unpack to. What circuits compress to stays far from
/// it; a gzip bomb does not.
constexpr std::size_t unpack_limit(std::size_t packed) {
  return (std::size_t{8} << 20) + 48 * packed;
}

/// Reads a file, or standard input if `path` is "-" (its name in messages is then "<stdin>"), and
/// unpacks it if it starts like gzip. Throws InputError for what is missing, a directory,
/// unreadable or damaged.
Source read_source(const std::string& path);

/// What standard input has, all of it, to find out what it is. From then on read_source("-") gives
/// the same each time.
const std::string& peek_standard_input();

/// Unpacks gzip data, several members in a row included; throws InputError if it is damaged, cut,
/// followed by something else or unpacks to more than unpack_limit().
std::string gunzip(const std::string& name, const std::string& packed);

}  // namespace cairn
