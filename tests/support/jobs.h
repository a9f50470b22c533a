// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/sha256.h"
#include "remote/job.h"

namespace cairn::support {

inline const std::string kTinyModel = "aag 0 0 0 0 0\n";

/// A job about kTinyModel with so many plans: plan0, plan1, ...
inline JobSpec tiny_job(std::size_t plans) {
  JobSpec spec;
  spec.model = sha256(kTinyModel);
  spec.file = "file";
  for (std::size_t i = 0; i < plans; ++i) {
    JobPlan& plan = spec.plans.emplace_back();
    plan.name = "plan" + std::to_string(i);
    plan.engine = "ic3";
  }
  return spec;
}

}  // namespace cairn::support
