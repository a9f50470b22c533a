// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/word_abstraction/config.h"
#include "engine/word_abstraction/operator_lemmas.h"
#include "model/word_system.h"

namespace cairn::word {

/// A system in which operators are inputs of their own, restricted by what was learnt about them so
/// far. Every run of the system is one of each abstraction, with the inputs as the operators have
/// them. Next-state terms, bad states and constraints are abstracted, initial values are not.
class Abstraction {
 public:
  /// An operator that is or was abstracted.
  struct Occurrence {
    Term term;    ///< in the system
    Term result;  ///< the input that stands for it
    std::uint32_t lemmas = 0;
    bool is_concrete = false;  ///< it is itself again
  };

  Abstraction(const WordSystem& system, const UfConfig& config);

  /// The system, with division of signed numbers spelled as that of their absolute values.
  const WordSystem& system() const { return system_; }
  const std::vector<Occurrence>& occurrences() const { return occurrences_; }
  /// What it is an application of, in the abstraction as it is now.
  Application application(const Occurrence& occurrence);

  /// Occurrences by position. The formulas are over the terms of the system, and results.
  void add_lemma(const std::vector<std::size_t>& about, Term formula);
  void make_concrete(std::size_t occurrence);
  /// The operands of an occurrence as terms of the system.
  Application in_system(std::size_t occurrence) const;

  WordSystem make();
  /// The term in the abstraction as it is now.
  Term abstract(Term term);
  /// The same with results replaced by what they stand for.
  Term concretize(Term term) const;

 private:
  struct Lemma {
    std::vector<std::size_t> about;
    Term formula;
  };

  void split_signed_division();
  void find_occurrences(const UfConfig& config);
  bool is_abstracted(Term term, const UfConfig& config) const;
  Term rebuild(Term term);

  Terms& terms_;
  WordSystem system_;
  std::vector<Occurrence> occurrences_;
  std::unordered_map<Term, std::size_t> occurrence_of_;
  std::vector<Lemma> lemmas_;
  std::unordered_map<Term, Term> abstract_;  // as it is now
};

}  // namespace cairn::word
