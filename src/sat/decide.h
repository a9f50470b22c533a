// SPDX-License-Identifier: MIT
//
// VSIDS [MS08, section 2.2] with a queue of buckets instead of a heap. Most queries take few
// decisions, so filling a queue with the domain costs more than what its exact order would save. A
// variable's bucket tells how long ago, in units of about seven conflicts, its activity would have
// been a single bump: half an exponent of the quotient of the current bump and the activity. Within
// a bucket the last one in comes out first. A query that turns out to be hard goes on with a
// heap, in which the order is exact.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn::sat {

class DecisionQueue {
 public:
  void resize(std::size_t vars) {
    activity_.resize(vars, 0.0);
    queued_.resize(vars, kNotQueued);
    place_.resize(vars, kNoPlace);
  }

  void bump(Var var) {
    double& activity = activity_[var.index];
    activity += increment_;
    if (activity > 1e100) rescale();
    if (exact_ && place_[var.index] != kNoPlace) sift_up(place_[var.index]);
  }
  void decay() { increment_ *= 1.0 / 0.95; }

  bool filled() const { return filled_; }
  void mark_filled() { filled_ = true; }

  /// From now on, until clear(), variables come in the order of their activities.
  void become_exact() {
    if (exact_) return;
    clear();
    exact_ = true;
  }

  void push(Var var) {
    if (exact_) {
      if (place_[var.index] != kNoPlace) return;
      place_[var.index] = static_cast<std::uint32_t>(heap_.size());
      heap_.push_back(var.index);
      sift_up(place_[var.index]);
      return;
    }
    const std::uint8_t bucket = bucket_of(activity_[var.index]);
    if (queued_[var.index] <= bucket) return;  // already there, and not worse
    queued_[var.index] = bucket;
    buckets_[bucket].push_back(var.index);
    occupied_ |= std::uint64_t{1} << bucket;
  }

  /// The next variable, or variable 0 if there is none. It may be assigned.
  Var pop() {
    if (exact_) return pop_heap();
    while (occupied_ != 0) {
      const auto bucket = static_cast<std::uint8_t>(std::countr_zero(occupied_));
      auto& entries = buckets_[bucket];
      const std::uint32_t var = entries.back();
      entries.pop_back();
      if (entries.empty()) occupied_ &= ~(std::uint64_t{1} << bucket);
      if (queued_[var] != bucket) continue;  // it moved to a better bucket since
      queued_[var] = kNotQueued;
      return Var{var};
    }
    return Var{0};
  }

  void clear() {
    while (occupied_ != 0) {
      const int bucket = std::countr_zero(occupied_);
      for (const std::uint32_t var : buckets_[static_cast<std::size_t>(bucket)])
        queued_[var] = kNotQueued;
      buckets_[static_cast<std::size_t>(bucket)].clear();
      occupied_ &= occupied_ - 1;
    }
    for (const std::uint32_t var : heap_) place_[var] = kNoPlace;
    heap_.clear();
    exact_ = false;
    filled_ = false;
  }

  std::size_t memory() const { return activity_.capacity() * 9; }

 private:
  static constexpr std::uint32_t kNoPlace = 0xFFFFFFFFu;

  void put(std::uint32_t place, std::uint32_t var) {
    heap_.data()[place] = var;
    place_.data()[var] = place;
  }
  void sift_up(std::uint32_t place) {
    const std::uint32_t var = heap_.data()[place];
    const double activity = activity_.data()[var];
    while (place > 0) {
      const std::uint32_t parent = (place - 1) / 2;
      if (activity_.data()[heap_.data()[parent]] >= activity) break;
      put(place, heap_.data()[parent]);
      place = parent;
    }
    put(place, var);
  }
  void sift_down(std::uint32_t place) {
    const std::uint32_t var = heap_.data()[place];
    const double activity = activity_.data()[var];
    const auto size = static_cast<std::uint32_t>(heap_.size());
    while (2 * place + 1 < size) {
      std::uint32_t child = 2 * place + 1;
      if (child + 1 < size &&
          activity_.data()[heap_.data()[child + 1]] > activity_.data()[heap_.data()[child]])
        ++child;
      if (activity_.data()[heap_.data()[child]] <= activity) break;
      put(place, heap_.data()[child]);
      place = child;
    }
    put(place, var);
  }
  Var pop_heap() {
    if (heap_.empty()) return Var{0};
    const std::uint32_t top = heap_[0], last = heap_.back();
    heap_.pop_back();
    place_[top] = kNoPlace;
    if (!heap_.empty()) {
      put(0, last);
      sift_down(0);
    }
    return Var{top};
  }

  static constexpr std::uint8_t kNotQueued = 255;
  static constexpr std::uint8_t kLast = 63;

  static std::int64_t half_exponent(double value) {
    return static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(value) >> 51);
  }
  std::uint8_t bucket_of(double activity) const {
    if (activity == 0.0) return kLast;
    // An activity is at most a sum of bumps, so it may exceed the current bump.
    const std::int64_t distance = half_exponent(increment_) + 8 - half_exponent(activity);
    if (distance < 0) return 0;
    return distance >= kLast ? kLast - 1 : static_cast<std::uint8_t>(distance);
  }
  void rescale() {
    for (double& activity : activity_) activity *= 1e-100;
    increment_ *= 1e-100;
  }

  std::vector<double> activity_;
  double increment_ = 1.0;
  std::vector<std::uint8_t> queued_;  // by variable: its bucket
  std::array<std::vector<std::uint32_t>, 64> buckets_;
  std::uint64_t occupied_ = 0;  // buckets that have entries
  bool filled_ = false;
  bool exact_ = false;
  std::vector<std::uint32_t> heap_;
  std::vector<std::uint32_t> place_;  // by variable: where in the heap
};

}  // namespace cairn::sat
