// SPDX-License-Identifier: MIT
//
// Programs in IVL, Cairn's intermediate verification language: what front ends (C, later PLC code)
// make, what `cairn compile` prints and `cairn check prog.ivl` reads. docs/ivl.md has its grammar.
//
// Semantics.
//  - A state gives a value to every variable. Globals start with arbitrary values; so do a
//  procedure's
//    locals and results on every call. Parameters start with the arguments. Expressions are terms
//    over the variables in scope: total, without side effects.
//  - Assign: all values are computed, then all targets get theirs. Havoc: each target gets an
//  arbitrary
//    value of its sort. Assume: where the condition is false the run ends, and counts for nothing.
//  - Assert: where the condition is false the run has failed. An assert of the kind Limit does not
//  state
//    a property but what the model does not cover (a feature without exact semantics, more heap
//    objects than there is room for): a run that fails it is no counterexample, and no proof may
//    leave it out.
//  - Choice and a Goto with several labels go on at any one of theirs. Labels are unique in a
//  procedure.
//  - Calls are not recursive (front ends put a Limit where the source recurses). The run starts in
//    `main`, which has no parameters, and ends when that returns.
// Given the values of all havocs, uninitialised variables and choices, in order, a run is
// determined: these are the inputs of a counterexample.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/word/term.h"

namespace cairn {

/// How people see a value.
enum class Show : std::uint8_t { Raw, Signed, Unsigned, Bool, Char, Float, Pointer, Hidden };

struct ProgramVariable {
  Term term;                ///< a Variable whose name is the variable's name in IVL
  std::string source_name;  ///< as the source names it ("s.next"); empty: made by Cairn
  std::string function;     ///< the function it belongs to in the source; empty: global
  Show show = Show::Raw;
};

/// A place in the source that statements refer to.
struct SourceSite {
  Position at;
  std::string function;
  std::string text;        ///< the statement as the source has it, one line, shortened
  bool loop_head = false;  ///< the site is a loop: invariants are printed here
};
/// Position in Program::sites.
using SiteId = std::uint32_t;
inline constexpr SiteId kNoSite = 0xFFFFFFFFu;

enum class AssertKind : std::uint8_t { Property, Limit };

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,
    Havoc,
    Assume,
    Assert,
    If,
    Choice,
    While,
    Label,
    Goto,
    Call,
    Return
  };

  Kind kind = Kind::Assume;
  AssertKind assert_kind = AssertKind::Property;
  SiteId site = kNoSite;
  std::vector<Term> targets;  ///< Assign, Havoc, Call (its results): variables, each once
  std::vector<Term>
      values;  ///< Assign: one a target; Call: arguments; Assume, Assert, If, While: the condition
  std::vector<Block> blocks;       ///< If: then and else; While: its body; Choice: one a branch
  std::vector<std::string> names;  ///< Label: its name; Goto: labels; Call: the procedure
  std::string note;  ///< Assert: what is claimed, or the limit's reason; Havoc: where the value
                     ///< comes from, for example "__VERIFIER_nondet_int" or "uninitialised x"
};

struct Procedure {
  std::string name;
  std::vector<ProgramVariable> parameters;
  std::vector<ProgramVariable> results;
  std::vector<ProgramVariable> locals;
  Block body;
  SiteId site = kNoSite;
};

struct Program {
  std::shared_ptr<Terms> terms = std::make_shared<Terms>();
  std::vector<ProgramVariable> globals;
  std::vector<Procedure> procedures;
  std::vector<SourceSite> sites;
  std::string main = "main";

  const Procedure* find(std::string_view name) const;
};

/// Aborts (CAIRN_CHECK) unless sorts fit, names are declared, labels exist, calls match and are not
/// recursive. Readers report such faults themselves, with a position, before they call this.
void check_program(const Program& program);

}  // namespace cairn
