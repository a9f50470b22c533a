// SPDX-License-Identifier: MIT
//
// A program as work of workers (run/workers/work.h).
#pragma once

#include "run/program/check.h"
#include "run/program/judge.h"
#include "run/workers/portfolio.h"
#include "run/workers/work.h"

namespace cairn {

class ProgramWork : public Work {
 public:
  /// The program must be in order (check_program) and outlive this and the outcome.
  ProgramWork(const Program& program, CfaCheckOptions check)
      : program_(program), judge_(program, check) {}

  std::string run(const WorkerPlan& plan, const Context& context) override;
  WorkerVerdict judge(std::string_view bytes, const Context& context) override;

  /// Once an answer was accepted: that.
  ProgramOutcome take() { return std::move(accepted_); }

 private:
  const Program& program_;
  ProgramJudge judge_;
  ProgramOutcome accepted_;
};

/// `check`: of proofs that workers send.
ProgramOutcome run_program_portfolio(const Program& program, const PortfolioOptions& options,
                                     const CfaCheckOptions& check, const Context& context);

}  // namespace cairn
