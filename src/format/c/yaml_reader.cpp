// SPDX-License-Identifier: MIT
#include "format/c/yaml_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"

namespace cairn {
namespace {

constexpr unsigned kMostNesting = 50;

struct Line {
  std::size_t indent = 0;
  std::string_view text;  ///< without indentation, blanks at the end and comments that are alone
  std::uint64_t number = 1;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

class Reader {
 public:
  explicit Reader(const Source& source) : name_(source.name) {
    std::uint64_t number = 0;
    for (std::size_t begin = 0; begin < source.bytes.size();) {
      const std::size_t end = std::min(source.bytes.find('\n', begin), source.bytes.size());
      std::string_view text = std::string_view(source.bytes).substr(begin, end - begin);
      begin = end + 1;
      ++number;
      while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
      const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
      text.remove_prefix(indent);
      if (text == "---" || text == "...") text = {};
      lines_.push_back({indent, text, number});
    }
  }

  YamlNode run() {
    skip_empty();
    if (at_ == lines_.size()) throw InputError({name_}, "the file is empty");
    YamlNode node = block(lines_[at_].indent, 0);
    skip_empty();
    if (at_ < lines_.size()) fail("expected the end, or the indentation of the lines before");
    return node;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    const std::uint64_t number = at_ < lines_.size() ? lines_[at_].number : lines_.size();
    throw InputError({name_, std::max<std::uint64_t>(number, 1), 1}, message);
  }
  void skip_empty() {
    while (at_ < lines_.size() && (lines_[at_].text.empty() || lines_[at_].text[0] == '#')) ++at_;
  }
  static bool is_item(std::string_view text) { return text == "-" || text.starts_with("- "); }

  /// Where the key of "key: value" ends; none if the line is no such.
  static std::optional<std::size_t> key_end(std::string_view text) {
    std::size_t i = 0;
    if (!text.empty() && (text[0] == '"' || text[0] == '\'')) {
      for (i = 1; i < text.size() && text[i] != text[0]; ++i)
        if (text[i] == '\\' && text[0] == '"') ++i;
      if (++i >= text.size() || text[i] != ':') return std::nullopt;
    } else {
      for (; i < text.size() && !(text[i] == ':' && (i + 1 == text.size() || text[i + 1] == ' '));
           ++i)
        if (text[i] == '#' && i > 0 && is_blank(text[i - 1])) return std::nullopt;  // a comment
      if (i >= text.size()) return std::nullopt;
    }
    if (i + 1 < text.size() && text[i + 1] != ' ') return std::nullopt;
    return i;
  }

  YamlNode block(std::size_t indent, unsigned nesting) {
    if (nesting > kMostNesting) fail("the file is nested too deeply");
    YamlNode node;
    node.line = lines_[at_].number;
    if (is_item(lines_[at_].text)) {
      node.kind = YamlNode::Kind::Sequence;
      for (; at_ < lines_.size() && lines_[at_].indent == indent && is_item(lines_[at_].text);
           skip_empty())
        node.items.push_back(item(nesting));
      return node;
    }
    if (!key_end(lines_[at_].text)) return value(lines_[at_].text, indent, nesting, true);
    node.kind = YamlNode::Kind::Mapping;
    for (; at_ < lines_.size() && lines_[at_].indent == indent && !is_item(lines_[at_].text);
         skip_empty()) {
      const std::string_view text = lines_[at_].text;
      const auto end = key_end(text);
      if (!end) fail("expected 'key: value'");
      std::string key = text[0] == '"' || text[0] == '\'' ? std::string(text.substr(1, *end - 2))
                                                          : std::string(text.substr(0, *end));
      if (node.find(key) != nullptr) fail(fmt::format("the key {} is there twice", printable(key)));
      std::string_view rest = text.substr(*end + 1);
      while (!rest.empty() && is_blank(rest[0])) rest.remove_prefix(1);
      node.fields.push_back({std::move(key), value(rest, indent, nesting, false)});
    }
    return node;
  }

  /// "- ..." at the cursor: what follows the dash is a block of its own, or a value.
  YamlNode item(unsigned nesting) {
    Line& line = lines_[at_];
    std::size_t skip = 1;
    while (skip < line.text.size() && is_blank(line.text[skip])) ++skip;
    const std::size_t outer = line.indent;
    const std::string_view rest = line.text.substr(skip);
    if (rest.empty()) return value({}, outer, nesting, false);
    line.indent += skip;
    line.text = rest;
    return block(line.indent, nesting + 1);
  }

  /// What stands behind a key or a dash; the cursor is at its line, and then after the value.
  /// Lines that go on are indented deeper than `indent`, unless the value is a block of its own.
  YamlNode value(std::string_view text, std::size_t indent, unsigned nesting, bool is_block) {
    YamlNode node;
    node.line = lines_[at_].number;
    if (text.empty() || text[0] == '#') {
      ++at_;
      skip_empty();
      const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
      const bool same = at_ < lines_.size() && lines_[at_].indent == indent &&
                        is_item(lines_[at_].text);  // a sequence may stand below its key
      if (deeper || same) return block(lines_[at_].indent, nesting + 1);
      return node;
    }
    if (text[0] == '"' || text[0] == '\'') {
      node.scalar = quoted(text);
    } else if (text[0] == '|' || text[0] == '>') {
      node.scalar = literal(indent, text[0] == '|');
    } else if (text[0] == '[' || text[0] == '{') {
      flow(text, node);
    } else if (text[0] == '&' || text[0] == '*' || text[0] == '!') {
      fail("anchors and tags are not supported");
    } else {
      node.scalar = plain(text, is_block ? indent : indent + 1);
    }
    return node;
  }

  std::string plain(std::string_view text, std::size_t least) {
    std::string result(text.substr(0, text.find(" #")));
    ++at_;
    for (; at_ < lines_.size() && !lines_[at_].text.empty() && lines_[at_].indent >= least &&
           !key_end(lines_[at_].text) && !is_item(lines_[at_].text);
         ++at_)
      result += fmt::format(" {}", lines_[at_].text);
    while (!result.empty() && is_blank(result.back())) result.pop_back();
    return result;
  }

  std::string literal(std::size_t indent, bool keep) {
    std::string result;
    for (++at_; at_ < lines_.size() && (lines_[at_].text.empty() || lines_[at_].indent > indent);
         ++at_)
      result += fmt::format("{}{}", result.empty() ? "" : keep ? "\n" : " ", lines_[at_].text);
    return result;
  }

  /// From the quote on, over as many lines as it takes; line ends inside are blanks.
  std::string quoted(std::string_view text) {
    const char quote = text[0];
    std::string result;
    std::size_t i = 1;
    for (;;) {
      for (; i < text.size(); ++i) {
        const char c = text[i];
        if (c == quote && quote == '\'' && i + 1 < text.size() && text[i + 1] == '\'') {
          result += '\'';
          ++i;
        } else if (c == quote) {
          ++at_;
          return result;
        } else if (c == '\\' && quote == '"') {
          if (i + 1 == text.size()) break;
          i = escape(text, i, result);
        } else {
          result += c;
        }
      }
      const bool joined = i < text.size();  // a backslash at the end of the line
      if (++at_ == lines_.size()) fail("a string does not end");
      if (!joined) result += ' ';
      text = lines_[at_].text;
      i = 0;
    }
  }

  /// The escape at the backslash text[i]; returns the position of its last character.
  std::size_t escape(std::string_view text, std::size_t i, std::string& result) const {
    const char c = text[i + 1];
    const std::size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 0;
    if (digits > 0) {
      std::uint32_t code = 0;
      for (std::size_t j = 0; j < digits; ++j) {
        const char digit = i + 2 + j < text.size() ? text[i + 2 + j] : ' ';
        const std::size_t number =
            std::string_view("0123456789abcdef")
                .find(static_cast<char>(digit >= 'A' && digit <= 'F' ? digit - 'A' + 'a' : digit));
        if (number == std::string_view::npos) fail("a string has a damaged escape");
        code = code * 16 + static_cast<std::uint32_t>(number);
      }
      result += code < 128 ? static_cast<char>(code) : '?';
      return i + 1 + digits;
    }
    result += c == 'n' ? '\n' : c == 't' ? '\t' : c == '0' ? '\0' : c;
    return i + 1;
  }

  /// [] and {}, and lists of scalars on one line.
  void flow(std::string_view text, YamlNode& node) {
    node.kind = text[0] == '[' ? YamlNode::Kind::Sequence : YamlNode::Kind::Mapping;
    if (text.back() != (text[0] == '[' ? ']' : '}')) fail("a collection does not end in its line");
    std::string_view inner = text.substr(1, text.size() - 2);
    if (inner.find_first_not_of(' ') != std::string_view::npos) {
      if (text[0] == '{' || inner.find_first_of("[]{}\"'") != std::string_view::npos)
        fail("collections on one line may have plain elements alone");
      while (!inner.empty()) {
        const std::size_t end = std::min(inner.find(','), inner.size());
        std::string_view element = inner.substr(0, end);
        while (!element.empty() && is_blank(element[0])) element.remove_prefix(1);
        YamlNode child;
        child.line = node.line;
        child.scalar = std::string(element);
        node.items.push_back(std::move(child));
        inner.remove_prefix(std::min(end + 1, inner.size()));
      }
    }
    ++at_;
  }

  const std::string name_;
  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const auto& [name, node] : fields)
    if (name == key) return &node;
  return nullptr;
}

YamlNode read_yaml(const Source& source) {
  return Reader(source).run();
}

}  // namespace cairn
