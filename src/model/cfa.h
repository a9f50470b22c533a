// SPDX-License-Identifier: MIT
//
// The control-flow automaton [Lan18, definitions 2.17 to 2.25]: locations, and edges labelled with
// guarded commands. One error location, from which nothing leads on.
//
// Where we differ: nondeterminism is an input. A command may read input variables, which have an
// arbitrary value each time the edge is taken (the dissertation reads an array at an index that it
// increments). An input occurs in the commands of one statement of the program; no path through one
// edge reads the same input twice (large blocks never go around a loop), so one value for each
// input and step is all there is. No edge enters the initial location.
//
// Given the state and the inputs, a run is determined: of the edges that leave a location, and of
// the branches of a choice, at most one does not block. (IVL's choices read an input.)
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "logic/word/term_eval.h"
#include "model/program.h"

namespace cairn {

struct LocationId {
  std::uint32_t index = 0;
  friend auto operator<=>(const LocationId&, const LocationId&) = default;
};

struct Command;
using CommandRef = std::shared_ptr<const Command>;

/// cmd ::= x := e | assume b | cmd; cmd | cmd [] cmd [Lan18, definition 2.17]. Commands are shared
/// and never change. The empty sequence is skip, the empty choice blocks.
struct Command {
  enum class Kind : std::uint8_t { Assign, Assume, Sequence, Choice };

  Kind kind = Kind::Sequence;
  SiteId site = kNoSite;          ///< Assign, Assume
  std::vector<Term> targets;      ///< Assign: variables of the automaton, all at once
  std::vector<Term> values;       ///< Assign: one a target; Assume: the condition
  std::vector<CommandRef> parts;  ///< Sequence, Choice
};

CommandRef skip_command();
CommandRef assign(Term target, Term value, SiteId site = kNoSite);
CommandRef assume(Term condition, SiteId site = kNoSite);
/// Both flatten and merge nothing else; a sequence drops skips.
CommandRef sequence(std::vector<CommandRef> parts);
CommandRef choice(std::vector<CommandRef> parts);

struct CfaEdge {
  LocationId source;
  LocationId target;
  CommandRef command;
};

/// A value from outside.
struct CfaInput {
  enum class Kind : std::uint8_t { Nondet, Uninitialised, Choice };
  Term term;
  Kind kind = Kind::Nondet;
  SiteId site = kNoSite;
  std::string note;  ///< that of the Havoc; the variable's name for an uninitialised one
};

struct CfaLocation {
  SiteId site = kNoSite;
  bool loop_head = false;  ///< the target of a back edge in the program's own structure
  std::string note;        ///< of the error location's predecessors: the assert that fails
  bool cut = false;        ///< invariants want a formula here: a pass has removed a way around it
};

/// Why an automaton is safe, by complete unrolling: how often each loop (model/loop_nest.h) is gone
/// around at most, each time that it is entered. The unrolling to these bounds has no run that
/// wants to go around once more, and none that ends in the error location. A loop that is missing
/// here is never entered.
struct CfaUnrolling {
  std::map<LocationId, std::uint32_t> rounds;  ///< by the loop's head
};

/// Why an automaton is safe: formulas over its variables (no inputs), true whenever control is at
/// the location. Locations that have none have none to offer: the others, with the initial one
/// (true) and the error location (false), must cut every cycle, and every path between two of them
/// that passes no third must lead from the one's formula into the other's.
///
/// With k above 1 that is k-induction: of paths that come by cut points one after another, what is
/// to be shown is that k of them with their formulas are followed by one with its formula, and that
/// every path from the initial location keeps to the formulas at its first k - 1 cut points.
struct CfaInvariant {
  std::map<LocationId, Term> at;
  std::uint32_t k = 1;
  /// A proof of another kind, instead of all this: no loop goes on for ever.
  std::optional<CfaUnrolling> unrolling;
};

/// A run into the error location: the variables' first values (missing: any), and the edges with
/// the inputs of each (missing: any).
struct CfaTrace {
  struct Step {
    std::uint32_t edge = 0;  ///< position in Cfa::edges
    Assignment inputs;
  };
  Assignment initial;
  std::vector<Step> steps;
};

class Cfa {
 public:
  using Trace = CfaTrace;
  using Invariant = CfaInvariant;

  std::shared_ptr<Terms> terms;
  std::vector<ProgramVariable> variables;
  std::vector<CfaInput> inputs;
  std::vector<CfaLocation> locations;
  std::vector<CfaEdge> edges;
  LocationId initial;
  LocationId error;
  std::shared_ptr<const std::vector<SourceSite>> sites;  ///< of the program

  LocationId add_location(CfaLocation location = {});
  void add_edge(LocationId source, LocationId target, CommandRef command);

  /// Positions of edges by source and by target location.
  std::vector<std::vector<std::uint32_t>> edges_out() const;
  std::vector<std::vector<std::uint32_t>> edges_in() const;

  /// Aborts (CAIRN_CHECK) unless the comment at the top holds.
  void check_invariants() const;
};

/// What a command does to a concrete state: runs it with the inputs given, changes `state`. Returns
/// false if it blocks (state is then unspecified). Of a choice the first branch that does not block
/// is taken; `path`, if given, receives the Assign and Assume commands in order.
bool execute(const Terms& terms, const Command& command, const Assignment& inputs,
             Assignment& state, std::vector<const Command*>* path = nullptr);

/// Weakest existential precondition [Lan18, definition 2.22]; inputs stay as variables in the
/// result and mean "for some value".
Term wep(Terms& terms, const Command& command, Term post);

/// Choice-free commands whose choice is `command` [Lan18, definition 4.8], at most `limit` of them
/// (empty if there would be more; a command that has no way through is split into the empty
/// choice).
std::vector<CommandRef> split(const CommandRef& command, std::size_t limit);

/// A command as an assignment: under `guard`, each variable that it may change gets the value in
/// `next`. Exact only for commands that are deterministic given their inputs; of a choice whose
/// branches overlap the first that does not block counts. Linear in the command thanks to sharing
/// (if-then-else at joins).
struct Effect {
  Term guard;
  std::map<Term, Term> next;
};
Effect effect_of(Terms& terms, const Command& command);

/// Replays a trace edge by edge; the empty string if it is a run from the initial into the error
/// location, else what is wrong with which step.
std::string judge(const Cfa& cfa, const CfaTrace& trace);

/// For the log: "3 locations, 4 edges, 2 variables, 1 inputs".
std::string describe_size(const Cfa& cfa);

}  // namespace cairn
