// SPDX-License-Identifier: MIT
//
// Directions are kept in Howell form: a triangle whose first entries are powers of two, and that
// also has what a row becomes when it is multiplied until its first entry vanishes. Equations are
// the kernel of the directions, from a Smith form: in this ring the entry with the fewest factors
// two divides all others.
#include "engine/ic3cfa/affine.h"

#include <bit>
#include <utility>

namespace cairn {
namespace {

/// Of an odd number, modulo 2^64 [Newton].
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t result = odd;
  for (int i = 0; i < 6; ++i) result *= 2 - odd * result;
  return result;
}

std::uint64_t odd_part(std::uint64_t value) {
  return value == 0 ? 1 : value >> std::countr_zero(value);
}

}  // namespace

AffineSpace::AffineSpace(std::uint32_t width, std::size_t dimensions)
    : width_(width),
      mask_(width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1),
      dimensions_(dimensions),
      rows_(dimensions) {}

bool AffineSpace::add(const Vector& point) {
  if (base_.empty()) {
    base_ = point;
    return true;
  }
  Vector direction(dimensions_);
  for (std::size_t i = 0; i < dimensions_; ++i) direction[i] = masked(point[i] - base_[i]);
  return insert(std::move(direction));
}

bool AffineSpace::insert(Vector direction) {
  bool changed = false;
  std::vector<Vector> work{std::move(direction)};
  while (!work.empty()) {
    Vector v = std::move(work.back());
    work.pop_back();
    for (std::size_t column = 0; column < dimensions_; ++column) {
      if (v[column] == 0) continue;
      Vector& row = rows_[column];
      const int twos = std::countr_zero(v[column]);
      if (!row.empty() && twos >= std::countr_zero(row[column])) {
        const std::uint64_t factor = v[column] >> std::countr_zero(row[column]);
        for (std::size_t i = column; i < dimensions_; ++i) v[i] = masked(v[i] - factor * row[i]);
        continue;
      }
      const std::uint64_t unit = inverse(odd_part(v[column]));
      for (std::uint64_t& entry : v) entry = masked(entry * unit);
      std::swap(row, v);
      changed = true;
      Vector more = row;
      for (std::uint64_t& entry : more)
        entry = twos == 0 ? 0 : masked(entry << (width_ - static_cast<unsigned>(twos)));
      work.push_back(std::move(more));
      if (v.empty()) break;
      const std::uint64_t factor = v[column] >> twos;
      for (std::size_t i = column; i < dimensions_; ++i) v[i] = masked(v[i] - factor * row[i]);
    }
  }
  return changed;
}

std::vector<AffineSpace::Equation> AffineSpace::equations() const {
  std::vector<Vector> matrix;
  for (const Vector& row : rows_)
    if (!row.empty()) matrix.push_back(row);
  std::vector<Vector> columns(dimensions_, Vector(dimensions_));  // the change of basis
  for (std::size_t i = 0; i < dimensions_; ++i) columns[i][i] = 1;
  std::vector<std::uint32_t> twos(dimensions_, width_);  // of the diagonal; 2^width is 0

  for (std::size_t k = 0; k < matrix.size() && k < dimensions_; ++k) {
    std::size_t best_row = k, best_column = k;
    std::uint32_t best = width_;
    for (std::size_t i = k; i < matrix.size(); ++i)
      for (std::size_t j = k; j < dimensions_; ++j)
        if (matrix[i][j] != 0 &&
            static_cast<std::uint32_t>(std::countr_zero(matrix[i][j])) < best) {
          best = static_cast<std::uint32_t>(std::countr_zero(matrix[i][j]));
          best_row = i;
          best_column = j;
        }
    if (best == width_) break;
    std::swap(matrix[k], matrix[best_row]);
    for (Vector& row : matrix) std::swap(row[k], row[best_column]);
    std::swap(columns[k], columns[best_column]);
    const std::uint64_t unit = inverse(odd_part(matrix[k][k]));
    for (std::uint64_t& entry : matrix[k]) entry = masked(entry * unit);
    for (std::size_t i = k + 1; i < matrix.size(); ++i) {
      const std::uint64_t factor = matrix[i][k] >> best;
      for (std::size_t j = k; j < dimensions_; ++j)
        matrix[i][j] = masked(matrix[i][j] - factor * matrix[k][j]);
    }
    for (std::size_t j = k + 1; j < dimensions_; ++j) {
      const std::uint64_t factor = matrix[k][j] >> best;
      for (std::size_t i = 0; i < dimensions_; ++i)
        columns[j][i] = masked(columns[j][i] - factor * columns[k][i]);
      matrix[k][j] = 0;
    }
    twos[k] = best;
  }

  std::vector<Equation> result;
  for (std::size_t k = 0; k < dimensions_; ++k) {
    // 2^twos y = 0 has the solutions 2^(width - twos): the equation counts modulo 2^twos.
    if (twos[k] == 0) continue;
    Equation equation;
    equation.bits = twos[k];
    const std::uint64_t mask =
        twos[k] == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << twos[k]) - 1;
    std::uint64_t unit = 1;
    for (const std::uint64_t factor : columns[k])
      if (factor % 2 == 1) {
        unit = inverse(factor);
        break;
      }
    for (std::size_t i = 0; i < dimensions_; ++i) {
      equation.factors.push_back(columns[k][i] * unit & mask);
      equation.constant += equation.factors.back() * base_[i];
    }
    equation.constant &= mask;
    result.push_back(std::move(equation));
  }
  return result;
}

}  // namespace cairn
