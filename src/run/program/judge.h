// SPDX-License-Identifier: MIT
//
// Evidence about a program that another process found, judged against the program as this one has
// read it: a run by the interpreter, a proof segment by segment on the automaton as built
// (certify/). Nothing that the message says of itself counts.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "run/program/check.h"

namespace cairn {

using JudgedProgram = Judged<ProgramOutcome>;  ///< with what an answer of our own would have

/// Checks a proof on the automaton as built: Unknown if it fails, `fault` then says why, or if
/// there was no time.
Answer<Cfa> judge_proof(Safe<Cfa> safe, const Cfa& cfa, const CfaCheckOptions& options,
                        const Context& context, std::string& fault);

class ProgramJudge {
 public:
  /// The program must be in order (check_program) and outlive this and what it judges.
  ProgramJudge(const Program& program, CfaCheckOptions options)
      : program_(program), options_(options) {}

  /// `bytes` as encode_message() of run/program/codec.h makes them.
  JudgedProgram judge(std::string_view bytes, const Context& context);

 private:
  JudgedProgram judge_message(std::string_view bytes, const Context& context);
  const Cfa& automaton();

  const Program& program_;
  const CfaCheckOptions options_;
  std::shared_ptr<const Cfa> cfa_;  // once it is needed
};

}  // namespace cairn
