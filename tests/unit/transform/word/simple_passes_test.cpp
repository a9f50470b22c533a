// SPDX-License-Identifier: MIT
//
// What each pass on words does to a system that is made for it.
#include <gtest/gtest.h>

#include "support/explicit_words.h"
#include "transform/word/array_elements.h"
#include "transform/word/cone.h"
#include "transform/word/constants.h"
#include "transform/word/constraints.h"
#include "transform/word/equal_states.h"
#include "transform/word/free_states.h"
#include "transform/word/linear_sums.h"
#include "transform/word/narrow.h"
#include "transform/word/rewrite.h"
#include "transform/word/slices.h"

namespace cairn {
namespace {

class WordSystems : public testing::Test {
 protected:
  WordSystems() { system_.terms = std::make_shared<Terms>(); }

  Terms& terms() { return *system_.terms; }
  Term bv(std::uint32_t width, std::uint64_t value) { return terms().bv(width, value); }
  Term input(const char* name, std::uint32_t width) {
    system_.inputs.push_back(terms().variable(name, Sort::bit_vector(width)));
    return system_.inputs.back();
  }
  Term flag(const char* name) {
    system_.inputs.push_back(terms().variable(name, Sort::boolean()));
    return system_.inputs.back();
  }
  /// Keeps its value until it is given a next-state term.
  Term state(const char* name, std::uint32_t width, Term init = kNoTerm) {
    return state(name, Sort::bit_vector(width), init);
  }
  Term state(const char* name, Sort sort, Term init = kNoTerm) {
    const Term term = terms().variable(name, sort);
    system_.states.push_back({term, init, term});
    return term;
  }
  void set_next(Term state, Term next) {
    for (WordState& each : system_.states)
      if (each.term == state) each.next = next;
  }
  Term add(Term a, Term b) { return terms().make(Op::BvAdd, {a, b}); }
  Term less(Term a, Term b) { return terms().make(Op::BvUlt, {a, b}); }

  WordSystem system_;
};

TEST_F(WordSystems, FreeStatesBecomeInputs) {
  const Term x = state("x", 3), y = state("y", 3, bv(3, 5)), z = state("z", 3, y);
  set_next(x, kNoTerm);
  set_next(y, kNoTerm);
  system_.bad = {terms().equal(add(x, y), z)};
  FreeStates pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_inputs(), 1u);
  EXPECT_EQ(pass.num_initialised(), 1u);
  EXPECT_EQ(simplified.inputs.size(), 2u);
  ASSERT_EQ(simplified.states.size(), 2u);  // z, and "first"
  for (const WordState& each : simplified.states) EXPECT_TRUE(each.next.valid());
  EXPECT_EQ(simplified.states[0].init, bv(3, 5));
}

TEST_F(WordSystems, FreeArraysBecomeInputs) {
  const Sort sort = Sort::array_of(Sort::bit_vector(2), Sort::bit_vector(1));
  const Term a = state("a", sort);
  set_next(a, kNoTerm);
  const Term i = state("i", 2, bv(2, 0));
  set_next(i, add(i, bv(2, 1)));
  const Term seen = state("seen", 1, bv(1, 0));
  set_next(seen, terms().select(a, i));
  system_.bad = {terms().equal(seen, terms().select(a, i))};
  FreeStates pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(simplified.inputs, std::vector<Term>{a});
  const support::ExplicitWords oracle(simplified);
  ASSERT_TRUE(oracle.distances()[0]);
  const WordTrace restored = pass.restore_trace(oracle.trace(0));
  EXPECT_EQ(support::check_trace_by_evaluation(system_, restored, 0), "");
  EXPECT_TRUE(restored.initial.contains(a));
}

TEST_F(WordSystems, ConeDropsWhatNothingReads) {
  const Term i = input("i", 8), j = input("j", 8);
  const Term x = state("x", 8, bv(8, 0)), y = state("y", 8, j), unread = state("unread", 8, x);
  set_next(x, y);
  set_next(unread, add(unread, i));
  system_.bad = {terms().equal(x, bv(8, 9))};
  WordCone pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_states(), 1u);
  EXPECT_EQ(pass.num_inputs(), 1u);
  EXPECT_EQ(simplified.inputs, std::vector<Term>{j});
  EXPECT_EQ(simplified.states.size(), 2u);
}

// x and y keep each other at 0; only together can they be shown to.
TEST_F(WordSystems, ConstantsAreFoundTogether) {
  const Term i = flag("i");
  const Term x = state("x", 8, bv(8, 0)), y = state("y", 8, bv(8, 0));
  set_next(x, terms().ite(i, y, x));
  set_next(y, terms().make(Op::BvMul, {x, y}));
  system_.bad = {terms().equal(add(x, y), bv(8, 1))};
  WordConstants pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_states(), 2u);
  EXPECT_TRUE(simplified.states.empty());
  EXPECT_TRUE(terms().is_false(simplified.bad[0]));
}

// A counter modulo 5 in 32 bits has 3 that change, and its remainder is one of small numbers.
TEST_F(WordSystems, ConstantBitsOfACounterGo) {
  const Term x = state("x", 32, bv(32, 0));
  set_next(x, terms().make(Op::BvSrem, {add(x, bv(32, 1)), bv(32, 5)}));
  system_.bad = {terms().equal(x, bv(32, 7))};
  WordConstants pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_bits(), 29u);
  EXPECT_EQ(pass.num_terms(), 1u);
  ASSERT_EQ(simplified.states.size(), 1u);
  const WordState& left = simplified.states[0];
  EXPECT_EQ(terms().sort(left.term), Sort::bit_vector(3));
  const support::ExplicitWords oracle(simplified);
  EXPECT_TRUE(oracle.safe());
  EXPECT_EQ(oracle.num_reachable_states(), 5u);
}

TEST_F(WordSystems, ArraysThatNobodyWritesAreConstant) {
  const Sort sort = Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(8));
  const Value rom = Value::zero(sort).store(Value(BitVector(8, 3)), Value(BitVector(8, 7)));
  const Term a = state("a", sort, terms().constant(rom));
  system_.bad = {terms().equal(terms().select(a, bv(8, 3)), bv(8, 7))};
  WordConstants pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_states(), 1u);
  EXPECT_TRUE(terms().is_true(simplified.bad[0]));
}

TEST_F(WordSystems, ConstraintsReplaceInputs) {
  const Term i = input("i", 8), j = input("j", 8), reset = flag("reset");
  const Term x = state("x", 8, bv(8, 0)), y = state("y", 8, bv(8, 0));
  set_next(x, terms().ite(reset, i, add(x, j)));
  set_next(y, add(y, bv(8, 1)));
  system_.constraints = {
      terms().and_(terms().not_(reset), terms().equal(add(j, y), bv(8, 3))),
      less(y, bv(8, 100)),
      terms().not_(terms().or_(terms().equal(x, bv(8, 50)), terms().equal(y, bv(8, 50)))),
  };
  system_.bad = {terms().and_(less(y, bv(8, 100)), terms().equal(x, bv(8, 50)))};
  WordConstraints pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_conjuncts(), 5u);
  EXPECT_EQ(pass.num_inputs(), 2u);
  EXPECT_EQ(simplified.inputs, std::vector<Term>{i});
  EXPECT_EQ(simplified.constraints.size(), 3u);
  EXPECT_TRUE(terms().is_false(simplified.bad[0]));
}

// A constraint does not make "x is 3" an invariant: runs end where it fails.
TEST_F(WordSystems, ConstraintsOnStatesStay) {
  const Term i = input("i", 2);
  const Term x = state("x", 2, bv(2, 3)), y = state("y", 2, bv(2, 0));
  set_next(x, i);
  set_next(y, add(y, x));
  system_.constraints = {terms().equal(x, bv(2, 3))};
  system_.bad = {terms().equal(y, bv(2, 2))};
  WordConstraints pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_states(), 1u);
  EXPECT_EQ(simplified.constraints, system_.constraints);
  EXPECT_EQ(simplified.states[1].next, add(y, bv(2, 3)));
}

TEST_F(WordSystems, FalseConstraintsLeaveNothing) {
  const Term x = state("x", 8);
  system_.constraints = {terms().equal(x, bv(8, 3)), terms().false_term()};
  system_.bad = {terms().equal(x, bv(8, 3))};
  WordConstraints pass;
  const WordSystem simplified = WordCone().apply(pass.apply(system_));
  EXPECT_TRUE(simplified.states.empty());
  EXPECT_TRUE(support::ExplicitWords(simplified).safe());
}

// Two chains of registers with feedback, and a third of complements.
TEST_F(WordSystems, EqualStatesAreFoundThroughCycles) {
  const Term i = input("i", 8);
  std::vector<Term> heads;
  for (const std::uint64_t init : {0, 0, 255}) {
    const Term x = state("x", 8, bv(8, init)), y = state("y", 8, bv(8, init));
    const auto complement = [&](Term term) {
      return init == 0 ? term : terms().make(Op::BvNot, {term});
    };
    set_next(x, complement(add(complement(y), i)));
    set_next(y, x);
    heads.push_back(y);
  }
  system_.bad = {terms().distinct(heads[0], heads[1]), terms().equal(heads[0], heads[2])};
  EqualStates pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_equal(), 2u);
  EXPECT_EQ(pass.num_opposite(), 2u);
  EXPECT_EQ(simplified.states.size(), 2u);
  EXPECT_TRUE(terms().is_false(simplified.bad[0]));
  EXPECT_TRUE(terms().is_false(simplified.bad[1]));
}

// Registers that differ in what comes first, many steps before, are told apart.
TEST_F(WordSystems, StatesThatDifferInTheEndAreNotEqual) {
  const Term i = input("i", 8), j = input("j", 8);
  std::vector<Term> last;
  for (const Term source : {i, j}) {
    Term before = source;
    for (unsigned k = 0; k < 100; ++k) {
      const Term x = state("x", 8, bv(8, 0));
      set_next(x, before);
      before = x;
    }
    last.push_back(before);
  }
  system_.bad = {terms().distinct(last[0], last[1])};
  EqualStates pass;
  pass.apply(system_);
  EXPECT_EQ(pass.num_equal(), 0u);
}

TEST_F(WordSystems, SlicesThatNobodyReadsGo) {
  const Term i = input("i", 32), enable = flag("enable");
  const Term x = state("x", 32, bv(32, 0)), y = state("y", 32, bv(32, 0));
  set_next(x, terms().ite(enable, i, x));
  set_next(y, terms().ite(enable, x, y));
  // Bits 7 to 4 as a number, bit 20 by itself, nothing else.
  system_.bad = {terms().and_(terms().equal(terms().extract(y, 7, 4), bv(4, 9)),
                              terms().equal(terms().extract(y, 20, 20), bv(1, 1)))};
  Slices pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_words(), 3u);
  EXPECT_EQ(pass.num_slices(), 6u);
  EXPECT_EQ(pass.num_unread_bits(), 3 * 27u);
  std::uint32_t bits = 0;
  for (const WordState& each : simplified.states) bits += terms().sort(each.term).width();
  EXPECT_EQ(bits, 10u);
  // The lowest first, as the bits of a word that stays.
  EXPECT_EQ(terms().name(simplified.states[0].term), "x[7:4]");
  EXPECT_EQ(terms().name(simplified.states[1].term), "x[20]");
  // Each slice depends on its own kind alone.
  for (const WordState& each : simplified.states)
    EXPECT_EQ(terms().variables_of(std::span(&each.next, 1)).size(), 3u);
}

TEST_F(WordSystems, WordsThatAreAddedStayWords) {
  const Term i = input("i", 8);
  const Term x = state("x", 16, bv(16, 0));
  set_next(x, add(x, terms().zero_extend(i, 16)));
  system_.bad = {terms().equal(terms().extract(x, 15, 12), bv(4, 9))};
  Slices pass;
  pass.apply(system_);
  EXPECT_EQ(pass.num_words(), 0u);
}

// Two bytes that were made integers: their sum takes nine bits, its remainder by a constant three.
TEST_F(WordSystems, ArithmeticIsAsWideAsItsOperands) {
  const Term i = input("i", 8), j = input("j", 8);
  const Term x = state("x", 32, bv(32, 0));
  const Term sum = add(terms().sign_extend(i, 32), terms().sign_extend(j, 32));
  set_next(x, terms().make(Op::BvSrem, {sum, bv(32, 3)}));
  system_.bad = {terms().make(Op::BvSlt, {sum, terms().sign_extend(j, 32)})};
  NarrowArithmetic pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_terms(), 3u);
  const Term narrow =
      terms().make(Op::BvAdd, {terms().sign_extend(i, 9), terms().sign_extend(j, 9)});
  EXPECT_EQ(simplified.states[0].next,
            terms().sign_extend(terms().make(Op::BvSrem, {narrow, bv(9, 3)}), 32));
  EXPECT_EQ(simplified.bad[0], terms().make(Op::BvSlt, {narrow, terms().sign_extend(j, 9)}));
}

TEST_F(WordSystems, ChoicesSinkBelowMultipliers) {
  const Term i = input("i", 8), j = input("j", 8), k = input("k", 8), c = flag("c");
  const Term x = state("x", 8, bv(8, 0));
  set_next(x, terms().ite(c, terms().make(Op::BvMul, {i, j}), terms().make(Op::BvMul, {k, j})));
  system_.bad = {terms().equal(terms().concat(i, j), terms().concat(k, x))};
  WordRewrite pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.counts().choices, 1u);
  EXPECT_EQ(simplified.states[0].next, terms().make(Op::BvMul, {terms().ite(c, i, k), j}));
  EXPECT_EQ(pass.counts().equations, 1u);
  EXPECT_EQ(simplified.bad[0], terms().and_(terms().equal(i, k), terms().equal(j, x)));
}

// A product that somebody else reads has its circuit anyway.
TEST_F(WordSystems, ChoicesStayAboveWhatIsShared) {
  const Term i = input("i", 8), j = input("j", 8), k = input("k", 8), c = flag("c");
  const Term x = state("x", 8, bv(8, 0));
  const Term product = terms().make(Op::BvMul, {i, j});
  set_next(x, terms().ite(c, product, terms().make(Op::BvMul, {k, j})));
  system_.bad = {terms().equal(product, x)};
  WordRewrite pass;
  pass.apply(system_);
  EXPECT_EQ(pass.counts().choices, 0u);
}

TEST_F(WordSystems, ReadsOfMapsThatAreOnlyReadNeedNoMap) {
  const Sort sort = Sort::array_of(Sort::bit_vector(8), Sort::bit_vector(8));
  const Term a = state("a", sort), i = input("i", 8), j = input("j", 8), k = input("k", 8);
  const Term written = terms().store(terms().store(a, i, k), j, i);
  system_.bad = {terms().equal(terms().select(written, k), bv(8, 0))};
  WordRewrite pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.counts().reads, 1u);
  const Term old = terms().ite(terms().equal(k, i), k, terms().select(a, k));
  EXPECT_EQ(simplified.bad[0], terms().equal(terms().ite(terms().equal(k, j), i, old), bv(8, 0)));
}

TEST_F(WordSystems, ArraysAtConstantIndicesBecomeTheirElements) {
  const Sort sort = Sort::array_of(Sort::bit_vector(32), Sort::bit_vector(2));
  const Term i = input("i", 2), c = flag("c");
  const Term a = state("a", sort, terms().constant(Value::zero(sort))), b = state("b", sort);
  const Term three = bv(32, 3), seven = bv(32, 7);
  set_next(a, terms().ite(c, terms().store(a, three, i), b));
  set_next(b, terms().store(b, seven, terms().select(a, three)));
  system_.bad = {terms().equal(terms().select(a, seven), bv(2, 1))};
  ArrayElements pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_arrays(), 2u);
  EXPECT_EQ(pass.num_elements(), 4u);
  EXPECT_EQ(simplified.states.size(), 4u);
  const support::ExplicitWords oracle(simplified);
  ASSERT_TRUE(oracle.distances()[0]);
  const WordTrace restored = pass.restore_trace(oracle.trace(0));
  EXPECT_EQ(support::check_trace_by_evaluation(system_, restored, 0), "");
  // One read elsewhere, and they are arrays again.
  system_.bad.push_back(terms().equal(terms().select(a, terms().zero_extend(i, 32)), i));
  EXPECT_EQ(ArrayElements().apply(system_).states.size(), 2u);
}

TEST_F(WordSystems, SumsInAnyOrderAreTheSame) {
  const Term i = input("i", 8), j = input("j", 8), k = input("k", 8), c = flag("c");
  const Term x = state("x", 8, bv(8, 0));
  set_next(x, terms().ite(c, add(x, bv(8, 1)), x));
  system_.bad = {terms().distinct(add(add(i, j), k), add(i, add(k, j)))};
  LinearSums pass;
  const WordSystem simplified = pass.apply(system_);
  EXPECT_EQ(pass.num_functions(), 2u);
  EXPECT_TRUE(terms().is_false(simplified.bad[0]));
  EXPECT_EQ(simplified.states[0].next, add(x, terms().ite(c, bv(8, 1), bv(8, 0))));
}

// Long chains cost no stack: of operators, of writes, of states.
TEST_F(WordSystems, DeepTermsAreFine) {
  constexpr unsigned kDepth = 30'000;
  const Sort sort = Sort::array_of(Sort::bit_vector(4), Sort::bit_vector(8));
  const Term i = input("i", 8), j = input("j", 4), c = flag("c"), a = state("a", sort);
  Term word = i, map = a, before = i;
  for (unsigned n = 0; n < kDepth; ++n) {
    const Term x = state("x", 8, bv(8, n & 1));
    set_next(x, before);
    before = x;
    const Term other = n % 2 == 0 ? x : i;
    word = n % 3 == 0   ? terms().make(Op::BvXor, {word, other})
           : n % 3 == 1 ? terms().ite(c, word, add(word, other))
                        : terms().sign_extend(terms().extract(word, 6, 0), 8);
    map = terms().store(map, terms().extract(word, 3, 0), other);
  }
  set_next(a, map);
  system_.bad = {terms().equal(terms().select(map, j), word)};
  const auto apply = [this](auto pass) { return pass.apply(system_); };
  EXPECT_EQ(apply(FreeStates()).bad.size(), 1u);
  EXPECT_GE(apply(WordCone()).states.size(), kDepth);
  EXPECT_EQ(apply(WordConstraints()).bad.size(), 1u);
  EXPECT_EQ(apply(WordConstants()).bad.size(), 1u);
  EXPECT_EQ(apply(EqualStates()).states.size(), kDepth + 1);
  EXPECT_EQ(apply(Slices()).bad.size(), 1u);
  EXPECT_EQ(apply(ArrayElements()).bad.size(), 1u);
  EXPECT_EQ(apply(NarrowArithmetic()).bad.size(), 1u);
  EXPECT_EQ(apply(WordRewrite()).bad.size(), 1u);
  EXPECT_EQ(apply(LinearSums()).bad.size(), 1u);
}

}  // namespace
}  // namespace cairn
