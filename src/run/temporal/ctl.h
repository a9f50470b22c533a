// SPDX-License-Identifier: MIT
//
// A specification in CTL, decided on the circuit of the task by incremental induction
// (engine/ctl/iictl.h). Its evidence, bounds of all subformulas, is checked before it is given.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/context.h"
#include "base/statistics.h"
#include "engine/shared/engine.h"
#include "model/ctl.h"
#include "run/engines.h"
#include "run/temporal/ctl_trace.h"
#include "run/temporal/task.h"

namespace cairn {

/// What was found, and checked.
struct CtlVerdict {
  bool holds = false;
  bool is_vacuous = false;
  std::size_t regions = 0;  ///< that the bounds are made of
  CtlTrace trace;
};

/// Whether nothing but the search for CTL decides it.
bool needs_ctl(const TemporalTask& task, const TemporalSpecification& specification);
/// Whether that search may be the faster one: LTL can say it, and it is liveness.
bool may_use_ctl(const TemporalTask& task, const TemporalSpecification& specification);

/// The search begins with the first turn, and may be put down and taken up again.
class CtlDecision {
 public:
  /// Task and settings outlive it.
  CtlDecision(const TemporalTask& task, std::uint32_t specification, const EngineConfigs& configs,
              const Context& context);

  std::uint32_t specification() const { return specification_; }
  /// For some seconds of processor time, or as long as there is time.
  std::optional<CtlVerdict> decide(std::optional<double> seconds);
  /// After nothing was found: whether more time may help, and why there is no verdict.
  bool may_go_on() const { return may_go_on_; }
  const Unknown& unknown() const { return unknown_; }
  /// Adds statistics, and gives the memory back. The search is over.
  void end(Statistics& statistics);

 private:
  std::optional<CtlVerdict> judged(const CtlProof& proof);

  const TemporalTask& task_;
  const std::uint32_t specification_;
  const EngineConfigs& configs_;
  const Context context_;
  Budget share_;
  Progress progress_;
  std::unique_ptr<const CtlSystem> system_;
  std::unique_ptr<Engine<CtlSystem>> engine_;
  bool may_go_on_ = true;
  Unknown unknown_;
};

}  // namespace cairn
