// SPDX-License-Identifier: MIT
//
// The checks of --check: what they are called, and what violates them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {

struct CCheck {
  enum class When { Always, OnRequest };  ///< OnRequest: not part of `all`
  std::string_view name;
  std::string_view violated_by;
  When when = When::Always;
};

/// Those that the front end knows, in the order of the documents.
std::span<const CCheck> c_checks();

bool is_c_check(std::string_view name);

/// `names` with `all` replaced by what it stands for, each once.
std::vector<std::string> expand_c_checks(const std::vector<std::string>& names);

}  // namespace cairn
