// SPDX-License-Identifier: MIT
#include "format/c_harness.h"

#include <fmt/format.h>

#include <map>
#include <string_view>

#include "base/error.h"
#include "format/c_float.h"

namespace cairn {
namespace {

constexpr std::string_view kPrefix = "__VERIFIER_nondet_";

/// What a function returns: known by its name, else guessed from the bits that the program takes.
std::string return_type(const std::string& function, const Sort& sort) {
  static const std::map<std::string, std::string, std::less<>> types{
      {"bool", "_Bool"},
      {"char", "char"},
      {"schar", "signed char"},
      {"uchar", "unsigned char"},
      {"short", "short"},
      {"ushort", "unsigned short"},
      {"int", "int"},
      {"uint", "unsigned int"},
      {"unsigned", "unsigned int"},
      {"unsigned_int", "unsigned int"},
      {"u32", "unsigned int"},
      {"long", "long"},
      {"ulong", "unsigned long"},
      {"size_t", "unsigned long"},
      {"longlong", "long long"},
      {"ulonglong", "unsigned long long"},
      {"float", "float"},
      {"double", "double"},
      {"pointer", "void*"},
  };
  if (function.starts_with(kPrefix)) {
    const auto found = types.find(function.substr(kPrefix.size()));
    if (found != types.end()) return found->second;
  }
  if (sort == Sort::float32()) return "float";
  if (sort == Sort::float64()) return "double";
  if (sort.width() <= 8) return "signed char";
  if (sort.width() <= 16) return "short";
  return sort.width() <= 32 ? "int" : "long long";
}

/// An initializer of that type.
std::string literal(const Value& value, const std::string& type) {
  if (value.sort().is_bool()) return value.as_bool() ? "1" : "0";
  if (const auto text = c_float_expression(value)) return *text;
  if (!value.sort().is_bit_vector() || value.sort().width() > 64) return "0";
  const std::string bits = fmt::format("0x{:x}", value.bits().low());
  if (type == "void*") return fmt::format("(void*){}", bits);
  return fmt::format("({}){}ULL", type, bits);
}

/// More than that nobody reads.
constexpr std::size_t kMostComments = 100;

std::string comments(std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return {};
  std::string text = fmt::format("//\n// {}\n", title);
  for (std::size_t i = 0; i < lines.size() && i < kMostComments; ++i)
    text += fmt::format("//   {}\n", printable(lines[i], 120));
  if (lines.size() > kMostComments)
    text += fmt::format("//   and {} more\n", lines.size() - kMostComments);
  return text;
}

std::string function_text(const std::string& function,
                          const std::vector<const HarnessCall*>& calls) {
  const std::string type = return_type(function, calls[0]->value.sort());
  std::string list, line;
  bool replaced = false;
  for (const HarnessCall* call : calls) {
    replaced = replaced || call->replaced;
    line += literal(call->value, type) + ", ";
    if (line.size() < 80) continue;
    list += fmt::format("\n      {}", line);
    line.clear();
  }
  if (!line.empty()) list += fmt::format("\n      {}", line);
  while (list.ends_with(' ') || list.ends_with(',')) list.pop_back();
  return fmt::format(
      "\n{4}{0} {1}(void) {{\n"
      "  static const {0} values[] = {{{2}}};\n"
      "  static unsigned next = 0;\n"
      "  return next < {3} ? values[next++] : 0;\n}}\n",
      type, function, list, calls.size(), replaced ? "" : "WEAK ");
}

/// How to compile both.
std::string command_line(const Harness& harness) {
  std::string text =
      fmt::format("gcc {} harness.c program.c -o bug", harness.lp64 ? "-m64" : "-m32");
  for (const HarnessCall& call : harness.calls)
    if (call.replaced) {
      text += " -Wl,-z,muldefs";
      break;
    }
  if (harness.has_uninitialised) text += " -ftrivial-auto-var-init=zero";
  return text;
}

}  // namespace

std::string write_c_harness(const Harness& harness) {
  std::map<std::string, std::vector<const HarnessCall*>> calls;
  std::vector<std::string> values;
  for (const HarnessCall& call : harness.calls) {
    calls[call.function].push_back(&call);
    values.push_back(call.comment);
  }
  std::string text = fmt::format(
      "// A run of {} into its error, found by Cairn. Compile both and run:\n"
      "//   {} && ./bug\n",
      printable(harness.program), command_line(harness));
  text += comments("What functions return, in order:", values);
  text += comments(
      "Values that the program does not give; a compiler may give others than the run had:",
      harness.uninitialised);
  text +=
      "\n#include <stdio.h>\n#include <stdlib.h>\n\n"
      "#define WEAK __attribute__((weak))\n\n"
      "WEAK void __VERIFIER_error(void) {\n"
      "  fprintf(stderr, \"error reached\\n\");\n  exit(107);\n}\n"
      "WEAK void reach_error(void) { __VERIFIER_error(); }\n"
      "WEAK void __VERIFIER_assume(int condition) {\n  if (!condition) exit(0);\n}\n";
  for (const auto& [function, list] : calls) text += function_text(function, list);
  if (harness.calls_malloc)
    text +=
        "\n// Memory has zeros, as in the run.\n"
        "void *malloc(size_t size) { return calloc(1, size); }\n";
  std::string others;
  for (const std::string& function : harness.missing)
    if (!calls.contains(function) && !function.starts_with("__VERIFIER_error") &&
        function != "reach_error" && function != "__VERIFIER_assume")
      others += fmt::format("WEAK long long {}(void) {{ return 0; }}\n", function);
  if (!others.empty())
    text += "\n// Functions without a body, which do nothing in the run.\n" + others;
  return text;
}

}  // namespace cairn
