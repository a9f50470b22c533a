// SPDX-License-Identifier: MIT
#include "input/c/checks.h"

#include <algorithm>
#include <array>

namespace cairn {
namespace {

constexpr std::array<CCheck, 15> kChecks{{
    {"bounds", "an access that is not within an object"},
    {"null", "an access through a null pointer"},
    {"nonnull", "a null pointer for a parameter that is declared `nonnull`"},
    {"use-after-free", "an access to freed memory, or to a local after its end"},
    {"double-free", "memory that is freed twice"},
    {"invalid-free", "`free` of anything but null and the start of allocated memory"},
    {"leak", "memory that is still allocated when the program ends", CCheck::When::OnRequest},
    {"lost-memory", "allocated memory that no pointer leads to any more", CCheck::When::OnRequest},
    {"uninitialised", "a read of a local or of allocated memory that was never set"},
    {"same-object",
     "`<`, `<=`, `>`, `>=` or `-` of pointers that are not into one object (or one behind it)"},
    {"division", "a division by zero"},
    {"overflow",
     "an overflow of signed `+`, `-`, `*`, `/`, `%`, `++`, `--`, or bits that `<<` shifts out of a "
     "signed value"},
    {"shift",
     "a shift by a negative amount or by at least the width, a left shift of a negative value or "
     "of "
     "bits out of a signed one"},
    {"unreachable", "nothing; a warning names the code that no run gets to",
     CCheck::When::OnRequest},
    {"unwinding", "a loop that goes on after the iterations that `--unwind N` allows",
     CCheck::When::OnRequest},
}};

}  // namespace

std::span<const CCheck> c_checks() {
  return kChecks;
}

bool is_c_check(std::string_view name) {
  return std::ranges::any_of(kChecks, [&](const CCheck& check) { return check.name == name; });
}

std::vector<std::string> expand_c_checks(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  const auto add = [&](std::string_view name) {
    if (std::ranges::find(result, name) == result.end()) result.emplace_back(name);
  };
  for (const std::string& name : names) {
    if (name != "all") {
      add(name);
      continue;
    }
    for (const CCheck& check : kChecks)
      if (check.when == CCheck::When::Always) add(check.name);
  }
  return result;
}

}  // namespace cairn
