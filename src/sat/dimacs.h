// SPDX-License-Identifier: MIT
//
// Formulas in conjunctive normal form and DIMACS, the format that SAT solvers share:
//
//   c a comment
//   p cnf VARIABLES CLAUSES
//   1 -2 0
//
// Read as solvers read it, not as its first description has it: lines mean nothing to clauses, a
// comment may start any line, and what follows a line that starts with '%' is ignored, for the sake
// of old collections. But the header must be there, and it must be right: a file with fewer clauses
// than it promises was probably cut.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/bit/lit.h"

namespace cairn::sat {

/// Variable n of the file is Var{n}; there is no variable 0.
class Cnf {
 public:
  /// The largest variable: literals stay below kNoLit.
  static constexpr std::uint32_t kMaxVariable = 0x7FFFFFFEu;

  std::size_t num_clauses() const { return ends_.size(); }
  std::size_t num_literals() const { return literals_.size(); }
  std::span<const Lit> clause(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return std::span(literals_).subspan(begin, ends_[index] - begin);
  }
  void add_clause(std::span<const Lit> clause) {
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    end_clause();
  }
  /// The other way to add one: literal by literal.
  void add_literal(Lit lit) { literals_.push_back(lit); }
  void end_clause() { ends_.push_back(literals_.size()); }

  /// No variable is larger; larger ones than the clauses have are allowed.
  std::uint32_t max_variable = 0;

 private:
  std::vector<Lit> literals_;
  std::vector<std::size_t> ends_;
};

/// The variables of a formula, numbered densely from 1 on: a file of a few bytes may name the
/// largest variable.
class Numbering {
 public:
  explicit Numbering(const Cnf& cnf);

  std::uint32_t size() const {
    return is_sparse_ ? static_cast<std::uint32_t>(variables_.size()) : largest_;
  }
  /// Whether the variable has a number; all of the formula have one.
  bool has(Var variable) const;
  /// The literal with the number in place of the formula's variable, which must have one.
  Lit inside(Lit lit) const;
  /// The formula's variable of a number.
  std::uint32_t outside(std::uint32_t number) const {
    return is_sparse_ ? variables_[number - 1] : number;
  }
  /// Whether numbers differ from the formula's variables.
  bool is_sparse() const { return is_sparse_; }

 private:
  bool is_sparse_ = false;
  std::uint32_t largest_ = 0;
  std::vector<std::uint32_t> variables_;  // if sparse, sorted
};

/// Whether a text begins as DIMACS does: comments, then a line that starts with 'p'.
bool looks_like_dimacs(std::string_view text);

/// Throws InputError, placed in `name`. Allocates for what stands in `text`, not for what its
/// header says.
Cnf read_dimacs(std::string_view name, std::string_view text);

std::string write_dimacs(const Cnf& cnf);

/// The literal as DIMACS writes it; not for constants.
constexpr std::int64_t to_dimacs(Lit lit) {
  const std::int64_t variable = lit.var().index;
  return lit.negated() ? -variable : variable;
}

}  // namespace cairn::sat
