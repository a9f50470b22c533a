// SPDX-License-Identifier: MIT
#include "logic/word/sort.h"

#include <fmt/format.h>

namespace cairn {

namespace {

std::string scalar_text(const ScalarSort& sort) {
  switch (sort.kind) {
    case SortKind::Bool:
      return "bool";
    case SortKind::BitVector:
      return fmt::format("bv{}", sort.size);
    case SortKind::Float:
      if (sort.exponent == 8 && sort.size == 24) return "float";
      if (sort.exponent == 11 && sort.size == 53) return "double";
      return fmt::format("float<{},{}>", sort.exponent, sort.size);
    case SortKind::Int:
      return "int";
    case SortKind::Real:
      return "real";
  }
  return {};
}

}  // namespace

std::string to_string(const Sort& sort) {
  if (!sort.array) return scalar_text(sort.element);
  return fmt::format("{}[{}]", scalar_text(sort.element), scalar_text(sort.index));
}

}  // namespace cairn
