// SPDX-License-Identifier: MIT
//
// Proofs of Cairn's SAT solver on random formulas, asked several times under assumptions while
// clauses join:
//
//   proof_differential [--first SEED] [--count N] [--hard-every N] [--keep FOLDER]
//
// Every step is judged as a resolution chain (support/proof_check.h), and every unsatisfiable
// answer as a refutation of the clauses so far and the core, by certify's checker of LRAT. The core
// of clauses must be unsatisfiable too. Then another formula of each seed is refuted into files, in
// LRAT and DRAT, which are read back and judged (support/written_proof.h). --keep writes SEED.cnf
// and SEED.lrat of the last refutation of each seed, for other checkers.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "base/error.h"
#include "base/rng.h"
#include "certify/check_lrat.h"
#include "sat/dimacs.h"
#include "sat/resolution_proof.h"
#include "sat/solver.h"
#include "support/arguments.h"
#include "support/proof_check.h"
#include "support/quiet_context.h"
#include "support/scratch.h"
#include "support/written_proof.h"

namespace {

using namespace cairn;
using namespace cairn::sat;

struct Options {
  std::uint64_t first = 1;
  std::uint64_t count = 2000;
  std::uint64_t hard_every = 200;  // seeds that are multiples of it; 0: never
  std::string keep;
};

struct Totals {
  std::uint64_t written = 0;
  std::uint64_t formulas = 0, queries = 0, refutations = 0, with_core = 0, steps = 0;
  std::uint64_t deleted = 0, reductions = 0, collections = 0, hard_reduced = 0;
};

/// A proof with the places of deletions.
class FullProof : public ResolutionProof {
 public:
  void delete_clause(ClauseId id) override { deletions.emplace_back(last(), id); }

  std::vector<std::pair<ClauseId, ClauseId>> deletions;  // after which clause, and what
};

/// A refutation as files.
struct Files {
  std::string formula, proof;
};

void append(std::string& text, std::span<const Lit> clause) {
  for (const Lit lit : clause)
    if (lit != kFalse) text += fmt::format("{} ", to_dimacs(lit));
  text += "0";
}

/// The originals and the core as a formula, and the proof of it. Constants, which DIMACS does not
/// have, are left out; a clause that is true becomes a tautology.
Files refutation(const Solver& solver, const FullProof& proof) {
  std::vector<std::uint64_t> number(proof.last() + 1);
  std::uint64_t clauses = 0;
  std::string lines;
  for (ClauseId id = 1; id <= proof.last(); ++id) {
    if (!proof.is_original(id)) continue;
    number[id] = ++clauses;
    const auto clause = proof.clause(id);
    if (std::find(clause.begin(), clause.end(), kTrue) != clause.end())
      lines += "1 -1 0";
    else
      append(lines, clause);
    lines += '\n';
  }
  std::string units;
  for (const Lit lit : solver.core()) {
    lines += fmt::format("{} 0\n", to_dimacs(lit));
    units += fmt::format("{} ", ++clauses);
  }
  Files files;
  files.formula = fmt::format("p cnf {} {}\n{}", solver.num_vars() - 1, clauses, lines);
  std::uint64_t last = clauses;
  auto deletion = proof.deletions.begin();
  for (ClauseId id = 1; id <= proof.last(); ++id) {
    // Tautologies are of no use to others, and their variables may be in no clause.
    if (!proof.antecedents(id).empty()) {
      number[id] = ++last;
      files.proof += fmt::format("{} ", last);
      append(files.proof, proof.clause(id));
      for (const ClauseId antecedent : proof.antecedents(id))
        files.proof += fmt::format(" {}", number[antecedent]);
      files.proof += " 0\n";
    }
    for (; deletion != proof.deletions.end() && deletion->first == id; ++deletion)
      files.proof += fmt::format("{} d {} 0\n", last, number[deletion->second]);
  }
  const auto end = proof.clause(solver.proof_clause());
  const bool opposite = end.size() == 2 && end[0] == ~end[1];
  if (opposite)
    files.proof += fmt::format("{} 0 {}0\n", last + 1, units);
  else if (!end.empty() || proof.is_original(solver.proof_clause()))
    files.proof += fmt::format("{} 0 {}{} 0\n", last + 1, units, number[solver.proof_clause()]);
  return files;
}

class Trial {
 public:
  Trial(std::uint64_t seed, bool hard, Totals& totals) : rng_(seed), hard_(hard), totals_(totals) {
    solver_.set_tracer(&proof_);
    make_variables();
  }

  /// Answers what went wrong, or nothing.
  std::string run() {
    const std::uint64_t rounds = hard_ ? 2 : 1 + below(6);
    std::string fault;
    add_clauses(hard_ ? variables_ * (44 + below(6)) / 10 : variables_ * below(6));
    for (std::uint64_t round = 0; round < rounds && fault.empty(); ++round) {
      fault = ask();
      add_clauses(1 + below(variables_ / 3 + 1));
    }
    for (ClauseId id = 1; id <= proof_.last() && fault.empty(); ++id)
      if (!proof_.is_original(id)) fault = support::fault_of_step(proof_, id);
    ++totals_.formulas;
    totals_.steps += proof_.last();
    totals_.deleted += proof_.deletions.size();
    totals_.reductions += solver_.stats().reductions;
    totals_.collections += solver_.stats().collections;
    if (hard_ && solver_.stats().reductions > 0) ++totals_.hard_reduced;
    return fault;
  }

  const Files& files() const { return files_; }

 private:
  std::uint32_t below(std::uint64_t bound) { return static_cast<std::uint32_t>(rng_.below(bound)); }
  Lit literal() { return Lit(Var{1 + below(variables_)}, rng_.chance(50)); }

  /// Some of them are gates.
  void make_variables() {
    variables_ = hard_ ? 150 + below(50) : 2 + below(30);
    const bool circuit = !hard_ && rng_.chance(30);
    const std::uint32_t inputs = circuit ? 2 + below(6) : variables_;
    for (std::uint32_t v = 1; v <= variables_; ++v) {
      const Lit gate(solver_.new_var());
      if (v <= inputs) continue;
      const Lit a(Var{1 + below(v - 1)}, rng_.chance(50)),
          b(Var{1 + below(v - 1)}, rng_.chance(50));
      const auto define = [&](std::initializer_list<Lit> clause) {
        solver_.add_definition(gate.var(), {clause.begin(), clause.size()});
      };
      if (rng_.chance(60)) {
        define({~gate, a});
        define({~gate, b});
        define({gate, ~a, ~b});
      } else {
        define({~gate, a, b});
        define({~gate, ~a, ~b});
        define({gate, ~a, b});
        define({gate, a, ~b});
      }
    }
  }

  void add_clauses(std::uint32_t count) {
    std::vector<Lit> clause;
    for (std::uint32_t i = 0; i < count; ++i) {
      clause.clear();
      const std::uint32_t size = hard_ ? 3 : rng_.chance(5) ? 1 : 2 + below(4);
      for (std::uint32_t k = 0; k < size; ++k)
        clause.push_back(!hard_ && rng_.chance(1) ? Lit::from_code(below(2)) : literal());
      solver_.add_clause(clause);
    }
  }

  std::string ask() {
    std::vector<Lit> assumptions;
    if (rng_.chance(70))
      for (std::uint32_t i = below(hard_ ? 3 : 6); i > 0; --i) assumptions.push_back(literal());
    ++totals_.queries;
    if (solver_.solve(assumptions) != Result::Unsatisfiable) return "";
    ++totals_.refutations;
    if (!solver_.core().empty()) ++totals_.with_core;
    for (const Lit lit : proof_.clause(solver_.proof_clause()))
      if (!solver_.in_core(~lit)) return "the last clause has a literal that is not of the core";
    files_ = refutation(solver_, proof_);
    support::QuietContext quiet;
    const Judgement judgement =
        check_lrat({"formula", files_.formula}, {"proof", files_.proof}, quiet.get());
    if (judgement.outcome() != Outcome::Holds) return judgement.explanation;
    return check_core();
  }

  /// The clauses that the proof needs, with the core.
  std::string check_core() const {
    Solver fresh;
    while (fresh.num_vars() < solver_.num_vars()) fresh.new_var();
    for (const ClauseId id : proof_.core(solver_.proof_clause()))
      fresh.add_clause(proof_.clause(id));
    return fresh.solve(solver_.core()) == Result::Unsatisfiable ? ""
                                                                : "the core of clauses has a model";
  }

  Rng rng_;
  bool hard_;
  Totals& totals_;
  FullProof proof_;
  Solver solver_;
  std::uint32_t variables_ = 0;
  Files files_;
};

/// Mostly without a model; some have variables far apart, repeated and opposite literals, and
/// clauses of one literal or none.
Cnf random_formula(std::uint64_t seed, bool hard) {
  Rng rng(seed);
  const std::uint64_t variables = hard ? 150 : 2 + rng.below(25);
  const std::uint64_t spread = rng.chance(20) ? 1 + rng.below(1000) : 1;
  Cnf cnf;
  cnf.max_variable = static_cast<std::uint32_t>(variables * spread);
  for (std::uint64_t i = variables * (hard ? 5 : 3 + rng.below(5)); i > 0; --i) {
    for (std::uint64_t size = hard || rng.chance(80) ? 3 : rng.below(5) + (rng.chance(95) ? 1 : 0);
         size > 0; --size)
      cnf.add_literal(Lit(Var{static_cast<std::uint32_t>((1 + rng.below(variables)) * spread)},
                          rng.chance(50)));
    cnf.end_clause();
  }
  return cnf;
}

int run_all(const Options& options) {
  const support::Scratch scratch("proof_differential");
  const auto begin = std::chrono::steady_clock::now();
  Totals totals;
  std::uint64_t failures = 0;
  for (std::uint64_t seed = options.first; seed < options.first + options.count; ++seed) {
    const bool hard = options.hard_every != 0 && seed % options.hard_every == 0;
    Trial trial(seed, hard, totals);
    std::string fault = trial.run();
    if (bool refuted = false; fault.empty()) {
      fault = support::fault_of_written_proofs(random_formula(seed, hard), scratch.path(), refuted);
      totals.written += refuted;
    }
    if (!options.keep.empty() && !trial.files().formula.empty()) {
      std::ofstream(fmt::format("{}/{}.cnf", options.keep, seed)) << trial.files().formula;
      std::ofstream(fmt::format("{}/{}.lrat", options.keep, seed)) << trial.files().proof;
    }
    if (fault.empty()) continue;
    std::cout << fmt::format("seed {}: {}\n", seed, fault);
    if (++failures == 20) break;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  std::cout << fmt::format(
      "{} formulas, {} queries, {} refutations ({} with assumptions), {} clauses, {} deleted, "
      "{} reductions (in {} hard formulas), {} collections, {} proofs written\n",
      totals.formulas, totals.queries, totals.refutations, totals.with_core, totals.steps,
      totals.deleted, totals.reductions, totals.hard_reduced, totals.collections, totals.written);
  std::cout << fmt::format("{} failures, {:.1f} s\n", failures, seconds.count());
  return failures == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  const bool understood = support::Arguments(argc, argv)
                              .number("--first", options.first)
                              .number("--count", options.count)
                              .number("--hard-every", options.hard_every)
                              .text("--keep", options.keep)
                              .understood();
  if (!understood) {
    std::cerr << "usage: proof_differential [--first SEED] [--count N] [--hard-every N] "
                 "[--keep FOLDER]\n";
    return 2;
  }
  return run_all(options);
}
