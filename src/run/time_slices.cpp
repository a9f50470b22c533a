// SPDX-License-Identifier: MIT
#include "run/time_slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>

#include "base/cpu_clock.h"
#include "base/error.h"
#include "run/plan.h"
#include "run/slice_account.h"
#include "transform/chain.h"

namespace cairn {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();
// Beside strategies that lead, the others' slices stay as they are at first: what one of them can
// do it mostly does in its first seconds. But the longer the run, the longer it should be given.
constexpr std::uint32_t kSteadyRounds = 4;

/// Those that decide justice, or those that decide bad states; the usual ones if there are none.
Schedule strategies_for(const Schedule& given, bool of_justice) {
  Schedule fitting;
  for (const Strategy& strategy : given) {
    const Plan* plan = find_strategy(strategy.plan);
    CAIRN_CHECK(plan != nullptr);
    if (is_justice_engine(plan->engine) == of_justice) fitting.push_back(strategy);
  }
  if (!fitting.empty()) return fitting;
  return of_justice ? usual_justice_schedule() : usual_schedule();
}

}  // namespace

std::string problem_with_engine(const std::string& engine, bool of_justice) {
  if (engine == "auto" || engine == kPortfolio) return "";
  if (!of_justice)
    return is_justice_engine(engine)
               ? fmt::format("the engine {} decides justice properties, no bad states", engine)
               : "";
  if (is_justice_engine(engine)) return "";
  EngineConfigs configs;
  OptionSet options;
  options.add(live::L2sConfig::options(), configs.l2s);
  const std::string problem = options.parse("l2s-engine", engine);
  return problem.empty() ? ""
                         : fmt::format("the engine {} does not decide justice properties", engine);
}

std::vector<StrategyOptions> strategies_of(const Configuration& configuration,
                                           const BitSystem& system) {
  const EngineOptions& options = configuration.engines;
  const auto alone = [&](const std::string& engine) {
    return std::vector{StrategyOptions{engine, {}, engine, options.configs, kUnlimited}};
  };
  const bool of_justice = is_about_justice(system);
  if (configuration.engine != "auto") {
    std::vector<StrategyOptions> one = alone(configuration.engine);
    if (of_justice && !is_justice_engine(configuration.engine)) {
      one.front().engine = "l2s";
      one.front().configs.l2s.engine = configuration.engine;
    }
    return one;
  }
  std::vector<StrategyOptions> strategies;
  const Schedule schedule = strategies_for(options.strategies, of_justice);
  const bool have_leaders = std::any_of(schedule.begin(), schedule.end(),
                                        [](const Strategy& one) { return one.head > 0; });
  for (const Strategy& choice : schedule) {
    const Plan* plan = find_strategy(choice.plan);
    CAIRN_CHECK(plan != nullptr);
    if (plan->needs_constraints && system.constraints.empty()) continue;
    // Who asks for a technique gets it in the first strategy; another one would do the same again.
    Configuration changed;
    changed.engines = options;
    changed.passes.clear();
    if (!apply_beside(*plan, changed)) continue;
    // With other techniques that were asked for, this one may not go together.
    if (!changed.engines.configs.validate().second.empty()) continue;
    StrategyOptions& strategy = strategies.emplace_back(
        StrategyOptions{choice.plan, changed.passes, plan->engine, changed.engines.configs,
                        choice.share, choice.head});
    if (have_leaders && choice.head == 0) strategy.steady = kSteadyRounds;
    if (strategies.size() > 1) {  // one of them records
      strategy.configs.ic3.record.clear();
      strategy.configs.ic3.journal.clear();
    }
  }
  // Whatever was chosen does not suit this system.
  if (strategies.empty()) return alone(of_justice ? "k-liveness" : "ic3");
  if (strategies.size() == 1) {
    strategies.front().share = kUnlimited;
    strategies.front().head = 0;
  }
  return strategies;
}

namespace {

/// The same name, for as long as the process lives; none if it is no plan's.
const char* name_in_tables(const std::string& name) {
  const Plan* plan = find_strategy(name);
  return plan == nullptr ? "" : plan->name.c_str();
}

}  // namespace

class TimeSlices::Running {
 public:
  /// `exchange` may be none; it is for the engine, if that works on the system as it is.
  Running(const BitSystem& system, StrategyOptions strategy, const EngineOptions& options,
          const Context& context, LemmaExchange* exchange)
      : original_(system),
        strategy_(std::move(strategy)),
        options_(options),
        longest_(&context.budget),
        share_(&longest_, Budget::Kind::Soft),
        context_(context),
        exchange_(strategy_.passes.empty() ? exchange : nullptr),
        chain_(context),
        account_(strategy_.share * options.slice, strategy_.growth, strategy_.steady) {}

  const std::string& name() const { return strategy_.name; }

  bool leads() const { return strategy_.head > 0; }
  bool has_head_start() const { return used_ < strategy_.head; }

  /// The answer is in the vocabulary of the system that was given. A head start comes in parts,
  /// for others may have one, too: each is as long as all before, so that who could do it alone is
  /// not kept from it much longer than that takes.
  Answer<BitSystem> take_head_start() {
    constexpr double kFirstPart = 0.25;
    const double part = std::min(strategy_.head - used_, std::max(used_, kFirstPart));
    used_ += part;
    return work_for(part * options_.slice);
  }
  Answer<BitSystem> take_slice() { return work_for(account_.next_slice()); }

  void add_statistics(Statistics& statistics, const std::string& prefix) const {
    if (!system_) return;
    Statistics own;
    chain_.visit_counters(
        [&](std::string_view name, std::uint64_t value) { own.count(name, value); });
    if (engine_) engine_->add_statistics(own);
    statistics.add(own, prefix);
  }
  double seconds() const { return seconds_; }

 private:
  Answer<BitSystem> work_for(double processor_seconds) {
    const double begin = thread_cpu_seconds();
    context_.progress.strategy = shown_name_;
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
    answer = chain_.restore(std::move(answer));
    seconds_ += thread_cpu_seconds() - begin;
    return answer;
  }

  /// Passes have limits of their own; the share is for the engine.
  void start() {
    for (const std::string& pass : strategy_.passes)
      chain_.add(make_pass(pass, options_.passes, context_));
    for (const std::string& pass : find_engine(strategy_.engine)->passes)
      chain_.add(make_pass(pass, options_.passes, context_));
    system_ = chain_.apply(original_);
    if (context_.budget.exhausted()) return;
    const Context share{context_.log, share_, context_.progress, context_.seed, exchange_};
    engine_ = make_engine(strategy_.engine, *system_, strategy_.configs, share);
  }

  const BitSystem& original_;
  const StrategyOptions strategy_;
  const char* const shown_name_ = name_in_tables(strategy_.name);
  const EngineOptions& options_;
  Budget longest_;  // at the end of this a slice is over, whatever is at work
  Budget share_;
  const Context context_;
  LemmaExchange* const exchange_;
  Chain<BitSystem> chain_;
  std::optional<BitSystem> system_;
  std::unique_ptr<Engine<BitSystem>> engine_;
  SliceAccount account_;
  double used_ = 0;  // of its head start
  double seconds_ = 0;
};

TimeSlices::TimeSlices(const BitSystem& system, const std::vector<StrategyOptions>& strategies,
                       const EngineOptions& options, const Context& context)
    : context_(context) {
  const bool have_leaders =
      std::any_of(strategies.begin(), strategies.end(),
                  [](const StrategyOptions& strategy) { return strategy.head > 0; });
  for (std::size_t i = 0; i < strategies.size(); ++i) {
    // What one strategy takes in from other workers, the others would not see: that is for the
    // first.
    LemmaExchange* exchange = i == 0 ? context.exchange : nullptr;
    if (options.exchange && strategies.size() > 1)
      exchange = endpoints_.emplace_back(board_.endpoint(i, exchange)).get();
    StrategyOptions strategy = strategies[i];
    if (i == 0 && !have_leaders && strategies.size() > 1) strategy.head = 1;
    strategies_.push_back(
        std::make_unique<Running>(system, std::move(strategy), options, context, exchange));
  }
}

TimeSlices::~TimeSlices() = default;

Answer<BitSystem> TimeSlices::run() {
  // Who leads goes first; the round begins with the strategy after them.
  std::deque<Running*> ready;
  for (const auto& strategy : strategies_) ready.push_back(strategy.get());
  std::deque<Running*> leaders;
  for (Running* strategy : ready)
    if (strategy->leads()) leaders.push_back(strategy);
  if (!leaders.empty())
    while (ready.back() != leaders.back()) {
      ready.push_back(ready.front());
      ready.pop_front();
    }
  for (;;) {
    std::deque<Running*>& line = leaders.empty() ? ready : leaders;
    Running* const strategy = line.front();
    line.pop_front();
    Answer<BitSystem> answer =
        &line == &leaders ? strategy->take_head_start() : strategy->take_slice();
    const auto* unknown = std::get_if<Unknown>(&answer);
    if (unknown == nullptr) {
      decided_by_ = strategy->name();
      return answer;
    }
    // A strategy knows its own bound and the end of its own slice; the run knows the best and the
    // reason.
    if (context_.budget.exhausted()) {
      Unknown end = unknown_for(context_.budget.reason(), context_.progress.bound);
      if (strategies_.size() == 1 && unknown->reason == end.reason)
        end.explanation = unknown->explanation;  // it may know more
      return end;
    }
    const bool is_through = unknown->reason != Unknown::Reason::Time;
    if (is_through && ready.size() == (&line == &ready ? 0 : 1))
      return Unknown{unknown->reason, unknown->explanation,
                     std::max<std::int64_t>(unknown->bound, context_.progress.bound)};
    if (is_through)
      std::erase(ready, strategy);  // it has nothing more to say; the others may
    else if (&line == &ready || strategy->has_head_start())
      line.push_back(strategy);
  }
}

void TimeSlices::add_statistics(Statistics& statistics) const {
  for (std::size_t i = 0; i < strategies_.size(); ++i)
    strategies_[i]->add_statistics(statistics, i == 0 ? "" : strategies_[i]->name() + ".");
  if (strategies_.size() == 1) return;
  for (const auto& strategy : strategies_)
    statistics.time("slices." + strategy->name(), strategy->seconds());
}

Message<BitSystem> run_strategies(const BitSystem& system,
                                  const std::vector<StrategyOptions>& strategies,
                                  const EngineOptions& options, const Context& context) {
  Message<BitSystem> found;
  TimeSlices slices(system, strategies, options, context);
  found.answer = slices.run();
  slices.add_statistics(found.statistics);
  found.decided_by = slices.decided_by();
  return found;
}

}  // namespace cairn
