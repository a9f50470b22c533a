// SPDX-License-Identifier: MIT
#include "input/st/addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cairn::st {
namespace {

std::uint64_t bits_of(char size) {
  switch (size) {
    case 'X':
      return 1;
    case 'B':
      return 8;
    case 'W':
      return 16;
    case 'D':
      return 32;
    default:
      return 64;
  }
}

/// First bit and the one behind the last; words counted by their size, or by bytes.
std::pair<std::uint64_t, std::uint64_t> bits_at(const Address& address, bool counts_bytes) {
  const std::uint64_t length = bits_of(address.size);
  const std::uint64_t last = address.numbers.back();
  if (address.size == 'X') {
    const std::uint64_t byte = address.numbers.size() > 1 ? address.numbers.end()[-2] : 0;
    return {byte * 8 + last, byte * 8 + last + 1};
  }
  const std::uint64_t first = last * (counts_bytes ? 8 : length);
  return {first, first + length};
}

}  // namespace

Address read_address(std::string_view text) {
  Address address;
  if (text.size() < 3 || text[0] != '%') return address;
  address.area = text[1];
  if (address.area != 'I' && address.area != 'Q' && address.area != 'M') return address;
  text.remove_prefix(2);
  if (std::string_view("XBWDL").find(text.front()) != std::string_view::npos) {
    address.size = text.front();
    text.remove_prefix(1);
  }
  if (text == "*") {
    address.is_valid = address.is_open = true;
    return address;
  }
  std::uint64_t number = 0;
  bool digits = false;
  for (const char c : text) {
    if (c == '.' && digits) {
      address.numbers.push_back(std::exchange(number, 0));
      digits = false;
    } else if (c >= '0' && c <= '9' && number < 1'000'000) {
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      digits = true;
    } else {
      return address;
    }
  }
  if (!digits) return address;
  address.numbers.push_back(number);
  address.is_valid = true;
  address.name =
      fmt::format("%{}{}{}", address.area, address.size, fmt::join(address.numbers, "."));
  return address;
}

bool may_overlap(const Address& a, const Address& b) {
  if (a.is_open || b.is_open || a.area != b.area) return false;
  // Addresses with more levels count modules and channels; those are apart if they differ.
  const auto module = [](const Address& one) {
    const std::size_t own = one.size == 'X' ? 2 : 1;
    std::vector<std::uint64_t> numbers = one.numbers;
    numbers.resize(numbers.size() > own ? numbers.size() - own : 0);
    return numbers;
  };
  if (module(a) != module(b)) return module(a).size() != module(b).size();
  for (const bool counts_bytes : {false, true}) {
    const auto [a_first, a_last] = bits_at(a, counts_bytes);
    const auto [b_first, b_last] = bits_at(b, counts_bytes);
    if (a_first < b_last && b_first < a_last) return true;
  }
  return false;
}

}  // namespace cairn::st
