// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cairn {

bool starts_like_gzip(std::string_view bytes);

/// Unpacks gzip data, several members in a row included. Throws InputError, and makes room for
/// nothing, if it is damaged, cut, followed by something else or unpacks to more than `limit`
/// bytes.
std::string gunzip_within(const std::string& name, const std::string& packed, std::size_t limit);

/// What the first bytes of gzip data unpack to, at most `most` bytes; damaged or cut data just end.
std::string gunzip_beginning(std::string_view packed, std::size_t most = 4096);

}  // namespace cairn
