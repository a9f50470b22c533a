// SPDX-License-Identifier: MIT
#include "engine/word_abstraction/ia.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace cairn::word {

Ia::Ia(const WordSystem& system, const IaConfig& config, Make make, const Context& context)
    : config_(config),
      make_(std::move(make)),
      context_(context),
      reuse_(std::make_unique<LemmaReuse>()) {
  if (init_reads_inputs(system)) return;
  transition_ = std::make_unique<WordTransition>(system);
  preimage_ = std::make_unique<WordPreimage>(*transition_, preimages_);
  predicates_ = std::make_unique<PredicateLatches>(*transition_, config_);
}

Answer<WordSystem> Ia::run() {
  if (!transition_) return Unknown{Unknown::Reason::Unsupported, "initial values read inputs", -1};
  while (true) {
    if (context_.budget.exhausted_by_now())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    if (!engine_) {
      abstract_ = predicates_->make();
      Context context = context_;
      // Lemmas of other workers are about other latches, or none.
      context.exchange = config_.reuse ? reuse_.get() : nullptr;
      engine_ = make_(abstract_, context);
    }
    Answer<WordSystem> answer = engine_->run();
    if (std::holds_alternative<Unknown>(answer)) return answer;
    if (auto* safe = std::get_if<Safe<WordSystem>>(&answer)) {
      safe->invariant = predicates_->concretize(std::move(safe->invariant));
      return answer;
    }
    const auto models = models_of(std::get<Unsafe<WordSystem>>(answer).trace);
    if (!is_spurious(models)) return Unsafe<WordSystem>{trace_of(models)};
    engine_->add_statistics(done_);
    engine_.reset();
    reuse_->turn();
  }
}

std::vector<Assignment> Ia::models_of(const WordTrace& trace) const {
  const Terms& terms = transition_->terms();
  std::vector<Assignment> models;
  Assignment latches = trace.initial;
  for (const Assignment& inputs : trace.inputs) {
    Assignment model = inputs;
    for (const WordState& state : abstract_.states) {
      const auto value = latches.find(state.term);
      // An initial value that is constant need not be in the trace.
      if (value != latches.end())
        model.insert_or_assign(state.term, value->second);
      else if (state.init.valid())
        model.insert_or_assign(state.term, terms.value(state.init));
    }
    Evaluator value_of(terms, model);
    latches.clear();
    for (const WordState& state : abstract_.states)
      latches.emplace(state.term, value_of(state.next));
    models.push_back(std::move(model));
  }
  return models;
}

bool Ia::is_spurious(const std::vector<Assignment>& models) {
  const Terms& terms = transition_->terms();
  TermCube target;
  for (std::size_t i = models.size(); i-- > 0;) {
    std::vector<Term> goals{transition_->constraint()};
    if (i + 1 == models.size()) {
      goals.push_back(transition_->bad());
    } else {
      const Assignment after = transition_->successor(models[i]);
      Evaluator value_of(terms, after);
      const bool leads_there = std::all_of(
          target.begin(), target.end(), [&](Term literal) { return value_of(literal).as_bool(); });
      if (!leads_there) {
        const std::size_t added = predicates_->add(target);
        CAIRN_CHECK(added > 0);
        ++refinements_;
        context_.log.detail("ia: step {} of {} is wrong; {} predicates", i, models.size(),
                            predicates_->size());
        return true;
      }
      for (const Term literal : target) goals.push_back(transition_->next(literal));
    }
    target = (*preimage_)(goals, models[i]);
  }
  return false;
}

WordTrace Ia::trace_of(const std::vector<Assignment>& models) const {
  WordTrace trace;
  const auto copy = [](const Assignment& from, Term variable, Assignment& to) {
    if (const auto value = from.find(variable); value != from.end())
      to.emplace(variable, value->second);
  };
  for (const WordState& state : transition_->system().states)
    copy(models.front(), state.term, trace.initial);
  for (const Assignment& model : models) {
    trace.inputs.emplace_back();
    for (const Term input : transition_->system().inputs) copy(model, input, trace.inputs.back());
  }
  return trace;
}

void Ia::add_statistics(Statistics& statistics) const {
  statistics.count("ia.predicates", predicates_ ? predicates_->size() : 0);
  statistics.count("ia.refinements", refinements_);
  statistics.count("ia.reused", reuse_->handed_on);
  Statistics inner = done_;
  if (engine_) engine_->add_statistics(inner);
  statistics.add(inner, "ia.");
}

}  // namespace cairn::word
