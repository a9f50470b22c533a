// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn {

/// A name that ends like "data[3]".
struct IndexedName {
  std::string_view base;
  std::uint32_t index = 0;
};

std::optional<IndexedName> split_index(std::string_view name);

/// A value change dump, IEEE 1364 section 18 ("VCD files"), as GTKWave reads it. One time unit is
/// one step; all signals live in one scope. Names are the user's bytes: what could end a
/// declaration early or confuse a viewer is escaped, and every name is made distinct.
class VcdFile {
 public:
  /// All signals before the first step. `type` is VCD's own word; `range` such as "[7:0]", empty
  /// for a single bit. Returns the number of the signal.
  std::size_t add(std::string_view type, std::string_view name, std::size_t width,
                  std::string_view range);
  void begin_step();
  /// A digit for each bit, of 0, 1 and x, most significant first. Written if it is new.
  void set(std::size_t signal, std::string_view value);
  std::string end();

 private:
  struct Signal {
    std::string id;
    bool is_vector = false;
    std::string shown;  // the value that was written last
  };

  void end_step();
  std::string distinct(const std::string& wanted);

  std::unordered_map<std::string, unsigned> uses_;  // of names
  std::vector<Signal> signals_;
  std::size_t steps_ = 0;
  std::string text_ = "$version Cairn $end\n$timescale 1 ns $end\n$scope module top $end\n";
};

}  // namespace cairn
