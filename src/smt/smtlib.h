// SPDX-License-Identifier: MIT
//
// Terms as SMT-LIB 2.6 scripts, for solvers that are spoken to in text and for dumps: every
// variable is declared and every application defined once, by a name that has its handle in it, so
// text is linear in the number of distinct subterms and can be sent piece by piece.
//
// SMT-LIB has no function from a float to its bits. FpToBits becomes a declared bit-vector and the
// side condition that the float is made of it; side conditions must be assumed in every query.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

std::string smtlib_sort(const Sort& sort);
std::string smtlib_value(const Value& value);

class SmtLibWriter {
 public:
  explicit SmtLibWriter(Terms& terms) : terms_(terms) {}

  /// What stands for the term. Declarations and definitions that it needs and that were not written
  /// so far are appended to `script`. No recursion.
  std::string name(Term term, std::string& script);
  /// Whether name() was asked for it, or for a term over it.
  bool knows(Term term) const { return names_.contains(term); }
  /// Names of Boolean definitions.
  const std::vector<std::string>& side_conditions() const { return side_conditions_; }

 private:
  std::string define(Term term, std::string& script);
  std::string application(Term term, std::string& script);
  std::string head(Term term) const;
  std::string bits_of_float(Term term, std::string& script);
  const std::string& operand(Term term, std::size_t i) const {
    return names_.find(terms_.operands(term)[i])->second;
  }

  Terms& terms_;
  std::unordered_map<Term, std::string> names_;
  std::vector<std::string> side_conditions_;
};

/// One query as a script that any solver reads; `status` says what it was found to be, if known.
std::string smtlib_query(Terms& terms, std::span<const Term> formulas,
                         std::span<const Term> assumptions, std::string_view status);

}  // namespace cairn
