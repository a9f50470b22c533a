// SPDX-License-Identifier: MIT
#include "model/unroll.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {

Unroller::Unroller(const BitSystem& system, Start start)
    : system_(system),
      start_(start),
      kinds_(system.aig.size(), Kind::And),
      position_(system.leaf_positions()),
      initial_(system.latches.size(), kNoLit) {
  kinds_[0] = Kind::Constant;
  for (const Var input : system.inputs) kinds_[input.index] = Kind::Input;
  for (const Latch& latch : system.latches) kinds_[latch.var.index] = Kind::Latch;
}

void Unroller::add_frames(std::uint32_t step) {
  while (frames_.size() <= step) {
    frames_.emplace_back().inputs.assign(system_.inputs.size(), kNoLit);
  }
}

// Where a latch's value comes from: the literal of the system and the step to read it in; kNoLit
// for a latch that is free.
namespace {
struct Origin {
  Lit lit;
  std::uint32_t step;
};
Origin origin_of(const Latch& latch, std::uint32_t step, Unroller::Start start) {
  if (step > 0) return {latch.next, step - 1};
  if (start == Unroller::Start::Anywhere || latch.is_uninitialised()) return {kNoLit, 0};
  return {latch.reset, 0};
}
}  // namespace

// Depth first with its own stack: the path from the last step to the first can be millions of
// nodes long.
Lit Unroller::at(Lit root, std::uint32_t root_step) {
  add_frames(root_step);
  newest_ = std::max(newest_, root_step);
  unpack(root_step);
  tasks_.push_back({root.var(), root_step});
  while (!tasks_.empty()) {
    const auto [var, step] = tasks_.back();
    Frame& frame = frames_[step];
    Lit& literal_here = frame.literals[var.index];
    if (literal_here != kNoLit) {
      tasks_.pop_back();
      continue;
    }
    const std::uint32_t position = position_[var.index];
    switch (kinds_[var.index]) {
      case Kind::Constant:
        break;  // known from the start
      case Kind::Input:
        literal_here = frame.inputs[position] = aig_.add_leaf();
        break;
      case Kind::Latch: {
        const Origin origin = origin_of(system_.latches[position], step, start_);
        if (origin.lit != kNoLit) unpack(origin.step);
        if (origin.lit == kNoLit) {
          literal_here = aig_.add_leaf();
        } else if (known(origin.lit, origin.step)) {
          literal_here = literal(origin.lit, origin.step);
        } else {
          tasks_.push_back({origin.lit.var(), origin.step});
          continue;
        }
        ++frame.known_latches;
        if (step == 0) initial_[position] = literal_here;
        break;
      }
      case Kind::And: {
        const Lit left = system_.aig.left(var), right = system_.aig.right(var);
        const bool left_known = known(left, step), right_known = known(right, step);
        if (left_known && right_known) {
          literal_here = aig_.and_gate(literal(left, step), literal(right, step));
        } else if ((left_known && literal(left, step) == kFalse) ||
                   (right_known && literal(right, step) == kFalse)) {
          literal_here = kFalse;  // the other operand is not needed
        } else {
          // One at a time: if it turns out false, the other one is never unrolled.
          tasks_.push_back({left_known ? right.var() : left.var(), step});
          continue;
        }
        break;
      }
    }
    tasks_.pop_back();
  }
  return literal(root, root_step);
}

Lit Unroller::input_leaf(std::uint32_t input, std::uint32_t step) const {
  return step < frames_.size() ? frames_[step].inputs[input] : kNoLit;
}

Lit Unroller::known_latch(std::uint32_t latch, std::uint32_t step) const {
  if (step >= frames_.size()) return kNoLit;
  const Frame& frame = frames_[step];
  if (!frame.literals.empty()) return frame.literals[system_.latches[latch].var.index];
  return frame.latches.empty() ? kNoLit : frame.latches[latch];
}

void Unroller::unpack(std::uint32_t step) {
  Frame& frame = frames_[step];
  CAIRN_CHECK(!frame.forgotten);
  frame.last_use = newest_;
  if (!frame.literals.empty()) return;
  unpacked_.push_back(step);
  frame.literals.assign(system_.aig.size(), kNoLit);
  frame.literals[0] = kFalse;
  for (std::size_t i = 0; i < frame.inputs.size(); ++i)
    frame.literals[system_.inputs[i].index] = frame.inputs[i];
  for (std::size_t i = 0; i < frame.latches.size(); ++i)
    frame.literals[system_.latches[i].var.index] = frame.latches[i];
  frame.latches = {};
}

void Unroller::pack(Frame& frame) const {
  frame.latches.reserve(system_.latches.size());
  for (const Latch& latch : system_.latches)
    frame.latches.push_back(frame.literals[latch.var.index]);
  frame.literals = {};
}

void Unroller::forget(std::uint32_t step) {
  // How long a step stays unpacked after its last use. Later steps reach back to it often until the
  // properties' cone is complete, and hardly ever after that.
  constexpr std::uint32_t kPatience = 8;
  std::erase_if(unpacked_, [&](std::uint32_t i) {
    if (i > step || i + 1 >= frames_.size()) return false;
    Frame& frame = frames_[i];
    if (frames_[i + 1].known_latches == system_.latches.size()) {
      frame.literals = {};
      frame.forgotten = true;
    } else if (frame.last_use + kPatience < step) {
      pack(frame);
    }
    return frame.literals.empty();
  });
}

}  // namespace cairn
