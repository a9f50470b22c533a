// SPDX-License-Identifier: MIT
#include "run/turns.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "transform/chain.h"

namespace cairn {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

}  // namespace

std::vector<std::string> known_engines() {
  std::vector<std::string> names = single_engines();
  names.insert(names.begin(), "auto");
  return names;
}

namespace {

struct KnownLane {
  const char* name;
  const char* engine;
  void (*change)(EngineConfigs&);                             // what it does differently
  bool (*is_of_use)(const EngineConfigs&, const BitSystem&);  // with the settings that are given
};

bool always(const EngineConfigs&, const BitSystem&) {
  return true;
}
void nothing(EngineConfigs&) {}

// Who asks for a technique gets it in the first lane; another one would do the same again.
const KnownLane kLanes[] = {
    {"ic3", "ic3", nothing, always},
    {"bmc", "bmc", nothing, always},
    {"abstract", "ic3", [](EngineConfigs& configs) { configs.ic3.abstract_constraints = true; },
     [](const EngineConfigs& configs, const BitSystem& system) {
       return !system.constraints.empty() && !configs.ic3.abstract_constraints;
     }},
    {"abstract-all", "ic3",
     [](EngineConfigs& configs) {
       configs.ic3.abstract_constraints = true;
       configs.ic3.abstract_next = true;
     },
     [](const EngineConfigs& configs, const BitSystem&) { return !configs.ic3.abstract_next; }},
    {"quip", "ic3", [](EngineConfigs& configs) { configs.ic3.quip = true; },
     [](const EngineConfigs& configs, const BitSystem&) { return !configs.ic3.quip; }},
    {"signals", "ic3",
     [](EngineConfigs& configs) {
       configs.ic3.internal_signals = true;
       configs.ic3.predict = true;
     },
     [](const EngineConfigs& configs, const BitSystem&) { return !configs.ic3.internal_signals; }},
    {"kind", "kind", nothing, always},
    {"itp", "itp", nothing, always},
    {"itpseq", "itpseq", nothing, always},
};

const KnownLane& lane_named(const std::string& name) {
  for (const KnownLane& lane : kLanes)
    if (name == lane.name) return lane;
  internal_error(__FILE__, __LINE__, "no lane is called " + name);
}

}  // namespace

std::vector<std::string> known_lanes() {
  std::vector<std::string> names;
  for (const KnownLane& lane : kLanes) names.emplace_back(lane.name);
  return names;
}

// docs/decisions/0009-more-lanes.md tells what this was measured against.
std::vector<LaneChoice> usual_lanes() {
  return {{"ic3", 0.75},   {"abstract", 0.5}, {"bmc", 0.25},  {"signals", 0.125},
          {"quip", 0.125}, {"itpseq", 0.125}, {"kind", 0.125}};
}

std::vector<LaneOptions> lanes_of(const std::string& engine, const EngineOptions& options,
                                  const BitSystem& system) {
  if (engine != "auto") return {{engine, {}, engine, options.configs, kUnlimited}};
  std::vector<LaneOptions> lanes;
  for (const LaneChoice& choice : options.lanes) {
    const KnownLane& known = lane_named(choice.name);
    if (!known.is_of_use(options.configs, system)) continue;
    LaneOptions& lane = lanes.emplace_back(
        LaneOptions{choice.name, {}, known.engine, options.configs, choice.share});
    known.change(lane.configs);
    if (lanes.size() > 1) lane.configs.ic3.record.clear();  // one of them records
    // With other techniques that were asked for, this one may not go together.
    if (!lane.configs.validate().second.empty()) lanes.pop_back();
  }
  // Whatever was chosen does not suit this system.
  if (lanes.empty()) lanes.push_back({"ic3", {}, "ic3", options.configs, kUnlimited});
  if (lanes.size() == 1) lanes.front().share = kUnlimited;
  return lanes;
}

class Turns::Lane {
 public:
  /// `exchange` may be none; it is for the engine, if that works on the system as it is.
  Lane(const BitSystem& system, LaneOptions lane, const EngineOptions& options,
       const Context& context, LemmaExchange* exchange)
      : original_(system),
        lane_(std::move(lane)),
        options_(options),
        share_(&context.budget),
        context_(context),
        exchange_(lane_.passes.empty() ? exchange : nullptr),
        chain_(context),
        turn_(lane_.share * options.turn) {}

  const std::string& name() const { return lane_.name; }

  /// Without a length, it is the lane's share, and the next one is twice as long. The answer is in
  /// the vocabulary of the system that was given.
  Answer<BitSystem> take_turn(std::optional<double> length = std::nullopt) {
    const double begin = thread_cpu_seconds();
    if (!system_) start();
    // A chain that had to end early may lack a pass that the engine needs.
    if (context_.budget.exhausted())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    share_.renew(length.value_or(turn_));
    if (!length) turn_ *= 2;
    Answer<BitSystem> answer = engine_->run();
    if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      safe->invariant = chain_.restore_invariant(std::move(safe->invariant));
    else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
      unsafe->trace = chain_.restore_trace(std::move(unsafe->trace));
    seconds_ += thread_cpu_seconds() - begin;
    return answer;
  }

  void add_figures(Figures& figures, const std::string& prefix) const {
    if (!system_) return;
    Figures own;
    chain_.visit_counters(
        [&](std::string_view name, std::uint64_t value) { own.count(name, value); });
    if (engine_) engine_->add_figures(own);
    figures.add(own, prefix);
  }
  double seconds() const { return seconds_; }

 private:
  /// Passes have limits of their own; the share is for the engine.
  void start() {
    for (const std::string& pass : lane_.passes)
      chain_.add(make_pass(pass, options_.passes, context_));
    for (const std::string& pass : required_passes(lane_.engine))
      chain_.add(make_pass(pass, options_.passes, context_));
    system_ = chain_.apply(original_);
    if (context_.budget.exhausted()) return;
    const Context share{context_.log, share_, context_.progress, context_.seed, exchange_};
    engine_ = make_engine(lane_.engine, *system_, lane_.configs, share);
  }

  const BitSystem& original_;
  const LaneOptions lane_;
  const EngineOptions& options_;
  Budget share_;
  const Context context_;
  LemmaExchange* const exchange_;
  Chain<BitSystem> chain_;
  std::optional<BitSystem> system_;
  std::unique_ptr<Engine<BitSystem>> engine_;
  double turn_;
  double seconds_ = 0;
};

Turns::Turns(const BitSystem& system, const std::vector<LaneOptions>& lanes,
             const EngineOptions& options, const Context& context)
    : context_(context), head_start_(options.turn) {
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    // What one lane takes in from other workers, the others would not see: that is for the first.
    LemmaExchange* exchange = i == 0 ? context.exchange : nullptr;
    if (options.exchange && lanes.size() > 1)
      exchange = endpoints_.emplace_back(board_.endpoint(i, exchange)).get();
    lanes_.push_back(std::make_unique<Lane>(system, lanes[i], options, context, exchange));
  }
}

Turns::~Turns() = default;

Answer<BitSystem> Turns::run() {
  std::vector<Lane*> rotation;
  for (const auto& lane : lanes_) rotation.push_back(lane.get());
  for (std::size_t i = 0, turns = 0;; ++i, ++turns) {
    i %= rotation.size();
    const bool is_head_start = turns == 0 && rotation.size() > 1;
    Answer<BitSystem> answer =
        rotation[i]->take_turn(is_head_start ? std::optional(head_start_) : std::nullopt);
    const auto* unknown = std::get_if<Unknown>(&answer);
    if (unknown == nullptr) {
      decided_by_ = rotation[i]->name();
      return answer;
    }
    // A lane knows its own bound and the end of its own turn; the run knows the best and the
    // reason.
    if (context_.budget.exhausted()) {
      Unknown end = unknown_for(context_.budget.reason(), context_.progress.bound);
      if (lanes_.size() == 1 && unknown->reason == end.reason)
        end.explanation = unknown->explanation;  // it may know more
      return end;
    }
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
  for (const auto& lane : lanes_) figures.time("turns." + lane->name(), lane->seconds());
}

}  // namespace cairn
