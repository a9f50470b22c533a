// SPDX-License-Identifier: MIT
#include "format/c/c_harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "base/error.h"
#include "format/c/argument_note.h"
#include "format/c/c_float.h"

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

/// Functions that every harness has if the program needs them.
bool defines(std::string_view function) {
  for (const std::string_view name :
       {"__VERIFIER_error", "reach_error", "__VERIFIER_assume", "__CPROVER_assume",
        "__ESBMC_assume", "assert", "__CPROVER_assert", "__ESBMC_assert"})
    if (function == name) return true;
  return false;
}

/// The head of a function: beside the program's own text it has another name in C, for that text
/// may declare it with another type.
std::string head_of(const std::string& type, const std::string& function, bool beside,
                    const std::string& parameters, bool weak) {
  const char* const kind = weak ? "WEAK " : "";
  if (!beside) return fmt::format("{}{} {}({})", kind, type, function, parameters);
  return fmt::format("{0}{1} harness_{2}({3}) __asm__(\"{2}\");\n{1} harness_{2}({3})", kind, type,
                     function, parameters);
}

std::string function_text(const std::string& function, const std::vector<const HarnessCall*>& calls,
                          bool beside) {
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
      "\n{0} {{\n"
      "  static const {1} values[] = {{{2}}};\n"
      "  static unsigned next = 0;\n"
      "  return next < {3} ? values[next++] : 0;\n}}\n",
      head_of(type, function, beside, "void", !replaced), type, list, calls.size());
}

/// How to compile both.
std::string command_line(const Harness& harness) {
  std::string text = fmt::format("gcc {} harness.c{} -o bug", harness.lp64 ? "-m64" : "-m32",
                                 harness.entry ? "" : " program.c");
  for (const HarnessCall& call : harness.calls)
    if (call.replaced) {
      text += " -Wl,-z,muldefs";
      break;
    }
  if (harness.has_uninitialised) text += " -ftrivial-auto-var-init=zero";
  return text;
}

void put_bits(HarnessObject& object, std::uint64_t bit, const Value& value) {
  const std::uint32_t width = value.sort().width();
  for (std::uint32_t i = 0; i < width; ++i) {
    const bool set = value.sort().is_bool() ? value.as_bool()
                                            : (value.bits().words()[i / 64] >> i % 64 & 1) != 0;
    const std::uint64_t at = bit + i;
    if (at / 8 >= object.bytes.size()) return;
    const auto mask = static_cast<std::uint8_t>(1u << at % 8);
    object.bytes[at / 8] =
        static_cast<std::uint8_t>(set ? object.bytes[at / 8] | mask : object.bytes[at / 8] & ~mask);
  }
}

/// Of an argument or a part of an object.
bool has_c_form(const Value& value) {
  return value.sort().is_bool() || value.sort().is_bit_vector() ||
         value.sort() == Sort::float32() || value.sort() == Sort::float64();
}

std::string objects_text(const HarnessEntry& entry) {
  std::string text;
  for (std::size_t i = 0; i < entry.objects.size(); ++i) {
    const HarnessObject& object = entry.objects[i];
    std::string list;
    for (std::size_t at = 0; at < object.bytes.size(); ++at)
      list += fmt::format("{}0x{:02x}",
                          at == 0        ? ""
                          : at % 16 == 0 ? ",\n    "
                                         : ", ",
                          object.bytes[at]);
    text += fmt::format(
        "static unsigned char object_{}[{}] __attribute__((aligned(16))) = {{\n    {}}};\n", i + 1,
        std::max<std::size_t>(object.bytes.size(), 1), list.empty() ? "0" : list);
  }
  return text;
}

/// malloc() as in the run: memory has zeros, and some calls fail.
std::string malloc_text(const Harness& harness, bool beside) {
  std::string fails;
  for (const bool each : harness.malloc_fails)
    fails += fmt::format("{}{}", fails.empty() ? "" : ", ", each ? 1 : 0);
  std::string text = fmt::format("\n// Memory has zeros, as in the run.\n{} {{\n",
                                 head_of("void *", "malloc", beside, "__SIZE_TYPE__ size", false));
  if (!fails.empty())
    text += fmt::format(
        "  static const char fails[] = {{{}}};\n  static unsigned next = 0;\n"
        "  if (next < {} && fails[next++]) return 0;\n",
        fails, harness.malloc_fails.size());
  return text + "  return harness_calloc(1, size);\n}\n";
}

std::string main_comment(const HarnessMain& main) {
  std::string text =
      fmt::format("main() has {} argument{}", main.count, main.count == 1 ? "" : "s");
  for (const Bytes& each : main.texts)
    text += fmt::format("{} {}", &each == main.texts.data() ? ":" : ",", c_string(each));
  return text;
}

/// main() for a function that is not it.
std::string entry_text(const HarnessEntry& entry) {
  std::string text =
      "\n// The arguments of the run.\n" + objects_text(entry) + "\nint main(void) {\n";
  for (std::size_t i = 0; i < entry.objects.size(); ++i)
    for (const auto& [offset, target] : entry.objects[i].pointers)
      text += fmt::format("  *(void **)(object_{} + {}) = object_{};\n", i + 1, offset, target);
  std::string arguments;
  for (const std::string& argument : entry.arguments)
    arguments += fmt::format("{}{}", arguments.empty() ? "" : ", ", argument);
  return text + fmt::format("  {}({});\n  return 0;\n}}\n", entry.function, arguments);
}

}  // namespace

HarnessEntry harness_entry(std::string function, std::string file,
                           const std::vector<std::pair<std::string, Value>>& values) {
  HarnessEntry entry;
  entry.function = std::move(function);
  entry.file = std::move(file);
  using Kind = ArgumentNote::Kind;
  const auto object = [&](std::uint32_t number) -> HarnessObject& {
    if (entry.objects.size() < number) entry.objects.resize(number);
    return entry.objects[number - 1];
  };
  for (const auto& [text, value] : values) {
    const auto note = argument_note(text);
    if (!note || note->parameter == 0 || note->object > (1u << 16) || note->inside > (1u << 16))
      continue;
    if (entry.arguments.size() < note->parameter) entry.arguments.resize(note->parameter, "0");
    std::string& argument = entry.arguments[note->parameter - 1];
    const bool null = note->kind == Kind::Pointer && value.sort().is_bool() && value.as_bool();
    if (note->object != 0) object(note->object).bytes.resize(note->bytes);
    if (!has_c_form(value))
      entry.problems.push_back(fmt::format("{} = {}", text, value.to_string()));
    else if (note->kind == Kind::Scalar)
      argument = value.sort().is_bit_vector() && value.sort().width() <= 64
                     ? fmt::format("0x{:x}", value.bits().low())
                     : literal(value, "");
    else if (note->kind == Kind::Part)
      put_bits(object(note->inside), note->bit, value);
    else if (note->kind == Kind::Record)
      argument = fmt::format("*({} *)object_{}", note->type, note->object);
    else if (note->inside == 0)
      argument = null ? "0" : fmt::format("(void *)object_{}", note->object);
    else if (!null)
      object(note->inside).pointers.emplace_back(note->bit / 8, note->object);
  }
  return entry;
}

std::string write_c_harness(const Harness& harness) {
  std::map<std::string, std::vector<const HarnessCall*>> calls;
  std::vector<std::string> values;
  for (const HarnessCall& call : harness.calls) {
    calls[call.function].push_back(&call);
    values.push_back(call.comment);
  }
  std::vector<std::string> reads;
  if (harness.main) reads.push_back(main_comment(*harness.main));
  for (const HarnessRead& read : harness.reads) reads.push_back(read.comment);
  std::string text = fmt::format(
      "// A run of {} into its error, found by Cairn. Compile {} and run:\n"
      "//   {} && ./bug\n",
      printable(harness.program), harness.entry ? "this" : "both", command_line(harness));
  text += comments("What functions return, in order:", values);
  text += comments("What comes from outside, in order:", reads);
  text += comments(
      "Values that the program does not give; a compiler may give others than the run had:",
      harness.uninitialised);
  const bool beside = harness.entry.has_value();
  if (beside) {
    text += comments("Arguments that no C file can make:", harness.entry->problems);
    text += fmt::format("\n#define main program_main\n#include \"{}\"\n#undef main\n\n",
                        harness.entry->file);
    text +=
        "extern int harness_dprintf(int, const char *, ...) __asm__(\"dprintf\");\n"
        "extern void harness_exit(int) __asm__(\"exit\");\n"
        "extern void *harness_calloc(__SIZE_TYPE__, __SIZE_TYPE__) __asm__(\"calloc\");\n";
  } else {
    text +=
        "\n#include <stdio.h>\n#include <stdlib.h>\n\n"
        "#define harness_dprintf dprintf\n#define harness_exit exit\n"
        "#define harness_calloc calloc\n";
  }
  text += "#define WEAK __attribute__((weak))\n\n";
  const auto define = [&](const std::string& name, const std::string& parameters,
                          const std::string& body) {
    if (!beside || !harness.defined.contains(name))
      text +=
          fmt::format("{} {{\n  {}\n}}\n", head_of("void", name, beside, parameters, true), body);
  };
  const std::string reached = "harness_dprintf(2, \"error reached\\n\"); harness_exit(107);";
  define("__VERIFIER_error", "void", reached);
  define("reach_error", "void", reached);
  for (const char* assume : {"__VERIFIER_assume", "__CPROVER_assume", "__ESBMC_assume"})
    if (assume[2] == 'V' || std::ranges::find(harness.missing, assume) != harness.missing.end())
      define(assume, "int condition", "if (!condition) harness_exit(0);");
  for (const char* check : {"assert", "__CPROVER_assert", "__ESBMC_assert"})
    if (std::ranges::find(harness.missing, check) != harness.missing.end())
      define(check, "int condition, const char *message", "if (!condition) { " + reached + " }");
  for (const auto& [function, list] : calls) text += function_text(function, list, beside);
  text += harness_reads_text(harness.reads, harness.defined);
  if (harness.calls_malloc) text += malloc_text(harness, beside);
  std::string others;
  for (const std::string& function : harness.missing)
    if (!calls.contains(function) && !defines(function))
      others += head_of("long long", function, beside, "void", true) + " { return 0; }\n";
  if (!others.empty())
    text += "\n// Functions without a body, which do nothing in the run.\n" + others;
  if (harness.main) text += harness_main_text(*harness.main);
  if (harness.entry) text += entry_text(*harness.entry);
  return text;
}

}  // namespace cairn
