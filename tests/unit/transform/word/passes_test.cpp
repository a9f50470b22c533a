// SPDX-License-Identifier: MIT
//
// What holds for every pass on words: the verdict and the shortest distance stay, a trace of the
// simplified system replays on the original, and the exact invariant of the simplified system is an
// invariant of the original once it is restored.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "support/explicit_words.h"
#include "support/quiet_context.h"
#include "support/random_simplifiable.h"
#include "transform/word/array_elements.h"
#include "transform/word/cone.h"
#include "transform/word/constants.h"
#include "transform/word/constraints.h"
#include "transform/word/equal_states.h"
#include "transform/word/free_states.h"
#include "transform/word/linear_sums.h"
#include "transform/word/narrow.h"
#include "transform/word/rewrite.h"
#include "transform/word/simplify.h"
#include "transform/word/slices.h"

namespace cairn {
namespace {

using support::ExplicitWords;
using PassMaker = std::function<std::unique_ptr<Pass<WordSystem>>()>;

/// Counts systems that are safe, and unsafe ones.
struct Seen {
  unsigned safe = 0, unsafe = 0, changed = 0;
};

bool same(const WordSystem& a, const WordSystem& b) {
  const auto same_state = [](const WordState& x, const WordState& y) {
    return x.term == y.term && x.init == y.init && x.next == y.next;
  };
  return a.inputs == b.inputs && a.bad == b.bad && a.constraints == b.constraints &&
         std::equal(a.states.begin(), a.states.end(), b.states.begin(), b.states.end(), same_state);
}

void expect_exact(const PassMaker& make, std::uint64_t seed, Seen& seen) {
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  const WordSystem original = support::random_simplifiable(seed);
  const ExplicitWords before(original);
  const auto pass = make();
  const WordSystem simplified = pass->apply(original);
  ASSERT_EQ(simplified.bad.size(), original.bad.size());
  const ExplicitWords after(simplified);
  ASSERT_EQ(after.distances(), before.distances());
  for (std::size_t i = 0; i < original.bad.size(); ++i) {
    if (!after.distances()[i]) continue;
    const WordTrace restored = pass->restore_trace(after.trace(i));
    EXPECT_EQ(support::check_trace_by_evaluation(original, restored, i), "");
  }
  if (after.safe()) {
    const WordInvariant restored = pass->restore_invariant(after.reachable_steps());
    EXPECT_EQ(support::check_invariant_by_steps(original, restored), "");
  }
  ++(after.safe() ? seen.safe : seen.unsafe);
  if (!same(original, simplified)) ++seen.changed;
}

class WordPassTest : public testing::TestWithParam<std::pair<const char*, PassMaker>> {};

TEST_P(WordPassTest, IsExactOnRandomSystems) {
  constexpr unsigned kCount = 150;
  Seen seen;
  for (std::uint64_t seed = 0; seed < kCount && !HasFailure(); ++seed)
    expect_exact(GetParam().second, seed, seen);
  EXPECT_GT(seen.safe, kCount / 5);
  EXPECT_GT(seen.unsafe, kCount / 5);
  EXPECT_GT(seen.changed, 0u);
}

template <class P>
std::pair<const char*, PassMaker> pass_of(const char* name) {
  return {name, [] { return std::make_unique<P>(); }};
}

template <class P>
SimplifyWords::Maker maker_of() {
  return [] { return std::make_unique<P>(); };
}

std::unique_ptr<Pass<WordSystem>> make_all() {
  static support::QuietContext quiet;
  std::vector<SimplifyWords::Maker> makers{maker_of<FreeStates>(),      maker_of<WordCone>(),
                                           maker_of<WordConstraints>(), maker_of<WordConstants>(),
                                           maker_of<EqualStates>(),     maker_of<Slices>()};
  return std::make_unique<SimplifyWords>(std::move(makers), 6, quiet.get());
}

INSTANTIATE_TEST_SUITE_P(
    Passes, WordPassTest,
    testing::Values(pass_of<FreeStates>("free_states"), pass_of<WordCone>("cone"),
                    pass_of<WordConstants>("constants"), pass_of<WordConstraints>("constraints"),
                    pass_of<EqualStates>("equal_states"), pass_of<Slices>("slices"),
                    pass_of<NarrowArithmetic>("narrow"), pass_of<WordRewrite>("rewrite"),
                    pass_of<LinearSums>("linear_sums"), pass_of<ArrayElements>("array_elements"),
                    std::pair("all", PassMaker(make_all))),
    [](const auto& parameter) { return std::string(parameter.param.first); });

}  // namespace
}  // namespace cairn
