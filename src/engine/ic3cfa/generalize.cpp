// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/generalize.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn::ic3cfa {

using Config = Ic3CfaConfig;

CfaGeneralizer::CfaGeneralizer(Moves& moves, CfaFrames& frames, Inductivity& inductivity,
                               const Ic3CfaConfig& config)
    : moves_(moves),
      terms_(moves.terms()),
      frames_(frames),
      inductivity_(inductivity),
      config_(config),
      contexts_(frames, config.frame_test),
      weaker_(moves) {}

TermCube CfaGeneralizer::operator()(LocationId location, FrameLevel level, const TermCube& cube,
                                    std::vector<EdgeProof> proofs) {
  if (config_.generalize == Config::Generalize::None) return cube;
  ++stats_.calls;
  if (config_.interpolation)
    if (auto result = interpolate(location, level, cube)) return *result;
  if (config_.edges == Config::EdgeApproach::Joint)
    return joint(location, level, cube, std::move(proofs));
  TermCube start = cube;
  if (config_.cores && !proofs.empty()) {
    start.clear();
    for (const EdgeProof& proof : proofs) start = union_of(start, proof.core);
    stats_.dropped_by_core += cube.size() - start.size();
    // Cores of self-loops may owe their premise to the whole cube.
    if (config_.self_induction && !is_inductive_everywhere(location, level, start)) start = cube;
  }
  // The queries below have no premise; what was shown with one may not hold without.
  if (config_.self_induction && !is_inductive_everywhere(location, level, start)) return start;
  return config_.edges == Config::EdgeApproach::Multi ? multi(location, level, std::move(start))
                                                      : edge_by_edge(location, level, start);
}

bool CfaGeneralizer::is_inductive(MoveId move, FrameLevel level, const TermCube& cube) {
  return inductivity_.check_single_edge(move, level - 1, cube, Urgency::Noncritical) ==
         Inductive::Yes;
}

bool CfaGeneralizer::is_inductive_everywhere(LocationId location, FrameLevel level,
                                             const TermCube& cube) {
  for (const MoveId move : moves_.into(location))
    if (!is_inductive(move, level, cube)) return false;
  return true;
}

/// [Lan18, (4.14)]
TermCube CfaGeneralizer::multi(LocationId location, FrameLevel level, TermCube cube) {
  const TermCube all = cube;
  for (const Term literal : all) {
    if (!has_literal(cube, literal)) continue;
    const TermCube fewer = without(cube, literal);
    if (inductivity_.check(location, level - 1, fewer, Urgency::Noncritical) != Inductive::Yes)
      continue;
    ++stats_.dropped;
    cube = config_.cores ? inductivity_.core() : fewer;
  }
  return cube;
}

TermCube CfaGeneralizer::drop_statically(MoveId move, FrameLevel level, TermCube cube) {
  std::erase_if(cube, [&](Term literal) {
    if (inductivity_.is_assumed(move, literal)) {
      ++stats_.assumed;
      return true;
    }
    const bool dont_care = inductivity_.is_dont_care(move, level - 1, literal);
    stats_.dont_care += dont_care ? 1 : 0;
    return dont_care;
  });
  return cube;
}

/// Generalizes along one edge; `keep` are literals that another edge needs anyway.
TermCube CfaGeneralizer::along(MoveId move, FrameLevel level, const TermCube& cube,
                               const TermCube& keep) {
  const LocationId source = moves_[move].source;
  const bool is_static = config_.generalize == Config::Generalize::New;
  TermCube result = is_static ? drop_statically(move, level, cube) : cube;
  if (config_.precubes && inductivity_.find_precube(move, level - 1, result))
    result = inductivity_.core();
  TermCube fixed = keep;
  if (config_.contexts) {
    const TermCube* upper = contexts_.upper(move, source, level - 1, cube);
    if (upper == nullptr && config_.extended_context)
      upper = contexts_.extended(move, source, level - 1, cube);
    if (upper != nullptr && upper->size() < result.size()) result = *upper;
    if (config_.lower_bounds)
      if (const TermCube* lower = contexts_.lower(move, source, level - 1, cube))
        fixed = union_of(fixed, *lower);
  }
  const TermCube all = result;
  for (const Term literal : all) {
    if (!has_literal(result, literal) || has_literal(fixed, literal)) continue;
    // What other edges need belongs to the merged cube whether this edge needs it or not.
    const TermCube fewer = without(result, literal);
    if (!is_inductive(move, level, union_of(fewer, keep))) continue;
    ++stats_.dropped;
    result = fewer;
    if (config_.cores) {
      TermCube core = inductivity_.core();
      std::erase_if(core, [&](Term other) { return !has_literal(fewer, other); });
      result = std::move(core);
    }
  }
  if (config_.contexts && keep.empty()) contexts_.add(move, source, level - 1, cube, result);
  return union_of(result, keep);
}

/// [Lan18, corollary 4.1, and page 118]
TermCube CfaGeneralizer::edge_by_edge(LocationId location, FrameLevel level, const TermCube& cube) {
  const bool incremental = config_.edges == Config::EdgeApproach::Incremental;
  TermCube merged;
  bool first = true;
  for (const MoveId move : moves_.into(location)) {
    if (level == 1 && moves_[move].source != moves_.cfa().initial) continue;
    if (!incremental) {
      merged = union_of(merged, along(move, level, cube, {}));
    } else if (first || !is_inductive(move, level, merged)) {
      merged = along(move, level, cube, merged);
    }
    first = false;
  }
  return merged;
}

namespace {

/// A formula in disjunctive normal form, as cubes of literals: whether there are no more of them
/// than that.
bool add_cubes(Terms& terms, Term formula, std::size_t most, std::vector<TermCube>& cubes) {
  const bool is_negated = terms.op(formula) == Op::Not;
  const Term inner = is_negated ? terms.operands(formula)[0] : formula;
  const Op op = terms.op(inner);
  if (op != Op::And && op != Op::Or) {
    cubes.push_back({formula});
    return true;
  }
  std::vector<Term> operands(terms.operands(inner).begin(), terms.operands(inner).end());
  if (is_negated)
    for (Term& operand : operands) operand = terms.not_(operand);
  if ((op == Op::Or) != is_negated) {
    for (const Term operand : operands)
      if (!add_cubes(terms, operand, most, cubes)) return false;
    return cubes.size() <= most;
  }
  std::vector<TermCube> product{{}};
  for (const Term operand : operands) {
    std::vector<TermCube> factor, next;
    if (!add_cubes(terms, operand, most, factor)) return false;
    if (product.size() * factor.size() > most) return false;
    for (const TermCube& a : product)
      for (const TermCube& b : factor) next.push_back(union_of(a, b));
    product = std::move(next);
  }
  cubes.insert(cubes.end(), product.begin(), product.end());
  return cubes.size() <= most;
}

}  // namespace

/// [Lan18, section 4.3.5]: on self-loops; what comes out must hold along the other edges as it is.
/// What the interpolant excludes is made cubes of literals, as page 74 says; if those would be too
/// many, it is one literal.
std::optional<TermCube> CfaGeneralizer::interpolate(LocationId location, FrameLevel level,
                                                    const TermCube& cube) {
  if (level == 1) return std::nullopt;
  for (const MoveId move : moves_.into(location)) {
    if (!moves_[move].is_self_loop()) continue;
    const std::optional<Term> formula = inductivity_.interpolant(move, level - 1, cube);
    if (!formula || terms_.is_true(*formula)) return std::nullopt;
    const Term outside = terms_.not_(*formula);
    TermCube region{outside};
    if (terms_.is_true(outside)) region.clear();
    if (!is_inductive_everywhere(location, level, region)) return std::nullopt;
    constexpr std::size_t kMostCubes = 16;
    std::vector<TermCube> cubes;
    if (region.empty() || !add_cubes(terms_, outside, kMostCubes, cubes)) cubes = {region};
    ++stats_.interpolated;
    stats_.interpolant_cubes += cubes.size();
    if (cubes.size() == 1) return cubes[0];
    // Each part of what is inductive everywhere is so, as long as it has no premise.
    std::optional<TermCube> ours;
    for (const TermCube& part : cubes) {
      const bool has_all = std::all_of(part.begin(), part.end(), [&](Term literal) {
        return has_literal(cube, literal) || inductivity_.implies(cube, literal);
      });
      if (has_all && !ours)
        ours = part;
      else
        inductivity_.block(location, level, part);
    }
    return ours ? *ours : region;
  }
  return std::nullopt;
}

}  // namespace cairn::ic3cfa
