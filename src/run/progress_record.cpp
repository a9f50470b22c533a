// SPDX-License-Identifier: MIT
#include "run/progress_record.h"

#include "run/watchdog.h"

namespace cairn {

void ProgressRecord::tick(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (now < next_) return;
  if (samples_.size() == kMost) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < samples_.size(); i += 2) samples_[kept++] = std::move(samples_[i]);
    samples_.resize(kept);
    period_ *= 2;
  }
  next_ = now + period_;
  ProgressSample sample;
  sample.seconds = std::chrono::duration<double>(now - begin_).count();
  sample.strategy = progress.strategy.load();
  if (sample.strategy.empty()) sample.strategy = progress.phase.load();
  sample.bound = progress.bound;
  sample.level = progress.level;
  sample.lemmas = progress.lemmas;
  sample.obligations = progress.obligations;
  sample.queries = progress.queries;
  sample.memory = resident_bytes();
  samples_.push_back(std::move(sample));
}

std::vector<ProgressSample> ProgressRecord::samples() const {
  const std::lock_guard lock(mutex_);
  return samples_;
}

}  // namespace cairn
