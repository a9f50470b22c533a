// SPDX-License-Identifier: MIT
#include "support/proof_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace cairn::support {

using sat::ClauseId;
using sat::ResolutionProof;

namespace {

using Literals = std::set<Lit>;

/// Without the constant false.
Literals literals(const ResolutionProof& proof, ClauseId id) {
  const auto clause = proof.clause(id);
  Literals result(clause.begin(), clause.end());
  result.erase(kFalse);
  return result;
}

bool is_tautology(const Literals& lits) {
  return std::any_of(lits.begin(), lits.end(),
                     [&](Lit lit) { return lit == kTrue || lits.contains(~lit); });
}

bool is_propagation(const ResolutionProof& proof, const Literals& goal,
                    std::span<const ClauseId> antecedents) {
  Literals falsified = goal;
  for (const ClauseId id : antecedents) {
    std::vector<Lit> open;
    for (const Lit lit : literals(proof, id))
      if (!falsified.contains(lit)) open.push_back(lit);
    if (id == antecedents.back()) return open.empty();
    if (open.size() != 1 || falsified.contains(~open[0])) return false;
    falsified.insert(~open[0]);
  }
  return false;
}

bool is_chain(const ResolutionProof& proof, const Literals& goal,
              std::span<const ClauseId> antecedents) {
  Literals resolvent = literals(proof, antecedents.back());
  for (std::size_t i = antecedents.size() - 1; i-- > 0;) {
    const Literals other = literals(proof, antecedents[i]);
    std::vector<Lit> pivots;
    for (const Lit lit : other)
      if (resolvent.contains(~lit)) pivots.push_back(lit);
    if (pivots.size() != 1) return false;
    resolvent.insert(other.begin(), other.end());
    resolvent.erase(pivots[0]);
    resolvent.erase(~pivots[0]);
  }
  return std::includes(goal.begin(), goal.end(), resolvent.begin(), resolvent.end());
}

}  // namespace

std::string fault_of_step(const ResolutionProof& proof, ClauseId id) {
  const auto clause = proof.clause(id);
  const auto antecedents = proof.antecedents(id);
  const Literals goal(clause.begin(), clause.end());
  if (goal.size() != clause.size()) return fmt::format("step {} repeats a literal", id);
  if (antecedents.empty())
    return is_tautology(goal) ? "" : fmt::format("step {} has no antecedents", id);
  if (is_tautology(goal) || goal.contains(kFalse))
    return fmt::format("step {} has a constant or opposite literals", id);
  if (!is_propagation(proof, goal, antecedents))
    return fmt::format("step {} is no unit propagation", id);
  if (!is_chain(proof, goal, antecedents))
    return fmt::format("step {} is no chain of resolutions", id);
  return "";
}

}  // namespace cairn::support
