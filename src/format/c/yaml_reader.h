// SPDX-License-Identifier: MIT
//
// The part of YAML that witnesses use: block sequences and mappings, plain and quoted scalars (over
// several lines, too), literal and folded blocks, empty and flat flow collections. No anchors, tags
// or documents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/source.h"

namespace cairn {

struct YamlField;

struct YamlNode {
  enum class Kind { Scalar, Sequence, Mapping };
  Kind kind = Kind::Scalar;
  std::string scalar;
  std::vector<YamlNode> items;    ///< Sequence
  std::vector<YamlField> fields;  ///< Mapping, in order
  std::uint64_t line = 1;

  /// The field of a mapping; null if there is none, or this is no mapping.
  const YamlNode* find(std::string_view key) const;
};

struct YamlField {
  std::string first;
  YamlNode second;
};

/// Throws InputError.
YamlNode read_yaml(const Source& source);

}  // namespace cairn
