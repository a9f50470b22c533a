// SPDX-License-Identifier: MIT
#include "input/c/layout.h"

#include <gtest/gtest.h>

namespace cairn {
namespace {

CLeaf leaf(CBits offset, CBits storage, std::vector<CLeaf::Dimension> dimensions = {}) {
  CLeaf made;
  made.offset = offset;
  made.storage = storage;
  made.sort = Sort::bit_vector(static_cast<std::uint32_t>(storage));
  made.dimensions = std::move(dimensions);
  return made;
}

CObject object(CBits size, std::vector<CLeaf> leaves) {
  CObject made;
  made.size = size;
  made.leaves = std::move(leaves);
  return made;
}

TEST(Layout, ArraysOfArraysAreOneDimensionAndArraysOfRecordsTwo) {
  std::vector<CLeaf> matrix = {leaf(0, 32)};
  repeat_leaves(matrix, 3, 32);
  repeat_leaves(matrix, 4, 96);
  ASSERT_EQ(matrix[0].dimensions.size(), 1u);
  EXPECT_EQ(matrix[0].dimensions[0].count, 12);
  std::vector<CLeaf> rows = {leaf(0, 32)};
  repeat_leaves(rows, 3, 32);
  repeat_leaves(rows, 4, 128);
  ASSERT_EQ(rows[0].dimensions.size(), 2u);
  EXPECT_EQ(rows[0].elements(), 12);
  EXPECT_EQ(rows[0].end(), 3 * 128 + 96);
}

TEST(Layout, FindsElementsByTheirFirstBit) {
  const CObject records = object(4 * 64, {leaf(0, 8, {{4, 64}}), leaf(32, 32, {{4, 64}})});
  const auto found = find_element(records, 2 * 64 + 32, Sort::bit_vector(32), 32);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->leaf, 1u);
  EXPECT_EQ(found->numbers, std::vector<CBits>{2});
  EXPECT_FALSE(find_element(records, 2 * 64, Sort::bit_vector(32), 32));
  EXPECT_FALSE(find_element(records, 4 * 64 + 32, Sort::bit_vector(32), 32));
  EXPECT_FALSE(find_element(records, -32, Sort::bit_vector(32), 32));
}

TEST(Layout, MeltsLeavesThatLieInOneAnother) {
  CObject records = object(5 * 64, {leaf(0, 8, {{4, 64}}), leaf(32, 32, {{4, 64}}), leaf(256, 32)});
  EXPECT_TRUE(melt_leaves(records, 64, 72));
  ASSERT_EQ(records.leaves.size(), 2u);
  EXPECT_TRUE(find_bytes(records, 0, 256));
  EXPECT_TRUE(find_element(records, 256, Sort::bit_vector(32), 32));
  EXPECT_FALSE(melt_leaves(records, 0, 16));
  EXPECT_FALSE(melt_leaves(records, 320, 400));
}

TEST(Layout, OverlaysWhatIsAlikeAndMeltsTheRest) {
  EXPECT_EQ(overlay_leaves({{leaf(0, 32)}, {leaf(0, 32)}}, 32).size(), 1u);
  EXPECT_FALSE(overlay_leaves({{leaf(0, 32)}, {leaf(0, 32)}}, 32)[0].bytes);
  const std::vector<CLeaf> mixed =
      overlay_leaves({{leaf(0, 32), leaf(32, 32)}, {leaf(0, 8, {{4, 8}}), leaf(32, 32)}}, 64);
  ASSERT_EQ(mixed.size(), 2u);
  EXPECT_EQ(std::ranges::count_if(mixed, &CLeaf::bytes), 1);
}

TEST(Layout, PaddingIsWhatNoMemberHas) {
  EXPECT_TRUE(padding_leaves({{32, 32}, {0, 32}}, 64).empty());
  const std::vector<CLeaf> found = padding_leaves({{32, 17}, {0, 8}, {0, 4}}, 64 + 1000);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].offset, 8);
  EXPECT_EQ(found[0].storage, 24);
  EXPECT_EQ(found[1].offset, 49);
  EXPECT_EQ(found[1].end(), found[2].offset);
  EXPECT_EQ(found[2].end(), 1064);
}

TEST(Layout, PaddingThatOtherMembersHaveIsTheirs) {
  const std::vector<CLeaf> padding = padding_leaves({{0, 8}, {32, 32}}, 64);
  const std::vector<CLeaf> padded{leaf(0, 8), leaf(32, 32), padding[0]};
  const std::vector<CLeaf> full{leaf(0, 8), leaf(8, 8), leaf(16, 16), leaf(32, 32)};
  EXPECT_EQ(overlay_leaves({padded, full}, 64).size(), 4u);
  EXPECT_EQ(overlay_leaves({padded, padded}, 64).size(), 3u);
  const std::vector<CLeaf> part{leaf(0, 8), leaf(16, 16), leaf(32, 32)};
  const std::vector<CLeaf> melted = overlay_leaves({padded, part}, 64);
  EXPECT_EQ(melted.size(), 3u);
  EXPECT_EQ(std::ranges::count_if(melted, &CLeaf::bytes), 1);
}

TEST(Layout, BytesInArraysHaveNoGaps) {
  CObject melted = object(32, {});
  melt_leaves(melted, 0, 32);
  std::vector<CLeaf> leaves = melted.leaves;
  leaves.push_back(leaf(32, 32));
  repeat_leaves(leaves, 3, 64);
  ASSERT_EQ(leaves.size(), 1u);
  EXPECT_EQ(leaves[0].elements(), 24);
}

}  // namespace
}  // namespace cairn
