// SPDX-License-Identifier: MIT
#include "logic/word/affine_hull.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "base/rng.h"

namespace cairn {
namespace {

using Point = std::vector<std::uint64_t>;

TEST(AffineHullTest, FindsALineThroughTwoPoints) {
  AffineHull hull(32, 3);  // a + b = 3i
  EXPECT_TRUE(hull.join(Point{0, 0, 0}));
  EXPECT_TRUE(hull.join(Point{1, 2, 1}));
  EXPECT_TRUE(hull.join(Point{2, 1, 1}));
  EXPECT_FALSE(hull.join(Point{3, 3, 2}));
  ASSERT_EQ(hull.equations().size(), 1u);
  EXPECT_TRUE(hull.contains(Point{30, 0, 10}));
  EXPECT_FALSE(hull.contains(Point{31, 0, 10}));
}

TEST(AffineHullTest, OnePointIsItsOwnHull) {
  AffineHull hull(64, 2);
  EXPECT_TRUE(hull.empty());
  hull.join(Point{~std::uint64_t{0}, 5});
  EXPECT_FALSE(hull.empty());
  EXPECT_EQ(hull.equations().size(), 2u);
  EXPECT_TRUE(hull.contains(Point{~std::uint64_t{0}, 5}));
  EXPECT_FALSE(hull.contains(Point{~std::uint64_t{0}, 4}));
  EXPECT_FALSE(hull.contains(Point{0, 5}));
}

TEST(AffineHullTest, HasSmallNumbers) {
  AffineHull hull(32, 3);
  for (const Point& point : {Point{0, 0, 0}, Point{1, 2, 1}, Point{2, 1, 1}}) hull.join(point);
  std::uint64_t sum = 0;
  for (const std::uint64_t c : hull.equations()[0].coefficients)
    sum += std::min<std::uint64_t>(c, (std::uint64_t{1} << 32) - c);
  EXPECT_EQ(sum, 5u);  // 1, 1 and 3
}

TEST(AffineHullTest, KnowsParity) {
  AffineHull hull(8, 1);
  hull.join(Point{3});
  hull.join(Point{7});
  hull.join(Point{5});
  EXPECT_TRUE(hull.contains(Point{201}));
  EXPECT_FALSE(hull.contains(Point{200}));
}

TEST(AffineHullTest, HoldsAllNumbersWhenNothingIsInCommon) {
  AffineHull hull(64, 2);
  for (const Point& point : {Point{0, 0}, Point{1, 0}, Point{0, 1}}) hull.join(point);
  EXPECT_TRUE(hull.equations().empty());
}

/// All combinations of the points whose factors add up to 1, by closure.
std::set<Point> combinations(const std::vector<Point>& points, std::uint64_t modulus) {
  std::set<Point> result(points.begin(), points.end());
  for (bool grown = true; grown;) {
    grown = false;
    const std::vector<Point> known(result.begin(), result.end());
    // x + y - z for members generates the affine closure.
    for (const Point& x : known)
      for (const Point& y : known)
        for (const Point& z : points) {
          Point sum(x.size());
          for (std::size_t i = 0; i < x.size(); ++i)
            sum[i] = (x[i] + y[i] + modulus - z[i]) % modulus;
          grown |= result.insert(sum).second;
        }
  }
  return result;
}

TEST(AffineHullTest, IsExactlyTheClosureOnRandomPoints) {
  Rng rng(7);
  for (int round = 0; round < 150; ++round) {
    const std::uint32_t width = 1 + static_cast<std::uint32_t>(rng.below(3));
    const std::uint64_t modulus = std::uint64_t{1} << width;
    AffineHull hull(width, 2);
    std::vector<Point> points;
    for (std::uint64_t i = 0, count = 1 + rng.below(4); i < count; ++i) {
      points.push_back({rng.below(modulus), rng.below(modulus)});
      const bool is_new = points.size() == 1 || !hull.contains(points.back());
      EXPECT_EQ(hull.join(points.back()), is_new);
    }
    const std::set<Point> truth = combinations(points, modulus);
    for (std::uint64_t x = 0; x < modulus; ++x)
      for (std::uint64_t y = 0; y < modulus; ++y)
        EXPECT_EQ(hull.contains(Point{x, y}), truth.contains(Point{x, y})) << x << ' ' << y;
  }
}

}  // namespace
}  // namespace cairn
