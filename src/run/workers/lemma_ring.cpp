// SPDX-License-Identifier: MIT
#include "run/workers/lemma_ring.h"

#include <algorithm>

namespace cairn {
namespace {

class Endpoint : public LemmaExchange {
 public:
  Endpoint(LemmaRings& rings, std::size_t worker, ExchangeCounts& counts)
      : LemmaExchange(counts), rings_(rings), worker_(worker), cursors_(rings.size(), 0) {}

  void publish(const SharedLemma& lemma) override {
    ++(rings_.ring(worker_).write(lemma) ? counts().published : counts().held_back);
  }

  void take(std::vector<SharedLemma>& lemmas) override {
    for (std::size_t other = 0; other < cursors_.size(); ++other)
      if (other != worker_) take_from(rings_.ring(other), cursors_[other], lemmas);
  }

 private:
  void take_from(const LemmaRing& ring, std::uint64_t& cursor, std::vector<SharedLemma>& lemmas) {
    const std::uint64_t end = ring.written();
    while (cursor < end) {
      if (end - cursor > LemmaRing::kSlots) skip_to(end - LemmaRing::kSlots, cursor);
      SharedLemma lemma;
      switch (ring.read(cursor, lemma)) {
        case LemmaRing::Found::Nothing:
          return;
        case LemmaRing::Found::Overrun:
          // The writer is a round ahead here, and comes closer; half a round of distance is safe.
          skip_to(std::max(cursor + 1, ring.written() - LemmaRing::kSlots / 2), cursor);
          break;
        case LemmaRing::Found::Lemma:
          lemmas.push_back(std::move(lemma));
          ++counts().received;
          ++cursor;
      }
    }
  }
  void skip_to(std::uint64_t number, std::uint64_t& cursor) {
    counts().lost += number - cursor;
    cursor = number;
  }

  LemmaRings& rings_;
  const std::size_t worker_;
  std::vector<std::uint64_t> cursors_;  // by worker: the number of the next lemma to read
};

}  // namespace

bool LemmaRing::write(const SharedLemma& lemma) {
  if (lemma.cube.size() > kLiterals) return false;
  const std::uint64_t number = written_.load(std::memory_order_relaxed);
  Slot& slot = slots_[number % kSlots];
  slot.sequence.store(2 * number + 1, std::memory_order_relaxed);
  // What follows must not be seen before the odd number is.
  std::atomic_thread_fence(std::memory_order_release);
  slot.level.store(lemma.level, std::memory_order_relaxed);
  slot.size.store(static_cast<std::uint32_t>(lemma.cube.size()), std::memory_order_relaxed);
  for (std::size_t i = 0; i < lemma.cube.size(); ++i)
    slot.cube[i].store(lemma.cube[i], std::memory_order_relaxed);
  slot.sequence.store(2 * number + 2, std::memory_order_release);
  written_.store(number + 1, std::memory_order_release);
  return true;
}

LemmaRing::Found LemmaRing::read(std::uint64_t number, SharedLemma& lemma) const {
  const Slot& slot = slots_[number % kSlots];
  const std::uint64_t wanted = 2 * number + 2;
  const std::uint64_t before = slot.sequence.load(std::memory_order_acquire);
  if (before < wanted) return Found::Nothing;
  if (before > wanted) return Found::Overrun;
  lemma.level = slot.level.load(std::memory_order_relaxed);
  lemma.cube.resize(std::min(slot.size.load(std::memory_order_relaxed), kLiterals));
  for (std::size_t i = 0; i < lemma.cube.size(); ++i)
    lemma.cube[i] = slot.cube[i].load(std::memory_order_relaxed);
  // What was read must not be newer than the number that is looked at now.
  std::atomic_thread_fence(std::memory_order_acquire);
  return slot.sequence.load(std::memory_order_relaxed) == wanted ? Found::Lemma : Found::Overrun;
}

std::unique_ptr<LemmaExchange> LemmaRings::endpoint(std::size_t worker, ExchangeCounts& counts) {
  return std::make_unique<Endpoint>(*this, worker, counts);
}

}  // namespace cairn
