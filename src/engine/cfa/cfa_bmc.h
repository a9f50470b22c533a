// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "engine/cfa/cfa_graph.h"
#include "engine/shared/engine.h"
#include "logic/word/substitution.h"
#include "model/cfa.h"
#include "smt/smt_config.h"

namespace cairn {

struct OptionGroup;

/// A bound is a number of edges of the automaton; with large blocks one edge stands for many
/// statements.
struct CfaBmcConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();
  enum class Prune : std::uint8_t {
    None,    ///< what constant folding and the graph exclude is all
    Runs,    ///< ask now and then whether any run is that long
    Places,  ///< ask whether each location is reached at each depth
  };

  std::uint32_t step = 1;         ///< bounds that a query covers
  std::uint32_t last = kNoLimit;  ///< stop when this bound is cleared
  Prune prune = Prune::Runs;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
  static const OptionGroup& options();
};

struct CfaBmcStats {
  std::uint64_t places = 0;  ///< pairs of location and depth that were unrolled
  std::uint64_t pruned = 0;  ///< that the solver found unreachable
  std::uint64_t folded = 0;  ///< queries that constant folding answered
  std::uint64_t bound = 0;   ///< edges of the longest path unrolled

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("bmc-smt.places", places);
    visitor("bmc-smt.pruned", pruned);
    visitor("bmc-smt.folded", folded);
    visitor("bmc-smt.bound", bound);
  }
};

/// Bounded model checking on a control-flow automaton with an SMT solver: is the error location
/// reached by a path of at most k edges, for growing k? cfa_bmc.cpp says how, and what it can
/// prove.
class CfaBmc : public Engine<Cfa> {
 public:
  CfaBmc(const Cfa& cfa, const CfaBmcConfig& config, const SmtConfig& smt, const Context& context);
  ~CfaBmc() override;
  Answer<Cfa> run() override;
  void add_statistics(Statistics& statistics) const override;
  const CfaBmcStats& stats() const { return stats_; }

 private:
  struct Way {
    std::uint32_t edge = 0;
    Term guard;
  };
  /// A location at some depth. One run is at one place of a depth.
  struct Place {
    Term guard;                // true in a run that comes here; other runs may have it false
    std::vector<Way> ways;     // the first whose guard is true is the one that was taken
    std::vector<Term> values;  // of variables by position; none where they don't matter
  };
  using Level = std::map<LocationId, Place>;
  struct Arrival {
    Way way;
    std::vector<Term> values;
  };
  enum class Verdict : std::uint8_t { Reachable, Cleared, Undecided };

  void find_selecting();
  void find_live();
  bool advance();
  void leave(LocationId location, const Place& place,
             std::map<LocationId, std::vector<Arrival>>& to);
  Place meet(std::vector<Arrival> arrivals);
  Term named(Term guard);
  bool prune(Level& level);
  Verdict ask(std::uint32_t first, std::uint32_t last);
  Verdict ask_lifetime(std::uint32_t bound);
  CfaTrace counterexample(std::uint32_t first);
  Answer<Cfa> exhausted() const;
  std::optional<CfaInvariant> graph_invariant() const;
  Unknown stopped(std::int64_t bound) const;

  const Cfa& cfa_;
  const CfaBmcConfig config_;
  const SmtConfig smt_;
  const Context context_;
  Terms& terms_;
  CfaBmcStats stats_;
  SmtStats smt_stats_;
  std::uint64_t told_queries_ = 0;  // to the progress
  std::unique_ptr<SmtSolver> solver_;

  const CfaGraph graph_;
  std::vector<bool> selecting_;            // by location: edges may be open together
  std::vector<std::vector<bool>> live_;    // by location and position of the variable
  std::vector<Level> levels_;              // by depth; only the last has values
  std::vector<Substitution::Map> inputs_;  // by depth: the inputs' copies
  std::uint32_t next_ = 0;                 // the first bound that is not cleared
};

}  // namespace cairn
