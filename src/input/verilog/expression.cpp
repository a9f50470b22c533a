// SPDX-License-Identifier: MIT
#include "input/verilog/expression.h"

#include <algorithm>

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

}  // namespace

Tokens without_implications(const Tokens& tokens) {
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
