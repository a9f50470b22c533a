// SPDX-License-Identifier: MIT
//
// Formulas of LTL and CTL over the names of a model that was read from AIGER, BTOR2 or Verilog
// (docs/ltl.md). The grammar is that of SMV; an atom is a signal of one bit, or a comparison of
// words, which count as unsigned.
#pragma once

#include <string>
#include <vector>

#include "model/temporal_model.h"
#include "model/word_model.h"

namespace cairn {

struct LtlFormula {
  std::string name;  ///< may be empty
  std::string text;
  std::string file;        ///< where it stands
  std::uint32_t line = 1;  ///< in the file
  bool is_ctl = false;
};

/// A formula a line, with a name and ":=" before it or not; '#' and "--" begin comments.
std::vector<LtlFormula> read_ltl_file(const std::string& path);

/// Formulas take the place of the model's bad states and justice sets; constraints and fairness
/// stay. Throws InputError with the column in the formula.
TemporalModel add_ltl(WordModel& model, const std::vector<LtlFormula>& formulas);

}  // namespace cairn
