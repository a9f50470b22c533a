// SPDX-License-Identifier: MIT
//
// Recursive descent by the precedences of IEEE 1800-2017, table 16-3. Where an expression ends is
// seen by what follows it: no operator of properties occurs in expressions outside of brackets.
#include "input/verilog/sva_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace cairn::verilog {
namespace {

constexpr std::size_t kDeepest = 200;
constexpr std::int64_t kLargestBound = 100'000;
constexpr std::size_t kMostTokens = 20'000;

const std::set<std::string_view> kWords{"or",
                                        "and",
                                        "iff",
                                        "implies",
                                        "until",
                                        "s_until",
                                        "until_with",
                                        "intersect",
                                        "s_until_with",
                                        "within",
                                        "throughout",
                                        "not",
                                        "nexttime",
                                        "s_nexttime",
                                        "always",
                                        "s_always",
                                        "eventually",
                                        "s_eventually",
                                        "accept_on",
                                        "reject_on",
                                        "sync_accept_on",
                                        "sync_reject_on",
                                        "first_match",
                                        "strong",
                                        "weak",
                                        "if",
                                        "else",
                                        "case",
                                        "endcase"};
const std::set<std::string_view> kSymbols{"|->", "|=>", "#-#", "#=#", "##"};

/// The bracket of a repetition: "[" with "*", "=", "->" or "+]" behind it.
bool is_repetition(const Tokens& tokens, std::size_t i) {
  if (i + 1 >= tokens.size() || !tokens[i].is("[")) return false;
  const Token& after = tokens[i + 1];
  return after.is("*") || after.is("=") || after.is("->") || after.is("**") ||
         (after.is("+") && i + 2 < tokens.size() && tokens[i + 2].is("]"));
}

bool is_operator(const Tokens& tokens, std::size_t i) {
  const Token& token = tokens[i];
  if (token.kind == Token::Kind::Identifier) return kWords.contains(token.text);
  if (token.kind != Token::Kind::Symbol) return false;
  return kSymbols.contains(token.text) || is_repetition(tokens, i);
}

std::shared_ptr<Sva> make(SvaOp op, std::vector<SvaPointer> kids) {
  auto node = std::make_shared<Sva>();
  node->op = op;
  node->kids = std::move(kids);
  return node;
}

class Parser {
 public:
  Parser(const Tokens& tokens, const Token& end, const SvaScope& scope, Specification& result,
         std::size_t depth)
      : tokens_(tokens), end_(end), scope_(scope), result_(result), depth_(depth) {
    end_.kind = Token::Kind::End;
    end_.text.clear();
    if (depth > kDeepest) fail(end_, "properties are nested too deeply");
  }

  /// With clock and disable condition, at the beginning of an assertion or of a named property.
  SvaPointer whole() {
    clocking();
    if (here().is("disable")) {
      const Token at = take();
      expect("iff");
      const Tokens condition = group();
      if (result_.disable && text_of(*result_.disable) != text_of(condition))
        fail(at, "a second 'disable iff' of one assertion");
      result_.disable = condition;
    }
    clocking();
    const SvaPointer property = implication();
    while (here().is(";")) take();
    if (here().kind != Token::Kind::End) unexpected();
    return property;
  }

 private:
  // Tokens.

  const Token& here() const { return at_ < tokens_.size() ? tokens_[at_] : end_; }
  const Token& take() {
    const Token& token = here();
    ++at_;
    return token;
  }
  [[noreturn]] void fail(const Token& at, std::string_view message) const {
    throw InputError(scope_.stream->position(at), message);
  }
  [[noreturn]] void unexpected() const {
    if (here().kind == Token::Kind::End) fail(here(), "the property ends too early");
    fail(here(), fmt::format("unexpected '{}' in a property", printable(here().text)));
  }
  void expect(std::string_view text) {
    if (!here().is(text))
      fail(here(),
           fmt::format("expected '{}' in a property, got '{}'", text, printable(here().text)));
    take();
  }
  /// What is inside of the parentheses that follow.
  Tokens group() {
    expect("(");
    Tokens inside;
    for (int depth = 0;; take()) {
      if (here().kind == Token::Kind::End) unexpected();
      if (depth == 0 && here().is(")")) break;
      if (here().opens()) ++depth;
      if (here().closes()) --depth;
      inside.push_back(here());
    }
    take();
    return inside;
  }

  void clocking() {
    if (!here().is("@")) return;
    const Token at = take();
    Tokens clock;
    if (here().is("(")) {
      clock = group();
    } else {
      clock = {take()};
    }
    if (result_.clock && text_of(*result_.clock) != text_of(clock))
      fail(at, fmt::format("several clocks in one property ('{}' and '{}') are not supported",
                           printable(text_of(*result_.clock)), printable(text_of(clock))));
    result_.clock = clock;
  }

  std::uint32_t constant(const Tokens& tokens, const Token& at) {
    const auto value = scope_.constant ? scope_.constant(tokens) : std::nullopt;
    if (!value)
      fail(at, fmt::format("'{}' is not a constant that can be computed here",
                           printable(text_of(tokens))));
    if (*value < 0 || *value > kLargestBound)
      fail(at, fmt::format("the bound {} is not between 0 and {}", *value, kLargestBound));
    return static_cast<std::uint32_t>(*value);
  }

  /// "m:n]", "n]", "m:$]" and so on, after the opening bracket (and the sign).
  void range(Sva& node, const Token& at) {
    Tokens first, second;
    bool colon = false;
    for (int depth = 0; depth > 0 || !here().is("]"); take()) {
      if (here().kind == Token::Kind::End) unexpected();
      if (here().opens()) ++depth;
      if (here().closes()) --depth;
      if (depth == 0 && here().is(":"))
        colon = true;
      else
        (colon ? second : first).push_back(here());
    }
    take();
    node.low = node.high = constant(first, at);
    if (!colon) return;
    if (second.size() == 1 && second[0].is("$")) {
      node.unbounded = true;
    } else {
      node.high = constant(second, at);
      if (node.high < node.low) fail(at, "the range is empty: its end is before its beginning");
    }
  }
  bool optional_range(Sva& node) {
    if (!here().is("[")) return false;
    const Token at = take();
    range(node, at);
    return true;
  }

  struct Nested {
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepest)
        parser_.fail(parser_.here(), "properties are nested too deeply");
    }
    ~Nested() { --parser_.depth_; }
    Parser& parser_;
  };

  void require_sequence(const SvaPointer& node, const Token& at, std::string_view what) const {
    if (!is_sequence(*node)) fail(at, fmt::format("expected a sequence {}", what));
  }

  // Properties, the lowest precedence first.

  SvaPointer implication() {
    const Nested nested(*this);
    const SvaPointer left = until();
    const Token at = here();
    const bool follows = at.is("#-#") || at.is("#=#");
    if (!follows && !at.is("|->") && !at.is("|=>")) return left;
    take();
    require_sequence(left, at, fmt::format("before '{}'", at.text));
    auto node = make(follows ? SvaOp::FollowedBy : SvaOp::Implication, {left, implication()});
    node->next = at.is("|=>") || at.is("#=#");
    return node;
  }

  SvaPointer until() {
    const Nested nested(*this);
    const SvaPointer left = iff();
    const Token at = here();
    if (at.is("implies")) {
      take();
      return make(SvaOp::Implies, {left, until()});
    }
    const bool strong = at.is("s_until") || at.is("s_until_with");
    const bool with = at.is("until_with") || at.is("s_until_with");
    if (!strong && !with && !at.is("until")) return left;
    take();
    auto node = make(SvaOp::Until, {left, until()});
    node->strong = strong;
    node->next = with;
    return node;
  }

  SvaPointer iff() {
    const Nested nested(*this);
    const SvaPointer left = disjunction();
    if (!here().is("iff")) return left;
    take();
    return make(SvaOp::Iff, {left, iff()});
  }

  SvaPointer disjunction() {
    SvaPointer left = conjunction();
    while (here().is("or")) {
      take();
      left = make(SvaOp::Or, {left, conjunction()});
    }
    return left;
  }

  SvaPointer conjunction() {
    SvaPointer left = prefix();
    while (here().is("and")) {
      take();
      left = make(SvaOp::And, {left, prefix()});
    }
    return left;
  }

  SvaPointer prefix() {
    const Nested nested(*this);
    const Token at = here();
    if (at.is("not")) {
      take();
      return make(SvaOp::Not, {prefix()});
    }
    if (at.is("nexttime") || at.is("s_nexttime")) {
      take();
      auto node = make(SvaOp::Nexttime, {});
      node->strong = at.is("s_nexttime");
      node->low = 1;
      if (optional_range(*node) && (node->unbounded || node->high != node->low))
        fail(at, "expected one number");
      node->kids = {prefix()};
      return node;
    }
    if (at.is("always") || at.is("s_always") || at.is("eventually") || at.is("s_eventually")) {
      take();
      const bool always = at.is("always") || at.is("s_always");
      auto node = make(always ? SvaOp::Always : SvaOp::Eventually, {});
      node->strong = at.text[0] == 's';
      node->unbounded = true;
      const Token bracket = here();
      if (bracket.is("[")) node->unbounded = false;
      if (!optional_range(*node) && (at.is("eventually") || at.is("s_always")))
        fail(at, fmt::format("'{}' needs a range", at.text));
      if (node->unbounded && (at.is("eventually") || at.is("s_always")))
        fail(bracket, fmt::format("the range of '{}' needs an end", at.text));
      node->kids = {implication()};
      return node;
    }
    if (at.is("if")) return condition();
    if (at.is("case")) return choice();
    if (at.text.ends_with("accept_on") || at.text.ends_with("reject_on")) {
      take();
      const SvaPointer abort = expression(group(), at);
      auto node = make(SvaOp::Abort, {abort, implication()});
      node->strong = at.text.ends_with("accept_on");
      return node;
    }
    if (at.is("@")) {
      clocking();
      return prefix();
    }
    return intersection();
  }

  SvaPointer condition() {
    const Token at = take();
    const SvaPointer test = expression(group(), at);
    auto node = make(SvaOp::If, {test, implication()});
    if (here().is("else")) {
      take();
      node->kids.push_back(implication());
    }
    return node;
  }

  /// case (e) a, b: p; default: q; endcase
  SvaPointer choice() {
    const Token at = take();
    const Tokens subject = group();
    struct Item {
      std::vector<Tokens> values;
      SvaPointer property;
    };
    std::vector<Item> items;
    SvaPointer otherwise;
    while (!here().is("endcase")) {
      if (here().is("default")) {
        if (otherwise) fail(here(), "a second 'default'");
        take();
        if (here().is(":")) take();
        otherwise = implication();
      } else {
        Item item;
        item.values = split_at_commas(up_to_colon());
        item.property = implication();
        items.push_back(std::move(item));
      }
      if (!here().is("endcase")) expect(";");
    }
    take();
    std::vector<Tokens> all;
    for (const Item& item : items) all.insert(all.end(), item.values.begin(), item.values.end());
    SvaPointer whole = otherwise;
    for (auto item = items.rbegin(); item != items.rend(); ++item)
      for (auto value = item->values.rbegin(); value != item->values.rend(); ++value) {
        auto node = make(SvaOp::If, {is_case(subject, *value, all, at), item->property});
        if (whole) node->kids.push_back(whole);
        whole = node;
      }
    if (!whole) fail(at, "a 'case' without any item");
    return whole;
  }
  Tokens up_to_colon() {
    Tokens result;
    for (int depth = 0; depth > 0 || !here().is(":"); result.push_back(take())) {
      if (here().kind == Token::Kind::End || (depth == 0 && here().is(";"))) unexpected();
      if (here().opens()) ++depth;
      if (here().closes()) --depth;
    }
    take();
    return result;
  }
  /// "subject == value", with the size and the sign that all values of the case agree on.
  SvaPointer is_case(const Tokens& subject, const Tokens& value, const std::vector<Tokens>& all,
                     const Token& at) {
    Tokens text;
    const auto add = [&](std::string_view symbols) {
      for (const char symbol : symbols) text.push_back(bracket(at, symbol));
    };
    const auto add_all = [&](const Tokens& tokens) {
      add("(");
      text.insert(text.end(), tokens.begin(), tokens.end());
      add(")");
    };
    add_all(subject);
    text.push_back(bracket(at, '='));
    text.back().text = "==";
    add("(1?");
    add_all(value);
    for (const Tokens& other : all) {
      add(":1?");
      add_all(other);
    }
    add(":");
    add_all(value);
    add(")");
    return expression(text, at);
  }

  // Sequences.

  SvaPointer intersection() {
    SvaPointer left = within();
    while (here().is("intersect")) {
      const Token at = take();
      const SvaPointer right = within();
      require_sequence(left, at, "before 'intersect'");
      require_sequence(right, at, "after 'intersect'");
      left = make(SvaOp::Intersect, {left, right});
    }
    return left;
  }

  SvaPointer within() {
    SvaPointer left = throughout();
    while (here().is("within")) {
      const Token at = take();
      const SvaPointer right = throughout();
      require_sequence(left, at, "before 'within'");
      require_sequence(right, at, "after 'within'");
      left = make(SvaOp::Within, {left, right});
    }
    return left;
  }

  SvaPointer throughout() {
    const Nested nested(*this);
    const SvaPointer left = delayed();
    if (!here().is("throughout")) return left;
    const Token at = take();
    if (left->op != SvaOp::Boolean) fail(at, "expected an expression before 'throughout'");
    const SvaPointer right = throughout();
    require_sequence(right, at, "after 'throughout'");
    return make(SvaOp::Throughout, {left, right});
  }

  SvaPointer delayed() {
    SvaPointer left = here().is("##") ? nullptr : repeated();
    while (here().is("##")) {
      const Token at = take();
      auto node = make(SvaOp::Delay, {});
      if (here().is("[")) {
        take();
        if (here().is("*") || here().is("+")) {
          node->low = take().is("+") ? 1 : 0;
          node->unbounded = true;
          expect("]");
        } else {
          range(*node, at);
        }
      } else if (here().is("(")) {
        node->low = node->high = constant(group(), at);
      } else {
        node->low = node->high = constant({take()}, at);
      }
      const SvaPointer right = repeated();
      require_sequence(right, at, "after '##'");
      if (left != nullptr) {
        require_sequence(left, at, "before '##'");
        node->kids = {left, right};
      } else {
        node->kids = {right};
      }
      left = node;
    }
    return left;
  }

  SvaPointer repeated() {
    SvaPointer inner = primary();
    while (is_repetition(tokens_, at_)) {
      const Token at = take();
      const Token sign = take();
      require_sequence(inner, at, "before a repetition");
      auto node = make(SvaOp::Repeat, {inner});
      if (sign.is("+") || (sign.is("*") && here().is("]"))) {
        node->low = sign.is("+") ? 1 : 0;
        node->unbounded = true;
        expect("]");
      } else {
        if (sign.is("->")) node->op = SvaOp::Goto;
        if (sign.is("=")) node->op = SvaOp::Nonconsecutive;
        if (!sign.is("*") && inner->op != SvaOp::Boolean)
          fail(at, "expected an expression before this repetition");
        range(*node, at);
      }
      inner = node;
    }
    return inner;
  }

  SvaPointer primary() {
    const Nested nested(*this);
    const Token at = here();
    if (at.is("first_match") || at.is("strong") || at.is("weak")) {
      take();
      const Tokens inside = group();
      const std::vector<Tokens> parts = split_at_commas(inside);
      const SvaPointer sequence = parts.size() > 1 ? with_assignments(parts, at) : parsed(inside);
      require_sequence(sequence, at, fmt::format("in '{}'", at.text));
      return make(at.is("first_match") ? SvaOp::FirstMatch
                  : at.is("strong")    ? SvaOp::Strong
                                       : SvaOp::Weak,
                  {sequence});
    }
    Tokens run;
    int depth = 0;
    while (here().kind != Token::Kind::End) {
      if (depth == 0 && (is_operator(tokens_, at_) || here().closes() || here().is(",") ||
                         here().is(";") || here().is("@")))
        break;
      if (here().opens()) ++depth;
      if (here().closes()) --depth;
      run.push_back(take());
    }
    if (run.empty()) {
      // What only starts a property may stand after an operator: "a |-> always b".
      if (kWords.contains(here().text) && here().is_identifier() && !here().is("or") &&
          !here().is("and") && !here().is("else"))
        return prefix();
      unexpected();
    }
    return operand(run, at);
  }

  SvaPointer operand(const Tokens& run, const Token& at) {
    if (run[0].is_identifier())
      if (const auto found = scope_.declarations.find(run[0].text);
          found != scope_.declarations.end())
        return instance(found->second, run, at);
    const bool enclosed = run[0].is("(") && closes_at(run, 0) + 1 == run.size();
    if (!enclosed) return expression(run, at);
    const Tokens inside(run.begin() + 1, run.end() - 1);
    const std::vector<Tokens> parts = split_at_commas(inside);
    if (parts.size() > 1) return with_assignments(parts, at);
    if (!mentions_property(run)) return expression(run, at);
    return parsed(inside);
  }

  /// A local variable's name, where it is used.
  Token declare(const Tokens& type, const Token& at) {
    const std::size_t number = result_.locals.size();
    result_.locals.push_back({type,
                              fmt::format("{}v{}", scope_.mark, number),
                              fmt::format("{}a{}", scope_.mark, number),
                              {},
                              0});
    Token name = bracket(at, ' ');
    name.kind = Token::Kind::Identifier;
    name.text = result_.locals.back().name;
    return name;
  }

  /// "(s, x = e)": s, and in its last tick x has the value of e.
  SvaPointer with_assignments(const std::vector<Tokens>& parts, const Token& at) {
    SvaPointer whole = parsed(parts[0]);
    require_sequence(whole, at, "before an assignment");
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const Tokens& part = parts[i];
      const auto local = std::ranges::find_if(result_.locals, [&](const LocalVariable& each) {
        return !part.empty() && part[0].is(each.name);
      });
      if (local == result_.locals.end() || part.size() < 3 || !part[1].is("="))
        fail(at, "only assignments to local variables are supported behind a sequence");
      if (!local->assigned.empty())
        fail(part[0], "a local variable that is assigned twice is not supported");
      local->assigned.assign(part.begin() + 2, part.end());
      Token value = part[0], equals = part[1];
      value.text = local->value;
      equals.text = "==";
      const SvaPointer condition = expression({value, equals, part[0]}, at);
      local->condition = condition->expression;
      whole = make(SvaOp::Delay, {whole, condition});
    }
    return whole;
  }

  static std::size_t closes_at(const Tokens& tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
      if (tokens[i].opens()) ++depth;
      if (tokens[i].closes() && --depth == 0) return i;
    }
    return tokens.size();
  }

  bool mentions_property(const Tokens& tokens) const {
    if (has_temporal_operator(tokens)) return true;
    return std::ranges::any_of(tokens, [&](const Token& token) {
      return token.is_identifier() && scope_.declarations.contains(token.text);
    });
  }

  SvaPointer parsed(const Tokens& inside) {
    return Parser(inside, inside.empty() ? here() : inside.back(), scope_, result_, depth_ + 1)
        .nested_whole();
  }
  SvaPointer nested_whole() {
    const SvaPointer property = implication();
    if (here().kind != Token::Kind::End) unexpected();
    return property;
  }

  SvaPointer expression(const Tokens& tokens, const Token& at) {
    if (tokens.empty()) fail(at, "expected an expression");
    if (mentions_property(tokens))
      fail(at, "a sequence or property cannot be part of an expression");
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i)
      if (tokens[i].is(".") && (tokens[i + 1].is("triggered") || tokens[i + 1].is("matched") ||
                                tokens[i + 1].is("ended")))
        fail(tokens[i + 1], fmt::format("'.{}' of sequences is not supported", tokens[i + 1].text));
    auto node = make(SvaOp::Boolean, {});
    const std::string text = text_of(tokens);
    for (std::size_t i = 0; i < result_.expressions.size(); ++i)
      if (text_of(result_.expressions[i]) == text) {
        node->expression = static_cast<std::uint32_t>(i);
        return node;
      }
    node->expression = static_cast<std::uint32_t>(result_.expressions.size());
    result_.expressions.push_back(tokens);
    return node;
  }

  static Token bracket(const Token& at, char sign) {
    Token result;
    result.kind = Token::Kind::Symbol;
    result.spaced = true;
    result.file = at.file;
    result.line = at.line;
    result.column = at.column;
    result.text.assign(1, sign);
    return result;
  }

  SvaPointer instance(const Declaration& declaration, const Tokens& run, const Token& at) {
    if (declaration.problem) throw *declaration.problem;
    std::vector<Tokens> arguments;
    if (run.size() > 1) {
      if (!run[1].is("(") || closes_at(run, 1) + 1 != run.size())
        fail(at, "a sequence or property cannot be part of an expression");
      arguments = split_at_commas(Tokens(run.begin() + 2, run.end() - 1));
    }
    if (arguments.size() > declaration.parameters.size())
      fail(at, fmt::format("'{}' has {} arguments, got {}", printable(at.text),
                           declaration.parameters.size(), arguments.size()));
    std::map<std::string, Tokens> values;
    for (const auto& [type, name] : declaration.locals) values[name] = {declare(type, at)};
    for (std::size_t i = 0; i < declaration.parameters.size(); ++i)
      values[declaration.parameters[i].first] = declaration.parameters[i].second;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      Tokens& argument = arguments[i];
      std::string name = declaration.parameters[i].first;
      if (argument.size() >= 4 && argument[0].is(".")) {  // .name(value)
        name = argument[1].text;
        if (!values.contains(name))
          fail(argument[1], fmt::format("there is no argument '{}'", printable(name)));
        argument = Tokens(argument.begin() + 3, argument.end() - 1);
      }
      if (!argument.empty()) values[name] = argument;
    }
    Tokens body;
    for (const Token& token : declaration.body) {
      const auto value = token.is_identifier() ? values.find(token.text) : values.end();
      const bool member = !body.empty() && body.back().is(".");
      if (value == values.end() || member) {
        body.push_back(token);
        continue;
      }
      if (value->second.empty())
        fail(at, fmt::format("'{}' is used without its argument '{}'", printable(at.text),
                             printable(token.text)));
      // A range may have "$" as an argument, which stands for itself.
      const bool bare = value->second.size() == 1;
      if (!bare) body.push_back(bracket(at, '('));
      for (const Token& part : value->second) body.push_back(part);
      if (!bare) body.push_back(bracket(at, ')'));
    }
    for (Token& token : body) {  // of where it is used, for messages
      token.file = at.file;
      token.line = at.line;
      token.column = at.column;
    }
    if (body.size() > kMostTokens) fail(at, "the property is too large");
    return Parser(body, at, scope_, result_, depth_ + 10).whole();
  }

  const Tokens& tokens_;
  Token end_;
  const SvaScope& scope_;
  Specification& result_;
  std::size_t depth_;
  std::size_t at_ = 0;
};

}  // namespace

bool is_sequence(const Sva& node) {
  switch (node.op) {
    case SvaOp::Boolean:
    case SvaOp::Delay:
    case SvaOp::Repeat:
    case SvaOp::Goto:
    case SvaOp::Nonconsecutive:
    case SvaOp::Throughout:
    case SvaOp::Within:
    case SvaOp::Intersect:
    case SvaOp::FirstMatch:
      return true;
    case SvaOp::And:
    case SvaOp::Or:
      return is_sequence(*node.kids[0]) && is_sequence(*node.kids[1]);
    default:
      return false;
  }
}

bool has_temporal_operator(const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (is_operator(tokens, i)) return true;
  return false;
}

std::vector<Tokens> split_at_commas(const Tokens& tokens) {
  std::vector<Tokens> parts(1);
  int depth = 0;
  for (const Token& token : tokens) {
    if (token.opens()) ++depth;
    if (token.closes()) --depth;
    if (depth == 0 && token.is(","))
      parts.emplace_back();
    else
      parts.back().push_back(token);
  }
  if (parts.size() == 1 && parts[0].empty()) parts.clear();
  return parts;
}

Specification parse_specification(const Tokens& tokens, const Token& at, const SvaScope& scope) {
  if (tokens.size() > kMostTokens)
    throw InputError(scope.stream->position(at), "the property is too large");
  Specification result;
  result.property = Parser(tokens, tokens.empty() ? at : tokens.back(), scope, result, 0).whole();
  return result;
}

namespace {

/// "logic [3:0] x, y;" at `i`, behind which it is then.
void declare_locals(const Tokens& tokens, std::size_t& i, Declaration& declaration,
                    const SvaScope& scope) {
  const std::set<std::string_view> kTypes{"var",      "bit",     "logic", "reg",    "byte",
                                          "shortint", "longint", "int",   "integer"};
  while (i < tokens.size() && tokens[i].is_identifier() && kTypes.contains(tokens[i].text)) {
    std::size_t end = i;
    while (end < tokens.size() && !tokens[end].is(";")) ++end;
    const std::vector<Tokens> parts =
        split_at_commas(Tokens(tokens.begin() + static_cast<std::ptrdiff_t>(i),
                               tokens.begin() + static_cast<std::ptrdiff_t>(end)));
    Tokens type;
    for (const Tokens& part : parts) {
      if (type.empty()) type.assign(part.begin() + (part[0].is("var") ? 1 : 0), part.end() - 1);
      const bool is_plain = part.back().is_identifier() &&
                            (&part == &parts.front() ? !type.empty() : part.size() == 1);
      if (!is_plain)
        throw InputError(scope.stream->position(part.back()),
                         "local variables that are arrays, or have a value from the beginning, "
                         "are not supported");
      declaration.locals.emplace_back(type, part.back().text);
    }
    i = std::min(end + 1, tokens.size());
  }
}

/// What is behind the name.
void parse_declared(const Tokens& tokens, Declaration& declaration, const SvaScope& scope) {
  const auto fail = [&](const Token& where, std::string_view message) {
    throw InputError(scope.stream->position(where), message);
  };
  const Token& at = tokens[0];
  std::size_t i = 1;
  if (i < tokens.size() && tokens[i].is("(")) {
    Tokens inside;
    int depth = 0;
    for (++i; i < tokens.size() && (depth > 0 || !tokens[i].is(")")); ++i) {
      if (tokens[i].opens()) ++depth;
      if (tokens[i].closes()) --depth;
      inside.push_back(tokens[i]);
    }
    ++i;
    for (const Tokens& part : split_at_commas(inside)) {
      const auto equals =
          std::ranges::find_if(part, [](const Token& token) { return token.is("="); });
      // The name is the last identifier before a default value: types come before it.
      std::string name;
      for (auto token = part.begin(); token != equals; ++token) {
        if (token->is("local")) fail(*token, "local variables are not supported");
        if (token->is_identifier()) name = token->text;
      }
      if (name.empty()) fail(at, "expected the name of an argument");
      declaration.parameters.emplace_back(
          name, equals == part.end() ? Tokens{} : Tokens(equals + 1, part.end()));
    }
  }
  if (i >= tokens.size() || !tokens[i].is(";"))
    fail(i < tokens.size() ? tokens[i] : at, "expected ';' after the name and its arguments");
  declare_locals(tokens, ++i, declaration, scope);
  declaration.body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.end());
  while (!declaration.body.empty() && declaration.body.back().is(";")) declaration.body.pop_back();
}

}  // namespace

std::pair<std::string, Declaration> parse_declaration(const Tokens& tokens, const Token& at,
                                                      const SvaScope& scope) {
  if (tokens.empty() || !tokens[0].is_identifier())
    throw InputError(scope.stream->position(at), "expected a name");
  Declaration declaration;
  declaration.at = tokens[0];
  try {
    parse_declared(tokens, declaration, scope);
  } catch (const InputError& problem) {
    declaration.problem = problem;
  }
  return {tokens[0].text, std::move(declaration)};
}

}  // namespace cairn::verilog
