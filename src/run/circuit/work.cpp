// SPDX-License-Identifier: MIT
#include "run/circuit/work.h"

#include <new>
#include <utility>

#include "base/error.h"
#include "run/circuit/codec.h"
#include "run/time_slices.h"
#include "run/watchdog.h"

namespace cairn {
namespace {

/// Plans that come several times have the seeds after that of the first.
constexpr std::uint64_t kOtherSeed = 500;

}  // namespace

/// Where there are no constraints to leave out, such a plan is what another one is. With another
/// seed, and if they share lemmas, two of them are better than one
/// (docs/decisions/0012-lemmas-shared-once.md); otherwise the second would only take time from
/// others.
bool CircuitWork::is_superfluous(const WorkerPlan& plan, bool with_lemmas) const {
  return plan.needs_constraints && !with_lemmas && system_->constraints.empty();
}

std::uint64_t CircuitWork::seed_of(const WorkerPlan& plan) const {
  const bool is_double =
      plan.configuration.engines.configs.ic3.abstract_constraints && system_->constraints.empty();
  return plan.seed + (is_double ? kOtherSeed : 0);
}

/// From the system that is common to the evidence about the model.
std::string CircuitWork::run(const WorkerPlan& plan, const Context& context) {
  CAIRN_CHECK(system_ != nullptr && chain_ != nullptr);
  WorkerMessage message;
  try {
    std::vector<StrategyOptions> strategies = strategies_of(plan.configuration, *system_);
    for (StrategyOptions& strategy : strategies)
      strategy.passes.insert(strategy.passes.begin(), plan.passes.begin(), plan.passes.end());
    TimeSlices slices(*system_, strategies, plan.configuration.engines, context);
    message.answer = slices.run();
    slices.add_statistics(message.statistics);
    message.decided_by = slices.decided_by();
  } catch (const std::bad_alloc&) {
    message.answer = unknown_for(StopReason::Memory, context.progress.bound);
  }
  lift_memory_limit();
  message.answer = chain_->restore(std::move(message.answer));
  return encode_message(message);
}

WorkerVerdict CircuitWork::judge(std::string_view bytes, const Context& context) {
  using Kind = WorkerVerdict::Kind;
  auto message = decode_message(bytes, about_.model.system);
  if (!message)
    return {Kind::Rejected, {}, "its answer is damaged, or from another version of Cairn", ""};
  if (auto* unknown = std::get_if<Unknown>(&message->answer))
    return {Kind::GaveUp, std::move(*unknown), "", ""};
  const std::string word(verdict_word(message->answer));
  JudgedAnswer judged = judge_answer(std::move(message->answer), about_, context);
  if (!judged.fault.empty()) return {Kind::Rejected, {}, judged.fault, word};
  if (auto* unknown = std::get_if<Unknown>(&judged.answer))
    return {Kind::Unchecked, std::move(*unknown), "", word};
  accepted_.answer = std::move(judged.answer);
  accepted_.certificate = std::move(judged.certificate);
  accepted_.statistics = std::move(message->statistics);
  return {Kind::Accepted, {}, "", word};
}

}  // namespace cairn
