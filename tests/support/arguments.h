// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::support {

/// The command line of a test program: "--name value" and "--name". Each option is taken out; what
/// is left at the end was not understood.
class Arguments {
 public:
  Arguments(int argc, char** argv) : words_(argv + 1, argv + argc) {}

  Arguments& number(std::string_view name, std::uint64_t& value) {
    if (const auto text = take(name)) value = std::strtoull(text->c_str(), nullptr, 10);
    return *this;
  }
  Arguments& decimal(std::string_view name, double& value) {
    if (const auto text = take(name)) value = std::atof(text->c_str());
    return *this;
  }
  Arguments& text(std::string_view name, std::string& value) {
    if (const auto found = take(name)) value = *found;
    return *this;
  }
  Arguments& flag(std::string_view name, bool& value) {
    if (std::erase(words_, name) > 0) value = true;
    return *this;
  }

  bool understood() const { return words_.empty(); }

 private:
  std::optional<std::string> take(std::string_view name) {
    const auto at = std::find(words_.begin(), words_.end(), name);
    if (at == words_.end() || at + 1 == words_.end()) return std::nullopt;
    const std::string value = at[1];
    words_.erase(at, at + 2);
    return value;
  }

  std::vector<std::string> words_;
};

}  // namespace cairn::support
