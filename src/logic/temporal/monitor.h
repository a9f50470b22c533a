// SPDX-License-Identifier: MIT
//
// From a formula of LTL to a small circuit that is set beside a model and finds the runs that
// violate it.
//
// A safety formula becomes a monitor with a bad state: a run violates the formula if and only if it
// has a step in which `bad` is true, for some values of `guesses`. Any other formula becomes the
// symbolic tableau of its negation [CGH97]: a run violates it if and only if, for some values of
// `guesses`, all literals of `justice` are true infinitely often.
//
// The tableau has a guess and a latch for each temporal operator of the negated formula in negation
// normal form. The guess promises that the formula holds in the next step; the latch remembers the
// promise. Promises are implications: a formula may hold without being promised, for in normal form
// nothing is asked of those that don't hold. A promise that is not kept kills the run: the latch
// "alive" is one of the justice literals. Each Until has a justice literal that says that what it
// waits for comes. Operators of the past are latches with a history; nothing is guessed for them.
// Formulas that Next alone makes look ahead are read late instead: their atoms are delayed.
#pragma once

#include <cstddef>
#include <vector>

#include "logic/bit/aig.h"
#include "logic/temporal/formula.h"

namespace cairn::temporal {

struct Monitor {
  struct Latch {
    Var var;
    bool initial = false;
    Lit next;
  };

  Aig aig;
  std::vector<Var> atoms;    ///< leaves, by number of the atom
  std::vector<Var> guesses;  ///< leaves that are inputs
  std::vector<Latch> latches;
  bool is_safety = false;
  Lit bad = kFalse;          ///< of a safety formula
  std::vector<Lit> justice;  ///< of others
};

struct MonitorOptions {
  /// Also of a safety formula the violation is a literal that recurs: for models with fairness or
  /// with runs that end, in which not every bad prefix is one of a whole run.
  bool always_justice = false;
};

/// Of a formula over atoms 0 .. `atoms` - 1 that every run has to satisfy in its first step.
Monitor monitor_of(Formulas& formulas, Formula formula, std::size_t atoms,
                   const MonitorOptions& options = {});

}  // namespace cairn::temporal
