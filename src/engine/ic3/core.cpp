// SPDX-License-Identifier: MIT
#include "engine/ic3/core.h"

#include <string>

#include "logic/bit/copy.h"

namespace cairn::ic3 {

Ic3Core::Ic3Core(const BitSystem& system, const Ic3Config& config, const Context& context)
    : system_(system),
      config_(config),
      context_(context),
      transition_(system,
                  DefinitionsOptions{.encoding = config.encoding, .eliminate = config.eliminate},
                  config.internal_signals ? Transition::InternalSignals::Yes
                                          : Transition::InternalSignals::No),
      solver_(transition_, config_, context_.budget.hard(), stats_),
      frames_(transition_, solver_, stats_,
              config.subsume ? Frames::Subsumed::Go : Frames::Subsumed::Stay),
      order_(transition_.num_vars(), context.seed),
      abstraction_(
          system, transition_,
          config.abstract_constraints ? Abstraction::Start::NoConstraint
                                      : Abstraction::Start::AllConstraints,
          context.budget.hard(), stats_,
          config.abstract_next ? Abstraction::NextStates::LeaveOut : Abstraction::NextStates::Keep),
      lifter_(transition_, config_, order_, abstraction_.kept(), stats_, context.seed,
              solver_for_lifting()),
      rng_(context.seed + 1),
      reachable_(system, transition_, config.quip_states) {
  if (!config.record.empty()) {
    record_.open(config.record);
    solver_.own()->set_recorder(&recorder_.emplace(record_));
  }
  if (!config.journal.empty() || context.log.level() >= LogLevel::Trace)
    journal_.emplace(system, transition_, config.journal, context.log);
  solver_.begin();
  frames_.restart();
  solver_.finish();
  if (config.drop_words) words_.emplace(system, transition_);
  stats_.variables = transition_.num_vars();
  stats_.clauses = transition_.num_clauses();
  stats_.eliminated = transition_.num_eliminated();
  stats_.signals = transition_.num_signals();
}

void Ic3Core::add_statistics(Statistics& statistics) const {
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); },
               [&](const char* name, double seconds) { statistics.time(name, seconds); });
  solver_stats().visit([&](const char* name, std::uint64_t value) {
    statistics.count(std::string("ic3.solver.") + name, value);
  });
}

void Ic3Core::end_slice() {
  if (journal_) journal_->flush();
  if (!recorder_) return;
  recorder_->flush();
  if (!record_.flush()) context_.log.warning("{}: the record is not complete", config_.record);
}

Answer<BitSystem> Ic3Core::pause() const {
  return unknown_for(context_.budget.reason(), context_.progress.bound);
}

Answer<BitSystem> Ic3Core::safe(Level level) {
  if (journal_) {
    std::size_t lemmas = 0;
    frames_.for_each_above(level, [&](const Lemma&) { ++lemmas; });
    journal_->invariant(level, lemmas);
  }
  BitInvariant invariant(system_.inputs.size(), system_.latches.size());
  GraphCopier copier(system_.aig, invariant.aig);
  for (std::uint32_t i = 0; i < transition_.num_latches(); ++i)
    copier.set_image(system_.latches[i].var, invariant.latch(i));
  frames_.for_each_above(level, [&](const Lemma& lemma) {
    std::vector<Lit> cube;
    for (const Lit lit : lemma.cube) cube.push_back(copier.copy(transition_.node_of(lit)));
    invariant.conjuncts.push_back(~invariant.aig.and_all(cube));
    ++stats_.final_lemmas;
  });
  return Safe<BitSystem>{std::move(invariant)};
}

void Ic3Core::show_progress(std::size_t obligations) {
  context_.progress.level = frames_.top();
  context_.progress.obligations = obligations;
  context_.progress.lemmas = stats_.lemmas - stats_.subsumed_lemmas;
  // Solvers are made anew now and then, and count from zero.
  const std::uint64_t queries = solver_.num_queries();
  context_.progress.queries += queries - (queries < told_queries_ ? 0 : told_queries_);
  told_queries_ = queries;
}

void Ic3Core::report_progress(TopFrame top) {
  if (top == TopFrame::Cleared) context_.progress.clear(frames_.top());
  stats_.frames = static_cast<std::uint64_t>(frames_.top()) + 1;
  context_.log.detail("ic3: level {} {}; {} lemmas made, {} at infinity, {} obligations",
                      frames_.top(), top == TopFrame::Cleared ? "cleared" : "left for later",
                      stats_.lemmas, frames_.lemmas(kInfinity).size(), stats_.obligations);
}

}  // namespace cairn::ic3
