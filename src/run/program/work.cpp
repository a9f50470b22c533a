// SPDX-License-Identifier: MIT
#include "run/program/work.h"

#include <utility>

#include "run/program/codec.h"

namespace cairn {

/// The proof is checked here and again by who receives it, one after the other: what is hard to
/// check is to keep nobody else waiting.
ProgramOutcome ProgramWork::search(const WorkerPlan& plan, const Context& context) {
  ProgramCheckOptions options;
  static_cast<Configuration&>(options) = plan.configuration;
  options.passes.insert(options.passes.end(), plan.passes.begin(), plan.passes.end());
  return run_program_check(program_, options, context);
}

std::string ProgramWork::message(ProgramOutcome outcome) {
  return encode_message(message_of(program_, outcome), outcome.cfa.get());
}

JudgedProgram ProgramWork::judge_message(std::string_view bytes, const Context& context) {
  JudgedProgram judged = judge_.judge(bytes, context);
  if (!judged.fault.empty()) judged.fault = "its evidence does not count: " + judged.fault;
  return judged;
}

ProgramOutcome run_program_portfolio(const Program& program, const PortfolioOptions& options,
                                     const CfaCheckOptions& check, const Context& context) {
  ProgramWork work(program, check);
  return work.take(run_portfolio(work, options, context));
}

}  // namespace cairn
