// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace cairn {

/// To a process that waits for them; false if it is gone.
bool send_all(int channel, std::string_view bytes);

}  // namespace cairn
