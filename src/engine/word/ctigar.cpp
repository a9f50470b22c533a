// SPDX-License-Identifier: MIT
#include "engine/word/ctigar.h"

#include <algorithm>
#include <utility>

namespace cairn::word {
namespace {

TermCube both(const TermCube& a, const TermCube& b) {
  std::vector<Term> all = a;
  all.insert(all.end(), b.begin(), b.end());
  return make_cube(std::move(all));
}

}  // namespace

Ctigar::Ctigar(const WordSystem& system, const CtigarConfig& config, const Context& context)
    : WordIc3("ctigar", system, config.common, context), own_config_(config) {
  if (!supported_) return;
  domain_ = std::make_unique<PredicateDomain>(*transition_, config.predicates);
  stats_.predicates = domain_->size();
}

bool Ctigar::is_real(const Assignment& model, const Path& next) const {
  if (!next || next->concrete == next->cube) return true;
  const Assignment after = transition_->successor(model);
  Evaluator value_of(transition_->terms(), after);
  return std::all_of(next->concrete.begin(), next->concrete.end(),
                     [&](Term literal) { return value_of(literal).as_bool(); });
}

void Ctigar::on_predecessor(const Assignment& model, const Path& next, Level level) {
  if (next) next->level = level + 1;
  auto path = std::make_shared<WordPath>();
  path->model = model;
  path->next = next;
  path->depth = next ? next->depth + 1 : 0;
  path->spurious_steps = next ? next->spurious_steps : 0;
  if (!is_real(model, next)) {
    const bool follow = own_config_.consecution == CtigarConfig::When::Lazy && !next->settled &&
                        next->spurious_steps < own_config_.spurious;
    if (follow) {
      path->spurious = true;
      ++path->spurious_steps;
    } else {
      if (ask_concretely(next, level) != SmtResult::Sat) return;
      path->model = frames_->model();
    }
  }
  if (!abstract(*path)) return;
  switch (frames_->ask_initial(path->concrete)) {
    case SmtResult::Unknown:
      return;
    case SmtResult::Sat:
      on_initial(path, Assignment(frames_->model()));
      return;
    case SmtResult::Unsat:
      break;
  }
  const SmtResult initial = frames_->ask_initial(path->cube);
  if (initial == SmtResult::Unknown) return;
  if (initial == SmtResult::Sat) {
    refine(path->concrete);
    path->cube = both(path->cube, path->concrete);
  }
  ++stats_.ctis;
  oblige(path, level);
}

bool Ctigar::abstract(WordPath& path) {
  const Path& next = path.next;
  TermCube target;
  if (next) target = path.spurious ? next->cube : next->concrete;
  const std::vector<Term> where = goals(next, target);
  path.cube = domain_->abstraction(path.model);
  SmtResult lifted = lift(path.cube, where, path.model);
  if (lifted == SmtResult::Unknown) return false;
  if (lifted == SmtResult::Unsat) {
    path.concrete = path.cube;
    return true;
  }
  ++stats_.lift_failures;
  path.concrete = (*preimage_)(where, path.model);
  if (lift(path.concrete, where, path.model) == SmtResult::Unknown) return false;
  if (own_config_.lifting == CtigarConfig::When::Eager) {
    refine(path.concrete);
    path.cube = path.concrete;
  }
  return true;
}

SmtResult Ctigar::ask_concretely(const Path& next, Level level) {
  const SmtResult result = frames_->ask_step(level, next->concrete, next->concrete);
  if (result != SmtResult::Unsat) return result;
  const std::optional<TermCube> core = repaired(TermCube(frames_->core()), next->concrete);
  if (!core) return SmtResult::Unknown;
  if (learn(next->concrete, *core, level + 1) == 0) return SmtResult::Unknown;
  ++stats_.consecution_failures;
  refine(*core);
  next->cube = both(next->cube, *core);
  return result;
}

// The spurious step nearest to the bad state is where the concrete cube has to be asked about.
void Ctigar::on_initial(const Path& path, const Assignment& initial) {
  const WordPath* last = nullptr;
  for (const WordPath* step = path.get(); step != nullptr; step = step->next.get())
    if (step->spurious) last = step;
  if (last == nullptr) {
    conclude_unsafe(initial, path.get());
    return;
  }
  ++stats_.spurious;
  const Path& doubtful = last->next;
  doubtful->settled = true;
  forget_obligations();
  oblige(doubtful, doubtful->level);
}

void Ctigar::refine(const TermCube& literals) {
  if (domain_->add(literals) == 0) return;
  ++stats_.refinements;
  stats_.predicates = domain_->size();
}

void Ctigar::add_own_statistics(Statistics& statistics) const {
  statistics.count("ctigar.predicates", stats_.predicates);
  statistics.count("ctigar.refinements", stats_.refinements);
  statistics.count("ctigar.spurious", stats_.spurious);
  statistics.count("ctigar.lift_failures", stats_.lift_failures);
  statistics.count("ctigar.consecution_failures", stats_.consecution_failures);
}

}  // namespace cairn::word
