// SPDX-License-Identifier: MIT
#include "format/c/program_harness.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "format/c/c_float.h"
#include "format/c/c_scope.h"

namespace cairn {
namespace {

std::string line_of(const Program& program, SiteId site) {
  if (site == kNoSite) return "";
  const SourceSite& at = program.sites[site];
  return fmt::format("{}:{}: ", at.at.file, at.at.line);
}

/// The function of SV-COMP that an uninitialised variable is in: programs define such functions as
/// "int x; return x;".
std::string nondet_function_of(const Program& program, const InputValue& input) {
  if (input.kind != InputKind::Nondet || input.site == kNoSite || is_call(input)) return {};
  const std::string& function = program.sites[input.site].function;
  return function.starts_with("__VERIFIER_nondet_") ? function : std::string();
}

CFunctions functions_of(const std::vector<Source>& sources) {
  CFunctions all;
  for (const Source& source : sources) {
    CFunctions one = functions_in(source.bytes);
    all.called.merge(one.called);
    all.defined.merge(one.defined);
  }
  return all;
}

/// Functions that are called and have no body, those of the C library apart.
std::vector<std::string> functions_without_body(const CFunctions& all) {
  std::vector<std::string> result;
  for (const std::string& name : all.called)
    if (!all.defined.contains(name) && !name.starts_with("__builtin_") &&
        ::dlsym(RTLD_DEFAULT, name.c_str()) == nullptr)
      result.push_back(name);
  return result;
}

/// The function that the program starts with, if that is not main().
std::optional<HarnessEntry> entry_of(const Program& program, const ProgramTrace& trace) {
  const Procedure* const start = program.find(program.main);
  if (start == nullptr || start->site == kNoSite) return std::nullopt;
  // The procedure that initialises and calls it has its place.
  const auto entry = std::ranges::find_if(program.procedures, [&](const Procedure& each) {
    return &each != start && each.site == start->site;
  });
  if (entry == program.procedures.end()) return std::nullopt;
  const SourceSite& site = program.sites[entry->site];
  if (site.function == "main") return std::nullopt;
  std::vector<std::pair<std::string, Value>> values;
  for (const InputValue& input : trace.inputs) values.emplace_back(input.note, input.value);
  std::error_code failed;
  return harness_entry(site.function, std::filesystem::absolute(site.at.file, failed).string(),
                       values);
}

/// argv[2] and envp[2] are the texts 2 of their arrays.
std::optional<std::size_t> text_number(std::string_view note, std::string_view array) {
  if (!note.starts_with(array) || note.size() != array.size() + 3 || note[array.size()] != '[' ||
      note.back() != ']')
    return std::nullopt;
  const char digit = note[array.size() + 1];
  return digit < '0' || digit > '9'
             ? std::nullopt
             : std::optional<std::size_t>(static_cast<unsigned char>(digit - '0'));
}

/// What the memory of a text has, up to its last byte that is not zero: a program may look behind
/// the end of the text.
Bytes text_of(const Value& value) {
  Bytes bytes;
  if (!value.sort().is_array()) return bytes;
  constexpr std::uint64_t kMost = 4096;
  const std::uint32_t width = value.sort().index_sort().width();
  const std::uint64_t count = width >= 12 ? kMost : std::uint64_t{1} << width;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Value c = value.select(Value(BitVector(width, i)));
    bytes.push_back(static_cast<std::uint8_t>(c.bits().low()));
  }
  while (!bytes.empty() && bytes.back() == 0) bytes.pop_back();
  return bytes;
}

/// Nothing if main() has no arguments.
std::optional<HarnessMain> main_of(const ProgramTrace& trace) {
  std::optional<HarnessMain> main;
  std::uint64_t variables = 0;
  for (const InputValue& input : trace.inputs) {
    if (input.note == "argument of main" && !main && input.value.sort().is_bit_vector()) {
      main.emplace();
      main->count = static_cast<std::int32_t>(input.value.bits().low());
    } else if (input.note == "environment of main" && main) {
      main->environment.emplace();
      variables = input.value.bits().low();
    }
    if (!main) continue;
    const auto put = [&](std::vector<Bytes>& texts, std::size_t number, std::uint64_t count) {
      if (number >= count) return;
      texts.resize(std::max(texts.size(), number + 1));
      texts[number] = text_of(input.value);
    };
    if (const auto number = text_number(input.note, "argv"))
      put(main->texts, *number, static_cast<std::uint64_t>(main->count));
    else if (const auto variable = text_number(input.note, "envp"); variable && main->environment)
      put(*main->environment, *variable, variables);
  }
  return main;
}

std::vector<HarnessRead> reads_of(const Program& program, const ProgramTrace& trace) {
  std::vector<HarnessRead> reads;
  for (const LibraryCall& call : trace.calls) {
    HarnessRead read{call.function, 0, call.error, call.parts, ""};
    if (call.result) {
      read.result = static_cast<std::int64_t>(call.result->bits().low());
      if (call.result->sort() == Sort::bit_vector(32))
        read.result = static_cast<std::int32_t>(read.result);
    }
    read.comment =
        fmt::format("{}{}() {}", line_of(program, call.site), call.function, call_text(call));
    reads.push_back(std::move(read));
  }
  return reads;
}

}  // namespace

Harness harness_of(const Program& program, const ProgramTrace& trace,
                   const std::vector<Source>& sources, const std::string& file, bool lp64) {
  Harness harness;
  harness.program = file;
  harness.lp64 = lp64;
  const CFunctions functions = functions_of(sources);
  harness.missing = functions_without_body(functions);
  harness.defined = functions.defined;
  harness.entry = entry_of(program, trace);
  if (!harness.entry) harness.main = main_of(trace);
  harness.reads = reads_of(program, trace);
  harness.calls_malloc =
      functions.called.contains("malloc") && !functions.defined.contains("malloc");
  for (const InputValue& input : trace.inputs)
    if (input.note == "malloc fails" && input.value.sort().is_bool())
      harness.malloc_fails.push_back(input.value.as_bool());
  for (const InputValue& input : trace.inputs) {
    const std::string replaced = nondet_function_of(program, input);
    if (!is_call(input) && replaced.empty()) continue;
    const std::string& function = replaced.empty() ? input.note : replaced;
    std::string text = fmt::format("{}{}() = {}", line_of(program, input.site), function,
                                   shown_value(input.value, show_of(input)));
    // In decimals people see what it is, in hexadecimals what it is exactly.
    if (input.value.sort().is_float())
      text += fmt::format(", {}", c_float_expression(input.value).value_or(""));
    harness.calls.push_back({function, input.value, std::move(text), !replaced.empty()});
  }
  for (const InputValue& input : trace.inputs)
    if (is_outside(input))
      harness.uninitialised.push_back(fmt::format("{}a read outside of all objects gives {}",
                                                  line_of(program, input.site),
                                                  shown_value(input.value, Show::Signed)));
  for (const ProgramTrace::Uninitialised& one : trace.uninitialised) {
    if (one.site != kNoSite && program.sites[one.site].function.starts_with("__VERIFIER_nondet_"))
      continue;
    harness.has_uninitialised = true;
    std::string text =
        fmt::format("{}{} = {}", line_of(program, one.site), one.variable, one.value);
    auto& known = harness.uninitialised;
    if (!one.is_zero && std::find(known.begin(), known.end(), text) == known.end())
      known.push_back(std::move(text));
  }
  return harness;
}

}  // namespace cairn
