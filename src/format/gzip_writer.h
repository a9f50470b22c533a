// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace cairn {

/// `bytes` as a gzip file, without name or time: the same bytes always give the same file.
std::string gzip(std::string_view bytes);

}  // namespace cairn
