// SPDX-License-Identifier: MIT
#include "run/words/word_slices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "format/btor2/btor2_reader.h"
#include "run/words/check.h"
#include "support/quiet_context.h"

namespace cairn {
namespace {

// A memory of 2^32 words that begins with zeros. What is written is read a step later into a
// register, beside which the word goes its own way: they agree, by induction over two steps, from
// whatever memory.
constexpr const char* kPipeline = R"(1 sort bitvec 1
2 sort bitvec 32
3 sort bitvec 8
4 sort array 2 3
5 zero 1
6 one 1
7 zero 3
10 input 2 address
11 input 3 data
20 state 4 memory
21 init 4 20 7
22 state 2 last
23 state 3 word
24 state 1 written
25 init 1 24 5
26 state 3 out
27 state 3 expected
28 state 1 valid
29 init 1 28 5
30 write 4 20 10 11
31 next 4 20 30
32 next 2 22 10
33 next 3 23 11
34 next 1 24 6
35 read 3 20 22
36 next 3 26 35
37 next 3 27 23
38 next 1 28 24
40 neq 1 26 27
41 and 1 40 28
42 bad 41
)";

// In the first two steps any word of a memory that nothing writes must be zero.
constexpr const char* kBeginning = R"(1 sort bitvec 1
2 sort bitvec 32
3 sort bitvec 8
4 sort array 2 3
5 zero 1
6 one 1
7 zero 3
10 input 2 place
20 state 4 memory
21 init 4 20 7
22 next 4 20 20
23 state 1 c
24 init 1 23 5
25 next 1 23 6
26 state 1 d
27 init 1 26 5
28 next 1 26 23
30 read 3 20 10
31 neq 1 30 7
32 and 1 31 -26
33 bad 32
)";

WordOutcome decide(const char* text) {
  const Source source{"memory.btor2", text};
  const WordModel model = read_btor2(source);
  support::QuietContext context;
  const Context handed = context.get();
  WordCheckOptions options;
  options.engine = "kind-words";
  options.word_passes.clear();
  return run_word_check({source, model, std::nullopt}, options, handed);
}

TEST(WordSlicesTest, ProofsOfSeveralStepsAboutLargeMemoriesAreCertified) {
  const WordOutcome outcome = decide(kPipeline);
  EXPECT_TRUE(std::holds_alternative<Safe<WordSystem>>(outcome.answer));
  EXPECT_THAT(outcome.evidence, testing::HasSubstr("sort array"));
}

TEST(WordSlicesTest, WhatDependsOnALargeConstantMemoryHasNoCertificate) {
  const WordOutcome outcome = decide(kBeginning);
  const auto* unknown = std::get_if<Unknown>(&outcome.answer);
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown->reason, Unknown::Reason::Unsupported);
  EXPECT_THAT(unknown->explanation, testing::HasSubstr("no BTOR2 certificate can say that"));
}

}  // namespace
}  // namespace cairn
