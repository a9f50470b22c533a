// SPDX-License-Identifier: MIT
#include "run/circuit/work.h"

#include <utility>

#include "base/error.h"
#include "run/circuit/codec.h"
#include "run/time_slices.h"

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

CheckOutcome CircuitWork::search(const WorkerPlan& plan, const Context& context) {
  CAIRN_CHECK(system_ != nullptr && chain_ != nullptr);
  std::vector<StrategyOptions> strategies = strategies_of(plan.configuration, *system_);
  for (StrategyOptions& strategy : strategies)
    strategy.passes.insert(strategy.passes.begin(), plan.passes.begin(), plan.passes.end());
  CheckOutcome outcome;
  static_cast<WorkerMessage&>(outcome) =
      run_strategies(*system_, strategies, plan.configuration.engines, context);
  return outcome;
}

/// From the system that is common to the evidence about the model.
std::string CircuitWork::message(CheckOutcome outcome) {
  outcome.answer = chain_->restore(std::move(outcome.answer));
  return encode_message(outcome);
}

Judged<CheckOutcome> CircuitWork::judge_message(std::string_view bytes, const Context& context) {
  auto message = decode_message(bytes, about_.model.system);
  if (!message) return {{}, "", "its answer is damaged, or from another version of Cairn"};
  Judged<CheckOutcome> judged = judge_answer(std::move(message->answer), about_, context);
  judged.outcome.statistics = std::move(message->statistics);
  return judged;
}

}  // namespace cairn
