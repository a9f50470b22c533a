// SPDX-License-Identifier: MIT
#include "input/st/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/nearest_name.h"
#include "input/st/literals.h"

namespace cairn::st {
namespace {

constexpr auto kKeywords = std::to_array<std::string_view>({"ACTION",
                                                            "AND",
                                                            "AND_THEN",
                                                            "ARRAY",
                                                            "AT",
                                                            "BEGIN",
                                                            "BY",
                                                            "CASE",
                                                            "CLASS",
                                                            "CONFIGURATION",
                                                            "CONSTANT",
                                                            "CONTINUE",
                                                            "DATA_BLOCK",
                                                            "DO",
                                                            "ELSE",
                                                            "ELSIF",
                                                            "END_ACTION",
                                                            "END_CASE",
                                                            "END_CLASS",
                                                            "END_CONFIGURATION",
                                                            "END_DATA_BLOCK",
                                                            "END_FOR",
                                                            "END_FUNCTION",
                                                            "END_FUNCTION_BLOCK",
                                                            "END_IF",
                                                            "END_INTERFACE",
                                                            "END_METHOD",
                                                            "END_NAMESPACE",
                                                            "END_ORGANIZATION_BLOCK",
                                                            "END_PROGRAM",
                                                            "END_PROPERTY",
                                                            "END_REGION",
                                                            "END_REPEAT",
                                                            "END_RESOURCE",
                                                            "END_STEP",
                                                            "END_STRUCT",
                                                            "END_TRANSITION",
                                                            "END_TYPE",
                                                            "END_VAR",
                                                            "END_WHILE",
                                                            "EXIT",
                                                            "EXTENDS",
                                                            "FALSE",
                                                            "FOR",
                                                            "FUNCTION",
                                                            "FUNCTION_BLOCK",
                                                            "IF",
                                                            "IMPLEMENTS",
                                                            "INITIAL_STEP",
                                                            "INTERFACE",
                                                            "METHOD",
                                                            "MOD",
                                                            "NAMESPACE",
                                                            "NON_RETAIN",
                                                            "NOT",
                                                            "OF",
                                                            "OR",
                                                            "ORGANIZATION_BLOCK",
                                                            "OR_ELSE",
                                                            "PROGRAM",
                                                            "PROPERTY",
                                                            "READ_ONLY",
                                                            "READ_WRITE",
                                                            "REGION",
                                                            "REPEAT",
                                                            "RESOURCE",
                                                            "RETAIN",
                                                            "RETURN",
                                                            "STRUCT",
                                                            "THEN",
                                                            "TO",
                                                            "TRANSITION",
                                                            "TRUE",
                                                            "TYPE",
                                                            "UNTIL",
                                                            "VAR",
                                                            "VAR_ACCESS",
                                                            "VAR_CONFIG",
                                                            "VAR_EXTERNAL",
                                                            "VAR_GLOBAL",
                                                            "VAR_INPUT",
                                                            "VAR_IN_OUT",
                                                            "VAR_OUTPUT",
                                                            "VAR_STAT",
                                                            "VAR_TEMP",
                                                            "WHILE",
                                                            "WITH",
                                                            "XOR"});

constexpr auto kElementary = std::to_array<std::string_view>(
    {"BOOL",  "BYTE",         "CHAR",   "DATE",           "DATE_AND_TIME", "DINT",  "DT",
     "DWORD", "INT",          "LDATE",  "LDATE_AND_TIME", "LDT",           "LINT",  "LREAL",
     "LTIME", "LTIME_OF_DAY", "LTOD",   "LWORD",          "REAL",          "SINT",  "STRING",
     "TIME",  "TIME_OF_DAY",  "TOD",    "UDINT",          "UINT",          "ULINT", "USINT",
     "WCHAR", "WORD",         "WSTRING"});

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool in_name(char c) {
  return is_letter(c) || is_digit(c);
}
bool in_digits(char c) {
  return is_digit(c) || c == '_';
}
bool in_based(char c) {
  return in_digits(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool in_duration(char c) {
  return in_name(c) || c == '.';
}
bool in_date(char c) {
  return is_digit(c) || c == '-' || c == ':' || c == '.' || c == '_';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/// Siemens' short prefixes, and the abbreviations of the standard.
std::string full_type(const std::string& prefix) {
  static constexpr std::pair<std::string_view, std::string_view> kNames[] = {
      {"T", "TIME"},           {"LT", "LTIME"},
      {"D", "DATE"},           {"LD", "LDATE"},
      {"B", "BYTE"},           {"W", "WORD"},
      {"DW", "DWORD"},         {"L", "DINT"},
      {"TOD", "TIME_OF_DAY"},  {"LTOD", "LTIME_OF_DAY"},
      {"DT", "DATE_AND_TIME"}, {"LDT", "LDATE_AND_TIME"}};
  for (const auto& [name, full] : kNames)
    if (prefix == name) return std::string(full);
  return prefix;
}

}  // namespace

const char* to_string(BinaryOp op) {
  constexpr const char* kNames[] = {
      "-->", "OR", "OR_ELSE", "XOR", "AND", "AND_THEN", "=", "<>",  "<",
      "<=",  ">",  ">=",      "+",   "-",   "*",        "/", "MOD", "**"};
  return kNames[static_cast<std::size_t>(op)];
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return result;
}

bool is_keyword(std::string_view upper) {
  return std::ranges::find(kKeywords, upper) != kKeywords.end();
}

bool is_elementary_type(std::string_view upper) {
  return std::ranges::find(kElementary, upper) != kElementary.end();
}

Spelling spelling_of(std::string_view text) {
  const std::string upper = upper_case(text.substr(0, 1 << 16));
  for (const std::string_view word :
       {"FUNCTION_BLOCK", "FUNCTION", "ORGANIZATION_BLOCK", "DATA_BLOCK", "TYPE"})
    for (std::size_t at = upper.find(word); at != std::string::npos;
         at = upper.find(word, at + 1)) {
      const std::size_t next = upper.find_first_not_of(" \t", at + word.size());
      if (next != std::string::npos && upper[next] == '"') return Spelling::Siemens;
    }
  // A # that no type or base stands before.
  for (std::size_t i = 1; i + 1 < upper.size(); ++i)
    if (upper[i] == '#' && (is_letter(upper[i + 1]) || upper[i + 1] == '"') &&
        (is_blank(upper[i - 1]) || upper[i - 1] == '('))
      return Spelling::Siemens;
  return Spelling::Standard;
}

Lexer::Lexer(const Source& source, std::uint32_t file, Spelling spelling)
    : source_(source), file_(file), spelling_(spelling) {
  if (source_.bytes.starts_with("\xEF\xBB\xBF")) offset_ = line_start_ = 3;
  token_ = read();
  next_ = read();
}

void Lexer::advance() {
  token_ = std::move(next_);
  if (token_.kind == Token::Kind::End)
    next_ = token_;
  else
    next_ = read();
}

std::string_view Lexer::text(std::size_t begin, std::size_t end) const {
  return std::string_view(source_.bytes).substr(begin, end - begin);
}

void Lexer::fail(const Spot& at, std::string_view message) const {
  throw InputError(position(at), message);
}

char Lexer::look(std::size_t ahead) const {
  return offset_ + ahead < source_.bytes.size() ? source_.bytes[offset_ + ahead] : '\0';
}

void Lexer::step() {
  if (offset_ >= source_.bytes.size()) return;
  if (source_.bytes[offset_] == '\n') {
    ++line_;
    line_start_ = offset_ + 1;
  }
  ++offset_;
}

Spot Lexer::spot() const {
  return {file_, line_, static_cast<std::uint32_t>(offset_ - line_start_ + 1)};
}

std::string Lexer::take_while(bool (*belongs)(char)) {
  const std::size_t begin = offset_;
  while (offset_ < source_.bytes.size() && belongs(source_.bytes[offset_])) step();
  return source_.bytes.substr(begin, offset_ - begin);
}

void Lexer::skip_until(std::string_view end, bool nested, const char* what) {
  const Spot begin = spot();
  const char open[] = {look(0), look(1)};
  step();
  if (end.size() == 2) step();
  for (std::size_t depth = 1; depth > 0;) {
    if (offset_ >= source_.bytes.size()) fail(begin, fmt::format("{} has no end", what));
    if (text(offset_, std::min(offset_ + end.size(), source_.bytes.size())) == end) {
      --depth;
      for (std::size_t i = 0; i < end.size(); ++i) step();
    } else if (nested && look(0) == open[0] && look(1) == open[1]) {
      ++depth;
      step();
      step();
    } else {
      step();
    }
  }
}

/// "//#ASSERT" and its like. What is nearly one is a mistake that must not pass for a comment.
bool Lexer::begins_annotation(std::string_view& word) const {
  if (look(0) != '/' || look(1) != '/' || look(2) != '#') return false;
  std::size_t end = offset_ + 3;
  while (end < source_.bytes.size() && in_name(source_.bytes[end])) ++end;
  word = text(offset_ + 3, end);
  const std::string upper = upper_case(word);
  constexpr auto kWords = std::to_array<std::string_view>({"ASSERT", "ASSUME", "PARAM"});
  if (std::ranges::find(kWords, upper) != kWords.end()) return true;
  const std::string_view nearest = nearest_name(upper, kWords);
  if (nearest.empty() || upper.find(nearest) != std::string::npos) return false;
  fail(spot(),
       fmt::format("unknown annotation //#{}; did you mean //#{}?", printable(word, 40), nearest));
}

bool Lexer::skip_comment() {
  if (look(0) == '/' && look(1) == '/') {
    std::string_view word;
    if (begins_annotation(word)) return false;
    while (offset_ < source_.bytes.size() && look() != '\n') step();
    return true;
  }
  if (look(0) == '(' && look(1) == '*') return skip_until("*)", true, "the comment"), true;
  if (look(0) == '/' && look(1) == '*') return skip_until("*/", true, "the comment"), true;
  if (look(0) == '{') return skip_until("}", false, "the pragma"), true;
  return false;
}

void Lexer::skip_blanks() {
  for (;;) {
    while (is_blank(look())) {
      if (in_annotation_ && look() == '\n') return;
      step();
    }
    if (in_annotation_ && look(0) == '/' && look(1) == '/') {
      while (offset_ < source_.bytes.size() && look() != '\n') step();
      continue;
    }
    if (!skip_comment()) return;
  }
}

Token Lexer::read() {
  skip_blanks();
  Token token;
  token.at = spot();
  token.begin = offset_;
  std::string_view word;
  if (in_annotation_ && (offset_ >= source_.bytes.size() || look() == '\n')) {
    in_annotation_ = false;
    token.kind = Token::Kind::AnnotationEnd;
  } else if (offset_ >= source_.bytes.size()) {
    token.kind = Token::Kind::End;
  } else if (!in_annotation_ && begins_annotation(word)) {
    token.kind = Token::Kind::Annotation;
    token.text = upper_case(word);
    for (std::size_t i = 0; i < word.size() + 3; ++i) step();
    in_annotation_ = true;
  } else if (is_letter(look())) {
    read_word(token);
  } else if (is_digit(look())) {
    read_number(token);
  } else if (look() == '\'' || look() == '"') {
    read_string(token, look());
  } else if (look() == '%') {
    read_direct(token);
  } else if (look() == '#' && (is_letter(look(1)) || look(1) == '"')) {
    step();  // Siemens' mark of a local variable
    if (look() == '"')
      read_string(token, '"');
    else
      token.text = take_while(in_name);
    token.kind = Token::Kind::Quoted;
  } else {
    read_symbol(token);
  }
  token.end = offset_;
  return token;
}

void Lexer::read_word(Token& token) {
  // Tools that flatten instances put a dollar sign between the names.
  token.text = take_while([](char c) { return in_name(c) || c == '$'; });
  token.upper = upper_case(token.text);
  token.kind = Token::Kind::Name;
  if (look() == '#' && look(1) != '#') return read_typed(token, token.upper);
  // "S=" and "R=" are symbols, unless a name stands there that is compared.
  if (token.upper == "TRUE" || token.upper == "FALSE") {
    token.kind = Token::Kind::Literal;
    token.literal.kind = Literal::Kind::Bool;
    token.literal.integer = token.upper == "TRUE" ? 1 : 0;
  }
}

void Lexer::read_typed(Token& token, const std::string& prefix) {
  const std::string type = full_type(prefix);
  step();
  const auto done = [&](std::optional<Literal> literal, const std::string& what) {
    if (!literal) fail(token.at, what);
    token.literal = std::move(*literal);
    token.literal.type = type;
    token.kind = Token::Kind::Literal;
  };
  if (type == "TIME" || type == "LTIME") {
    std::string written;
    if (look() == '-' || look() == '+') written += look(), step();
    written += take_while(in_duration);
    std::string fault = "not a duration";
    auto literal = read_duration(written, &fault);
    return done(std::move(literal), fault);
  }
  if (type == "DATE" || type == "LDATE")
    return done(read_date(take_while(in_date)), "expected a date such as D#2026-11-18");
  if (type == "TIME_OF_DAY" || type == "LTIME_OF_DAY")
    return done(read_time_of_day(take_while(in_date)),
                "expected a time of day such as TOD#23:59:59");
  if (type == "DATE_AND_TIME" || type == "LDATE_AND_TIME")
    return done(read_date_time(take_while(in_date)),
                "expected a date and time such as DT#2026-11-18-23:59:59");
  if (!is_elementary_type(type)) {
    token.type = token.text;
    token.text = take_while(in_name);
    token.kind = Token::Kind::EnumValue;
    if (token.text.empty() || is_digit(token.text.front()))
      fail(token.at, fmt::format("expected a value of {} after #", printable(token.type, 40)));
    return;
  }
  const bool negative = look() == '-';
  if (look() == '-' || look() == '+') step();
  if (is_digit(look())) {
    read_number(token);
  } else if (look() == '\'' || look() == '"') {
    read_string(token, look());
  } else {
    const std::string word = upper_case(take_while(in_name));
    if (word != "TRUE" && word != "FALSE")
      fail(token.at, fmt::format("expected a literal after {}#", type));
    token.literal.kind = Literal::Kind::Bool;
    token.literal.integer = word == "TRUE" ? 1 : 0;
  }
  token.literal.type = type;
  token.literal.negative = negative;
  token.kind = Token::Kind::Literal;
}

void Lexer::read_number(Token& token) {
  token.kind = Token::Kind::Literal;
  std::string digits = take_while(in_digits);
  unsigned base = 10;
  if (look() == '#' && (digits == "2" || digits == "8" || digits == "16")) {
    base = static_cast<unsigned>(std::atoi(digits.c_str()));
    step();
    digits = take_while(in_based);
  }
  token.literal.text = digits;
  const bool has_fraction = base == 10 && look() == '.' && is_digit(look(1));
  const char sign = look(1);
  const bool has_exponent = base == 10 && (look() == 'e' || look() == 'E') &&
                            (is_digit(sign) || ((sign == '+' || sign == '-') && is_digit(look(2))));
  if (!has_fraction && !has_exponent) {
    const auto value = read_digits(digits, base);
    if (!value)
      fail(token.at, fmt::format("expected a number of base {} and at most 64 bits", base));
    token.literal.kind = Literal::Kind::Integer;
    token.literal.integer = *value;
    if (is_letter(look()))
      fail(spot(),
           fmt::format("unexpected '{}' after a number", printable(take_while(in_name), 40)));
    return;
  }
  if (has_fraction) {
    step();
    digits += '.' + take_while(in_digits);
  }
  if (look() == 'e' || look() == 'E') {
    if (is_digit(look(1)) || ((look(1) == '+' || look(1) == '-') && is_digit(look(2)))) {
      digits += 'e';
      step();
      if (look() == '+' || look() == '-') digits += look(), step();
      digits += take_while(in_digits);
    }
  }
  std::erase(digits, '_');
  token.literal.kind = Literal::Kind::Real;
  token.literal.text = digits;
  token.literal.real = std::strtod(digits.c_str(), nullptr);
}

/// With the escapes of the standard: $$, $', $L, $0A.
void Lexer::read_string(Token& token, char quote) {
  step();
  std::string characters;
  while (look() != quote) {
    if (offset_ >= source_.bytes.size() || look() == '\n')
      fail(token.at, "the string has no end on its line");
    if (look() != '$' || quote == '\0') {
      characters += look();
      step();
      continue;
    }
    step();
    const std::size_t digits = quote == '"' ? 4 : 2;
    std::string code;
    for (std::size_t i = 0; i < digits && in_based(look(i)) && look(i) != '_'; ++i) code += look(i);
    if (code.size() == digits) {
      characters += static_cast<char>(std::strtoul(code.c_str(), nullptr, 16));
      for (std::size_t i = 0; i < digits; ++i) step();
      continue;
    }
    static constexpr std::pair<char, char> kEscapes[] = {
        {'$', '$'},  {'\'', '\''}, {'"', '"'},  {'L', '\n'}, {'l', '\n'}, {'N', '\n'}, {'n', '\n'},
        {'P', '\f'}, {'p', '\f'},  {'R', '\r'}, {'r', '\r'}, {'T', '\t'}, {'t', '\t'}};
    const auto* found = std::ranges::find(kEscapes, look(), &std::pair<char, char>::first);
    if (found == std::end(kEscapes)) fail(spot(), "unknown escape in a string");
    characters += found->second;
    step();
  }
  step();
  token.text = characters;
  if (quote == '"' && spelling_ == Spelling::Siemens) {
    token.kind = Token::Kind::Quoted;
    return;
  }
  token.kind = Token::Kind::Literal;
  token.literal.kind = quote == '"' ? Literal::Kind::WideString : Literal::Kind::String;
  token.literal.text = std::move(characters);
}

void Lexer::read_direct(Token& token) {
  token.kind = Token::Kind::Direct;
  token.text = '%';
  step();
  while (is_letter(look()))
    token.text += upper_case(std::string_view(&source_.bytes[offset_], 1)), step();
  if (look() == '*') {
    token.text += '*';
    step();
  }
  while (is_digit(look()) || (look() == '.' && is_digit(look(1)))) token.text += look(), step();
  if (token.text.size() < 3) fail(token.at, "expected an address such as %IX0.0 after %");
}

void Lexer::read_symbol(Token& token) {
  static constexpr auto kSymbols = std::to_array<std::string_view>(
      {"-->", ":=", "=>", "<=", ">=", "<>", "**", "..", "?=", "+=", "-=", "*=", "/=",
       "==",  "!=", "&&", "||", "->", "(",  ")",  "[",  "]",  ",",  ";",  ":",  ".",
       "+",   "-",  "*",  "/",  "=",  "<",  ">",  "&",  "^",  "!",  "|"});
  token.kind = Token::Kind::Symbol;
  const std::string_view rest = text(offset_, std::min(offset_ + 3, source_.bytes.size()));
  for (const std::string_view symbol : kSymbols) {
    if (!rest.starts_with(symbol)) continue;
    token.text = symbol;
    for (std::size_t i = 0; i < symbol.size(); ++i) step();
    return;
  }
  fail(token.at, fmt::format("unexpected character '{}'", printable(rest.substr(0, 1), 8)));
}

}  // namespace cairn::st
