// SPDX-License-Identifier: MIT
#include "run/program/work.h"

#include <new>
#include <utility>

#include "run/program/codec.h"
#include "run/watchdog.h"

namespace cairn {

/// The proof is checked here and again by who receives it, one after the other: what is hard to
/// check is to keep nobody else waiting.
std::string ProgramWork::run(const WorkerPlan& plan, const Context& context) {
  ProgramCheckOptions options;
  static_cast<Configuration&>(options) = plan.configuration;
  options.passes.insert(options.passes.end(), plan.passes.begin(), plan.passes.end());
  ProgramOutcome outcome;
  try {
    outcome = run_program_check(program_, options, context);
  } catch (const std::bad_alloc&) {
    outcome.answer = unknown_for(StopReason::Memory, context.progress.bound);
  }
  lift_memory_limit();
  return encode_message(message_of(program_, outcome), outcome.cfa.get());
}

WorkerVerdict ProgramWork::judge(std::string_view bytes, const Context& context) {
  using Kind = WorkerVerdict::Kind;
  JudgedProgram judged = judge_.judge(bytes, context);
  if (!judged.fault.empty())
    return {Kind::Rejected, {}, "its evidence does not count: " + judged.fault, ""};
  if (auto* unknown = std::get_if<Unknown>(&judged.outcome.answer))
    return {judged.claims_answer ? Kind::Unchecked : Kind::GaveUp, std::move(*unknown), "", ""};
  accepted_ = std::move(judged.outcome);
  return {Kind::Accepted, {}, "", std::string(verdict_word(accepted_.answer))};
}

ProgramOutcome run_program_portfolio(const Program& program, const PortfolioOptions& options,
                                     const CfaCheckOptions& check, const Context& context) {
  ProgramWork work(program, check);
  PortfolioOutcome found = run_portfolio(work, options, context);
  ProgramOutcome outcome = work.take();
  if (found.unknown) outcome.answer = std::move(*found.unknown);
  outcome.decided_by = std::move(found.decided_by);
  outcome.portfolio = std::move(found.report);
  return outcome;
}

}  // namespace cairn
