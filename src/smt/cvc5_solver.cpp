// SPDX-License-Identifier: MIT
#include "smt/cvc5_solver.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <limits>
#include <map>

#include "base/error.h"

namespace cairn {
namespace {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr std::string_view kHeader = "(set-option :global-declarations true)\n(set-logic ALL)\n";

}  // namespace

Cvc5Solver::Cvc5Solver(Terms& terms, const Context& context, std::string program)
    : terms_(terms), context_(context), program_(std::move(program)), model_(terms) {}

void Cvc5Solver::start() {
  // fp-exp: formats other than those of the hardware.
  session_ = std::make_unique<Session>(
      terms_, std::vector<std::string>{program_, "--lang=smt2", "--incremental", "--produce-models",
                                       "--produce-unsat-assumptions", "--fp-exp", "-q"});
  session_->script = kHeader;
  std::size_t next = 0;
  for (const std::size_t level : levels_) {
    for (; next < level; ++next) send(added_[next]);
    session_->script += "(push 1)\n";
    session_->names_by_level.emplace_back();
  }
  for (; next < added_.size(); ++next) send(added_[next]);
}

void Cvc5Solver::send(Term formula) {
  const std::string name = session_->writer.name(formula, session_->script);
  session_->script += fmt::format("(assert {})\n", name);
}

void Cvc5Solver::push() {
  levels_.push_back(added_.size());
  if (!session_) return;
  session_->script += "(push 1)\n";
  session_->names_by_level.emplace_back();
}

void Cvc5Solver::pop() {
  CAIRN_CHECK(!levels_.empty());
  added_.resize(levels_.back());
  levels_.pop_back();
  if (!session_) return;
  session_->script += "(pop 1)\n";
  for (const Term term : session_->names_by_level.back()) session_->named.erase(term);
  session_->names_by_level.pop_back();
}

void Cvc5Solver::add(Term formula) {
  CAIRN_CHECK(terms_.sort(formula).is_bool());
  added_.push_back(formula);
  if (session_) send(formula);
}

/// A constant that implies the assumption on this level: answers about cores then have plain names.
std::string Cvc5Solver::assumption_name(Term assumption) {
  Session& session = *session_;
  const std::string name = fmt::format("a{}", assumption.id);
  if (!session.named.insert(assumption).second) return name;
  session.names_by_level.back().push_back(assumption);
  const std::string meaning = session.writer.name(assumption, session.script);
  // A declaration stays after a pop.
  if (session.declared.insert(assumption).second)
    session.script += fmt::format("(declare-const {} Bool)\n", name);
  session.script += fmt::format("(assert (=> {} {}))\n", name, meaning);
  return name;
}

std::optional<SExpr> Cvc5Solver::ask(Session& session, const std::string& query) {
  session.script += query;
  std::optional<SExpr> answer;
  const bool done = session.process.talk(
      session.script,
      [&](std::string_view text) {
        session.reader.feed(text);
        answer = session.reader.next();
        return answer.has_value();
      },
      [&] { return wall_seconds() > deadline_ || context_.budget.exhausted(); });
  session.script.clear();
  if (done) return answer;
  if (context_.budget.exhausted())
    reason_ = "the budget is exhausted";
  else
    reason_ = wall_seconds() > deadline_ ? "timeout" : program_ + " can't be started, or died";
  return std::nullopt;
}

std::optional<SExpr> Cvc5Solver::ask(const std::string& query) {
  std::optional<SExpr> answer = ask(*session_, query);
  if (!answer) session_.reset();
  return answer;
}

SmtResult Cvc5Solver::unknown(std::string reason) {
  reason_ = std::move(reason);
  return SmtResult::Unknown;
}

SmtResult Cvc5Solver::check(std::span<const Term> assumptions) {
  core_.clear();
  reason_.clear();
  model_.clear();
  if (context_.budget.exhausted()) return unknown("the budget is exhausted");
  deadline_ = timeout_ > 0 ? wall_seconds() + timeout_ : std::numeric_limits<double>::infinity();
  if (!session_) start();
  std::string names;
  for (const Term assumption : assumptions) (names += " ") += assumption_name(assumption);
  for (const std::string& side : session_->writer.side_conditions()) (names += " ") += side;
  const auto answer =
      ask(names.empty() ? "(check-sat)\n" : fmt::format("(check-sat-assuming ({}))\n", names));
  return answer ? conclude(*answer, assumptions) : SmtResult::Unknown;
}

SmtResult Cvc5Solver::conclude(const SExpr& answer, std::span<const Term> assumptions) {
  if (answer.is_atom("sat")) return SmtResult::Sat;
  if (answer.is_atom("unsat")) {
    const auto core = read_core(assumptions);
    if (!core) return SmtResult::Unknown;
    core_ = *core;
    return SmtResult::Unsat;
  }
  if (answer.is_atom("unknown")) {
    const auto why = ask("(get-info :reason-unknown)\n");
    return unknown(why && why->list.size() == 2 ? why->list[1].atom : "cvc5 says unknown");
  }
  const bool is_error = answer.begins_with("error") && answer.list.size() == 2;
  // What was sent after the error was lost.
  session_.reset();
  return unknown(is_error ? printable(answer.list[1].atom) : "cvc5's answer was not understood");
}

std::optional<std::vector<Term>> Cvc5Solver::read_core(std::span<const Term> assumptions) {
  std::vector<Term> core;
  if (assumptions.empty()) return core;
  const auto answer = ask("(get-unsat-assumptions)\n");
  if (!answer) return std::nullopt;
  std::unordered_set<std::string> used;
  for (const SExpr& name : answer->list) used.insert(name.atom);
  // Erased, for an assumption may have been given twice.
  for (const Term assumption : assumptions)
    if (used.erase(fmt::format("a{}", assumption.id)) != 0) core.push_back(assumption);
  return core;
}

Value Cvc5Solver::value(Term term) {
  return model_.value(term, [this](Term variable) -> std::optional<Value> {
    if (!session_ || !session_->writer.knows(variable)) return std::nullopt;
    deadline_ = std::numeric_limits<double>::infinity();
    const auto answer = ask(fmt::format("(get-value (v{}))\n", variable.id));
    // ((v12 value))
    const bool fits = answer && answer->list.size() == 1 && answer->list[0].list.size() == 2;
    const auto known =
        fits ? parse_value(answer->list[0].list[1], terms_.sort(variable)) : std::optional<Value>();
    if (!known)
      context_.log.warning("cvc5: a value of {} is a guess", printable(terms_.name(variable)));
    return known;
  });
}

std::optional<Term> Cvc5Solver::interpolant(std::span<const Term> a, std::span<const Term> b) {
  reason_.clear();
  deadline_ = timeout_ > 0 ? wall_seconds() + timeout_ : std::numeric_limits<double>::infinity();
  Session session(terms_, {program_, "--lang=smt2", "--produce-interpolants", "--fp-exp", "-q"});
  session.script = kHeader;
  const std::string left = session.writer.name(terms_.and_all(a), session.script);
  const std::string right = session.writer.name(terms_.not_(terms_.and_all(b)), session.script);
  if (!session.writer.side_conditions().empty()) return std::nullopt;
  const auto answer =
      ask(session, fmt::format("(assert {})\n(get-interpolant I {})\n", left, right));
  // (define-fun I () Bool term)
  if (!answer || !answer->begins_with("define-fun") || answer->list.size() != 5)
    return std::nullopt;
  std::map<std::string, Term> variables;
  const std::array both{terms_.and_all(a), terms_.and_all(b)};
  for (const Term variable : terms_.variables_of(both))
    variables.emplace(fmt::format("v{}", variable.id), variable);
  const auto find = [&](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
  const auto result = parse_term(terms_, answer->list[4], find);
  return result && terms_.sort(*result).is_bool() ? result : std::nullopt;
}

}  // namespace cairn
