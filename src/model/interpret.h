// SPDX-License-Identifier: MIT
//
// Runs programs on concrete values: the judge of counterexamples, and what front ends are tested
// with. The semantics is that of program.h.
//
// A run asks for its inputs in this order: the globals at the start, in the order of their
// declaration; at each entry of a procedure (main's first of all) its results, then its locals; and
// while it runs, each target of a Havoc from left to right, and one number for each Choice and each
// Goto that has more than one way to go on. build_cfa.h's inputs_of() gives the inputs of a path
// through the automaton in the same order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/cfa.h"
#include "model/program.h"

namespace cairn {

using InputKind = CfaInput::Kind;

/// The sort of the number that chooses one of `ways` (at least 2): the smallest bit-vector.
Sort choice_sort(std::size_t ways);

/// A value that a run needs.
struct InputRequest {
  InputKind kind = InputKind::Nondet;
  SiteId site = kNoSite;  ///< of the statement; of the procedure for its uninitialised variables
  std::string_view note;  ///< of the Havoc; the uninitialised variable's name; empty for a choice
  Sort sort;
  std::size_t ways = 0;  ///< Choice: how many; a larger number blocks
};

class InputSource {
 public:
  virtual ~InputSource() = default;
  /// A value of the request's sort.
  virtual Value next(const InputRequest& request) = 0;
};

struct InputValue {
  InputKind kind = InputKind::Nondet;
  SiteId site = kNoSite;
  std::string note;
  Value value;
};

/// Values in order. One that does not fit the request (kind, site, note, sort) stays for the next,
/// and the run gets zero: a counterexample need not name every input.
class InputSequence : public InputSource {
 public:
  explicit InputSequence(std::vector<InputValue> values) : values_(std::move(values)) {}
  Value next(const InputRequest& request) override;
  /// Values that were used, and requests that found none.
  std::size_t used() const { return used_; }
  std::size_t missed() const { return missed_; }

 private:
  std::vector<InputValue> values_;
  std::size_t used_ = 0;
  std::size_t missed_ = 0;
};

/// What an executed statement did.
struct RunEvent {
  enum class Kind : std::uint8_t {
    Start,    ///< no statement; writes: the globals, then main's results and locals
    Execute,  ///< any statement but a Call
    Enter,    ///< a Call goes into its procedure; writes: its parameters, results, locals
    Leave,    ///< the Call is back; writes: its targets
  };
  struct Write {
    Term variable;
    Value value;
  };

  Kind kind = Kind::Execute;
  const Procedure* procedure = nullptr;  ///< that the statement is in; main at the start
  const Statement* statement = nullptr;
  /// If: 0 is then, 1 else; While: 0 goes on, 1 leaves; Choice and Goto: which one.
  std::uint32_t branch = 0;
  /// Arrays as a whole; a large one that is written again and again is left out after some time.
  std::span<const Write> writes;
};

class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void executed(const RunEvent& event) = 0;
  /// Whether events are to have writes at all.
  virtual bool wants_values() const { return true; }
};

struct RunResult {
  enum class Outcome : std::uint8_t {
    Finished,  ///< main returned
    Failed,    ///< `statement` is the assert that does not hold
    Limit,     ///< `statement` is an assert of the kind Limit that does not hold
    Blocked,   ///< `statement` is the assume that does not hold, or a choice beyond its ways
    Steps,     ///< the limit of steps was reached
  };
  Outcome outcome = Outcome::Finished;
  const Procedure* procedure = nullptr;
  const Statement* statement = nullptr;
  std::uint64_t steps = 0;  ///< statements that were executed
};

/// A run of the program that the interpreter saw fail.
struct ProgramFailure {
  const Statement* assertion = nullptr;  ///< of the program
  std::vector<InputValue> inputs;        ///< in order
  std::uint64_t steps = 0;               ///< statements executed
};

class Interpreter {
 public:
  /// Compiles the program, which must be in order (check_program) and outlive this.
  explicit Interpreter(const Program& program);
  ~Interpreter();

  RunResult run(InputSource& inputs, std::uint64_t step_limit, RunObserver* observer = nullptr);
  /// Of a variable of the program where the last run stopped; for a procedure that is not active,
  /// from its last call.
  Value value(Term variable) const;

 private:
  class Code;
  std::unique_ptr<Code> code_;
};

/// Compiles and runs once.
RunResult interpret(const Program& program, InputSource& inputs, std::uint64_t step_limit,
                    RunObserver* observer = nullptr);

}  // namespace cairn
