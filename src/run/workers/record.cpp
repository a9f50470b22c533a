// SPDX-License-Identifier: MIT
#include "run/workers/record.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cairn {

Watchdog::Callbacks WorkerBoard::callbacks() {
  Watchdog::Callbacks callbacks;
  callbacks.tick = [this] {
    memory = resident_bytes();
    peak_memory = peak_resident_bytes();
  };
  callbacks.overrun = [] { std::_Exit(0); };  // without a word
  return callbacks;
}

void WorkerRecord::add(std::string name, std::string words) {
  WorkerStatus& worker = report_.workers.emplace_back();
  worker.name = std::move(name);
  worker.words = std::move(words);
  worker.state = "waiting";
}

void WorkerRecord::begin() {
  boards_.emplace(size());
  has_ended_.resize(size(), false);
}

void WorkerRecord::note(std::size_t worker, std::string what) {
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  report_.timeline.push_back({seconds, report_.workers[worker].name, std::move(what)});
}

void WorkerRecord::end(std::size_t worker, const std::string& how) {
  has_ended_[worker] = true;
  report_.workers[worker].state = how;
  note(worker, how);
}

void WorkerRecord::show(const WorkerRace& race) {
  constexpr std::chrono::milliseconds kPeriod{200};
  if (!listener_ || Clock::now() - shown_at_ < kPeriod) return;
  shown_at_ = Clock::now();
  look(race);
  listener_(report_);
}

PortfolioReport WorkerRecord::finish(const WorkerRace& race) {
  look(race);
  for (std::size_t i = 0; i < size(); ++i)
    if (!has_ended_[i] && race.state(i) == WorkerRace::State::Ended) end(i, "stopped");
  say_stopped(report_);
  return std::move(report_);
}

void WorkerRecord::look(const WorkerRace& race) {
  for (std::size_t i = 0; i < size(); ++i) {
    const WorkerBoard& board = (*boards_)[i];
    WorkerStatus& status = report_.workers[i];
    const WorkerRace::State state = race.state(i);
    if (!has_ended_[i] && state != WorkerRace::State::Ended)
      status.state = state == WorkerRace::State::Waiting   ? "waiting"
                     : state == WorkerRace::State::Running ? "running"
                                                           : "paused";
    status.phase = board.progress.phase.load();  // a literal, at the same place in all processes
    status.bound = board.progress.bound;
    status.level = board.progress.level;
    status.seconds = race.seconds(i);
    status.memory = board.memory;
    status.peak_memory = board.peak_memory;
    status.shares = board.shares;
    status.published = board.counts.published;
    status.held_back = board.counts.held_back;
    status.received = board.counts.received;
    status.lost = board.counts.lost;
    status.taken = board.counts.taken;
    status.useful = board.counts.useful;
  }
}

Limits limits_of_worker(const std::optional<std::uint64_t>& bytes, std::size_t workers) {
  Limits limits;
  if (!bytes) return limits;
  const std::uint64_t common = std::min(resident_bytes(), *bytes);
  limits.bytes = common + (*bytes - common) / workers;
  return limits;
}

}  // namespace cairn
