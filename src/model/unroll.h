// SPDX-License-Identifier: MIT
//
// Time frames of a BitSystem as one combinational graph. at(lit, step) is the literal of that
// graph for `lit` in `step`; what is needed for it is added on demand, so a step holds only the
// cone of what was asked of it and of later steps. The graph is hash-consed across steps, and
// constants (resets above all) are propagated as it grows.
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

  /// The literal of a latch, or kNoLit if nothing has needed it so far, or the step was forgotten.
  Lit known_latch(std::uint32_t latch, std::uint32_t step) const;

  /// The graph; its leaves are the inputs of each step and the latches that step 0 leaves free.
  const Aig& aig() const { return aig_; }
  /// For what the caller builds on top.
  Aig& aig() { return aig_; }

  /// The leaf of an input, or kNoLit if nothing has needed it so far; also for forgotten steps.
  Lit input_leaf(std::uint32_t input, std::uint32_t step) const;
  /// The literal of a latch in step 0, or kNoLit if nothing has needed it so far.
  Lit initial(std::uint32_t latch) const { return initial_[latch]; }

  /// The caller will ask nothing more of steps up to `step`. Frees what it can of their tables,
  /// which otherwise take four bytes a node and step: all but inputs if no later step can need them
  /// (all latches of the step after are known), and all but inputs and latches if none has for a
  /// while; should one do so after all, gates are looked up again, and found in the graph.
  void forget(std::uint32_t step);

 private:
  struct Frame {
    std::vector<Lit> literals;        // by node of the system; empty while packed
    std::vector<Lit> inputs;          // by position
    std::vector<Lit> latches;         // by position, while packed
    std::uint32_t known_latches = 0;  // latches that have a literal
    std::uint32_t last_use = 0;       // the last step asked for when this one was needed
    bool forgotten = false;           // for good: neither literals nor latches are left
  };

  bool known(Lit lit, std::uint32_t step) const {
    return frames_[step].literals[lit.var().index] != kNoLit;
  }
  Lit literal(Lit lit, std::uint32_t step) const {
    return frames_[step].literals[lit.var().index] ^ lit.negated();
  }
  void add_frames(std::uint32_t step);
  void unpack(std::uint32_t step);
  void pack(Frame& frame) const;

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
  std::uint32_t newest_ = 0;             // the last step asked for
  std::vector<std::uint32_t> unpacked_;  // steps whose tables are there
  std::vector<Task> tasks_;
};

}  // namespace cairn
