// SPDX-License-Identifier: MIT
//
// A circuit as work of workers (run/workers/work.h).
#pragma once

#include "run/circuit/check.h"
#include "run/circuit/judge.h"
#include "run/workers/work.h"
#include "transform/chain.h"

namespace cairn {

class CircuitWork : public WorkOfKind<CheckOutcome> {
 public:
  /// With the system that `chain` made of the model, for workers of this machine; without, only to
  /// judge. All must outlive this.
  CircuitWork(JudgedModel about, const BitSystem* system = nullptr,
              const Chain<BitSystem>* chain = nullptr)
      : about_(std::move(about)), system_(system), chain_(chain) {}

  /// Of engines for justice, each works on a system of its own.
  bool has_lemmas() const override { return !about_.justice; }
  bool is_superfluous(const WorkerPlan& plan, bool with_lemmas) const override;
  std::uint64_t seed_of(const WorkerPlan& plan) const override;
  bool has_common_bounds() const override { return true; }

 private:
  CheckOutcome search(const WorkerPlan& plan, const Context& context) override;
  std::string message(CheckOutcome outcome) override;
  Judged<CheckOutcome> judge_message(std::string_view bytes, const Context& context) override;

  const JudgedModel about_;
  const BitSystem* const system_;
  const Chain<BitSystem>* const chain_;
};

}  // namespace cairn
