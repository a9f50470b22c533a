// SPDX-License-Identifier: MIT
#pragma once

#include "transform/word/way_back.h"

namespace cairn {

class KnownTerms;
class Splitter;
class TermTable;

/// Bits of states that never change (known_terms.h), and terms that have one value because of
/// them, become constants; a state of which some bits are left keeps these. Divisions of numbers
/// that are never negative become unsigned, and as narrow as their operands are.
///
/// Way back: an invariant gains the constant bits, which are inductive together; a trace gets them
/// from initial values.
class WordConstants : public WordPass {
 public:
  std::string_view name() const override { return "word-constants"; }
  WordSystem apply(WordSystem system) override;
  void visit_counters(const CounterVisitor& visit) const override;

  std::size_t num_states() const { return states_; }
  std::size_t num_bits() const { return bits_; }
  std::size_t num_terms() const { return terms_; }

 private:
  void replace_states(const WordSystem& system, const KnownTerms& known, TermTable& images,
                      Splitter& splitter);
  void replace_terms(Terms& terms, const KnownTerms& known, TermTable& images);

  std::size_t states_ = 0;  // that are constant
  std::size_t bits_ = 0;    // of other states
  std::size_t terms_ = 0;   // other terms that are constant, or divisions that changed
};

}  // namespace cairn
