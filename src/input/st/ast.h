// SPDX-License-Identifier: MIT
//
// Structured Text (IEC 61131-3, second and third edition) as a tree: what the parser makes and the
// compiler reads. Nothing is resolved here: a name is a name, and a call may turn out to be that of
// a function, of an instance of a function block, or of nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cairn::st {

/// A place in one of the sources of a unit.
struct Spot {
  std::uint32_t file = 0;  ///< position in Unit::files
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

struct Literal {
  enum class Kind : std::uint8_t {
    Bool,
    Integer,
    Real,
    Duration,   ///< nanoseconds
    Date,       ///< days since 1970-01-01
    TimeOfDay,  ///< nanoseconds since midnight
    DateTime,   ///< nanoseconds since 1970-01-01
    String,
    WideString
  };

  Kind kind = Kind::Integer;
  std::string type;           ///< "INT" of INT#5, "LTIME" of LT#1s, in capitals; empty: none
  bool negative = false;      ///< Integer, Real, Duration
  std::uint64_t integer = 0;  ///< Bool, Integer, and what counts nanoseconds or days
  double real = 0;
  std::string text;  ///< the characters of a string, or the number as it was written
};

enum class UnaryOp : std::uint8_t { Plus, Negate, Not };
enum class BinaryOp : std::uint8_t {
  Implies,  ///< "-->", in annotations alone
  Or,
  OrElse,
  Xor,
  And,
  AndThen,
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
  Power
};
const char* to_string(BinaryOp op);

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

/// `x`, `in := x`, `out => y`, `NOT out => y`; of a structure's initial value `member := x`.
struct Argument {
  std::string name;  ///< empty: positional
  bool is_output = false;
  bool is_negated = false;
  ExprPtr value;  ///< null: nothing stands after := or =>
  Spot at;
};

struct Expr {
  enum class Kind : std::uint8_t {
    Literal,
    Name,       ///< text
    Member,     ///< operands[0] . text
    Bit,        ///< operands[0] . %X3: size ('X', 'B', 'W', 'D') and index; `w.3` is %X3
    Index,      ///< operands[0] [ operands[1], ... ]
    Deref,      ///< operands[0] ^
    Direct,     ///< %IX0.0: text
    EnumValue,  ///< type # text
    Unary,
    Binary,
    Call,       ///< operands[0] ( arguments )
    ArrayInit,  ///< [ operands ]
    Repeat,     ///< operands[0] ( operands[1], ... ): so many times
    StructInit  ///< ( arguments )
  };

  Kind kind = Kind::Literal;
  Spot at;
  UnaryOp unary = UnaryOp::Plus;
  BinaryOp binary = BinaryOp::Or;
  char size = 'X';
  std::uint32_t index = 0;
  std::uint32_t depth = 1;  ///< levels of the tree; the parser limits it
  std::string text;         ///< names as they were written
  std::string type;         ///< EnumValue: the type's name
  Literal literal;
  std::vector<ExprPtr> operands;
  std::vector<Argument> arguments;
};

struct TypeSpec;
using TypePtr = std::shared_ptr<const TypeSpec>;

struct Declaration {
  std::string name;
  Spot at;
  TypePtr type;
  std::shared_ptr<const Expr> init;  ///< null: none; names of one list share it
  std::string address;               ///< of AT, "%IX0.0"; empty: none
  char edge = 0;                     ///< 'R' or 'F': an input of R_EDGE or F_EDGE
};

struct TypeSpec {
  enum class Kind : std::uint8_t {
    Named,     ///< an elementary type, or one that was declared
    String,    ///< STRING[n], WSTRING[n]
    Array,     ///< of `base`
    Subrange,  ///< base (low..high)
    Enum,
    Struct,
    Reference  ///< REF_TO, POINTER TO
  };
  struct Range {
    ExprPtr low, high;  ///< null: "*", a length that the caller says
  };
  struct EnumEntry {
    std::string name;
    Spot at;
    ExprPtr value;  ///< null: one more than the one before
  };

  Kind kind = Kind::Named;
  Spot at;
  std::string name;           ///< Named; String: "STRING" or "WSTRING"; Enum: its type or empty
  ExprPtr length;             ///< String; null: none given
  TypePtr base;               ///< Array, Subrange, Reference
  std::vector<Range> ranges;  ///< Array: one a dimension; Subrange: one
  std::vector<EnumEntry> entries;
  std::vector<Declaration> members;
};

struct Section {
  enum class Kind : std::uint8_t { Input, Output, InOut, Local, Static, Temp, Global, External };

  Kind kind = Kind::Local;  ///< Static: VAR_STAT
  Spot at;
  bool constant = false;
  bool retain = false;  ///< RETAIN, PERSISTENT
  std::vector<Declaration> declarations;
};

struct Statement;
using Body = std::vector<Statement>;

/// A comment that says something to a checker.
struct Annotation {
  enum class Kind : std::uint8_t {
    Assert,  ///< //#ASSERT expr : id;
    Assume,  ///< //#ASSUME expr;
    Param    ///< //#PARAM x, y;
  };
  Kind kind = Kind::Assert;
  std::string id;                  ///< empty: none
  std::string text;                ///< the expression as it was written
  std::vector<std::string> names;  ///< of Param
};

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,  ///< target := value
    Set,     ///< target S= value
    Reset,   ///< target R= value
    Call,    ///< value, a call
    If,
    Case,
    For,     ///< target, value (from), to, by (may be null)
    While,   ///< value
    Repeat,  ///< until value
    Exit,
    Continue,
    Return,
    Annotation
  };
  struct Label {
    ExprPtr low, high;  ///< high null: a single value
  };
  struct Branch {
    Spot at;
    ExprPtr condition;          ///< of If; null: ELSE
    std::vector<Label> labels;  ///< of Case; none: ELSE
    Body body;
  };

  Kind kind = Kind::Return;
  Spot at;
  ExprPtr target, value, to, by;
  std::vector<Branch> branches;  ///< If, Case
  Body body;                     ///< loops
  Annotation annotation;
};

struct Pou {
  enum class Kind : std::uint8_t { Program, FunctionBlock, Function };

  /// Statements over the unit's variables that have a name.
  struct Action {
    std::string name;
    Spot at;
    Body body;
  };

  Kind kind = Kind::Program;
  std::string name;
  Spot at;
  TypePtr result;  ///< of a function; null: none
  std::vector<Section> sections;
  Body body;
  std::vector<Action> actions;
  /// Annotations after the last statement: they are about the end of a scan, however the body ends.
  Body at_end;
};

struct TypeDeclaration {
  std::string name;
  Spot at;
  TypePtr type;
  std::shared_ptr<const Expr> init;
};

struct Task {
  std::string name;
  Spot at;
  ExprPtr interval;  ///< null: none
  ExprPtr priority;  ///< null: none
  bool is_single = false;
};

struct ProgramInstance {
  std::string name;
  std::string task;  ///< empty: runs all the time
  std::string type;
  Spot at;
  std::vector<Argument> arguments;
};

struct Configuration {
  std::string name;
  Spot at;
  std::vector<Section> globals;  ///< those of its resources, too
  std::vector<Task> tasks;
  std::vector<ProgramInstance> instances;
};

/// One source, or several that belong together.
struct Unit {
  std::vector<std::string> files;  ///< their names
  std::vector<TypeDeclaration> types;
  std::vector<Section> globals;
  std::vector<Pou> pous;
  std::vector<Configuration> configurations;
};

}  // namespace cairn::st
