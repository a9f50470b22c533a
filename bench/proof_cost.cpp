// SPDX-License-Identifier: MIT
//
// What a proof costs while it is found: the same formulas with no tracer, with one that keeps the
// proof in memory, and with the writers of LRAT and DRAT (to /dev/null, so that no disk is
// measured). Processor time, the smallest of several runs by turns.
//
//   bench_proof_cost [--runs N] [FILE.cnf...]
//
// Without files: random 3-SAT, pigeons, and multipliers that must agree.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/cpu_clock.h"
#include "base/rng.h"
#include "format/source.h"
#include "sat/dimacs.h"
#include "sat/lrat.h"
#include "sat/resolution_proof.h"
#include "sat/solver.h"

namespace {

using namespace cairn;
using namespace cairn::sat;

struct Formula {
  std::string name;
  Cnf cnf;
};

Formula random_formula(std::uint32_t variables, double ratio, std::uint64_t seed) {
  Formula formula{fmt::format("random 3-SAT, {} variables, {} a variable", variables, ratio), {}};
  formula.cnf.max_variable = variables;
  Rng rng(seed);
  for (int i = 0; i < static_cast<int>(variables * ratio); ++i) {
    std::array<Lit, 3> lits;
    for (Lit& lit : lits)
      lit = Lit(Var{1 + static_cast<std::uint32_t>(rng.below(variables))}, rng.chance(50));
    formula.cnf.add_clause(lits);
  }
  return formula;
}

Formula pigeons(std::uint32_t pigeons, std::uint32_t holes) {
  Formula formula{fmt::format("{} pigeons, {} holes", pigeons, holes), {}};
  formula.cnf.max_variable = pigeons * holes;
  const auto sits = [&](std::uint32_t pigeon, std::uint32_t hole) {
    return Lit(Var{1 + pigeon * holes + hole});
  };
  for (std::uint32_t p = 0; p < pigeons; ++p) {
    for (std::uint32_t h = 0; h < holes; ++h) formula.cnf.add_literal(sits(p, h));
    formula.cnf.end_clause();
  }
  for (std::uint32_t h = 0; h < holes; ++h)
    for (std::uint32_t p = 0; p < pigeons; ++p)
      for (std::uint32_t q = 0; q < p; ++q)
        formula.cnf.add_clause(std::array{~sits(p, h), ~sits(q, h)});
  return formula;
}

/// Gates as clauses.
class Gates {
 public:
  explicit Gates(Cnf& cnf) : cnf_(cnf) {}

  Lit input() { return Lit(Var{++cnf_.max_variable}); }
  Lit both(Lit a, Lit b) {
    const Lit gate = input();
    cnf_.add_clause(std::array{~gate, a});
    cnf_.add_clause(std::array{~gate, b});
    cnf_.add_clause(std::array{gate, ~a, ~b});
    return gate;
  }
  Lit either(Lit a, Lit b) { return ~both(~a, ~b); }
  Lit differ(Lit a, Lit b) { return either(both(a, ~b), both(~a, b)); }
  std::vector<Lit> product(const std::vector<Lit>& left, const std::vector<Lit>& right) {
    std::vector<Lit> sum;
    for (const Lit lit : left) sum.push_back(both(lit, right[0]));
    for (std::size_t i = 1; i < right.size(); ++i) {
      Lit carry = kFalse;
      for (std::size_t k = i; k < left.size(); ++k) {
        const Lit row = both(left[k - i], right[i]), half = differ(sum[k], row);
        const Lit over = both(sum[k], row);
        sum[k] = carry == kFalse ? half : differ(half, carry);
        carry = carry == kFalse ? over : either(over, both(half, carry));
      }
    }
    return sum;
  }

 private:
  Cnf& cnf_;
};

Formula multipliers(std::size_t bits) {
  Formula formula{fmt::format("two multipliers of {} bits", bits), {}};
  Gates gates(formula.cnf);
  std::vector<Lit> x, y, differences;
  for (std::size_t i = 0; i < bits; ++i) x.push_back(gates.input());
  for (std::size_t i = 0; i < bits; ++i) y.push_back(gates.input());
  const std::vector<Lit> left = gates.product(x, y), right = gates.product(y, x);
  for (std::size_t i = 0; i < bits; ++i) differences.push_back(gates.differ(left[i], right[i]));
  formula.cnf.add_clause(differences);
  return formula;
}

enum class Mode { Off, Memory, Lrat, Drat };
constexpr std::array kModes = {Mode::Off, Mode::Memory, Mode::Lrat, Mode::Drat};

std::unique_ptr<ProofTracer> make_tracer(Mode mode, const Cnf& cnf) {
  const ProofVocabulary vocabulary{cnf.num_clauses(), {}};
  switch (mode) {
    case Mode::Off:
      return nullptr;
    case Mode::Memory:
      return std::make_unique<ResolutionProof>();
    case Mode::Lrat:
      return std::make_unique<LratWriter>("/dev/null", vocabulary);
    case Mode::Drat:
      break;
  }
  return std::make_unique<DratWriter>("/dev/null", vocabulary, DratWriter::Encoding::Text);
}

double measure(const Cnf& cnf, Mode mode, std::uint64_t& conflicts) {
  const double begin = thread_cpu_seconds();
  const std::unique_ptr<ProofTracer> tracer = make_tracer(mode, cnf);
  Solver solver;
  if (tracer != nullptr) solver.set_tracer(tracer.get());
  while (solver.num_vars() <= cnf.max_variable) solver.new_var();
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) solver.add_clause(cnf.clause(i));
  solver.solve({});
  conflicts = solver.stats().conflicts;
  return thread_cpu_seconds() - begin;
}

}  // namespace

int main(int argc, char** argv) {
  int runs = 5;
  std::vector<Formula> formulas;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--runs" && i + 1 < argc) {
      runs = std::atoi(argv[++i]);
      continue;
    }
    const Source source = read_source(argv[i]);
    formulas.push_back({source.name, read_dimacs(source.name, source.bytes)});
  }
  if (formulas.empty()) {
    formulas.push_back(random_formula(250, 5, 1));
    formulas.push_back(random_formula(300, 5, 2));
    formulas.push_back(pigeons(9, 8));
    formulas.push_back(multipliers(6));
    formulas.push_back(multipliers(7));
  }
  fmt::print("{:44} {:>9} {:>8} {:>7} {:>7} {:>7}\n", "formula", "conflicts", "off, s", "memory",
             "lrat", "drat");
  std::array<double, kModes.size()> product;
  product.fill(1);
  for (const Formula& formula : formulas) {
    std::array<double, kModes.size()> best;
    best.fill(1e100);
    std::uint64_t conflicts = 0;
    for (int run = 0; run < runs; ++run)
      for (std::size_t m = 0; m < kModes.size(); ++m)
        best[m] = std::min(best[m], measure(formula.cnf, kModes[m], conflicts));
    for (std::size_t m = 0; m < kModes.size(); ++m) product[m] *= best[m] / best[0];
    fmt::print("{:44} {:>9} {:>8.3f} {:>7.2f} {:>7.2f} {:>7.2f}\n", formula.name, conflicts,
               best[0], best[1] / best[0], best[2] / best[0], best[3] / best[0]);
  }
  const auto mean = [&](std::size_t m) {
    return std::pow(product[m], 1.0 / static_cast<double>(formulas.size()));
  };
  fmt::print("{:44} {:>9} {:>8} {:>7.2f} {:>7.2f} {:>7.2f}\n", "geometric mean", "", "", mean(1),
             mean(2), mean(3));
  return 0;
}
