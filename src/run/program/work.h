// SPDX-License-Identifier: MIT
//
// A program as work of workers (run/workers/work.h).
#pragma once

#include "run/program/check.h"
#include "run/program/judge.h"
#include "run/workers/portfolio.h"
#include "run/workers/work.h"

namespace cairn {

class ProgramWork : public WorkOfKind<ProgramOutcome> {
 public:
  /// The program must be in order (check_program) and outlive this and the outcome.
  ProgramWork(const Program& program, CfaCheckOptions check)
      : program_(program), judge_(program, check) {}

 private:
  ProgramOutcome search(const WorkerPlan& plan, const Context& context) override;
  std::string message(ProgramOutcome outcome) override;
  JudgedProgram judge_message(std::string_view bytes, const Context& context) override;

  const Program& program_;
  ProgramJudge judge_;
};

/// `check`: of proofs that workers send.
ProgramOutcome run_program_portfolio(const Program& program, const PortfolioOptions& options,
                                     const CfaCheckOptions& check, const Context& context);

}  // namespace cairn
