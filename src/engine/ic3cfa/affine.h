// SPDX-License-Identifier: MIT
//
// Affine spaces over the integers modulo 2^w: what linear equations hold for all points seen
// [MS05, analysis of modular arithmetic]. "x is even" is one of them, 2^(w-1) x = 0.
#pragma once

#include <cstdint>
#include <vector>

namespace cairn {

class AffineSpace {
 public:
  using Vector = std::vector<std::uint64_t>;
  /// Requires 1 <= width <= 64.
  AffineSpace(std::uint32_t width, std::size_t dimensions);

  /// The smallest space with this point in it; false if it was in it before.
  bool add(const Vector& point);
  bool empty() const { return base_.empty(); }

  /// sum of factors[i] * x[i] = constant, modulo 2^bits: equations whose solutions are the space.
  /// Some factor is odd.
  struct Equation {
    Vector factors;
    std::uint64_t constant = 0;
    std::uint32_t bits = 0;
  };
  std::vector<Equation> equations() const;

 private:
  bool insert(Vector direction);
  std::uint64_t masked(std::uint64_t value) const { return value & mask_; }

  const std::uint32_t width_;
  const std::uint64_t mask_;
  const std::size_t dimensions_;
  Vector base_;
  std::vector<Vector> rows_;  // by the column of their first entry, a power of two; empty: none
};

}  // namespace cairn
