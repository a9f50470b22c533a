// SPDX-License-Identifier: MIT
#include "logic/word/term_store.h"

#include <gtest/gtest.h>

#include <vector>

namespace cairn {
namespace {

using term_store::MadeTerms;

MadeTerms::Key key_of(Op op, std::initializer_list<Term> operands) {
  return *MadeTerms::key(op, std::span(operands.begin(), operands.size()), {});
}

TEST(TermStoreTest, WhatWasAddedIsFound) {
  MadeTerms made;
  const MadeTerms::Key sum = key_of(Op::BvAdd, {Term{3}, Term{4}});
  EXPECT_FALSE(made.find(sum).valid());
  made.add(sum, Term{9});
  EXPECT_EQ(made.find(sum), Term{9});
  EXPECT_FALSE(made.find(key_of(Op::BvAdd, {Term{4}, Term{3}})).valid());
  EXPECT_FALSE(made.find(key_of(Op::BvMul, {Term{3}, Term{4}})).valid());
}

TEST(TermStoreTest, ParametersArePartOfTheKey) {
  const Term word{7};
  const std::uint32_t low[] = {3, 0}, high[] = {7, 4};
  MadeTerms made;
  made.add(*MadeTerms::key(Op::Extract, std::span(&word, 1), low), Term{20});
  EXPECT_EQ(made.find(*MadeTerms::key(Op::Extract, std::span(&word, 1), low)), Term{20});
  EXPECT_FALSE(made.find(*MadeTerms::key(Op::Extract, std::span(&word, 1), high)).valid());
}

TEST(TermStoreTest, NoKeyForWhatOperandsDoNotDecide) {
  const std::vector<Term> many(4, Term{1});
  EXPECT_FALSE(MadeTerms::key(Op::And, many, {}));
  EXPECT_FALSE(MadeTerms::key(Op::ConstArray, std::span(many).first(1), {}));
  EXPECT_FALSE(MadeTerms::key(Op::FpFromBits, std::span(many).first(1), {}));
  EXPECT_FALSE(MadeTerms::key(Op::Extract, std::span(many).first(1), {}));  // without its two
  EXPECT_TRUE(MadeTerms::key(Op::Ite, std::span(many).first(3), {}));
}

TEST(TermStoreTest, ItKeepsMostOfManyAndNeverMixesThemUp) {
  constexpr std::uint32_t kCount = 20'000;
  MadeTerms made;
  for (std::uint32_t i = 0; i < kCount; ++i)
    made.add(key_of(Op::BvAnd, {Term{i}, Term{i + 1}}), Term{2 * i});
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const Term result = made.find(key_of(Op::BvAnd, {Term{i}, Term{i + 1}}));
    if (!result.valid()) continue;
    ++found;
    EXPECT_EQ(result, Term{2 * i});
  }
  EXPECT_GT(found, kCount / 3);
}

/// An equation with a concatenation becomes one for each part, down to the depth that rules have.
TEST(TermStoreTest, WhatALimitCutShortIsNotRemembered) {
  constexpr std::uint32_t kParts = 200;
  Terms terms;
  std::vector<Term> parts, words;
  for (std::uint32_t i = 0; i < kParts; ++i) {
    parts.push_back(terms.variable("x", Sort::bit_vector(2)));
    words.push_back(i == 0 ? parts[0] : terms.concat(parts[i], words.back()));
  }
  const auto is_zero = [&](Term word) {
    return terms.equal(word, terms.bv(terms.sort(word).width(), 0));
  };
  is_zero(words.back());
  // What was left of it at some depth was not taken apart there, but is when it is made by itself.
  for (std::uint32_t i = 1; i < kParts; ++i) EXPECT_EQ(terms.op(is_zero(words[i])), Op::And) << i;
}

}  // namespace
}  // namespace cairn
