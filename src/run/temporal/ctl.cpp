// SPDX-License-Identifier: MIT
#include "run/temporal/ctl.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "certify/check_ctl.h"
#include "run/outcome.h"

namespace cairn {
namespace {

constexpr double kNoLimit = 1e12;

CtlSystem system_of(const TemporalTask& task, std::uint32_t specification) {
  BitSystem circuit = task.circuit.system;
  circuit.bad.clear();
  circuit.justice.clear();
  circuit.names.bad = {};
  circuit.names.justice = {};
  std::vector<Lit> atoms;
  for (const std::size_t output : task.atom_outputs) atoms.push_back(circuit.outputs[output]);
  return ctl_system(std::move(circuit), std::move(atoms), task.temporal.ctl_formulas,
                    *task.temporal.specifications[specification].ctl);
}

std::size_t regions_of(const CtlProof& proof) {
  std::size_t regions = 0;
  for (const CtlProof::Node& node : proof.nodes) {
    regions += node.steps.size() + node.excluded.size();
    for (const auto& group : node.groups) regions += group.size();
  }
  return regions;
}

}  // namespace

bool needs_ctl(const TemporalTask& task, const TemporalSpecification& specification) {
  if (!specification.ctl || !specification.refused.empty()) return false;
  // A run from one initial state says nothing about the others.
  return !specification.formula || (specification.is_negated && !task.has_one_initial_state);
}

bool may_use_ctl(const TemporalTask& task, const TemporalSpecification& specification) {
  if (!specification.ctl || !specification.refused.empty()) return false;
  return needs_ctl(task, specification) || (specification.justice && !specification.bad);
}

CtlDecision::CtlDecision(const TemporalTask& task, std::uint32_t specification,
                         const EngineConfigs& configs, const Context& context)
    : task_(task),
      specification_(specification),
      configs_(configs),
      context_(context),
      share_(&context.budget) {}

std::optional<CtlVerdict> CtlDecision::decide(std::optional<double> seconds) {
  share_.renew(seconds.value_or(kNoLimit));
  if (!engine_) {
    system_ = std::make_unique<const CtlSystem>(system_of(task_, specification_));
    engine_ = make_ctl_engine(*system_, configs_, {context_.log, share_, progress_, context_.seed});
  }
  const Answer<CtlSystem> answer = engine_->run();
  if (const auto* unknown = std::get_if<Unknown>(&answer)) {
    unknown_ = *unknown;
    may_go_on_ = unknown_.reason == Unknown::Reason::Time && !context_.budget.exhausted_by_now();
    return std::nullopt;
  }
  const auto* safe = std::get_if<Safe<CtlSystem>>(&answer);
  return judged(safe != nullptr ? safe->invariant : std::get<Unsafe<CtlSystem>>(answer).trace);
}

std::optional<CtlVerdict> CtlDecision::judged(const CtlProof& proof) {
  const Judgement judgement = check_ctl(*system_, proof, context_);
  if (judgement.outcome() == Outcome::Fails) {
    std::string text =
        "the bounds of a formula of CTL failed their check: " + judgement.explanation;
    for (const std::string& detail : judgement.details) text += "\n  " + detail;
    internal_error(__FILE__, __LINE__, text);
  }
  if (judgement.outcome() != Outcome::Holds) {
    unknown_ = undecided(judgement, context_);
    may_go_on_ = false;
    return std::nullopt;
  }
  return CtlVerdict{proof.holds, proof.is_vacuous, regions_of(proof),
                    ctl_trace(task_, specification_, *system_, proof)};
}

void CtlDecision::end(Statistics& statistics) {
  if (engine_) engine_->add_statistics(statistics);
  engine_.reset();
  system_.reset();
  may_go_on_ = false;
}

}  // namespace cairn
