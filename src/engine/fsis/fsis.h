// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/fsis/config.h"
#include "engine/fsis/induction.h"
#include "engine/shared/bad_states.h"
#include "engine/shared/engine.h"
#include "model/bit_system.h"

namespace cairn::fsis {

/// What a run did.
struct FsisStats {
  std::uint64_t queries = 0;            ///< queries to the solver
  std::uint64_t ctis = 0;               ///< counterexamples to induction
  std::uint64_t excluded = 0;           ///< of these, that became part of the property
  std::uint64_t lemmas = 0;             ///< minimal inductive subclauses
  std::uint64_t lemma_literals = 0;     ///< their literals
  std::uint64_t down_dropped = 0;       ///< literals that DOWN dropped
  std::uint64_t implicate_queries = 0;  ///< clauses that IMPLICATE tried
  std::uint64_t implicate_dropped = 0;  ///< literals that it dropped
  std::uint64_t drops = 0;              ///< literals left out for another DOWN

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("fsis.queries", queries);
    visitor("fsis.ctis", ctis);
    visitor("fsis.excluded", excluded);
    visitor("fsis.lemmas", lemmas);
    visitor("fsis.lemmas.literals", lemma_literals);
    visitor("fsis.down.dropped", down_dropped);
    visitor("fsis.implicate.queries", implicate_queries);
    visitor("fsis.implicate.dropped", implicate_dropped);
    visitor("fsis.drops", drops);
  }
};

/// Finite-state inductive strengthening [BM07; Lan18, section 3.1], from which IC3 grew. fsis.cpp
/// has the loop, mic.cpp the minimal inductive subclauses.
///
/// Requires a system without reset functions (pass `resets`).
class Fsis : public Engine<BitSystem> {
 public:
  Fsis(const BitSystem& system, const FsisConfig& config, const Context& context);
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;
  const FsisStats& stats() const { return stats_; }

 private:
  using Result = Induction::Result;
  enum class Found { Yes, No, Stopped };

  // fsis.cpp
  Answer<BitSystem> decide();
  BadState cti() const;
  void exclude(BadState bad_state);
  void learn(const std::vector<Lit>& cube);
  Answer<BitSystem> safe() const;
  Answer<BitSystem> unsafe(const BadState& first) const;
  Unknown stopped() const;

  // mic.cpp
  Found mic(std::vector<Lit>& cube);
  Found down(std::vector<Lit>& cube);
  std::vector<Lit> implicate(const std::vector<Lit>& cube);
  bool implies(const std::vector<Lit>& antecedent, const std::vector<Lit>& cube);
  bool drop_one(std::vector<Lit>& cube, std::vector<Lit>& needed);

  const BitSystem& system_;
  const FsisConfig config_;
  const Context context_;
  FsisStats stats_;
  Induction induction_;
  bool first_is_safe_ = false;
  std::vector<BadState> excluded_;
  std::map<std::vector<Lit>, std::size_t> excluded_at_;  // by state: position in excluded_
  std::vector<Cube> lemmas_;

  // The counterexample to induction that is dealt with, and what DOWN has left of its cube.
  std::optional<BadState> pending_;
  std::vector<Lit> candidate_;
};

}  // namespace cairn::fsis
