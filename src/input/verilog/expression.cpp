// SPDX-License-Identifier: MIT
#include "input/verilog/expression.h"

#include <algorithm>
#include <string_view>

#include "input/verilog/sva_parser.h"

namespace cairn::verilog {
namespace {

void add(Tokens& to, const Tokens& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void add(Tokens& to, const Token& like, const char* text) {
  Token token = like;
  token.kind = Token::Kind::Symbol;
  token.text = text;
  token.spaced = true;
  to.push_back(std::move(token));
}

/// "!(left) || (right)", or "!(left) == !(right)". Both operators bind less than all others and to
/// the right.
Tokens lowered(const Tokens& part) {
  int depth = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i].opens()) ++depth;
    if (part[i].closes()) --depth;
    if (depth != 0 || (!part[i].is("->") && !part[i].is("<->"))) continue;
    const auto middle = part.begin() + static_cast<std::ptrdiff_t>(i);
    const bool both = part[i].is("<->");
    Tokens result;
    add(result, part[i], "(");
    add(result, part[i], "!");
    add(result, part[i], "(");
    add(result, Tokens(part.begin(), middle));
    add(result, part[i], ")");
    add(result, part[i], both ? "==" : "||");
    if (both) add(result, part[i], "!");
    add(result, part[i], "(");
    add(result, lowered(Tokens(middle + 1, part.end())));
    add(result, part[i], ")");
    add(result, part[i], ")");
    return result;
  }
  return part;
}

/// What binds less than "inside", or as much: its left side begins behind it.
bool ends_operand(const Token& token) {
  constexpr std::string_view kLoose[] = {
      "==", "!=", "===", "!==", "==?", "!=?", "&",  "^",  "~^", "^~", "|", "&&",    "||",
      "?",  ":",  "->",  "<->", "<",   ">",   "<=", ">=", "=",  ",",  ";", "inside"};
  return token.opens() || std::ranges::find(kLoose, token.text) != std::end(kLoose);
}

/// The operators & | ^ of one operand bind more than "inside".
bool is_reduction(const Tokens& tokens, std::size_t i) {
  constexpr std::string_view kReductions[] = {"&", "|", "^", "~^", "^~"};
  if (std::ranges::find(kReductions, tokens[i].text) == std::end(kReductions)) return false;
  if (i == 0) return true;
  const Token& before = tokens[i - 1];
  return before.kind == Token::Kind::Symbol && !before.closes();
}

std::size_t group_end(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].opens()) ++depth;
    if (tokens[i].closes() && --depth == 0) return i + 1;
  }
  return tokens.size();
}

/// Elements with bits that don't matter are left to Yosys, which refuses them.
bool has_wildcard(const Tokens& tokens) {
  return std::ranges::any_of(tokens, [](const Token& token) {
    return token.kind == Token::Kind::Number && token.text.find('\'') != std::string::npos &&
           token.text.find_first_of("xXzZ?") != std::string::npos;
  });
}

/// "x inside {a, [b:c]}" is "((x)==(a) || ((x)>=(b) && (x)<=(c)))" (IEEE 1800-2017, 11.4.13).
Tokens without_sets(const Tokens& tokens) {
  const auto found = std::ranges::find_if(
      tokens, [](const Token& each) { return each.is_identifier() && each.is("inside"); });
  const auto at = static_cast<std::size_t>(found - tokens.begin());
  if (found == tokens.end() || at == 0 || at + 1 >= tokens.size() || !tokens[at + 1].is("{"))
    return tokens;
  const std::size_t end = group_end(tokens, at + 1);
  const Tokens set(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 2,
                   tokens.begin() + static_cast<std::ptrdiff_t>(end) - 1);
  std::size_t begin = at;
  for (int depth = 0; begin > 0; --begin) {
    const Token& before = tokens[begin - 1];
    if (depth == 0 && ends_operand(before) && !is_reduction(tokens, begin - 1)) break;
    if (before.closes()) ++depth;
    if (before.opens()) --depth;
  }
  const Tokens left(tokens.begin() + static_cast<std::ptrdiff_t>(begin), found);
  if (left.empty() || has_wildcard(set)) return tokens;
  const Token& like = *found;
  const auto compare = [&](Tokens& to, const char* sign, const Tokens& value) {
    add(to, like, "(");
    add(to, left);
    add(to, like, ")");
    add(to, like, sign);
    add(to, like, "(");
    add(to, value);
    add(to, like, ")");
  };
  Tokens result(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(begin));
  add(result, like, "(");
  bool is_first = true;
  for (const Tokens& element : split_at_commas(set)) {
    if (element.empty()) return tokens;
    if (!is_first) add(result, like, "||");
    is_first = false;
    if (!element[0].is("[")) {
      compare(result, "==", element);
      continue;
    }
    std::size_t colon = 1;
    while (colon < element.size() && !element[colon].is(":"))
      colon = element[colon].opens() ? group_end(element, colon) : colon + 1;
    if (colon >= element.size() || !element.back().is("]")) return tokens;
    const Tokens low(element.begin() + 1, element.begin() + static_cast<std::ptrdiff_t>(colon)),
        high(element.begin() + static_cast<std::ptrdiff_t>(colon) + 1, element.end() - 1);
    const auto is_open = [](const Tokens& bound) { return bound.size() == 1 && bound[0].is("$"); };
    if (low.empty() || high.empty() || (is_open(low) && is_open(high))) return tokens;
    add(result, like, "(");
    if (!is_open(low)) compare(result, ">=", low);
    if (!is_open(low) && !is_open(high)) add(result, like, "&&");
    if (!is_open(high)) compare(result, "<=", high);
    add(result, like, ")");
  }
  if (is_first) return tokens;
  add(result, like, ")");
  add(result, Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(end), tokens.end()));
  return without_sets(result);
}

}  // namespace

Tokens without_implications(const Tokens& whole) {
  const Tokens tokens = without_sets(whole);
  if (std::ranges::none_of(tokens,
                           [](const Token& token) { return token.is("->") || token.is("<->"); }))
    return tokens;
  // Inside out: what brackets and commas separate are expressions of their own.
  std::vector<Tokens> finished(1), part(1);
  for (const Token& token : tokens) {
    if (token.opens()) {
      part.back().push_back(token);
      finished.emplace_back();
      part.emplace_back();
    } else if (token.closes() && part.size() > 1) {
      add(finished.back(), lowered(part.back()));
      finished.back().push_back(token);
      const Tokens inside = std::move(finished.back());
      finished.pop_back();
      part.pop_back();
      add(part.back(), inside);
    } else if (token.is(",")) {
      add(finished.back(), lowered(part.back()));
      finished.back().push_back(token);
      part.back().clear();
    } else {
      part.back().push_back(token);
    }
  }
  while (part.size() > 1) {
    add(finished.back(), part.back());
    const Tokens inside = std::move(finished.back());
    finished.pop_back();
    part.pop_back();
    add(part.back(), inside);
  }
  add(finished.back(), lowered(part.back()));
  return finished.back();
}

}  // namespace cairn::verilog
