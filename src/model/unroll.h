// SPDX-License-Identifier: MIT
//
// Time frames of a BitSystem as one combinational graph. at(lit, step) is the literal of that
// graph for `lit` in `step`; what is needed for it is added on demand, so a step holds only the cone
// of what was asked of it and of later steps. The graph is hash-consed across steps, and constants
// (resets above all) are propagated as it grows.
#pragma once

#include <cstdint>
#include <vector>

#include "model/bit_system.h"

namespace cairn {

class Unroller {
 public:
  /// Step 0 is a first step (latches equal their resets) or any step at all (latches are free).
  enum class Start { Reset, Anywhere };

  Unroller(const BitSystem& system, Start start);

  /// Adds what is missing. Requires that `step` was not forgotten.
  Lit at(Lit lit, std::uint32_t step);

  /// The graph; its leaves are the inputs of each step and the latches that step 0 leaves free.
  const Aig& aig() const { return aig_; }
  /// For what the caller builds on top.
  Aig& aig() { return aig_; }

  /// The leaf of an input, or kNoLit if nothing has needed it so far; also for forgotten steps.
  Lit input_leaf(std::uint32_t input, std::uint32_t step) const;
  /// The literal of a latch in step 0, or kNoLit if nothing has needed it so far.
  Lit initial(std::uint32_t latch) const { return initial_[latch]; }

  /// The caller will ask nothing more of steps up to `step`. Frees their tables as soon as no later
  /// step can need them: when all latches of the step after are known. Without it a table of four
  /// bytes a node is kept for every step.
  void forget(std::uint32_t step);

 private:
  struct Frame {
    std::vector<Lit> literals;          // by node of the system; empty once forgotten
    std::vector<Lit> inputs;            // by position
    std::uint32_t known_latches = 0;    // latches that have a literal
  };

  bool known(Lit lit, std::uint32_t step) const {
    return frames_[step].literals[lit.var().index] != kNoLit;
  }
  Lit literal(Lit lit, std::uint32_t step) const {
    return frames_[step].literals[lit.var().index] ^ lit.negated();
  }
  void add_frames(std::uint32_t step);

  enum class Kind : std::uint8_t { Input, Latch, And, Constant };
  struct Task {
    Var var;
    std::uint32_t step;
  };

  const BitSystem& system_;
  const Start start_;
  std::vector<Kind> kinds_;              // by node of the system
  std::vector<std::uint32_t> position_;  // by node: position among inputs or latches
  Aig aig_;
  std::vector<Frame> frames_;
  std::vector<Lit> initial_;
  std::uint32_t first_kept_ = 0;  // frames below have been forgotten
  std::vector<Task> tasks_;
};

}  // namespace cairn
