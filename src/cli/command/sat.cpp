// SPDX-License-Identifier: MIT
//
// A formula in DIMACS, answered in the words of the SAT competitions. The solver is made for the
// queries of IC3; this command is there to try it on its own.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <new>

#include "base/error.h"
#include "base/output.h"
#include "cli/arguments.h"
#include "cli/command/sat_proof.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "format/source.h"
#include "sat/dimacs.h"
#include "sat/solver.h"

namespace cairn {
namespace {

struct SatArguments {
  std::string file;
  bool no_model = false;
  bool stats = false;
  SatProofOptions proof;
  SessionOptions session;
};

void load(const sat::Cnf& cnf, const sat::Numbering& numbering, sat::Solver& solver) {
  while (solver.num_vars() <= numbering.size()) solver.new_var();
  std::vector<Lit> clause;
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) {
    clause.clear();
    for (const Lit lit : cnf.clause(i)) clause.push_back(numbering.inside(lit));
    solver.add_clause(clause);
  }
}

/// Against the formula as it was read, not as the solver holds it.
bool satisfies(const sat::Solver& solver, const sat::Cnf& cnf, const sat::Numbering& numbering) {
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) {
    const auto clause = cnf.clause(i);
    const auto is_true = [&](Lit lit) {
      return solver.value(numbering.inside(lit)) == Lbool::True;
    };
    if (!std::any_of(clause.begin(), clause.end(), is_true)) return false;
  }
  return true;
}

/// "v 1 -2 ... 0", in lines of at most 78 characters as the competitions ask. A variable that
/// occurs in no clause may have any value and is left out, or false.
std::string model_lines(const sat::Solver& solver, const sat::Numbering& numbering) {
  constexpr std::size_t kWidth = 78;
  std::string text, line = "v";
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > kWidth) {
      text += line + '\n';
      line = "v";
    }
    line += ' ' + word;
  };
  for (std::uint32_t v = 1; v <= numbering.size(); ++v) {
    const bool value = solver.value(Lit(Var{v})) == Lbool::True;
    add(fmt::format("{}{}", value ? "" : "-", numbering.outside(v)));
  }
  add("0");
  return text + line + '\n';
}

std::string stats_lines(const sat::Solver& solver) {
  std::string text;
  solver.stats().visit([&](const char* name, std::uint64_t value) {
    text += fmt::format("c {} {}\n", name, value);
  });
  return text + fmt::format("c memory {}\n", solver.memory());
}

struct SatAnswer {
  sat::Result result = sat::Result::Unknown;
  std::string stats;
  std::string model;
};

SatAnswer read_and_solve(const SatArguments& arguments, Session& session) {
  SatAnswer answer;
  session.progress().phase = "reading";
  const Source source = read_source(arguments.file);
  const sat::Cnf cnf = sat::read_dimacs(source.name, source.bytes);
  const sat::Numbering numbering(cnf);
  sat::Solver solver;
  SatProof proof(arguments.proof, cnf, numbering);
  if (proof.is_wanted()) solver.set_tracer(&proof);
  load(cnf, numbering, solver);
  solver.set_budget(&session.budget());
  session.progress().clauses = cnf.num_clauses();
  session.progress().phase = "sat";
  if (!session.budget().exhausted()) answer.result = solver.solve({});
  if (answer.result == sat::Result::Satisfiable) {
    CAIRN_CHECK(satisfies(solver, cnf, numbering));
    if (!arguments.no_model) answer.model = model_lines(solver, numbering);
  }
  if (answer.result == sat::Result::Unsatisfiable && proof.is_wanted())
    proof.write(solver.proof_clause(), session.log());
  else if (proof.is_wanted())
    session.log().info("no proof is written: the formula was not refuted");
  if (arguments.stats) answer.stats = stats_lines(solver);
  return answer;
}

int give(const SatAnswer& answer) {
  put(stdout, answer.stats);
  switch (answer.result) {
    case sat::Result::Satisfiable:
      put(stdout, "s SATISFIABLE\n");
      put(stdout, answer.model);
      return kExitSatisfiable;
    case sat::Result::Unsatisfiable:
      put(stdout, "s UNSATISFIABLE\n");
      return kExitUnsatisfiable;
    case sat::Result::Unknown:
      break;
  }
  put(stdout, "s UNKNOWN\n");
  return kExitUnknown;
}

int solve_file(const SatArguments& arguments) {
  require_distinct(arguments.file, {&arguments.proof.proof, &arguments.proof.core});
  require_writable(arguments.proof.proof);
  require_writable(arguments.proof.core);
  Session session(arguments.session, [](Session&) { return give({}); });
  SatAnswer answer;
  try {
    answer = read_and_solve(arguments, session);
  } catch (const InputError&) {
    session.claim_answer();
    throw;
  } catch (const std::bad_alloc&) {
    answer = {};
  }
  session.claim_answer();
  return give(answer);
}

}  // namespace

void add_sat_command(CLI::App& app, Action& chosen) {
  auto* command = app.add_subcommand("sat", "Decide a formula in conjunctive normal form");
  auto arguments = std::make_shared<SatArguments>();
  command->footer(
      "Answers as in the SAT competitions: 's SATISFIABLE' (exit code 10) with the values as 'v' "
      "lines, 's UNSATISFIABLE' (20), or 's UNKNOWN' (0) if a limit was reached. The values are "
      "checked before they are printed.");
  command->add_option("FILE", arguments->file, "DIMACS file, gzipped or not; - for standard input")
      ->required();
  command->add_flag("--no-model", arguments->no_model, "Leave out the values");
  command->add_flag("--stats", arguments->stats, "Print the solver's counters as comments");
  add_sat_proof_options(*command, arguments->proof);
  add_session_options(*command, arguments->session);
  command->callback(
      [arguments, &chosen] { chosen = [arguments] { return solve_file(*arguments); }; });
}

}  // namespace cairn
