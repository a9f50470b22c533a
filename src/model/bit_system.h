// SPDX-License-Identifier: MIT
//
// The bit-level model: a sequential circuit with what AIGER 1.9 can say about it.
//
// Semantics (AIGER 1.9 and its reset functions, which HWMCC 2025 uses):
//  - A state gives a value to every latch, a step in addition one to every input. Bad states,
//    constraints and outputs are functions of a step: they may read inputs.
//  - In the first step every latch equals its reset literal, read in that same step: a constant,
//    the latch itself (uninitialised), or any function of inputs and other latches whose
//    dependencies have no cycle.
//  - In step i + 1 every latch has the value of its next-state literal in step i.
//  - A counterexample to bad state b is a run of steps 0..k with b true in step k and every
//    constraint true in steps 0..k (what comes after does not matter).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "logic/bit/aig.h"
#include "model/invariant.h"
#include "model/trace.h"

namespace cairn {

struct Latch {
  Var var;
  Lit next;   ///< value in the following step
  Lit reset;  ///< kFalse, kTrue, Lit(var) for uninitialised, or a function

  bool is_uninitialised() const { return reset == Lit(var); }
  bool has_constant_reset() const { return reset.is_constant(); }
};

/// Names by position; what has none is the empty string. Made of unchecked bytes of the user's
/// file: pass them through printable() before they reach a person. Takes memory for what has a name
/// alone, so that naming the last of many inputs costs no more than naming the first.
class Names {
 public:
  std::string_view get(std::size_t index) const {
    const auto found = names_.find(index);
    return found == names_.end() ? std::string_view() : std::string_view(found->second);
  }
  void set(std::size_t index, std::string name) {
    if (name.empty())
      names_.erase(index);
    else
      names_.insert_or_assign(names_.end(), index, std::move(name));
  }
  bool empty() const { return names_.empty(); }
  /// One more than the last position that has a name.
  std::size_t size() const { return names_.empty() ? 0 : names_.rbegin()->first + 1; }

  /// Pairs of position and name, by position; what has no name is left out.
  auto begin() const { return names_.begin(); }
  auto end() const { return names_.end(); }

 private:
  std::map<std::size_t, std::string> names_;
};

/// Lines of text, kept as one string: a file may have millions of empty ones.
class Comments {
 public:
  class const_iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const std::string_view*;
    using reference = std::string_view;

    const_iterator(std::string_view text, std::size_t at) : text_(text), at_(at) {}
    std::string_view operator*() const { return text_.substr(at_, line_end() - at_); }
    const_iterator& operator++() {
      at_ = line_end() + 1;
      return *this;
    }
    bool operator==(const const_iterator& other) const { return at_ == other.at_; }

   private:
    std::size_t line_end() const { return text_.find('\n', at_); }

    std::string_view text_;
    std::size_t at_;
  };
  using value_type = std::string_view;
  using iterator = const_iterator;

  Comments() = default;
  Comments(std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) push_back(line);
  }

  /// `line` has no line end of its own.
  void push_back(std::string_view line) { (text_ += line) += '\n'; }
  void reserve(std::size_t bytes) { text_.reserve(bytes); }
  void clear() { text_.clear(); }
  bool empty() const { return text_.empty(); }
  const_iterator begin() const { return {text_, 0}; }
  const_iterator end() const { return {text_, text_.size()}; }
  /// All lines, each with its end.
  const std::string& text() const { return text_; }

  friend bool operator==(const Comments&, const Comments&) = default;

 private:
  std::string text_;
};

class BitSystem {
 public:
  using Trace = BitTrace;
  using Invariant = BitInvariant;

  Aig aig;
  std::vector<Var> inputs;
  std::vector<Latch> latches;
  std::vector<Lit> outputs;
  std::vector<Lit> bad;                   ///< each one must never be true
  std::vector<Lit> constraints;           ///< each one is assumed in every step
  std::vector<std::vector<Lit>> justice;  ///< sets of literals that must not all recur
  std::vector<Lit> fairness;              ///< assumed to recur

  struct Symbols {
    Names inputs, latches, outputs, bad, constraints, justice, fairness;
  } names;
  Comments comments;

  Lit add_input(std::string name = "");
  /// A latch that is reset to false and keeps its value until set_next() is called for it.
  Lit add_latch(std::string name = "");
  Lit add_latch(std::string name, Lit reset);
  Lit add_uninitialised_latch(std::string name = "");
  /// `latch` is a literal that add_latch returned; negated or not, its variable's next state
  /// becomes such that the literal has the value `next`.
  void set_next(Lit latch, Lit next);

  /// For each variable its position in `inputs` or `latches`; 0 for others.
  std::vector<std::uint32_t> leaf_positions() const;

  /// Aborts (CAIRN_CHECK) unless every literal names a node, every leaf is an input or a latch,
  /// once, and reset functions have no cycle.
  void check_invariants() const;
};

/// Old AIGER files know no bad states: if a system has neither bad states nor justice, its outputs
/// are the bad states (HWMCC's and certifaiger's rule). Moves them, with their names, in that case.
void adopt_outputs_as_bad(BitSystem& system);

/// Whether a system is about justice: it has no bad states.
inline bool is_about_justice(const BitSystem& system) {
  return system.bad.empty() && !system.justice.empty();
}

/// Latches in an order in which every latch comes after those that its reset function reads.
/// Empty if there is none because of a cycle (and the system has latches); then, if `cycle` is not
/// null, it receives positions of latches on a cycle.
std::vector<std::uint32_t> reset_order(const BitSystem& system,
                                       std::vector<std::uint32_t>* cycle = nullptr);

/// For the log: "3 inputs, 2 latches, 17 gates".
std::string describe_size(const BitSystem& system);

}  // namespace cairn
