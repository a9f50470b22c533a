// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/run_program.h"
#include "input/sby/sby_file.h"

namespace cairn {
namespace {

/// Python that runs the block: what SymbiYosys gives to one is there (`task`, `tags`, `output`),
/// and each line goes out behind a mark, so that nothing else that is printed is taken for one.
constexpr const char* kDriver = R"(import json, sys
import argparse, os, re, shutil, tempfile
given = json.loads(sys.stdin.readline())
lines = []
space = dict(globals())
space.update(task=given["task"], tags=set(given["tags"]), output_lines=lines,
             output=lines.append)
exec(compile(given["code"], "pycode", "exec"), space)
for line in lines:
    print(given["mark"] + json.dumps(str(line)))
)";

std::string json_text(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += fmt::format("\\{}", c);
    else if (byte < 0x20 || byte == 0x7F)
      result += fmt::format("\\u{:04x}", byte);
    else
      result += c;
  }
  return result + "\"";
}

/// Of what Python's json.dumps writes: ASCII.
std::string text_of_json(std::string_view json) {
  std::string result;
  json = json.substr(1, json.size() < 2 ? 0 : json.size() - 2);
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\\' || i + 1 == json.size()) {
      result += json[i];
      continue;
    }
    const char kind = json[++i];
    if (kind == 'u' && i + 4 < json.size()) {
      unsigned code = 0x80;
      std::from_chars(json.data() + i + 1, json.data() + i + 5, code, 16);
      if (code >= 0x80) throw std::string("a line of Python with characters beyond ASCII");
      result += static_cast<char>(code);
      i += 4;
    } else {
      result += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind == 'r' ? '\r' : kind;
    }
  }
  return result;
}

std::vector<std::string> run_block(const std::string& code, const std::optional<std::string>& task,
                                   const std::vector<std::string>& tags) {
  if (!has_program("python3"))
    throw std::string("a block of Python (--pycode-begin--), and there is no python3 to run it");
  constexpr const char* kMark = "cairn:";
  std::string given = fmt::format("{{\"mark\":\"{}\",\"task\":{},\"code\":{},\"tags\":[", kMark,
                                  task ? json_text(*task) : "null", json_text(code));
  for (std::size_t i = 0; i < tags.size(); ++i) {
    if (i > 0) given += ',';
    given += json_text(tags[i]);
  }
  given += "]}\n";
  ProgramLimits limits;
  limits.seconds = 20;
  limits.cpu_seconds = 10;
  limits.bytes = std::uint64_t{1} << 31;
  const ProgramResult result = run_program({"python3", "-I", "-c", kDriver}, "", given, limits);
  if (result.end == ProgramResult::End::Stopped)
    throw std::string("a block of Python took more than 20 seconds");
  std::vector<std::string> lines;
  std::string last;
  for (std::string_view rest = result.output; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with(kMark))
      lines.push_back(text_of_json(line.substr(std::string_view(kMark).size())));
    else if (!line.empty())
      last = line;
  }
  if (!result.succeeded()) throw fmt::format("a block of Python failed: {}", printable(last, 200));
  return lines;
}

}  // namespace

PythonBlocks python_process() {
  return run_block;
}

}  // namespace cairn
