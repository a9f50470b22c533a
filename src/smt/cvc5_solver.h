// SPDX-License-Identifier: MIT
//
// cvc5 as a separate process that is spoken to in SMT-LIB. If it is missing, dies, takes too long
// or says something that isn't understood, the answer is Unknown, and the next query starts
// another one and sends it all that is in force.
#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "smt/child_process.h"
#include "smt/lazy_model.h"
#include "smt/sexpr.h"
#include "smt/smt_solver.h"
#include "smt/smtlib.h"

namespace cairn {

class Cvc5Solver : public SmtSolver {
 public:
  Cvc5Solver(Terms& terms, const Context& context, std::string program = "cvc5");

  std::string_view name() const override { return "cvc5"; }
  void push() override;
  void pop() override;
  void add(Term formula) override;
  SmtResult check(std::span<const Term> assumptions) override;
  Value value(Term term) override;
  std::vector<Term> core() override { return core_; }
  std::string reason() const override { return reason_; }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  /// By search for a formula (SyGuS), in a process of its own.
  std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) override;

 private:
  /// A process and what it was sent.
  struct Session {
    Session(Terms& terms, const std::vector<std::string>& command)
        : process(command), writer(terms) {}
    ChildProcess process;
    SmtLibWriter writer;
    SExprReader reader;
    std::string script;                 // not sent so far
    std::unordered_set<Term> named;     // assumptions whose name has its meaning now
    std::unordered_set<Term> declared;  // assumptions that ever had a name
    std::vector<std::vector<Term>> names_by_level{1};
  };

  void start();
  void send(Term formula);
  std::string assumption_name(Term assumption);
  /// Sends what waits and reads one answer; none if that fails, and then there is no process any
  /// more.
  std::optional<SExpr> ask(const std::string& query);
  std::optional<SExpr> ask(Session& session, const std::string& query);
  SmtResult unknown(std::string reason);
  SmtResult conclude(const SExpr& answer, std::span<const Term> assumptions);
  std::optional<std::vector<Term>> read_core(std::span<const Term> assumptions);

  Terms& terms_;
  const Context context_;
  const std::string program_;
  std::unique_ptr<Session> session_;
  std::vector<Term> added_;
  std::vector<std::size_t> levels_;
  double timeout_ = 0;
  double deadline_ = 0;  // of the current query, on the wall clock
  LazyModel model_;
  std::vector<Term> core_;
  std::string reason_;
};

}  // namespace cairn
