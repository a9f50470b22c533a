// SPDX-License-Identifier: MIT
#include "format/ivl/ivl_lexer.h"

#include <fmt/format.h>

#include "logic/word/term_print.h"

namespace cairn {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}
bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '@' ||
         c == '#';
}
bool in_word(char c) {
  return starts_word(c) || is_digit(c) || c == '$';
}
bool in_string(char c) {
  return c != '"' && c != '\n' && c != '\\' && c != '\0';
}
bool in_quotes(char c) {
  return c != '`' && c != '\n' && c != '\0';
}

}  // namespace

bool IvlToken::is_name() const {
  return kind == Kind::Quoted || (kind == Kind::Word && !is_ivl_keyword(text));
}

IvlLexer::IvlLexer(const Source& source) : source_(source) {
  token_ = read();
  next_ = read();
}

void IvlLexer::advance() {
  token_ = next_;
  if (next_.kind != IvlToken::Kind::End) next_ = read();
}

void IvlLexer::go_back(const Mark& mark) {
  offset_ = mark.offset;
  line_start_ = mark.line_start;
  line_ = mark.line;
  token_ = mark.token;
  next_ = mark.next;
}

std::string_view IvlLexer::line_from(const IvlToken& token) const {
  // A file may be one line: not all of it is looked at for every statement.
  std::string_view rest = std::string_view(source_.bytes).substr(token.offset, 200);
  rest = rest.substr(0, rest.find('\n'));
  return rest.substr(0, rest.find_last_not_of(" \t\r") + 1);
}

void IvlLexer::fail(const IvlToken& at, std::string_view message) const {
  throw InputError(position(at), message);
}

void IvlLexer::fail_expected(std::string_view what) const {
  const std::string found = token_.kind == IvlToken::Kind::End
                                ? "end of file"
                                : fmt::format("'{}'", printable(token_.text, 40));
  fail(token_, fmt::format("expected {}, got {}", what, found));
}

std::size_t IvlLexer::end_of(std::size_t from, bool (*belongs)(char)) const {
  while (from < source_.bytes.size() && belongs(source_.bytes[from])) ++from;
  return from;
}

void IvlLexer::skip_blanks() {
  const std::string& bytes = source_.bytes;
  for (;;) {
    const char c = at(offset_);
    if (offset_ >= bytes.size()) return;
    if (c == '\n') {
      ++line_;
      line_start_ = ++offset_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++offset_;
    } else if (c == '/' && at(offset_ + 1) == '/') {
      offset_ = std::min(bytes.find('\n', offset_), bytes.size());
    } else if (c == '/' && at(offset_ + 1) == '*') {
      const IvlToken start = here();
      const std::size_t end = bytes.find("*/", offset_ + 2);
      if (end == std::string::npos) fail(start, "the comment does not end");
      for (; offset_ < end + 2; ++offset_) {
        if (bytes[offset_] != '\n') continue;
        ++line_;
        line_start_ = offset_ + 1;
      }
    } else {
      return;
    }
  }
}

IvlToken IvlLexer::read() {
  skip_blanks();
  IvlToken token = here();
  if (offset_ >= source_.bytes.size()) return token;
  const char c = at(offset_);
  const auto take = [&](IvlToken::Kind kind, std::size_t end) {
    token.kind = kind;
    token.text = std::string_view(source_.bytes).substr(offset_, end - offset_);
    offset_ = end;
  };
  if (is_digit(c)) {
    read_number(token);
  } else if (c == '@' && !in_word(at(offset_ + 1))) {
    take(IvlToken::Kind::Symbol, offset_ + 1);
  } else if (starts_word(c)) {
    take(IvlToken::Kind::Word, end_of(offset_, in_word));
  } else if (c == '$') {
    take(IvlToken::Kind::Dollar, end_of(offset_ + 1, is_digit));
    if (token.text.size() == 1) fail(token, "expected digits after '$'");
  } else if (c == '`') {
    const std::size_t end = end_of(offset_ + 1, in_quotes);
    if (at(end) != '`') fail(token, "the name in backquotes does not end");
    if (end == offset_ + 1) fail(token, "the name in backquotes is empty");
    ++offset_;
    take(IvlToken::Kind::Quoted, end);
    ++offset_;
  } else if (c == '"') {
    std::size_t end = end_of(offset_ + 1, in_string);
    while (at(end) == '\\') {
      const char escaped = at(end + 1);
      const bool hex = escaped == 'x' && is_hex(at(end + 2)) && is_hex(at(end + 3));
      if (escaped != '"' && escaped != '\\' && !hex)
        fail(token, "a string's backslash is followed by \", \\ or xNN");
      end = end_of(end + (hex ? 4 : 2), in_string);
    }
    if (at(end) != '"') fail(token, "the string does not end");
    take(IvlToken::Kind::String, end + 1);
  } else {
    read_symbol(token);
  }
  return token;
}

void IvlLexer::read_number(IvlToken& token) {
  std::size_t end = offset_;
  const auto suffix_of_float = [&] {
    if (at(end) != 'f') fail(token, "a float ends in f32, f64 or f<exponent,significand>");
    if (at(++end) == '<') {
      while (at(end) != '>' && at(end) != '\n' && at(end) != '\0') ++end;
      ++end;
    } else {
      end = end_of(end, is_digit);
    }
  };
  if (at(end) == '0' && at(end + 1) == 'x') {
    end = end_of(end + 2, is_hex);
    if (at(end) == '.') end = end_of(end + 1, is_hex);
    if (at(end) != 'p' || (at(end + 1) != '+' && at(end + 1) != '-'))
      fail(token, "a hexadecimal number is a float such as 0x1.8p+1f32");
    end = end_of(end + 2, is_digit);
    suffix_of_float();
  } else {
    end = end_of(end, is_digit);
    const std::string_view rest = std::string_view(source_.bytes).substr(end);
    if (rest.starts_with("nan") || rest.starts_with("inf")) {
      end += 3;
      suffix_of_float();
    } else if (rest.starts_with("bv")) {
      end = end_of(end + 2, is_digit);
    } else if (rest.starts_with("r")) {
      end = end_of(end + 1, is_digit);
    }
  }
  end = std::min(end, source_.bytes.size());
  token.kind = IvlToken::Kind::Number;
  token.text = std::string_view(source_.bytes).substr(offset_, end - offset_);
  if (in_word(at(end)) && at(end) != '@' && at(end) != '#') {
    const std::size_t word = end_of(offset_, in_word);
    fail(token, fmt::format("'{}' is not a number",
                            printable(source_.bytes.substr(offset_, word - offset_), 40)));
  }
  offset_ = end;
}

void IvlLexer::read_symbol(IvlToken& token) {
  constexpr std::string_view kTwo[] = {":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"};
  constexpr std::string_view kOne = "(){}[],;:?!~-+*/%<>=&|^";
  const std::string_view rest = std::string_view(source_.bytes).substr(offset_);
  std::size_t size = kOne.find(rest[0]) != std::string_view::npos ? 1 : 0;
  for (const std::string_view two : kTwo)
    if (rest.starts_with(two)) size = 2;
  if (size == 0)
    fail(token,
         fmt::format("the character '{}' does not belong here", printable(rest.substr(0, 1), 8)));
  // A letter says how the operator reads its operands, unless it begins a word.
  if (rest.size() > size && !(rest.size() > size + 1 && in_word(rest[size + 1])) &&
      infix_precedence(rest.substr(0, size + 1)) && in_word(rest[size]))
    ++size;
  token.kind = IvlToken::Kind::Symbol;
  token.text = rest.substr(0, size);
  offset_ += size;
}

std::string unescape_ivl(std::string_view token) {
  const auto digit = [](char c) { return is_digit(c) ? c - '0' : c - 'a' + 10; };
  std::string result;
  for (std::size_t i = 1; i + 1 < token.size(); ++i) {
    if (token[i] != '\\') {
      result += token[i];
    } else if (token[++i] == 'x') {
      result += static_cast<char>(16 * digit(token[i + 1]) + digit(token[i + 2]));
      i += 2;
    } else {
      result += token[i];
    }
  }
  return result;
}

std::string escape_ivl(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (byte < 0x20 || byte == 0x7F)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  return result + '"';
}

}  // namespace cairn
