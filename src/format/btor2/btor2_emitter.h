// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/word/term.h"

namespace cairn {

/// Writes terms as lines of BTOR2, each distinct subterm once. Booleans are bit-vectors of one bit.
/// Takes Booleans, bit-vectors and arrays of bit-vectors. Initial values come before the states
/// that have them, as the format demands, and so do the states that they read: none of them may
/// depend on itself.
///
/// BTOR2 has constant arrays as initial values alone. One that occurs elsewhere becomes a state
/// that starts with the constant and keeps it; its element must be a constant.
class Btor2Emitter {
 public:
  /// Appends to `out` with ids from `first_id` on.
  Btor2Emitter(const Terms& terms, std::uint64_t first_id, std::string& out)
      : terms_(terms), next_id_(first_id), out_(out) {}

  /// A line: its id, `tag`, the rest. Returns the id.
  std::uint64_t line(std::string_view tag, std::string_view rest);
  /// The line that defines the sort.
  std::uint64_t sort(const Sort& sort);
  /// A line that defines it is there already.
  void define_sort(const Sort& sort, std::uint64_t id);
  /// The variable is the line `id`.
  void define(Term variable, std::uint64_t id) { done_[variable] = static_cast<std::int64_t>(id); }
  /// The line whose value is the term, negative if it is the negation of that line.
  std::int64_t emit(Term term);
  /// As emit(), but never negative: not every tool takes negated properties.
  std::uint64_t emit_positive(Term term);
  /// The variable is a state that emit() writes, with its `init` line if it has an initial value.
  void declare_state(Term variable, Term init, std::string_view symbol) {
    states_[variable] = {init, std::string(symbol)};
  }
  /// The `next` line of a state.
  void emit_next(Term variable, Term next);
  /// Lines that say, element by element, that states which stand for constant arrays are what they
  /// stand for. For arrays of up to 2^kMaxIndexBits elements; of larger ones nothing is said.
  std::vector<std::int64_t> constant_array_facts();
  static constexpr std::uint32_t kMaxIndexBits = 8;

  /// array = [element everywhere], which is written element by element.
  struct ConstantEquation {
    Term array, element;
  };
  /// Of an equality of arrays with at most 2^kMaxIndexBits elements, one of them constant and its
  /// element no value.
  static std::optional<ConstantEquation> constant_equation(const Terms& terms, Term term);

 private:
  struct State {
    Term init;
    std::string symbol;
  };

  bool is_ready(Term term) const {
    const auto found = done_.find(term);
    return found != done_.end() && found->second != 0;
  }
  std::int64_t of(Term term) const { return done_.at(term); }
  std::int64_t emit_one(Term term);
  std::int64_t emit_state(Term variable);
  std::int64_t emit_value(const Value& value);
  std::int64_t emit_array(const Value& value);
  std::int64_t emit_equal(Term a, Term b);
  std::int64_t emit_constant_equation(const ConstantEquation& equation);
  std::int64_t emit_choice(Term term);
  std::int64_t emit_junction(Term term);
  /// a + b, or a - b.
  struct Summands {
    Term a, b;
    bool difference;
  };
  Summands summands(Term a, Term b) const;
  /// Operands that emit_one() wants lines for.
  template <typename Visit>
  void for_needed(Term term, Visit visit) const;
  std::int64_t constant_array(const Sort& sort, std::int64_t element);
  std::int64_t apply(std::string_view tag, const Sort& sort, std::string_view arguments);
  bool is_bit(Term term, bool value) const;
  bool is_constant_array(Term term) const;

  const Terms& terms_;
  std::uint64_t next_id_;
  std::string& out_;
  std::map<Sort, std::uint64_t> sorts_;
  std::unordered_map<Term, std::int64_t> done_;  // 0: its operands are under way
  std::unordered_map<Term, State> states_;
  std::map<std::pair<Sort, std::int64_t>, std::int64_t> constant_arrays_;
};

/// A name as a symbol: blanks, control characters and a ';' at its start become '_'.
std::string btor2_symbol(std::string_view name);

}  // namespace cairn
