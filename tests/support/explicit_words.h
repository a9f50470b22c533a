// SPDX-License-Identifier: MIT
//
// The truth about small word-level systems, by looking at every step: every value of every state
// and every input. It shares nothing with engines and passes but evaluate().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/word_system.h"

namespace cairn::support {

class ExplicitWords {
 public:
  class Table;

  /// For systems of at most 2^16 steps.
  explicit ExplicitWords(const WordSystem& system);

  /// By bad state: steps after the first in a shortest counterexample; nothing if there is none.
  const std::vector<std::optional<std::uint32_t>>& distances() const { return distances_; }
  bool safe() const;
  /// A shortest counterexample. Requires that there is one.
  WordTrace trace(std::size_t bad) const;
  /// The steps that constrained runs have, as an invariant. Requires that no bad state is reached.
  WordInvariant reachable_steps() const;
  std::size_t num_reachable_states() const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  /// Where a step comes from: a step of a layer. The first layer has the initial steps, and states
  /// of later layers go with any inputs.
  struct Origin {
    std::uint32_t step = kNone;
    bool initial = false;
  };

  void explore();
  Term step_term(std::uint32_t step) const;

  const WordSystem system_;
  std::shared_ptr<const Table> table_;
  std::vector<Origin> origins_;  // by state; of those that are reached by a step
  std::vector<bool> reached_;
  std::vector<std::optional<std::uint32_t>> distances_;
  std::vector<Origin> last_;  // by bad state: the bad step
};

/// Why an invariant is none, by looking at every step; empty if it is one. Requires k = 1.
std::string check_invariant_by_steps(const WordSystem& system, const WordInvariant& invariant);

/// Why a trace is no counterexample to the bad state; empty if it is one. Values of what the system
/// does not have are an error, too.
std::string check_trace_by_evaluation(const WordSystem& system, const WordTrace& trace,
                                      std::size_t bad);

}  // namespace cairn::support
