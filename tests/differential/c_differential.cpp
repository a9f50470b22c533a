// SPDX-License-Identifier: MIT
//
// Random C programs (support/random_c_program.h), compiled by gcc and run, against the C front end
// and the interpreter:
//
//   c_differential [--memory] [--no-points-to] [--first SEED] [--count N] [--lp64] [--keep FOLDER]
//                  [--stop-at-first] [--file FILE [--headers FOLDER]]
//
// Every value that a program writes to `out` must agree. With --memory the programs are those of
// support/random_c_memory.h; they may use what the front end refuses, which is counted. With --file
// that program is judged instead, for example one of --keep that somebody made smaller. Without gcc
// (or its 32-bit libraries) nothing is tested and the exit code is 77.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "input/c/c_reader.h"
#include "model/interpret.h"
#include "support/arguments.h"
#include "support/random_c_memory.h"
#include "support/random_c_program.h"
#include "support/scratch.h"

namespace {

using namespace cairn;

struct Options {
  std::uint64_t first = 1;
  std::uint64_t count = 100;
  bool lp64 = false;
  bool stop = false;
  bool memory = false;
  bool all_objects = false;
  std::string keep;
  std::string file;
  std::string headers;
  std::uint64_t steps = 10'000'000;  // of the interpreter
};

std::string describe_end(const Program& program, const RunResult& result) {
  using Outcome = RunResult::Outcome;
  if (result.outcome == Outcome::Steps) return "the run did not finish: too many steps";
  const Statement& last = *result.statement;
  const char* what = result.outcome == Outcome::Blocked ? "it stops at" : "it fails at";
  if (last.site == kNoSite)
    return fmt::format("the run did not finish: {} a statement without a place in {} {}", what,
                       result.procedure->name, last.note);
  const SourceSite& site = program.sites[last.site];
  return fmt::format("the run did not finish: {} line {}, '{}' {}", what, site.at.line, site.text,
                     last.note);
}

/// Zero, but for the addresses of objects: they follow each other, far enough apart.
struct ZeroInputs : InputSource {
  Value next(const InputRequest& request) override {
    if (request.note != "addresses") return Value::zero(request.sort);
    address += 0x10000;
    return Value(BitVector(request.sort.width(), address));
  }
  std::uint64_t address = 0x1000000;
};

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

std::string compile_command(const Options& options, const std::filesystem::path& source,
                            const std::filesystem::path& program, std::uint64_t seed) {
  return fmt::format(
      "gcc {} -std=gnu11 -w -O{} -DPRINT -fwrapv -fno-strict-aliasing -msse2 -mfpmath=sse "
      "-ffp-contract=off -fno-math-errno -fexcess-precision=standard {} {} -o {} -lm",
      options.lp64 ? "-m64" : "-m32", seed % 2,
      options.headers.empty() ? "" : "-I" + options.headers, source.string(), program.string());
}

/// The numbers that the compiled program prints.
std::vector<std::uint64_t> compiled_outputs(const std::filesystem::path& program) {
  std::vector<std::uint64_t> values;
  FILE* pipe = popen(program.c_str(), "r");
  unsigned long long value = 0;
  while (pipe != nullptr && std::fscanf(pipe, "%llx", &value) == 1) values.push_back(value);
  if (pipe != nullptr && pclose(pipe) != 0) values.clear();
  return values;
}

/// What went wrong, or why the run says nothing.
struct Finding {
  std::string wrong;
  std::string refused;
};

Finding interpreted_outputs(const Options& options, const std::string& text,
                            std::vector<std::uint64_t>& values) {
  CReadOptions reading;
  // Constructors belong to a whole program.
  reading.entry = options.memory ? "main" : "run";
  reading.points_to = !options.all_objects;
  reading.assert_points_to = reading.points_to;
  if (!options.headers.empty()) reading.compiler_arguments.push_back("-I" + options.headers);
  reading.data_model =
      options.lp64 ? CReadOptions::DataModel::LP64 : CReadOptions::DataModel::ILP32;
  const Program program = read_c(std::vector<Source>{{"random.c", text}}, reading, Log());
  Interpreter interpreter(program);
  ZeroInputs inputs;
  const RunResult result = interpreter.run(inputs, options.steps);
  if (result.outcome == RunResult::Outcome::Limit && options.memory)
    return {"", result.statement->note};
  if (result.outcome != RunResult::Outcome::Finished) return {describe_end(program, result), ""};
  for (const ProgramVariable& variable : program.globals) {
    if (variable.source_name != "out") continue;
    const Value out = interpreter.value(variable.term);
    for (unsigned i = 0; i < support::kRandomCOutputs; ++i)
      values.push_back(
          out.select(Value(BitVector(out.sort().index_sort().width(), i))).bits().low());
    return {};
  }
  return {"there is no variable 'out'", ""};
}

std::string program_text(const Options& options, std::uint64_t seed) {
  if (!options.file.empty()) {
    std::ostringstream text;
    text << std::ifstream(options.file).rdbuf();
    return text.str();
  }
  if (options.memory) {
    support::RandomCMemoryOptions wanted;
    wanted.floats = seed % 3 != 0;
    wanted.heap = seed % 4 != 1;
    wanted.library = seed % 5 == 2;
    wanted.constructors = seed % 6 == 3;
    wanted.statements = 4 + seed % 13;
    return support::random_c_memory(seed, wanted);
  }
  support::RandomCOptions wanted;
  wanted.floats = seed % 3 != 0;
  wanted.pointers = seed % 4 != 1;
  wanted.records = seed % 5 != 2;
  wanted.statements = 2 + seed % 4;
  wanted.functions = 1 + seed % 3;
  return support::random_c_program(seed, wanted);
}

Finding judge(const Options& options, const support::Scratch& scratch, std::uint64_t seed) {
  const std::string text = program_text(options, seed);
  const std::filesystem::path source = scratch / "random.c";
  const std::filesystem::path program = scratch / "random";
  write(source, text);
  if (!options.keep.empty())
    write(std::filesystem::path(options.keep) / fmt::format("{}.c", seed), text);
  if (std::system(compile_command(options, source, program, seed).c_str()) != 0)
    return {"gcc does not compile it", ""};
  const std::vector<std::uint64_t> expected = compiled_outputs(program);
  if (expected.size() != support::kRandomCOutputs)
    return {"the compiled program does not end well", ""};
  std::vector<std::uint64_t> found;
  Finding finding = interpreted_outputs(options, text, found);
  if (!finding.wrong.empty() || !finding.refused.empty()) return finding;
  for (unsigned i = 0; i < support::kRandomCOutputs; ++i)
    if (expected[i] != found[i])
      return {fmt::format("out[{}] is {:x}, but gcc's {:x}", i, found[i], expected[i]), ""};
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const bool understood = support::Arguments(argc, argv)
                              .number("--first", options.first)
                              .number("--count", options.count)
                              .text("--keep", options.keep)
                              .text("--file", options.file)
                              .text("--headers", options.headers)
                              .number("--steps", options.steps)
                              .flag("--lp64", options.lp64)
                              .flag("--memory", options.memory)
                              .flag("--no-points-to", options.all_objects)
                              .flag("--stop-at-first", options.stop)
                              .understood();
  if (!understood) return 2;
  if (!options.file.empty()) options.count = 1;
  const support::Scratch scratch("c_differential");
  write(scratch / "try.c", "#include <stdio.h>\nint main(void) { return 0; }\n");
  if (!has_c_front_end() ||
      std::system((compile_command(options, scratch / "try.c", scratch / "try", 0) + " 2>/dev/null")
                      .c_str()) != 0) {
    fmt::print(stderr,
               "nothing tested: no C front end, or gcc cannot compile for the data model\n");
    return 77;
  }
  std::uint64_t failures = 0;
  std::map<std::string, std::uint64_t> refused;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    Finding finding;
    try {
      finding = judge(options, scratch, seed);
    } catch (const InputError& error) {
      finding.wrong = error.what();
    }
    if (!finding.refused.empty()) ++refused[finding.refused];
    if (finding.wrong.empty()) continue;
    fmt::print(stderr, "seed {}: {}\n", seed, finding.wrong);
    ++failures;
    if (options.stop) break;
  }
  for (const auto& [reason, count] : refused)
    fmt::print(stderr, "refused {} times: {}\n", count, reason);
  fmt::print(stderr, "{} programs, {} failures\n", options.count, failures);
  return failures == 0 ? 0 : 1;
}
