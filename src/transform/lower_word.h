// SPDX-License-Identifier: MIT
//
// A word-level system as a circuit: the bits of states are latches, those of inputs inputs, in the
// order of logic/word/bitblast.h. The next value of a state without a next-state term is an input,
// after the others.
//
// A NaN is one value but has many patterns of bits. What the circuit reads of a float's latches and
// inputs is made canonical first (the blaster does), so that states with other patterns behave as
// the canonical one; next states are canonical anyway. An invariant of the circuit, read for
// canonical patterns alone, is therefore one of the system.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/bit_system.h"
#include "model/word_system.h"
#include "transform/pass.h"

namespace cairn {

class BitBlaster;

/// Why a system has no circuit (an integer, an array that is too large, too many bits in all), or
/// nothing. `bits` is the limit on latches and inputs together.
std::optional<std::string> cannot_blast(const WordSystem& system, std::uint64_t bits = 1u << 18);

class LowerWord : public Pass<WordSystem, BitSystem> {
 public:
  /// What proofs about words may be made of: states alone, as programs need it, or whatever proofs
  /// about bits are made of, that is also inputs and auxiliary states.
  enum class Proofs { States, Any };

  explicit LowerWord(Proofs proofs = Proofs::States) : proofs_(proofs) {}

  std::string_view name() const override { return "lower-word"; }
  /// Requires that cannot_blast() has no objection.
  BitSystem apply(WordSystem system) override;
  /// Clauses over latches become facts about words: a bit-vector equals, is below, or has some
  /// bits; other conjuncts become formulas over single bits, linear in the graph. With
  /// Proofs::States auxiliary latches and inputs have to be dropped first (drop_others()).
  WordInvariant restore_invariant(BitInvariant invariant) const override;
  /// Unknown if the proof has no form over words, which only happens with Proofs::States.
  Answer<WordSystem> restore(Answer<BitSystem> answer) const override;
  WordTrace restore_trace(BitTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override;

  /// Leaves the conjuncts out that read more than latches of the system; how many it were.
  static std::size_t drop_others(BitInvariant& invariant);

 private:
  /// What a latch is: a bit of a scalar, a state or an element of one.
  struct Bit {
    Term word;  ///< Boolean or bit-vector (a float's bits)
    std::uint32_t position;
  };

  void add_bits(Term word, std::vector<Bit>& into) const;
  void add_input(Term variable, BitSystem& result, BitBlaster& blaster);
  Term fact(Term word, const std::vector<std::pair<std::uint32_t, bool>>& bits) const;
  Term bit(const Bit& bit) const;
  Term leaf(const BitInvariant& invariant, Var var, const std::vector<Term>& auxiliary) const;
  std::optional<Term> clause(const BitInvariant& invariant, Lit conjunct) const;

  const Proofs proofs_;
  WordSystem system_;
  std::vector<Bit> latches_, inputs_;
  /// Of states without a next-state term: the variable that has it, by position.
  std::unordered_map<std::uint32_t, Term> free_next_;
  std::uint64_t gates_ = 0;
};

}  // namespace cairn
