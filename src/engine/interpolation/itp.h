// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/ic3/config.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "sat/interpolate.h"
#include "sat/sweep.h"

namespace cairn {

struct OptionGroup;

/// A bound is a number of steps after the first.
struct ItpConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();
  /// Where the next interpolant starts: from all states reached so far [MS08, Algorithm 5], or from
  /// the last interpolant alone, which is a smaller query and gives the same fixed points.
  enum class From { All, Last };

  sat::InterpolationSystem system = sat::InterpolationSystem::McMillan;
  From from = From::Last;
  /// After a false counterexample the next bound is the first one that no interpolant has cleared
  /// [MS08, section 7.3], not the one after this.
  bool reschedule = true;
  /// Interpolants of earlier bounds are kept: the one after as many steps is conjoined with the new
  /// one [MS08, section 7.3; reference 24 there].
  bool keep = false;
  /// Ask after each new interpolant whether what was reached is closed under transitions, and don't
  /// wait for an interpolant that adds nothing.
  bool closure = true;
  std::uint32_t closure_conflicts = 2000;  ///< at least; more if the refutation took more
  /// A union of interpolants with more gates than this is hard to check and to read. That there is
  /// one proves the property; for the certificate IC3 then looks for lemmas. 0: never.
  std::uint32_t certify_gates = 10000;
  bool simplify = true;                    ///< sweep each interpolant
  double simplify_seconds = 1;             ///< of processor time, for each
  std::uint32_t simplify_conflicts = 100;  ///< for each query
  std::uint32_t first = 1;                 ///< the first bound
  std::uint32_t last = kNoLimit;           ///< stop when this bound is cleared

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

/// What a run did.
struct ItpStats {
  std::uint64_t bounds = 0;     ///< begun
  std::uint64_t bound = 0;      ///< the last one begun
  std::uint64_t queries = 0;    ///< with a proof
  std::uint64_t conflicts = 0;  ///< in them
  std::uint64_t interpolants = 0;
  std::uint64_t kept_interpolants = 0;  ///< that one of an earlier bound was conjoined with
  std::uint64_t comparisons = 0;        ///< of an interpolant with what was reached before
  std::uint64_t closure_queries = 0;    ///< whether what was reached has a way out
  std::uint64_t union_gates = 0;        ///< of the invariant, if one was found
  std::uint64_t closure_proofs = 0;     ///< that there is none
  std::uint64_t proof_clauses = 0;      ///< that interpolants were made from
  std::uint64_t gates = 0;              ///< of interpolants as the proofs gave them
  std::uint64_t kept_gates = 0;         ///< of interpolants after simplification
  double solve_seconds = 0, interpolate_seconds = 0, simplify_seconds = 0, compare_seconds = 0,
         closure_seconds = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("itp.bounds", bounds);
    visitor("itp.bound", bound);
    visitor("itp.queries", queries);
    visitor("itp.conflicts", conflicts);
    visitor("itp.interpolants", interpolants);
    visitor("itp.interpolants.kept", kept_interpolants);
    visitor("itp.comparisons", comparisons);
    visitor("itp.closure_queries", closure_queries);
    visitor("itp.closure_proofs", closure_proofs);
    visitor("itp.union_gates", union_gates);
    visitor("itp.proof_clauses", proof_clauses);
    visitor("itp.gates", gates);
    visitor("itp.kept_gates", kept_gates);
  }
  template <class Visitor>
  void visit_seconds(Visitor&& visitor) const {
    visitor("itp.solve", solve_seconds);
    visitor("itp.interpolate", interpolate_seconds);
    visitor("itp.simplify", simplify_seconds);
    visitor("itp.compare", compare_seconds);
    visitor("itp.closure", closure_seconds);
  }
};

struct ItpPrefix;
namespace ic3 {
class Ic3;
}
class ItpQuery;
class ItpReached;
class ItpSuffix;
class UnrolledSolver;

/// Interpolation-based model checking [MS08, section 7.2, Algorithms 4 and 5] [McM03]. itp.cpp says
/// how. Requires resets that are constant or none.
class Itp : public Engine<BitSystem> {
 public:
  /// `ic3` is for certificates in the place of large ones.
  Itp(const BitSystem& system, const ItpConfig& config, const ic3::Ic3Config& ic3,
      const Context& context);
  ~Itp() override;
  Answer<BitSystem> run() override;
  const ItpStats& stats() const { return stats_; }
  void add_statistics(Statistics& statistics) const override;

 private:
  /// What run() does next.
  enum class Stage { FirstStep, Unroll, Ask, Compare, Certify };
  using MaybeAnswer = std::optional<Answer<BitSystem>>;

  MaybeAnswer look_at_first_step();
  MaybeAnswer unroll();
  MaybeAnswer ask();
  MaybeAnswer compare();
  bool is_closed();
  MaybeAnswer clear(std::int64_t bound);
  void make_query();
  void interpolate();
  void conjoin_kept(sat::SweptLiteral& found);
  void leave_bound();
  MaybeAnswer proved();
  Answer<BitSystem> certify_by_ic3();
  Unknown stopped() const;

  const BitSystem& system_;
  const ItpConfig config_;
  const ic3::Ic3Config ic3_config_;
  const Context context_;
  ItpStats stats_;

  Stage stage_ = Stage::FirstStep;
  std::uint32_t bound_;
  std::int64_t cleared_ = -1;
  std::uint32_t iteration_ = 0;  // interpolants of this bound
  std::uint64_t conflicts_ = 0;  // of the last query
  std::unique_ptr<UnrolledSolver> first_step_;
  std::unique_ptr<const ItpPrefix> from_reset_, from_anywhere_;
  std::unique_ptr<ItpSuffix> suffix_;
  std::unique_ptr<ItpReached> reached_;
  std::unique_ptr<ItpQuery> query_;
  std::vector<sat::SweptLiteral> kept_;  // by iteration, of the last bound that came so far
  std::unique_ptr<ic3::Ic3> ic3_;
};

}  // namespace cairn
