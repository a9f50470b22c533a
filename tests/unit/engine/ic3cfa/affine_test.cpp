// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/affine.h"

#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"

namespace cairn {
namespace {

using Vector = AffineSpace::Vector;

bool satisfies(const Vector& point, const AffineSpace::Equation& equation) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < point.size(); ++i) sum += equation.factors[i] * point[i];
  const std::uint64_t mask = (std::uint64_t{1} << equation.bits) - 1;
  return ((sum ^ equation.constant) & mask) == 0;
}

/// All points that differ from the first by sums of differences, by brute force.
std::set<Vector> closure(const std::vector<Vector>& points, std::uint64_t mask) {
  std::set<Vector> reached{points[0]};
  std::vector<Vector> work{points[0]};
  while (!work.empty()) {
    const Vector at = work.back();
    work.pop_back();
    for (const Vector& other : points) {
      Vector next = at;
      for (std::size_t i = 0; i < at.size(); ++i)
        next[i] = (at[i] + other[i] - points[0][i]) & mask;
      if (reached.insert(next).second) work.push_back(next);
    }
  }
  return reached;
}

TEST(AffineSpace, EquationsHaveExactlyTheSpaceAsSolutions) {
  Rng rng(3);
  for (int round = 0; round < 500; ++round) {
    const std::uint32_t width = 1 + static_cast<std::uint32_t>(rng.below(3));
    const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
    const std::size_t dimensions = 1 + rng.below(3);
    AffineSpace space(width, dimensions);
    std::vector<Vector> points(1 + rng.below(4), Vector(dimensions));
    for (Vector& point : points) {
      for (std::uint64_t& value : point) value = rng.next() & mask;
      space.add(point);
    }
    const std::set<Vector> expected = closure(points, mask);
    const auto equations = space.equations();
    for (std::uint64_t code = 0; code < std::uint64_t{1} << (width * dimensions); ++code) {
      Vector point;
      for (std::size_t i = 0; i < dimensions; ++i) point.push_back(code >> (i * width) & mask);
      bool is_solution = true;
      for (const auto& equation : equations)
        is_solution = is_solution && satisfies(point, equation);
      ASSERT_EQ(is_solution, expected.contains(point)) << "round " << round;
    }
  }
}

TEST(AffineSpace, SaysWhetherAPointIsNew) {
  AffineSpace space(32, 2);
  EXPECT_TRUE(space.add({0, 7}));
  EXPECT_FALSE(space.add({0, 7}));
  EXPECT_TRUE(space.add({2, 6}));
  EXPECT_FALSE(space.add({4, 5}));
  EXPECT_TRUE(space.add({1, 7}));
}

}  // namespace
}  // namespace cairn
