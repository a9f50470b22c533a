// SPDX-License-Identifier: MIT
//
// Programs in Structured Text as tests make them: a syntax tree of their own, its text, and an
// evaluator that works on the tree. Nothing of it is shared with the front end (input/st), so that
// the one can be held against the other.
//
// What the evaluator does is IEC 61131-3 as docs/plc.md states it: integers wrap at the width of
// their type after each operation, division truncates towards zero, the bounds of a FOR are
// evaluated once, a function block keeps its variables from call to call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace cairn::support {

enum class StElem : std::uint8_t {
  Bool,
  Sint,
  Int,
  Dint,
  Lint,
  Usint,
  Uint,
  Udint,
  Ulint,
  Byte,
  Word,
  Dword,
  Lword,
  Real,
  Lreal,
  Time
};

const char* name_of(StElem elem);
unsigned width_of(StElem elem);
bool is_signed(StElem elem);
bool is_integer(StElem elem);
bool is_bits(StElem elem);
bool is_float(StElem elem);

struct StBlock;
struct StType;
using StTypeRef = std::shared_ptr<const StType>;

struct StField {
  std::string name;
  StTypeRef type;
};

struct StType {
  enum class Kind : std::uint8_t { Elementary, Enum, Struct, Array, Block };
  Kind kind = Kind::Elementary;
  StElem elem = StElem::Bool;           ///< Elementary; an Enum is kept in a Dint
  std::string name;                     ///< of a TYPE or a block
  std::vector<std::string> literals;    ///< Enum
  std::vector<StField> fields;          ///< Struct
  std::vector<std::int64_t> low, high;  ///< Array: of each dimension
  StTypeRef element;                    ///< Array
  const StBlock* block = nullptr;       ///< Block

  bool scalar() const { return kind == Kind::Elementary || kind == Kind::Enum; }
};

/// How many values a variable of the type is: one for each scalar in it.
std::size_t slots_of(const StType& type);

struct StExpr;

/// One step from a variable to a part of it.
struct StSelector {
  std::size_t field = 0;      ///< Struct, Block: which
  std::vector<StExpr> index;  ///< Array: one for each dimension
};

struct StPlace {
  std::size_t variable = 0;
  std::vector<StSelector> path;
};

struct StExpr {
  enum class Kind : std::uint8_t { Literal, Read, Unary, Binary, Call, UserCall };
  Kind kind = Kind::Literal;
  StTypeRef type;
  std::uint64_t value = 0;          ///< Literal: bits; Time in milliseconds
  std::string op;                   ///< Unary: "-", "NOT"; Binary; Call: a standard function
  StPlace place;                    ///< Read
  std::vector<StExpr> args;         ///< operands and arguments
  const StBlock* callee = nullptr;  ///< UserCall: a FUNCTION
  bool formal = false;              ///< UserCall: with the names of its inputs
};

struct StStatement {
  enum class Kind : std::uint8_t { Assign, If, Case, For, While, Repeat, Exit, Return, Call };
  struct Label {
    std::int64_t low = 0, high = 0;
  };
  struct Argument {
    std::size_t formal = 0;  ///< variable of the block
    StExpr value;            ///< an input; an in-out: a Read
    StPlace target;          ///< an output
    bool output = false;
  };
  Kind kind = Kind::Assign;
  StPlace place;              ///< Assign: to what; For: the variable; Call: the instance
  std::vector<StExpr> exprs;  ///< value; conditions; selector; bounds and step
  std::vector<std::vector<StStatement>> blocks;  ///< If, Case: one more than conditions if ELSE
  std::vector<std::vector<Label>> labels;        ///< Case: of each branch
  std::vector<Argument> arguments;               ///< Call
};

struct StVariable {
  enum class Section : std::uint8_t { Input, Output, InOut, Local, Temp, Loop };
  std::string name;
  StTypeRef type;
  Section section = Section::Local;
  std::vector<std::uint64_t> initial;  ///< empty: zeros; else a value for each slot
};

/// A FUNCTION (which has a result), a FUNCTION_BLOCK, or a standard block.
struct StBlock {
  std::string name;
  StTypeRef result;      ///< of a FUNCTION; its last variable holds it
  std::string standard;  ///< "TON", ...: its variables are known to the evaluator
  std::vector<StVariable> variables;
  std::vector<StStatement> body;
};

struct StProgram {
  std::vector<StTypeRef> types;                   ///< with names, in order of declaration
  std::vector<std::unique_ptr<StBlock>> blocks;   ///< callees first; the last is run each scan
  std::vector<std::unique_ptr<StBlock>> library;  ///< standard blocks
  const StBlock& main() const { return *blocks.back(); }
};

/// How the text is written; the choices in it come from `seed`.
struct StSpelling {
  std::uint64_t seed = 0;
  /// Only what edition 2 has and MatIEC reads.
  bool plain = false;
};

std::string to_text(const StProgram& program, const StSpelling& spelling);

/// A scalar of the main block, with the name that Cairn shows: "t.Q", "a[1,2]", "s.x".
struct StLeaf {
  std::string name;
  StTypeRef type;
  std::size_t slot = 0;
  bool input = false;
  bool hidden = false;  ///< temporary, or unspecified after the scan
};
std::vector<StLeaf> leaves_of(const StProgram& program);

/// Runs the main block scan by scan.
class StEvaluator {
 public:
  /// `counters_stop`: CTU stops at its preset and CTD at 0, as MatIEC has them; else they go on to
  /// the ends of their type, as the standard has them.
  explicit StEvaluator(const StProgram& program, bool counters_stop = false);

  /// What the standard leaves open was reached: a division by zero, an index or a conversion out of
  /// range, a float that is no number, a loop without end. The state means nothing any more.
  struct Undefined {};

  std::uint64_t get(std::size_t slot) const { return slots_[slot]; }
  void set(std::size_t slot, std::uint64_t value) { slots_[slot] = value; }
  /// One scan at a time in milliseconds. Throws Undefined.
  void scan(std::uint64_t now);

 private:
  const StProgram& program_;
  bool counters_stop_;
  std::vector<std::uint64_t> slots_;
};

}  // namespace cairn::support
