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

}  // namespace cairn
