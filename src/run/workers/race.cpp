// SPDX-License-Identifier: MIT
#include "run/workers/race.h"

#include <poll.h>

#include <algorithm>
#include <thread>

#include "base/error.h"

namespace cairn {

WorkerRace::WorkerRace(std::vector<Runner> runners, std::uint32_t slots, const Budget& budget)
    : slots_(slots), budget_(budget) {
  CAIRN_CHECK(!runners.empty() && slots > 0);
  for (Runner& runner : runners) entries_.emplace_back().runner = std::move(runner);
}

std::optional<std::size_t> WorkerRace::run(const Callbacks& callbacks) {
  std::optional<std::size_t> winner;
  const auto has_ended = [](const Entry& entry) { return entry.state == State::Ended; };
  while (!winner && !budget_.exhausted() &&
         !std::all_of(entries_.begin(), entries_.end(), has_ended)) {
    schedule(callbacks);
    wait_for_news();
    winner = look_who_ended(callbacks);
    if (callbacks.tick) callbacks.tick();
  }
  end_all();
  return winner;
}

double WorkerRace::seconds(std::size_t worker) const {
  const Entry& entry = entries_[worker];
  if (entry.state != State::Running) return entry.before;
  return entry.before + std::chrono::duration<double>(Clock::now() - entry.resumed_at).count();
}

/// Turns get longer with the run: to change places costs what is in the caches.
double WorkerRace::turn() const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
  return std::clamp(elapsed / 8, 0.25, 4.0);
}

/// Of those who could run but do not, the one that had the least of its part.
std::optional<std::size_t> WorkerRace::next_in_turn() const {
  std::optional<std::size_t> next;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const State state = entries_[i].state;
    if (state != State::Waiting && state != State::Paused) continue;
    if (!next || part(i) < part(*next)) next = i;
  }
  return next;
}

void WorkerRace::schedule(const Callbacks& callbacks) {
  const double turn_now = turn();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.state != State::Running) continue;
    const double here = std::chrono::duration<double>(Clock::now() - entry.resumed_at).count();
    const auto next = next_in_turn();
    if (here >= turn_now && next && part(*next) < part(i)) {
      pause(i);
      let_run(*next, callbacks);
    }
  }
  auto running = static_cast<std::uint32_t>(
      std::count_if(entries_.begin(), entries_.end(),
                    [](const Entry& entry) { return entry.state == State::Running; }));
  while (running < slots_) {
    const auto next = next_in_turn();
    if (!next) return;
    let_run(*next, callbacks);
    if (entries_[*next].state == State::Running) ++running;
  }
}

void WorkerRace::let_run(std::size_t worker, const Callbacks& callbacks) {
  Entry& entry = entries_[worker];
  if (entry.process) {
    entry.process->resume();
  } else {
    try {
      entry.process = std::make_unique<WorkerProcess>(entry.runner.body);
    } catch (const InputError& error) {
      entry.state = State::Ended;
      if (callbacks.not_started) callbacks.not_started(worker, error.message());
      return;
    }
    if (callbacks.started) callbacks.started(worker);
  }
  entry.state = State::Running;
  entry.resumed_at = Clock::now();
}

void WorkerRace::pause(std::size_t worker) {
  entries_[worker].before = seconds(worker);
  entries_[worker].state = State::Paused;
  entries_[worker].process->pause();
}

void WorkerRace::wait_for_news() const {
  constexpr int kMilliseconds = 20;
  std::vector<pollfd> channels;
  for (const Entry& entry : entries_)
    if (entry.process && entry.process->channel() >= 0)
      channels.push_back({entry.process->channel(), POLLIN, 0});
  ::poll(channels.data(), channels.size(), kMilliseconds);
}

std::optional<std::size_t> WorkerRace::look_who_ended(const Callbacks& callbacks) {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    if (!entry.process || !entry.process->has_ended()) continue;
    entry.before = seconds(i);
    entry.state = State::Ended;
    const Verdict verdict = callbacks.judge(i, *entry.process);
    entry.process.reset();
    entry.runner.body = nullptr;
    if (verdict == Verdict::Won) return i;
  }
  return std::nullopt;
}

/// First politely.
void WorkerRace::end_all() {
  constexpr std::chrono::milliseconds kGrace{200}, kLook{2};
  for (Entry& entry : entries_) {
    if (!entry.process) continue;
    entry.before = seconds(static_cast<std::size_t>(&entry - entries_.data()));
    entry.state = State::Ended;
    entry.process->ask_to_end();
  }
  const auto until = Clock::now() + kGrace;
  bool all_gone = false;
  while (!all_gone && Clock::now() < until) {
    all_gone = true;
    for (Entry& entry : entries_)
      if (entry.process && !entry.process->has_ended())
        all_gone = false;
      else
        entry.process.reset();
    if (!all_gone) std::this_thread::sleep_for(kLook);
  }
  for (Entry& entry : entries_) entry.process.reset();  // kills
}

}  // namespace cairn
