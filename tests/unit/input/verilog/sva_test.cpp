// SPDX-License-Identifier: MIT
//
// Monitors against the meaning of properties: random properties as text are compiled, and on random
// words each monitor must fail exactly where the truncated semantics of IEEE 1800-2017 (annex F)
// says that no continuation can help. The reference below follows the definitions one by one and
// knows no automata.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "input/verilog/constant.h"
#include "input/verilog/monitor.h"
#include "input/verilog/preprocessor.h"
#include "input/verilog/sva_parser.h"

namespace cairn::verilog {
namespace {

struct Parsed {
  TokenStream stream;
  Specification specification;
};

Parsed parse(const std::string& text) {
  Parsed parsed;
  parsed.stream = preprocess({{"test.sv", text}}, {});
  Tokens tokens = parsed.stream.tokens;
  tokens.pop_back();
  SvaScope scope;
  scope.stream = &parsed.stream;
  scope.constant = [](const Tokens& constant) {
    return constant_value(constant, [](const std::string&) { return std::nullopt; });
  };
  parsed.specification = parse_specification(tokens, parsed.stream.tokens.front(), scope);
  return parsed;
}

/// At each tick the values of the variables a, b and c, as bits.
using Word = std::vector<unsigned>;

/// The definitions. Beyond the end of the word every expression holds for sequences (a continuation
/// may be anything); what a property is worth there is its `weak` view.
class Meaning {
 public:
  Meaning(const Specification& specification, const Word& word)
      : specification_(specification), word_(word) {}

  bool holds(const Sva& p, int i, int n, bool weak) const {
    if (i >= n) return weak;
    const auto kid = [&](std::size_t k, int at, int end, bool view) {
      return holds(*p.kids[k], at, end, view);
    };
    switch (p.op) {
      case SvaOp::Not:
        return !kid(0, i, n, !weak);
      case SvaOp::Implies:
        return !kid(0, i, n, !weak) || kid(1, i, n, weak);
      case SvaOp::Iff:
        return (kid(0, i, n, weak) && kid(1, i, n, weak)) ||
               (!kid(0, i, n, !weak) && !kid(1, i, n, !weak));
      case SvaOp::And:
        if (is_sequence(p)) return matches(p, i, n, weak);
        return kid(0, i, n, weak) && kid(1, i, n, weak);
      case SvaOp::Or:
        if (is_sequence(p)) return matches(p, i, n, weak);
        return kid(0, i, n, weak) || kid(1, i, n, weak);
      case SvaOp::Weak:
      case SvaOp::Strong:
        return matches(*p.kids[0], i, n, weak);
      case SvaOp::Implication:
        for (int j = i; j <= (weak ? n : n + kBeyond); ++j)
          if ((p.next || j > i) && match(*p.kids[0], i, j, n) &&
              !kid(1, p.next ? j : j - 1, n, weak))
            return false;
        return true;
      case SvaOp::FollowedBy:
        for (int j = i; j <= (weak ? n + kBeyond : n); ++j)
          if ((p.next || j > i) && match(*p.kids[0], i, j, n) &&
              kid(1, p.next ? j : j - 1, n, weak))
            return true;
        return false;
      case SvaOp::Nexttime:
        return kid(0, i + static_cast<int>(p.low), n, weak);
      case SvaOp::Always:
      case SvaOp::Eventually: {
        const bool always = p.op == SvaOp::Always;
        const int last = p.unbounded ? n : std::min(n, i + static_cast<int>(p.high));
        for (int k = i + static_cast<int>(p.low); k <= last; ++k)
          if (kid(0, k, n, weak) != always) return !always;
        return i + static_cast<int>(p.low) > last ? weak : always;
      }
      case SvaOp::Until:
        for (int k = i; k < n; ++k) {
          const bool first = kid(0, k, n, weak), second = kid(1, k, n, weak);
          if (second && (!p.next || first)) return true;
          if (!first) return false;
        }
        return weak;
      case SvaOp::If:
        if (value(p.kids[0]->expression, i)) return kid(1, i, n, weak);
        return p.kids.size() < 3 || kid(2, i, n, weak);
      case SvaOp::Abort: {
        bool result = kid(1, i, n, weak);
        for (int k = i; k < n; ++k)
          if (value(p.kids[0]->expression, k)) {
            if (p.strong && kid(1, i, k, true)) result = true;
            if (!p.strong && !kid(1, i, k, false)) result = false;
          }
        return result;
      }
      default:
        return matches(p, i, n, weak);
    }
  }

  /// Letters i to j-1 are a match; n is the end of the word.
  bool match(const Sva& r, int i, int j, int n) const {
    const auto kid = [&](std::size_t k, int from, int to) {
      return match(*r.kids[k], from, to, n);
    };
    const int low = static_cast<int>(r.low);
    switch (r.op) {
      case SvaOp::Boolean:
        return j == i + 1 && holds_at(r.expression, i, n);
      case SvaOp::Delay: {
        const int high = r.unbounded ? j - i + 1 : static_cast<int>(r.high);
        for (int d = low; d <= high; ++d) {
          if (r.kids.size() == 1) {
            if (i + d <= j && kid(0, i + d, j)) return true;
            continue;
          }
          for (int k = i + (d == 0 ? 1 : 0); k <= j; ++k)
            if (kid(0, i, k) && k + d - 1 <= j && (d > 0 || j >= k) && kid(1, k + d - 1, j))
              return true;
        }
        return false;
      }
      case SvaOp::Repeat: {
        const int high = r.unbounded ? low + j - i + 1 : static_cast<int>(r.high);
        for (int count = low; count <= high; ++count)
          if (times(r, count, i, j, n)) return true;
        return false;
      }
      case SvaOp::Goto:
      case SvaOp::Nonconsecutive: {
        const int high = r.unbounded ? j - i : static_cast<int>(r.high);
        for (int count = low; count <= high; ++count)
          if (jumps(r, count, i, j, n)) return true;
        return false;
      }
      case SvaOp::Throughout:
        for (int k = i; k < j; ++k)
          if (!holds_at(r.kids[0]->expression, k, n)) return false;
        return kid(1, i, j);
      case SvaOp::Within:
        if (!kid(1, i, j)) return false;
        for (int from = i; from <= j; ++from)
          for (int to = from; to <= j; ++to)
            if (kid(0, from, to)) return true;
        return false;
      case SvaOp::Intersect:
        return kid(0, i, j) && kid(1, i, j);
      case SvaOp::FirstMatch:
        for (int k = i; k < j; ++k)
          if (kid(0, i, k)) return false;
        return kid(0, i, j);
      case SvaOp::Or:
        return kid(0, i, j) || kid(1, i, j);
      case SvaOp::And:
        for (int k = i; k <= j; ++k)
          if ((kid(0, i, k) && kid(1, i, j)) || (kid(0, i, j) && kid(1, i, k))) return true;
        return false;
      default:
        ADD_FAILURE() << "not a sequence";
        return false;
    }
  }

  /// The value of an expression, which is a variable or its negation.
  bool value(std::uint32_t expression, int at) const {
    const Tokens& tokens = specification_.expressions[expression];
    const bool negated = tokens[0].is("!");
    const unsigned bit = static_cast<unsigned>(tokens.back().text[0] - 'a');
    return ((word_[static_cast<std::size_t>(at)] >> bit & 1) != 0) != negated;
  }

 private:
  static constexpr int kBeyond = 14;

  bool matches(const Sva& r, int i, int n, bool weak) const {
    for (int j = i + 1; j <= (weak ? n + kBeyond : n); ++j)
      if (match(r, i, j, n)) return true;
    return false;
  }
  bool holds_at(std::uint32_t expression, int at, int n) const {
    return at >= n || value(expression, at);
  }
  bool fails_at(std::uint32_t expression, int at, int n) const {
    return at >= n || !value(expression, at);
  }
  bool times(const Sva& r, int count, int i, int j, int n) const {
    if (count == 0) return i == j;
    for (int k = i; k <= j; ++k)
      if (match(*r.kids[0], i, k, n) && times(r, count - 1, k, j, n)) return true;
    return false;
  }
  bool jumps(const Sva& r, int count, int i, int j, int n) const {
    const std::uint32_t b = r.kids[0]->expression;
    if (count == 0) {
      if (r.op == SvaOp::Goto) return i == j;
      for (int k = i; k < j; ++k)
        if (!fails_at(b, k, n)) return false;
      return true;
    }
    for (int k = i; k < j; ++k) {
      if (holds_at(b, k, n) && jumps(r, count - 1, k + 1, j, n)) return true;
      if (!fails_at(b, k, n)) return false;
    }
    return false;
  }

  const Specification& specification_;
  const Word& word_;
};

/// At which ticks a monitor fails, with an attempt at each tick.
std::vector<bool> failures(const Monitor& monitor, const Meaning& meaning, int length) {
  std::vector<bool> result;
  std::set<std::uint32_t> tokens;
  for (int t = 0; t < length; ++t) {
    tokens.insert(0);
    std::set<std::uint32_t> next;
    bool fails = false;
    for (const std::uint32_t state : tokens) {
      unsigned taken = 0;
      for (const Monitor::Move& move : monitor.moves[state]) {
        bool fits = true;
        for (const Literal literal : move.guard)
          fits = fits && meaning.value(static_cast<std::uint32_t>(std::abs(literal) - 1), t) ==
                             (literal > 0);
        if (!fits) continue;
        ++taken;
        fails = fails || move.fails;
        next.insert(move.to.begin(), move.to.end());
      }
      EXPECT_EQ(taken, 1u);
    }
    result.push_back(fails);
    tokens = std::move(next);
  }
  return result;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  std::string expression() {
    return std::string(below(4) == 0 ? "!" : "") + static_cast<char>('a' + below(3));
  }
  std::string range(unsigned lowest) {
    const unsigned low = lowest + below(3 - std::min(lowest, 1u));
    switch (below(3)) {
      case 0:
        return std::to_string(low);
      case 1:
        return std::to_string(low) + ":$";
      default:
        return std::to_string(low) + ":" + std::to_string(low + below(3));
    }
  }
  /// `plain`: without what makes contradictory guards.
  std::string sequence(unsigned depth, bool plain = false) {
    if (depth == 0) return expression();
    const auto kid = [&] { return "(" + sequence(depth - 1, plain) + ")"; };
    switch (below(plain ? 5 : 12)) {
      case 0:
        return kid() + " ##[" + range(0) + "] " + kid();
      case 1:
        return "##" + std::to_string(below(3)) + " " + kid();
      case 2:
        return kid() + "[*" + range(0) + "]";
      case 3:
        return kid() + " or " + kid();
      case 4:
        return expression();
      case 5:
        return expression() + "[->" + range(1) + "]";
      case 6:
        return expression() + "[=" + range(1) + "]";
      case 7:
        return expression() + " throughout " + kid();
      case 8:
        return kid() + " within " + kid();
      case 9:
        return kid() + " intersect " + kid();
      case 10:
        return kid() + " and " + kid();
      default:
        return "first_match(" + sequence(depth - 1, true) + ")";
    }
  }
  std::string property(unsigned depth) {
    if (depth == 0) return below(3) == 0 ? sequence(1) : expression();
    const auto kid = [&] { return "(" + property(depth - 1) + ")"; };
    switch (below(17)) {
      case 0:
        return "not " + kid();
      case 1:
        return kid() + " and " + kid();
      case 2:
        return kid() + " or " + kid();
      case 3:
        return kid() + " implies " + kid();
      case 4:
        return kid() + " iff " + kid();
      case 5:
        return "(" + sequence(2) + ") |-> " + kid();
      case 6:
        return "(" + sequence(2) + ") |=> " + kid();
      case 7:
        return "(" + sequence(2) + ") #-# " + kid();
      case 8:
        return "(" + sequence(2) + ") #=# " + kid();
      case 9:
        return "nexttime[" + std::to_string(below(3)) + "] " + kid();
      case 10:
        return "always [" + std::to_string(below(2)) + ":" + std::to_string(2 + below(2)) + "] " +
               kid();
      case 11:
        return std::string(below(2) == 0 ? "s_eventually " : "always ") + kid();
      case 12:
        return kid() + (below(2) == 0 ? " until " : " s_until ") + kid();
      case 13:
        return kid() + (below(2) == 0 ? " until_with " : " s_until_with ") + kid();
      case 14:
        return "if (" + expression() + ") " + kid() + " else " + kid();
      case 15:
        return std::string(below(2) == 0 ? "accept_on" : "reject_on") + "(" + expression() + ") " +
               kid();
      default:
        return sequence(3);
    }
  }
  Word word(int length) {
    Word result;
    for (int i = 0; i < length; ++i) result.push_back(below(8));
    return result;
  }

 private:
  std::mt19937 random_;
};

/// Compares on some words; false if the property has no monitor.
bool compare(const std::string& text, Generator& generator) {
  const Parsed parsed = parse(text);
  const Specification& specification = parsed.specification;
  Monitor monitor;
  try {
    monitor = monitor_of(*specification.property, Goal::Hold);
  } catch (const TooLarge&) {
    return false;
  }
  for (int round = 0; round < 6; ++round) {
    const int length = 1 + static_cast<int>(generator.below(6));
    const Word word = generator.word(length);
    const Meaning meaning(specification, word);
    const std::vector<bool> found = failures(monitor, meaning, length);
    bool before = false;
    for (int t = 0; t < length; ++t) {
      bool violated = false;
      for (int i = 0; i <= t; ++i)
        violated = violated || !meaning.holds(*specification.property, i, t + 1, true);
      before = before || found[static_cast<std::size_t>(t)];
      std::string letters;
      for (int i = 0; i <= t; ++i) letters += std::to_string(word[static_cast<std::size_t>(i)]);
      EXPECT_EQ(before, violated) << text << " on " << letters;
      if (before != violated) return true;
    }
  }
  return true;
}

TEST(Sva, MonitorsFailWhereTheDefinitionsSay) {
  Generator generator(1);
  unsigned compared = 0;
  for (int i = 0; i < 1500 && !HasFailure(); ++i)
    compared += compare(generator.property(1 + generator.below(2)), generator);
  EXPECT_GT(compared, 1200u);
}

TEST(Sva, SequencesMatchWhereTheDefinitionsSay) {
  Generator generator(2);
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    const std::string text = generator.sequence(1 + generator.below(3));
    const Parsed parsed = parse(text);
    Monitor monitor;
    try {
      monitor = monitor_of(*parsed.specification.property, Goal::Cover);
    } catch (const TooLarge&) {
      continue;
    }
    EXPECT_FALSE(monitor.has_liveness()) << text;
    const int length = 1 + static_cast<int>(generator.below(6));
    const Word word = generator.word(length);
    const Meaning meaning(parsed.specification, word);
    const std::vector<bool> found = failures(monitor, meaning, length);
    bool matched = false, before = false;
    for (int t = 0; t < length; ++t) {
      for (int j = 0; j <= t; ++j)
        matched = matched || meaning.match(*parsed.specification.property, j, t + 1, t + 1);
      before = before || found[static_cast<std::size_t>(t)];
      EXPECT_EQ(before, matched) << text << " at " << t;
    }
  }
}

TEST(Sva, PrecedencesAreThoseOfTheStandard) {
  const auto same = [](const std::string& text, const std::string& bracketed) {
    const auto shape = [](const auto& self, const Sva& node) -> std::string {
      std::string drawn = fmt::format("({}", static_cast<int>(node.op));
      if (node.op == SvaOp::Boolean) drawn += fmt::format(" e{}", node.expression);
      drawn += fmt::format(" {} {} {} {} {}", node.low, node.high, node.unbounded, node.strong,
                           node.next);
      for (const SvaPointer& kid : node.kids) drawn += self(self, *kid);
      return drawn + ")";
    };
    EXPECT_EQ(shape(shape, *parse(text).specification.property),
              shape(shape, *parse(bracketed).specification.property))
        << text;
  };
  same("a ##1 b[*2] ##1 c", "(a ##1 (b[*2])) ##1 c");
  same("a throughout b ##1 c", "a throughout (b ##1 c)");
  same("a within b intersect c", "(a within b) intersect c");
  same("a and b or c", "(a and b) or c");
  same("not a and b", "(not a) and b");
  same("a or ##1 b |-> c", "(a or (##1 b)) |-> c");
  same("a |-> b |=> c", "a |-> (b |=> c)");
  same("a until b implies c", "a until (b implies c)");
  same("a iff b until c", "(a iff b) until c");
  same("always a |-> b", "always (a |-> b)");
  same("a |-> always b or c", "a |-> (always (b or c))");
  same("if (a) b else c |-> a", "if (a) b else (c |-> a)");
  same("a == b [*2]", "(a == b)[*2]");
}

TEST(Sva, LivenessIsToldFromSafety) {
  const auto live = [](const std::string& text) {
    return monitor_of(*parse(text).specification.property, Goal::Hold).has_liveness();
  };
  for (const char* text :
       {"s_eventually a", "a s_until b", "strong(##[1:$] a)", "a |-> s_eventually b",
        "not (a until b)", "a |=> strong(b[->1])", "not always a"})
    EXPECT_TRUE(live(text)) << text;
  for (const char* text : {"a", "a until b", "##[1:$] a", "a |-> ##[1:$] b", "always a", "a[->1]",
                           "s_eventually [0:3] a", "not (a s_until b)", "strong(a ##1 b)"})
    EXPECT_FALSE(live(text)) << text;
  EXPECT_THROW(live("s_eventually always a"), TooLarge);
}

TEST(Sva, WhatIsNotSupportedIsRefusedWithItsPlace) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      parse(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message("a |-> (b, x = c) ##1 c"),
            "test.sv:1:7: error: only assignments to local variables are supported behind a "
            "sequence");
  EXPECT_EQ(message("a ##n b"),
            "test.sv:1:3: error: 'n' is not a constant that can be computed here");
  EXPECT_EQ(message("@(posedge x) a |-> @(posedge y) b"),
            "test.sv:1:20: error: several clocks in one property ('posedge x' and 'posedge y') are "
            "not supported");
  EXPECT_EQ(message("a |->"), "test.sv:1:3: error: the property ends too early");
  EXPECT_EQ(message("(a ##1 b) && c"),
            "test.sv:1:1: error: a sequence or property cannot be part of an expression");
  EXPECT_EQ(message("a ##[3:1] b"),
            "test.sv:1:3: error: the range is empty: its end is before its beginning");
  EXPECT_NE(message(std::string(1000, '(') + "a ##1 b" + std::string(1000, ')')), "");
}

}  // namespace
}  // namespace cairn::verilog
