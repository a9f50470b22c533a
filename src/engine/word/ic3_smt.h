// SPDX-License-Identifier: MIT
//
// IC3-SMT [CG12; Lan18, section 4.1]: IC3 with terms in the place of bits and an SMT solver in the
// place of a SAT solver. The program counter, if the system is a program, is a state like others.
//
// Where we differ: [CG12] computes exact pre-images by quantifier elimination, for which
// bit-vectors and floats have no good procedure. Ours are partial, one path and one value of each
// input at a time (preimage.h); that they are finitely many, bounded by the system's own bits,
// keeps IC3's argument for termination.
#pragma once

#include "engine/word/word_ic3.h"

namespace cairn::word {

class Ic3Smt : public WordIc3 {
 public:
  Ic3Smt(const WordSystem& system, const WordIc3Config& config, const Context& context);

 private:
  void on_predecessor(const Assignment& model, const Path& next, Level level) override;
};

}  // namespace cairn::word
