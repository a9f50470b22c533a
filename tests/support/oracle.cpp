// SPDX-License-Identifier: MIT
//
// Breadth-first search by layers. The first layer differs from the others: reset functions may read
// inputs, so it is a set of steps (a state with its inputs), not of states. A state that is initial
// with some inputs only has to be expanded once more, with all inputs, if a later step reaches it.
#include "support/oracle.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/error.h"

namespace cairn::support {
namespace {

constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();

bool bit(std::uint32_t word, std::size_t index) {
  return ((word >> index) & 1) != 0;
}

class Explorer {
 public:
  explicit Explorer(const BitSystem& system)
      : system_(system),
        values_(system.aig.size(), false),
        num_states_(std::uint32_t{1} << system.latches.size()),
        num_inputs_(std::uint32_t{1} << system.inputs.size()),
        layer_of_(num_states_, kUnseen),
        from_(num_states_) {
    result_.distance.resize(system.bad.size());
    result_.trace.resize(system.bad.size());
  }

  OracleResult run() {
    std::vector<std::uint32_t> layer = first_layer();
    for (std::uint32_t depth = 1; !layer.empty(); ++depth) layer = expand(layer, depth);
    for (const auto& [state, depth] : constrained_) {
      result_.states.push_back(state);
      result_.depths.push_back(depth);
    }
    return std::move(result_);
  }

 private:
  struct Step {
    std::uint32_t state = 0;
    std::uint32_t inputs = 0;
  };

  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }

  void evaluate(Step step) {
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      values_[system_.latches[i].var.index] = bit(step.state, i);
    for (std::size_t i = 0; i < system_.inputs.size(); ++i)
      values_[system_.inputs[i].index] = bit(step.inputs, i);
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v}))
        values_[v] = value(system_.aig.left(Var{v})) && value(system_.aig.right(Var{v}));
  }

  bool agrees_with_resets() const {
    return std::all_of(system_.latches.begin(), system_.latches.end(), [&](const Latch& latch) {
      return value(Lit(latch.var)) == value(latch.reset);
    });
  }

  bool constrained() const {
    return std::all_of(system_.constraints.begin(), system_.constraints.end(),
                       [&](Lit constraint) { return value(constraint); });
  }

  std::uint32_t next_state() const {
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      if (value(system_.latches[i].next)) state |= std::uint32_t{1} << i;
    return state;
  }

  // The step that was evaluated last is reachable after `depth` steps: notes what it shows, and the
  // state that follows if that was not reached before.
  void visit(Step step, std::uint32_t depth, std::vector<std::uint32_t>& following) {
    if (!constrained()) return;
    constrained_.try_emplace(step.state, depth);
    result_.diameter = depth + 1;
    for (std::size_t i = 0; i < system_.bad.size(); ++i)
      if (value(system_.bad[i]) && !result_.distance[i]) {
        result_.distance[i] = depth;
        result_.trace[i] = trace_to(step, depth);
        result_.trace[i]->bad.push_back(static_cast<std::uint32_t>(i));
      }
    const std::uint32_t next = next_state();
    if (layer_of_[next] != kUnseen) return;
    layer_of_[next] = depth + 1;
    from_[next] = step;
    following.push_back(next);
  }

  std::vector<std::uint32_t> first_layer() {
    std::vector<Step> initial;
    std::vector<std::uint32_t> ways(num_states_, 0);
    for (std::uint32_t state = 0; state < num_states_; ++state)
      for (std::uint32_t inputs = 0; inputs < num_inputs_; ++inputs) {
        evaluate({state, inputs});
        if (!agrees_with_resets()) continue;
        initial.push_back({state, inputs});
        ++ways[state];
      }
    for (std::uint32_t state = 0; state < num_states_; ++state)
      if (ways[state] == num_inputs_) layer_of_[state] = 0;
    std::vector<std::uint32_t> following;
    for (const Step step : initial) {
      evaluate(step);
      visit(step, 0, following);
    }
    return following;
  }

  std::vector<std::uint32_t> expand(const std::vector<std::uint32_t>& layer, std::uint32_t depth) {
    std::vector<std::uint32_t> following;
    for (const std::uint32_t state : layer)
      for (std::uint32_t inputs = 0; inputs < num_inputs_; ++inputs) {
        evaluate({state, inputs});
        visit({state, inputs}, depth, following);
      }
    return following;
  }

  BitTrace trace_to(Step last, std::uint32_t depth) const {
    std::vector<Step> steps = {last};
    for (std::uint32_t i = 0; i < depth; ++i) steps.push_back(from_[steps.back().state]);
    std::reverse(steps.begin(), steps.end());
    BitTrace trace;
    for (std::size_t i = 0; i < system_.latches.size(); ++i)
      trace.initial.push_back(to_lbool(bit(steps[0].state, i)));
    for (const Step step : steps) {
      std::vector<Lbool>& inputs = trace.inputs.emplace_back();
      for (std::size_t i = 0; i < system_.inputs.size(); ++i)
        inputs.push_back(to_lbool(bit(step.inputs, i)));
    }
    return trace;
  }

  const BitSystem& system_;
  std::vector<bool> values_;
  std::uint32_t num_states_;
  std::uint32_t num_inputs_;
  // When a state was first reached with all inputs allowed, and by which step (not for layer 0).
  std::vector<std::uint32_t> layer_of_;
  std::vector<Step> from_;
  std::map<std::uint32_t, std::uint32_t> constrained_;  // with the fewest steps
  OracleResult result_;
};

}  // namespace

bool OracleResult::safe() const {
  return !shortest().has_value();
}

std::optional<std::uint32_t> OracleResult::shortest() const {
  std::optional<std::uint32_t> least;
  for (const auto& steps : distance)
    if (steps && (!least || *steps < *least)) least = steps;
  return least;
}

OracleResult explore(const BitSystem& system) {
  CAIRN_CHECK(system.latches.size() + system.inputs.size() <= 20);
  return Explorer(system).run();
}

}  // namespace cairn::support
