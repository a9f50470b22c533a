// SPDX-License-Identifier: MIT
//
// What was asked of a solver, as text: to replay the queries of a run with other solvers, and to
// keep a case that failed. One operation a line, a letter first; literals are numbers as in AIGER
// (2 * variable + sign, so 0 and 1 are the constants), layers are numbers or * for kPermanent:
//
//   # a comment
//   v COUNT            new variables, numbered on from what is there; 0 exists from the start
//   d OWNER LITERALS   a clause of the definition of variable OWNER
//   c LITERALS         a permanent clause
//   l ID LAYER LITS    a lemma; its number may be used again after its removal
//   u ID LAYER         raises it                              r ID      removes it
//   t LITERALS         a temporary clause                     p LITERAL   the first value to try
//   x COST VARIABLES   what a value of these costs in a model
//   f                  the whole cones of constraints belong to every domain
//   n CONFLICTS        a limit for the next query
//   s LAYER LITERALS [= sat|unsat|unknown]    a query under assumptions, and its answer
//   q VARIABLES        drops these from the model, one after the other
//   h LAYER VARIABLES  holds the domain                       e   releases it
//   k                  copies the solver; copies are numbered from 1, the first solver is 0
//   w SOLVER           goes on with that solver
#pragma once

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/bit/lit.h"
#include "sat/solver.h"

namespace cairn::sat {

struct Operation {
  enum class Kind : std::uint8_t {
    NewVars,
    Definition,
    Clause,
    Lemma,
    Raise,
    Remove,
    Temporary,
    Phase,
    Cost,
    WholeConstraints,
    ConflictLimit,
    Solve,
    Drop,
    Hold,
    Release,
    Copy,
    Use,
  };

  Kind kind = Kind::Solve;
  std::uint32_t number = 0;  ///< count, owner, lemma, cost, conflicts or solver
  Layer layer = kPermanent;  ///< Lemma, Raise, Solve, Hold
  std::uint32_t begin = 0;   ///< of its literals in Script::literals
  std::uint32_t size = 0;    ///< variables (Cost, Drop, Hold) are positive literals
  std::optional<Result> expected = std::nullopt;  ///< Solve
};

struct Script {
  std::vector<Operation> operations;
  std::vector<Lit> literals;

  std::span<const Lit> literals_of(const Operation& operation) const {
    return std::span(literals).subspan(operation.begin, operation.size);
  }
  /// Appends an operation with its literals.
  void add(Operation operation, std::span<const Lit> lits = {});
};

/// The largest number of variables in a script.
inline constexpr std::uint32_t kMaxScriptVariables = 1u << 28;

/// Throws InputError, placed in `name`, also for what solver.h forbids and can be seen without
/// solving: variables that do not exist, lemmas that do not, layers that sink. Lemmas are numbered
/// densely, from 0 on, in the result.
Script read_script(std::string_view name, std::string_view text);

void write_script(const Script& script, std::ostream& out);
/// One operation as its line, without its end.
std::string to_text(const Script& script, const Operation& operation);

/// The solver's answer in the words of a script.
std::string_view to_word(Result result);

/// Writes a script while a solver is in use: call each function after (solve) or beside (the
/// others) that of the solver. Small calls in a row become one line.
class Recorder {
 public:
  explicit Recorder(std::ostream& out) : out_(out) {}
  ~Recorder() { flush(); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void new_var();
  void add_clause(std::span<const Lit> clause);
  void add_definition(Var owner, std::span<const Lit> clause);
  void add_lemma(LemmaId lemma, std::span<const Lit> clause, Layer layer);
  void raise_lemma(LemmaId lemma, Layer layer);
  void remove_lemma(LemmaId lemma);
  void add_temporary(std::span<const Lit> clause);
  void set_phase(Lit lit);
  void set_cost(Var var, std::uint32_t cost);
  void use_whole_constraints();
  void set_conflict_limit(std::uint64_t conflicts);
  void solve(std::span<const Lit> assumptions, Layer layer, std::optional<Result> result);
  void drop_from_model(Var var);
  void hold_domain(std::span<const Var> variables, Layer layer);
  void release_domain();
  void copy();
  void use(std::uint32_t solver);

  /// Hands everything to the stream.
  void flush();

 private:
  void begin(char letter);
  void number(std::uint64_t value);
  void layer(Layer value);
  void literals(std::span<const Lit> lits);
  void end();
  void end_row();

  std::ostream& out_;
  std::string buffer_;
  std::uint64_t new_vars_ = 0;  // a row of new_var(), not yet written
  std::uint32_t cost_ = 0;      // of costly_
  std::vector<Var> costly_;     // a row of set_cost() with one cost, not yet written
  std::vector<Var> drops_;      // a row of drop_from_model(), not yet written
};

}  // namespace cairn::sat
