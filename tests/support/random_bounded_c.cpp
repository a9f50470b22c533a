// SPDX-License-Identifier: MIT
#include "support/random_bounded_c.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/rng.h"

namespace cairn::support {
namespace {

constexpr std::array<const char*, 7> kTypes = {
    "unsigned char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned"};
constexpr std::array<const char*, 7> kOperators = {"+", "-", "*", "&", "|", "^", "+"};
constexpr std::array<const char*, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
constexpr std::array<const char*, 6> kAssignments = {"=", "+=", "-=", "^=", "|=", "="};

class Generator {
 public:
  Generator(std::uint64_t seed, const std::string& suffix) : rng_(seed), suffix_(suffix) {}

  std::string program() {
    line(fmt::format("struct s{} {{ unsigned char x; short y; unsigned b : 3; int c : 4; }};",
                     suffix_));
    helper();
    line(fmt::format("static void program{}(void) {{", suffix_));
    ++depth_;
    variables();
    const unsigned count = 2 + pick(3);
    for (unsigned i = 0; i < count; ++i) statement(2);
    see(kBoundedCPoints - 1);
    --depth_;
    line("}");
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += std::string(2 * depth_, ' ') + text + "\n"; }
  unsigned pick(unsigned bound) { return static_cast<unsigned>(rng_.below(bound)); }
  bool chance(unsigned percent) { return rng_.chance(percent); }
  template <class List>
  const auto& any(const List& list) {
    return list[rng_.below(list.size())];
  }

  void helper() {
    places_ = {"a", "b"};
    line(fmt::format("static {} f{}({} a, {} b) {{", any(kTypes), suffix_, any(kTypes),
                     any(kTypes)));
    ++depth_;
    if (chance(50)) line(fmt::format("if ({}) a = {};", condition(1), expression(1)));
    line(fmt::format("return {};", expression(2)));
    --depth_;
    line("}");
  }

  void variables() {
    const char* const inputs[] = {"i0", "i1"};
    for (const char* input : inputs)
      line(fmt::format("{} {} = in({});", any(kTypes), input, 2 + pick(7)));
    places_ = {"i0", "i1"};
    for (unsigned i = 0; i < 3; ++i) {
      line(fmt::format("{} v{} = {};", any(kTypes), i, expression(1)));
      places_.push_back(fmt::format("v{}", i));
    }
    line(fmt::format("{} t[4] = {{{}, {}, 3}};", any(kTypes), expression(0), expression(0)));
    line(fmt::format("struct s{} r = {{{}, {}}};", suffix_, expression(0), expression(1)));
    line("unsigned char k = 1, *p = &k;");
    places_.insert(places_.end(), {"t[0]", "t[3]", "r.x", "r.y", "r.b", "r.c", "k", "*p"});
    has_array_ = true;
  }

  std::string place() {
    if (has_array_ && chance(15)) return fmt::format("t[({}) & 3]", expression(0));
    return any(places_);
  }

  std::string expression(unsigned depth) {
    if (depth == 0 || chance(15)) return chance(40) ? std::to_string(pick(12)) : place();
    switch (pick(9)) {
      case 0:
        return fmt::format("({} / (({} & 3) + 1))", expression(depth - 1), expression(depth - 1));
      case 1:
        return fmt::format("({} % (({} & 7) + 1))", expression(depth - 1), expression(depth - 1));
      case 2:
        return fmt::format("({} {} ({} & 3))", expression(depth - 1), chance(50) ? "<<" : ">>",
                           expression(depth - 1));
      case 3:
        return fmt::format("({} ? {} : {})", condition(depth - 1), expression(depth - 1),
                           expression(depth - 1));
      case 4:
        return fmt::format("(({}){})", any(kTypes), expression(depth - 1));
      case 5:
        return has_array_
                   ? fmt::format("f{}({}, {})", suffix_, expression(depth - 1), expression(0))
                   : fmt::format("(~{})", expression(depth - 1));
      default:
        return fmt::format("({} {} {})", expression(depth - 1), any(kOperators),
                           expression(depth - 1));
    }
  }

  std::string condition(unsigned depth) {
    if (depth > 0 && chance(25))
      return fmt::format("({} {} {})", condition(depth - 1), chance(50) ? "&&" : "||",
                         condition(depth - 1));
    return fmt::format("{} {} {}", expression(depth), any(kComparisons), expression(depth));
  }

  void see(unsigned point) { line(fmt::format("SEE({}, {});", point, expression(1))); }

  void block(unsigned depth) {
    ++depth_;
    const unsigned count = 1 + pick(2);
    for (unsigned i = 0; i < count; ++i) statement(depth);
    --depth_;
  }

  void loop(unsigned depth) {
    const std::string counter = fmt::format("n{}", counters_++);
    const std::string bound = chance(60)   ? std::to_string(1 + pick(4))
                              : chance(50) ? "i0"
                                           : "in(3)";
    const bool head = chance(60);
    // Inputs may be changed by the body, so that only the counter bounds the rounds.
    line(fmt::format("{{ int {0} = 0, {0}_end = {1};", counter, bound));
    line(head ? fmt::format("for (; {0} < {0}_end && {0} < 8; {0}++) {{", counter) : "do {");
    if (chance(20))
      line(fmt::format("  if ({}) {};", condition(1), head && chance(50) ? "continue" : "break"));
    block(depth - 1);
    if (seen_ + 1 < kBoundedCPoints && chance(25)) see(seen_++);
    line(head ? "} }" : fmt::format("}} while (++{0} < {0}_end && {0} < 8); }}", counter));
  }

  void statement(unsigned depth) {
    const unsigned kind = pick(depth == 0 ? 4 : 10);
    if (kind < 4) {
      line(chance(15) ? fmt::format("p = &{};", chance(50) ? "k" : "r.x")
                      : fmt::format("{} {} {};", place(), any(kAssignments), expression(2)));
    } else if (kind < 6) {
      line(fmt::format("if ({}) {{", condition(1)));
      block(depth - 1);
      if (chance(50)) {
        line("} else {");
        block(depth - 1);
      }
      line("}");
    } else if (kind < 9) {
      loop(depth);
    } else {
      line(fmt::format("switch ({}) {{", expression(1)));
      line("case 0:");
      block(depth - 1);
      if (chance(50)) line("  break;");
      line(fmt::format("case {}:", 1 + pick(5)));
      block(depth - 1);
      line("  break;");
      line("default:");
      block(depth - 1);
      line("}");
    }
  }

  Rng rng_;
  const std::string suffix_;
  std::string text_;
  unsigned depth_ = 0;
  std::vector<std::string> places_;
  bool has_array_ = false;
  unsigned counters_ = 0;
  unsigned seen_ = 0;
};

}  // namespace

std::string random_bounded_c(std::uint64_t seed, const std::string& suffix) {
  return Generator(seed, suffix).program();
}

}  // namespace cairn::support
