// SPDX-License-Identifier: MIT
#include "run/program/readable_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "format/c/c_facts.h"
#include "logic/word/term_eval.h"

namespace cairn {
namespace {

class ReadableFacts : public ::testing::Test {
 protected:
  ReadableFacts() {
    names_[x_] = {"x", Show::Unsigned};
    names_[y_] = {"y", Show::Unsigned};
    names_[s_] = {"s", Show::Signed};
  }

  std::vector<Term> facts(Term formula) {
    return readable_facts(terms_, formula, names_, context_);
  }
  std::vector<std::string> texts(Term formula) {
    std::vector<std::string> result = c_facts(terms_, facts(formula), names_).facts;
    std::sort(result.begin(), result.end());
    return result;
  }
  Term bit(Term word, std::uint32_t i) {
    return terms_.equal(terms_.extract(word, i, i), terms_.bv(1, 1));
  }
  Term bv(std::uint64_t value) { return terms_.bv(4, value); }
  bool holds(Term fact, const Assignment& state) { return evaluate(terms_, fact, state).as_bool(); }
  /// Of all variables, exhaustively.
  template <class Visit>
  void for_each_state(const Visit& visit) {
    for (std::uint64_t value = 0; value < 1u << 16; value += 1 + random_() % 61) {
      Assignment state;
      std::uint32_t shift = 0;
      for (const Term variable : {x_, y_, s_, hidden_}) {
        state.emplace(variable, Value(BitVector(4, value >> shift & 15)));
        shift += 4;
      }
      visit(state);
    }
  }

  Term random_literal(std::initializer_list<Term> words) {
    const Term word = *(words.begin() + random_() % words.size());
    const Term other = *(words.begin() + random_() % words.size());
    switch (random_() % 4) {
      case 0:
        return terms_.make(random_() % 2 == 0 ? Op::BvUlt : Op::BvSle, {word, bv(random_())});
      case 1:
        return terms_.make(Op::BvUle, {word, other});
      default: {
        const Term one = bit(word, random_() % 4);
        return random_() % 2 == 0 ? one : terms_.not_(one);
      }
    }
  }
  Term random_formula(std::initializer_list<Term> words, unsigned clauses) {
    std::vector<Term> all;
    for (unsigned i = 0; i < clauses; ++i) {
      std::vector<Term> clause;
      for (unsigned j = 0; j < 1 + random_() % 3; ++j) clause.push_back(random_literal(words));
      all.push_back(terms_.or_all(clause));
    }
    return terms_.and_all(all);
  }

  Terms terms_;
  const Term x_ = terms_.variable("x", Sort::bit_vector(4));
  const Term y_ = terms_.variable("y", Sort::bit_vector(4));
  const Term s_ = terms_.variable("s", Sort::bit_vector(4));
  const Term hidden_ = terms_.variable("t$1", Sort::bit_vector(4));
  CNames names_;
  std::mt19937 random_{11};
  const Log log_{LogLevel::Quiet};
  const Budget budget_;
  Progress progress_;
  const Context context_{log_, budget_, progress_, 0};
};

TEST_F(ReadableFacts, ClausesOverPairsOfBitsBecomeAnEquation) {
  std::vector<Term> clauses;
  for (std::uint32_t i = 0; i < 4; ++i) {
    clauses.push_back(terms_.or_(bit(x_, i), terms_.not_(bit(y_, i))));
    clauses.push_back(terms_.or_(bit(y_, i), terms_.not_(bit(x_, i))));
  }
  EXPECT_EQ(texts(terms_.and_all(clauses)), std::vector<std::string>{"x == y"});
}

TEST_F(ReadableFacts, ClausesOverOneWordBecomeBounds) {
  // Neither 11 nor 12 to 15, and not 0.
  const Term formula = terms_.and_all(std::vector<Term>{
      terms_.distinct(x_, bv(11)), terms_.not_(terms_.and_(bit(x_, 3), bit(x_, 2))),
      terms_.or_(terms_.or_(bit(x_, 0), bit(x_, 1)), terms_.or_(bit(x_, 2), bit(x_, 3)))});
  EXPECT_EQ(texts(formula), (std::vector<std::string>{"x <= 10", "x >= 1"}));
}

TEST_F(ReadableFacts, VariablesWithoutANameGoWhereTheyAreDefined) {
  const Term formula =
      terms_.and_(terms_.equal(x_, hidden_), terms_.make(Op::BvUlt, {hidden_, bv(7)}));
  EXPECT_EQ(texts(formula), std::vector<std::string>{"x <= 6"});
}

TEST_F(ReadableFacts, WhatFollowsForNamedVariablesIsSaidThoughTheRestHasNoName) {
  const Term formula =
      terms_.and_(terms_.make(Op::BvUle, {x_, hidden_}), terms_.make(Op::BvUlt, {hidden_, bv(7)}));
  const std::vector<std::string> all = texts(formula);
  EXPECT_EQ(all, std::vector<std::string>{"x <= 6"});
}

TEST_F(ReadableFacts, AContradictionIsFalse) {
  const Term formula =
      terms_.and_(terms_.make(Op::BvUlt, {x_, bv(3)}), terms_.make(Op::BvUlt, {bv(5), x_}));
  EXPECT_EQ(facts(formula), std::vector<Term>{terms_.false_term()});
}

TEST_F(ReadableFacts, TheySayTheSameAsRandomFormulas) {
  for (unsigned round = 0; round < 60; ++round) {
    const Term formula = random_formula({x_, y_, s_}, 1 + round % 12);
    const Term simple = terms_.and_all(facts(formula));
    for_each_state([&](const Assignment& state) {
      ASSERT_EQ(holds(formula, state), holds(simple, state)) << "round " << round;
    });
  }
}

TEST_F(ReadableFacts, TheyFollowFromRandomFormulasWithVariablesThatHaveNoName) {
  for (unsigned round = 0; round < 40; ++round) {
    const Term formula = random_formula({x_, y_, s_, hidden_}, 1 + round % 12);
    std::vector<Term> named;
    for (const Term fact : facts(formula))
      if (c_expression(terms_, fact, names_)) named.push_back(fact);
    const Term simple = terms_.and_all(named);
    for_each_state([&](const Assignment& state) {
      if (holds(formula, state)) {
        ASSERT_TRUE(holds(simple, state)) << "round " << round;
      }
    });
  }
}

TEST_F(ReadableFacts, FormulasWithStructureBecomeClauses) {
  // Nested choices, as interpolation makes them.
  Term formula = terms_.make(Op::BvUlt, {x_, bv(9)});
  for (unsigned i = 0; i < 40; ++i)
    formula = terms_.ite(random_literal({x_, y_, s_}), formula,
                         terms_.and_(formula, terms_.or_(bit(x_, i % 4), bit(y_, i % 3))));
  const Term simple = terms_.and_all(facts(formula));
  for_each_state(
      [&](const Assignment& state) { ASSERT_EQ(holds(formula, state), holds(simple, state)); });
}

TEST_F(ReadableFacts, WithoutTimeTheFormulaStaysAsItIs) {
  Budget none;
  none.request_stop(StopReason::Time);
  const Term formula =
      terms_.and_(terms_.make(Op::BvUlt, {x_, bv(9)}), terms_.make(Op::BvUlt, {bv(1), x_}));
  EXPECT_EQ(terms_.and_all(readable_facts(terms_, formula, names_, {log_, none, progress_, 0})),
            formula);
}

}  // namespace
}  // namespace cairn
