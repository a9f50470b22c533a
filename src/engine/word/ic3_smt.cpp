// SPDX-License-Identifier: MIT
#include "engine/word/ic3_smt.h"

#include <utility>

namespace cairn::word {

Ic3Smt::Ic3Smt(const WordSystem& system, const WordIc3Config& config, const Context& context)
    : WordIc3("ic3-smt", system, config, context) {}

// Every cube on a path is exact, so the first one that has an initial state ends the search.
void Ic3Smt::on_predecessor(const Assignment& model, const Path& next, Level level) {
  auto path = std::make_shared<WordPath>();
  const std::vector<Term> where = goals(next, next ? next->cube : TermCube{});
  path->cube = (*preimage_)(where, model);
  if (lift(path->cube, where, model) == SmtResult::Unknown) return;
  path->model = model;
  path->next = next;
  path->depth = next ? next->depth + 1 : 0;
  switch (frames_->ask_initial(path->cube)) {
    case SmtResult::Unknown:
      return;
    case SmtResult::Sat:
      conclude_unsafe(frames_->model(), path.get());
      return;
    case SmtResult::Unsat:
      break;
  }
  ++stats_.ctis;
  oblige(path, level);
}

}  // namespace cairn::word
