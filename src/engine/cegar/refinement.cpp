// SPDX-License-Identifier: MIT
//
// Formulas I_0 = true, ..., I_n = false along a path such that I_i and step i + 1 imply I_(i+1).
//
// Interpolants [HJMM04]: I_i separates I_(i-1) and step i from the steps that follow.
//
// Preconditions: backwards from C_n = true, I_i is the negation of C_i. C_(i-1) is what is left of
// the conjuncts of wep(step i, C_i) if those go that are not needed to contradict the first i - 1
// steps. That is how IC3 generalizes, and the formulas have the words of the program. An input
// means "for some value", so conjuncts that read one are left out if the others suffice. If not, an
// interpolant between the first steps and the precondition stands in, for it has no inputs.
#include "engine/cegar/refinement.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/error.h"

namespace cairn::cegar {

std::vector<Term> conjuncts_of(const Terms& terms, Term formula) {
  std::vector<Term> result, stack{formula};
  while (!stack.empty()) {
    const Term part = stack.back();
    stack.pop_back();
    if (terms.op(part) == Op::And) {
      const auto operands = terms.operands(part);
      stack.insert(stack.end(), operands.begin(), operands.end());
    } else if (!terms.is_true(part)) {
      result.push_back(part);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Refinement::Refinement(const Cfa& cfa, std::vector<const CfaMove*> path, const CegarConfig& config,
                       SmtSolver& solver, SmtSolver& interpolator, CegarStats& stats)
    : cfa_(cfa),
      terms_(*cfa.terms),
      path_(terms_, std::move(path)),
      config_(config),
      solver_(solver),
      interpolator_(interpolator),
      stats_(stats),
      formulas_(path_.length() + 1) {}

Refinement::Result Refinement::run(const Budget& budget) {
  if (phase_ == Phase::Feasibility) {
    const Result result = decide();
    if (result != Result::Excluded) return result;
  }
  while (phase_ == Phase::Formulas) {
    if (budget.exhausted()) return Result::Undecided;
    const bool done =
        config_.refine == CegarConfig::Refine::Interpolants ? interpolate() : go_back();
    if (!done) return Result::Undecided;
  }
  return Result::Excluded;
}

Refinement::Result Refinement::decide() {
  const SmtResult result = solver_.check(path_.guards());
  if (result == SmtResult::Unknown) return Result::Undecided;
  if (result == SmtResult::Sat) {
    make_trace();
    return Result::Feasible;
  }
  const std::vector<Term> core = solver_.core();
  const std::unordered_set<Term> needed(core.begin(), core.end());
  // Equal guards count where they come first.
  std::unordered_set<Term> seen;
  end_ = 1;
  for (std::size_t step = 0; step < path_.length(); ++step)
    if (needed.contains(path_.guard(step)) && seen.insert(path_.guard(step)).second)
      end_ = step + 1;
  formulas_[0] = terms_.true_term();
  for (std::size_t i = end_; i <= path_.length(); ++i) formulas_[i] = terms_.false_term();
  phase_ = Phase::Formulas;
  return Result::Excluded;
}

void Refinement::make_trace() {
  for (std::size_t step = 0; step < path_.length(); ++step) {
    CfaTrace::Step taken{path_.move(step).edge, {}};
    for (const auto& [input, copy] : path_.inputs(step))
      taken.inputs.emplace(Term{input}, solver_.value(copy));
    trace_.steps.push_back(std::move(taken));
  }
  for (const ProgramVariable& variable : cfa_.variables)
    trace_.initial.emplace(variable.term, solver_.value(variable.term));
}

/// One formula more, forwards.
bool Refinement::interpolate() {
  std::size_t i = 1;
  while (i < end_ && formulas_[i].valid()) ++i;
  if (i == end_) {
    phase_ = Phase::Done;
    return true;
  }
  if (terms_.is_false(formulas_[i - 1])) {
    formulas_[i] = formulas_[i - 1];
    return true;
  }
  const CfaMove& move = path_.move(i - 1);
  const Term ahead = path_.part(i, end_);
  // What the variables were before the step.
  Substitution::Map before;
  for (const ProgramVariable& variable : cfa_.variables)
    before.emplace(variable.term.id,
                   terms_.variable(terms_.name(variable.term), terms_.sort(variable.term)));
  Substitution old(terms_, before);
  std::vector<Term> a{old(formulas_[i - 1]), old(move.effect.guard)};
  for (const Term variable : terms_.variables_of(std::span(&ahead, 1))) {
    const auto next = move.effect.next.find(variable);
    const bool is_input =
        std::none_of(cfa_.variables.begin(), cfa_.variables.end(),
                     [&](const ProgramVariable& known) { return known.term == variable; });
    if (is_input) continue;
    a.push_back(
        terms_.equal(variable, old(next != move.effect.next.end() ? next->second : variable)));
  }
  const auto formula = interpolator_.interpolant(a, std::span(&ahead, 1));
  if (!formula) return false;
  formulas_[i] = *formula;
  return true;
}

/// One formula more, backwards.
bool Refinement::go_back() {
  std::size_t i = end_;
  while (i > 0 && formulas_[i - 1].valid()) --i;
  if (i <= 1) {
    phase_ = Phase::Done;
    return true;
  }
  const CfaMove& move = path_.move(i - 1);
  Substitution::Map next;
  for (const auto& [variable, value] : move.effect.next) next.emplace(variable.id, value);
  const Term region =
      terms_.and_(move.effect.guard, terms_.substitute(terms_.not_(formulas_[i]), next));
  auto formula = excluding_cube(i - 1, region);
  if (!formula) formula = excluding_interpolant(i - 1, region);
  if (!formula) return false;
  formulas_[i - 1] = *formula;
  return true;
}

/// The first steps, and these after them. Conjuncts may be in the core.
SmtResult Refinement::ask(std::size_t position, const std::vector<Term>& conjuncts) {
  std::vector<Term> assumptions(path_.guards().begin(),
                                path_.guards().begin() + static_cast<std::ptrdiff_t>(position));
  for (const Term conjunct : conjuncts) assumptions.push_back(path_.after(position, conjunct));
  return solver_.check(assumptions);
}

/// The negation of conjuncts of the region that the first steps contradict; none if inputs are
/// needed for that, or the solver does not know.
std::optional<Term> Refinement::excluding_cube(std::size_t position, Term region) {
  std::vector<Term> cube = conjuncts_of(terms_, region);
  const CfaMove& move = path_.move(position);
  std::erase_if(cube, [&](Term conjunct) {
    for (const Term variable : terms_.variables_of(std::span(&conjunct, 1)))
      if (std::find(move.inputs.begin(), move.inputs.end(), variable) != move.inputs.end())
        return true;
    return false;
  });
  if (ask(position, cube) != SmtResult::Unsat) return std::nullopt;
  const std::vector<Term> core = solver_.core();
  const std::unordered_set<Term> needed(core.begin(), core.end());
  std::erase_if(cube,
                [&](Term conjunct) { return !needed.contains(path_.after(position, conjunct)); });
  if (config_.drop) cube = without_some(position, std::move(cube));
  return terms_.not_(terms_.and_all(cube));
}

std::vector<Term> Refinement::without_some(std::size_t position, std::vector<Term> cube) {
  for (std::size_t i = 0; i < cube.size();) {
    std::vector<Term> fewer = cube;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (ask(position, fewer) == SmtResult::Unsat)
      cube = std::move(fewer);
    else
      ++i;
  }
  return cube;
}

std::optional<Term> Refinement::excluding_interpolant(std::size_t position, Term region) {
  ++stats_.fallbacks;
  std::vector<Term> a(path_.guards().begin(),
                      path_.guards().begin() + static_cast<std::ptrdiff_t>(position));
  // The variables themselves are those of the first state.
  Substitution::Map now, back;
  for (const ProgramVariable& variable : cfa_.variables) {
    const Term copy = terms_.variable(terms_.name(variable.term), terms_.sort(variable.term));
    now.emplace(variable.term.id, copy);
    back.emplace(copy.id, variable.term);
    a.push_back(terms_.equal(copy, path_.after(position, variable.term)));
  }
  const Term b = terms_.substitute(region, now);
  const auto formula = interpolator_.interpolant(a, std::span(&b, 1));
  if (!formula) return std::nullopt;
  return terms_.substitute(*formula, back);
}

}  // namespace cairn::cegar
