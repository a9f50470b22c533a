// SPDX-License-Identifier: MIT
#include "engine/word_bmc/bmc_words.h"

#include <algorithm>

#include "base/error.h"

namespace cairn::word {

BmcWords::BmcWords(const WordSystem& system, const BmcWordsConfig& config, const Context& context)
    : config_(config),
      context_(context),
      search_(system, {config.solver, config.expand}, context, stats_) {
  CAIRN_CHECK(config.validate().empty());
}

std::uint32_t BmcWords::end_of_window() const {
  if (next_ == 0) return config_.first;
  constexpr std::uint64_t kMost = 1000;  // so that progress is seen where steps cost nothing
  const std::uint64_t more =
      std::clamp<std::uint64_t>(std::uint64_t{next_} * config_.growth / 100, 1, kMost);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(next_ + more - 1, config_.last));
}

Answer<WordSystem> BmcWords::run() {
  context_.progress.phase = "bmc-words";
  const auto cleared = [&] { return static_cast<std::int64_t>(next_) - 1; };
  while (next_ <= config_.last) {
    const std::uint32_t end = end_of_window();
    switch (search_.ask(next_, end)) {
      case WordSearch::Verdict::Reachable:
        return Unsafe<WordSystem>{search_.counterexample()};
      case WordSearch::Verdict::Undecided:
        if (context_.budget.exhausted()) return unknown_for(context_.budget.reason(), cleared());
        return Unknown{Unknown::Reason::Unsupported, search_.reason(), cleared()};
      case WordSearch::Verdict::RunsEnd:
        return Unknown{Unknown::Reason::Bound, "the constraints end every run", cleared()};
      case WordSearch::Verdict::Cleared:
        break;
    }
    context_.log.detail("bmc-words: no counterexample of up to {} steps", end);
    context_.progress.clear(end);
    context_.progress.clauses = search_.solver_stats().variables;
    if (end == BmcWordsConfig::kNoLimit) break;
    next_ = end + 1;
    if (context_.budget.exhausted_by_now()) return unknown_for(context_.budget.reason(), cleared());
  }
  return Unknown{Unknown::Reason::Bound, "", cleared()};
}

void BmcWords::add_statistics(Statistics& statistics) const {
  const LazyArrayStats solver = search_.solver_stats();
  statistics.count("bmc-words.queries", stats_.queries);
  statistics.count("bmc-words.folded", stats_.folded);
  statistics.count("bmc-words.rounds", solver.rounds);
  statistics.count("bmc-words.reads", solver.reads);
  statistics.count("bmc-words.lemmas", solver.lemmas);
  statistics.count("bmc-words.nodes", solver.nodes);
  statistics.count("bmc-words.variables", solver.variables);
}

}  // namespace cairn::word
