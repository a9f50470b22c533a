// SPDX-License-Identifier: MIT
#include "engine/ic3/cube_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <vector>

#include "base/rng.h"

namespace cairn {
namespace {

Cube cube_of(const std::vector<int>& numbers) {
  std::vector<Lit> lits;
  for (const int number : numbers)
    lits.emplace_back(Var{static_cast<std::uint32_t>(std::abs(number))}, number < 0);
  return Cube(lits);
}

std::vector<ic3::CubeIndex::Name> subsuming(ic3::CubeIndex& index, const Cube& cube) {
  std::vector<ic3::CubeIndex::Name> names;
  index.for_each_subsuming(cube, [&](ic3::CubeIndex::Name name) {
    names.push_back(name);
    return true;
  });
  return names;
}

TEST(CubeIndexTest, FindsCubesAllOfWhoseLiteralsAreGiven) {
  ic3::CubeIndex index;
  index.add(cube_of({1, -2}), 7);
  index.add(cube_of({1, 2}), 8);
  index.add(cube_of({-2}), 9);
  EXPECT_THAT(subsuming(index, cube_of({1, -2, 30})), testing::UnorderedElementsAre(7, 9));
  EXPECT_THAT(subsuming(index, cube_of({1})), testing::IsEmpty());
  EXPECT_THAT(subsuming(index, cube_of({})), testing::IsEmpty());
}

TEST(CubeIndexTest, TheEmptyCubeSubsumesAll) {
  ic3::CubeIndex index;
  index.add(Cube(), 3);
  EXPECT_THAT(subsuming(index, cube_of({5})), testing::ElementsAre(3));
  EXPECT_THAT(subsuming(index, Cube()), testing::ElementsAre(3));
}

TEST(CubeIndexTest, StopsWhenItIsToldTo) {
  ic3::CubeIndex index;
  for (ic3::CubeIndex::Name name = 0; name < 5; ++name) index.add(cube_of({1, 2}), name);
  int visits = 0;
  index.for_each_subsuming(cube_of({1, 2, 3}), [&](ic3::CubeIndex::Name) { return ++visits < 2; });
  EXPECT_EQ(visits, 2);
  EXPECT_EQ(subsuming(index, cube_of({1, 2})).size(), 5u);
}

TEST(CubeIndexTest, FindsWhatALookAtAllOfThemFinds) {
  Rng rng(1);
  const auto any_cube = [&](std::uint32_t chance) {
    std::vector<Lit> lits;
    for (std::uint32_t v = 1; v <= 12; ++v)
      if (rng.chance(chance)) lits.emplace_back(Var{v}, rng.chance(50));
    return Cube(lits);
  };
  ic3::CubeIndex index;
  std::map<ic3::CubeIndex::Name, Cube> cubes;
  std::size_t found = 0;
  for (ic3::CubeIndex::Name name = 0; name < 2000; ++name) {
    const Cube cube = any_cube(20);
    index.add(cube, name);
    cubes.emplace(name, cube);
    if (name % 100 == 99) {
      std::erase_if(cubes, [](const auto& each) { return each.first % 3 == 0; });
      index.sweep([](ic3::CubeIndex::Name each) { return each % 3 != 0; });
      EXPECT_EQ(index.size(), cubes.size());
    }
    const Cube given = any_cube(70);
    std::vector<ic3::CubeIndex::Name> expected;
    for (const auto& [each, lemma] : cubes)
      if (lemma.subsumes(given)) expected.push_back(each);
    found += expected.size();
    EXPECT_THAT(subsuming(index, given), testing::UnorderedElementsAreArray(expected));
  }
  EXPECT_GT(found, 1000u);
}

}  // namespace
}  // namespace cairn
