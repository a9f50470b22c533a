// SPDX-License-Identifier: MIT
#include "transform/word/small_data.h"

#include <gtest/gtest.h>

#include <map>

#include "base/rng.h"
#include "support/explicit_words.h"
#include "support/word_oracle.h"

namespace cairn {
namespace {

using support::ExplicitWords;

std::map<std::string, std::uint64_t, std::less<>> counters(const SmallData& pass) {
  std::map<std::string, std::uint64_t, std::less<>> result;
  pass.visit_counters(
      [&](std::string_view name, std::uint64_t value) { result.emplace(name, value); });
  return result;
}

/// Two or three words that are moved about and compared, and a mode that decides where to.
class RandomMoves {
 public:
  explicit RandomMoves(std::uint64_t seed) : rng_(seed) {
    system.terms = std::make_shared<Terms>();
    const Sort sort = Sort::bit_vector(3);
    in_ = terms().variable("in", sort);
    go_ = terms().variable("go", Sort::boolean());
    mode_ = terms().variable("mode", Sort::boolean());
    for (const char* name : {"x", "y"}) words_.push_back(terms().variable(name, sort));
    constant_ = terms().bv(3, rng_.chance(50) ? 7 : rng_.below(8));
    system.inputs = {in_, go_};
    for (const Term word : words_) {
      const Term init = rng_.chance(50) ? constant_ : kNoTerm;
      system.states.push_back({word, init, data(2)});
    }
    system.states.push_back({mode_, terms().false_term(), condition(2)});
    if (rng_.chance(30)) system.constraints = {condition(1)};
    system.bad = {terms().and_(condition(1), condition(2))};
  }

  WordSystem system;

 private:
  Terms& terms() { return *system.terms; }
  Term data(unsigned depth) {
    if (depth > 0 && rng_.chance(70))
      return terms().ite(condition(depth - 1), data(depth - 1), data(depth - 1));
    if (rng_.chance(10)) return constant_;
    return rng_.chance(30) ? in_ : words_[rng_.below(words_.size())];
  }
  Term condition(unsigned depth) {
    switch (rng_.below(depth > 0 ? 5 : 3)) {
      case 0:
        return rng_.chance(50) ? go_ : mode_;
      case 1:
      case 2:
        return terms().equal(data(depth), data(depth));
      case 3:
        return terms().not_(condition(depth - 1));
      default:
        return terms().and_(condition(depth - 1), condition(depth - 1));
    }
  }

  Rng rng_;
  Term in_, go_, mode_, constant_;
  std::vector<Term> words_;
};

TEST(SmallData, IsExactOnRandomMoves) {
  unsigned safe = 0, unsafe = 0, changed = 0;
  for (std::uint64_t seed = 0; seed < 400 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const WordSystem original = RandomMoves(seed).system;
    const ExplicitWords before(original);
    SmallData pass;
    const WordSystem small = pass.apply(original);
    if (pass.num_words() > 0) ++changed;
    const ExplicitWords after(small);
    ASSERT_EQ(after.distances(), before.distances());
    if (after.safe()) {
      ++safe;
      const WordInvariant restored = pass.restore_invariant(after.reachable_steps());
      ASSERT_EQ(support::judge_invariant(original, restored), "");
    } else {
      ++unsafe;
      const WordTrace restored = pass.restore_trace(after.trace(0));
      ASSERT_EQ(support::check_trace_by_evaluation(original, restored, 0), "");
    }
  }
  EXPECT_GT(safe, 60u);
  EXPECT_GT(unsafe, 60u);
  EXPECT_GT(changed, 300u);
}

/// A shift register of words of 64 bits, and what comes out is compared with what went in.
WordSystem shift_register(std::uint32_t depth) {
  WordSystem system;
  system.terms = std::make_shared<Terms>();
  Terms& t = *system.terms;
  const Sort sort = Sort::bit_vector(64);
  Term before = t.variable("in", sort);
  system.inputs = {before};
  for (std::uint32_t i = 0; i < depth; ++i) {
    const Term word = t.variable("word", sort);
    system.states.push_back({word, kNoTerm, before});
    before = word;
  }
  system.bad = {t.equal(before, t.constant(Value(BitVector::ones(64))))};
  return system;
}

TEST(SmallData, TakesAsManyBitsAsThereAreWords) {
  SmallData pass;
  const WordSystem small = pass.apply(shift_register(6));
  // 6 states, an input, a constant.
  EXPECT_EQ(small.terms->sort(small.states[0].term).width(), 3u);
  EXPECT_EQ(counters(pass)["small-data.words"], 7u);
  EXPECT_EQ(counters(pass)["small-data.bits"], 7u * 61u);
}

TEST(SmallData, LeavesManyWordsToThemselves) {
  SmallData pass;
  pass.apply(shift_register(30));
  EXPECT_EQ(pass.num_words(), 0u);
}

TEST(SmallData, LeavesWhatIsComputedWith) {
  const auto words_of = [](WordSystem system) {
    SmallData pass;
    pass.apply(std::move(system));
    return pass.num_words();
  };
  const WordSystem plain = shift_register(4);
  Terms& t = *plain.terms;
  const Term last = plain.states.back().term;
  EXPECT_EQ(words_of(plain), 5u);
  WordSystem other = plain;
  other.bad.push_back(t.make(Op::BvUlt, {last, t.bv(64, 5)}));
  EXPECT_EQ(words_of(other), 0u);
  // A state that begins as one of them has no code to begin with.
  other = plain;
  const Term copy = t.variable("copy", t.sort(last));
  other.states.push_back({copy, last, t.make(Op::BvNot, {copy})});
  EXPECT_EQ(words_of(other), 0u);
  other = plain;
  other.bad.push_back(t.equal(t.extract(last, 3, 3), t.bv(1, 1)));
  EXPECT_EQ(words_of(other), 0u);
  other = plain;
  other.states[0].next = t.make(Op::BvAdd, {last, t.bv(64, 1)});
  EXPECT_EQ(words_of(other), 1u);  // the input, which nobody reads now
  other = plain;
  other.states[0].init = other.inputs[0];
  EXPECT_EQ(words_of(other), 0u);
}

}  // namespace
}  // namespace cairn
