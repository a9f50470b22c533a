// SPDX-License-Identifier: MIT
#include "run/circuit/lemma_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn {
namespace {

using testing::ElementsAre;

TEST(LemmaTextTest, ClausesAndOtherFormulasHaveTheNamesOfTheCircuit) {
  BitSystem system;
  system.add_input("go");
  system.add_latch("busy");
  system.add_latch();
  BitInvariant invariant(1, 2, 1);
  Aig& aig = invariant.aig;
  const Lit go = invariant.input(0), busy = invariant.latch(0), other = invariant.latch(1);
  const Lit history = invariant.auxiliary_latch(0);
  invariant.conjuncts = {~aig.and_gate(busy, aig.and_gate(~other, history)), ~busy,
                         aig.and_gate(go, ~aig.and_gate(busy, other)), kTrue};
  EXPECT_THAT(lemma_texts(system, invariant),
              ElementsAre("!busy | l1 | !h0", "!busy", "go & (!busy | !l1)", "true"));
}

}  // namespace
}  // namespace cairn
