// SPDX-License-Identifier: MIT
#include "run/temporal/ctl_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.h"

namespace cairn {
namespace {

using temporal::CtlOperator;
using State = std::vector<bool>;
using Inputs = std::vector<bool>;

/// Longer stories are cut.
constexpr std::size_t kMostStates = 20'000;

std::vector<std::uint64_t> gates_over(const Aig& aig, std::vector<std::uint64_t> values) {
  evaluate_gates(aig, values);
  return values;
}
bool is_true(const std::vector<std::uint64_t>& values, Lit lit) {
  return (value_of(values, lit) & 1) != 0;
}

/// The bounds in one state.
class CtlBounds {
 public:
  CtlBounds(const CtlSystem& about, const CtlProof& proof, const State& state,
            const std::vector<std::uint64_t>& circuit)
      : about_(about), proof_(proof) {
    std::vector<std::uint64_t> leaves(proof.aig.size(), 0);
    for (std::size_t i = 0; i < state.size(); ++i)
      leaves[proof.latch(i).var().index] = state[i] ? ~std::uint64_t{0} : 0;
    regions_ = gates_over(proof.aig, std::move(leaves));
    lower_.resize(about.formulas.size(), true);
    upper_.resize(about.formulas.size(), true);
    if (!about.is_free()) set(about.fair.id, circuit);
    for (std::uint32_t id = 0; id < about.formulas.size(); ++id)
      if (id != about.fair.id) set(id, circuit);
  }

  bool in(Lit region) const { return is_true(regions_, region); }
  bool lower(std::uint32_t id) const { return lower_[id]; }
  bool upper(std::uint32_t id) const { return upper_[id]; }
  bool is_fair() const { return lower_[about_.fair.id]; }

 private:
  void set(std::uint32_t id, const std::vector<std::uint64_t>& circuit) {
    const auto& node = about_.formulas.node({id});
    const CtlProof::Node& said = proof_.nodes[id];
    bool found = false, open = id == about_.fair.id || upper_[about_.fair.id];
    for (const auto& step : said.steps) found = found || in(step.region);
    for (const auto& group : said.groups)
      for (const auto& step : group) found = found || in(step.region);
    for (const auto& exclusion : said.excluded) open = open && !in(exclusion.region);
    switch (node.op) {
      case CtlOperator::True:
        break;
      case CtlOperator::Atom:
        lower_[id] = upper_[id] = is_true(circuit, about_.atoms[node.a]);
        break;
      case CtlOperator::Not:
        lower_[id] = !upper_[node.a];
        upper_[id] = !lower_[node.a];
        break;
      case CtlOperator::And:
        lower_[id] = lower_[node.a] && lower_[node.b];
        upper_[id] = upper_[node.a] && upper_[node.b];
        break;
      case CtlOperator::ExistsNext:
        lower_[id] = found;
        upper_[id] = open;
        break;
      case CtlOperator::ExistsUntil:
        lower_[id] = found || (lower_[node.b] && is_fair());
        upper_[id] = open && (upper_[node.a] || upper_[node.b]);
        break;
      case CtlOperator::ExistsGlobally:
        lower_[id] = found;
        upper_[id] = open && upper_[node.a];
        break;
    }
  }

  const CtlSystem& about_;
  const CtlProof& proof_;
  std::vector<std::uint64_t> regions_;
  std::vector<bool> lower_, upper_;  // by formula
};

class CtlStory {
 public:
  CtlStory(const TemporalTask& task, const CtlSystem& about, const CtlProof& proof)
      : task_(task), about_(about), proof_(proof), reads_input_(variables_with_inputs()) {}

  CtlTrace tell(bool holds, const State& state) {
    show(state, nullptr);
    explain(about_.formula.id, holds, state);
    if (is_cut_) line("-- and so on: the rest is not shown");
    return {std::move(text_), steps_};
  }
  CtlBounds bounds(const State& state) const {
    return {about_, proof_, state, values(state, nullptr)};
  }

 private:
  const BitSystem& system() const { return about_.system; }

  std::vector<std::uint64_t> values(const State& state, const Inputs* inputs) const {
    std::vector<std::uint64_t> leaves(system().aig.size(), 0);
    const auto set = [&](Var var, bool value) {
      leaves[var.index] = value ? ~std::uint64_t{0} : 0;
    };
    for (std::size_t i = 0; i < state.size(); ++i) set(system().latches[i].var, state[i]);
    if (inputs != nullptr)
      for (std::size_t i = 0; i < inputs->size(); ++i) set(system().inputs[i], (*inputs)[i]);
    return gates_over(system().aig, std::move(leaves));
  }

  State successor(const State& state, const Inputs& inputs) const {
    const auto found = values(state, &inputs);
    for (const Lit constraint : system().constraints) CAIRN_CHECK(is_true(found, constraint));
    State next;
    for (const Latch& latch : system().latches) next.push_back(is_true(found, latch.next));
    return next;
  }

  /// Which of the variables that are shown are values of a step and not of a state.
  std::vector<bool> variables_with_inputs() const {
    const Aig& aig = system().aig;
    std::vector<bool> reads(aig.size(), false);
    for (const Var input : system().inputs) reads[input.index] = true;
    for (std::uint32_t v = 1; v < aig.size(); ++v)
      if (aig.is_and(Var{v}))
        reads[v] = reads[aig.left(Var{v}).var().index] || reads[aig.right(Var{v}).var().index];
    std::vector<bool> found;
    for (std::size_t i = 0; i < task_.variable_outputs.size(); ++i) {
      bool some = false;
      for (std::uint32_t b = 0; b < task_.variable_widths[i]; ++b)
        some = some || reads[system().outputs[task_.variable_outputs[i] + b].var().index];
      found.push_back(some);
    }
    return found;
  }

  // -- Text.

  void line(const std::string& text) {
    text_.append(2 * depth_, ' ');
    text_ += text + "\n";
  }
  std::string formula(std::uint32_t id) const {
    return printable(about_.formulas.text({id}, task_.temporal.atom_texts), 500);
  }

  /// A new state, or the choices of a step from the state that was shown last.
  void show(const State& state, const Inputs* inputs) {
    if (inputs == nullptr) line(fmt::format("-> State {} <-", ++shown_));
    const auto found = values(state, inputs);
    const auto& variables = task_.temporal.variables;
    before_.resize(variables.size());
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (reads_input_[v] != (inputs != nullptr)) continue;
      BitVector bits(task_.variable_widths[v], 0);
      for (std::uint32_t b = 0; b < task_.variable_widths[v]; ++b)
        bits.set_bit(b, is_true(found, system().outputs[task_.variable_outputs[v] + b]));
      std::string value = variables[v].text(bits);
      if (value == before_[v]) continue;
      line(fmt::format("  {}{} = {}", reads_input_[v] ? "input " : "", printable(variables[v].name),
                       value));
      before_[v] = std::move(value);
    }
  }

  State take(const State& state, const Inputs& inputs) {
    show(state, &inputs);
    State next = successor(state, inputs);
    ++steps_;
    show(next, nullptr);
    is_cut_ = is_cut_ || shown_ >= kMostStates;
    return next;
  }

  // -- Reasons. The depth of the recursion is that of the formula.

  void explain(std::uint32_t id, bool value, const State& state) {
    if (is_cut_) return;
    const auto& node = about_.formulas.node({id});
    const CtlBounds here = bounds(state);
    CAIRN_CHECK(value ? here.lower(id) : !here.upper(id));
    // Where nothing restricts runs every state is fair, and the proof says nothing of it.
    if (id == about_.fair.id && about_.is_free()) return;
    switch (node.op) {
      case CtlOperator::True:
      case CtlOperator::Atom:
        return;
      case CtlOperator::Not:
        return explain(node.a, !value, state);
      case CtlOperator::And:
        if (!value) return explain(here.upper(node.a) ? node.b : node.a, false, state);
        explain(node.a, true, state);
        return explain(node.b, true, state);
      default:
        break;
    }
    if (!value)
      return line(
          fmt::format("-- in state {} '{}' is false, as the bounds show", shown_, formula(id)));
    line(fmt::format("-- in state {} '{}' is true:", shown_, formula(id)));
    const auto kept = std::make_pair(depth_, before_);
    ++depth_;
    run(id, state);
    depth_ = kept.first;
    before_ = kept.second;
  }

  void run(std::uint32_t id, const State& state) {
    const auto& node = about_.formulas.node({id});
    if (node.op == CtlOperator::ExistsNext) {
      const State next = take(state, first_step(proof_.nodes[id].steps, bounds(state))->inputs);
      return explain(node.a, true, next);
    }
    if (node.op == CtlOperator::ExistsGlobally) return go_round(id, state);
    State at = state;
    for (;;) {
      const CtlBounds here = bounds(at);
      if (here.lower(node.b) && here.is_fair()) break;
      if (is_cut_) return;
      at = take(at, first_step(proof_.nodes[id].steps, here)->inputs);
    }
    explain(node.b, true, at);
  }

  static const CtlProof::Step* first_step(const std::vector<CtlProof::Step>& steps,
                                          const CtlBounds& here) {
    for (const CtlProof::Step& step : steps)
      if (here.in(step.region)) return &step;
    internal_error(__FILE__, __LINE__, "a state within a bound has no step");
  }

  /// Steps of groups until one is taken from the same state again.
  void go_round(std::uint32_t id, const State& state) {
    const auto& groups = proof_.nodes[id].groups;
    const auto enter = [&](const CtlBounds& here, std::size_t below) {
      for (std::size_t g = 0; g < below; ++g)
        for (std::size_t k = 0; k < groups[g].size(); ++k)
          if (here.in(groups[g][k].region)) return std::make_pair(g, k);
      internal_error(__FILE__, __LINE__, "a state within a bound has no step");
    };
    std::map<std::tuple<std::size_t, std::size_t, State>, std::size_t> seen;
    State at = state;
    auto [group, k] = enter(bounds(at), groups.size());
    while (!is_cut_) {
      const auto [entry, is_new] = seen.try_emplace({group, k, at}, shown_);
      if (!is_new)
        return line(fmt::format("-- State {} is state {}: a loop", shown_, entry->second));
      const CtlProof::Step& step = groups[group][k];
      at = take(at, step.inputs);
      const CtlBounds here = bounds(at);
      if (step.to == CtlProof::kEarlier) {
        std::tie(group, k) = enter(here, group);
      } else if (step.to != CtlProof::kNext) {
        k = step.to;
      } else {
        const std::size_t literals = std::max<std::size_t>(1, system().fairness.size());
        const auto next = static_cast<std::uint32_t>((step.wait + 1) % literals);
        const auto& steps = groups[group];
        for (k = 0; k < steps.size(); ++k)
          if (steps[k].wait == next && here.in(steps[k].region)) break;
        CAIRN_CHECK(k < steps.size());
      }
    }
  }

  const TemporalTask& task_;
  const CtlSystem& about_;
  const CtlProof& proof_;
  const std::vector<bool> reads_input_;  // by variable
  std::vector<std::string> before_;      // by variable: its value as it was shown last
  std::string text_;
  std::size_t depth_ = 0;
  std::size_t shown_ = 0;
  std::uint64_t steps_ = 0;
  bool is_cut_ = false;
};

}  // namespace

CtlTrace ctl_trace(const TemporalTask& task, std::size_t specification, const CtlSystem& system,
                   const CtlProof& proof) {
  const TemporalSpecification& about = task.temporal.specifications[specification];
  State state = proof.state;
  if (proof.holds) {
    state.clear();
    for (const Latch& latch : system.system.latches) {
      if (!latch.has_constant_reset()) return {};
      state.push_back(latch.reset == kTrue);
    }
  }
  CtlStory story(task, system, proof);
  if (proof.holds && (proof.is_vacuous || !story.bounds(state).is_fair())) return {};
  CtlTrace told = story.tell(proof.holds, state);
  if (proof.holds && told.steps == 0) return {};
  told.text = fmt::format("-- specification {} is {}\n", printable(about.text, 500),
                          proof.holds ? "true" : "false") +
              told.text;
  return told;
}

}  // namespace cairn
