// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/bmc/bounded_search.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"
#include "model/exchange.h"
#include "sat/backend/incremental_solver.h"

namespace cairn {

struct OptionGroup;

/// The bounds of [MS08, Algorithm 2]: lambda, iota and mu. A bound is a number of steps after the
/// first.
struct BmcConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t first = 0;        ///< the first query covers bounds 0 to this one
  std::uint32_t step = 1;         ///< each further query covers this many bounds more
  bool gradual = false;           ///< but not more than are cleared already
  std::uint32_t last = kNoLimit;  ///< stop when this bound is cleared
  bool shortest = false;          ///< the counterexample must be a shortest one
  /// Conflicts that a query gets before leaps are tried as well; 0: no leaps. Twice as many when
  /// all had their turn. Not if the counterexample must be a shortest one.
  std::uint32_t leap = 10000;
  SolverKind solver = SolverKind::Cadical;
  using Encoding = CnfEncoder::Polarities;
  Encoding encoding = Encoding::Both;  ///< of gates as clauses

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

/// What a run did.
struct BmcStats {
  BoundedSearchStats search;
  std::uint64_t leaps = 0;          ///< queries about bounds far beyond the next
  std::uint64_t cleared_leaps = 0;  ///< of these, the ones that showed that there is nothing

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("bmc.queries", search.queries);
    visitor("bmc.shortenings", search.shortenings);
    visitor("bmc.lemmas", search.lemmas);
    visitor("bmc.folded", search.folded);
    visitor("bmc.leaps", leaps);
    visitor("bmc.cleared-leaps", cleared_leaps);
    visitor("bmc.nodes", search.nodes);
    visitor("bmc.variables", search.variables);
    visitor("bmc.clauses", search.clauses);
  }
};

/// Bounded model checking [MS08, section 6, Algorithm 2]: is a bad state reachable in at most k
/// steps, for growing k? Finds a shortest counterexample if one asks for it. bmc.cpp says how, and
/// what it can prove.
class Bmc : public Engine<BitSystem> {
 public:
  Bmc(const BitSystem& system, const BmcConfig& config, const Context& context);
  ~Bmc() override;
  Answer<BitSystem> run() override;
  const BmcStats& stats() const { return stats_; }
  void add_statistics(Statistics& statistics) const override;

 private:
  using Verdict = BoundedSearch::Verdict;
  using Window = BoundedSearch::Window;
  struct Leap;
  enum class Turn { Step, Leap };

  void import_lemmas();
  std::optional<Answer<BitSystem>> step();
  std::optional<Answer<BitSystem>> leap();
  std::unique_ptr<Leap> start_leap(std::uint32_t factor);
  std::unique_ptr<BoundedSearch> make_search();
  bool may_leap() const;
  std::uint32_t end_of_step() const;
  std::uint32_t end_of_leap(std::uint32_t factor) const;
  bool is_worth_it(std::uint32_t end) const;
  bool is_under_way() const;
  std::optional<Answer<BitSystem>> cleared(const Window& window);
  std::optional<BitInvariant> prove(const Window& window);
  bool bad_is_impossible() const;
  std::uint32_t bound_after(std::uint32_t bound, std::uint32_t distance) const;
  Unknown stopped() const;

  const BitSystem& system_;
  const BmcConfig config_;
  const Context context_;
  const Context searching_;  // as long as a query may take
  BmcStats stats_;
  std::vector<SharedLemma> lemmas_;  // of other workers
  std::unique_ptr<BoundedSearch> search_;
  std::unique_ptr<Leap> leap_;
  std::uint32_t effort_;  // conflicts that a query gets now
  Turn turn_ = Turn::Step;
  std::uint32_t next_ = 0;     // the first bound that is not cleared
  std::uint32_t windows_ = 0;  // with constraints, that were cleared
  bool asked_impossible_ = false;
};

}  // namespace cairn
