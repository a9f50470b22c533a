// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "engine/ic3cfa/generalize.h"

namespace cairn::ic3cfa {
namespace {

/// Equalities of one cube that are split into bits.
constexpr std::size_t kSplitEqualities = 4;

}  // namespace

bool CfaGeneralizer::settle(Candidate& candidate, FrameLevel level, TermCube cube) {
  std::vector<EdgeProof> proofs = candidate.proofs;
  std::uint32_t ctgs = depth_ < config_.ctg_depth ? config_.ctg : 0;
  for (;;) {
    // Self-loops last: what other edges refuse stays refused when literals go.
    EdgeProof* open = nullptr;
    for (EdgeProof& proof : proofs)
      if ((!proof.known || !is_subset(proof.core, cube)) &&
          (open == nullptr || moves_[open->move].is_self_loop()))
        open = &proof;
    if (open == nullptr) break;
    const bool has_premise = config_.self_induction && moves_[open->move].is_self_loop();
    const Inductive answer = inductivity_.check_single_edge(
        open->move, level - 1, cube, Urgency::Noncritical, has_premise ? &cube : nullptr);
    if (answer == Inductive::Yes) {
      open->core = config_.cores ? inductivity_.core() : cube;
      open->known = true;
      continue;
    }
    if (answer == Inductive::Unknown) return false;
    // The model is gone after other queries.
    TermCube joined;
    if (has_premise && config_.down)
      for (const Term literal : cube)
        if (inductivity_.model(literal).as_bool()) joined.push_back(literal);
    if (ctgs > 0) {
      --ctgs;
      if (block_predecessor(open->move, level - 1, cube)) continue;
    }
    if (joined.empty() || joined.size() == cube.size()) return false;
    ++stats_.joined;
    cube = std::move(joined);
  }
  candidate.cube = std::move(cube);
  candidate.proofs = std::move(proofs);
  shrink_to_cores(candidate);
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
  TermCube order = inductivity_.by_worth(candidate.cube);
  std::reverse(order.begin(), order.end());
  std::uint32_t failures = 0;
  for (const Term literal : order) {
    if (!has_literal(candidate.cube, literal)) continue;
    if (config_.drop_failures > 0 && failures >= config_.drop_failures) return;
    if (settle(candidate, level, without(candidate.cube, literal))) {
      ++stats_.dropped;
      failures = 0;
    } else {
      ++failures;
    }
  }
}

void CfaGeneralizer::widen(Candidate& candidate, FrameLevel level) {
  const TermCube all = candidate.cube;
  for (Term literal : all) {
    // An equality that became a bound may be widened further.
    for (bool again = true; again && has_literal(candidate.cube, literal);) {
      again = false;
      for (const Term weaker : weaker_.of(literal)) {
        TermCube cube = without(candidate.cube, literal);
        cube.push_back(weaker);
        normalize(cube);
        if (!settle(candidate, level, std::move(cube))) continue;
        ++stats_.widened;
        again = terms_.op(literal) == Op::Equal;
        literal = weaker;
        break;
      }
    }
  }
}

void CfaGeneralizer::split_into_bits(Candidate& candidate, FrameLevel level) {
  std::size_t split = 0;
  const TermCube all = candidate.cube;
  for (const Term literal : all) {
    if (split == kSplitEqualities) return;
    if (!has_literal(candidate.cube, literal)) continue;
    const std::vector<Term> bits = weaker_.bits_of(literal);
    if (bits.empty()) continue;
    ++split;
    Candidate attempt = candidate;
    TermCube cube = without(candidate.cube, literal);
    cube.insert(cube.end(), bits.begin(), bits.end());
    normalize(cube);
    if (!settle(attempt, level, std::move(cube))) continue;
    drop_literals(attempt, level);
    const auto left = std::count_if(bits.begin(), bits.end(),
                                    [&](Term bit) { return has_literal(attempt.cube, bit); });
    // Many bits say little more than the equality, at a price.
    if (static_cast<std::size_t>(left) * 2 > bits.size()) continue;
    ++stats_.bits;
    candidate = std::move(attempt);
  }
}

TermCube CfaGeneralizer::joint(LocationId location, FrameLevel level, const TermCube& cube,
                               std::vector<EdgeProof> proofs) {
  Candidate candidate{cube, std::move(proofs)};
  if (candidate.proofs.empty())
    for (const MoveId move : moves_.into(location)) candidate.proofs.push_back({move, {}, false});
  if (!config_.cores)
    for (EdgeProof& proof : candidate.proofs) proof.core = cube;
  if (!settle(candidate, level, cube)) return cube;  // a query timed out
  drop_literals(candidate, level);
  if (config_.weaken) widen(candidate, level);
  if (config_.bits) split_into_bits(candidate, level);
  return candidate.cube;
}

std::optional<TermCube> CfaGeneralizer::find_inductive_part(LocationId location, FrameLevel level,
                                                            const TermCube& cube,
                                                            std::vector<EdgeProof> proofs) {
  Candidate candidate;
  for (const Term literal : cube)
    if (inductivity_.model(literal).as_bool()) candidate.cube.push_back(literal);
  if (candidate.cube.empty() || candidate.cube.size() == cube.size()) return std::nullopt;
  candidate.proofs = std::move(proofs);
  for (const MoveId move : moves_.into(location))
    if (std::none_of(candidate.proofs.begin(), candidate.proofs.end(),
                     [move](const EdgeProof& proof) { return proof.move == move; }))
      candidate.proofs.push_back({move, {}, false});
  if (!settle(candidate, level, candidate.cube)) return std::nullopt;
  ++stats_.parts;
  return joint(location, level, candidate.cube, std::move(candidate.proofs));
}

}  // namespace cairn::ic3cfa
