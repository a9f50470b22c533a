// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::st {

/// A direct address: %IX0.0, %QW4, %MD10; %I0.0 is %IX0.0.
struct Address {
  bool is_valid = false;
  bool is_open = false;  ///< %I*: somewhere among the inputs
  char area = 'I';       ///< I, Q or M
  char size = 'X';       ///< X, B, W, D, L
  std::vector<std::uint64_t> numbers;
  std::string name;  ///< in one spelling
};

Address read_address(std::string_view text);

/// Whether two different addresses may mean common bits. Some makers count words and some bytes;
/// what overlaps under one of the two may.
bool may_overlap(const Address& a, const Address& b);

}  // namespace cairn::st
