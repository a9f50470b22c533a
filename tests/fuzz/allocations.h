// SPDX-License-Identifier: MIT
//
// Replaces operator new and delete by ones that know how many bytes are in use, so that a harness
// can hold a reader to its promise about memory. Include it in exactly one file of a program.
#pragma once

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace cairn::fuzz {

inline std::size_t bytes_in_use = 0;
inline std::size_t peak_bytes = 0;

inline void* counted_new_or_null(std::size_t size) noexcept {
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) return nullptr;
  bytes_in_use += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, bytes_in_use);
  return memory;
}

inline void* counted_new(std::size_t size) {
  void* memory = counted_new_or_null(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

inline void counted_delete(void* memory) noexcept {
  if (memory != nullptr) bytes_in_use -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace cairn::fuzz

void* operator new(std::size_t size) {
  return cairn::fuzz::counted_new(size);
}
void* operator new[](std::size_t size) {
  return cairn::fuzz::counted_new(size);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return cairn::fuzz::counted_new_or_null(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return cairn::fuzz::counted_new_or_null(size);
}
void operator delete(void* memory) noexcept {
  cairn::fuzz::counted_delete(memory);
}
void operator delete[](void* memory) noexcept {
  cairn::fuzz::counted_delete(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  cairn::fuzz::counted_delete(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  cairn::fuzz::counted_delete(memory);
}
