// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

/// The values of a waveform that Cairn wrote (vcd_file.h), step by step.
struct VcdValues {
  struct Signal {
    std::string name;  ///< with its scopes: "top.fifo.count"
    std::string code;
    std::uint32_t width = 1;
    std::vector<std::string> values;  ///< of each step: binary digits, x where it has none
  };
  std::vector<Signal> signals;
  std::size_t steps = 0;

  const Signal* find(std::string_view name) const;
};

/// Lenient about what it does not know: it reads what this program has written.
VcdValues read_vcd(std::string_view text);

}  // namespace cairn
