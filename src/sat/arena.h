// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "logic/bit/lit.h"

namespace cairn::sat {

/// Where a clause begins in an arena, in words.
using ClauseRef = std::uint32_t;
inline constexpr ClauseRef kNoClause = 0x3FFFFFFFu;

/// Clauses that stay: one word for the size, then the literals.
class StaticArena {
 public:
  ClauseRef add(std::span<const Lit> clause) {
    const auto ref = static_cast<ClauseRef>(words_.size());
    CAIRN_CHECK(words_.size() + clause.size() + 1 < kNoClause);
    words_.push_back(static_cast<std::uint32_t>(clause.size()));
    for (const Lit lit : clause) words_.push_back(lit.code());
    ++clauses_;
    return ref;
  }

  std::uint32_t* data() { return words_.data(); }
  std::uint32_t size(ClauseRef ref) const { return words_[ref]; }
  const std::uint32_t* literals(ClauseRef ref) const { return words_.data() + ref + 1; }
  Lit lit(ClauseRef ref, std::uint32_t i) const { return Lit::from_code(words_[ref + 1 + i]); }
  ClauseRef end() const { return static_cast<ClauseRef>(words_.size()); }
  ClauseRef after(ClauseRef ref) const { return ref + 1 + words_[ref]; }
  std::uint32_t num_clauses() const { return clauses_; }
  std::size_t memory() const { return words_.capacity() * sizeof(std::uint32_t); }

 private:
  std::vector<std::uint32_t> words_;
  std::uint32_t clauses_ = 0;
};

/// Clauses that come and go: lemmas, learnt and temporary ones. Three words before the literals:
/// size, glue, kind and use; the layer; a learnt clause's activity or a lemma's handle.
class LayeredArena {
 public:
  enum Kind : std::uint32_t { Lemma = 0, Learnt = 1, Temporary = 2 };
  static constexpr std::uint32_t kHeader = 3;
  static constexpr std::uint32_t kMaxSize = (1u << 22) - 1;
  static constexpr std::uint32_t kMaxGlue = 63;
  /// The layer of a removed clause, below that of every query.
  static constexpr std::int32_t kDead = -1;

  ClauseRef add(std::span<const Lit> clause, Kind kind, bool temporary, std::int32_t layer,
                std::uint32_t glue, std::uint32_t extra) {
    const auto ref = static_cast<ClauseRef>(words_.size());
    CAIRN_CHECK(clause.size() <= kMaxSize && words_.size() + clause.size() + kHeader < kNoClause);
    words_.push_back(static_cast<std::uint32_t>(clause.size()) | (std::min(glue, kMaxGlue) << 22) |
                     (static_cast<std::uint32_t>(kind) << 28) | (temporary ? kTemporaryBit : 0));
    words_.push_back(static_cast<std::uint32_t>(layer));
    words_.push_back(extra);
    for (const Lit lit : clause) words_.push_back(lit.code());
    return ref;
  }

  std::uint32_t* data() { return words_.data(); }
  static std::uint32_t size_of(const std::uint32_t* clause) { return clause[0] & kMaxSize; }
  std::uint32_t size(ClauseRef ref) const { return size_of(words_.data() + ref); }
  std::uint32_t glue(ClauseRef ref) const { return (words_[ref] >> 22) & kMaxGlue; }
  Kind kind(ClauseRef ref) const { return static_cast<Kind>((words_[ref] >> 28) & 3); }
  /// Whether the clause holds in one call only.
  bool temporary(ClauseRef ref) const { return (words_[ref] & kTemporaryBit) != 0; }
  std::int32_t layer(ClauseRef ref) const { return static_cast<std::int32_t>(words_[ref + 1]); }
  void set_layer(ClauseRef ref, std::int32_t layer) {
    words_[ref + 1] = static_cast<std::uint32_t>(layer);
  }
  std::uint32_t extra(ClauseRef ref) const { return words_[ref + 2]; }
  float activity(ClauseRef ref) const { return std::bit_cast<float>(words_[ref + 2]); }
  void set_activity(ClauseRef ref, float activity) {
    words_[ref + 2] = std::bit_cast<std::uint32_t>(activity);
  }
  void set_glue(ClauseRef ref, std::uint32_t glue) {
    words_[ref] = (words_[ref] & ~(kMaxGlue << 22)) | (std::min(glue, kMaxGlue) << 22);
  }
  /// Whether a learnt clause was of use since clear_used().
  bool used(ClauseRef ref) const { return (words_[ref] & kUsedBit) != 0; }
  void set_used(ClauseRef ref) { words_[ref] |= kUsedBit; }
  void clear_used(ClauseRef ref) { words_[ref] &= ~kUsedBit; }
  const std::uint32_t* literals(ClauseRef ref) const { return words_.data() + ref + kHeader; }
  Lit lit(ClauseRef ref, std::uint32_t i) const {
    return Lit::from_code(words_[ref + kHeader + i]);
  }

  bool is_dead(ClauseRef ref) const { return layer(ref) == kDead; }
  void kill(ClauseRef ref) {
    set_layer(ref, kDead);
    wasted_ += size(ref) + kHeader;
  }

  ClauseRef end() const { return static_cast<ClauseRef>(words_.size()); }
  ClauseRef after(ClauseRef ref) const { return ref + kHeader + size(ref); }
  std::size_t wasted() const { return wasted_; }
  std::size_t memory() const { return words_.capacity() * sizeof(std::uint32_t); }
  void reserve(std::size_t words) { words_.reserve(words); }
  void swap(LayeredArena& other) {
    words_.swap(other.words_);
    std::swap(wasted_, other.wasted_);
  }

 private:
  static constexpr std::uint32_t kTemporaryBit = 1u << 30, kUsedBit = 1u << 31;

  std::vector<std::uint32_t> words_;
  std::size_t wasted_ = 0;
};

}  // namespace cairn::sat
