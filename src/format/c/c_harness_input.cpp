// SPDX-License-Identifier: MIT
#include "format/c/c_harness_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace cairn {
namespace {

/// Functions that stand for each other: a header may turn a call of one into a call of another.
struct Family {
  std::string_view name;
  CInput kind;
  std::vector<std::string_view> functions;
};

const std::vector<Family>& families() {
  static const std::vector<Family> known = [] {
    std::vector<Family> list{
        {"characters",
         CInput::Character,
         {"getchar", "getchar_unlocked", "getc", "fgetc", "_IO_getc"}},
        {"lines", CInput::Line, {"fgets"}},
        {"texts", CInput::Text, {"gets"}},
        {"read", CInput::Bytes, {"read"}},
        {"recv", CInput::Bytes, {"recv"}},
        {"fread", CInput::Bytes, {"fread"}},
        {"scans",
         CInput::Scan,
         {"scanf", "__isoc99_scanf", "__isoc23_scanf", "fscanf", "__isoc99_fscanf",
          "__isoc23_fscanf"}},
        {"time", CInput::Time, {"time"}},
        {"drand48", CInput::Double, {"drand48"}},
        {"streams", CInput::Stream, {"fopen", "fopen64", "tmpfile"}},
    };
    for (const std::string_view name :
         {"rand",   "random", "lrand48", "mrand48", "clock", "sleep", "system", "remove",
          "rename", "fseek",  "fclose",  "write",   "open",  "creat", "close",  "access",
          "unlink", "rmdir",  "mkdir",   "chdir",   "chmod", "link",  "symlink"})
      list.push_back({name, CInput::Number, {name}});
    return list;
  }();
  return known;
}

const Family* family_of(std::string_view function) {
  for (const Family& family : families())
    if (std::ranges::find(family.functions, function) != family.functions.end()) return &family;
  return nullptr;
}

/// What a call gives that the run did not have.
std::int64_t otherwise(CInput kind) {
  return kind == CInput::Character || kind == CInput::Scan ? -1 : 0;
}

/// The bytes of a call as harness_take() hands them over; parts of a scan have their lengths before
/// them, in two bytes.
Bytes bytes_of(const HarnessRead& read, CInput kind) {
  Bytes bytes;
  for (const Bytes& part : read.parts) {
    if (kind == CInput::Scan)
      for (const std::size_t byte : {part.size() & 0xFF, part.size() >> 8 & 0xFF})
        bytes.push_back(static_cast<std::uint8_t>(byte));
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

std::string calls_text(const Family& family, const std::vector<const HarnessRead*>& reads) {
  std::string list;
  for (const HarnessRead* read : reads) {
    const Bytes bytes = bytes_of(*read, family.kind);
    // The smallest number has no literal.
    list += fmt::format("\n      {{(long long){:#x}ULL, {}, {}, {}}},",
                        static_cast<std::uint64_t>(read->result), read->error, bytes.size(),
                        c_string(bytes));
  }
  if (list.ends_with(',')) list.pop_back();
  return fmt::format(
      "\nstatic struct harness_call harness_next_{0}(void) {{\n"
      "  static const struct harness_call calls[] = {{{1}}};\n"
      "  static unsigned next = 0;\n"
      "  return harness_take(calls, {2}, &next, {3});\n}}\n",
      family.name, list, reads.size(), otherwise(family.kind));
}

struct Definition {
  std::string_view type;
  std::string parameters;
  std::string body;
};

Definition definition_of(const Family& family, std::string_view function) {
  const std::string call =
      fmt::format("  struct harness_call call = harness_next_{}();\n", family.name);
  const std::string copied = "  harness_copy(to, call.bytes, call.length);\n";
  switch (family.kind) {
    case CInput::Character:
      return {"int", function.starts_with("getchar") ? "void" : "void *file",
              call + "  return (int)call.result;\n"};
    case CInput::Line:
      return {"char *", "char *to, int size, void *file",
              call + copied +
                  "  if (!call.result) return 0;\n"
                  "  to[call.length] = 0;\n  return to;\n"};
    case CInput::Text:
      return {"char *", "char *to",
              call + copied +
                  "  if (!call.result) return 0;\n"
                  "  to[call.length] = 0;\n  return to;\n"};
    case CInput::Bytes: {
      const char* parameters = function == "fread"  ? "void *to, __SIZE_TYPE__ size, "
                                                      "__SIZE_TYPE__ count, void *file"
                               : function == "recv" ? "int file, void *to, __SIZE_TYPE__ size, "
                                                      "int flags"
                                                    : "int file, void *to, __SIZE_TYPE__ size";
      return {"long", parameters, call + copied + "  return (long)call.result;\n"};
    }
    case CInput::Scan: {
      const bool stream = function.ends_with("fscanf");
      return {"int", stream ? "void *file, const char *format, ..." : "const char *format, ...",
              "  __builtin_va_list list;\n  int result;\n  __builtin_va_start(list, format);\n"
              "  result = harness_scan(format, list);\n  __builtin_va_end(list);\n"
              "  return result;\n"};
    }
    case CInput::Number:
      return {"long long", "void", call + "  return call.result;\n"};
    case CInput::Double:
      return {"double", "void",
              "  union { long long bits; double value; } as;\n" +
                  fmt::format("  as.bits = harness_next_{}().result;\n", family.name) +
                  "  return as.value;\n"};
    case CInput::Time:
      return {"long", "long *to",
              call + "  if (to) *to = (long)call.result;\n  return (long)call.result;\n"};
    case CInput::Stream:
      return {"void *", "void",
              call + "  return call.result ? harness_stream(0, 4096, \"w+\") : 0;\n"};
  }
  return {};
}

/// In C each of them has a name of its own: headers and the program declare them in their way.
std::string function_text(const Family& family, std::string_view function) {
  const Definition it = definition_of(family, function);
  return fmt::format("\n{0} harness_{1}({2}) __asm__(\"{1}\");\n{0} harness_{1}({2}) {{\n{3}}}\n",
                     it.type, function, it.parameters, it.body);
}

constexpr std::string_view kTake =
    "\n// What the run got from outside, call by call.\n"
    "struct harness_call { long long result; int error; unsigned length; const char *bytes; };\n"
    "extern int *harness_errno(void) __asm__(\"__errno_location\");\n"
    "static struct harness_call harness_take(const struct harness_call *calls, unsigned count,\n"
    "                                        unsigned *next, long long otherwise) {\n"
    "  struct harness_call none = {otherwise, 0, 0, \"\"};\n"
    "  struct harness_call call = *next < count ? calls[(*next)++] : none;\n"
    "  if (call.error) *harness_errno() = call.error;\n"
    "  return call;\n}\n"
    "static void harness_copy(void *to, const char *from, unsigned length) {\n"
    "  unsigned i;\n"
    "  for (i = 0; i < length; i++) ((char *)to)[i] = from[i];\n}\n";

constexpr std::string_view kScan =
    "\n// Numbers have eight bytes, of which the conversion takes what it has room for.\n"
    "static int harness_scan(const char *format, __builtin_va_list list) {\n"
    "  struct harness_call call = harness_next_scans();\n"
    "  const char *part = call.bytes, *end = part + call.length;\n"
    "  while (*format && part < end) {\n"
    "    unsigned size = sizeof(int), longs = 0, skipped = 0, number, length;\n"
    "    if (*format++ != '%') continue;\n"
    "    for (;; format++) {\n"
    "      if (*format == '*') skipped = 1;\n"
    "      else if (*format == 'h') size = size == 2 ? 1 : 2;\n"
    "      else if (*format == 'l') size = longs++ ? 8 : sizeof(long);\n"
    "      else if (*format == 'j' || *format == 'q' || *format == 'L') size = 8;\n"
    "      else if (*format == 'z' || *format == 't') size = sizeof(void *);\n"
    "      else if (*format < '0' || *format > '9') break;\n"
    "    }\n"
    "    number = *format == 'd' || *format == 'i' || *format == 'u' || *format == 'x' ||\n"
    "             *format == 'X' || *format == 'o';\n"
    "    if (*format++ == '%' || skipped) continue;\n"
    "    length = (unsigned char)part[0] + 256 * (unsigned char)part[1];\n"
    "    harness_copy(__builtin_va_arg(list, void *), part + 2, number ? size : length);\n"
    "    part += 2 + length;\n"
    "  }\n"
    "  return (int)call.result;\n}\n";

std::string texts_text(const char* name, const std::vector<Bytes>& texts) {
  std::string text, list;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    text += fmt::format("  static char {}_{}[] = {};\n", name, i, c_string(texts[i]));
    list += fmt::format("{}_{}, ", name, i);
  }
  return text + fmt::format("  static char *{}[] = {{{}0}};\n", name, list);
}

}  // namespace

std::optional<CInput> c_input(std::string_view function) {
  const Family* const family = family_of(function);
  return family == nullptr ? std::nullopt : std::optional(family->kind);
}

std::string c_string(const Bytes& bytes) {
  std::string text = "\"";
  for (const std::uint8_t byte : bytes) {
    if (byte == '\n')
      text += "\\n";
    else if (byte == '"' || byte == '\\')
      text += fmt::format("\\{}", static_cast<char>(byte));
    else if (byte >= 32 && byte < 127 && byte != '?')  // two of these begin a trigraph
      text += static_cast<char>(byte);
    else
      text += fmt::format("\\{:03o}", byte);
  }
  return text + "\"";
}

std::string harness_reads_text(const std::vector<HarnessRead>& reads,
                               const std::set<std::string, std::less<>>& defined) {
  std::map<const Family*, std::vector<const HarnessRead*>> by_family;
  for (const HarnessRead& read : reads)
    if (const Family* family = family_of(read.function)) by_family[family].push_back(&read);
  if (by_family.empty()) return {};
  std::string text(kTake);
  for (const Family& family : families()) {
    const auto found = by_family.find(&family);
    if (found == by_family.end()) continue;
    text += calls_text(family, found->second);
    if (family.kind == CInput::Scan) text += kScan;
    if (family.kind == CInput::Stream)
      text +=
          "extern void *harness_stream(void *, __SIZE_TYPE__, const char *) "
          "__asm__(\"fmemopen\");\n";
    for (const std::string_view function : family.functions)
      if (!defined.contains(function)) text += function_text(family, function);
  }
  return text;
}

std::string harness_main_text(const HarnessMain& main) {
  std::string body = texts_text("known", main.texts);
  body += fmt::format(
      "  const int count = {};\n"
      "  char **texts = harness_calloc((__SIZE_TYPE__)count + 1, sizeof(char *));\n"
      "  int i;\n  if (!texts) return 1;\n"
      "  // No run looks at those that are many.\n"
      "  for (i = 0; i < count && i < 65536; i++) texts[i] = i < {} ? known[i] : \"\";\n",
      main.count, main.texts.size());
  if (main.environment) {
    body += texts_text("variables", *main.environment);
    body += "  environment = variables;\n";
  }
  return "\n// The program starts as usual, but main() gets the arguments of the run.\n"
         "typedef int harness_program(int, char **, char **);\n"
         "static harness_program *harness_called;\n"
         "static int harness_main(int own_count, char **own_texts, char **environment) {\n" +
         body +
         "  (void)own_count, (void)own_texts;\n"
         "  return harness_called(count, texts, environment);\n}\n"
         "extern void *harness_find(void *, const char *) __asm__(\"dlsym\");\n"
         "int harness_start(harness_program *, int, char **, void *, void *, void *, void *)\n"
         "    __asm__(\"__libc_start_main\");\n"
         "int harness_start(harness_program *program, int count, char **texts, void *begin, "
         "void *end,\n"
         "                  void *loader, void *stack) {\n"
         "  typedef int start(harness_program *, int, char **, void *, void *, void *, void *);\n"
         "  start *next = (start *)harness_find((void *)-1L, \"__libc_start_main\");\n"
         "  harness_called = program;\n"
         "  return next(harness_main, count, texts, begin, end, loader, stack);\n}\n";
}

}  // namespace cairn
