// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/sampler.h"

#include <gtest/gtest.h>

#include <set>

#include "automata.h"

namespace cairn {
namespace {

using test::CountingAutomaton;
using test::LoopAutomaton;

bool always() {
  return true;
}

TEST(SamplerTest, RunsGoAsTheAutomatonSays) {
  CountingAutomaton automaton;
  const auto effects = automaton.effects();
  const Templates templates(automaton.cfa, effects);
  Sampler sampler(automaton.cfa, effects, templates, 1);
  std::uint64_t next = 0;
  sampler.run(100, always, [&](LocationId at, const Assignment& state) {
    EXPECT_EQ(at, automaton.head);
    EXPECT_EQ(state.at(automaton.x).bits().low(), next);
    EXPECT_EQ(state.at(automaton.y).bits().low(), 2 * next);
    ++next;
  });
  // Beyond 6 no edge leads on.
  EXPECT_EQ(next, 7u);
}

TEST(SamplerTest, RunsEndAfterTheirStepsAndWithTheTime) {
  CountingAutomaton automaton;
  const auto effects = automaton.effects();
  const Templates templates(automaton.cfa, effects);
  Sampler sampler(automaton.cfa, effects, templates, 1);
  unsigned visits = 0;
  sampler.run(3, always, [&](LocationId, const Assignment&) { ++visits; });
  EXPECT_EQ(visits, 3u);
  visits = 0;
  sampler.run(
      100, [&] { return visits < 5; }, [&](LocationId, const Assignment&) { ++visits; });
  EXPECT_EQ(visits, 5u);
}

/// The head is left into the error if an input of 32 bits is this number.
struct LockAutomaton : LoopAutomaton {
  LockAutomaton() : LoopAutomaton(32) {
    cfa.add_edge(cfa.initial, head, skip_command());
    cfa.add_edge(head, cfa.error,
                 sequence({assume(terms().equal(key, number(123456))), assign(x, key)}));
  }
  Term x = variable("x"), key = input("key");
};

TEST(SamplerTest, InputsAreTriedThatTheProgramAsksFor) {
  LockAutomaton automaton;
  const auto effects = automaton.effects();
  const Templates templates(automaton.cfa, effects);
  Sampler sampler(automaton.cfa, effects, templates, 7);
  unsigned opened = 0;
  for (int i = 0; i < 200; ++i)
    sampler.run(10, always, [&](LocationId at, const Assignment& state) {
      if (at != automaton.cfa.error) return;
      ++opened;
      EXPECT_EQ(state.at(automaton.x).bits().low(), 123456u);
    });
  EXPECT_GT(opened, 20u);
}

TEST(SamplerTest, FirstValuesDifferFromRunToRunAndComeAgainWithTheSeed) {
  LockAutomaton automaton;
  const auto effects = automaton.effects();
  const Templates templates(automaton.cfa, effects);
  const auto first_values = [&](std::uint64_t seed) {
    Sampler sampler(automaton.cfa, effects, templates, seed);
    std::vector<std::uint64_t> values;
    for (int i = 0; i < 20; ++i)
      sampler.run(1, always, [&](LocationId, const Assignment& state) {
        values.push_back(state.at(automaton.x).bits().low());
      });
    return values;
  };
  const std::vector<std::uint64_t> values = first_values(1);
  EXPECT_GT(std::set<std::uint64_t>(values.begin(), values.end()).size(), 5u);
  EXPECT_EQ(first_values(1), values);
  EXPECT_NE(first_values(2), values);
}

}  // namespace
}  // namespace cairn
