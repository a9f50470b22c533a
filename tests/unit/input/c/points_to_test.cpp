// SPDX-License-Identifier: MIT
#include "input/c/points_to.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace cairn {
namespace {

TEST(CStride, JoinsToWhatBothAreMembersOf) {
  EXPECT_EQ((CStride{32, 0}).joined({32, 0}), (CStride{32, 0}));
  EXPECT_EQ((CStride{0, 0}).joined({96, 0}), (CStride{0, 96}));
  EXPECT_EQ((CStride{32, 96}).joined({224, 0}), (CStride{32, 96}));
  EXPECT_EQ((CStride{32, 96}).joined({64, 0}), (CStride{0, 32}));
  EXPECT_EQ((CStride{8, 64}).moved(-16), (CStride{56, 64}));
  EXPECT_EQ((CStride{8, 0}).scaled(64), (CStride{8, 64}));
}

/// Every pair of an access and an element, one by one.
CContact slow_contact(const CLeaf& leaf, const CStride& stride, CBits storage) {
  CContact worst = CContact::None;
  std::vector<CBits> accesses;
  if (stride.exact()) accesses.push_back(stride.offset);
  for (CBits at = stride.offset - 20 * stride.modulus; !stride.exact() && at < 1280;
       at += stride.modulus)
    accesses.push_back(at);
  for (const CBits at : accesses) {
    const CBits count = leaf.dimensions.empty() ? 1 : leaf.dimensions[0].count;
    for (CBits i = 0; i < count; ++i) {
      const CBits element = leaf.offset + (count > 1 ? i * leaf.dimensions[0].stride : 0);
      if (at + storage <= element || element + leaf.storage <= at) continue;
      if (at != element || storage != leaf.storage) return CContact::Part;
      worst = CContact::Whole;
    }
  }
  return worst;
}

TEST(CContact, IsNeverLessThanWhatHappens) {
  Rng rng(7);
  unsigned exact = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    CLeaf leaf;
    leaf.offset = static_cast<CBits>(rng.below(16)) * 8;
    leaf.storage = CBits{8} << rng.below(3);
    if (rng.chance(70))
      leaf.dimensions = {{static_cast<CBits>(2 + rng.below(5)),
                          leaf.storage + static_cast<CBits>(rng.below(5)) * 8}};
    CStride stride{static_cast<CBits>(rng.below(32)) * 8, 0};
    if (rng.chance(60)) stride = stride.scaled(static_cast<CBits>(1 + rng.below(12)) * 8);
    const CBits storage = CBits{8} << rng.below(3);
    const CContact fast = contact(leaf, stride, storage);
    const CContact slow = slow_contact(leaf, stride, storage);
    ASSERT_GE(static_cast<int>(fast), static_cast<int>(slow)) << "round " << round;
    if (fast == slow) ++exact;
  }
  EXPECT_GT(exact, 3500u);
}

class PointsToTest : public testing::Test {
 protected:
  Term object(const std::string& name, std::vector<CLeaf> leaves, CBits size) {
    CObject made;
    made.name = name;
    made.size = size;
    made.leaves = std::move(leaves);
    made.address = terms.variable("&" + name, Sort::bit_vector(32));
    unit.objects.push_back(made);
    return made.address;
  }
  static CLeaf leaf(CBits offset) {
    CLeaf made;
    made.offset = offset;
    made.sort = Sort::bit_vector(32);
    return made;
  }
  Term pointer(const std::string& name) {
    const Term term = terms.variable(name, Sort::bit_vector(32));
    main.locals.push_back({term, "", "", Show::Raw});
    return term;
  }
  void assign(Term target, Term value) {
    Statement statement;
    statement.kind = Statement::Kind::Assign;
    statement.targets = {target};
    statement.values = {value};
    main.body.push_back(statement);
  }
  void access(const char* what, Term address, CBits offset, Term term) {
    CAccess made;
    made.place.pointer = address;
    made.place.offset = offset;
    made.sort = Sort::bit_vector(32);
    unit.accesses.push_back(made);
    Statement statement;
    statement.kind = Statement::Kind::Call;
    statement.names = {what, std::to_string(unit.accesses.size() - 1)};
    (std::string_view(what) == kLoad ? statement.targets : statement.values) = {term};
    main.body.push_back(statement);
  }
  PointsTo solve(PointsTo::Mode mode = PointsTo::Mode::Flow) {
    main.name = "main";
    unit.program.procedures = {main};
    return PointsTo(unit, mode);
  }
  Term plus(Term a, std::uint64_t bytes) { return terms.make(Op::BvAdd, {a, terms.bv(32, bytes)}); }

  CUnit unit;
  Terms& terms = *unit.program.terms;
  Procedure main;
};

TEST_F(PointsToTest, FollowsAssignmentsWithOffsets) {
  const Term a = object("a", {leaf(0), leaf(32)}, 64);
  const Term p = pointer("p");
  const Term q = pointer("q");
  assign(p, a);
  assign(q, plus(p, 4));
  PointsTo solved = solve();
  EXPECT_EQ(solved.targets(q).objects, (std::map<CObjectId, CStride>{{0, {32, 0}}}));
  EXPECT_FALSE(solved.targets(q).other);
  EXPECT_TRUE(solved.escapes(0));
}

TEST_F(PointsToTest, KeepsTheStrideOfALoopOverAnArray) {
  const Term a = object("a", {}, 320);
  const Term p = pointer("p");
  assign(p, a);
  assign(p, plus(p, 4));
  EXPECT_EQ(solve().targets(p).objects, (std::map<CObjectId, CStride>{{0, {0, 32}}}));
}

TEST_F(PointsToTest, TellsFieldsApart) {
  const Term s = object("s", {leaf(0), leaf(32)}, 64);
  const Term x = object("x", {leaf(0)}, 32);
  const Term y = object("y", {leaf(0)}, 32);
  const Term p = pointer("p");
  const Term q = pointer("q");
  access(kStore, s, 0, x);
  access(kStore, s, 32, y);
  access(kLoad, s, 32, q);
  access(kLoad, s, 0, p);
  PointsTo solved = solve();
  EXPECT_TRUE(solved.targets(p).objects.contains(1) && !solved.targets(p).objects.contains(2));
  EXPECT_TRUE(solved.targets(q).objects.contains(2) && !solved.targets(q).objects.contains(1));
}

TEST_F(PointsToTest, KeepsTheObjectThroughAnyOperation) {
  const Term a = object("a", {}, 64);
  const Term p = pointer("p");
  assign(p, terms.make(Op::BvAnd, {a, terms.bv(32, 0xFFFFFFF0u)}));
  const CTargets found = solve().targets(p);
  EXPECT_EQ(found.objects, (std::map<CObjectId, CStride>{{0, CStride::anywhere()}}));
  EXPECT_TRUE(found.other);
}

TEST_F(PointsToTest, PointsAnywhereWithoutTheAnalysis) {
  object("hidden", {}, 32);
  const Term a = object("a", {}, 32);
  const Term p = pointer("p");
  assign(pointer("q"), a);
  PointsTo solved = solve(PointsTo::Mode::Anything);
  EXPECT_FALSE(solved.targets(p).objects.contains(0));
  EXPECT_TRUE(solved.targets(p).objects.contains(1));
}

}  // namespace
}  // namespace cairn
