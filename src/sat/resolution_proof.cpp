// SPDX-License-Identifier: MIT
#include "sat/resolution_proof.h"

#include "base/error.h"

namespace cairn::sat {

void ResolutionProof::add(ClauseId id, std::span<const Lit> clause,
                          std::span<const ClauseId> antecedents, bool is_original) {
  CAIRN_CHECK(id == steps_.size());
  literals_.insert(literals_.end(), clause.begin(), clause.end());
  antecedents_.insert(antecedents_.end(), antecedents.begin(), antecedents.end());
  steps_.push_back({literals_.size(), antecedents_.size(), is_original});
}

void ResolutionProof::add_original(ClauseId id, std::span<const Lit> clause) {
  add(id, clause, {}, /*is_original=*/true);
}

void ResolutionProof::add_derived(ClauseId id, std::span<const Lit> clause,
                                  std::span<const ClauseId> antecedents) {
  for (const ClauseId antecedent : antecedents) CAIRN_CHECK(antecedent != 0 && antecedent < id);
  add(id, clause, antecedents, /*is_original=*/false);
}

std::span<const Lit> ResolutionProof::clause(ClauseId id) const {
  const std::size_t begin = steps_[id - 1].literals_end;
  return std::span(literals_).subspan(begin, steps_[id].literals_end - begin);
}

std::span<const ClauseId> ResolutionProof::antecedents(ClauseId id) const {
  const std::size_t begin = steps_[id - 1].antecedents_end;
  return std::span(antecedents_).subspan(begin, steps_[id].antecedents_end - begin);
}

std::vector<ClauseId> ResolutionProof::needed(ClauseId final) const {
  CAIRN_CHECK(final != kNoClauseId && final < steps_.size());
  std::vector<bool> reached(final + 1, false);
  reached[final] = true;
  std::size_t count = 0;
  for (ClauseId id = final; id > 0; --id) {
    if (!reached[id]) continue;
    ++count;
    for (const ClauseId antecedent : antecedents(id)) reached[antecedent] = true;
  }
  std::vector<ClauseId> result;
  result.reserve(count);
  for (ClauseId id = 1; id <= final; ++id)
    if (reached[id]) result.push_back(id);
  return result;
}

std::vector<ClauseId> ResolutionProof::core(ClauseId final) const {
  std::vector<ClauseId> result;
  for (const ClauseId id : needed(final))
    if (is_original(id)) result.push_back(id);
  return result;
}

std::size_t ResolutionProof::memory() const {
  return steps_.capacity() * sizeof(Step) + literals_.capacity() * sizeof(Lit) +
         antecedents_.capacity() * sizeof(ClauseId);
}

}  // namespace cairn::sat
