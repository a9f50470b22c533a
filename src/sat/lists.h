// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace cairn::sat {

/// Many small lists in one array: neighbours in use are neighbours in memory, and a copy of all
/// lists is a copy of two arrays. Pushing may move the array; nothing else does.
template <class T>
class Lists {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(slots_.size()); }
  void resize(std::uint32_t lists) { slots_.resize(lists); }

  T* data(std::uint32_t list) { return pool_.data() + slots_.data()[list].begin; }
  const T* data(std::uint32_t list) const { return pool_.data() + slots_.data()[list].begin; }
  std::uint32_t length(std::uint32_t list) const { return slots_.data()[list].length; }
  std::span<const T> operator[](std::uint32_t list) const { return {data(list), length(list)}; }
  void truncate(std::uint32_t list, std::uint32_t length) { slots_[list].length = length; }

  /// Answers whether the array has moved.
  bool push(std::uint32_t list, const T& value) {
    Slot* slot = slots_.data() + list;
    const T* const before = pool_.data();
    if (slot->length == slot->capacity) grow(list);
    pool_.data()[slot->begin + slot->length++] = value;
    return pool_.data() != before;
  }

  /// Empties every list and keeps its room.
  void clear() {
    for (Slot& slot : slots_) slot.length = 0;
  }

  /// Gives room back when most of the array is unused.
  void compact_if_wasteful() {
    if (wasted_ * 2 > pool_.size()) compact();
  }

  /// No list has ever had a value.
  bool unused() const { return pool_.empty(); }

  std::size_t memory() const {
    return pool_.capacity() * sizeof(T) + slots_.capacity() * sizeof(Slot);
  }

 private:
  struct Slot {
    std::uint32_t begin = 0, length = 0, capacity = 0;
  };

  void grow(std::uint32_t list) {
    Slot& slot = slots_[list];
    const std::uint32_t capacity = slot.capacity == 0 ? 4 : 2 * slot.capacity;
    const auto begin = static_cast<std::uint32_t>(pool_.size());
    pool_.resize(pool_.size() + capacity);
    std::copy_n(pool_.data() + slot.begin, slot.length, pool_.data() + begin);
    wasted_ += slot.capacity;
    slot.begin = begin;
    slot.capacity = capacity;
  }

  void compact() {
    std::vector<T> packed;
    packed.reserve(pool_.size() - wasted_);
    for (Slot& slot : slots_) {
      const auto begin = static_cast<std::uint32_t>(packed.size());
      packed.insert(packed.end(), pool_.begin() + slot.begin,
                    pool_.begin() + slot.begin + slot.capacity);
      slot.begin = begin;
    }
    pool_.swap(packed);
    wasted_ = 0;
  }

  std::vector<T> pool_;
  std::vector<Slot> slots_;
  std::size_t wasted_ = 0;
};

}  // namespace cairn::sat
