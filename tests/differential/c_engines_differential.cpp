// SPDX-License-Identifier: MIT
//
// Verdicts of the engines on random C programs (support/random_bounded_c.h) against what gcc's code
// does on all inputs:
//
//   c_engines_differential [--first SEED] [--count N] [--engine NAME] [--seconds S] [--keep FOLDER]
//
// gcc's code first lists the values that it sees at each point of a program, over all inputs. From
// these a property is made: a value that is seen must make the program unsafe, one that is not seen
// safe. Engines take turns unless one is named; an engine that does not decide in time counts as
// undecided. Without gcc the exit code is 77.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "base/rng.h"
#include "input/c/c_reader.h"
#include "run/program/check.h"
#include "support/arguments.h"
#include "support/random_bounded_c.h"

namespace {

using namespace cairn;

constexpr unsigned kBatch = 50;  // programs for each call of gcc

struct Options {
  std::uint64_t first = 1;
  std::uint64_t count = 100;
  double seconds = 2;
  std::string engine;
  std::string keep;
};

/// The values at each point of a program; nothing if its inputs are too many.
using Seen = std::map<unsigned, std::set<std::int32_t>>;

// Tries all inputs: those of a run are digits of a number that counts up, the last first.
constexpr const char* kEnumerator = R"(
#include <setjmp.h>
#include <stdio.h>
enum { LONGEST = 64, MOST = 5000, VALUES = 4096 };
static unsigned digit[LONGEST], base[LONGEST], used, length;
static struct { int point, value; } values[VALUES];
static unsigned seen;
static unsigned in(unsigned n) {
  if (used == LONGEST) return 0;
  if (used == length) digit[length++] = 0;
  base[used] = n;
  return digit[used++];
}
static void SEE(int point, int value) {
  for (unsigned i = 0; i < seen; i++) if (values[i].point == point && values[i].value == value) return;
  if (seen < VALUES) { values[seen].point = point; values[seen++].value = value; }
}
static void try_all(int number, void (*program)(void)) {
  unsigned runs = 0;
  length = seen = 0;
  do {
    used = 0;
    program();
    length = used;
    while (length > 0 && digit[length - 1] + 1 == base[length - 1]) length--;
    if (length > 0) digit[length - 1]++;
  } while (length > 0 && ++runs < MOST && used < LONGEST && seen < VALUES);
  if (length > 0) { printf("%d many 0\n", number); return; }
  for (unsigned i = 0; i < seen; i++) printf("%d %d %d\n", number, values[i].point, values[i].value);
}
)";

std::filesystem::path scratch_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "c_engines_XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::exit(2);
  return pattern;
}

bool compile(const std::filesystem::path& source, const std::filesystem::path& program) {
  return std::system(fmt::format("gcc -std=gnu11 -w -O0 -fwrapv {} -o {} 2>/dev/null",
                                 source.string(), program.string())
                         .c_str()) == 0;
}

/// What the compiled programs with these seeds see; false if that cannot be found out.
bool enumerate(const std::filesystem::path& folder, std::uint64_t first, unsigned count,
               std::vector<Seen>& found) {
  {
    std::ofstream source(folder / "batch.c");
    source << kEnumerator;
    for (unsigned i = 0; i < count; ++i)
      source << support::random_bounded_c(first + i, fmt::format("_{}", i));
    source << "int main(void) {\n";
    for (unsigned i = 0; i < count; ++i) source << fmt::format("  try_all({0}, program_{0});\n", i);
    source << "  return 0;\n}\n";
  }
  if (!compile(folder / "batch.c", folder / "batch")) return false;
  found.assign(count, {});
  FILE* pipe = popen((folder / "batch").c_str(), "r");
  unsigned number = 0;
  char point[16];
  int value = 0;
  while (pipe != nullptr && std::fscanf(pipe, "%u %15s %d", &number, point, &value) == 3)
    if (number < count && point[0] != 'm')
      found[number][static_cast<unsigned>(std::atoi(point))].insert(value);
  return pipe != nullptr && pclose(pipe) == 0;
}

struct Property {
  std::string condition[support::kBoundedCPoints];  ///< of x, what must not be; may be empty
  bool holds = true;
};

/// One or two points get a condition.
Property make_property(Rng& rng, const Seen& seen) {
  Property property;
  std::vector<unsigned> points;
  for (const auto& [point, values] : seen) points.push_back(point);
  for (unsigned i = 0; i < 1 + rng.below(2); ++i) {
    const unsigned point = points[rng.below(points.size())];
    const std::set<std::int32_t>& values = seen.at(point);
    const auto one =
        std::next(values.begin(), static_cast<std::ptrdiff_t>(rng.below(values.size())));
    const char* op = "==";
    std::int64_t value = *one;
    bool violated = true;
    if (rng.chance(60)) {
      // Near what happens, but it does not.
      violated = false;
      if (rng.chance(50)) {
        op = ">";
        value = *values.rbegin();
      } else {
        while (values.contains(static_cast<std::int32_t>(value))) ++value;
      }
    }
    if (value > INT32_MAX) continue;
    if (!property.condition[point].empty()) continue;
    property.condition[point] = fmt::format("(x) {} {}", op, value);
    property.holds = property.holds && !violated;
  }
  return property;
}

std::string program_text(std::uint64_t seed, const Property& property) {
  std::string text =
      "extern void reach_error(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
      "extern void __VERIFIER_assume(int);\n"
      "static unsigned in(unsigned n) {\n  unsigned char v = __VERIFIER_nondet_uchar();\n"
      "  __VERIFIER_assume(v < n);\n  return v;\n}\n";
  for (unsigned i = 0; i < support::kBoundedCPoints; ++i)
    text += fmt::format("static void see{}(int x) {{ {} }}\n", i,
                        property.condition[i].empty()
                            ? std::string("(void)x;")
                            : "if (" + property.condition[i] + ") reach_error();");
  text += "#define SEE(i, x) see##i(x)\n";
  return text + support::random_bounded_c(seed, "") + "int main(void) { program(); return 0; }\n";
}

/// "safe", "unsafe" or why there is no verdict.
std::string verdict(const std::string& text, const std::string& engine, const Options& options,
                    std::uint64_t seed) {
  const Log log(LogLevel::Quiet);
  CReadOptions reading;
  reading.data_model = CReadOptions::DataModel::ILP32;
  const Program program = read_c(std::vector<Source>{{"random.c", text}}, reading, log);
  ProgramCheckOptions checking;
  checking.engine = engine;
  checking.quick.random = 0.02;
  const Budget whole;
  Budget budget(&whole);
  budget.renew(options.seconds);
  Progress progress;
  const ProgramOutcome outcome =
      run_program_check(program, checking, {log, budget, progress, seed});
  if (std::holds_alternative<Safe<Cfa>>(outcome.answer)) return "safe";
  if (std::holds_alternative<Unsafe<Cfa>>(outcome.answer)) return "unsafe";
  return std::get<Unknown>(outcome.answer).explanation;
}

struct Counts {
  std::uint64_t safe = 0, unsafe = 0, undecided = 0, skipped = 0, wrong = 0;
};

void judge(const Options& options, std::uint64_t seed, const Seen& seen, Counts& counts) {
  if (seen.empty()) {
    ++counts.skipped;
    return;
  }
  static const std::vector<std::string> engines = {"ic3", "auto", "kind", "ic3", "bmc", "itp"};
  Rng rng(seed);
  const Property property = make_property(rng, seen);
  const std::string text = program_text(seed, property);
  const std::string engine =
      options.engine.empty() ? engines[seed % engines.size()] : options.engine;
  if (!options.keep.empty())
    std::ofstream(std::filesystem::path(options.keep) / fmt::format("{}.c", seed)) << text;
  const std::string found = verdict(text, engine, options, seed);
  const std::string expected = property.holds ? "safe" : "unsafe";
  if (found != "safe" && found != "unsafe") {
    ++counts.undecided;
  } else if (found != expected) {
    fmt::print(stderr, "seed {}: {} says {}, but all runs say {}\n", seed, engine, found, expected);
    ++counts.wrong;
  } else {
    ++(property.holds ? counts.safe : counts.unsafe);
  }
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const bool understood = support::Arguments(argc, argv)
                              .number("--first", options.first)
                              .number("--count", options.count)
                              .text("--engine", options.engine)
                              .decimal("--seconds", options.seconds)
                              .text("--keep", options.keep)
                              .understood();
  if (!understood) return 2;
  const std::filesystem::path folder = scratch_folder();
  std::ofstream(folder / "try.c") << "#include <stdio.h>\nint main(void) { return 0; }\n";
  int code = 0;
  Counts counts;
  if (!has_c_front_end() || !compile(folder / "try.c", folder / "try")) {
    fmt::print(stderr, "nothing tested: no C front end, or no gcc\n");
    code = 77;
  }
  for (std::uint64_t done = 0; code == 0 && done < options.count; done += kBatch) {
    const auto count = static_cast<unsigned>(std::min<std::uint64_t>(kBatch, options.count - done));
    std::vector<Seen> seen;
    if (!enumerate(folder, options.first + done, count, seen)) {
      fmt::print(stderr, "seeds from {} on: gcc's program fails\n", options.first + done);
      code = 1;
    }
    for (unsigned i = 0; i < seen.size(); ++i)
      judge(options, options.first + done + i, seen[i], counts);
  }
  if (code != 77)
    fmt::print(stderr,
               "{} programs: {} safe, {} unsafe, {} undecided, {} with too many inputs, {} wrong\n",
               options.count, counts.safe, counts.unsafe, counts.undecided, counts.skipped,
               counts.wrong);
  std::filesystem::remove_all(folder);
  return counts.wrong > 0 ? 1 : code;
}
