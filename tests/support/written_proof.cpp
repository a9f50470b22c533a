// SPDX-License-Identifier: MIT
#include "support/written_proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "certify/check_lrat.h"
#include "sat/lrat.h"
#include "sat/solver.h"
#include "support/quiet_context.h"

namespace cairn::support {
namespace {

constexpr std::size_t kLong = 400;  // steps of DRAT; the judge is slow

using Clause = std::vector<std::int64_t>;  // as DIMACS has it

/// A line of DRAT.
struct DratStep {
  bool deletes = false;
  Clause clause;
  bool operator==(const DratStep&) const = default;
};

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// False if the formula has a model.
bool refute(const sat::Cnf& cnf, sat::ProofWriter& writer) {
  const sat::Numbering numbering(cnf);
  sat::Solver solver;
  solver.set_tracer(&writer);
  while (solver.num_vars() <= numbering.size()) solver.new_var();
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) {
    std::vector<Lit> clause;
    for (const Lit lit : cnf.clause(i)) clause.push_back(numbering.inside(lit));
    solver.add_clause(clause);
  }
  if (solver.solve({}) != sat::Result::Unsatisfiable) return false;
  writer.commit(solver.proof_clause());
  return true;
}

sat::ProofVocabulary vocabulary(const sat::Cnf& cnf) {
  const sat::Numbering numbering(cnf);
  sat::ProofVocabulary result{cnf.num_clauses(), {}};
  if (!numbering.is_sparse()) return result;
  result.variables.push_back(0);
  for (std::uint32_t i = 1; i <= numbering.size(); ++i)
    result.variables.push_back(numbering.outside(i));
  return result;
}

std::vector<DratStep> read_text(const std::string& text) {
  std::vector<DratStep> steps;
  std::istringstream words(text);
  DratStep step;
  for (std::string word; words >> word;) {
    if (word == "d") {
      step.deletes = true;
    } else if (word == "0") {
      steps.push_back(std::exchange(step, {}));
    } else {
      step.clause.push_back(std::strtoll(word.c_str(), nullptr, 10));
    }
  }
  return steps;
}

std::vector<DratStep> read_binary(const std::string& bytes) {
  std::vector<DratStep> steps;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    DratStep step;
    step.deletes = bytes[i++] == 'd';
    while (i < bytes.size() && bytes[i] != 0) {
      std::uint64_t number = 0;
      for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes[i++]);
        number |= std::uint64_t{byte & 127u} << shift;
        if (byte < 128) break;
      }
      const auto variable = static_cast<std::int64_t>(number / 2);
      step.clause.push_back(number % 2 == 1 ? -variable : variable);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

/// Whether propagation from the clause's negation comes to a contradiction.
bool follows(const std::multiset<Clause>& clauses, const Clause& clause) {
  std::set<std::int64_t> truths;
  for (const std::int64_t literal : clause) truths.insert(-literal);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Clause& each : clauses) {
      std::int64_t open = 0;
      bool satisfied = false, several = false;
      for (const std::int64_t literal : each) {
        satisfied = satisfied || truths.contains(literal);
        if (truths.contains(-literal) || literal == open) continue;
        several = several || open != 0;
        open = literal;
      }
      if (satisfied || several) continue;
      if (open == 0) return true;
      changed = truths.insert(open).second || changed;
    }
  }
  return false;
}

Clause sorted(Clause clause) {
  std::sort(clause.begin(), clause.end());
  return clause;
}

std::string fault_of_drat(const sat::Cnf& cnf, const std::vector<DratStep>& steps) {
  std::multiset<Clause> clauses;
  for (std::size_t i = 0; i < cnf.num_clauses(); ++i) {
    Clause clause;
    for (const Lit lit : cnf.clause(i)) clause.push_back(sat::to_dimacs(lit));
    clauses.insert(sorted(std::move(clause)));
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Clause clause = sorted(steps[i].clause);
    if (steps[i].deletes) {
      const auto found = clauses.find(clause);
      if (found == clauses.end()) return fmt::format("DRAT: step {} deletes what is not there", i);
      clauses.erase(found);
      continue;
    }
    if (!follows(clauses, clause)) return fmt::format("DRAT: step {} does not follow", i);
    if (clause.empty()) return i + 1 == steps.size() ? "" : "DRAT goes on after the empty clause";
    clauses.insert(clause);
  }
  return "DRAT does not come to the empty clause";
}

}  // namespace

std::string fault_of_written_proofs(const sat::Cnf& cnf, const std::string& folder, bool& refuted) {
  using Encoding = sat::DratWriter::Encoding;
  const std::string path = folder + "/proof";
  {
    sat::LratWriter writer(path, vocabulary(cnf));
    refuted = refute(cnf, writer);
  }
  if (!refuted) return "";
  QuietContext quiet;
  const Judgement judgement =
      check_lrat({"formula", sat::write_dimacs(cnf)}, {"proof", contents(path)}, quiet.get());
  if (judgement.outcome() != Outcome::Holds) return "LRAT: " + judgement.explanation;
  std::vector<std::vector<DratStep>> read;
  for (const Encoding encoding : {Encoding::Text, Encoding::Binary}) {
    sat::DratWriter writer(path, vocabulary(cnf), encoding);
    if (!refute(cnf, writer)) return "the second answer is another";
    read.push_back(encoding == Encoding::Text ? read_text(contents(path))
                                              : read_binary(contents(path)));
  }
  if (read[0] != read[1]) return "DRAT as text and as bytes differ";
  return read[0].size() > kLong ? "" : fault_of_drat(cnf, read[0]);
}

}  // namespace cairn::support
