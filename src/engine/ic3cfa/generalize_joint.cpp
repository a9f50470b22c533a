// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "engine/ic3cfa/generalize.h"

namespace cairn {
namespace {

bool intersects(const TermCube& a, const TermCube& b) {
  return std::any_of(a.begin(), a.end(), [&b](Term literal) { return has_literal(b, literal); });
}

}  // namespace

std::optional<CfaGeneralizer::Candidate> CfaGeneralizer::prove(LocationId location,
                                                               FrameLevel level,
                                                               const TermCube& cube) {
  Candidate candidate{cube, {}};
  for (const MoveId move : moves_.into(location)) {
    const bool has_premise = config_.self_induction && moves_[move].is_self_loop();
    if (inductivity_.check_single_edge(move, level - 1, cube, Urgency::Noncritical,
                                       has_premise ? &cube : nullptr) != Inductive::Yes)
      return std::nullopt;
    candidate.proofs.push_back({move, config_.cores ? inductivity_.core() : cube});
  }
  return candidate;
}

bool CfaGeneralizer::replace(Candidate& candidate, FrameLevel level, const TermCube& cube,
                             const TermCube& gone) {
  std::vector<EdgeProof> proofs = candidate.proofs;
  for (EdgeProof& proof : proofs) {
    if (!intersects(proof.core, gone)) continue;
    const bool has_premise = config_.self_induction && moves_[proof.move].is_self_loop();
    if (inductivity_.check_single_edge(proof.move, level - 1, cube, Urgency::Noncritical,
                                       has_premise ? &cube : nullptr) != Inductive::Yes)
      return false;
    proof.core = config_.cores ? inductivity_.core() : cube;
  }
  candidate.cube = cube;
  candidate.proofs = std::move(proofs);
  return true;
}

void CfaGeneralizer::shrink_to_cores(Candidate& candidate) {
  if (!config_.cores) return;
  TermCube needed;
  for (const EdgeProof& proof : candidate.proofs) needed = union_of(needed, proof.core);
  stats_.dropped_by_core += candidate.cube.size() - needed.size();
  candidate.cube = std::move(needed);
}

void CfaGeneralizer::drop_literals(Candidate& candidate, FrameLevel level) {
  // Large terms go first: they come from far away, and rarely come again.
  TermCube order = candidate.cube;
  std::stable_sort(order.begin(), order.end(), [this](Term a, Term b) {
    return terms_.node_count(a, 1000) > terms_.node_count(b, 1000);
  });
  std::uint32_t failures = 0;
  for (const Term literal : order) {
    if (!has_literal(candidate.cube, literal)) continue;
    if (config_.drop_failures > 0 && failures >= config_.drop_failures) return;
    if (!replace(candidate, level, without(candidate.cube, literal), {literal})) {
      ++failures;
      continue;
    }
    failures = 0;
    ++stats_.dropped;
    shrink_to_cores(candidate);
  }
}

void CfaGeneralizer::widen(Candidate& candidate, FrameLevel level) {
  const TermCube all = candidate.cube;
  for (const Term literal : all) {
    if (!has_literal(candidate.cube, literal)) continue;
    for (const Term weaker : weaker_literals(terms_, literal)) {
      TermCube cube = without(candidate.cube, literal);
      cube.push_back(weaker);
      normalize(cube);
      if (!replace(candidate, level, cube, {literal})) continue;
      ++stats_.widened;
      shrink_to_cores(candidate);
      break;
    }
  }
}

TermCube CfaGeneralizer::joint(LocationId location, FrameLevel level, const TermCube& cube,
                               std::vector<EdgeProof> proofs) {
  Candidate candidate{cube, std::move(proofs)};
  if (candidate.proofs.size() != moves_.into(location).size()) {
    std::optional<Candidate> proved = prove(location, level, cube);
    if (!proved) return cube;  // a question timed out
    candidate = std::move(*proved);
  } else if (!config_.cores) {
    for (EdgeProof& proof : candidate.proofs) proof.core = cube;
  }
  shrink_to_cores(candidate);
  drop_literals(candidate, level);
  if (config_.weaken) {
    widen(candidate, level);
  }
  return candidate.cube;
}

std::vector<Term> weaker_literals(Terms& terms, Term literal) {
  std::vector<Term> result;
  if (terms.op(literal) != Op::Equal) return result;
  const auto operands = terms.operands(literal);
  if (!terms.sort(operands[0]).is_bit_vector()) return result;
  const Term a = operands[0], b = operands[1];
  if (terms.is_value(b) && terms.sort(b).width() == 1) return result;
  result.push_back(terms.make(Op::BvSle, {a, b}));
  result.push_back(terms.make(Op::BvSle, {b, a}));
  result.push_back(terms.make(Op::BvUle, {a, b}));
  result.push_back(terms.make(Op::BvUle, {b, a}));
  std::erase_if(result, [&](Term weaker) { return terms.is_value(weaker) || weaker == literal; });
  return result;
}

}  // namespace cairn
