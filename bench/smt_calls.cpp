// SPDX-License-Identifier: MIT
//
// Calls a second of the SMT solvers on the pattern of IC3: one transition of a state of twelve
// 32-bit words, and many queries that differ by ten assumptions about the next state. After a
// satisfiable answer the state is read, after an unsatisfiable one the core.
#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

#include "base/rng.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

constexpr std::uint32_t kWords = 12, kWidth = 32, kAssumptions = 10, kLiterals = 400;

struct Pattern {
  explicit Pattern(std::string_view name) : solver(make_smt_solver(name, terms, context)) {
    std::vector<Term> next;
    for (std::uint32_t i = 0; i < kWords; ++i) {
      state.push_back(terms.variable("x", Sort::bit_vector(kWidth)));
      next.push_back(terms.variable("y", Sort::bit_vector(kWidth)));
    }
    const auto add = [&](Term a, Term b) { return terms.make(Op::BvAdd, {a, b}); };
    const auto less = [&](Term a, Term b) { return terms.make(Op::BvUlt, {a, b}); };
    for (std::uint32_t i = 0; i < kWords; ++i) {
      const Term x = state[i], neighbour = state[(i + 1) % kWords];
      const Term step = terms.ite(less(x, neighbour), add(x, terms.bv(kWidth, i + 1)),
                                  add(neighbour, state[(i + 5) % kWords]));
      solver->add(terms.equal(next[i], step));
      solver->add(less(x, terms.bv(kWidth, 100'000)));
    }
    for (std::uint32_t i = 0; i < kLiterals; ++i) {
      const Term y = next[rng.below(kWords)];
      const Term atom = rng.chance(50) ? less(y, terms.bv(kWidth, rng.below(250'000)))
                                       : less(y, next[rng.below(kWords)]);
      literals.push_back(rng.chance(50) ? atom : terms.not_(atom));
    }
  }

  void ask() {
    std::vector<Term> assumptions;
    for (std::uint32_t i = 0; i < kAssumptions; ++i)
      assumptions.push_back(literals[rng.below(literals.size())]);
    switch (solver->check(assumptions)) {
      case SmtResult::Sat:
        ++satisfiable;
        for (const Term x : state) benchmark::DoNotOptimize(solver->value(x));
        break;
      case SmtResult::Unsat:
        benchmark::DoNotOptimize(solver->core());
        break;
      case SmtResult::Unknown:
        ++unknown;
        break;
    }
  }

  Log log{LogLevel::Quiet};
  Budget budget;
  Progress progress;
  Context context{log, budget, progress, 0};
  Terms terms;
  Rng rng{1};
  std::unique_ptr<SmtSolver> solver;
  std::vector<Term> state, literals;
  std::uint64_t satisfiable = 0, unknown = 0;
};

void ask_queries(benchmark::State& state, const std::string& name) {
  Pattern pattern(name);
  for (auto _ : state) pattern.ask();
  const auto share = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(state.iterations());
  };
  state.SetItemsProcessed(state.iterations());
  state.counters["satisfiable"] = share(pattern.satisfiable);
  state.counters["unknown"] = share(pattern.unknown);
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv) {
  for (const std::string& name : cairn::known_smt_solvers())
    benchmark::RegisterBenchmark(name.c_str(), cairn::ask_queries, name)->UseRealTime();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
