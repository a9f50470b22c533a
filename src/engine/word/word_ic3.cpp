// SPDX-License-Identifier: MIT
#include "engine/word/word_ic3.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn::word {

WordIc3::WordIc3(std::string name, const WordSystem& system, const WordIc3Config& config,
                 const Context& context)
    : name_(std::move(name)),
      config_(config),
      context_(context),
      supported_(!init_reads_inputs(system)) {
  if (!supported_) return;
  transition_ = std::make_unique<WordTransition>(system);
  frames_ = std::make_unique<WordFrames>(*transition_, config_, context_, stats_);
  preimage_ = std::make_unique<WordPreimage>(*transition_, config_);
}

Unknown WordIc3::stopped() const {
  if (context_.budget.exhausted())
    return unknown_for(context_.budget.reason(), context_.progress.bound);
  return Unknown{Unknown::Reason::Unsupported, frames_->reason(), context_.progress.bound};
}

Answer<WordSystem> WordIc3::run() {
  if (!supported_) return Unknown{Unknown::Reason::Unsupported, "initial values read inputs", -1};
  frames_->resume();
  while (!answer_) {
    if (context_.budget.exhausted() || frames_->unanswered()) return stopped();
    step();
    context_.progress.level = frames_->top();
    context_.progress.lemmas = frames_->num_lemmas();
    context_.progress.obligations = queue_.size();
  }
  return *answer_;
}

// [EMB11, figure 5]: bad states of the top frame are blocked until there are none; then a frame is
// added, and lemmas are pushed.
void WordIc3::step() {
  if (propagating_ > 0) {
    propagate();
  } else if (!queue_.empty() && queue_.top().level <= frames_->top()) {
    const Obligation obligation = queue_.top();
    queue_.pop();
    block(obligation);
  } else {
    find_bad();
  }
}

void WordIc3::find_bad() {
  const Level top = frames_->top();
  switch (frames_->ask_bad(top)) {
    case SmtResult::Unknown:
      return;
    case SmtResult::Sat:
      on_predecessor(Assignment(frames_->model()), nullptr, top);
      return;
    case SmtResult::Unsat:
      context_.progress.clear(top);
      frames_->extend();
      propagating_ = 1;
      position_ = 0;
      return;
  }
}

void WordIc3::oblige(const Path& path, Level level) {
  path->level = level;
  queue_.push({level, path, ++obligations_});
}

void WordIc3::block(const Obligation& obligation) {
  const Level level = obligation.level;
  const TermCube& cube = obligation.path->cube;
  // Only initial states are in F_0; who obliges has seen to it that these are none.
  Level reached = level;
  if (level > 0 && !frames_->blocked(cube, level)) {
    switch (frames_->ask_step(level - 1, cube, cube)) {
      case SmtResult::Unknown:
        queue_.push(obligation);
        return;
      case SmtResult::Sat:
        queue_.push(obligation);
        on_predecessor(Assignment(frames_->model()), obligation.path, level - 1);
        return;
      case SmtResult::Unsat:
        reached = learn(cube, TermCube(frames_->core()), level);
        if (reached == 0) queue_.push(obligation);
    }
  }
  if (reached > 0 || level == 0)
    if (config_.keep_obligations && reached < frames_->top())
      queue_.push({reached + 1, obligation.path, ++obligations_});
}

std::vector<Term> WordIc3::goals(const Path& next, const TermCube& target) {
  std::vector<Term> result;
  if (next)
    result = transition_->next(target);
  else
    result.push_back(transition_->bad());
  result.push_back(transition_->constraint());
  return result;
}

SmtResult WordIc3::lift(TermCube& cube, std::span<const Term> where, const Assignment& model) {
  if (!config_.lift) return SmtResult::Sat;
  const SmtResult result = frames_->ask_miss(cube, where, model);
  if (result == SmtResult::Unsat) {
    stats_.lifted += cube.size() - frames_->core().size();
    cube = frames_->core();
  }
  return result;
}

std::optional<TermCube> WordIc3::repaired(TermCube core, const TermCube& cube) {
  for (;;) {
    switch (frames_->ask_initial(core)) {
      case SmtResult::Unknown:
        return std::nullopt;
      case SmtResult::Unsat:
        return make_cube(std::move(core));
      case SmtResult::Sat:
        break;
    }
    // Some literal of the cube is false in that initial state, best one that all of them miss.
    Evaluator value_of(transition_->terms(), frames_->model());
    Term missing;
    for (const Term literal : cube)
      if (!value_of(literal).as_bool() && (!missing.valid() || transition_->excludes_init(literal)))
        missing = literal;
    CAIRN_CHECK(missing.valid());
    core.push_back(missing);
  }
}

WordIc3::Level WordIc3::learn(const TermCube& cube, const TermCube& core, Level level) {
  TermCube lemma = cube;
  if (config_.generalize != WordIc3Config::Generalize::None) {
    std::optional<TermCube> smaller = repaired(core, cube);
    if (!smaller) return 0;
    stats_.core_dropped += cube.size() - smaller->size();
    lemma = *std::move(smaller);
  }
  if (config_.generalize == WordIc3Config::Generalize::Drop)
    lemma = generalize(std::move(lemma), level);
  if (config_.push_new)
    while (level < frames_->top() && refuted(frames_->ask_step(level, lemma, lemma))) ++level;
  frames_->add(std::move(lemma), level);
  return level;
}

bool WordIc3::refuted(SmtResult result) {
  if (result == SmtResult::Unknown && !context_.budget.exhausted()) frames_->resume();
  return result == SmtResult::Unsat;
}

TermCube WordIc3::generalize(TermCube cube, Level level) {
  std::vector<Term> order = cube;
  std::uint32_t failures = 0;
  for (const Term literal : order) {
    if (cube.size() <= 1) break;
    if (config_.drop_failures > 0 && failures >= config_.drop_failures) break;
    if (!config_.drop_control && transition_->is_control_literal(literal)) continue;
    if (!std::binary_search(cube.begin(), cube.end(), literal)) continue;
    TermCube candidate = cube;
    std::erase(candidate, literal);
    ++failures;
    if (!refuted(frames_->ask_initial(candidate))) continue;
    if (!refuted(frames_->ask_step(level - 1, candidate, candidate))) continue;
    std::optional<TermCube> smaller = repaired(TermCube(frames_->core()), candidate);
    if (!smaller) smaller = std::move(candidate);
    stats_.dropped += cube.size() - smaller->size();
    cube = *std::move(smaller);
    failures = 0;
  }
  return cube;
}

void WordIc3::propagate() {
  const Level level = propagating_;
  if (level >= frames_->top()) {
    propagating_ = 0;
    return;
  }
  const std::vector<TermCube>& lemmas = frames_->lemmas(level);
  if (position_ < lemmas.size()) {
    switch (frames_->ask_step(level, {}, lemmas[position_])) {
      case SmtResult::Unknown:
        return;
      case SmtResult::Unsat:
        frames_->raise(level, position_);
        return;
      case SmtResult::Sat:
        ++position_;
        return;
    }
  }
  if (lemmas.empty()) {
    conclude_safe(level);
    return;
  }
  ++propagating_;
  position_ = 0;
}

/// The lemmas above are an invariant: none was left behind at `level`.
void WordIc3::conclude_safe(Level level) {
  Terms& terms = transition_->terms();
  WordInvariant invariant;
  for (Level i = level + 1; i <= frames_->top(); ++i)
    for (const TermCube& cube : frames_->lemmas(i))
      invariant.conjuncts.push_back(terms.not_(terms.and_all(cube)));
  answer_ = Safe<WordSystem>{std::move(invariant)};
}

void WordIc3::conclude_unsafe(const Assignment& initial, const WordPath* path) {
  WordTrace trace;
  Assignment state;
  for (const WordState& each : transition_->system().states)
    state.insert_or_assign(each.term, initial.at(each.term));
  trace.initial = state;
  for (; path != nullptr; path = path->next.get()) {
    Assignment inputs;
    for (const Term input : transition_->system().inputs)
      inputs.insert_or_assign(input, path->model.at(input));
    Assignment all = state;
    all.insert(inputs.begin(), inputs.end());
    trace.inputs.push_back(std::move(inputs));
    if (path->next) {
      state = transition_->successor(all);
      continue;
    }
    Evaluator value_of(transition_->terms(), all);
    CAIRN_CHECK(value_of(transition_->bad()).as_bool());
  }
  conclude_unsafe(std::move(trace));
}

void WordIc3::conclude_unsafe(WordTrace trace) {
  answer_ = Unsafe<WordSystem>{std::move(trace)};
}

void WordIc3::add_statistics(Statistics& statistics) const {
  const auto count = [&](const char* what, std::uint64_t value) {
    statistics.count(name_ + "." + what, value);
  };
  count("frames", frames_ ? frames_->top() : 0);
  count("ctis", stats_.ctis);
  count("lemmas", stats_.lemmas);
  count("lemmas.final", frames_ ? frames_->num_lemmas() : 0);
  count("pushed", stats_.pushed);
  count("subsumed", stats_.subsumed);
  count("dropped", stats_.dropped);
  count("dropped.core", stats_.core_dropped);
  count("lifted", stats_.lifted);
  count("rebuilds", stats_.rebuilds);
  add_own_statistics(statistics);
  stats_.smt.visit([&](const char* what, std::uint64_t value) { count(what, value); });
  stats_.smt.visit_seconds(
      [&](const char* what, double value) { statistics.time(name_ + "." + what, value); });
}

}  // namespace cairn::word
