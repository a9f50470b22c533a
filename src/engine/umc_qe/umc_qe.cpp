// SPDX-License-Identifier: MIT
//
// The pre-image of a set of states is "there are inputs and a next state in the set": a quantifier
// over all variables but the latches. It is eliminated by enumeration [McM02]: a model of the
// formula is a state of the pre-image; it is enlarged to a cube of such states, the cube becomes a
// clause that keeps it from coming again, and when there are no more models, the cubes are the
// pre-image. Here the pre-image of each cube is enumerated by itself, and a cube stays excluded for
// good, whichever layer it is of: what is counted as R, the states known to lead to a bad one, only
// grows.
//
// The first set are the bad states. Cubes are a queue, so all with one distance come before those
// of the next. A cube with an initial state is a counterexample, a shortest one; when no cube has a
// pre-image outside R, the rest of the states is an inductive invariant, and the weakest there is.
//
// Meant for study and comparison on small systems: nothing is generalized beyond what leads to a
// bad state, so there may be as many cubes as that set needs.
#include "engine/umc_qe/umc_qe.h"

#include "base/error.h"
#include "engine/shared/bad_states.h"

namespace cairn::umc {
namespace {

ic3::Ic3Config lifting_for(const UmcQeConfig& config) {
  ic3::Ic3Config result;
  using Lift = ic3::Ic3Config::Lift;
  switch (config.enlarge) {
    case UmcQeConfig::Enlarge::None:
      result.lift = Lift::None;
      break;
    case UmcQeConfig::Enlarge::Justify:
      result.lift = Lift::Justify;
      break;
    case UmcQeConfig::Enlarge::Cores:
      result.lift = Lift::Both;
      break;
  }
  return result;
}

}  // namespace

UmcQe::UmcQe(const BitSystem& system, const UmcQeConfig& config, const Context& context)
    : system_(system),
      context_(context),
      ic3_config_(lifting_for(config)),
      transition_(system, DefinitionsOptions{}, ic3::Transition::InternalSignals::No),
      order_(transition_.num_vars(), context.seed),
      solver_(transition_, ic3_config_, context_.budget, ic3_stats_),
      lifter_(transition_, ic3_config_, order_, transition_.constraints(), ic3_stats_,
              context.seed) {
  solver_.begin();
  solver_.finish();
}

void UmcQe::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); });
}

Answer<BitSystem> UmcQe::run() {
  context_.progress.phase = "umc-qe";
  while (!is_initial_) {
    if (next_ == static_cast<std::int64_t>(cubes_.size())) return safe();
    if (context_.budget.exhausted())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    ++stats_.queries;
    const std::vector<Lit> wanted = targets();
    switch (solver_.solve(wanted, sat::kPermanent)) {
      case sat::Result::Unknown:
        return unknown_for(context_.budget.reason(), context_.progress.bound);
      case sat::Result::Satisfiable:
        add(lifter_.lift(solver_, wanted, ic3::Lifter::Effort::Full));
        break;
      case sat::Result::Unsatisfiable:
        close();
        break;
    }
  }
  return unsafe();
}

/// What a step of the pre-image that is being enumerated makes true.
std::vector<Lit> UmcQe::targets() const {
  if (next_ == kBad) return {transition_.bad()};
  std::vector<Lit> into;
  for (const Lit lit : cubes_[static_cast<std::size_t>(next_)].cube)
    into.push_back(transition_.next(lit));
  return into;
}

void UmcQe::add(ic3::Lifter::Result found) {
  const std::uint32_t depth = next_ == kBad ? 0 : cubes_[static_cast<std::size_t>(next_)].depth + 1;
  ++stats_.cubes;
  stats_.literals += found.cube.size();
  stats_.depth = std::max<std::uint64_t>(stats_.depth, depth);
  is_initial_ = transition_.intersects_initial(found.cube);
  std::vector<Lit> outside;
  for (const Lit lit : found.cube) outside.push_back(~lit);
  if (!is_initial_) solver_.add_lemma(outside, sat::kPermanent);
  cubes_.push_back({std::move(found.cube), std::move(found.inputs), next_, depth});
  context_.progress.lemmas = stats_.cubes;
}

/// The pre-image is complete. With the last one of a layer, the next layer is.
void UmcQe::close() {
  ++stats_.images;
  ++next_;
  const auto position = static_cast<std::size_t>(next_);
  if (position == cubes_.size()) return;
  if (position == 0 || cubes_[position].depth > cubes_[position - 1].depth)
    context_.progress.clear(cubes_[position].depth);
}

Answer<BitSystem> UmcQe::safe() const {
  BitInvariant invariant(system_.inputs.size(), system_.latches.size());
  const std::vector<std::uint32_t> positions = system_.leaf_positions();
  for (const BadCube& bad : cubes_) {
    std::vector<Lit> lits;
    for (const Lit lit : bad.cube) lits.push_back(transition_.node_of(lit));
    require_outside(invariant, Cube(std::move(lits)), positions);
  }
  return Safe<BitSystem>{std::move(invariant)};
}

Answer<BitSystem> UmcQe::unsafe() const {
  BitTrace trace;
  trace.initial.assign(system_.latches.size(), Lbool::Undef);
  for (const Lit lit : cubes_.back().cube)
    trace.initial[transition_.latch_position(lit.var())] = to_lbool(!lit.negated());
  for (auto at = static_cast<std::int64_t>(cubes_.size()) - 1; at != kBad;
       at = cubes_[static_cast<std::size_t>(at)].successor) {
    auto& inputs = trace.inputs.emplace_back(system_.inputs.size(), Lbool::Undef);
    for (const Lit lit : cubes_[static_cast<std::size_t>(at)].inputs)
      inputs[lit.var().index - 1] = to_lbool(!lit.negated());
  }
  return Unsafe<BitSystem>{std::move(trace)};
}

}  // namespace cairn::umc
