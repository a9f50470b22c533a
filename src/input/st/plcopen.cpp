// SPDX-License-Identifier: MIT
#include "input/st/plcopen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/error.h"
#include "format/xml/xml_reader.h"

namespace cairn::st {
namespace {

bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Identifiers, with dots where a library's name may stand before.
bool is_identifier(std::string_view name, bool dots) {
  return !name.empty() && is_ascii_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return is_ascii_letter(c) || (c >= '0' && c <= '9') || (dots && c == '.');
         });
}

struct SectionWord {
  const char* element;
  const char* word;
};
constexpr std::array<SectionWord, 8> kSections = {{{"inputVars", "VAR_INPUT"},
                                                   {"outputVars", "VAR_OUTPUT"},
                                                   {"inOutVars", "VAR_IN_OUT"},
                                                   {"localVars", "VAR"},
                                                   {"tempVars", "VAR_TEMP"},
                                                   {"externalVars", "VAR_EXTERNAL"},
                                                   {"globalVars", "VAR_GLOBAL"},
                                                   {"accessVars", "VAR_ACCESS"}}};

class ProjectText {
 public:
  explicit ProjectText(const Source& source) : name_(source.name), root_(read_xml(source)) {}

  PlcopenProject write() {
    if (root_->name != "project")
      fail(*root_,
           "expected a PLCopen project, got an element '" + printable(root_->name, 40) + "'");
    if (const XmlElement* types = root_->child("types")) {
      if (const XmlElement* data = types->child("dataTypes"))
        for (const auto& type : data->children) data_type(*type);
      if (const XmlElement* pous = types->child("pous"))
        for (const auto& pou : pous->children) unit(*pou);
    }
    if (const XmlElement* instances = root_->child("instances"))
      if (const XmlElement* configurations = instances->child("configurations"))
        for (const auto& one : configurations->children)
          if (one->name == "configuration") configuration(*one);
    project_.text.name = name_;
    return std::move(project_);
  }

 private:
  [[noreturn]] void fail(const XmlElement& at, const std::string& message) const {
    throw InputError({name_, at.line, at.column}, message);
  }

  /// On the line, if the text is not beyond it.
  void put(std::uint64_t line, const std::string& words) {
    while (line_ < line) project_.text.bytes += '\n', ++line_, column_ = 1;
    project_.text.bytes += words + ' ';
    column_ += words.size() + 1;
  }

  /// As it stands in the file.
  void put_body(const XmlText& text) {
    put(text.line, "");
    if (line_ == text.line && column_ < text.column) {
      project_.text.bytes.append(text.column - column_, ' ');
      column_ = text.column;
    }
    project_.text.bytes += text.characters;
    const auto breaks = std::count(text.characters.begin(), text.characters.end(), '\n');
    line_ += static_cast<std::uint64_t>(breaks);
    column_ = breaks > 0 ? text.characters.size() - text.characters.rfind('\n')
                         : column_ + text.characters.size();
  }

  std::string identifier(const XmlElement& element, std::string_view attribute, bool dots = false) {
    const std::string* found = element.attribute(attribute);
    if (found == nullptr)
      fail(element, fmt::format("<{}> has no {}", printable(element.name, 40), attribute));
    if (!is_identifier(*found, dots))
      fail(element, fmt::format("'{}' is no identifier", printable(*found, 60)));
    return *found;
  }

  /// A number, a constant's name or a literal in an attribute.
  std::string plain(const XmlElement& element, std::string_view attribute) {
    const std::string* found = element.attribute(attribute);
    if (found == nullptr)
      fail(element, fmt::format("<{}> has no {}", printable(element.name, 40), attribute));
    const bool quoted = !found->empty() && (found->front() == '\'' || found->front() == '"');
    if (found->empty() || found->find('\n') != std::string::npos ||
        (!quoted && found->find_first_of(";:(*/") != std::string::npos && !is_time_of_day(*found)))
      fail(element, fmt::format("'{}' is no value", printable(*found, 60)));
    return *found;
  }
  /// Literals of TIME_OF_DAY and DATE_AND_TIME have colons.
  static bool is_time_of_day(const std::string& value) {
    return value.find('#') != std::string::npos &&
           value.find_first_of(";(*/=") == std::string::npos;
  }

  const XmlElement& only_child(const XmlElement& element) {
    for (const auto& child : element.children)
      if (child->name != "addData" && child->name != "documentation") return *child;
    fail(element, fmt::format("<{}> is empty", printable(element.name, 40)));
  }

  std::string type_of(const XmlElement& type, unsigned depth = 0) {
    if (depth > 50) fail(type, "types are nested too deeply");
    const auto base = [&] {
      const XmlElement* inner = type.child("baseType");
      if (inner == nullptr) fail(type, fmt::format("<{}> has no baseType", type.name));
      return type_of(only_child(*inner), depth + 1);
    };
    if (type.name == "derived") return identifier(type, "name", true);
    if (type.name == "array") {
      std::string ranges;
      for (const auto& child : type.children)
        if (child->name == "dimension") ranges += (ranges.empty() ? "" : ", ") + range(*child);
      return fmt::format("ARRAY [{}] OF {}", ranges, base());
    }
    if (type.name == "subrangeSigned" || type.name == "subrangeUnsigned") {
      const XmlElement* bounds = type.child("range");
      if (bounds == nullptr) fail(type, "the subrange has no range");
      return fmt::format("{} ({})", base(), range(*bounds));
    }
    if (type.name == "enum") return enumeration(type);
    if (type.name == "struct") {
      std::string members;
      for (const auto& child : type.children)
        if (child->name == "variable") members += declaration(*child, depth + 1) + " ";
      return "STRUCT " + members + "END_STRUCT";
    }
    if (type.name == "string" || type.name == "wstring") {
      const std::string word = type.name == "string" ? "STRING" : "WSTRING";
      return type.attribute("length") != nullptr
                 ? fmt::format("{}[{}]", word, plain(type, "length"))
                 : word;
    }
    if (type.name == "pointer") fail(type, "not supported: pointers");
    if (!is_identifier(type.name, false))
      fail(type, fmt::format("unknown type '{}'", printable(type.name, 40)));
    return type.name;  // <BOOL/>
  }

  std::string range(const XmlElement& bounds) {
    return plain(bounds, "lower") + ".." + plain(bounds, "upper");
  }

  std::string enumeration(const XmlElement& type) {
    const XmlElement* values = type.child("values");
    if (values == nullptr) fail(type, "the enumeration has no values");
    std::string names;
    for (const auto& value : values->children) {
      if (value->name != "value") continue;
      names += (names.empty() ? "" : ", ") + identifier(*value, "name");
      if (value->attribute("value") != nullptr) names += " := " + plain(*value, "value");
    }
    return "(" + names + ")";
  }

  std::string initial(const XmlElement& value, unsigned depth) {
    if (depth > 50) fail(value, "values are nested too deeply");
    std::string list;
    if (value.name == "simpleValue") return plain(value, "value");
    const bool is_array = value.name == "arrayValue";
    if (!is_array && value.name != "structValue")
      fail(value, fmt::format("unknown initial value '{}'", printable(value.name, 40)));
    for (const auto& one : value.children) {
      if (one->name != "value") continue;
      std::string text = initial(only_child(*one), depth + 1);
      if (!is_array) text = identifier(*one, "member") + " := " + text;
      if (one->attribute("repetitionValue") != nullptr)
        text = fmt::format("{}({})", plain(*one, "repetitionValue"), text);
      list += (list.empty() ? "" : ", ") + text;
    }
    return is_array ? "[" + list + "]" : "(" + list + ")";
  }

  std::string declaration(const XmlElement& variable, unsigned depth = 0) {
    std::string text = identifier(variable, "name");
    if (const std::string* address = variable.attribute("address");
        address != nullptr && !address->empty())
      text += " AT " + plain(variable, "address");
    const XmlElement* type = variable.child("type");
    if (type == nullptr) fail(variable, fmt::format("'{}' has no type", text));
    text += " : " + type_of(only_child(*type), depth + 1);
    if (const XmlElement* value = variable.child("initialValue"))
      text += " := " + initial(only_child(*value), depth + 1);
    return text + ";";
  }

  void section(const XmlElement& list, const char* word) {
    std::string head = word;
    const auto is_set = [&](const char* attribute) {
      const std::string* found = list.attribute(attribute);
      return found != nullptr && *found == "true";
    };
    if (is_set("constant")) head += " CONSTANT";
    if (is_set("retain") || is_set("persistent")) head += " RETAIN";
    put(list.line, head);
    for (const auto& variable : list.children)
      if (variable->name == "variable") put(variable->line, declaration(*variable));
    put(line_, "END_VAR");
  }

  void sections(const XmlElement& parent) {
    for (const auto& list : parent.children)
      for (const SectionWord& section_word : kSections)
        if (list->name == section_word.element && !list->children.empty())
          section(*list, section_word.word);
  }

  void data_type(const XmlElement& type) {
    if (type.name != "dataType") return;
    const XmlElement* base = type.child("baseType");
    if (base == nullptr) fail(type, "the data type has no baseType");
    std::string text =
        fmt::format("TYPE {} : {}", identifier(type, "name"), type_of(only_child(*base)));
    if (const XmlElement* value = type.child("initialValue"))
      text += " := " + initial(only_child(*value), 0);
    put(type.line, text + "; END_TYPE");
  }

  /// What keeps the unit from being read; none if nothing does.
  static std::optional<std::string> obstacle(const XmlElement& pou) {
    static constexpr std::array<std::pair<const char*, const char*>, 4> kLanguages = {
        {{"SFC", "a Sequential Function Chart (SFC)"},
         {"FBD", "a Function Block Diagram (FBD)"},
         {"LD", "a Ladder Diagram (LD)"},
         {"IL", "an Instruction List (IL)"}}};
    const XmlElement* body = pou.child("body");
    if (body == nullptr) return "it has no body";
    for (const auto& [element, language] : kLanguages)
      if (body->child(element) != nullptr) return fmt::format("its body is {}", language);
    if (body->child("ST") == nullptr) return "its body is not Structured Text";
    for (const char* part : {"actions", "transitions"})
      if (const XmlElement* found = pou.child(part); found != nullptr && !found->children.empty())
        return fmt::format("it has {}", part);
    return std::nullopt;
  }

  void unit(const XmlElement& pou) {
    if (pou.name != "pou") return;
    const std::string name = identifier(pou, "name");
    if (const auto why = obstacle(pou)) {
      project_.left_out.push_back(
          fmt::format("{}:{}:{}: '{}' is left out: {}", name_, pou.line, pou.column, name, *why));
      return;
    }
    const std::string* kind = pou.attribute("pouType");
    const XmlElement* interface = pou.child("interface");
    const std::string word = kind != nullptr && *kind == "function"        ? "FUNCTION"
                             : kind != nullptr && *kind == "program"       ? "PROGRAM"
                             : kind != nullptr && *kind == "functionBlock" ? "FUNCTION_BLOCK"
                                                                           : "";
    if (word.empty()) fail(pou, fmt::format("'{}' has no pouType that is known", name));
    std::string head = word + " " + name;
    if (interface != nullptr)
      if (const XmlElement* result = interface->child("returnType"))
        head += " : " + type_of(only_child(*result));
    put(pou.line, head);
    if (interface != nullptr) sections(*interface);
    body_text(*pou.child("body")->child("ST"), 0);
    project_.text.bytes += '\n';  // the body may end in a comment
    ++line_, column_ = 1;
    put(line_, "END_" + word);
  }

  void body_text(const XmlElement& element, unsigned depth) {
    if (depth > 50) fail(element, "the body is nested too deeply");
    // Texts and elements (paragraphs) in the order of the file.
    std::size_t next = 0;
    for (const auto& child : element.children) {
      for (; next < element.texts.size() && element.texts[next].line < child->line; ++next)
        put_body(element.texts[next]);
      body_text(*child, depth + 1);
    }
    for (; next < element.texts.size(); ++next) put_body(element.texts[next]);
  }

  void configuration(const XmlElement& one) {
    put(one.line, "CONFIGURATION " + identifier(one, "name"));
    sections(one);
    for (const auto& resource : one.children) {
      if (resource->name != "resource") continue;
      put(resource->line, "RESOURCE " + identifier(*resource, "name") + " ON PLC");
      sections(*resource);
      for (const auto& task : resource->children)
        if (task->name == "task") put(task->line, task_text(*task));
      for (const auto& task : resource->children) {
        if (task->name == "task")
          for (const auto& instance : task->children)
            run(*instance, " WITH " + identifier(*task, "name"));
        run(*task, "");
      }
      put(line_, "END_RESOURCE");
    }
    put(line_, "END_CONFIGURATION");
  }

  std::string task_text(const XmlElement& task) {
    std::string settings;
    if (task.attribute("interval") != nullptr) settings += "INTERVAL := " + interval(task);
    if (task.attribute("priority") != nullptr)
      settings += (settings.empty() ? "" : ", ") + ("PRIORITY := " + plain(task, "priority"));
    return fmt::format("TASK {} ({});", identifier(task, "name"), settings);
  }

  /// "T#100ms", as the literal; "PT0.1S", as XML has durations.
  std::string interval(const XmlElement& task) {
    const std::string& written = *task.attribute("interval");
    // "00:00:00.100000", as the first version of the schema had it.
    if (written.size() >= 8 && written[2] == ':' && written[5] == ':' &&
        written.find_first_not_of("0123456789:.") == std::string::npos)
      return fmt::format("T#{}h{}m{}s", written.substr(0, 2), written.substr(3, 2),
                         written.substr(6));
    const std::string text = plain(task, "interval");
    if (!text.starts_with("PT")) return text;
    std::string literal = text.substr(2);
    std::transform(literal.begin(), literal.end(), literal.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return "T#" + literal;
  }

  void run(const XmlElement& instance, const std::string& task) {
    if (instance.name != "pouInstance") return;
    const XmlElement& at = instance;
    const bool typed = at.attribute("typeName") != nullptr;
    put(at.line, fmt::format("PROGRAM {}{} : {};", identifier(at, "name"), task,
                             identifier(at, typed ? "typeName" : "type")));
  }

  std::string name_;
  std::unique_ptr<XmlElement> root_;
  PlcopenProject project_;
  std::uint64_t line_ = 1, column_ = 1;
};

}  // namespace

bool is_plcopen(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with("<?xml") && !text.starts_with("<project") && !text.starts_with("<!--"))
    return false;
  return text.find("plcopen.org/xml/tc6") != std::string_view::npos;
}

PlcopenProject read_plcopen(const Source& source) {
  return ProjectText(source).write();
}

}  // namespace cairn::st
