// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "smt/smt_config.h"

namespace cairn {
struct OptionGroup;
}

namespace cairn::word {

/// What the three engines have in common (word_ic3.h).
struct WordIc3Config {
  /// Of a cube that is blocked.
  enum class Generalize {
    None,  ///< it is the lemma
    Core,  ///< what the answer needed of it
    Drop,  ///< and literals are dropped one by one
  };
  /// What a predecessor becomes (preimage.h).
  enum class Preimage {
    Values,  ///< values of those states that matter for where it goes
    Atoms,   ///< the comparisons that decide where it goes, in terms of the states before
  };
  /// How it is said that a word has a value.
  enum class Literals {
    Words,   ///< x = 5
    Bits,    ///< one literal a bit
    Bounds,  ///< x <= 5, x >= 5, signed and unsigned
    Mixed,   ///< x = 5, and bits of terms that are no variables
  };

  SmtConfig smt;  ///< our own solver is preferred
  Generalize generalize = Generalize::Drop;
  std::uint32_t drop_failures = 0;  ///< in a row, after which no more are tried; 0: all are
  bool drop_control = false;        ///< literals of the program counter may be dropped, too
  bool keep_obligations = true;     ///< after they are blocked, for higher frames
  bool push_new = true;             ///< a new lemma goes as far as it can at once
  Preimage preimage = Preimage::Atoms;
  Literals literals = Literals::Mixed;
  std::uint32_t atom_limit = 50;     ///< nodes of a comparison; larger ones become values
  std::uint32_t stale_lemmas = 300;  ///< that the solver keeps; with more it is made anew
  bool lift = true;  ///< cores of "it does not lead there" make predecessors smaller
  static const OptionGroup& options();
};

/// The predicates of the beginning.
enum class FirstPredicates {
  None,
  Property,  ///< atoms of initial and of bad states
  All,       ///< and of what next-state terms branch on
};

struct Ic3iaConfig {
  /// Where new predicates come from when an abstract counterexample is none.
  enum class Refine {
    Preconditions,  ///< of the first step, from the end, that the abstraction gets wrong
    Interpolants,   ///< of the path, one for each state
  };
  WordIc3Config common;
  Refine refine = Refine::Preconditions;
  FirstPredicates predicates = FirstPredicates::All;
  std::string interpolator = "cairn";  ///< the solver that is asked for interpolants
  static const OptionGroup& options();
};

struct CtigarConfig {
  /// When predicates are added after a failure of the abstraction.
  enum class When {
    Eager,  ///< at once
    Lazy,   ///< when a counterexample rests on it
  };

  WordIc3Config common;
  When lifting = When::Lazy;
  When consecution = When::Lazy;
  std::uint32_t spurious = 3;  ///< steps of a path that may rest on the abstraction; Lazy alone
  FirstPredicates predicates = FirstPredicates::All;
  static const OptionGroup& options();
};

/// The settings of all of them. What they have in common is said once; so is the solver, by who
/// makes the engine.
struct WordEngineConfigs {
  WordIc3Config common;
  Ic3iaConfig ic3ia;
  CtigarConfig ctigar;

  WordIc3Config ic3_smt_with(const SmtConfig& smt) const {
    WordIc3Config config = common;
    config.smt = smt;
    return config;
  }
  Ic3iaConfig ic3ia_with(const SmtConfig& smt) const {
    Ic3iaConfig config = ic3ia;
    config.common = ic3_smt_with(smt);
    return config;
  }
  CtigarConfig ctigar_with(const SmtConfig& smt) const {
    CtigarConfig config = ctigar;
    config.common = ic3_smt_with(smt);
    return config;
  }
};

}  // namespace cairn::word
