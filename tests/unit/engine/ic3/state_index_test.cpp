// SPDX-License-Identifier: MIT
#include "engine/ic3/state_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/rng.h"

namespace cairn {
namespace {

constexpr std::uint32_t kVars = 12;

ic3::LatchValues any_state(Rng& rng) {
  ic3::LatchValues state(kVars + 1);
  for (std::uint32_t v = 1; v <= kVars; ++v) state.set(Lit(Var{v}, rng.chance(50)));
  return state;
}

Cube any_cube(Rng& rng, std::uint32_t among) {
  std::vector<Lit> lits;
  for (std::uint32_t v = 1; v <= among; ++v)
    if (rng.chance(25)) lits.emplace_back(Var{v}, rng.chance(50));
  return Cube(lits);
}

std::vector<ic3::StateIndex::Slot> slots_in(ic3::StateIndex& index, const Cube& cube) {
  std::vector<ic3::StateIndex::Slot> slots;
  index.for_each_in(cube, [&](ic3::StateIndex::Slot slot) { slots.push_back(slot); });
  return slots;
}

TEST(StateIndexTest, WithoutStatesFindsNone) {
  ic3::StateIndex index;
  EXPECT_THAT(slots_in(index, Cube({Lit(Var{3})})), testing::IsEmpty());
  ic3::LatchValues state(kVars + 1);
  state.set(Lit(Var{3}));
  const ic3::StateIndex::Slot slot = index.add(state);
  EXPECT_THAT(slots_in(index, Cube({Lit(Var{3})})), testing::ElementsAre(slot));
  EXPECT_THAT(slots_in(index, Cube()), testing::ElementsAre(slot));
  index.remove(slot);
  EXPECT_THAT(slots_in(index, Cube({Lit(Var{3})})), testing::IsEmpty());
}

// Literals come in one after the other, and slots are used again.
TEST(StateIndexTest, FindsWhatALookAtAllOfThemFinds) {
  Rng rng(2);
  ic3::StateIndex index;
  std::map<ic3::StateIndex::Slot, ic3::LatchValues> states;
  std::size_t found = 0;
  for (std::uint32_t round = 0; round < 2000; ++round) {
    for (std::uint32_t i = rng.below(3); i-- > 0;) {
      const ic3::LatchValues state = any_state(rng);
      const ic3::StateIndex::Slot slot = index.add(state);
      EXPECT_TRUE(states.emplace(slot, state).second);
    }
    const Cube cube = any_cube(rng, std::min(kVars, 1 + round / 100));
    std::vector<ic3::StateIndex::Slot> expected;
    for (const auto& [slot, state] : states)
      if (state.in(cube)) expected.push_back(slot);
    found += expected.size();
    EXPECT_THAT(slots_in(index, cube), testing::UnorderedElementsAreArray(expected));
    if (rng.chance(30))
      index.for_each_in(cube, [&](ic3::StateIndex::Slot slot) {
        index.remove(slot);
        states.erase(slot);
      });
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(states.size(), 0u);
}

}  // namespace
}  // namespace cairn
