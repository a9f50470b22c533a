// SPDX-License-Identifier: MIT
#include "run/turns.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "engine/ic3/ic3.h"
#include "transform/chain.h"

namespace cairn {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

}  // namespace

void Figures::count(std::string_view name, std::uint64_t value) {
  for (auto& [known, sum] : counters)
    if (known == name) {
      sum += value;
      return;
    }
  counters.emplace_back(name, value);
}

std::vector<std::string> known_engines() {
  return {"auto", "bmc", "ic3"};
}

// docs/decisions/0007-turns.md tells what this was measured against.
std::vector<LaneOptions> lanes_of(const std::string& engine, const EngineOptions& options,
                                  const BitSystem& system) {
  if (engine != "auto") return {{engine, {}, engine, options.ic3, kUnlimited}};
  // Who asks for the abstraction gets it in the first lane; a second one would do the same again.
  if (system.constraints.empty() || options.ic3.abstract_constraints)
    return {{"ic3", {}, "ic3", options.ic3, 1}, {"bmc", {}, "bmc", options.ic3, 0.25}};
  LaneOptions abstract{"abstract", {}, "ic3", options.ic3, 0.5};
  abstract.ic3.abstract_constraints = true;
  abstract.ic3.record.clear();
  return {{"ic3", {}, "ic3", options.ic3, 1}, {"bmc", {}, "bmc", options.ic3, 0.25}, abstract};
}

class Turns::Lane {
 public:
  Lane(const BitSystem& system, LaneOptions lane, const EngineOptions& options,
       const Context& context)
      : original_(system),
        lane_(std::move(lane)),
        options_(options),
        share_(&context.budget),
        context_(context),
        chain_(context),
        turn_(lane_.share * options.turn) {}

  const std::string& name() const { return lane_.name; }

  /// In the vocabulary of the system that was given.
  Answer<BitSystem> take_turn() {
    const double begin = thread_cpu_seconds();
    if (!system_) start();
    // A chain that had to end early may lack a pass that the engine needs.
    if (context_.budget.exhausted())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    share_.renew(turn_);
    turn_ *= 2;
    Answer<BitSystem> answer = engine().run();
    if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      safe->invariant = chain_.restore_invariant(std::move(safe->invariant));
    else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
      unsafe->trace = chain_.restore_trace(std::move(unsafe->trace));
    seconds_ += thread_cpu_seconds() - begin;
    return answer;
  }

  void add_figures(Figures& figures, const std::string& prefix) const {
    if (!system_) return;
    const auto count = [&](std::string_view name, std::uint64_t value) {
      figures.count(prefix + std::string(name), value);
    };
    const auto time = [&](std::string_view name, double seconds) {
      figures.seconds.emplace_back(prefix + std::string(name), seconds);
    };
    chain_.visit_counters(count);
    if (ic3_) {
      ic3_->stats().visit(count, time);
      ic3_->solver_stats().visit([&](const char* name, std::uint64_t value) {
        count(std::string("ic3.solver.") + name, value);
      });
    }
    if (bmc_) bmc_->stats().visit(count);
  }
  double seconds() const { return seconds_; }

 private:
  Engine<BitSystem>& engine() {
    if (ic3_) return *ic3_;
    return *bmc_;
  }

  /// Passes have limits of their own; the share is for the engine.
  void start() {
    for (const std::string& pass : lane_.passes)
      chain_.add(make_pass(pass, options_.passes, context_));
    // IC3 knows constant and uninitialised resets only.
    if (lane_.engine == "ic3") chain_.add(make_pass("resets", options_.passes, context_));
    system_ = chain_.apply(original_);
    if (context_.budget.exhausted()) return;
    const Context share{context_.log, share_, context_.progress, context_.seed};
    if (lane_.engine == "ic3") {
      ic3_.emplace(*system_, lane_.ic3, share);
    } else {
      CAIRN_CHECK(lane_.engine == "bmc");
      bmc_.emplace(*system_, options_.bmc, share);
    }
  }

  const BitSystem& original_;
  const LaneOptions lane_;
  const EngineOptions& options_;
  Budget share_;
  const Context context_;
  Chain<BitSystem> chain_;
  std::optional<BitSystem> system_;
  std::optional<Ic3> ic3_;
  std::optional<Bmc> bmc_;
  double turn_;
  double seconds_ = 0;
};

Turns::Turns(const BitSystem& system, const std::vector<LaneOptions>& lanes,
             const EngineOptions& options, const Context& context)
    : context_(context) {
  for (const LaneOptions& lane : lanes)
    lanes_.push_back(std::make_unique<Lane>(system, lane, options, context));
}

Turns::~Turns() = default;

Answer<BitSystem> Turns::run() {
  std::vector<Lane*> rotation;
  for (const auto& lane : lanes_) rotation.push_back(lane.get());
  for (std::size_t i = 0;; ++i) {
    i %= rotation.size();
    Answer<BitSystem> answer = rotation[i]->take_turn();
    const auto* unknown = std::get_if<Unknown>(&answer);
    if (unknown == nullptr) {
      decided_by_ = rotation[i]->name();
      return answer;
    }
    // A lane knows its own bound and the end of its own turn; the run knows the best and the
    // reason.
    if (context_.budget.exhausted())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    if (unknown->reason == Unknown::Reason::Time) continue;
    // It has nothing more to say; the others may.
    if (rotation.size() == 1)
      return Unknown{unknown->reason, unknown->explanation,
                     std::max<std::int64_t>(unknown->bound, context_.progress.bound)};
    rotation.erase(rotation.begin() + static_cast<std::ptrdiff_t>(i));
    --i;
  }
}

void Turns::add_figures(Figures& figures) const {
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    lanes_[i]->add_figures(figures, i == 0 ? "" : lanes_[i]->name() + ".");
  if (lanes_.size() == 1) return;
  for (const auto& lane : lanes_)
    figures.seconds.emplace_back("turns." + lane->name(), lane->seconds());
}

}  // namespace cairn
