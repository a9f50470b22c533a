// SPDX-License-Identifier: MIT
//
// Lemmas in shared memory, between processes of one machine. Each worker writes to a ring of its
// own and reads those of all others, each with a cursor. Nobody waits for anybody: a reader that is
// too slow loses lemmas and counts them.
//
// A slot has a sequence number, which is odd while the slot is written (a seqlock): a reader that
// finds the same even number before and after it copied the slot has a lemma as one writer wrote
// it. A writer that is killed in between leaves an odd number behind, which is never read as a
// lemma.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/exchange.h"
#include "run/workers/shared_array.h"

namespace cairn {

class LemmaRing {
 public:
  static constexpr std::uint32_t kLiterals = 60;  ///< longer lemmas do not fit
  static constexpr std::uint32_t kSlots = 4096;

  /// Says whether it fits. One writer.
  bool write(const SharedLemma& lemma);

  enum class Found { Lemma, Nothing, Overrun };
  /// The lemma of this number, counted from 0. Any number of readers.
  Found read(std::uint64_t number, SharedLemma& lemma) const;
  /// Lemmas that were written so far.
  std::uint64_t written() const { return written_.load(std::memory_order_acquire); }

 private:
  /// Everything that two processes touch is atomic, if only so that no lemma is torn.
  struct Slot {
    std::atomic<std::uint64_t> sequence{0};  // 2n + 2: lemma n is here; 2n + 1: it is coming
    std::atomic<std::uint32_t> level{0}, size{0};
    std::atomic<std::uint32_t> cube[kLiterals]{};
  };
  std::atomic<std::uint64_t> written_{0};
  Slot slots_[kSlots];
};

/// The rings of a number of workers; made before they are forked.
class LemmaRings {
 public:
  explicit LemmaRings(std::size_t workers) : rings_(workers) {}

  std::size_t size() const { return rings_.size(); }
  LemmaRing& ring(std::size_t worker) { return rings_[worker]; }
  /// What one worker publishes to and takes from; reads from what is in the rings by now, as far as
  /// it is still there. The counts and this must outlive it.
  std::unique_ptr<LemmaExchange> endpoint(std::size_t worker, ExchangeCounts& counts);

 private:
  SharedArray<LemmaRing> rings_;
};

}  // namespace cairn
