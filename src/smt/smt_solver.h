// SPDX-License-Identifier: MIT
//
// One interface to SMT solvers, over Cairn's terms. Four implementations, chosen by name at run
// time:
//   cairn  bit-blasting on our own SAT solver: Bool, bit-vectors, floats, arrays of bounded size
//   arrays bit-blasting on CaDiCaL: Bool, bit-vectors, floats, arrays of any size
//   z3     everything
//   cvc5   everything; a separate process that is spoken to in SMT-LIB (Debian's library is GPL)
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/context.h"
#include "logic/word/term_eval.h"

namespace cairn {

enum class SmtResult : std::uint8_t { Sat, Unsat, Unknown };

class SmtSolver {
 public:
  virtual ~SmtSolver() = default;
  virtual std::string_view name() const = 0;

  virtual void push() = 0;
  virtual void pop() = 0;
  /// Holds until the push before it is popped.
  virtual void add(Term formula) = 0;
  /// Assumptions are any Boolean terms. Unknown: time, the budget, or a theory that the solver
  /// lacks; reason() says which.
  virtual SmtResult check(std::span<const Term> assumptions = {}) = 0;

  /// After Sat: the value of any term under the model; what the query left open gets some value,
  /// the same each time.
  virtual Value value(Term term) = 0;
  /// After Unsat: assumptions that suffice, in the order given; not minimal.
  virtual std::vector<Term> core() = 0;
  virtual std::string reason() const = 0;

  /// For each check from now on; 0: none.
  virtual void set_timeout(double seconds) = 0;

  /// A formula over the variables common to both, implied by the conjunction of `a` and
  /// inconsistent with that of `b`, apart from everything added. None if the solver has no
  /// interpolants for these theories, they are consistent, or time ran out.
  virtual std::optional<Term> interpolant(std::span<const Term> a, std::span<const Term> b) = 0;
};

/// What was asked of solvers.
struct SmtStats {
  std::uint64_t queries = 0;
  std::uint64_t satisfiable = 0;
  std::uint64_t unsatisfiable = 0;
  std::uint64_t undecided = 0;
  std::uint64_t interpolants = 0;  ///< that were asked for
  std::uint64_t cache_hits = 0;    ///< of queries and interpolants
  double check_seconds = 0;
  double interpolant_seconds = 0;

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    visitor("smt.queries", queries);
    visitor("smt.satisfiable", satisfiable);
    visitor("smt.unsatisfiable", unsatisfiable);
    visitor("smt.undecided", undecided);
    visitor("smt.interpolants", interpolants);
    visitor("smt.cache_hits", cache_hits);
  }
  template <class Visitor>
  void visit_seconds(Visitor&& visitor) const {
    visitor("smt.check", check_seconds);
    visitor("smt.interpolant", interpolant_seconds);
  }
};

/// Layers on top of a solver.
struct SmtOptions {
  std::size_t cache_entries = 0;  ///< answers that cached_solver.h remembers; 0: none
  std::string dump_folder;        ///< every query becomes an SMT-LIB script there; empty: none does
  SmtStats* stats = nullptr;      ///< counts go there, unless null; must outlive the solver
};

/// Names that can be had here and now, "cairn" first. Z3 belongs to the build; cvc5 is a program
/// that is looked for in PATH.
std::vector<std::string> known_smt_solvers();
/// Requires "cairn", "arrays", "z3" in a build that has it, or "cvc5" (if there is no such program,
/// it answers Unknown). `terms` must outlive the solver, and so must what `context` refers to.
std::unique_ptr<SmtSolver> make_smt_solver(std::string_view name, Terms& terms,
                                           const Context& context, const SmtOptions& options = {});

}  // namespace cairn
