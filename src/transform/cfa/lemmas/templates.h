// SPDX-License-Identifier: MIT
//
// What lemmas may look like: formulas over the variables of an automaton that are likely to hold at
// some location, made of what the program itself compares. Guesses; facts.h keeps what is true.
#pragma once

#include <map>
#include <unordered_set>
#include <vector>

#include "model/cfa.h"

namespace cairn {

class Templates {
 public:
  /// Of an automaton with these edges; all must outlive the templates.
  Templates(const Cfa& cfa, const std::vector<Effect>& effects);

  /// Over these variables: bounds by constants of the program and their neighbours, orders of two
  /// variables, and what the program compares, also a little weaker or stronger.
  std::vector<Term> units(const std::vector<Term>& variables) const;
  /// Differences of two variables, bounded by constants.
  std::vector<Term> differences(const std::vector<Term>& variables) const;
  /// Literals for clauses of two: signs, orders and what the program compares.
  std::vector<Term> literals(const std::vector<Term>& variables) const;
  /// What the program computes from these variables and is no sum: products, remainders, masks.
  std::vector<Term> features(const std::vector<Term>& variables) const;
  /// Constants of a width, for whoever wants interesting numbers.
  const std::vector<BitVector>& constants(std::uint32_t width) const;

 private:
  using List = std::vector<Term>;

  void add_bounds(Term variable, List& result) const;
  void add_orders(const List& variables, List& result) const;
  void add_differences(const List& variables, List& result) const;
  void add_atoms(const List& variables, List& result) const;
  void collect(Term root, std::unordered_set<Term>& seen);
  void add_constants_nearby();
  bool compares_unsigned(std::uint32_t width) const { return unsigned_.contains(width); }

  Terms& terms_;
  std::map<std::uint32_t, std::vector<BitVector>> constants_;  // by width, sorted
  std::unordered_set<std::uint32_t> unsigned_;                 // widths
  std::vector<Term> atoms_;
  std::vector<Term> features_;
};

}  // namespace cairn
