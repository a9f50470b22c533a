// SPDX-License-Identifier: MIT
//
// Every operator against a plain evaluation on machine words, written from the definitions: on all
// operands of few bits, on random ones of many, between variables, constants and negations.
#include "format/btor2/btor2_operators.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "base/rng.h"
#include "format/btor2/btor2_reader.h"

namespace cairn {
namespace {

using Number = std::uint64_t;
using Wide = unsigned __int128;
using SignedWide = __int128;

/// Arithmetic on `width` bits, at most 64.
struct Word {
  unsigned width;

  Number mask() const { return width == 64 ? ~Number{0} : (Number{1} << width) - 1; }
  SignedWide as_signed(Number a) const {
    const bool negative = (a >> (width - 1)) & 1;
    return static_cast<SignedWide>(a) - (negative ? static_cast<SignedWide>(1) << width : 0);
  }
  Number wrap(SignedWide a) const { return static_cast<Number>(a) & mask(); }
  bool is_signed(SignedWide a) const { return a == as_signed(wrap(a)); }
  bool is_unsigned(Wide a) const { return a <= mask(); }
};

// As SMT-LIB says: a quotient by zero is all ones (for a negative dividend, 1), a remainder by zero
// is the dividend.
SignedWide quotient(SignedWide a, SignedWide b) {
  if (b == 0) return a < 0 ? 1 : -1;
  return a / b;
}

SignedWide remainder(SignedWide a, SignedWide b) {
  return b == 0 ? a : a % b;
}

/// With the divisor's sign.
SignedWide modulo(SignedWide a, SignedWide b) {
  const SignedWide rest = remainder(a, b);
  return b != 0 && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

using Unary = std::function<Number(Word, Number)>;
using Binary = std::function<Number(Word, Number, Number)>;

const std::map<std::string, Unary>& same_width_unary() {
  static const std::map<std::string, Unary> table = {
      {"not", [](Word w, Number a) { return ~a & w.mask(); }},
      {"inc", [](Word w, Number a) { return (a + 1) & w.mask(); }},
      {"dec", [](Word w, Number a) { return (a - 1) & w.mask(); }},
      {"neg", [](Word w, Number a) { return (0 - a) & w.mask(); }},
  };
  return table;
}

const std::map<std::string, Unary>& reductions() {
  static const std::map<std::string, Unary> table = {
      {"redand", [](Word w, Number a) { return a == w.mask(); }},
      {"redor", [](Word, Number a) { return a != 0; }},
      {"redxor", [](Word, Number a) { return __builtin_popcountll(a) & 1; }},
  };
  return table;
}

const std::map<std::string, Binary>& same_width_binary() {
  static const std::map<std::string, Binary> table = {
      {"and", [](Word, Number a, Number b) { return a & b; }},
      {"nand", [](Word w, Number a, Number b) { return ~(a & b) & w.mask(); }},
      {"nor", [](Word w, Number a, Number b) { return ~(a | b) & w.mask(); }},
      {"or", [](Word, Number a, Number b) { return a | b; }},
      {"xor", [](Word, Number a, Number b) { return a ^ b; }},
      {"xnor", [](Word w, Number a, Number b) { return ~(a ^ b) & w.mask(); }},
      {"rol",
       [](Word w, Number a, Number b) {
         for (b %= w.width; b > 0; --b) a = ((a << 1) | (a >> (w.width - 1))) & w.mask();
         return a;
       }},
      {"ror",
       [](Word w, Number a, Number b) {
         for (b %= w.width; b > 0; --b) a = (a >> 1) | ((a & 1) << (w.width - 1));
         return a;
       }},
      {"sll", [](Word w, Number a, Number b) { return b < w.width ? (a << b) & w.mask() : 0; }},
      {"srl", [](Word w, Number a, Number b) { return b < w.width ? a >> b : 0; }},
      {"sra", [](Word w, Number a,
                 Number b) { return w.wrap(w.as_signed(a) >> std::min<Number>(b, w.width)); }},
      {"add", [](Word w, Number a, Number b) { return (a + b) & w.mask(); }},
      {"mul", [](Word w, Number a, Number b) { return (a * b) & w.mask(); }},
      {"sub", [](Word w, Number a, Number b) { return (a - b) & w.mask(); }},
      {"udiv", [](Word w, Number a, Number b) { return b == 0 ? w.mask() : a / b; }},
      {"urem", [](Word, Number a, Number b) { return b == 0 ? a : a % b; }},
      {"sdiv",
       [](Word w, Number a, Number b) { return w.wrap(quotient(w.as_signed(a), w.as_signed(b))); }},
      {"srem", [](Word w, Number a,
                  Number b) { return w.wrap(remainder(w.as_signed(a), w.as_signed(b))); }},
      {"smod",
       [](Word w, Number a, Number b) { return w.wrap(modulo(w.as_signed(a), w.as_signed(b))); }},
  };
  return table;
}

const std::map<std::string, Binary>& predicates() {
  static const std::map<std::string, Binary> table = {
      {"eq", [](Word, Number a, Number b) { return a == b; }},
      {"neq", [](Word, Number a, Number b) { return a != b; }},
      {"ugt", [](Word, Number a, Number b) { return a > b; }},
      {"ugte", [](Word, Number a, Number b) { return a >= b; }},
      {"ult", [](Word, Number a, Number b) { return a < b; }},
      {"ulte", [](Word, Number a, Number b) { return a <= b; }},
      {"sgt", [](Word w, Number a, Number b) { return w.as_signed(a) > w.as_signed(b); }},
      {"sgte", [](Word w, Number a, Number b) { return w.as_signed(a) >= w.as_signed(b); }},
      {"slt", [](Word w, Number a, Number b) { return w.as_signed(a) < w.as_signed(b); }},
      {"slte", [](Word w, Number a, Number b) { return w.as_signed(a) <= w.as_signed(b); }},
      {"uaddo", [](Word w, Number a, Number b) { return !w.is_unsigned(Wide{a} + b); }},
      {"usubo", [](Word, Number a, Number b) { return a < b; }},
      {"umulo", [](Word w, Number a, Number b) { return !w.is_unsigned(Wide{a} * b); }},
      {"udivo", [](Word, Number, Number) { return 0; }},
      {"saddo",
       [](Word w, Number a, Number b) { return !w.is_signed(w.as_signed(a) + w.as_signed(b)); }},
      {"ssubo",
       [](Word w, Number a, Number b) { return !w.is_signed(w.as_signed(a) - w.as_signed(b)); }},
      {"smulo",
       [](Word w, Number a, Number b) { return !w.is_signed(w.as_signed(a) * w.as_signed(b)); }},
      {"sdivo",
       [](Word w, Number a, Number b) {
         return b != 0 && !w.is_signed(quotient(w.as_signed(a), w.as_signed(b)));
       }},
  };
  return table;
}

Number number_of(const Value& value) {
  return value.sort().is_bool() ? Number{value.as_bool()} : value.bits().low();
}

Value value_of(unsigned width, Number number) {
  return width == 1 ? Value(number != 0) : Value(BitVector(width, number));
}

/// A model with states x (line 3) and y (line 4) of `width` bits, sort 1, and outputs; sort 2 is
/// one bit. What is expected of an output is a function of x and y.
class OperatorsTest : public testing::Test {
 protected:
  using Expected = std::function<Number(Number, Number)>;

  explicit OperatorsTest() = default;
  void start(unsigned width) {
    word_ = {width};
    next_ = 5;
    text_ = fmt::format("1 sort bitvec {}\n2 sort bitvec 1\n3 state 1 x\n4 state 1 y\n", width);
    expected_.clear();
  }
  std::uint64_t line(const std::string& rest) {
    text_ += fmt::format("{} {}\n", next_, rest);
    return next_++;
  }
  void expect(const std::string& rest, Expected expected) {
    const std::uint64_t id = line(rest);
    line(fmt::format("output {}", id));
    expected_.emplace_back(rest, std::move(expected));
  }
  void check(const std::vector<std::pair<Number, Number>>& operands) {
    const Btor2Model model = read_btor2({"test.btor2", text_});
    const Terms& terms = *model.system.terms;
    ASSERT_EQ(model.outputs.size(), expected_.size());
    for (const auto& [x, y] : operands) {
      const Assignment assignment = {{model.system.states[0].term, value_of(word_.width, x)},
                                     {model.system.states[1].term, value_of(word_.width, y)}};
      Evaluator evaluate(terms, assignment);
      for (std::size_t i = 0; i < expected_.size(); ++i) {
        const Number result = number_of(evaluate(model.outputs[i].term));
        ASSERT_EQ(result, expected_[i].second(x, y))
            << word_.width << " bits: " << expected_[i].first << " on " << x << ", " << y;
      }
    }
  }
  std::vector<std::pair<Number, Number>> all_pairs() const {
    std::vector<std::pair<Number, Number>> pairs;
    for (Number x = 0; x <= word_.mask(); ++x)
      for (Number y = 0; y <= word_.mask(); ++y) pairs.emplace_back(x, y);
    return pairs;
  }
  /// Close to the ends of the range, and anywhere.
  Number some_number(Rng& rng) const {
    const Number corners[] = {0, 1, 2, word_.mask(), word_.mask() >> 1, (word_.mask() >> 1) + 1};
    const Number far = rng.next() & word_.mask();
    return rng.chance(50) ? far : (corners[rng.below(6)] + rng.below(3) - 1) & word_.mask();
  }

  void add_unary() {
    for (const auto* table : {&same_width_unary(), &reductions()})
      for (const auto& entry : *table) {
        const auto& [name, function] = entry;
        const int sort = table == &reductions() ? 2 : 1;
        const Word w = word_;
        expect(fmt::format("{} {} 3", name, sort),
               [=](Number x, Number) { return function(w, x); });
        expect(fmt::format("{} {} -3", name, sort),
               [=](Number x, Number) { return function(w, ~x & w.mask()); });
      }
  }
  void add_binary() {
    for (const auto* table : {&same_width_binary(), &predicates()})
      for (const auto& [name, function] : *table)
        for (const int sign_x : {1, -1})
          for (const int sign_y : {1, -1}) {
            const Word w = word_;
            expect(fmt::format("{} {} {} {}", name, table == &predicates() ? 2 : 1, 3 * sign_x,
                               4 * sign_y),
                   [=, &function = function](Number x, Number y) {
                     return function(w, sign_x < 0 ? ~x & w.mask() : x,
                                     sign_y < 0 ? ~y & w.mask() : y);
                   });
          }
  }
  void add_constant(Number constant) {
    const std::uint64_t id = line(fmt::format("constd 1 {}", constant));
    for (const auto* table : {&same_width_binary(), &predicates()})
      for (const auto& entry : *table) {
        const auto& [name, function] = entry;
        const int sort = table == &predicates() ? 2 : 1;
        const Word w = word_;
        expect(fmt::format("{} {} 3 {}", name, sort, id),
               [=](Number x, Number) { return function(w, x, constant); });
        expect(fmt::format("{} {} {} 3", name, sort, id),
               [=](Number x, Number) { return function(w, constant, x); });
        expect(fmt::format("{} {} 3 3", name, sort),
               [=](Number x, Number) { return function(w, x, x); });
      }
  }

  Word word_{1};
  std::uint64_t next_ = 5;
  std::string text_;
  std::vector<std::pair<std::string, Expected>> expected_;
};

TEST_F(OperatorsTest, KnowsAllNames) {
  std::size_t known = 0;
  for (const std::string_view name : btor2_names()) {
    const auto tag = btor2_tag(name);
    ASSERT_TRUE(tag.has_value());
    EXPECT_EQ(btor2_name(*tag), name);
    known += same_width_unary().count(std::string(name)) + reductions().count(std::string(name)) +
             same_width_binary().count(std::string(name)) + predicates().count(std::string(name));
  }
  EXPECT_EQ(btor2_names().size(), 69u);
  EXPECT_EQ(known, 44u);  // of the tests here; iff, implies, ite, slices and arrays are below
  EXPECT_FALSE(btor2_tag("frobnicate").has_value());
}

TEST_F(OperatorsTest, AllOperandsOfFewBits) {
  for (unsigned width = 1; width <= 5; ++width) {
    start(width);
    add_unary();
    add_binary();
    check(all_pairs());
  }
}

TEST_F(OperatorsTest, AllConstantsOfFewBits) {
  for (unsigned width = 1; width <= 4; ++width) {
    start(width);
    for (Number constant = 0; constant <= word_.mask(); ++constant) add_constant(constant);
    std::vector<std::pair<Number, Number>> operands;
    for (Number x = 0; x <= word_.mask(); ++x) operands.emplace_back(x, 0);
    check(operands);
  }
}

// What is made of constants alone is folded while the file is read.
TEST_F(OperatorsTest, ConstantsAreFolded) {
  for (unsigned width = 1; width <= 3; ++width) {
    start(width);
    std::vector<std::uint64_t> ids;
    for (Number c = 0; c <= word_.mask(); ++c) ids.push_back(line(fmt::format("constd 1 {}", c)));
    const Word w = word_;
    for (const auto* table : {&same_width_binary(), &predicates()})
      for (const auto& [name, function] : *table)
        for (Number a = 0; a <= w.mask(); ++a)
          for (Number b = 0; b <= w.mask(); ++b)
            expect(fmt::format("{} {} {} {}", name, table == &predicates() ? 2 : 1, ids[a], ids[b]),
                   [=, &function = function](Number, Number) { return function(w, a, b); });
    check({{0, 0}});
    const Btor2Model model = read_btor2({"test.btor2", text_});
    for (const NamedTerm& output : model.outputs)
      EXPECT_TRUE(model.system.terms->is_value(output.term));
  }
}

TEST_F(OperatorsTest, RandomOperandsOfManyBits) {
  Rng rng(7);
  for (const unsigned width : {6, 7, 8, 13, 31, 32, 33, 48, 63, 64}) {
    start(width);
    add_unary();
    add_binary();
    for (int i = 0; i < 10; ++i) add_constant(some_number(rng));
    std::vector<std::pair<Number, Number>> operands;
    for (int i = 0; i < 200; ++i) {
      const Number x = some_number(rng);
      operands.emplace_back(x, rng.chance(10) ? x : some_number(rng));
    }
    check(operands);
  }
}

TEST_F(OperatorsTest, LogicOfOneBit) {
  start(1);
  for (const int x : {3, -3})
    for (const int y : {4, -4}) {
      const auto with_signs = [=](auto function) {
        return [=](Number a, Number b) -> Number {
          return function((a != 0) != (x < 0), (b != 0) != (y < 0));
        };
      };
      expect(fmt::format("iff 2 {} {}", x, y), with_signs([](bool a, bool b) { return a == b; }));
      expect(fmt::format("implies 2 {} {}", x, y),
             with_signs([](bool a, bool b) { return !a || b; }));
      expect(fmt::format("ite 2 {} {} {}", x, y, -y),
             with_signs([](bool a, bool b) { return a == b; }));
    }
  check(all_pairs());
}

TEST_F(OperatorsTest, Parts) {
  for (unsigned width = 1; width <= 5; ++width) {
    start(width);
    std::vector<std::uint64_t> sorts = {0, 2};
    for (unsigned i = 2; i <= 2 * width + 1; ++i)
      sorts.push_back(line(fmt::format("sort bitvec {}", i)));
    const Word w = word_;
    for (unsigned high = 0; high < width; ++high)
      for (unsigned low = 0; low <= high; ++low)
        for (const int sign : {1, -1})
          expect(fmt::format("slice {} {} {} {}", sorts[high - low + 1], 3 * sign, high, low),
                 [=](Number x, Number) {
                   return ((sign < 0 ? ~x : x) >> low) & Word{high - low + 1}.mask();
                 });
    for (unsigned more = 0; more <= width + 1; ++more)
      for (const int sign : {1, -1}) {
        const auto operand = [=](Number x) { return sign < 0 ? ~x & w.mask() : x; };
        expect(fmt::format("uext {} {} {}", sorts[width + more], 3 * sign, more),
               [=](Number x, Number) { return operand(x); });
        expect(fmt::format("sext {} {} {}", sorts[width + more], 3 * sign, more),
               [=](Number x, Number) { return Word{width + more}.wrap(w.as_signed(operand(x))); });
        expect(fmt::format("concat {} {} 4", sorts[2 * width], 3 * sign),
               [=](Number x, Number y) { return operand(x) << width | y; });
        expect(fmt::format("concat {} 4 {}", sorts[2 * width], 3 * sign),
               [=](Number x, Number y) { return y << width | operand(x); });
      }
    const std::uint64_t odd = line("redxor 2 4");
    expect(fmt::format("ite 1 {} 3 -4", odd), [=](Number x, Number y) {
      return __builtin_popcountll(y) % 2 != 0 ? x : ~y & w.mask();
    });
    expect(fmt::format("ite 1 -{} 3 -4", odd), [=](Number x, Number y) {
      return __builtin_popcountll(y) % 2 == 0 ? x : ~y & w.mask();
    });
    check(all_pairs());
  }
}

// a[x] := y, then reads; with indices and elements of one bit, too.
TEST_F(OperatorsTest, Arrays) {
  for (unsigned width = 1; width <= 3; ++width) {
    start(width);
    const Word w = word_;
    const std::uint64_t sort = line("sort array 1 1");
    const std::uint64_t array = line(fmt::format("state {}", sort));  // all zero
    const std::uint64_t one = line(fmt::format("write {} {} 3 4", sort, array));
    const std::uint64_t two = line(fmt::format("write {} {} -4 3", sort, one));
    const auto content = [=](Number x, Number y, Number at) {
      if (at == (~y & w.mask())) return x;
      return at == x ? y : 0;
    };
    expect(fmt::format("read 1 {} 3", one), [](Number, Number y) { return y; });
    expect(fmt::format("read 1 {} -3", one),
           [=](Number x, Number y) { return x == (~x & w.mask()) ? y : 0; });
    for (const int index : {3, -3, 4, -4})
      expect(fmt::format("read 1 {} {}", two, index), [=](Number x, Number y) {
        const Number at = index == 3 || index == -3 ? x : y;
        return content(x, y, index < 0 ? ~at & w.mask() : at);
      });
    expect(fmt::format("eq 2 {} {}", one, array), [](Number, Number y) { return y == 0; });
    expect(fmt::format("neq 2 {} {}", one, two), [=](Number x, Number y) {
      return content(x, y, ~y & w.mask()) != ((~y & w.mask()) == x ? y : 0);
    });
    const std::uint64_t odd = line("redxor 2 4");
    const std::uint64_t chosen = line(fmt::format("ite {} {} {} {}", sort, odd, one, array));
    expect(fmt::format("read 1 {} 3", chosen),
           [](Number, Number y) { return __builtin_popcountll(y) % 2 != 0 ? y : 0; });
    check(all_pairs());
  }
}

// The other form of one bit is kept, so that going back and forth adds nothing.
TEST_F(OperatorsTest, OneBitIsConvertedOnce) {
  std::string text = "1 sort bitvec 1\n2 sort array 1 1\n3 state 2\n4 state 1\n";
  std::uint64_t array = 3, bit = 4, id = 5;
  for (int i = 0; i < 10; ++i) {
    text += fmt::format("{} write 2 {} {} {}\n", id, array, bit, bit);
    text += fmt::format("{} read 1 {} -{}\n", id + 1, id, bit);
    array = id++;
    bit = id++;
  }
  const Btor2Model model = read_btor2({"test.btor2", text});
  EXPECT_LT(model.system.terms->size(), 60u);
}

}  // namespace
}  // namespace cairn
