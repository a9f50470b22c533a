// SPDX-License-Identifier: MIT
//
// Expressions of a design as terms over its state, its inputs and the choices that sets leave open.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "input/smv/design.h"
#include "input/smv/value.h"
#include "model/word_system.h"

namespace cairn::smv {

/// In which state an expression is read: that of the step, or the one after it.
enum class Time : std::uint8_t { Now, Next };

/// Bits by which nondeterminism is resolved. Branches of a case share them.
struct Choices {
  std::function<Term(std::size_t)> bit;  ///< the i-th one, as a Boolean
  std::size_t at = 0;
};

/// What must not happen in any state: a case without a branch that holds, a value that a variable
/// cannot have, an index out of bounds, a division by zero.
struct Violation {
  Term condition;
  Place place;
  std::string message;
};

class Evaluator {
 public:
  Evaluator(const Design& design, WordSystem& system);

  /// Without `choices`, sets of several values are refused. Throws InputError.
  SmvValue value(const Expression& e, const Instance& scope, Time time, Choices* choices = nullptr);
  Term boolean(const Expression& e, const Instance& scope, Time time, Choices* choices = nullptr);
  /// Whether the value may be that of the expression, which may be a set.
  Term contains(const Expression& set, const Instance& scope, Time time, const SmvValue& element);

  /// Of a variable that is stored.
  Term stored_bits(std::size_t variable) const { return slots_[variable].bits; }
  SmvValue variable(std::size_t index, Time time);
  Term running(std::size_t process);
  /// The bits that variables are stored in are made; definitions of the next state follow.
  const std::vector<Violation>& violations() const { return violations_; }
  std::size_t mark_violations() const { return violations_.size(); }
  void forget_violations(std::size_t mark) { violations_.resize(mark); }
  /// Gives each state variable its next-state term.
  void define_next();
  Values& values() { return values_; }
  Terms& terms() { return terms_; }
  const Design& design() const { return design_; }
  /// Variables whose value nothing determines in the first state and that INIT sections restrict.
  void set_initial(std::size_t variable, Term bits);

 private:
  struct Slot {
    Term bits;              // what it is stored in; none if it is a function of others
    Term next_bits;         // once it is known
    std::size_t state = 0;  // in the system
    std::optional<SmvValue> now, next;
    std::vector<Term> choice_bits, choice_inputs;  // of a function with choices
    std::uint8_t mark = 0;                         // being evaluated, by time
  };
  struct Memo {
    std::optional<SmvValue> value;
    std::vector<Violation> violations;
    std::uint8_t mark = 0;
  };

  [[noreturn]] void fail(const Expression& e, const std::string& message) const {
    design_.fail(e.place, message);
  }
  template <class T>
  T need(std::optional<T> found, const Expression& e, const SmvValue& a, const SmvValue& b) const;
  SmvValue named(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue indexed(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue definition(std::size_t index, Time time, Choices* choices);
  SmvValue case_value(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue chosen(const std::vector<ExpressionPtr>& options, const Expression& e,
                  const Instance& scope, Time time, Choices* choices);
  SmvValue range_value(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue operation(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue call(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue shift(const Expression& e, const SmvValue& a, const SmvValue& b);
  SmvValue logical(const Expression& e, const Instance& scope, Time time, Choices* choices);
  SmvValue word_constant(const Expression& e) const;
  std::int64_t constant(const Expression& e, const Instance& scope);
  Term as_boolean(const SmvValue& value, const Expression& e) const;
  Term term_of_boolean(const SmvValue& value) const { return value.term; }
  void violate(Term condition, Place place, std::string message);
  template <class Act>
  auto under(Term condition, Act&& act);

  void make_slots();
  SmvValue function_value(std::size_t index, Time time);
  Term next_bits(std::size_t index);
  Term stored(const DesignVariable& variable, const SmvValue& value, Place place);
  Term add_input(const std::string& name, std::uint32_t width);

  const Design& design_;
  WordSystem& system_;
  Terms& terms_;
  Values values_;
  std::vector<Slot> slots_;
  std::map<std::pair<std::size_t, Time>, Memo> memos_;
  std::vector<Violation> violations_;
  Term path_;               // under which the expression is read
  Term process_ = kNoTerm;  // the input that says which process runs
  std::uint32_t depth_ = 0;
};

}  // namespace cairn::smv
