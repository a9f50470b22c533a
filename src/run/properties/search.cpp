// SPDX-License-Identifier: MIT
#include "run/properties/search.h"

#include <algorithm>
#include <limits>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "engine/kind/joint.h"
#include "logic/bit/copy.h"
#include "model/conjunction.h"
#include "model/simulate.h"
#include "run/time_slices.h"
#include "transform/chain.h"

namespace cairn {
namespace {

using kind::JointConfig;
using kind::JointInduction;

/// Of processor time, in the first round; each has twice as much in the next. What is inductive
/// together goes on where it stopped, the strategies begin anew: they have less.
struct Seconds {
  double joint = 0.5;
  double together = 0.1;
  double alone = 0.2;   ///< of all properties that are left, each by itself
  double least = 0.05;  ///< of one of them

  void grow() {
    for (double* seconds : {&joint, &together, &alone, &least}) *seconds *= 2;
  }
};

constexpr double kNoLimit = std::numeric_limits<double>::max();

JointConfig joint_config(const Configuration& configuration) {
  JointConfig config;
  if (configuration.engine == "bmc") {
    config.step = false;
    config.last = configuration.engines.configs.bmc.last;
  }
  if (configuration.engine == "kind") config.last = configuration.engines.configs.kind.last;
  if (configuration.engine == "auto") config.last_k = configuration.engines.configs.kind.last;
  return config;
}

/// Engines that are joint ones: nothing else is asked.
bool is_joint_engine(const std::string& engine) {
  return engine == "bmc" || engine == "kind";
}

/// By variable: whether the roots depend on it, in this step or in earlier ones.
std::vector<bool> cone_of(const BitSystem& system, std::vector<Lit> roots) {
  std::vector<bool> reached(system.aig.size(), false);
  const std::vector<std::uint32_t> position = system.leaf_positions();
  std::vector<bool> is_latch(system.aig.size(), false);
  for (const Latch& latch : system.latches) is_latch[latch.var.index] = true;
  while (!roots.empty()) {
    const Var var = roots.back().var();
    roots.pop_back();
    if (reached[var.index]) continue;
    reached[var.index] = true;
    if (system.aig.is_and(var)) {
      roots.push_back(system.aig.left(var));
      roots.push_back(system.aig.right(var));
    } else if (is_latch[var.index]) {
      roots.push_back(system.latches[position[var.index]].next);
      roots.push_back(system.latches[position[var.index]].reset);
    }
  }
  return reached;
}

/// The inputs and latches that a literal reads, in the same step.
std::vector<Var> support_of(const BitSystem& system, Lit root) {
  std::vector<Var> leaves, stack{root.var()};
  std::vector<bool> seen(system.aig.size(), false);
  while (!stack.empty()) {
    const Var var = stack.back();
    stack.pop_back();
    if (var.index == 0 || seen[var.index]) continue;
    seen[var.index] = true;
    if (system.aig.is_and(var)) {
      stack.push_back(system.aig.left(var).var());
      stack.push_back(system.aig.right(var).var());
    } else {
      leaves.push_back(var);
    }
  }
  return leaves;
}

class PropertySearch {
 public:
  PropertySearch(const BitSystem& system, const std::vector<std::uint32_t>& wanted,
                 const Configuration& configuration, PropertyJudge& judge, const Context& context)
      : system_(system),
        configuration_(configuration),
        judge_(judge),
        context_(context),
        open_(wanted),
        joint_share_(&context.budget),
        joint_(system, wanted, joint_config(configuration),
               {context.log, joint_share_, context.progress, context.seed}),
        proof_(system.inputs.size(), system.latches.size()) {}

  PropertySearchResult run();

 private:
  bool is_over() const {
    return joint_.open().empty() || joint_.is_through() || context_.budget.exhausted_by_now();
  }
  void run_joint(double seconds);
  void run_alone(double seconds, double least);
  /// Answers whether a verdict was found.
  bool run_strategies_on(const std::vector<std::uint32_t>& properties, double seconds);
  void take_proof(const std::vector<std::uint32_t>& properties, const BitInvariant& invariant,
                  const std::string& found_by);
  void take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                  const std::string& found_by);
  BitSystem strengthened(const std::vector<std::uint32_t>& properties) const;

  const BitSystem& system_;
  const Configuration& configuration_;
  PropertyJudge& judge_;
  const Context& context_;
  std::vector<std::uint32_t> open_;  // without a verdict that was checked
  Budget joint_share_;
  JointInduction joint_;
  std::vector<std::uint32_t> proved_;
  std::vector<std::vector<Var>> supports_;  // by position in proved_: the leaves that it reads
  std::size_t turn_ = 0;                    // position among the open ones, of who is next alone
  std::int64_t bound_ = -1;  // as strategies have it: no open one fails in at most so many steps
  BitInvariant proof_;       // of them, and that none of them is true; inductive by itself
  PropertySearchResult result_;
};

PropertySearchResult PropertySearch::run() {
  const bool only_joint = is_joint_engine(configuration_.engine);
  const bool only_others = !only_joint && configuration_.engine != "auto";
  for (Seconds seconds; !is_over(); seconds.grow()) {
    if (!only_others) run_joint(seconds.joint);
    if (only_joint) continue;
    // As long as something fails, or all that is left is proved.
    while (joint_.open().size() > 1 && !is_over() &&
           run_strategies_on(std::vector(joint_.open()), seconds.together)) {
    }
    // Nothing competes with the last one for time.
    if (joint_.open().size() != 1)
      run_alone(seconds.alone, seconds.least);
    else if (!run_strategies_on(std::vector(joint_.open()), kNoLimit))
      break;
  }
  result_.open = open_;
  result_.bound = std::max(joint_.bound(), bound_);
  result_.is_bounded = joint_.is_through();
  result_.impossible_step = joint_.impossible_step();
  joint_.add_statistics(result_.statistics);
  return std::move(result_);
}

void PropertySearch::run_joint(double seconds) {
  joint_share_.renew(seconds);
  while (const auto found = joint_.next()) {
    if (const auto* proved = std::get_if<JointInduction::Proved>(&*found)) {
      take_proof(proved->properties, proved->invariant, "kind");
    } else {
      const auto& failed = std::get<JointInduction::Failed>(*found);
      take_trace(failed.properties, failed.trace, "bmc");
    }
  }
}

/// One after the other, from the one on that had no time in the round before.
void PropertySearch::run_alone(double seconds, double least) {
  const double begin = thread_cpu_seconds();
  const double share = std::max(least, seconds / static_cast<double>(joint_.open().size() + 1));
  for (std::size_t left = joint_.open().size(); left > 0 && !is_over(); --left) {
    if (thread_cpu_seconds() - begin > seconds) return;
    if (turn_ >= joint_.open().size()) turn_ = 0;
    if (!run_strategies_on({joint_.open()[turn_]}, share)) ++turn_;
  }
}

/// With these bad states. What was proved is a constraint if it reads nothing that they do not
/// depend on.
BitSystem PropertySearch::strengthened(const std::vector<std::uint32_t>& properties) const {
  BitSystem system = system_;
  system.bad.clear();
  system.names.bad = {};
  for (const std::uint32_t property : properties) system.bad.push_back(system_.bad[property]);
  std::vector<Lit> roots = system.bad;
  roots.insert(roots.end(), system_.constraints.begin(), system_.constraints.end());
  const std::vector<bool> cone = cone_of(system_, std::move(roots));
  for (std::size_t i = 0; i < proved_.size(); ++i)
    if (std::all_of(supports_[i].begin(), supports_[i].end(),
                    [&](Var leaf) { return cone[leaf.index]; }))
      system.constraints.push_back(~system_.bad[proved_[i]]);
  return system;
}

bool PropertySearch::run_strategies_on(const std::vector<std::uint32_t>& properties,
                                       double seconds) {
  Budget share(&context_.budget);
  share.renew(seconds);
  Progress progress;  // its bounds are about these properties alone
  progress.phase = "strategies";
  context_.progress.phase = "strategies";
  const Context limited{context_.log, share, progress, context_.seed};
  Chain<BitSystem> chain(limited);
  chain.add(make_pass("cone", configuration_.engines.passes, limited));
  const BitSystem system = chain.apply(strengthened(properties));
  if (share.exhausted_by_now()) return false;
  Message<BitSystem> found = run_strategies(system, strategies_of(configuration_, system),
                                            configuration_.engines, limited);
  result_.statistics.count("properties.strategies", 1);
  if (properties == open_) bound_ = std::max(bound_, progress.bound.load());
  Answer<BitSystem> answer = chain.restore(std::move(found.answer));
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    for (const std::uint32_t property : properties) joint_.drop(property);
    take_proof(properties, safe->invariant, found.decided_by);
    return true;
  }
  const auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer);
  if (unsafe == nullptr) {
    if (properties == open_) result_.unknown = std::get<Unknown>(answer);
    return false;
  }
  BitSystem judged = system_;
  judged.bad.clear();
  for (const std::uint32_t property : properties) judged.bad.push_back(system_.bad[property]);
  judged.names.bad = {};
  BitTrace trace = unsafe->trace;
  trace.bad.clear();  // whatever is true
  const Replay replayed = replay(judged, trace);
  std::vector<std::uint32_t> failing;
  for (const std::uint32_t position : replayed.bad_fired) failing.push_back(properties[position]);
  CAIRN_CHECK(!failing.empty());
  for (const std::uint32_t property : failing) joint_.drop(property);
  take_trace(failing, replayed.concrete, found.decided_by);
  return true;
}

void PropertySearch::take_proof(const std::vector<std::uint32_t>& properties,
                                const BitInvariant& invariant, const std::string& found_by) {
  BitInvariant whole = conjunction(proof_, invariant);
  if (!judge_.take_proof(properties, whole, found_by)) return;
  GraphCopier copier(system_.aig, whole.aig);
  for (std::size_t i = 0; i < system_.inputs.size(); ++i)
    copier.set_image(system_.inputs[i], whole.input(i));
  for (std::size_t i = 0; i < system_.latches.size(); ++i)
    copier.set_image(system_.latches[i].var, whole.latch(i));
  for (const std::uint32_t property : properties) {
    whole.conjuncts.push_back(~copier.copy(system_.bad[property]));
    proved_.push_back(property);
    supports_.push_back(support_of(system_, system_.bad[property]));
    joint_.assume(property);
    std::erase(open_, property);
  }
  proof_ = std::move(whole);
}

void PropertySearch::take_trace(const std::vector<std::uint32_t>& properties, const BitTrace& trace,
                                const std::string& found_by) {
  judge_.take_trace(properties, trace, found_by);
  for (const std::uint32_t property : properties) std::erase(open_, property);
}

}  // namespace

PropertySearchResult search_properties(const BitSystem& system,
                                       const std::vector<std::uint32_t>& wanted,
                                       const Configuration& configuration, PropertyJudge& judge,
                                       const Context& context) {
  return PropertySearch(system, wanted, configuration, judge, context).run();
}

Unknown open_reason(const PropertySearchResult& result, const Context& context) {
  if (context.budget.exhausted_by_now()) return unknown_for(context.budget.reason(), result.bound);
  if (result.is_bounded)
    return {Unknown::Reason::Bound, "the last bound was reached", result.bound};
  if (result.unknown) return *result.unknown;
  return {Unknown::Reason::Unsupported, "a proof was found, but it could not be checked",
          result.bound};
}

}  // namespace cairn
