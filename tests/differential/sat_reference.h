// SPDX-License-Identifier: MIT
//
// What a solver should know, in the plainest form, and two oracles for it: enumeration of all
// assignments (up to 14 variables) and CaDiCaL, to which a lemma is a clause with an activation
// literal. Neither knows domains.
#pragma once

#include <cadical.hpp>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logic/bit/lit.h"
#include "sat/solver.h"

namespace cairn::sat {

using Literals = std::vector<Lit>;

enum class Oracle { None, Enumeration, Cadical };

class Reference {
 public:
  static constexpr std::uint32_t kMaxEnumerated = 14;

  struct Lemma {
    Literals clause;
    Layer layer = 0;
  };
  struct Query {
    std::span<const Lit> assumptions;
    Layer layer = kPermanent;
    std::span<const Literals> temporaries;
  };

  /// `num_vars`: how many there will ever be, the constant among them.
  explicit Reference(std::uint32_t num_vars);
  /// Without CaDiCaL's solver; the copy makes its own.
  Reference(const Reference& other);
  Reference& operator=(const Reference&) = delete;
  Reference(Reference&&) = default;

  void new_vars(std::uint32_t count) { num_vars_ += count; }
  std::uint32_t num_vars() const { return num_vars_; }
  void add_clause(std::span<const Lit> clause);
  void add_definition(Var owner, std::span<const Lit> clause);
  void add_lemma(std::uint32_t id, std::span<const Lit> clause, Layer layer);
  void raise_lemma(std::uint32_t id, Layer layer);
  void remove_lemma(std::uint32_t id);
  const std::map<std::uint32_t, Lemma>& lemmas() const { return lemmas_; }
  bool is_defined(Var var) const { return !definitions_[var.index].empty(); }
  bool can_enumerate() const { return num_vars_in_all_ <= kMaxEnumerated + 1; }

  bool is_satisfiable(const Query& query, Oracle oracle);

  // ---- Domains. Marks are by variable.

  using Marks = std::vector<std::uint8_t>;
  /// Adds what the marked variables are defined by, and so on.
  void close(Marks& marks) const;
  /// No domain for these variables at this layer may be larger.
  Marks largest_domain(std::span<const Lit> variables, Layer layer) const;

  // ---- Evaluation, 64 assignments at once, as words by variable.

  using Words = std::vector<std::uint64_t>;
  /// Gives the variables that are defined, and not marked in `known`, the values of their
  /// definitions. False if a definition is none.
  bool evaluate(Words& words, const Marks& known) const;
  /// The assignments that satisfy the clauses that are active at the layer, and `temporaries`.
  std::uint64_t satisfying(const Words& words, const Query& query) const;

 private:
  using Table = std::vector<std::uint64_t>;  // a bit for each assignment

  Table clause_table(std::span<const Lit> clause) const;
  bool enumerate(const Query& query);
  bool ask_cadical(const Query& query);
  void bring_cadical_up_to_date();
  void update_order() const;

  std::uint32_t num_vars_in_all_;
  std::uint32_t num_vars_ = 1;
  std::vector<Literals> permanent_;                 // definitions too
  std::vector<std::vector<Literals>> definitions_;  // by variable
  std::map<std::uint32_t, Lemma> lemmas_;
  Marks in_permanent_;                               // variables of clauses without definitions
  std::vector<std::optional<Layer>> highest_layer_;  // by variable: of lemmas that had it

  mutable std::vector<Var> order_;  // defined variables, operands first
  mutable bool order_is_valid_ = true;

  Table permanent_table_;
  std::map<std::uint32_t, Table> lemma_tables_;

  std::unique_ptr<CaDiCaL::Solver> cadical_;
  std::size_t permanent_told_ = 0;
  std::map<std::uint32_t, int> activations_;  // by lemma
  int last_literal_ = 0;
};

}  // namespace cairn::sat
