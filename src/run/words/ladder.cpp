// SPDX-License-Identifier: MIT
#include "run/words/ladder.h"

#include <algorithm>

#include "base/error.h"
#include "run/circuit/passes.h"
#include "run/words/passes.h"

namespace cairn {
namespace {

/// Latches and inputs of a circuit; arrays have most of them.
constexpr std::uint64_t kMostBits = 1u << 20;

}  // namespace

WordLadder::WordLadder(const WordSystem& system, std::optional<std::uint32_t> property,
                       const Configuration& configuration, const Context& context,
                       std::vector<Term> lemmas)
    : configuration_(configuration),
      context_(context),
      on_words_(context),
      on_bits_(context),
      lemmas_(std::move(lemmas)) {
  WordSystem wanted = system;
  wanted.constraints.insert(wanted.constraints.end(), lemmas_.begin(), lemmas_.end());
  // Nothing to restore: traces and proofs about one bad state are about the system with all.
  if (property) wanted.bad = {system.bad[*property]};
  // Engines take no states without a next-state term, however little time there is.
  on_words_.add(make_word_pass("free-states"));
  on_words_.add(make_word_passes(configuration.word_passes, context));
  words_ = on_words_.apply(std::move(wanted));
  no_bits_ = cannot_blast(words_, kMostBits);
}

const BitSystem& WordLadder::bits() {
  if (bits_) return *bits_;
  CAIRN_CHECK(!no_bits_);
  BitSystem lowered = lower_.apply(words_);
  for (const std::string& name : configuration_.passes)
    on_bits_.add(make_pass(name, configuration_.engines.passes, context_));
  bits_ = on_bits_.apply(std::move(lowered));
  return *bits_;
}

Answer<WordSystem> WordLadder::restore(Answer<WordSystem> answer) const {
  answer = on_words_.restore(std::move(answer));
  if (auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    safe->invariant.conjuncts.insert(safe->invariant.conjuncts.end(), lemmas_.begin(),
                                     lemmas_.end());
  return answer;
}

Answer<WordSystem> WordLadder::restore(Answer<BitSystem> answer) const {
  return restore(lower_.restore(on_bits_.restore(std::move(answer))));
}

void WordLadder::add_statistics(Statistics& statistics) const {
  const auto count = [&](std::string_view name, std::uint64_t value) {
    statistics.count(name, value);
  };
  on_words_.visit_counters(count);
  if (!bits_) return;
  lower_.visit_counters(count);
  on_bits_.visit_counters(count);
}

}  // namespace cairn
