// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/engine.h"
#include "engine/incremental_solver.h"
#include "model/bit_system.h"

namespace cairn {

/// The bounds of [MS08, Algorithm 2]: lambda, iota and mu. A bound is a number of steps after the
/// first.
struct BmcConfig {
  static constexpr std::uint32_t kNoLimit = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t first = 0;        ///< the first question covers bounds 0 to this one
  std::uint32_t step = 1;         ///< each further question covers this many bounds more
  std::uint32_t last = kNoLimit;  ///< stop when this bound is cleared
  bool shortest = false;  ///< with a larger step: look for a shorter counterexample than the first
  SolverKind solver = SolverKind::Cadical;

  /// What is wrong with the settings, or an empty string.
  std::string validate() const;
};

/// What a run did.
struct BmcStats {
  std::uint64_t queries = 0;      ///< questions to the solver
  std::uint64_t shortenings = 0;  ///< counterexamples that a shorter one replaced
  std::uint64_t folded = 0;       ///< questions answered by constant propagation alone
  std::uint64_t nodes = 0;        ///< of the unrolled graph
  std::uint64_t variables = 0;    ///< of the solver
  std::uint64_t clauses = 0;      ///< in the solver at the end, learnt ones included

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("bmc.queries", queries);
    visitor("bmc.shortenings", shortenings);
    visitor("bmc.folded", folded);
    visitor("bmc.nodes", nodes);
    visitor("bmc.variables", variables);
    visitor("bmc.clauses", clauses);
  }
};

class UnrolledSolver;

/// Bounded model checking [MS08, section 6, Algorithm 2]: is a bad state reachable in at most k
/// steps, for growing k? Finds the shortest counterexample if the step is 1 or one asks for it.
/// bmc.cpp says how, and what it can prove.
class Bmc : public Engine<BitSystem> {
 public:
  Bmc(const BitSystem& system, const BmcConfig& config, const Context& context);
  ~Bmc() override;
  Answer<BitSystem> run() override;
  const BmcStats& stats() const { return stats_; }
  void add_figures(Figures& figures) const override;

 private:
  struct Window;
  enum class Verdict { Reachable, Cleared, Undecided };

  Window unroll(std::uint32_t first, std::uint32_t last);
  Verdict ask(Window& window);
  void observe(const std::vector<Lit>& literals);
  std::uint32_t first_bad(const Window& window) const;
  BitTrace counterexample(const Window& window);
  void close(const Window& window);
  std::optional<BitInvariant> prove(const Window& window);
  bool bad_is_impossible() const;
  std::uint32_t bound_after(std::uint32_t bound) const;
  Unknown stopped(std::int64_t bound) const;

  const BitSystem& system_;
  const BmcConfig config_;
  const Context context_;
  BmcStats stats_;
  std::unique_ptr<UnrolledSolver> unrolled_;
  std::uint32_t next_ = 0;     // the first bound that is not cleared
  std::uint32_t windows_ = 0;  // with constraints, that were cleared
  bool asked_impossible_ = false;
};

}  // namespace cairn
