// SPDX-License-Identifier: MIT
#include "input/c/c_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "input/c/apart.h"
#include "input/c/checks.h"
#include "input/c/clang_frontend.h"
#include "input/c/externals.h"
#include "input/c/memory.h"
#include "model/program_bytes.h"

namespace cairn {

std::optional<CReadOptions> with_more_room(const CReadOptions& options, std::string_view limit) {
  constexpr unsigned kMostObjects = 64;
  constexpr unsigned kMostBytes = 16384;
  constexpr std::uint32_t kDeepest = 100;
  CReadOptions larger = options;
  if (limit.starts_with("heap objects: more than")) {
    if (options.heap_objects == 0 || options.heap_objects >= kMostObjects) return std::nullopt;
    larger.heap_objects = std::min(options.heap_objects * 4, kMostObjects);
  } else if (limit.starts_with("heap object of more than") ||
             limit.starts_with("array of more than")) {
    if (options.heap_bytes == 0 || options.heap_bytes >= kMostBytes) return std::nullopt;
    larger.heap_bytes = std::min(options.heap_bytes * 8, kMostBytes);
  } else if (limit.starts_with("recursion: ")) {
    std::uint32_t depth = 0;
    for (const char digit : limit.substr(std::string_view("recursion: ").size())) {
      if (digit < '0' || digit > '9' || depth > kDeepest) break;
      depth = depth * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    if (depth == 0 || depth > kDeepest) return std::nullopt;
    larger.recursion = std::min(2 * depth, kDeepest);
  } else {
    return std::nullopt;
  }
  return larger;
}

#ifdef CAIRN_HAS_C

namespace {

/// Memory is resolved, and no violation depends on what has no exact model.
std::optional<Program> guarded(CUnit unit, const CReadOptions& options) {
  const Term tainted = unit.tainted;
  const std::vector<std::string> approximate = std::move(unit.approximate);
  std::optional<Program> program = resolve_memory(std::move(unit), options);
  if (program && tainted.valid()) guard_properties(*program, tainted, approximate);
  return program;
}

}  // namespace

bool has_c_front_end() {
  return true;
}

Program read_c(const std::vector<Source>& files, const CReadOptions& options, const Log& log) {
  CAIRN_CHECK(!files.empty());
  CReadOptions expanded = options;
  expanded.checks = expand_c_checks(options.checks);
  for (const std::string& check : expanded.checks) {
    if (is_c_check(check)) continue;
    std::string known = "all";
    for (const CCheck& each : c_checks()) known += fmt::format(", {}", each.name);
    throw InputError({files[0].name},
                     fmt::format("there is no check '{}'; expected one of {}", check, known));
  }
  if (std::ranges::find(expanded.checks, "unwinding") != expanded.checks.end() && !options.unwind)
    throw InputError({files[0].name},
                     "the check 'unwinding' needs the number of iterations that a loop may take "
                     "(--unwind N)");
  const auto read = [&](const Log& to) {
    std::optional<Program> program = guarded(translate_c(files, expanded, to), expanded);
    if (!program) {
      CReadOptions with_bits = expanded;
      with_bits.float_bits = true;
      program = guarded(translate_c(files, with_bits, Log()), with_bits);
    }
    check_program(*program);
    return std::move(*program);
  };
  if (!options.apart) return read(log);
  load_c_front_end(files[0].name);
  const std::string bytes =
      run_apart(files[0].name, log, [&](const Log& to) { return program_bytes(read(to)); });
  std::optional<Program> program = program_of_bytes(bytes);
  CAIRN_CHECK(program.has_value());
  return std::move(*program);
}

#else

bool has_c_front_end() {
  return false;
}

Program read_c(const std::vector<Source>& files, const CReadOptions&, const Log&) {
  CAIRN_CHECK(!files.empty());
  throw InputError({files[0].name}, "this build has no C front end");
}

#endif

Program read_c(const std::vector<std::string>& paths, const CReadOptions& options, const Log& log) {
  std::vector<Source> files;
  for (const std::string& path : paths) files.push_back(read_source(path));
  return read_c(files, options, log);
}

}  // namespace cairn
