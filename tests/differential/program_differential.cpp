// SPDX-License-Identifier: MIT
//
// All ways to decide a program must agree: every engine on automata under random settings, some
// plans of IC3CFA, the engines on the lowered program, and "auto", after random passes, on random
// programs. Answers go through the whole run, so each is judged by certify or by the interpreter; a
// refused one ends the run. Verdicts are held against each other and against the truth:
//
//  - every second program is a random automaton in disguise, whose states an oracle enumerates;
//  - the others are random IVL, executed on all inputs up to a length.
//
//   program_differential [--count N] [--first SEED] [--engines NAME|all] [--plans N] [--seconds S]
//                        [--verbose] [--print]
//
// N plans are tried on each program, others on the next. Who does not decide within S seconds of
// processor time (0.5 without the option) counts as undecided.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "base/rng.h"
#include "format/ivl/ivl_printer.h"
#include "run/program/check.h"
#include "support/arguments.h"
#include "support/bounded_runs.h"
#include "support/cfa_oracle.h"
#include "support/cfa_program.h"
#include "support/contenders.h"
#include "support/quiet_context.h"
#include "support/random_cfa.h"
#include "support/random_configs.h"
#include "support/random_program.h"
#include "support/tally.h"

namespace cairn {
namespace {

struct Options {
  std::uint64_t first = 0, count = 100;
  std::string engines = "all";
  std::uint64_t plans = 3;
  double seconds = 0.5;
  bool verbose = false;
  bool print = false;
};

/// What is known of a program without asking an engine.
struct Truth {
  enum class Verdict { Safe, NotSafe, Unsafe, Open };
  Verdict verdict = Verdict::Open;

  /// Empty, or what is wrong.
  std::string fault_of(const Answer<Cfa>& answer) const {
    if (std::holds_alternative<Safe<Cfa>>(answer) &&
        (verdict == Verdict::Unsafe || verdict == Verdict::NotSafe))
      return "safe, but a run says it is not";
    if (std::holds_alternative<Unsafe<Cfa>>(answer) &&
        (verdict == Verdict::Safe || verdict == Verdict::NotSafe))
      return "unsafe, but no run fails";
    return "";
  }
};

struct Task {
  Program program;
  Truth truth;
};

Task make_task(std::uint64_t seed) {
  Task task;
  if (seed % 2 == 0) {
    const Cfa cfa = support::random_cfa(seed / 2);
    const bool is_safe = support::CfaOracle(cfa).safe();
    task.truth.verdict = is_safe ? Truth::Verdict::Safe : Truth::Verdict::Unsafe;
    task.program = support::program_of(cfa);
    return task;
  }
  Rng rng(seed);
  support::RandomProgramOptions options;
  options.width = 1 + static_cast<std::uint32_t>(rng.below(4));
  options.arrays = rng.chance(20);
  options.limits = rng.chance(20);
  options.term_depth = 1 + static_cast<unsigned>(rng.below(3));
  options.max_locals = 2;
  task.program = support::random_program(seed, options);
  check_program(task.program);
  const support::BoundedRuns runs = support::run_all(task.program);
  if (runs.fails)
    task.truth.verdict = Truth::Verdict::Unsafe;
  else if (runs.all)
    task.truth.verdict = runs.reaches_limit ? Truth::Verdict::NotSafe : Truth::Verdict::Safe;
  return task;
}

/// Those of automata but for plans, whose turn comes; those of circuits.
std::vector<support::Contender> contenders_for(std::uint64_t seed, const Options& options) {
  std::vector<support::Contender> chosen, plans;
  for (const support::Contender& contender : support::automaton_contenders())
    (contender.plan.empty() ? chosen : plans).push_back(contender);
  for (std::uint64_t i = 0; i < options.plans && i < plans.size(); ++i)
    chosen.push_back(plans[(seed * options.plans + i) % plans.size()]);
  for (const char* engine : {"ic3", "kind", "itp", "itpseq", "bmc", "auto"})
    chosen.push_back({engine, engine, ""});
  std::erase_if(chosen, [&](const support::Contender& contender) {
    return options.engines != "all" && options.engines != contender.engine &&
           options.engines != contender.name;
  });
  return chosen;
}

ProgramCheckOptions random_options(const support::Contender& contender, Rng& rng) {
  ProgramCheckOptions options;
  options.engine = contender.engine;
  options.engines.configs = contender.configs(rng);
  options.engines.slice = 0.05;
  options.quick.random = 0.005;
  options.quick.plain = rng.chance(50) ? 0.05 : 0;
  options.quick.automaton = rng.chance(50) ? 0.05 : 0;
  options.quick.circuit = rng.chance(50) ? 0.1 : 0;
  options.program_passes.lemmas.seconds = 0.05;
  for (const std::string& pass : known_program_passes())
    if (rng.chance(pass == "lemmas" ? 70 : 30)) options.program_passes.without.push_back(pass);
  if (rng.chance(30)) options.passes.clear();
  options.check.z3_seconds = rng.chance(10) ? 10 : 0;
  return options;
}

/// Who is at work; the parent process tells it if an internal error ends the child.
struct Current {
  char text[200];
};
Current* current = nullptr;

Answer<Cfa> answer_of(const Program& program, const support::Contender& contender,
                      std::uint64_t seed, const Options& options) {
  Rng rng(seed * 31 + contender.name.size());
  *fmt::format_to_n(current->text, sizeof current->text - 1, "seed {}, {}", seed, contender.name)
       .out = 0;
  if (options.verbose) fmt::print(stderr, "{}\n", current->text);
  support::QuietContext quiet(seed);
  Budget share(&quiet.budget);
  share.renew(options.seconds);
  const Context context{quiet.log, share, quiet.progress, seed};
  return run_program_check(program, random_options(contender, rng), context).answer;
}

const char* word(const Answer<Cfa>& answer) {
  return std::holds_alternative<Safe<Cfa>>(answer) ? "safe" : "unsafe";
}

int run(const Options& options) {
  std::uint64_t known = 0, disagreements = 0;
  support::Tally tally;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const Task task = make_task(seed);
    if (options.print) fmt::print("{}", print_ivl(task.program));
    known += task.truth.verdict != Truth::Verdict::Open;
    std::string first_verdict, first_name;
    for (const support::Contender& contender : contenders_for(seed, options)) {
      const Answer<Cfa> answer = answer_of(task.program, contender, seed, options);
      tally.add(contender.name, answer);
      if (std::holds_alternative<Unknown>(answer)) continue;
      std::string fault = task.truth.fault_of(answer);
      if (first_name.empty()) {
        first_verdict = word(answer);
        first_name = contender.name;
      } else if (first_verdict != word(answer)) {
        fault += fmt::format(" {}, but {} says {}", word(answer), first_name, first_verdict);
      }
      if (fault.empty()) continue;
      ++disagreements;
      fmt::print(stderr, "seed {}, {}: {}\n", seed, contender.name, fault);
    }
  }
  fmt::print(stderr, "{} programs ({} with a verdict by execution), {}, {} disagreements\n",
             options.count, known, tally.summary(), disagreements);
  return disagreements == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// A refused answer ends the process that got it.
int run_and_tell(const Options& options) {
  void* const shared =
      mmap(nullptr, sizeof(Current), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 2;
  current = new (shared) Current{};
  const pid_t child = fork();
  if (child == 0) std::exit(run(options));
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return 2;
  if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) return WEXITSTATUS(status);
  fmt::print(stderr, "{}: the process ended\n", current->text);
  return EXIT_FAILURE;
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  cairn::Options options;
  const bool understood = cairn::support::Arguments(argc, argv)
                              .number("--first", options.first)
                              .number("--count", options.count)
                              .text("--engines", options.engines)
                              .number("--plans", options.plans)
                              .decimal("--seconds", options.seconds)
                              .flag("--verbose", options.verbose)
                              .flag("--print", options.print)
                              .understood();
  if (!understood) return 2;
  return cairn::run_and_tell(options);
}
