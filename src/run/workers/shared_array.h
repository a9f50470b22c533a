// SPDX-License-Identifier: MIT
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>

namespace cairn {

/// Values that this process and those that it forks later have in common. Pages that nobody touches
/// take no memory.
template <class T>
class SharedArray {
  // Processes may end at any moment: there is nobody to call destructors.
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  /// Throws bad_alloc if there is no room.
  explicit SharedArray(std::size_t size) : size_(size) {
    if (size == 0) return;
    void* memory = ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    values_ = static_cast<T*>(memory);
    for (std::size_t i = 0; i < size; ++i) new (values_ + i) T();
  }
  ~SharedArray() {
    if (values_ != nullptr) ::munmap(values_, size_ * sizeof(T));
  }
  SharedArray(const SharedArray&) = delete;
  SharedArray& operator=(const SharedArray&) = delete;

  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  T* values_ = nullptr;
};

}  // namespace cairn
