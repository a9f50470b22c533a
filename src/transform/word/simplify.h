// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/word_system.h"
#include "transform/pass.h"

namespace cairn {

/// Passes on words, one after another and again from the first, until none of them changes the
/// system, or for a number of rounds. Itself a pass. Stops between passes when the budget is
/// exhausted, but not before the first: engines rely on free-states.
class SimplifyWords : public Pass<WordSystem> {
 public:
  using Maker = std::function<std::unique_ptr<Pass<WordSystem>>()>;

  SimplifyWords(std::vector<Maker> passes, std::uint32_t max_rounds, const Context& context)
      : makers_(std::move(passes)), max_rounds_(max_rounds), context_(context) {}

  std::string_view name() const override { return "simplify-words"; }
  WordSystem apply(WordSystem system) override;
  WordInvariant restore_invariant(WordInvariant invariant) const override;
  WordTrace restore_trace(WordTrace trace) const override;
  /// Sums over the rounds.
  void visit_counters(const CounterVisitor& visit) const override;

  std::uint32_t num_rounds() const { return rounds_; }

 private:
  const std::vector<Maker> makers_;
  const std::uint32_t max_rounds_;
  const Context context_;
  std::vector<std::unique_ptr<Pass<WordSystem>>> applied_;  // those that changed something
  std::vector<std::pair<std::string, std::uint64_t>> counters_;
  std::uint32_t rounds_ = 0;
};

}  // namespace cairn
