// SPDX-License-Identifier: MIT
//
// Terms as Verilog expressions over the signals of a design, with exactly their meaning. Verilog
// gives an expression the width of what it stands beside, and makes it unsigned if anything in it
// is; so every operand here has the width of its operator, extensions are concatenations, and what
// must stay signed stands in braces, which nothing outside reaches into. Division by zero, which is
// x in Verilog, is written out. What has no exact form is refused: memories (an index beyond the
// last word is x there), registers that the design has no name for, and formulas that would fill
// pages.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/word_model.h"

namespace cairn {

/// A path of the design, such as "cpu.regs.pc", as Verilog spells it; levels that are no plain
/// identifiers, or are keywords, become escaped ones. Nothing if Verilog has no way to spell it.
std::optional<std::string> verilog_path(std::string_view name);

/// "4'd9", or in hexadecimal above 16 bits; one bit as 1'b0.
std::string verilog_constant(const BitVector& value);

class VerilogExpressions {
 public:
  /// Terms that the design has a name for, wires too, are called by it.
  explicit VerilogExpressions(const WordModel& model);

  /// A Boolean term or a bit-vector; of the former an expression of one bit. Nothing if it is
  /// refused; reason() says why.
  std::optional<std::string> write(Term term);
  const std::string& reason() const { return reason_; }

 private:
  struct Text {
    std::string text;
    unsigned strength = 0;     // how tight it binds: see verilog_expression.cpp
    bool is_unsigned = false;  // for sure, whatever the design declares
  };

  Text text_of(Term term, unsigned depth);
  Text leaf(Term term);
  Text operation(Term term, unsigned depth);
  Text extract(Term term, unsigned depth);
  Text division(Term term, unsigned depth);
  Text binary(Term term, const char* sign, unsigned strength, unsigned depth);
  Text list(Term term, const char* sign, unsigned strength, unsigned depth);
  Text negation(Term term, unsigned depth);
  std::optional<Text> one_bit(Term term, unsigned depth);
  std::string operand(Term term, unsigned strength, unsigned depth);
  std::string alone(Term term, unsigned depth);  // between parentheses or braces that are there
  std::string without_sign(Term term, unsigned depth);

  const Terms& terms_;
  std::unordered_map<Term, std::string> names_;
  std::string reason_;
  std::size_t left_ = 0;  // of subterms that may still be written
};

struct VerilogLemmas {
  std::string text;  ///< of the file
  std::size_t written = 0;
  std::size_t left_out = 0;  ///< refused
};

/// A file of immediate assertions for the top module of the design, one for each lemma.
VerilogLemmas write_verilog_lemmas(const WordModel& model, const std::vector<Term>& lemmas);

}  // namespace cairn
