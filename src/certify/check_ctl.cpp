// SPDX-License-Identifier: MIT
#include "certify/check_ctl.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "certify/query.h"
#include "logic/bit/copy.h"

namespace cairn {
namespace {

using temporal::CtlFormula;
using temporal::CtlOperator;

void claim(Query& query, Lit goal, std::string_view violation) {
  std::string text;
  text.append(violation);
  query.require(goal, std::move(text));
}

/// A state of the system within a query, and the bounds there.
class BoundsAt {
 public:
  BoundsAt(const CtlSystem& about, const CtlProof& proof, Query& query, Frame& frame)
      : about_(about),
        proof_(proof),
        graph_(query.graph()),
        frame_(frame),
        copier_(proof.aig, query.graph()),
        bounds_(about.formulas.size()) {
    for (std::size_t i = 0; i < about.system.latches.size(); ++i)
      copier_.set_image(proof.latch(i).var(), frame.value(Lit(about.system.latches[i].var)));
  }

  Frame& frame() { return frame_; }
  Lit region(Lit lit) { return copier_.copy(lit); }
  Lit lower(std::uint32_t id) { return of(id).lower; }
  Lit upper(std::uint32_t id) { return of(id).upper; }
  Lit lower_fair() { return about_.is_free() ? kTrue : lower(about_.fair.id); }
  Lit upper_fair() { return about_.is_free() ? kTrue : upper(about_.fair.id); }

  Lit constrained() {
    std::vector<Lit> all;
    for (const Lit lit : about_.system.constraints) all.push_back(frame_.value(lit));
    return graph_.and_all(all);
  }
  Lit excluded(std::uint32_t id) {
    std::vector<Lit> some;
    for (const CtlProof::Exclusion& exclusion : proof_.nodes[id].excluded)
      some.push_back(region(exclusion.region));
    return graph_.or_all(some);
  }
  Lit inputs_are(const std::vector<bool>& values) {
    std::vector<Lit> all;
    for (std::size_t i = 0; i < values.size(); ++i)
      all.push_back(frame_.value(Lit(about_.system.inputs[i])) ^ !values[i]);
    return graph_.and_all(all);
  }

 private:
  struct Bounds {
    Lit lower, upper;
  };

  /// The depth of the recursion is that of the formula.
  Bounds of(std::uint32_t id) {
    if (!bounds_[id]) bounds_[id] = made(id);
    return *bounds_[id];
  }
  Bounds made(std::uint32_t id) {
    const temporal::CtlFormulas::Node node = about_.formulas.node({id});
    const CtlProof::Node& said = proof_.nodes[id];
    switch (node.op) {
      case CtlOperator::True:
        return {kTrue, kTrue};
      case CtlOperator::Atom: {
        const Lit value = frame_.value(about_.atoms[node.a]);
        return {value, value};
      }
      case CtlOperator::Not: {
        const Bounds operand = of(node.a);
        return {~operand.upper, ~operand.lower};
      }
      case CtlOperator::And: {
        const Bounds a = of(node.a), b = of(node.b);
        return {graph_.and_gate(a.lower, b.lower), graph_.and_gate(a.upper, b.upper)};
      }
      default:
        break;
    }
    if (id == about_.fair.id && about_.is_free()) return {kTrue, kTrue};
    const Lit fair = id == about_.fair.id ? kTrue : upper_fair();
    const Lit open = graph_.and_gate(fair, ~excluded(id));
    std::vector<Lit> regions;
    for (const CtlProof::Step& step : said.steps) regions.push_back(region(step.region));
    for (const auto& group : said.groups)
      for (const CtlProof::Step& step : group) regions.push_back(region(step.region));
    if (node.op == CtlOperator::ExistsNext) return {graph_.or_all(regions), open};
    if (node.op == CtlOperator::ExistsGlobally)
      return {graph_.or_all(regions), graph_.and_gate(open, of(node.a).upper)};
    const Bounds p = of(node.a), q = of(node.b);
    regions.push_back(graph_.and_gate(q.lower, lower_fair()));
    return {graph_.or_all(regions), graph_.and_gate(open, graph_.or_gate(p.upper, q.upper))};
  }

  const CtlSystem& about_;
  const CtlProof& proof_;
  Aig& graph_;
  Frame& frame_;
  GraphCopier copier_;
  std::vector<std::optional<Bounds>> bounds_;
};

class CtlChecker {
 public:
  CtlChecker(const CtlSystem& about, const CtlProof& proof, const Context& context)
      : about_(about), proof_(proof), context_(context) {}

  Judgement run() {
    judgement_.explanation = problem_with_shape();
    judgement_.checks.push_back(
        {"Shape", judgement_.explanation.empty() ? Outcome::Holds : Outcome::Fails, 0});
    if (!judgement_.explanation.empty()) return std::move(judgement_);
    for (std::uint32_t id = 0; id < about_.formulas.size(); ++id) {
      const auto& node = about_.formulas.node({id});
      const CtlProof::Node& said = proof_.nodes[id];
      if (!said.steps.empty() || !said.groups.empty())
        ask("Lower", [&](Query& query) { lower(query, id, node); });
      if (!said.excluded.empty()) ask("Upper", [&](Query& query) { upper(query, id, node); });
    }
    if (proof_.holds)
      ask("Verdict", [&](Query& query) { verdict(query); });
    else
      ask(
          "Verdict", [&](Query& query) { state_is_initial(query); }, Outcome::Fails);
    if (!proof_.holds) ask("Verdict", [&](Query& query) { state_is_outside(query); });
    return std::move(judgement_);
  }

 private:
  using Step = CtlProof::Step;

  std::size_t literals() const { return std::max<std::size_t>(1, about_.system.fairness.size()); }

  std::string problem_with_shape() const {
    const BitSystem& system = about_.system;
    const auto is_region = [&](Lit lit) { return lit.var().index < proof_.aig.size(); };
    const auto fits = [&](const Step& step, std::size_t group) {
      const bool is_named = step.to < group || step.to == CtlProof::kEarlier ||
                            (step.to == CtlProof::kNext && group > 0);
      return is_region(step.region) && step.inputs.size() == system.inputs.size() &&
             step.wait < literals() && is_named;
    };
    if (proof_.num_latches != system.latches.size()) return "the proof is about other latches";
    if (proof_.nodes.size() != about_.formulas.size()) return "the proof is about other formulas";
    if (!proof_.holds && proof_.state.size() != system.latches.size())
      return "the state has no value for each latch";
    for (std::uint32_t id = 0; id < proof_.nodes.size(); ++id) {
      const CtlProof::Node& said = proof_.nodes[id];
      const CtlOperator op = about_.formulas.node({id}).op;
      const bool is_globally = op == CtlOperator::ExistsGlobally;
      const bool is_step = op == CtlOperator::ExistsNext || op == CtlOperator::ExistsUntil;
      if ((!said.steps.empty() && !is_step) || (!said.groups.empty() && !is_globally) ||
          (!said.excluded.empty() && !is_globally && !is_step))
        return "something is said of a subformula that needs no proof";
      for (const Step& step : said.steps)
        if (!fits(step, 0)) return "a step is malformed";
      for (const auto& group : said.groups)
        for (const Step& step : group)
          if (!fits(step, group.size())) return "a step is malformed";
      for (const CtlProof::Exclusion& exclusion : said.excluded)
        if (!is_region(exclusion.region) || exclusion.literal >= literals())
          return "an excluded region is malformed";
    }
    return "";
  }

  template <class Build>
  void ask(const char* name, Build&& build, Outcome wanted = Outcome::Holds) {
    const auto start = std::chrono::steady_clock::now();
    Query::Answer answer;
    if (!context_.budget.exhausted()) {
      Query query(fmt::format("CTL check '{}'", name));
      build(query);
      answer = query.solve(context_.budget);
      if (answer.outcome != Outcome::Undecided && wanted == Outcome::Fails)
        answer.outcome = answer.outcome == Outcome::Fails ? Outcome::Holds : Outcome::Fails;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    judgement_.checks.push_back({name, answer.outcome, elapsed.count()});
    if (!judgement_.explanation.empty() || answer.outcome == Outcome::Holds) return;
    judgement_.explanation = answer.outcome == Outcome::Fails
                                 ? fmt::format("{}: a bound of the proof is wrong", name)
                                 : fmt::format("{}: not decided within the limits", name);
    judgement_.details = std::move(answer.details);
  }

  struct StepFrames {
    BoundsAt s, t;
  };
  StepFrames step_frames(Query& query) const {
    Frame& s = query.add_frame(about_.system, "step s");
    Frame& t = query.add_frame(about_.system, "step t");
    for (const Latch& latch : about_.system.latches) t.set(latch.var, s.value(latch.next));
    return {BoundsAt(about_, proof_, query, s), BoundsAt(about_, proof_, query, t)};
  }

  void lower(Query& query, std::uint32_t id, const temporal::CtlFormulas::Node& node) const {
    auto [s, t] = step_frames(query);
    Aig& graph = query.graph();
    const Lit constrained = s.constrained();
    const CtlProof::Node& said = proof_.nodes[id];
    const auto require = [&](const Step& step, Lit target) {
      const Lit inside = s.region(step.region);
      if (node.op != CtlOperator::ExistsNext)
        claim(query, graph.implies(inside, s.lower(node.a)), "a region has a state outside p");
      const Lit begin = graph.and_gate(inside, s.inputs_are(step.inputs));
      claim(query, graph.implies(begin, graph.and_gate(constrained, target)),
            "a step does not lead where it should");
    };
    if (node.op == CtlOperator::ExistsGlobally) return groups(query, s, t, said, require);
    Lit target = node.op == CtlOperator::ExistsNext
                     ? graph.and_gate(t.lower(node.a), t.lower_fair())
                     : graph.and_gate(t.lower(node.b), t.lower_fair());
    for (const Step& step : said.steps) {
      require(step, target);
      if (node.op == CtlOperator::ExistsUntil)
        target = graph.or_gate(target, t.region(step.region));
    }
  }

  template <class Require>
  void groups(Query& query, BoundsAt& s, BoundsAt& t, const CtlProof::Node& said,
              Require&& require) const {
    Aig& graph = query.graph();
    Lit earlier = kFalse;
    for (const auto& group : said.groups) {
      std::vector<Lit> regions, waiting(literals(), kFalse);
      for (const Step& step : group) {
        regions.push_back(t.region(step.region));
        waiting[step.wait] = graph.or_gate(waiting[step.wait], regions.back());
      }
      for (std::uint32_t k = 0; k < group.size(); ++k) {
        const Step& step = group[k];
        if (step.to == CtlProof::kEarlier) {
          require(step, earlier);
          continue;
        }
        const bool is_next = step.to == CtlProof::kNext;
        const auto next = static_cast<std::uint32_t>((step.wait + 1) % literals());
        require(step, is_next ? waiting[next] : regions[step.to]);
        if (!is_next && step.to < k && group[step.to].wait == step.wait) continue;
        const Lit begin = graph.and_gate(s.region(step.region), s.inputs_are(step.inputs));
        const std::uint32_t until = is_next ? next : group[step.to].wait;
        for (const std::uint32_t literal : met_on_the_way(step.wait, until))
          claim(query, graph.implies(begin, s.frame().value(about_.system.fairness[literal])),
                "a fairness literal is false in the step that should meet it");
      }
      earlier = graph.or_gate(earlier, graph.or_all(regions));
    }
  }

  /// Literals from the one that is waited for to the one that is waited for next: all if these are
  /// the same. None if there are no literals.
  std::vector<std::uint32_t> met_on_the_way(std::uint32_t from, std::uint32_t to) const {
    const auto count = static_cast<std::uint32_t>(about_.system.fairness.size());
    std::vector<std::uint32_t> met;
    if (count == 0) return met;
    std::uint32_t at = from;
    do {
      met.push_back(at);
      at = (at + 1) % count;
    } while (at != to);
    return met;
  }

  void upper(Query& query, std::uint32_t id, const temporal::CtlFormulas::Node& node) const {
    auto [s, t] = step_frames(query);
    Aig& graph = query.graph();
    if (id != about_.fair.id) {
      // Who is on a fair run is in a fair state.
      query.assume(s.upper_fair());
    }
    query.assume(s.constrained());
    if (node.op == CtlOperator::ExistsNext) {
      query.assume(t.constrained());
      query.assume(s.excluded(id));
      claim(query, ~graph.and_gate(t.upper(node.a), t.upper_fair()),
            "a step leads to a state that p does not exclude");
      return;
    }
    if (node.op == CtlOperator::ExistsUntil) {
      const Lit inside = s.excluded(id);
      query.assume(inside);
      claim(query, ~graph.and_gate(s.upper(node.b), s.upper_fair()),
            "a state of the region is one of q");
      const Lit lies_on = graph.or_gate(t.upper(node.a), t.upper(node.b));
      const Lit goes_on = graph.and_gate(graph.and_gate(s.upper(node.a), t.constrained()),
                                         graph.and_gate(t.upper_fair(), lies_on));
      claim(query, graph.implies(goes_on, t.excluded(id)), "a step leaves the region");
      return;
    }
    query.assume(t.constrained());
    query.assume(s.upper(node.a));
    query.assume(t.upper(node.a));
    if (id != about_.fair.id) query.assume(t.upper_fair());
    Lit before = kFalse, before_after = kFalse;  // regions so far, in both states
    for (const CtlProof::Exclusion& exclusion : proof_.nodes[id].excluded) {
      const Lit here = s.region(exclusion.region), after = t.region(exclusion.region);
      const Lit inside = graph.and_gate(here, ~graph.or_gate(before, before_after));
      claim(query, graph.implies(inside, after), "a step leaves the region");
      const auto& fairness = about_.system.fairness;
      const Lit literal = fairness.empty() ? kTrue : s.frame().value(fairness[exclusion.literal]);
      claim(query, graph.implies(inside, ~literal), "a step meets the fairness literal");
      before = graph.or_gate(before, here);
      before_after = graph.or_gate(before_after, after);
    }
  }

  void assume_initial(Query& query, Frame& frame) const {
    for (const Latch& latch : about_.system.latches)
      query.assume(query.graph().equal(frame.value(Lit(latch.var)), frame.value(latch.reset)));
  }

  void verdict(Query& query) const {
    Frame& frame = query.add_frame(about_.system, "first step");
    BoundsAt first(about_, proof_, query, frame);
    assume_initial(query, frame);
    query.assume(first.upper_fair());
    claim(query, proof_.is_vacuous ? kFalse : first.lower(about_.formula.id),
          "an initial state is not shown to satisfy the formula");
  }

  void set_state(Frame& frame) const {
    for (std::size_t i = 0; i < about_.system.latches.size(); ++i)
      frame.set(about_.system.latches[i].var, proof_.state[i] ? kTrue : kFalse);
  }
  void state_is_initial(Query& query) const {
    Frame& frame = query.add_frame(about_.system, "first step");
    set_state(frame);
    assume_initial(query, frame);
    claim(query, kFalse, "the state is an initial one");
  }
  void state_is_outside(Query& query) const {
    Frame& frame = query.add_frame(about_.system, "first step");
    set_state(frame);
    BoundsAt first(about_, proof_, query, frame);
    claim(query, first.lower_fair(), "the state is not shown to be fair");
    claim(query, ~first.upper(about_.formula.id), "the state is not shown to violate the formula");
  }

  const CtlSystem& about_;
  const CtlProof& proof_;
  const Context& context_;
  Judgement judgement_;
};

}  // namespace

Judgement check_ctl(const CtlSystem& system, const CtlProof& proof, const Context& context) {
  return CtlChecker(system, proof, context).run();
}

}  // namespace cairn
