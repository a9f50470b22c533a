// SPDX-License-Identifier: MIT
//
// Why an invariant of an abstraction is one of the system: take a step of the system, and let the
// inputs that stand for operators be what the operators give. All lemmas hold then, so it is a step
// of the abstraction, which keeps the invariant. Where the proof reads such an input, the operator
// takes its place.
//
// Where a counterexample goes wrong: both systems run on its inputs from its first state. In the
// first step in which they do something different (the next state, a constraint, whether it is
// bad) the states are still the same, so what differs is the value of operators. Those of them are
// refined that it takes to make the difference.
//
// Abstractions only lose runs as they are refined. So what an engine learnt about one, that no run
// of at most k steps ends in some states, holds for the next: it is handed on as lemmas of another
// worker would be (model/exchange.h).
#include "engine/word_abstraction/uf.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "model/word_simulate.h"

namespace cairn::word {
namespace {

/// The state that a counterexample begins with. Initial values may read one another.
Assignment first_state(const WordSystem& system, const WordTrace& trace) {
  const Terms& terms = *system.terms;
  Assignment values = trace.initial;
  values.insert(trace.inputs[0].begin(), trace.inputs[0].end());
  Assignment state;
  for (const std::uint32_t position : init_order(system)) {
    const WordState& each = system.states[position];
    const Value value = evaluate(terms, each.init.valid() ? each.init : each.term, values);
    values.insert_or_assign(each.term, value);
    state.emplace(each.term, value);
  }
  return state;
}

/// What a step does: the next state, then whether each constraint holds, and whether it is bad.
std::vector<Value> outcome_of(const WordSystem& system, const Assignment& values) {
  Evaluator value_of(*system.terms, values);
  std::vector<Value> outcome;
  for (const WordState& state : system.states)
    if (state.next.valid()) outcome.push_back(value_of(state.next));
  // The abstraction has lemmas behind the system's constraints.
  for (const Term bad : system.bad) outcome.push_back(value_of(bad));
  for (const Term constraint : system.constraints) outcome.push_back(value_of(constraint));
  return outcome;
}

}  // namespace

/// A step of a counterexample.
struct Uf::Step {
  Assignment values;           ///< of states, inputs and results
  std::vector<Value> outcome;  ///< in the abstraction, without the lemmas
};

Uf::Uf(const WordSystem& system, const UfConfig& config, Make make, const Context& context)
    : original_(system),
      config_(config),
      make_(std::move(make)),
      context_(context),
      abstraction_(system, config),
      reuse_(std::make_unique<LemmaReuse>()) {}

Answer<WordSystem> Uf::run() {
  while (true) {
    if (context_.budget.exhausted_by_now())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    if (!engine_) {
      abstract_ = abstraction_.make();
      Context context = context_;
      // Lemmas of other workers are about other latches, or none.
      context.exchange = config_.reuse ? reuse_.get() : nullptr;
      engine_ = make_(abstract_, context);
    }
    Answer<WordSystem> answer = engine_->run();
    if (auto* safe = std::get_if<Safe<WordSystem>>(&answer)) return concrete(std::move(*safe));
    if (std::holds_alternative<Unknown>(answer)) return answer;
    WordTrace& trace = std::get<Unsafe<WordSystem>>(answer).trace;
    if (!is_spurious(trace)) return answer;
    end_engine();
  }
}

void Uf::end_engine() {
  engine_->add_statistics(done_);
  engine_.reset();
  reuse_->turn();
}

Answer<WordSystem> Uf::concrete(Safe<WordSystem> safe) const {
  for (Term& conjunct : safe.invariant.conjuncts) conjunct = abstraction_.concretize(conjunct);
  for (WordState& state : safe.invariant.auxiliary) {
    if (state.init.valid()) state.init = abstraction_.concretize(state.init);
    if (state.next.valid()) state.next = abstraction_.concretize(state.next);
  }
  return safe;
}

/// If not, the trace is one of the system. Otherwise the abstraction is refined.
bool Uf::is_spurious(WordTrace& trace) {
  const WordSystem& system = abstraction_.system();
  const Terms& terms = *system.terms;
  // The abstraction without its lemmas, so that outcomes can be compared.
  WordSystem plain = abstract_;
  plain.constraints.resize(system.constraints.size());
  Assignment state = first_state(system, trace);
  trace.initial = state;
  for (std::size_t i = 0; i < trace.length(); ++i) {
    Step step;
    step.values = state;
    for (const auto& [variable, value] : trace.inputs[i])
      step.values.insert_or_assign(variable, value);
    const std::vector<Value> is = outcome_of(system, step.values);
    step.outcome = outcome_of(plain, step.values);
    if (is != step.outcome) {
      context_.log.detail("uf: the counterexample of {} steps is wrong in step {}", trace.length(),
                          i);
      refine(step);
      return true;
    }
    Evaluator value_of(terms, step.values);
    Assignment next;
    for (const WordState& each : system.states)
      if (each.next.valid()) next.emplace(each.term, value_of(each.next));
    state = std::move(next);
  }
  for (Assignment& inputs : trace.inputs)
    for (const Abstraction::Occurrence& occurrence : abstraction_.occurrences())
      inputs.erase(occurrence.result);
  return false;
}

std::vector<std::size_t> Uf::wrong_occurrences(Step& step) {
  const Terms& terms = *original_.terms;
  Evaluator value_of(terms, step.values);
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < abstraction_.occurrences().size(); ++i) {
    const Abstraction::Occurrence& occurrence = abstraction_.occurrences()[i];
    if (occurrence.is_concrete) continue;
    const Application is = abstraction_.application(occurrence);
    const Value operands[] = {value_of(is.a), value_of(is.b)};
    if (!(apply(is.op, operands, {}, terms.sort(is.result)) == value_of(is.result)))
      wrong.push_back(i);
  }
  return wrong;
}

/// Some that, put right, make the step another one; none of these can be left out.
std::vector<std::size_t> Uf::those_that_matter(Step& step, std::vector<std::size_t> wrong) {
  const Terms& terms = *original_.terms;
  WordSystem plain = abstract_;
  plain.constraints.resize(original_.constraints.size());
  const auto differs_with = [&](const std::vector<std::size_t>& right) {
    Assignment values = step.values;
    // Operands come before the terms over them.
    for (const std::size_t i : right) {
      const Application is = abstraction_.application(abstraction_.occurrences()[i]);
      Evaluator value_of(terms, values);
      const Value operands[] = {value_of(is.a), value_of(is.b)};
      const Value result = apply(is.op, operands, {}, terms.sort(is.result));
      values.insert_or_assign(is.result, result);
    }
    return outcome_of(plain, values) != step.outcome;
  };
  // With all of them put right it is the system's own step, which is another one. Halves first.
  constexpr std::size_t kFew = 4;
  while (wrong.size() > kFew && !context_.budget.exhausted_by_now()) {
    const auto middle = wrong.begin() + static_cast<std::ptrdiff_t>(wrong.size() / 2);
    std::vector<std::size_t> left(wrong.begin(), middle), right(middle, wrong.end());
    if (differs_with(left))
      wrong = std::move(left);
    else if (differs_with(right))
      wrong = std::move(right);
    else
      break;
  }
  for (std::size_t i = wrong.size(); i-- > 0 && wrong.size() > 1;) {
    if (context_.budget.exhausted_by_now()) break;
    std::vector<std::size_t> fewer = wrong;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (differs_with(fewer)) wrong = std::move(fewer);
  }
  return wrong;
}

void Uf::refine(Step& step) {
  ++refinements_;
  std::vector<std::size_t> wrong = wrong_occurrences(step);
  CAIRN_CHECK(!wrong.empty());
  const std::vector<std::size_t> matter = those_that_matter(step, std::move(wrong));
  // Of the abstraction as it is, before the first of them changes it.
  Evaluator value_of(*original_.terms, step.values);
  Values values;
  for (const Abstraction::Occurrence& occurrence : abstraction_.occurrences()) {
    const Application is = abstraction_.application(occurrence);
    values.push_back({value_of(is.a).bits(), value_of(is.b).bits(), value_of(is.result)});
  }
  for (const std::size_t number : matter) refine(number, values);
}

void Uf::refine(std::size_t number, const Values& values) {
  if (abstraction_.occurrences()[number].lemmas >= config_.lemmas) {
    ++concrete_;
    context_.log.detail("uf: operator {} becomes itself", number);
    abstraction_.make_concrete(number);
    return;
  }
  Terms& terms = *original_.terms;
  const Application one = abstraction_.in_system(number);
  OperatorLemma lemma = refuting_lemma(terms, one, values[number]);
  std::vector<std::size_t> about{number};
  // Two that disagree say more than one value; and that it is an order at all says more than which.
  const bool is_order = terms.sort(one.result).is_bool();
  if (is_order || lemma.name == std::string_view("exact")) {
    for (std::size_t i = 0; i < values.size() && about.size() == 1; ++i) {
      const Application other = abstraction_.in_system(i);
      if (i == number || abstraction_.occurrences()[i].is_concrete || other.op != one.op ||
          terms.sort(other.result) != terms.sort(one.result))
        continue;
      if (const auto pair = refuting_pair_lemma(terms, one, values[number], other, values[i])) {
        lemma = *pair;
        about.push_back(i);
      }
    }
    if (about.size() > 1)
      ++pairs_;
    else if (lemma.name == std::string_view("exact"))
      ++exact_;
  }
  ++lemmas_;
  context_.log.detail("uf: {} about operator {}", lemma.name, number);
  abstraction_.add_lemma(about, lemma.formula);
}

void Uf::add_statistics(Statistics& statistics) const {
  statistics.count("uf.operators", abstraction_.occurrences().size());
  statistics.count("uf.refinements", refinements_);
  statistics.count("uf.lemmas", lemmas_);
  statistics.count("uf.lemmas.exact", exact_);
  statistics.count("uf.lemmas.pairs", pairs_);
  statistics.count("uf.concrete", concrete_);
  statistics.count("uf.reused", reuse_->handed_on);
  Statistics inner = done_;
  if (engine_) engine_->add_statistics(inner);
  statistics.add(inner, "uf.");
}

}  // namespace cairn::word
