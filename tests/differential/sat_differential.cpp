// SPDX-License-Identifier: MIT
//
// Cairn's SAT solver against oracles on random scripts:
//
//   sat_differential [--first SEED] [--count N] [--hard-every N] [--cadical-every N] [--keep-going]
//   sat_differential --script FILE       checks one script
//   sat_differential --print SEED [--hard]     writes the script of a seed to standard output
//
// The scripts run in a child process, so that one that crashes or hangs is a finding like any
// other. A finding is shrunk and written to sat_differential.SEED.script in the working directory.
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "differential/sat_check.h"
#include "differential/sat_generator.h"

namespace {

using namespace cairn;
using namespace cairn::sat;

struct Options {
  std::uint64_t first = 1;
  std::uint64_t count = 10000;
  std::uint64_t hard_every = 2000;   // seeds that are multiples of it; 0: never
  std::uint64_t cadical_every = 20;  // likewise, small scripts
  bool keep_going = false;
  bool hard = false;
  std::uint64_t print = 0;
  std::string script;

  Difficulty difficulty(std::uint64_t seed) const {
    return hard_every != 0 && seed % hard_every == 0 ? Difficulty::Hard : Difficulty::Small;
  }
  Oracles oracles(std::uint64_t seed) const {
    return cadical_every != 0 && seed % cadical_every == 0 ? Oracles::Both : Oracles::Enumeration;
  }
};

constexpr unsigned kSecondsAScript = 120;  // then it hangs
constexpr int kFailed = 1, kBreaksContract = 2;

/// What happens in the child, seen from the parent too.
struct Shared {
  std::uint64_t seed;
  std::uint64_t done;
  std::uint64_t queries, conflicts, reductions, collections, growths;
  char message[400];
};

Shared* make_shared_memory() {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CAIRN_CHECK(memory != MAP_FAILED);
  return static_cast<Shared*>(memory);
}

/// How a child ended, in words; empty if all was well.
template <class Work>
std::string run_in_child(Shared* shared, Work&& work) {
  shared->message[0] = '\0';
  std::cout.flush();
  const pid_t child = fork();
  CAIRN_CHECK(child >= 0);
  if (child == 0) _exit(work());
  int status = 0;
  CAIRN_CHECK(waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "hangs"
                                       : fmt::format("ends by signal {}", WTERMSIG(status));
  if (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == kBreaksContract) return "";
  if (shared->message[0] != '\0') return shared->message;
  return fmt::format("ends with exit code {}", WEXITSTATUS(status));
}

int check_one(const Script& script, Oracles oracles, Shared* shared) {
  alarm(kSecondsAScript);
  const Verdict verdict = check_script(script, oracles);
  if (verdict.kind == Verdict::Kind::Good) {
    shared->queries += verdict.queries;
    shared->conflicts += verdict.conflicts;
    shared->reductions += verdict.reductions;
    shared->growths += verdict.growths;
    shared->collections += verdict.collections;
    return 0;
  }
  const std::string text =
      fmt::format("{} (operation {}: {})", verdict.message, verdict.operation + 1,
                  to_text(script, script.operations[verdict.operation]));
  text.copy(shared->message, sizeof(shared->message) - 1);
  shared->message[std::min(text.size(), sizeof(shared->message) - 1)] = '\0';
  return verdict.kind == Verdict::Kind::Wrong ? kFailed : kBreaksContract;
}

int check_range(const Options& options, std::uint64_t first, std::uint64_t last, Shared* shared) {
  for (shared->seed = first; shared->seed < last; ++shared->seed) {
    const Script script = generate_script(shared->seed, options.difficulty(shared->seed));
    const int code = check_one(script, options.oracles(shared->seed), shared);
    if (code != 0) return kFailed;  // a generated script that breaks the contract is a fault too
    ++shared->done;
  }
  return 0;
}

bool still_fails(const Script& script, Shared* shared) {
  return !run_in_child(shared, [&] {
            return check_one(script, Oracles::Enumeration, shared);
          }).empty();
}

/// Leaves out runs of operations, all clauses of a definition at once, while the script still
/// fails.
Script shrink(Script script, Shared* shared) {
  using Kind = Operation::Kind;
  const auto try_without = [&](auto&& leave_out) {
    Script smaller = script;
    std::erase_if(smaller.operations, leave_out);
    if (smaller.operations.size() == script.operations.size() || !still_fails(smaller, shared))
      return false;
    script = std::move(smaller);
    return true;
  };
  bool progress = true;
  while (progress) {
    progress = false;
    for (std::size_t run = script.operations.size() / 2 + 1; run > 0; run /= 2) {
      for (std::size_t i = 0; i < script.operations.size(); i += run) {
        std::size_t position = 0;
        progress |= try_without([&](const Operation& operation) {
          const std::size_t here = position++;
          return here >= i && here < i + run && operation.kind != Kind::NewVars &&
                 operation.kind != Kind::Definition;
        });
      }
    }
    for (std::uint32_t owner = 1; owner < 1000; ++owner)
      progress |= try_without([&](const Operation& operation) {
        return operation.kind == Kind::Definition && operation.number == owner;
      });
    for (std::size_t i = 0; i < script.operations.size(); ++i) {
      if (script.operations[i].kind == Kind::Definition) continue;
      for (std::uint32_t k = 0; k < script.operations[i].size; ++k) {
        Script smaller = script;
        Operation& operation = smaller.operations[i];
        Literals lits(script.literals_of(operation).begin(), script.literals_of(operation).end());
        lits.erase(lits.begin() + k);
        operation.begin = static_cast<std::uint32_t>(smaller.literals.size());
        operation.size = static_cast<std::uint32_t>(lits.size());
        smaller.literals.insert(smaller.literals.end(), lits.begin(), lits.end());
        if (operation.kind == Kind::Phase || !still_fails(smaller, shared)) continue;
        script = std::move(smaller);
        progress = true;
        --k;
      }
    }
  }
  return script;
}

void report(const Options& options, std::uint64_t seed, const std::string& how, Shared* shared) {
  std::cout << fmt::format("seed {}: {}\n", seed, how);
  Script script = generate_script(seed, options.difficulty(seed));
  if (still_fails(script, shared)) script = shrink(std::move(script), shared);
  const std::string path = fmt::format("sat_differential.{}.script", seed);
  std::ofstream file(path);
  file << fmt::format("# seed {}: {}\n", seed, how);
  write_script(script, file);
  std::cout << fmt::format("  {} operations in {}\n", script.operations.size(), path);
}

int check_all(const Options& options) {
  Shared* shared = make_shared_memory();
  const auto begin = std::chrono::steady_clock::now();
  std::uint64_t failures = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const std::string how = run_in_child(
        shared, [&] { return check_range(options, seed, options.first + options.count, shared); });
    seed = shared->seed;
    if (how.empty()) break;
    ++failures;
    report(options, seed, how, shared);
    if (!options.keep_going || failures == 20) break;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::cout << fmt::format(
      "{} scripts, {} queries, {} conflicts, {} reductions, {} collections, {} growths\n",
      shared->done, shared->queries, shared->conflicts, shared->reductions, shared->collections,
      shared->growths);
  std::cout << fmt::format("{} failures, {:.1f} s, {:.0f} scripts/s\n", failures, seconds.count(),
                           static_cast<double>(shared->done) / seconds.count());
  return failures == 0 ? 0 : kFailed;
}

int check_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const Script script = read_script(path, text.str());
  const Verdict verdict = check_script(script, Oracles::Both);
  if (verdict.kind == Verdict::Kind::Good) {
    std::cout << "good\n";
    return 0;
  }
  std::cout << fmt::format("{}: {} (operation {}: {})\n",
                           verdict.kind == Verdict::Kind::Wrong ? "wrong" : "breaks the contract",
                           verdict.message, verdict.operation + 1,
                           to_text(script, script.operations[verdict.operation]));
  return kFailed;
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const auto value = [&]() -> const char* {
      CAIRN_CHECK(i + 1 < argc);
      return argv[++i];
    };
    const auto number = [&] { return std::strtoull(value(), nullptr, 10); };
    if (name == "--first")
      options.first = number();
    else if (name == "--count")
      options.count = number();
    else if (name == "--hard-every")
      options.hard_every = number();
    else if (name == "--cadical-every")
      options.cadical_every = number();
    else if (name == "--keep-going")
      options.keep_going = true;
    else if (name == "--hard")
      options.hard = true;
    else if (name == "--print")
      options.print = number();
    else if (name == "--script")
      options.script = value();
    else
      throw InputError(Position{std::string(name), 1, 1}, "unknown option");
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    if (!options.script.empty()) return check_file(options.script);
    if (options.print != 0) {
      write_script(
          generate_script(options.print, options.hard ? Difficulty::Hard : Difficulty::Small),
          std::cout);
      return 0;
    }
    return check_all(options);
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return kFailed;
  }
}
