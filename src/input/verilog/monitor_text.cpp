// SPDX-License-Identifier: MIT
#include "input/verilog/monitor_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "input/verilog/expression.h"
#include "input/verilog/statement.h"
#include "input/verilog/sva_parser.h"

namespace cairn::verilog {
namespace {

class Writer {
 public:
  Writer(const Monitor& monitor, const Specification& specification, const MonitorText& options)
      : monitor_(monitor),
        specification_(specification),
        options_(options),
        mark_(fmt::format("{}{}", kMark, options.number)) {}

  std::string write() {
    expressions();
    tokens(monitor_, "", "");
    if (options_.antecedent) tokens(*options_.antecedent, "w", "when");
    if (monitor_.has_liveness()) options_.assumed ? recur() : track();
    return fmt::format("{} always @({}) begin {} {} end", declarations_, options_.clock, body_,
                       ends_);
  }

 private:
  std::string name(std::string_view part) const { return mark_ + std::string(part); }

  // Expressions are evaluated once a tick; their values are variables of the block.

  void expressions() {
    for (const LocalVariable& local : specification_.locals) {
      if (local.assigned.empty()) continue;
      const std::string type = text_of(local.type);
      declarations_ +=
          fmt::format("(* anyconst *) {} {}; {} {}; ", type, local.name, type, local.value);
      body_ += fmt::format("{} = {}; ", local.value, sampled(without_implications(local.assigned)));
    }
    for (std::size_t i = 0; i < specification_.expressions.size(); ++i) {
      const std::string variable = name(fmt::format("e{}", i));
      declarations_ += fmt::format("reg {}; ", variable);
      const std::string text = sampled(without_implications(specification_.expressions[i]));
      body_ += fmt::format("{} = !(!({})); ", variable, text);
    }
    if (options_.disable.empty()) return;
    declarations_ += fmt::format("reg {}; ", name("d"));
    body_ += fmt::format("{} = !(!({})); ", name("d"), options_.disable);
  }

  /// The text of an expression in which functions of the past are registers. An expression without
  /// a past value has one anyway if its variables had initial values (the reader finds out).
  std::string sampled(const Tokens& tokens) {
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const Token& token = tokens[i];
      const bool past = token.is("$past"), change = token.is("$rose") || token.is("$fell") ||
                                                    token.is("$stable") || token.is("$changed");
      if (token.kind != Token::Kind::System ||
          (!past && !change && !token.is("$sampled") && !token.is("$isunknown"))) {
        if (!text.empty() && token.spaced) text += ' ';
        text += token.text;
        if (token.text[0] == '\\') text += ' ';
        continue;
      }
      Tokens inside;
      int depth = 0;
      std::size_t end = i + 1;
      for (; end < tokens.size(); ++end) {
        const Token& each = tokens[end];
        if (each.opens()) ++depth;
        if (each.closes()) --depth;
        inside.push_back(each);
        if (depth == 0) break;
      }
      if (inside.size() < 3 || !inside.front().is("("))
        options_.fail(token, fmt::format("expected arguments after '{}'", token.text));
      auto arguments = split_at_commas(Tokens(inside.begin() + 1, inside.end() - 1));
      without_own_clock(arguments);
      if (arguments.empty() || arguments[0].empty() || arguments.size() > (past ? 2 : 1))
        options_.fail(token, fmt::format("'{}' with these arguments is not supported", token.text));
      text += past                   ? past_value(token, arguments)
              : change               ? change_of(token, arguments[0])
              : token.is("$sampled") ? fmt::format("({})", sampled(arguments[0]))
                                     : std::string("1'b0");
      i = end;
    }
    return text;
  }

  /// The clock of the assertion may be the last argument of a function of the past.
  void without_own_clock(std::vector<Tokens>& arguments) const {
    if (arguments.size() < 2 || arguments.back().empty() || !arguments.back()[0].is("@")) return;
    Tokens clock(arguments.back().begin() + 1, arguments.back().end());
    if (clock.size() > 2 && clock[0].is("(")) clock = Tokens(clock.begin() + 1, clock.end() - 1);
    if (text_of(clock) != options_.clock) return;
    arguments.pop_back();
    while (arguments.size() > 1 && arguments.back().empty()) arguments.pop_back();
  }

  /// Registers behind an expression, the youngest first; the names of value and flag.
  PastRegister keep(const std::string& text, const std::string& now, std::int64_t ticks) {
    PastRegister last;
    std::string before = now;
    for (std::int64_t i = 0; i < ticks; ++i) {
      last = {name(fmt::format("q{}", registers_)), name(fmt::format("f{}", registers_))};
      ++registers_;
      declarations_ += fmt::format("reg signed [$bits({})-1:0] {}; reg {} = 1'b1; ", text,
                                   last.value, last.flag);
      ends_ += fmt::format("{} <= {}; {} <= {}; ", last.value, before, last.flag,
                           i == 0 ? "1'b0" : previous_flag_);
      before = last.value;
      previous_flag_ = last.flag;
    }
    return last;
  }

  std::string now(const std::string& text) {
    const std::string variable = name(fmt::format("c{}", registers_));
    declarations_ += fmt::format("reg signed [$bits({})-1:0] {}; ", text, variable);
    body_ += fmt::format("{} = {}; ", variable, text);
    return variable;
  }

  std::string past_value(const Token& token, const std::vector<Tokens>& arguments) {
    std::int64_t ticks = 1;
    if (arguments.size() > 1) {
      const auto value = options_.constant(arguments[1]);
      if (!value || *value < 1 || *value > 1000)
        options_.fail(token, "the second argument of '$past' is not a constant from 1 to 1000");
      ticks = *value;
    }
    const std::string text = sampled(arguments[0]);
    const PastRegister past = keep(text, now(text), ticks);
    // Signed if the expression is: a choice is if both its sides are.
    return fmt::format("(1'b0 ? ({}) : {})", text, past.value);
  }

  std::string change_of(const Token& token, const Tokens& argument) {
    const std::string text = sampled(argument);
    const std::string value = now(text);
    const PastRegister past = keep(text, value, 1);
    if (token.is("$rose"))
      return fmt::format("({}[0] && ({} || !{}[0]))", value, past.flag, past.value);
    if (token.is("$fell"))
      return fmt::format("(!{}[0] && ({} || {}[0]))", value, past.flag, past.value);
    const std::string stable = fmt::format("(!{} && {} == {})", past.flag, value, past.value);
    return token.is("$stable") ? stable : "(!" + stable + ")";
  }

  // Tokens.

  std::string guard(const Guard& literals) const {
    std::string text;
    for (const Literal literal : literals)
      text += fmt::format(" & {}{}e{}", literal < 0 ? "~" : "", mark_, std::abs(literal) - 1);
    return text;
  }

  /// A token is on a state at this tick.
  std::string active(std::string_view prefix, std::uint32_t state) const {
    const std::string token = fmt::format("{}{}t[{}]", mark_, prefix, state);
    if (state != 0) return token;
    return options_.once ? fmt::format("({} | {}first)", token, mark_) : "1'b1";
  }

  /// `prefix` tells the registers of several monitors of one statement apart; `part`: what is
  /// checked, besides the property itself.
  void tokens(const Monitor& monitor, std::string_view prefix, std::string_view part) {
    const std::size_t count = monitor.moves.size();
    const std::string own = fmt::format("{}{}", mark_, prefix);
    declarations_ += fmt::format("reg [{0}:0] {1}t = 0; reg [{0}:0] {1}n; ", count - 1, own);
    if (options_.once && part.empty()) {
      declarations_ += fmt::format("reg {}first = 1'b1; ", mark_);
      ends_ += fmt::format("{}first <= 1'b0; ", mark_);
    }
    std::string fails = "1'b0";
    std::vector<std::string> next(count, "1'b0");
    for (std::uint32_t state = 0; state < count; ++state)
      for (const Monitor::Move& move : monitor.moves[state]) {
        const std::string taken = active(prefix, state) + guard(move.guard);
        if (move.fails) fails += fmt::format(" | ({})", taken);
        for (const std::uint32_t to : move.to) next[to] += fmt::format(" | ({})", taken);
      }
    for (std::size_t state = 0; state < count; ++state)
      body_ += fmt::format("{}n[{}] = {}; ", own, state, next[state]);
    const std::string enabled = options_.disable.empty() ? "" : " & ~" + name("d");
    if (!part.empty()) place(part);
    check(prefix, name(part), fmt::format("!(({}){})", fails, enabled));
    ends_ += options_.disable.empty()
                 ? fmt::format("{0}t <= {0}n; ", own)
                 : fmt::format("{0}t <= {1}d ? {2}'d0 : {0}n; ", own, mark_, count);
  }

  /// A copy in a loop has no label; a variable with its value tells which one it is.
  void check(std::string_view prefix, const std::string& text, const std::string& condition) {
    if (!options_.repeated) {
      body_ += fmt::format("{} : assert ({}); ", text, condition);
      return;
    }
    const std::string variable = fmt::format("{}{}x", mark_, prefix);
    declarations_ += fmt::format("reg {}; ", variable);
    // Yosys would forget which variable it was if the value were a constant.
    body_ += fmt::format("{0} = (({1}) ^ {2}t[0]) ^ {2}t[0]; assert ({0}); ", variable, condition,
                         mark_);
  }

  /// Its place tells a part of the statement from the assertion of safety.
  void place(std::string_view part) {
    body_ += fmt::format("\n`line {} \"{}\"\n", options_.line, name(part));
  }

  // Liveness: one token is chosen freely and followed, by free choices where it splits. That it
  // lives on forever is the violation.

  void track() {
    const std::vector<std::uint32_t> kept = rejecting();
    const std::size_t count = kept.size();
    declarations_ += fmt::format(
        "(* anyseq *) wire [{0}:0] {1}pick; reg [{0}:0] {1}k = 0; reg [{0}:0] {1}s; "
        "reg {1}on = 1'b0; ",
        count - 1, mark_);
    const std::vector<std::string> next = successors(kept, "k");
    for (std::size_t i = 0; i < count; ++i)
      body_ += fmt::format("{0}s[{1}] = {0}pick[{1}] & ({0}on ? ({2}) : {0}n[{3}]); ", mark_, i,
                           next[i], kept[i]);
    // The first that was picked.
    body_ += fmt::format("{0}s = {0}s & (~{0}s + 1'b1); ", mark_);
    if (!options_.disable.empty()) body_ += fmt::format("if ({0}d) {0}s = 0; ", mark_);
    place("live");
    check("l", name("live"), fmt::format("!(|{}k)", mark_));
    ends_ += fmt::format("{0}k <= {0}s; {0}on <= {0}on | (|{0}s); ", mark_);
  }

  // An assumption: no token may live on forever. Those that are there are watched until all have
  // ended, then those that are there by now [MH84]; that the watched ones end recurs.

  void recur() {
    const std::vector<std::uint32_t> kept = rejecting();
    const std::size_t count = kept.size();
    declarations_ += fmt::format("reg [{0}:0] {1}o = 0; reg [{0}:0] {1}w; ", count - 1, mark_);
    const std::vector<std::string> next = successors(kept, "o");
    for (std::size_t i = 0; i < count; ++i)
      body_ += fmt::format("{0}w[{1}] = (|{0}o) ? ({2}) : {0}n[{3}]; ", mark_, i, next[i], kept[i]);
    if (!options_.disable.empty()) body_ += fmt::format("if ({0}d) {0}w = 0; ", mark_);
    place("live");
    check("l", name("live"), fmt::format("|{}o", mark_));
    ends_ += fmt::format("{0}o <= {0}w; ", mark_);
  }

  std::vector<std::uint32_t> rejecting() const {
    std::vector<std::uint32_t> states;
    for (std::uint32_t state = 0; state < monitor_.rejecting.size(); ++state)
      if (monitor_.rejecting[state]) states.push_back(state);
    return states;
  }
  /// Which of the states are reached from those that a register has a bit for.
  std::vector<std::string> successors(const std::vector<std::uint32_t>& states,
                                      std::string_view from) const {
    std::vector<std::string> next(states.size(), "1'b0");
    for (std::size_t i = 0; i < states.size(); ++i)
      for (const Monitor::Move& move : monitor_.moves[states[i]])
        for (const std::uint32_t to : move.to) {
          const auto place = std::ranges::lower_bound(states, to);
          if (place == states.end() || *place != to) continue;
          next[static_cast<std::size_t>(place - states.begin())] +=
              fmt::format(" | ({}{}[{}]{})", mark_, from, i, guard(move.guard));
        }
    return next;
  }

  const Monitor& monitor_;
  const Specification& specification_;
  const MonitorText& options_;
  const std::string mark_;
  std::string declarations_, body_, ends_;
  std::string previous_flag_;
  std::size_t registers_ = 0;
};

}  // namespace

std::string text_of_monitor(const Monitor& monitor, const Specification& specification,
                            const MonitorText& options) {
  return Writer(monitor, specification, options).write();
}

}  // namespace cairn::verilog
