// SPDX-License-Identifier: MIT
#include "input/language.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

#include "format/blif/blif_reader.h"
#include "format/gzip_reader.h"
#include "format/source.h"
#include "input/st/plcopen.h"

namespace cairn {
namespace {

Language language_of_standard_input() {
  static const Language found = [] {
    constexpr int kPatience = 300;  // ms
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, kPatience) > 0 ? language_of_text(peek_standard_input())
                                            : Language::Circuit;
  }();
  return found;
}

/// The first bytes of a file; nothing if it cannot be read, or only once.
std::string beginning_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  constexpr std::streamsize kLooked = 1 << 16;
  std::string text(static_cast<std::size_t>(kLooked), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), kLooked);
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

bool is_circuit(std::string_view text) {
  return text.starts_with("aag ") || text.starts_with("aig ") || is_blif(text);
}

/// BTOR2: comments, then a line with a number and a word of the format.
bool is_btor2(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with(';')) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return false;
  text.remove_prefix(digits);
  const std::size_t spaces = std::min(text.find_first_not_of(" \t"), text.size());
  if (spaces == 0) return false;
  text.remove_prefix(spaces);
  return text.starts_with("sort") && (text.size() == 4 || text[4] == ' ' || text[4] == '\t');
}

/// SMV: comments, then "MODULE" and a name. IVL has no comment that begins with "--".
bool is_smv(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const bool is_block = text.starts_with("/--");
    if (!is_block && !text.starts_with("--")) break;
    const std::size_t end = is_block ? text.find("--/", 3) : text.find('\n');
    text.remove_prefix(
        std::min(end == std::string_view::npos ? end : end + (is_block ? 3 : 1), text.size()));
  }
  return text.starts_with("MODULE") && text.size() > 6 &&
         std::string_view(" \t\r\n").find(text[6]) != std::string_view::npos;
}

/// Behind comments and pragmas, in the forms that Structured Text has them.
void skip_comments(std::string_view& text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    constexpr std::pair<std::string_view, std::string_view> kComments[] = {
        {"(*", "*)"}, {"/*", "*/"}, {"//", "\n"}, {"{", "}"}, {"\xEF\xBB\xBF", ""}};
    const auto* comment = std::ranges::find_if(
        kComments, [&](const auto& one) { return text.starts_with(one.first); });
    if (comment == std::end(kComments)) return;
    text.remove_prefix(comment->first.size());
    const std::size_t end = text.find(comment->second);
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + comment->second.size());
  }
}

/// One of the words that units of Structured Text begin with, and a name or a section behind it:
/// "TYPE" alone could begin a sentence.
bool is_structured_text(std::string_view text) {
  skip_comments(text);
  constexpr std::string_view kWords[] = {
      "FUNCTION_BLOCK", "FUNCTION",   "PROGRAM",    "TYPE",
      "CONFIGURATION",  "VAR_GLOBAL", "DATA_BLOCK", "ORGANIZATION_BLOCK",
      "INTERFACE",      "NAMESPACE",  "CLASS"};
  for (const std::string_view word : kWords) {
    if (text.size() <= word.size()) continue;
    const bool same = std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) {
      return a == (b >= 'a' && b <= 'z' ? static_cast<char>(b - 'a' + 'A') : b);
    });
    if (!same || (text[word.size()] != ' ' && text[word.size()] != '\t' &&
                  text[word.size()] != '\r' && text[word.size()] != '\n'))
      continue;
    // No C file begins so; Fortran and Pascal have programs, but no units that end like these.
    const std::size_t line = std::min(text.find('\n'), text.size());
    return text.substr(0, line).find('{') == std::string_view::npos;
  }
  return false;
}

bool is_compressed(std::string_view text) {
  return text.starts_with("\x1f\x8b");
}

/// What is inside, as far as its beginning tells; damaged data are a circuit's, whose reader says
/// what is wrong.
Language language_of_packed(std::string_view text) {
  const std::string inside = gunzip_beginning(text);
  return is_btor2(inside) ? Language::Words : Language::Circuit;
}

}  // namespace

Language language_of_text(std::string_view text) {
  if (is_circuit(text)) return Language::Circuit;
  if (is_btor2(text)) return Language::Words;
  if (is_smv(text)) return Language::Smv;
  if (is_compressed(text)) return language_of_packed(text);
  if (is_structured_text(text) || st::is_plcopen(text)) return Language::StructuredText;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (!text.starts_with("//")) break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  for (const char* word : {"procedure ", "var ", "record ", "main ", "@ "})
    if (text.starts_with(word)) return Language::Ivl;
  const bool is_text = text.find('\0') == std::string_view::npos;
  return is_text && text.find('{') != std::string_view::npos ? Language::C : Language::Circuit;
}

Language language_of(const std::string& path) {
  if (path == "-") return language_of_standard_input();
  const std::string text = beginning_of(path);
  if (is_circuit(text)) return Language::Circuit;
  if (path.ends_with(".btor2") || path.ends_with(".btor") || is_btor2(text)) return Language::Words;
  if (is_compressed(text)) return language_of_packed(text);
  if (path.ends_with(".smv") || is_smv(text)) return Language::Smv;
  if (path.ends_with(".ivl")) return Language::Ivl;
  for (const char* ending : {".sv", ".v", ".svh", ".vh"})
    if (path.ends_with(ending)) return Language::Verilog;
  if (path.ends_with(".c") || path.ends_with(".i")) return Language::C;
  for (const char* ending : {".st", ".ST", ".scl", ".SCL", ".iecst"})
    if (path.ends_with(ending)) return Language::StructuredText;
  return language_of_text(text);
}

}  // namespace cairn
