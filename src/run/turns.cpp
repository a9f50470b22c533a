// SPDX-License-Identifier: MIT
#include "run/turns.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "run/turn_account.h"
#include "transform/chain.h"

namespace cairn {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
// Beside lanes that lead, the others' turns stay as they are at first: what one of them can do it
// mostly does in its first seconds. But the longer the run, the longer it should be given.
constexpr std::uint32_t kSteadyRounds = 4;

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
    {"stable", "bmc",
     [](EngineConfigs& configs) {
       if (configs.bmc.solver == BmcConfig{}.solver) configs.bmc.solver = SolverKind::Stable;
       if (configs.bmc.step != BmcConfig{}.step || configs.bmc.shortest) return;
       configs.bmc.step = 10;
       configs.bmc.gradual = true;
     },
     always},
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

// docs/decisions/0011-stable-search.md tells what this was measured against.
std::vector<LaneChoice> usual_lanes() {
  return {{"ic3", 1.5, 1}, {"abstract", 0.375, 0.75}, {"stable", 0.5}, {"signals", 0.125},
          {"quip", 0.125}, {"itpseq", 0.125},         {"kind", 0.125}};
}

std::vector<LaneOptions> lanes_of(const std::string& engine, const EngineOptions& options,
                                  const BitSystem& system) {
  if (engine != "auto") return {LaneOptions{engine, {}, engine, options.configs, kUnlimited}};
  std::vector<LaneOptions> lanes;
  const bool have_leaders = std::any_of(options.lanes.begin(), options.lanes.end(),
                                        [](const LaneChoice& lane) { return lane.head > 0; });
  for (const LaneChoice& choice : options.lanes) {
    const KnownLane& known = lane_named(choice.name);
    if (!known.is_of_use(options.configs, system)) continue;
    LaneOptions& lane = lanes.emplace_back(
        LaneOptions{choice.name, {}, known.engine, options.configs, choice.share, choice.head});
    if (have_leaders && choice.head == 0) lane.steady = kSteadyRounds;
    known.change(lane.configs);
    if (lanes.size() > 1) lane.configs.ic3.record.clear();  // one of them records
    // With other techniques that were asked for, this one may not go together.
    if (!lane.configs.validate().second.empty()) lanes.pop_back();
  }
  // Whatever was chosen does not suit this system.
  if (lanes.empty()) lanes.push_back(LaneOptions{"ic3", {}, "ic3", options.configs, kUnlimited});
  if (lanes.size() == 1) {
    lanes.front().share = kUnlimited;
    lanes.front().head = 0;
  }
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
        longest_(&context.budget),
        share_(&longest_, Budget::Kind::Soft),
        context_(context),
        exchange_(lane_.passes.empty() ? exchange : nullptr),
        chain_(context),
        account_(lane_.share * options.turn, lane_.growth, lane_.steady) {}

  const std::string& name() const { return lane_.name; }

  bool leads() const { return lane_.head > 0; }
  bool has_head_start() const { return used_ < lane_.head; }

  /// The answer is in the vocabulary of the system that was given. A head start comes in pieces,
  /// for others may have one, too: each is as long as all before, so that who could do it alone is
  /// not kept from it much longer than that takes.
  Answer<BitSystem> take_head_start() {
    constexpr double kFirstPiece = 0.25;
    const double piece = std::min(lane_.head - used_, std::max(used_, kFirstPiece));
    used_ += piece;
    return work_for(piece * options_.turn);
  }
  Answer<BitSystem> take_turn() { return work_for(account_.next_turn()); }

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
  Answer<BitSystem> work_for(double processor_seconds) {
    const double begin = thread_cpu_seconds();
    if (!system_) start();
    // A chain that had to end early may lack a pass that the engine needs.
    if (context_.budget.exhausted())
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    // Who is in the middle of something has as long again to bring it to its end, and what it takes
    // of that less the next time.
    constexpr double kLeast = 0.25;
    const double length = account_.length_of(processor_seconds);
    longest_.renew(length + std::max(processor_seconds, kLeast));
    share_.renew(length);
    const double engine_begin = thread_cpu_seconds();
    Answer<BitSystem> answer = engine_->run();
    account_.charge(processor_seconds, thread_cpu_seconds() - engine_begin);
    if (auto* safe = std::get_if<Safe<BitSystem>>(&answer))
      safe->invariant = chain_.restore_invariant(std::move(safe->invariant));
    else if (auto* unsafe = std::get_if<Unsafe<BitSystem>>(&answer))
      unsafe->trace = chain_.restore_trace(std::move(unsafe->trace));
    seconds_ += thread_cpu_seconds() - begin;
    return answer;
  }

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
  Budget longest_;  // at the end of this a turn is over, whatever is at work
  Budget share_;
  const Context context_;
  LemmaExchange* const exchange_;
  Chain<BitSystem> chain_;
  std::optional<BitSystem> system_;
  std::unique_ptr<Engine<BitSystem>> engine_;
  TurnAccount account_;
  double used_ = 0;  // of its head start
  double seconds_ = 0;
};

Turns::Turns(const BitSystem& system, const std::vector<LaneOptions>& lanes,
             const EngineOptions& options, const Context& context)
    : context_(context) {
  const bool have_leaders = std::any_of(lanes.begin(), lanes.end(),
                                        [](const LaneOptions& lane) { return lane.head > 0; });
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    // What one lane takes in from other workers, the others would not see: that is for the first.
    LemmaExchange* exchange = i == 0 ? context.exchange : nullptr;
    if (options.exchange && lanes.size() > 1)
      exchange = endpoints_.emplace_back(board_.endpoint(i, exchange)).get();
    LaneOptions lane = lanes[i];
    if (i == 0 && !have_leaders && lanes.size() > 1) lane.head = 1;
    lanes_.push_back(std::make_unique<Lane>(system, std::move(lane), options, context, exchange));
  }
}

Turns::~Turns() = default;

Answer<BitSystem> Turns::run() {
  // Who leads goes first; the round begins with the lane after them.
  std::deque<Lane*> ready;
  for (const auto& lane : lanes_) ready.push_back(lane.get());
  std::deque<Lane*> leaders;
  for (Lane* lane : ready)
    if (lane->leads()) leaders.push_back(lane);
  if (!leaders.empty())
    while (ready.back() != leaders.back()) {
      ready.push_back(ready.front());
      ready.pop_front();
    }
  for (;;) {
    std::deque<Lane*>& line = leaders.empty() ? ready : leaders;
    Lane* const lane = line.front();
    line.pop_front();
    Answer<BitSystem> answer = &line == &leaders ? lane->take_head_start() : lane->take_turn();
    const auto* unknown = std::get_if<Unknown>(&answer);
    if (unknown == nullptr) {
      decided_by_ = lane->name();
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
    const bool is_through = unknown->reason != Unknown::Reason::Time;
    if (is_through && ready.size() == (&line == &ready ? 0 : 1))
      return Unknown{unknown->reason, unknown->explanation,
                     std::max<std::int64_t>(unknown->bound, context_.progress.bound)};
    if (is_through)
      std::erase(ready, lane);  // it has nothing more to say; the others may
    else if (&line == &ready || lane->has_head_start())
      line.push_back(lane);
  }
}

void Turns::add_figures(Figures& figures) const {
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    lanes_[i]->add_figures(figures, i == 0 ? "" : lanes_[i]->name() + ".");
  if (lanes_.size() == 1) return;
  for (const auto& lane : lanes_) figures.time("turns." + lane->name(), lane->seconds());
}

}  // namespace cairn
