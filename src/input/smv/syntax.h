// SPDX-License-Identifier: MIT
//
// SMV as it is written: modules with their declarations, and expressions, in which the operators of
// LTL, CTL and simple PSL are expressions too. Chains of '&' and '|' are one node: the depth of a
// tree, which the parser limits, is what functions over it recurse to.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "input/smv/token.h"

namespace cairn::smv {

enum class Op : std::uint8_t {
  Name,    // text
  Number,  // text
  Word,    // text
  True,
  False,
  Self,
  Member,  // text: the part of the operand
  Index,
  BitRange,  // operand, high, low
  Not,
  And,
  Or,
  Xor,
  Xnor,
  Implies,
  Iff,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Add,
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Negate,
  ShiftLeft,
  ShiftRight,
  Concat,
  Union,
  In,
  Set,
  Range,
  Case,  // condition, value, condition, value, ...
  IfThenElse,
  Next,
  Call,  // text: the function
  // LTL.
  Globally,
  Finally,
  NextStep,
  Until,
  Release,
  WeakUntil,
  StrongRelease,
  Yesterday,
  WeakYesterday,
  Once,
  Historically,
  Since,
  Triggered,
  // CTL; A [p U q] and E [p U q] have two operands.
  AX,
  EX,
  AF,
  EF,
  AG,
  EG,
  AU,
  EU,
};

bool is_temporal(Op op);
bool is_ctl(Op op);

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
  Op op = Op::True;
  Place place;
  std::string text;
  std::vector<ExpressionPtr> operands;
  std::uint32_t depth = 1;
  bool has_temporal = false;  ///< itself, or some operand
  bool has_next = false;
};

struct Type {
  enum class Kind : std::uint8_t {
    Boolean,
    Enumeration,
    Range,
    UnsignedWord,
    SignedWord,
    Array,
    Module
  };
  Kind kind = Kind::Boolean;
  Place place;
  std::vector<ExpressionPtr> parts;  ///< of an enumeration, a range, a word; arguments of a module
  std::shared_ptr<const Type> element;  ///< of an array, whose bounds are in `parts`
  std::string module;
  bool is_process = false;
};

struct Variable {
  enum class Kind : std::uint8_t { State, Input, Frozen };
  Kind kind = Kind::State;
  ExpressionPtr name;
  Type type;
};

struct Assignment {
  enum class Kind : std::uint8_t { Now, Init, Next };
  Kind kind = Kind::Now;
  ExpressionPtr target;
  ExpressionPtr value;
};

struct Definition {
  ExpressionPtr name;
  ExpressionPtr value;
};

struct Specification {
  enum class Kind : std::uint8_t { Invariant, Ltl, Ctl, Psl };
  Kind kind = Kind::Invariant;
  Place place;
  std::string name;  ///< NAME x :=, or empty
  std::string text;  ///< as it is written, on one line
  ExpressionPtr formula;
  std::string refused;  ///< why it could not be read, instead of the formula
};

struct Module {
  std::string name;
  Place place;
  std::vector<std::string> parameters;
  std::vector<std::pair<std::string, Place>> parents;  ///< ISA
  std::vector<Variable> variables;
  std::vector<Definition> definitions;
  std::vector<std::string> constants;
  std::vector<Assignment> assignments;
  std::vector<ExpressionPtr> init, invar, trans, justice;
  std::vector<std::pair<ExpressionPtr, ExpressionPtr>> compassion;
  std::vector<Specification> specifications;
};

struct SyntaxTree {
  std::vector<Module> modules;
};

/// Throws InputError with what was expected.
SyntaxTree parse(std::string_view text, const std::string& file);
/// Names, comparisons and the like as they were written, more or less; long ones are cut.
std::string text_of_expression(const Expression& e);
/// A specification alone: `text` is LTL or CTL over expressions of SMV.
ExpressionPtr parse_formula(std::string_view text, const std::string& file);

}  // namespace cairn::smv
