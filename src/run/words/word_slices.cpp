// SPDX-License-Identifier: MIT
#include "run/words/word_slices.h"

#include <algorithm>

#include "engine/word_bmc/bmc_words.h"
#include "format/btor2/btor2_certificate.h"
#include "format/btor2/btor2_emitter.h"
#include "transform/word/history.h"

namespace cairn {
namespace {

/// With more runs: large memories that begin with the same word everywhere begin with anything.
WordSystem with_any_memories(WordSystem system) {
  const Terms& terms = *system.terms;
  for (WordState& state : system.states) {
    const Sort& sort = terms.sort(state.term);
    if (state.init.valid() && sort.is_array() &&
        sort.index_sort().width() > Btor2Emitter::kMaxIndexBits &&
        (terms.is_value(state.init) || terms.op(state.init) == Op::ConstArray))
      state.init = kNoTerm;
  }
  return system;
}

/// Whether the system has no counterexample of fewer than k steps after the first.
bool has_base(const WordSystem& system, std::uint32_t k, const Context& context) {
  word::BmcWordsConfig config;
  config.first = config.last = k - 1;
  const Answer<WordSystem> answer = word::BmcWords(system, config, context).run();
  const auto* unknown = std::get_if<Unknown>(&answer);
  return unknown != nullptr && unknown->reason == Unknown::Reason::Bound;
}

}  // namespace

WordSlices::WordSlices(WordLadder& ladder, const Configuration& configuration,
                       const std::vector<Share>& shares, const Context& context)
    : ladder_(ladder), configuration_(configuration), context_(context) {
  for (const Share& share : shares) all_.push_back(std::make_unique<Running>(share, context));
}

/// Certificates know no k, but history. Of runs that are shorter than the history it says that they
/// begin as the system does, and of a large memory that begins with the same word everywhere no
/// certificate can say that. Mostly nothing depends on it: fewer than k steps are not bad either if
/// such memories begin with anything. Then the proof is one of that system, which has all runs.
WordInvariant WordSlices::without_k(WordInvariant invariant, const Context& context) const {
  const WordSystem& system = ladder_.words();
  WordInvariant inductive = with_history(system, invariant);
  if (invariant.k == 1 || !invariant.conjuncts.empty() ||
      has_certificate_form(*system.terms, inductive))
    return inductive;
  const WordSystem wider = with_any_memories(system);
  if (!has_base(wider, invariant.k, context)) return inductive;
  return with_history(wider, std::move(invariant));
}

Answer<WordSystem> WordSlices::take_slice(Running& running) {
  if (running.seconds != kUnlimited) running.budget.renew(running.seconds);
  running.seconds *= 2;
  if (!running.engine) {
    const Context share{context_.log, running.budget, context_.progress, context_.seed,
                        context_.exchange};
    running.engine =
        make_engine(running.name, ladder_.words(), configuration_.engines.configs, share);
  }
  Answer<WordSystem> answer = running.engine->run();
  if (auto* safe = std::get_if<Safe<WordSystem>>(&answer))
    safe->invariant = without_k(
        std::move(safe->invariant),
        {context_.log, running.budget, context_.progress, context_.seed, context_.exchange});
  answer = ladder_.restore(std::move(answer));
  const auto* safe = std::get_if<Safe<WordSystem>>(&answer);
  if (safe != nullptr && !has_certificate_form(*ladder_.words().terms, safe->invariant))
    return Unknown{Unknown::Reason::Unsupported,
                   "the proof says of a large array that it is constant, and no BTOR2 "
                   "certificate can say that",
                   context_.progress.bound};
  return answer;
}

Message<WordSystem> WordSlices::run(std::uint32_t rounds) {
  Message<WordSystem> result;
  std::vector<Running*> ready;
  for (const auto& running : all_) ready.push_back(running.get());
  for (std::uint32_t round = 0; round < rounds && !ready.empty(); ++round) {
    std::vector<Running*> left;
    for (Running* running : ready) {
      result.answer = take_slice(*running);
      const auto* unknown = std::get_if<Unknown>(&result.answer);
      if (unknown == nullptr) result.decided_by = running->name;
      if (unknown == nullptr || context_.budget.exhausted_by_now()) {
        left.clear();
        round = rounds - 1;
        break;
      }
      if (unknown->reason == Unknown::Reason::Time) left.push_back(running);
    }
    ready = std::move(left);
  }
  if (std::holds_alternative<Unknown>(result.answer) && context_.budget.exhausted() &&
      all_.size() > 1)
    result.answer = unknown_for(context_.budget.reason(), context_.progress.bound);
  for (const auto& running : all_)
    if (running->engine) running->engine->add_statistics(result.statistics);
  return result;
}

}  // namespace cairn
