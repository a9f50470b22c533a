// SPDX-License-Identifier: MIT
//
// What is known, or believed for the time being, about the states at a location: linear equations
// modulo 2^w between its variables (logic/word/affine_hull.h), and formulas out of a list. It
// begins with everything, since no state has been seen, and each state that comes here takes away
// what it contradicts. So facts only get weaker, and that ends.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "logic/word/affine_hull.h"
#include "logic/word/linear_form.h"
#include "logic/word/term_eval.h"

namespace cairn {

class Facts {
 public:
  struct Columns {
    std::vector<Term> variables;
    std::vector<Term> features;  ///< other terms over them whose values may occur in equations
  };

  /// `candidates` are formulas over the variables.
  Facts(Terms& terms, Columns columns, std::vector<Term> candidates);

  const std::vector<Term>& variables() const { return variables_; }
  /// False: no state came here so far, every fact holds.
  bool reached() const { return reached_; }
  /// Returns false if nothing changed. Requires values of all variables.
  bool weaken(const Assignment& state);

  /// What is believed if reached(): equations, then formulas.
  const std::vector<Term>& believed() const { return believed_; }
  /// What is known already.
  const std::vector<Term>& known() const { return known_; }
  std::vector<Term> all() const;

  /// Variables that equations give as sums of others, and these equations.
  const std::unordered_map<std::uint32_t, Term>& solved() const { return solved_; }
  const std::vector<Term>& solving() const { return solving_; }
  /// Changes whenever solved() does.
  std::uint32_t version() const { return version_; }

  /// What is believed is known from now on.
  void settle();
  /// More candidates, which hold in all states that came here.
  void believe(const std::vector<Term>& candidates);
  /// No longer believed; an equation takes those that it was found with along.
  void drop(Term formula);
  void drop_believed();
  void drop_equations();
  /// Any state may come here.
  void give_up();
  /// What is left are these, some of all().
  void keep(const std::vector<Term>& formulas);

 private:
  struct Group {
    std::vector<Term> columns;  // of one width
    AffineHull hull;
    bool dropped = false;
  };
  void add_group(std::uint32_t width, const std::vector<Term>& columns);
  void list();
  void add_equations(std::uint32_t group, std::vector<LinearForm>& forms);
  void solve(const std::vector<LinearForm>& forms);
  bool settled() const { return settled_; }

  Terms& terms_;
  std::vector<Term> variables_;
  std::vector<Group> groups_;
  std::vector<Term> candidates_;
  std::vector<Term> known_;
  bool reached_ = false;
  bool settled_ = false;
  std::vector<Term> believed_;
  std::vector<std::uint32_t> found_in_;  // groups of the equations
  std::unordered_map<std::uint32_t, Term> solved_;
  std::vector<Term> solving_;
  std::uint32_t version_ = 0;
};

}  // namespace cairn
