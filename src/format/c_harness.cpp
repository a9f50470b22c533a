// SPDX-License-Identifier: MIT
#include "format/c_harness.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cmath>
#include <map>
#include <string_view>

#include "base/error.h"

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
  if (value.sort() == Sort::float32() || value.sort() == Sort::float64()) {
    const double number = value.sort() == Sort::float32()
                              ? std::bit_cast<float>(static_cast<std::uint32_t>(value.bits().low()))
                              : std::bit_cast<double>(value.bits().low());
    if (std::isnan(number)) return "0.0 / 0.0";
    if (std::isinf(number)) return number < 0 ? "-1.0 / 0.0" : "1.0 / 0.0";
    return fmt::format("{:a}", number);
  }
  if (!value.sort().is_bit_vector()) return "0";
  if (type == "void*") return fmt::format("(void*)0x{:x}UL", value.bits().low());
  return fmt::format("({})0x{:x}ULL", type, value.bits().low());
}

bool is_identifier(std::string_view text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (const char c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}

}  // namespace

std::string write_c_harness(const std::vector<InputValue>& inputs, const std::string& program) {
  std::map<std::string, std::vector<const Value*>> calls;
  std::string uninitialised;
  for (const InputValue& input : inputs) {
    if (input.kind == InputKind::Nondet && is_identifier(input.note))
      calls[input.note].push_back(&input.value);
    else if (input.kind == InputKind::Uninitialised)
      uninitialised += fmt::format("//   {} = {}\n", printable(input.note),
                                   printable(input.value.to_string(), 60));
  }
  std::string text = fmt::format(
      "// A run of {} into its error, found by Cairn. Compile both, for example:\n"
      "//   gcc -m32 program.c harness.c -o bug && ./bug\n",
      printable(program));
  if (!uninitialised.empty())
    text +=
        "// Variables that are read without a value; these are what the run had:\n" + uninitialised;
  text +=
      "\n#include <stdio.h>\n#include <stdlib.h>\n\n"
      "#define WEAK __attribute__((weak))\n\n"
      "WEAK void __VERIFIER_error(void) {\n"
      "  fprintf(stderr, \"error reached\\n\");\n  exit(107);\n}\n"
      "WEAK void reach_error(void) { __VERIFIER_error(); }\n"
      "WEAK void __VERIFIER_assume(int condition) {\n  if (!condition) exit(0);\n}\n";
  for (const auto& [function, values] : calls) {
    const std::string type = return_type(function, values[0]->sort());
    std::string list;
    for (const Value* value : values)
      list += fmt::format("{}{}", list.empty() ? "" : ", ", literal(*value, type));
    text += fmt::format(
        "\nWEAK {0} {1}(void) {{\n"
        "  static const {0} values[] = {{{2}}};\n"
        "  static unsigned next = 0;\n"
        "  return next < {3} ? values[next++] : 0;\n}}\n",
        type, function, list, values.size());
  }
  return text;
}

}  // namespace cairn
