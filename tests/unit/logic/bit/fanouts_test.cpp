// SPDX-License-Identifier: MIT
#include "logic/bit/fanouts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(FanoutsTest, ListTheGatesThatReadANode) {
  Aig aig;
  const Lit a = aig.add_leaf(), b = aig.add_leaf(), unused = aig.add_leaf();
  const Lit both = aig.append_and(a, ~b);
  const Lit twice = aig.append_and(~both, ~both);
  const Lit top = aig.append_and(twice, a);
  const Fanouts fanouts(aig);
  EXPECT_THAT(fanouts.of(a.var()), ElementsAre(both.var().index, top.var().index));
  EXPECT_THAT(fanouts.of(b.var()), ElementsAre(both.var().index));
  EXPECT_THAT(fanouts.of(both.var()), ElementsAre(twice.var().index, twice.var().index));
  EXPECT_THAT(fanouts.of(unused.var()), IsEmpty());
  EXPECT_THAT(fanouts.of(top.var()), IsEmpty());
}

}  // namespace
}  // namespace cairn
