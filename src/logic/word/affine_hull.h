// SPDX-License-Identifier: MIT
//
// Linear equations modulo 2^w [KS10, MOS07]: the least set of points that is the solution of such
// equations and contains given ones. Grows point by point; a strictly growing chain of hulls over n
// variables has at most (n + 1) w members.
//
// Numbers modulo 2^w form a local ring: of two numbers the one with fewer trailing zeros divides
// the other, so elimination always finds a pivot that divides the rest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cairn {

class AffineHull {
 public:
  /// constant + sum of coefficients[i] x_i = 0 modulo 2^width.
  struct Equation {
    std::uint64_t constant = 0;
    std::vector<std::uint64_t> coefficients;
  };

  /// No points. Requires a width of 1 to 64.
  AffineHull(std::uint32_t width, std::size_t variables);

  bool empty() const { return generators_.empty(); }
  /// Of a hull that is not empty.
  bool contains(std::span<const std::uint64_t> point) const;
  /// Returns false if the point was in the hull.
  bool join(std::span<const std::uint64_t> point);
  /// In reduced form, with small numbers.
  const std::vector<Equation>& equations() const { return equations_; }

 private:
  using Row = std::vector<std::uint64_t>;  // the constant's coordinate first

  std::uint64_t mask(std::uint64_t value) const { return value & mask_; }
  std::vector<Row> annihilator() const;
  void reduce(std::vector<Row>& rows) const;
  void scale(Row& row) const;

  std::uint32_t width_;
  std::uint64_t mask_;
  std::size_t columns_;
  std::vector<Row> generators_;
  std::vector<Equation> equations_;
};

}  // namespace cairn
