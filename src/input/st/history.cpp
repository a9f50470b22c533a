// SPDX-License-Identifier: MIT
//
// What requirements say about time: PREV(x), the value at the end of the scan before (before the
// first scan: the initial one); RISE(x) and FALL(x), x now and not then, and the reverse; START(x),
// the value when the inputs had been read; HELD(x, t), x at the ends of scans for at least t, as a
// TON sees it, or at n further ends of scans, HELD(x, n); PENDING(p, q), p was true at the end of a
// scan, and q at none since, that scan included; FIRST(), this is the first scan. Each is a
// variable that remembers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/error.h"
#include "input/st/compiler.h"
#include "input/st/lexer.h"

namespace cairn::st {
namespace {

/// A bound in scans; more is a mistake, or is better said as a time.
constexpr std::uint64_t kMostScans = 1'000'000;

bool is_history_name(std::string_view upper) {
  static constexpr auto kNames = std::to_array<std::string_view>(
      {"PREV", "RISE", "FALL", "START", "HELD", "PENDING", "EARLIER", "FIRST"});
  return std::ranges::find(kNames, upper) != kNames.end();
}

}  // namespace

/// Whether the expression has an operator that looks at each scan.
bool Compiler::looks_back(const Expr& expr) const {
  if (expr.kind == Expr::Kind::Call && expr.operands[0]->kind == Expr::Kind::Name &&
      is_history_name(upper_case(expr.operands[0]->text)))
    return true;
  return std::ranges::any_of(expr.operands, [&](const ExprPtr& e) { return looks_back(*e); }) ||
         std::ranges::any_of(expr.arguments,
                             [&](const Argument& a) { return a.value && looks_back(*a.value); });
}

std::optional<Operand> Compiler::history_function(const std::string& upper, const Expr& call) {
  if (!is_history_name(upper) || names_.find_pou(upper) != nullptr || find_name(upper, call.at))
    return std::nullopt;
  if (!in_annotation_)
    fail(call.at, fmt::format("{} is for assertions and assumptions; R_TRIG, F_TRIG and TON are "
                              "for programs",
                              upper));
  const std::size_t count = upper == "FIRST" ? 0 : upper == "HELD" || upper == "PENDING" ? 2 : 1;
  bool fits = call.arguments.size() == count;
  for (const Argument& argument : call.arguments)
    fits = fits && argument.name.empty() && argument.value;
  if (!fits)
    fail(call.at, fmt::format("{} takes {} argument{}", upper, count, count == 1 ? "" : "s"));
  // What is remembered is one value, and not one for each element.
  if (scope_ != nullptr && scope_->self.index.valid() && !terms().is_value(scope_->self.index))
    names_.refuse(call.at, fmt::format("{} in a block that is an element of an array", upper));
  if (upper == "FIRST") return first_scan(call.at);
  if (upper == "HELD") return held(call);
  if (upper == "PENDING") return pending(call);
  if (upper == "EARLIER") return earlier(call);
  const Expr& expr = *call.arguments[0].value;
  if (has_call(expr)) names_.refuse(expr.at, fmt::format("calls inside of {}", upper));
  if (upper == "PREV") return previous_value(expr, call.at);
  if (upper == "START") return start_value(expr, call.at);
  const Operand now = settle(lower(expr));
  if (!now.type->is_bool())
    fail(expr.at, fmt::format("{} needs a condition (BOOL), and not {}", upper, now.type->name));
  const Term before = previous_value(expr, call.at).term;
  const Term result = upper == "RISE" ? terms().and_(now.term, terms().not_(before))
                                      : terms().and_(terms().not_(now.term), before);
  return value(now.type, result, call.at);
}

Operand Compiler::previous_value(const Expr& expr, const Spot& at) {
  const Operand now = settle(lower(expr));
  if (terms().is_value(now.term)) return now;
  const Term before = out_.variable("before", now.type->sort(), "", Show::Hidden);
  history_.push_back({before, now.term, false});
  return value(now.type, before, at);
}

Operand Compiler::start_value(const Expr& expr, const Spot& at) {
  const Operand now = settle(lower(expr));
  const Term then = out_.variable("start", now.type->sort(), "", Show::Hidden);
  history_.push_back({then, now.term, true});
  return value(now.type, then, at);
}

Operand Compiler::held(const Expr& call) {
  if (!at_scan_end_) names_.refuse(call.at, "HELD but at the end of the unit that runs");
  const Term condition = lower_bool(*call.arguments[0].value);
  const Operand duration = lower(*call.arguments[1].value);
  if (duration.form == Operand::Form::Integer) {
    if (duration.number < 0 || duration.number > kMostScans)
      fail(call.arguments[1].value->at, fmt::format("HELD takes 0 to {} scans", kMostScans));
    return held_for(condition, duration.number.get_ui(), true, call.at);
  }
  const bool is_constant =
      duration.form == Operand::Form::Duration ||
      (!duration.is_literal() && duration.type->is(Basic::Time) && terms().is_value(duration.term));
  if (!is_constant)
    fail(call.arguments[1].value->at, "HELD needs a constant duration or a number of scans");
  const Term as_time = convert(duration, basic_type(Basic::Time), call.at);
  const std::int64_t milliseconds = terms().value(as_time).bits().to_signed();
  if (milliseconds < 0) fail(call.arguments[1].value->at, "HELD needs a positive duration");
  Type timer;
  timer.preset = milliseconds;
  return held_for(condition, elapsed_limit(timer), counts_scans(timer), call.at);
}

/// The condition holds, and has for `limit` scans or milliseconds.
Operand Compiler::held_for(Term condition, std::uint64_t limit, bool in_scans, const Spot& at) {
  const auto width = static_cast<std::uint32_t>(std::max<std::size_t>(1, std::bit_width(limit)));
  const Term count = out_.variable("held", Sort::bit_vector(width), "", Show::Hidden);
  const Term running = out_.variable("holds", Sort::boolean(), "", Show::Hidden);
  zeroed_.push_back(count);
  zeroed_.push_back(running);
  const Term kept_condition = out_.kept(condition, "condition");
  const Term zero = terms().bv(width, 0);
  mark(at);
  out_.assign_all({count, running}, {terms().ite(terms().and_(kept_condition, running),
                                                 count_up(count, limit, in_scans), zero),
                                     kept_condition});
  return value(basic_type(Basic::Bool),
               terms().and_(kept_condition, terms().equal(count, terms().bv(width, limit))), at);
}

Operand Compiler::pending(const Expr& call) {
  if (!at_scan_end_) names_.refuse(call.at, "PENDING but at the end of the unit that runs");
  const Term asked = out_.kept(lower_bool(*call.arguments[0].value), "condition");
  const Term answered = lower_bool(*call.arguments[1].value);
  const Term waits = out_.variable("pending", Sort::boolean(), "", Show::Hidden);
  zeroed_.push_back(waits);
  mark(call.at);
  out_.assign(waits, terms().and_(terms().or_(waits, asked), terms().not_(answered)));
  return value(basic_type(Basic::Bool), waits, call.at);
}

Operand Compiler::earlier(const Expr& call) {
  if (!at_scan_end_) names_.refuse(call.at, "EARLIER but at the end of the unit that runs");
  const Term now = lower_bool(*call.arguments[0].value);
  const Term seen = out_.variable("seen", Sort::boolean(), "", Show::Hidden);
  zeroed_.push_back(seen);
  mark(call.at);
  const Term before = out_.kept(seen, "earlier");
  out_.assign(seen, terms().or_(seen, now));
  return value(basic_type(Basic::Bool), before, call.at);
}

Operand Compiler::first_scan(const Spot& at) {
  if (!at_scan_end_) names_.refuse(at, "FIRST but at the end of the unit that runs");
  const Term later = out_.variable("later", Sort::boolean(), "", Show::Hidden);
  zeroed_.push_back(later);
  mark(at);
  const Term is_first = out_.kept(terms().not_(later), "first");
  out_.assign(later, terms().true_term());
  return value(basic_type(Basic::Bool), is_first, at);
}

/// Before the first scan: those inside of others first.
void Compiler::begin_history() {
  for (const History& one : history_) out_.assign(one.variable, one.value);
}

void Compiler::update_history(bool at_start) {
  std::vector<Term> targets, values;
  for (const History& one : history_) {
    if (one.is_start != at_start) continue;
    targets.push_back(one.variable);
    values.push_back(one.value);
  }
  out_.assign_all(std::move(targets), std::move(values));
}

}  // namespace cairn::st
