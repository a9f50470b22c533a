// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/context.h"
#include "engine/ic3/config.h"
#include "engine/kind/config.h"
#include "engine/kind/paths.h"
#include "engine/shared/engine.h"
#include "engine/shared/inductive_lemmas.h"
#include "model/bit_system.h"

namespace cairn::ic3 {
class Ic3;
}

namespace cairn::kind {

/// What a run did.
struct KindStats {
  std::uint64_t k = 0;              ///< the last one that the step case was asked for
  std::uint64_t base_queries = 0;   ///< queries of the base case
  std::uint64_t base_folded = 0;    ///< answered by constant propagation alone
  std::uint64_t step_queries = 0;   ///< queries of the step case
  std::uint64_t given_up = 0;       ///< queries of the step case without answer
  std::uint64_t plain_queries = 0;  ///< queries that allow loops, after a proof that does not
  std::uint64_t forward_queries = 0;
  std::uint64_t pairs = 0;      ///< of states that were made to differ
  std::uint64_t calls = 0;      ///< of the solver; several for a query if equal states were found
  std::uint64_t longest = 0;    ///< steps of a loop-free path from a first state that was found
  std::uint64_t diameter = 0;   ///< 1 if no longer one exists
  std::uint64_t looping = 0;    ///< 1 if a path to a bad state has a loop
  std::uint64_t loop_free = 0;  ///< the k of a proof over loop-free paths
  std::uint64_t history = 0;    ///< latches that the certificate adds
  std::uint64_t lemmas = 0;     ///< of other workers, that the step case assumes
  std::uint64_t nodes = 0, variables = 0, clauses = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("kind.k", k);
    visitor("kind.base.queries", base_queries);
    visitor("kind.base.folded", base_folded);
    visitor("kind.step.queries", step_queries);
    visitor("kind.step.given_up", given_up);
    visitor("kind.plain.queries", plain_queries);
    visitor("kind.forward.queries", forward_queries);
    visitor("kind.pairs", pairs);
    visitor("kind.calls", calls);
    visitor("kind.recurrence.steps", longest);
    visitor("kind.recurrence.is_diameter", diameter);
    visitor("kind.looping", looping);
    visitor("kind.loop_free", loop_free);
    visitor("kind.history", history);
    visitor("kind.lemmas", lemmas);
    visitor("kind.nodes", nodes);
    visitor("kind.variables", variables);
    visitor("kind.clauses", clauses);
  }
};

/// k-induction [SSS00; MS08, section 7.1, Algorithm 3]. kind.cpp says how, and what it does about
/// certificates.
///
/// Requires a system without reset functions (pass `resets`).
class Kind : public Engine<BitSystem> {
 public:
  /// `ic3` is for certificates of loop-free proofs.
  Kind(const BitSystem& system, const KindConfig& config, const ic3::Ic3Config& ic3,
       const Context& context);
  ~Kind() override;
  Answer<BitSystem> run() override;
  void add_statistics(Statistics& statistics) const override;
  const KindStats& stats() const { return stats_; }

 private:
  enum class Step { Open, Proved, LoopFree, Undecided };
  using Ended = std::optional<Answer<BitSystem>>;  // nothing: go on

  Ended advance();
  void import_lemmas();
  Step ask_step(std::uint32_t k, Paths::Loops loops);
  Ended clear_base(std::int64_t bound);
  Ended check_forward();
  Ended certify_without_loops();
  Answer<BitSystem> certify_by_ic3();
  Answer<BitSystem> safe(std::uint32_t k);
  Answer<BitSystem> short_lived(std::uint32_t last);
  void found_loop_free(const char* how);
  bool is_forward_due() const;
  bool is_step_due() const;
  Paths::Limits effort(Paths::Loops loops) const;
  std::int64_t bound_to_clear() const;
  void count();
  Unknown stopped() const;

  const BitSystem& system_;
  const KindConfig config_;
  const ic3::Ic3Config ic3_config_;
  const Context context_;
  std::vector<Cube> lemmas_;  // that the step case assumes: inductive, with "no bad state"
  std::unique_ptr<InductiveLemmas> inductive_;
  KindStats stats_;
  std::unique_ptr<Paths> base_, step_;
  std::uint32_t k_ = 0;
  std::optional<Step> step_answer_;  // for k_
  std::int64_t cleared_ = -1;        // the base case, up to this bound
  bool forward_done_ = false;        // for k_
  std::uint64_t step_due_ = 0;       // the next k for it, if there are loops
  std::uint64_t forward_due_ = 0;    // the next k for it
  std::string loop_free_proof_;      // in words, if there is one
  std::uint32_t plain_k_ = 0;        // after it: for the proof that allows loops
  std::unique_ptr<ic3::Ic3> ic3_;
};

}  // namespace cairn::kind
