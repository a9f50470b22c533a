// SPDX-License-Identifier: MIT
//
// Values of variables while a program is followed step by step: terms, except that an array that is
// written at constant indices is a table that changes in place. So a step costs as much as what it
// reads and writes. With terms alone, each write would be one more Store on a chain that every read
// has to walk.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// A copy is cheap and shares the table; whoever writes to a table that is shared gets one of its
/// own, upon the term of the old one.
class Cell {
 public:
  Cell() = default;
  explicit Cell(Term term) : term_(term) {}

  bool is_table() const { return table_ != nullptr; }
  /// The value. The term of a table is made when it is first asked for.
  Term term(Terms& terms) const;
  Term select(Terms& terms, Term index) const;
  void store(Terms& terms, Term index, Term element);
  /// Whether the values are known to be the same. False may mean that it would take long to say.
  bool equals(Terms& terms, const Cell& other) const;
  /// The same term or table, not only the same value.
  friend bool operator==(const Cell&, const Cell&) = default;

 private:
  struct Table {
    Term base;
    std::unordered_map<Term, Term> entries;  // by constant index
    Term whole;                              // base with the entries, if that was asked for
  };
  static Term whole_of(Terms& terms, const Table& table);

  Term term_;  // none if there is a table
  std::shared_ptr<Table> table_;
};

/// Terms over variables that have cells: compiled when they are first seen, evaluated often.
class CellEvaluator {
 public:
  /// What stands for a variable without a cell.
  using Others = std::function<Term(Term variable)>;

  /// Cells are numbered as these variables are.
  CellEvaluator(Terms& terms, std::span<const Term> variables);

  /// As Terms::substitute.
  Term operator()(Term term, std::span<const Cell> cells, const Others& others);

  /// What an assignment writes. An array is its own cell's, or that of another one, with stores.
  struct Write {
    std::uint32_t target = 0;
    bool in_place = false;  // else upon `cell`
    Cell cell;
    std::vector<std::pair<Term, Term>> stores;  // index and element, the first one first
  };
  /// Nothing is written yet: other values of the same assignment may have to be read first.
  Write prepare(Term target, Term value, std::span<const Cell> cells, const Others& others);
  void perform(Write write, std::span<Cell> cells);

 private:
  struct Node {
    enum class Kind : std::uint8_t { Fixed, Cell, Other, Read, Apply };
    Kind kind = Kind::Fixed;
    Term term;
    std::uint32_t cell = 0;              // Cell, Read
    std::uint32_t first = 0, count = 0;  // of operands, in Code::operands; Read: its index
  };
  struct Code {
    std::vector<Node> nodes;  // operands first; the last one is the result
    std::vector<std::uint32_t> operands;
  };
  const Code& code_of(Term term);
  Code compile(Term term) const;
  Node node_of(Term term) const;
  bool is_read(Term term) const;
  Term apply(Term term, std::span<const Term> operands);
  Term compare_leaves(Op op, std::span<const Term> operands);
  Term run(const Code& code, std::span<const Cell> cells, const Others& others);

  Terms& terms_;
  std::unordered_map<Term, std::uint32_t> positions_;
  std::unordered_map<Term, Code> codes_;
  std::vector<Term> results_;   // of the code that runs
  std::vector<Term> operands_;  // of the node that runs
};

}  // namespace cairn
