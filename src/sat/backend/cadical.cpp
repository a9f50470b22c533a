// SPDX-License-Identifier: MIT
#include "sat/backend/cadical.h"

#include <cadical.hpp>
#include <cstdlib>

#include "base/error.h"

namespace cairn {

class Cadical::StopWhenExhausted : public CaDiCaL::Terminator {
 public:
  explicit StopWhenExhausted(const Budget& budget) : budget_(budget) {}
  bool terminate() override { return budget_.exhausted(); }
  bool exhausted() const { return budget_.exhausted(); }

 private:
  const Budget& budget_;
};

Cadical::Cadical(const Budget& budget)
    : terminator_(std::make_unique<StopWhenExhausted>(budget)),
      solver_(std::make_unique<CaDiCaL::Solver>()) {
  solver_->set("quiet", 1);
  solver_->connect_terminator(terminator_.get());
}

// Without disconnect_terminator(): a solver that ran out of memory in the middle of a call is in a
// state that allows nothing but its destruction. It goes before its terminator (declared first).
Cadical::~Cadical() = default;

void Cadical::set_option(const char* name, int value) {
  CAIRN_CHECK(solver_->set(name, value));
}

void Cadical::add_clause(std::span<const int> literals) {
  for (const int literal : literals) solver_->add(literal);
  solver_->add(0);
}

bool Cadical::constrain(std::span<const int> literals) {
  for (const int literal : literals) solver_->constrain(literal);
  solver_->constrain(0);
  return true;
}

Cadical::Result Cadical::solve(std::span<const int> assumptions, int conflict_limit) {
  if (terminator_->exhausted()) {
    solver_->reset_constraint();
    return Result::Unknown;
  }
  for (const int assumption : assumptions) solver_->assume(assumption);
  if (conflict_limit > 0) solver_->limit("conflicts", conflict_limit);
  switch (solver_->solve()) {
    case 10:
      return Result::Satisfiable;
    case 20:
      return Result::Unsatisfiable;
    default:
      solver_->reset_constraint();
      return Result::Unknown;
  }
}

bool Cadical::value(int literal) const {
  return (solver_->val(std::abs(literal)) > 0) == (literal > 0);
}

bool Cadical::failed(int assumption) const {
  return solver_->failed(assumption);
}

std::uint64_t Cadical::num_clauses() const {
  return static_cast<std::uint64_t>(solver_->irredundant() + solver_->redundant());
}

}  // namespace cairn
