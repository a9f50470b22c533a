// SPDX-License-Identifier: MIT
#include "logic/word/affine_hull.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "base/error.h"

namespace cairn {
namespace {

/// The inverse of an odd number modulo 2^64, by Newton's iteration: each step doubles the number of
/// correct bits.
std::uint64_t inverse(std::uint64_t odd) {
  std::uint64_t result = odd;  // three bits are right
  for (int i = 0; i < 5; ++i) result *= 2 - odd * result;
  return result;
}

/// The entry with the fewest trailing zeros, from a row and a column on.
std::optional<std::pair<std::size_t, std::size_t>> find_pivot(
    const std::vector<std::vector<std::uint64_t>>& rows, std::size_t first_row,
    std::size_t first_column) {
  std::optional<std::pair<std::size_t, std::size_t>> best;
  int fewest = 64;
  for (std::size_t i = first_row; i < rows.size(); ++i) {
    for (std::size_t j = first_column; j < rows[i].size(); ++j) {
      if (rows[i][j] == 0 || std::countr_zero(rows[i][j]) >= fewest) continue;
      fewest = std::countr_zero(rows[i][j]);
      best = {i, j};
    }
  }
  return best;
}

}  // namespace

AffineHull::AffineHull(std::uint32_t width, std::size_t variables)
    : width_(width),
      mask_(width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1),
      columns_(variables + 1) {
  CAIRN_CHECK(width >= 1 && width <= 64);
}

bool AffineHull::contains(std::span<const std::uint64_t> point) const {
  CAIRN_CHECK(!empty() && point.size() + 1 == columns_);
  for (const Equation& equation : equations_) {
    std::uint64_t sum = equation.constant;
    for (std::size_t i = 0; i < point.size(); ++i) sum += equation.coefficients[i] * point[i];
    if (mask(sum) != 0) return false;
  }
  return true;
}

bool AffineHull::join(std::span<const std::uint64_t> point) {
  CAIRN_CHECK(point.size() + 1 == columns_);
  if (!empty() && contains(point)) return false;
  Row row = {1};
  for (const std::uint64_t value : point) row.push_back(mask(value));
  generators_.push_back(std::move(row));
  std::vector<Row> rows = annihilator();
  reduce(rows);
  equations_.clear();
  for (Row& equation : rows) {
    scale(equation);
    equations_.push_back({equation[0], Row(equation.begin() + 1, equation.end())});
  }
  return true;
}

/// All rows c with c g = 0 for every generator g, by Smith's normal form: row and column operations
/// make the generators diagonal, D = U G V. Then c is in the kernel of G if it is V d with d in
/// that of D. Over this ring the annihilator of the annihilator is the span itself, so the
/// equations describe the hull exactly.
std::vector<AffineHull::Row> AffineHull::annihilator() const {
  std::vector<Row> rows = generators_;
  std::vector<Row> columns(columns_, Row(columns_, 0));  // V's columns
  for (std::size_t i = 0; i < columns_; ++i) columns[i][i] = 1;
  std::vector<int> zeros;  // of the pivots
  for (std::size_t rank = 0; rank < std::min(rows.size(), columns_); ++rank) {
    const auto pivot = find_pivot(rows, rank, rank);
    if (!pivot) break;
    std::swap(rows[rank], rows[pivot->first]);
    for (Row& row : rows) std::swap(row[rank], row[pivot->second]);
    std::swap(columns[rank], columns[pivot->second]);
    const int shift = std::countr_zero(rows[rank][rank]);
    const std::uint64_t unit = inverse(rows[rank][rank] >> shift);
    for (std::uint64_t& entry : rows[rank]) entry = mask(entry * unit);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const std::uint64_t factor = rows[i][rank] >> shift;
      if (factor == 0) continue;
      for (std::size_t j = rank; j < columns_; ++j)
        rows[i][j] = mask(rows[i][j] - factor * rows[rank][j]);
    }
    for (std::size_t j = rank + 1; j < columns_; ++j) {
      const std::uint64_t factor = rows[rank][j] >> shift;
      if (factor == 0) continue;
      rows[rank][j] = 0;
      for (std::size_t i = 0; i < columns_; ++i)
        columns[j][i] = mask(columns[j][i] - factor * columns[rank][i]);
    }
    zeros.push_back(shift);
  }
  std::vector<Row> result;
  for (std::size_t i = 0; i < columns_; ++i) {
    if (i < zeros.size() && zeros[i] == 0) continue;
    if (i < zeros.size())
      for (std::uint64_t& entry : columns[i])
        entry = mask(entry << (width_ - static_cast<std::uint32_t>(zeros[i])));
    result.push_back(std::move(columns[i]));
  }
  return result;
}

/// An odd multiple of an equation says the same. The one with the smallest numbers is what people
/// and solvers like best: a + b = 3i rather than i = a / 3 + b / 3.
void AffineHull::scale(Row& row) const {
  const auto size = [&](std::uint64_t factor) {
    double sum = 0;
    for (const std::uint64_t entry : row) {
      const std::uint64_t value = mask(entry * factor);
      sum += static_cast<double>(std::min(value, mask(0 - value)));
    }
    return sum;
  };
  std::uint64_t best = 1;
  for (const std::uint64_t entry : row) {
    if (entry == 0) continue;
    const std::uint64_t factor = inverse(entry >> std::countr_zero(entry));
    if (size(factor) < size(best)) best = factor;
  }
  for (std::uint64_t& entry : row) entry = mask(entry * best);
}

/// Gauss and Jordan on the variables' columns; rows that say nothing go.
void AffineHull::reduce(std::vector<Row>& rows) const {
  std::size_t rank = 0;
  for (; rank < rows.size(); ++rank) {
    const auto pivot = find_pivot(rows, rank, 1);
    if (!pivot) break;
    std::swap(rows[rank], rows[pivot->first]);
    const std::size_t column = pivot->second;
    const int shift = std::countr_zero(rows[rank][column]);
    const std::uint64_t unit = inverse(rows[rank][column] >> shift);
    for (std::uint64_t& entry : rows[rank]) entry = mask(entry * unit);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == rank) continue;
      const std::uint64_t factor = rows[i][column] >> shift;
      if (factor == 0) continue;
      for (std::size_t j = 0; j < columns_; ++j)
        rows[i][j] = mask(rows[i][j] - factor * rows[rank][j]);
    }
  }
  rows.resize(rank);  // the others are zero: a point satisfies them, whose constant is then 0
}

}  // namespace cairn
