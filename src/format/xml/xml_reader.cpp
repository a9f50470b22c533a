// SPDX-License-Identifier: MIT
#include "format/xml/xml_reader.h"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"

namespace cairn {
namespace {

constexpr std::size_t kDeepestElement = 200;
constexpr std::size_t kMostBytes = std::size_t{1} << 30;  // what XML_Parse takes in one piece

std::string local_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return std::string(colon == std::string_view::npos ? name : name.substr(colon + 1));
}

/// The handlers of expat. Exceptions do not pass through C: a fault is kept and parsing stopped.
class TreeBuilder {
 public:
  explicit TreeBuilder(XML_Parser parser) : parser_(parser) {
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, &begin, &end);
    XML_SetCharacterDataHandler(parser, &characters);
    XML_SetEntityDeclHandler(parser, &entity);
  }

  std::unique_ptr<XmlElement> root;
  std::optional<XmlText> fault;

 private:
  static TreeBuilder& self(void* data) { return *static_cast<TreeBuilder*>(data); }

  std::uint64_t line() const { return XML_GetCurrentLineNumber(parser_); }
  std::uint64_t column() const { return XML_GetCurrentColumnNumber(parser_) + 1; }

  void stop(const std::string& message) {
    if (!fault) fault = XmlText{line(), column(), message};
    XML_StopParser(parser_, XML_FALSE);
  }

  static void begin(void* data, const XML_Char* name, const XML_Char** attributes) {
    TreeBuilder& builder = self(data);
    if (builder.open_.size() >= kDeepestElement)
      return builder.stop(fmt::format("more than {} elements inside each other", kDeepestElement));
    auto element = std::make_unique<XmlElement>();
    element->name = local_name(name);
    element->line = builder.line();
    element->column = builder.column();
    for (; *attributes != nullptr; attributes += 2)
      element->attributes.emplace_back(local_name(attributes[0]), attributes[1]);
    XmlElement* opened = element.get();
    if (builder.open_.empty())
      builder.root = std::move(element);
    else
      builder.open_.back()->children.push_back(std::move(element));
    builder.open_.push_back(opened);
    builder.goes_on_ = false;
  }

  static void end(void* data, const XML_Char*) {
    self(data).open_.pop_back();
    self(data).goes_on_ = false;
  }

  /// expat hands over a line in pieces, and its end by itself.
  static void characters(void* data, const XML_Char* text, int length) {
    TreeBuilder& builder = self(data);
    if (builder.open_.empty()) return;
    std::vector<XmlText>& texts = builder.open_.back()->texts;
    if (!builder.goes_on_) texts.push_back({builder.line(), builder.column(), ""});
    texts.back().characters.append(text, static_cast<std::size_t>(length));
    builder.goes_on_ = true;
  }

  static void entity(void* data, const XML_Char* name, int, const XML_Char*, int, const XML_Char*,
                     const XML_Char*, const XML_Char*, const XML_Char*) {
    self(data).stop(fmt::format("the document declares the entity '{}': entities are not read",
                                printable(name, 40)));
  }

  XML_Parser parser_;
  std::vector<XmlElement*> open_;
  bool goes_on_ = false;  ///< the last text is not finished
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view child_name) const {
  const auto found =
      std::find_if(children.begin(), children.end(),
                   [&](const std::unique_ptr<XmlElement>& one) { return one->name == child_name; });
  return found == children.end() ? nullptr : found->get();
}

const std::string* XmlElement::attribute(std::string_view attribute_name) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const auto& one) { return one.first == attribute_name; });
  return found == attributes.end() ? nullptr : &found->second;
}

std::unique_ptr<XmlElement> read_xml(const Source& source) {
  if (source.bytes.size() > kMostBytes)
    throw InputError({source.name}, "the XML document has more than 1 GiB");
  const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      XML_ParserCreate(nullptr), &XML_ParserFree);
  CAIRN_CHECK(parser != nullptr);
  TreeBuilder builder(parser.get());
  const XML_Status status =
      XML_Parse(parser.get(), source.bytes.data(), static_cast<int>(source.bytes.size()), XML_TRUE);
  if (builder.fault)
    throw InputError({source.name, builder.fault->line, builder.fault->column},
                     builder.fault->characters);
  if (status != XML_STATUS_OK)
    throw InputError({source.name, XML_GetCurrentLineNumber(parser.get()),
                      XML_GetCurrentColumnNumber(parser.get()) + 1},
                     fmt::format("XML: {}", XML_ErrorString(XML_GetErrorCode(parser.get()))));
  return std::move(builder.root);
}

}  // namespace cairn
