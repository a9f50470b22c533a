// SPDX-License-Identifier: MIT
//
// Minimal inductive subclauses [Lan18, section 3.1, Algorithms 4 to 7; BM07]. A clause is kept as
// the cube that it excludes, so a subclause is a larger set of states.
//
// Where we differ from the text:
//  - Algorithm 4 returns "none" if I & ~d is unsatisfiable; it means satisfiable. Here the test is
//    simple, for first states are a cube.
//  - Algorithm 5 asks about the rest of the clause alone; it has to be the rest and what is kept.
//  - IMPLICATE looks at consecution only, but a part of a clause may lose initiation: both are
//    asked for.
//  - Algorithm 7 assumes the clause that DOWN found while it looks for a smaller one. What it finds
//    is inductive, for to assume less of the clause is to assume more of the state, but not always
//    minimal. Mic::Repeat assumes what was found and searches again, Mic::Drop then asks for each
//    literal whether DOWN finds anything below the clause without it. A literal that was needed
//    stays needed in smaller clauses.
#include <algorithm>

#include "engine/fsis/fsis.h"
#include "engine/shared/implicate.h"

namespace cairn::fsis {

/// On Yes, the cube is that of an inductive clause; on Stopped, what DOWN has left so far. The time
/// may end in the middle of the search for a smaller clause: then this one will do.
Fsis::Found Fsis::mic(std::vector<Lit>& cube) {
  if (const Found found = down(cube); found != Found::Yes) return found;
  cube = implicate(cube);
  if (config_.mic != FsisConfig::Mic::Drop) return Found::Yes;
  std::vector<Lit> needed;
  while (drop_one(cube, needed)) cube = implicate(cube);
  return Found::Yes;
}

/// The largest inductive subclause [Lan18, Algorithm 4]. A state that steps into the cube from
/// outside must be in the cube, too: only literals that it has may stay.
Fsis::Found Fsis::down(std::vector<Lit>& cube) {
  while (!induction_.intersects_initial(cube)) {
    const Result result = induction_.ask_consecution(cube, cube);
    if (result == Result::Unknown) return Found::Stopped;
    if (result == Result::Unsatisfiable) return Found::Yes;
    if (!config_.down) return Found::No;
    const Cube predecessor = induction_.state();
    stats_.down_dropped += std::erase_if(cube, [&](Lit lit) { return !predecessor.contains(lit); });
  }
  return Found::No;
}

std::vector<Lit> Fsis::implicate(const std::vector<Lit>& cube) {
  const auto implied = [&](const std::vector<Lit>& part) { return implies(cube, part); };
  std::vector<Lit> smaller = config_.implicate == FsisConfig::Implicate::Linear
                                 ? implicate_linear(cube, implied)
                                 : implicate_binary(cube, {}, implied);
  stats_.implicate_dropped += cube.size() - smaller.size();
  if (config_.mic == FsisConfig::Mic::Once || smaller.size() == cube.size()) return smaller;
  return implicate(smaller);
}

/// Initiation, and consecution with the antecedent assumed. No, too, if the time is over: callers
/// keep literals then.
bool Fsis::implies(const std::vector<Lit>& antecedent, const std::vector<Lit>& cube) {
  ++stats_.implicate_queries;
  return !induction_.intersects_initial(cube) &&
         induction_.ask_consecution(antecedent, cube) == Result::Unsatisfiable;
}

/// Whether there is an inductive clause below this one; then it takes its place.
bool Fsis::drop_one(std::vector<Lit>& cube, std::vector<Lit>& needed) {
  for (const Lit lit : cube) {
    if (std::find(needed.begin(), needed.end(), lit) != needed.end()) continue;
    ++stats_.drops;
    std::vector<Lit> smaller(cube);
    std::erase(smaller, lit);
    switch (down(smaller)) {
      case Found::Yes:
        cube = std::move(smaller);
        return true;
      case Found::No:
        needed.push_back(lit);
        break;
      case Found::Stopped:
        return false;
    }
  }
  return false;
}

}  // namespace cairn::fsis
