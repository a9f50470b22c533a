// SPDX-License-Identifier: MIT
#include "certify/check_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/error.h"
#include "certify/array_reads.h"
#include "certify/query.h"
#include "logic/word/bitblast.h"
#include "logic/word/substitution.h"
#include "model/word_simulate.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

/// Bits of arrays in one query that go to CaDiCaL; beyond, reads and writes cost more as circuits
/// than a solver with a theory of arrays takes.
constexpr std::uint64_t kMostArrayBits = 1u << 18;

struct Goal {
  Term term;
  std::string violation;
};

/// The sum of what arrays would have as bits, each term once; nothing if one has none.
std::optional<std::uint64_t> array_bits(const Terms& terms, const std::vector<Term>& roots) {
  std::vector<Term> stack = roots;
  std::unordered_map<Term, bool> seen;
  std::uint64_t sum = 0;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.emplace(term, true).second) continue;
    for (const Term operand : terms.operands(term)) stack.push_back(operand);
    const Sort& sort = terms.sort(term);
    if (!sort.is_array()) continue;
    const std::uint64_t bits = bit_count(sort);
    if (bits == 0) return std::nullopt;
    sum += bits;
  }
  return sum;
}

class WordCertificateCheck {
 public:
  WordCertificateCheck(const WordModel& model, const WordModel& certificate,
                       const WordMapping& mapping, const BadSelection& judged,
                       const Context& context)
      : model_(model.system),
        certificate_(certificate.system),
        mapping_(mapping),
        terms_(*model.system.terms),
        context_(context) {
    CAIRN_CHECK(model.system.terms == certificate.system.terms);
    CAIRN_CHECK(judged.fits(model_.bad.size()));
    bad_ = judged.select(model_.bad);
    find_names();
  }

  Judgement run() {
    if (!roles_are_sound()) return std::move(judgement_);
    ask("Reset", [this] { reset(); });
    ask("Transition", [this] { transition(); });
    ask("Safety", [this] { safety(); });
    ask("Base", [this] { base(); });
    ask("Inductive", [this] { inductive(); });
    return std::move(judgement_);
  }

 private:
  using Map = Substitution::Map;

  /// What the certificate's variables stand for in step s.
  void find_names() {
    for (std::size_t i = 0; i < mapping_.inputs.size(); ++i)
      if (mapping_.inputs[i])
        names_.emplace(certificate_.inputs[i].id, model_.inputs[*mapping_.inputs[i]]);
    for (std::size_t i = 0; i < mapping_.states.size(); ++i)
      if (mapping_.states[i]) {
        names_.emplace(certificate_.states[i].term.id, model_.states[*mapping_.states[i]].term);
        mapped_.emplace(*mapping_.states[i], i);
      }
  }

  /// Whether prophecies and differences are what the argument takes them for.
  bool roles_are_sound() {
    const auto refuse = [&](std::string why) {
      judgement_.checks.push_back({"Form", Outcome::Fails, 0});
      judgement_.explanation = std::move(why);
      return false;
    };
    std::unordered_set<Term> own;
    for (const auto& [position, predicted] : mapping_.prophecies) {
      const WordState& state = certificate_.states[position];
      if (mapping_.states[position] || state.init.valid() || state.next != state.term)
        return refuse(
            "a prophecy stands for a state of the model, has an initial value or changes");
      if (!own.insert(state.term).second) return refuse("a prophecy predicts two terms");
    }
    std::unordered_map<Term, Term> compared;  // what the values of differences depend on
    for (const auto& [position, left, right] : mapping_.differences) {
      const Term input = certificate_.inputs[position];
      if (mapping_.inputs[position]) return refuse("a difference stands for an input of the model");
      if (!compared.emplace(input, terms_.equal(left, right)).second)
        return refuse("a difference is one of two pairs of arrays");
    }
    for (const auto& [input, equality] : compared)
      if (depends_on(equality, compared, {input}))
        return refuse("where arrays differ depends on itself");
    for (const auto& [position, predicted] : mapping_.prophecies)
      if (depends_on(predicted, compared, own))
        return refuse("what a prophecy predicts depends on a prophecy");
    return true;
  }

  /// Whether a value of the term, in any step, depends on one of the variables. What stands for the
  /// model's has the model's values.
  bool depends_on(Term term, const std::unordered_map<Term, Term>& compared,
                  const std::unordered_set<Term>& variables) const {
    std::unordered_map<Term, const WordState*> states;
    for (std::size_t i = 0; i < certificate_.states.size(); ++i)
      if (!mapping_.states[i]) states.emplace(certificate_.states[i].term, &certificate_.states[i]);
    std::vector<Term> stack{term};
    std::unordered_set<Term> seen;
    while (!stack.empty()) {
      const Term next = stack.back();
      stack.pop_back();
      if (!next.valid() || !seen.insert(next).second) continue;
      if (variables.contains(next)) return true;
      for (const Term operand : terms_.operands(next)) stack.push_back(operand);
      if (const auto state = states.find(next); state != states.end()) {
        stack.push_back(state->second->init);
        stack.push_back(state->second->next);
      }
      if (const auto equality = compared.find(next); equality != compared.end())
        stack.push_back(equality->second);
    }
    return false;
  }

  /// In the step that the map says.
  void assume_differences(const std::function<Term(Term)>& map) {
    for (const auto& [position, left, right] : mapping_.differences) {
      Term index = certificate_.inputs[position];
      // One bit is a Boolean, but not as an index.
      if (terms_.sort(index).is_bool() && terms_.sort(left).index_sort().is_bit_vector())
        index = terms_.ite(index, terms_.bv(1, 1), terms_.bv(1, 0));
      assumptions_.push_back(
          map(terms_.or_(terms_.equal(left, right), terms_.distinct(terms_.select(left, index),
                                                                    terms_.select(right, index)))));
    }
  }

  Term fresh(Term variable) {
    return terms_.variable(terms_.name(variable) + "'", terms_.sort(variable));
  }
  Term as_init(Term init, Term variable) {
    const Sort& sort = terms_.sort(variable);
    return sort == terms_.sort(init) ? init : terms_.constant_array(sort, init);
  }

  /// The first step of a system: each state, if `is_included`, replaced by its init term.
  template <class Included>
  Map first_step(const WordSystem& system, Included&& is_included) {
    Map map;
    for (const std::uint32_t position : init_order(system)) {
      const WordState& state = system.states[position];
      if (!state.init.valid() || !is_included(position)) continue;
      const Term init = as_init(state.init, state.term);
      // Most are constants, and a substitution costs what the map has.
      map.emplace(state.term.id, terms_.is_value(init) ? init : Substitution(terms_, map)(init));
    }
    return map;
  }

  void require(Term goal, std::string violation) {
    goals_.push_back(Goal{goal, std::move(violation)});
  }
  void assume_all(Substitution& map, const std::vector<Term>& terms) {
    for (const Term term : terms) assumptions_.push_back(map(term));
  }
  void require_all(Substitution& map, const std::vector<Term>& terms, const char* what) {
    for (std::size_t i = 0; i < terms.size(); ++i)
      require(map(terms[i]), fmt::format("{} {} does not hold", what, i));
  }
  void require_safe(Substitution& map, const std::vector<Term>& bad, const char* whose) {
    for (std::size_t i = 0; i < bad.size(); ++i)
      goals_.push_back(
          {terms_.not_(map(bad[i])), fmt::format("bad state {} of {} is true", i, whose)});
  }

  void reset() {
    const Map first =
        first_step(model_, [this](std::uint32_t position) { return mapped_.contains(position); });
    Substitution of_model(terms_, first), to_model(terms_, names_);
    assume_all(of_model, model_.constraints);
    for (const auto& [position, own] : mapped_) {
      const WordState& state = certificate_.states[own];
      if (!state.init.valid()) continue;
      const Term init = of_model(to_model(as_init(state.init, state.term)));
      require(terms_.equal(of_model(model_.states[position].term), init),
              fmt::format("state '{}' begins with another value in the model",
                          printable(terms_.name(state.term))));
    }
    for (const Term constraint : certificate_.constraints)
      require(of_model(to_model(constraint)),
              "a constraint of the certificate does not hold in a first step");
  }

  void transition() {
    Map step;  // of the model's variables: their values in step t
    for (const Term input : model_.inputs) step.emplace(input.id, fresh(input));
    for (std::uint32_t i = 0; i < model_.states.size(); ++i) {
      const WordState& state = model_.states[i];
      const bool has_next = state.next.valid() && mapped_.contains(i);
      step.emplace(state.term.id, has_next ? state.next : fresh(state.term));
    }
    Map own = step;  // of the certificate's, after they were replaced by the model's
    for (std::size_t i = 0; i < certificate_.inputs.size(); ++i)
      if (!mapping_.inputs[i])
        own.emplace(certificate_.inputs[i].id, fresh(certificate_.inputs[i]));
    for (std::size_t i = 0; i < certificate_.states.size(); ++i)
      if (!mapping_.states[i])
        own.emplace(certificate_.states[i].term.id, fresh(certificate_.states[i].term));
    Substitution none(terms_, {}), to_t(terms_, step), to_model(terms_, names_), own_t(terms_, own);
    assume_all(none, model_.constraints);
    assume_all(to_t, model_.constraints);
    assume_all(to_model, certificate_.constraints);
    for (const auto& [position, mine] : mapped_) {
      const WordState& state = certificate_.states[mine];
      if (!state.next.valid()) continue;
      require(terms_.equal(to_model(state.next), to_t(model_.states[position].term)),
              fmt::format("state '{}' takes another value in the model",
                          printable(terms_.name(state.term))));
    }
    for (const Term constraint : certificate_.constraints)
      require(own_t(to_model(constraint)),
              "a constraint of the certificate does not hold after a step");
  }

  void safety() {
    Map predicted;
    for (const auto& [position, term] : mapping_.prophecies)
      predicted.emplace(certificate_.states[position].term.id, term);
    Substitution none(terms_, {}), to_model(terms_, names_), as_predicted(terms_, predicted);
    assume_all(none, model_.constraints);
    assume_all(to_model, certificate_.constraints);
    assume_differences(std::ref(to_model));
    for (const Term bad : certificate_.bad)
      assumptions_.push_back(terms_.not_(to_model(as_predicted(bad))));
    require_safe(none, bad_, "the model");
  }

  void base() {
    Substitution first(terms_, first_step(certificate_, [](std::uint32_t) { return true; }));
    assume_all(first, certificate_.constraints);
    assume_differences(std::ref(first));
    require_safe(first, certificate_.bad, "the certificate");
  }

  void inductive() {
    Map step;
    for (const Term input : certificate_.inputs) step.emplace(input.id, fresh(input));
    for (const WordState& state : certificate_.states)
      step.emplace(state.term.id, state.next.valid() ? state.next : fresh(state.term));
    Substitution none(terms_, {}), to_t(terms_, step);
    assume_all(none, certificate_.constraints);
    assume_all(to_t, certificate_.constraints);
    assume_differences(std::ref(none));
    assume_differences(std::ref(to_t));
    for (const Term bad : certificate_.bad) assumptions_.push_back(terms_.not_(bad));
    require_safe(to_t, certificate_.bad, "the certificate");
  }

  template <class Build>
  void ask(const char* name, Build&& build) {
    assumptions_.clear();
    goals_.clear();
    const auto begin = std::chrono::steady_clock::now();
    build();
    std::string violation;
    const Outcome outcome = solve(name, violation);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    judgement_.checks.push_back({name, outcome, seconds.count()});
    if (outcome != Outcome::Holds && judgement_.explanation.empty())
      judgement_.explanation =
          outcome == Outcome::Fails
              ? fmt::format("the check '{}' fails: {}", name, violation)
              : fmt::format("the check '{}' was not decided: {}", name, violation);
  }

  Outcome solve(const char* name, std::string& violation) {
    // A certificate that repeats the model has its constraints: what is assumed need not be shown.
    const std::unordered_set<Term> assumed(assumptions_.begin(), assumptions_.end());
    std::erase_if(goals_, [&](const Goal& goal) {
      return terms_.is_true(goal.term) || assumed.contains(goal.term);
    });
    if (goals_.empty()) return Outcome::Holds;
    std::vector<Term> roots = assumptions_;
    for (const Goal& goal : goals_) roots.push_back(goal.term);
    const auto bits = array_bits(terms_, roots);
    if (bits && *bits <= kMostArrayBits) return ask_cadical(name, assumptions_, goals_, violation);
    // If not, Z3 has the last word.
    return holds_without_arrays(name) ? Outcome::Holds : ask_z3(violation);
  }

  /// Whether CaDiCaL finds that it holds when reads are words of their own.
  bool holds_without_arrays(const char* name) {
    ArrayReads reads(terms_);
    std::vector<Term> assumptions;
    std::vector<Goal> goals;
    for (const Term term : assumptions_) {
      const auto image = reads.without_arrays(term);
      if (!image) return false;
      assumptions.push_back(*image);
    }
    for (const Goal& goal : goals_) {
      const auto image = reads.without_arrays(goal.term);
      if (!image) return false;
      goals.push_back({*image, goal.violation});
    }
    const auto same = reads.same_reads();
    if (!same) return false;
    assumptions.insert(assumptions.end(), same->begin(), same->end());
    std::string ignored;
    return ask_cadical(name, assumptions, goals, ignored) == Outcome::Holds;
  }

  Outcome ask_cadical(const char* name, const std::vector<Term>& assumptions,
                      const std::vector<Goal>& goals, std::string& violation) {
    Query query(name);
    BitBlaster blaster(terms_, query.graph());
    for (const Term term : assumptions) query.assume(blaster.literal(term));
    for (const Goal& goal : goals) query.require(blaster.literal(goal.term), goal.violation);
    const Query::Answer answer = query.solve(context_.budget);
    violation = answer.details.empty() ? "time ran out" : answer.details.front();
    return answer.outcome;
  }

  Outcome ask_z3(std::string& violation) {
    std::vector<Term> failures;
    for (const Goal& goal : goals_) failures.push_back(terms_.not_(goal.term));
    std::vector<Term> query = assumptions_;
    query.push_back(terms_.or_all(failures));
    const auto known = known_smt_solvers();
    const bool has_z3 = std::find(known.begin(), known.end(), "z3") != known.end();
    const auto solver = make_smt_solver(has_z3 ? "z3" : "cairn", terms_, context_);
    for (const Term term : query) solver->add(term);
    switch (solver->check()) {
      case SmtResult::Unsat:
        return Outcome::Holds;
      case SmtResult::Unknown:
        violation = solver->reason();
        return Outcome::Undecided;
      case SmtResult::Sat:
        break;
    }
    violation = "a goal does not follow";
    for (const Goal& goal : goals_)
      if (!solver->value(goal.term).as_bool()) violation = goal.violation;
    return Outcome::Fails;
  }

  const WordSystem& model_;
  const WordSystem& certificate_;
  const WordMapping& mapping_;
  Terms& terms_;
  const Context& context_;
  std::vector<Term> bad_;
  Map names_;                                              // certificate's variables to model's
  std::unordered_map<std::uint32_t, std::size_t> mapped_;  // model's states to certificate's
  std::vector<Term> assumptions_;
  std::vector<Goal> goals_;
  Judgement judgement_;
};

}  // namespace

Judgement check_word_trace(const WordModel& model, const WordTrace& trace,
                           std::optional<std::uint32_t> property,
                           std::vector<std::uint32_t>* reached) {
  const auto begin = std::chrono::steady_clock::now();
  const WordReplay found = replay(model.system, trace);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  Judgement judgement;
  const bool is_reached =
      property ? std::find(found.bad.begin(), found.bad.end(), *property) != found.bad.end()
               : !found.bad.empty();
  if (found.violated)
    judgement.explanation = fmt::format("constraint {} does not hold in step {}", *found.violated,
                                        *found.violated_step);
  else if (!is_reached)
    judgement.explanation =
        property ? fmt::format("bad state {} is not true in the last step", *property)
                 : "no bad state is true in the last step";
  judgement.checks.push_back(
      {"Replay", is_reached && !found.violated ? Outcome::Holds : Outcome::Fails, seconds.count()});
  if (reached != nullptr) *reached = found.bad;
  return judgement;
}

namespace {

/// What is wrong with a lasso, or an empty string.
std::string problem_with_lasso(const WordModel& model, const WordTrace& trace,
                               std::uint32_t justice, std::int64_t& loop_start) {
  const WordSystem& system = model.system;
  std::vector<Term> literals = model.fairness;
  literals.insert(literals.end(), model.justice[justice].begin(), model.justice[justice].end());
  std::vector<std::int64_t> last(literals.size(), -1);  // step in which it was true
  WordSimulator run(system, literals);
  const auto state_of = [&](bool next) {
    std::vector<Value> state;
    for (const WordState& one : system.states)
      if (one.next.valid()) state.push_back(run.value(next ? one.next : one.term));
    return state;
  };
  std::vector<std::vector<Value>> states;
  for (std::size_t step = 0; step < trace.length(); ++step) {
    if (step == 0)
      run.begin(trace.initial, trace.inputs[0]);
    else
      run.advance(trace.inputs[step]);
    for (std::size_t i = 0; i < system.constraints.size(); ++i)
      if (!run.is_true(system.constraints[i]))
        return fmt::format("constraint {} does not hold in step {}", i, step);
    for (std::size_t i = 0; i < literals.size(); ++i)
      if (run.is_true(literals[i])) last[i] = static_cast<std::int64_t>(step);
    states.push_back(state_of(false));
  }
  if (states.empty()) return "the witness has no steps";
  const auto found = std::find(states.begin(), states.end(), state_of(true));
  if (found == states.end())
    return fmt::format("no loop: the state after step {} is that of no earlier step",
                       states.size() - 1);
  loop_start = found - states.begin();
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (last[i] < loop_start)
      return i < model.fairness.size()
                 ? fmt::format("fairness {} is false throughout the loop from step {}", i,
                               loop_start)
                 : fmt::format(
                       "condition {} of justice property {} is false throughout the loop "
                       "from step {}",
                       i - model.fairness.size(), justice, loop_start);
  return "";
}

}  // namespace

Judgement check_word_lasso(const WordModel& model, const WordTrace& trace, std::uint32_t justice,
                           std::int64_t* loop_start) {
  const auto begin = std::chrono::steady_clock::now();
  std::int64_t start = -1;
  Judgement judgement;
  judgement.explanation = problem_with_lasso(model, trace, justice, start);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  judgement.checks.push_back(
      {"Replay", judgement.explanation.empty() ? Outcome::Holds : Outcome::Fails, seconds.count()});
  if (loop_start != nullptr) *loop_start = start;
  return judgement;
}

Judgement check_word_certificate(const WordModel& model, const WordModel& certificate,
                                 const WordMapping& mapping, const BadSelection& judged,
                                 const Context& context) {
  return WordCertificateCheck(model, certificate, mapping, judged, context).run();
}

}  // namespace cairn
