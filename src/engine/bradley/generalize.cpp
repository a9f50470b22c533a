// SPDX-License-Identifier: MIT
//
// Inductive generalization [Bra11, sections 3 and 7; BM07]. A clause is kept as the cube that it
// excludes. All of these are inductive relative to F_level: the cubes that are handed in, and those
// that come back.
//
// "If down is applied unsuccessfully to three subclauses of c, then c is returned": the failures of
// one clause count, and those of a smaller one begin anew.
//
// UP is only named in the paper. Here it is the prime implicate of the clause's own consequences,
// taken again and again while it becomes smaller: F & c & T => d' with d a part of c makes d
// inductive, and then d may be assumed instead of c.
#include <algorithm>

#include "engine/bradley/bradley.h"
#include "engine/shared/implicate.h"

namespace cairn::bradley {

/// A minimal inductive subclause, unless the search ends early: literals are left out one by one,
/// and DOWN looks for what is inductive below.
std::vector<Lit> Bradley::mic(std::vector<Lit> cube, Level level) {
  if (config_.up) cube = up(std::move(cube), level);
  std::vector<Lit> tried;
  std::uint32_t failures = 0;
  while (true) {
    sort_for_dropping(cube);
    const auto next = std::find_if(cube.begin(), cube.end(), [&](Lit lit) {
      return std::find(tried.begin(), tried.end(), lit) == tried.end();
    });
    if (next == cube.end()) return cube;
    const Lit lit = *next;
    std::vector<Lit> smaller(cube);
    std::erase(smaller, lit);
    switch (down(smaller, level)) {
      case Found::Yes:
        cube = std::move(smaller);
        if (config_.failures_of_one) failures = 0;
        break;
      case Found::Stopped:
        return cube;
      case Found::No:
        ++stats_.mic_failures;
        tried.push_back(lit);
        if (++failures == config_.failures) {
          ++stats_.mic_ended;
          return cube;
        }
    }
  }
}

/// The largest inductive subclause, or if cores are used, a part of it.
Bradley::Found Bradley::down(std::vector<Lit>& cube, Level level) {
  while (!step_.intersects_initial(cube)) {
    ++stats_.queries_down;
    const Result result = step_.ask_relative(level, cube, cube);
    if (result == Result::Unknown) return Found::Stopped;
    if (result == Result::Unsatisfiable) {
      cut_to_core(cube, config_.core_down, stats_.core_down);
      return Found::Yes;
    }
    if (!config_.down) return Found::No;
    const Cube predecessor = step_.state();
    stats_.down_dropped += std::erase_if(cube, [&](Lit lit) { return !predecessor.contains(lit); });
  }
  return Found::No;
}

std::vector<Lit> Bradley::up(std::vector<Lit> cube, Level level) {
  while (true) {
    const std::size_t before = cube.size();
    if (config_.core_up) {
      ++stats_.queries_up;
      if (step_.ask_relative(level, cube, cube) != Result::Unsatisfiable) return cube;
      cut_to_core(cube, config_.core_up, stats_.core_up);
    }
    const std::size_t after_core = cube.size();
    cube = implicate(cube, level);
    stats_.up_dropped += after_core - cube.size();
    if (cube.size() == before) return cube;
  }
}

/// A minimal part d of the clause c that is not violated at first and such that F & c & T => d'.
std::vector<Lit> Bradley::implicate(const std::vector<Lit>& cube, Level level) {
  std::vector<Lit> ordered(cube);
  sort_for_dropping(ordered);
  return implicate_binary(ordered, {}, [&](const std::vector<Lit>& part) {
    if (step_.intersects_initial(part)) return false;
    ++stats_.queries_up;
    return step_.ask_relative(level, cube, part) == Result::Unsatisfiable;
  });
}

/// After an unsatisfiable query: the literals that it needed. If they are true in an initial
/// state, one that is not comes back.
std::vector<Lit> Bradley::core_of(const std::vector<Lit>& cube) const {
  std::vector<Lit> core;
  Lit excluding = kNoLit;
  bool excludes_initial = false;
  for (const Lit lit : cube) {
    const bool excludes = step_.excludes_initial(lit);
    if (step_.needed(lit)) {
      core.push_back(lit);
      excludes_initial = excludes_initial || excludes;
    } else if (excludes &&
               (excluding == kNoLit || frequency_[lit.code()] > frequency_[excluding.code()])) {
      excluding = lit;
    }
  }
  if (!excludes_initial) core.push_back(excluding);
  return core;
}

void Bradley::cut_to_core(std::vector<Lit>& cube, bool enabled, std::uint64_t& dropped) const {
  if (!enabled) return;
  const std::size_t before = cube.size();
  cube = core_of(cube);
  dropped += before - cube.size();
}

/// Those to be left out first come first.
void Bradley::sort_for_dropping(std::vector<Lit>& cube) {
  if (config_.order == BradleyConfig::Order::Fixed) {
    std::sort(cube.begin(), cube.end());
    return;
  }
  for (std::size_t i = cube.size(); i > 1; --i) std::swap(cube[i - 1], cube[rng_.below(i)]);
  if (config_.order == BradleyConfig::Order::States)
    std::stable_sort(cube.begin(), cube.end(),
                     [this](Lit a, Lit b) { return frequency_[a.code()] < frequency_[b.code()]; });
}

}  // namespace cairn::bradley
