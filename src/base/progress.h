// SPDX-License-Identifier: MIT
//
// What a run knows so far, written by the engine and read at any moment by another thread: the live
// line on a terminal, and the answer of a run that has to end at once.
#pragma once

#include <atomic>
#include <cstdint>

namespace cairn {

struct Progress {
  std::atomic<const char*> phase{"starting"};  ///< a string literal: "reading", "ic3", ...
  /// The plan that has its time slice, a name that lives as long as the process; none: "".
  std::atomic<const char*> strategy{""};
  std::atomic<std::int64_t> bound{-1};        ///< no counterexample has at most this many steps
  std::atomic<std::int64_t> level{0};         ///< the frame that is worked on (IC3)
  std::atomic<std::uint64_t> clauses{0};      ///< in the solver (BMC)
  std::atomic<std::uint64_t> lemmas{0};       ///< in the frames (IC3)
  std::atomic<std::uint64_t> obligations{0};  ///< waiting (IC3)
  std::atomic<std::uint64_t> queries{0};      ///< to solvers, by all engines so far
  std::atomic<std::uint32_t> decided{0};      ///< properties that have a verdict, ...
  std::atomic<std::uint32_t> properties{0};   ///< ... of so many; 0: there is one verdict

  /// Several engines may work on the same system: what one has cleared stays cleared. Called by
  /// one thread at a time.
  void clear(std::int64_t cleared) {
    if (cleared > bound) bound = cleared;
  }
  /// One query more, by the thread that works.
  void count_query() {
    queries.store(queries.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
};

}  // namespace cairn
