// SPDX-License-Identifier: MIT
#pragma once

#include "sat/backend/incremental_solver.h"

namespace CaDiCaL {
class Solver;
}

namespace cairn {

/// CaDiCaL with Cairn's budget: the solver for heavy queries.
class Cadical : public IncrementalSolver {
 public:
  explicit Cadical(const Budget& budget);
  ~Cadical() override;
  Cadical(const Cadical&) = delete;
  Cadical& operator=(const Cadical&) = delete;

  void set_option(const char* name, int value);

  void add_clause(std::span<const int> literals) override;
  void add_definition(std::span<const int> literals) override { add_clause(literals); }
  void observe(int) override {}  // it gives a value to everything
  bool constrain(std::span<const int> literals) override;
  Result solve(std::span<const int> assumptions, int conflict_limit = -1) override;
  bool value(int literal) const override;
  bool failed(int assumption) const override;
  std::uint64_t num_clauses() const override;

 private:
  class StopWhenExhausted;
  std::unique_ptr<StopWhenExhausted> terminator_;
  std::unique_ptr<CaDiCaL::Solver> solver_;
};

}  // namespace cairn
