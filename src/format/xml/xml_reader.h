// SPDX-License-Identifier: MIT
//
// XML to a tree, read by expat: elements, attributes and text with their places in the file. There
// are no entities but the five of XML itself: a document that declares others is refused, so that
// none can grow when it is read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/source.h"

namespace cairn {

struct XmlText {
  std::uint64_t line = 1, column = 1;
  std::string characters;
};

struct XmlElement {
  std::string name;  ///< without the prefix of its namespace
  std::uint64_t line = 1, column = 1;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<std::unique_ptr<XmlElement>> children;
  std::vector<XmlText> texts;  ///< between its children

  /// Null if there is none.
  const XmlElement* child(std::string_view child_name) const;
  const std::string* attribute(std::string_view attribute_name) const;
};

/// The document's element. Throws InputError.
std::unique_ptr<XmlElement> read_xml(const Source& source);

}  // namespace cairn
