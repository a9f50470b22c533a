// SPDX-License-Identifier: MIT
#include "run/configuration.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "run/plan.h"

namespace cairn {
namespace {

constexpr double kLeastShare = 0.001, kMostShare = 1000;

double parse_share(const std::string& text, const std::string& name) {
  double share = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, share);
  if (result.ec != std::errc() || result.ptr != end || !(share >= kLeastShare) ||
      !(share <= kMostShare))
    throw fmt::format("expected a number from {} to {} after '{}:'", kLeastShare, kMostShare,
                      printable(name));
  return share;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

}  // namespace

Schedule usual_schedule() {
  return {{"ic3", 1.5, 1}, {"abstract", 0.375, 0.75}, {"stable", 0.5}, {"signals", 0.125},
          {"quip", 0.125}, {"itpseq", 0.125},         {"kind", 0.125}};
}

Schedule usual_justice_schedule() {
  return {{"lasso", 0.5, 0.25}, {"k-liveness", 1, 1}, {"rlive", 0.5}, {"l2s", 0.5}};
}

const OptionGroup& EngineOptions::options() {
  static const OptionGroup table =
      OptionTable<EngineOptions>("auto", "The schedule of the engine 'auto'")
          .add_real("slice", &EngineOptions::slice,
                    "The unit of time slices, in processor time; slices get longer with each round",
                    1e-6, 1e9, "SECONDS")
          .add_switch("strategy-exchange", &EngineOptions::exchange,
                      "Strategies share their lemmas");
  return table;
}

const OptionGroup& QuickConfig::options() {
  static const OptionGroup table =
      OptionTable<QuickConfig>("quick", "What 'auto' tries on programs before the circuit")
          .add_seconds("random", &QuickConfig::random,
                       "Run the program on random inputs first, for this much processor time")
          .add_seconds("quick-unroll", &QuickConfig::unroll,
                       "Then try complete unrolling, for this much processor time")
          .add_seconds("quick-automaton", &QuickConfig::automaton,
                       "Then IC3 on the automaton (ic3cfa), for this much processor time")
          .add_seconds("quick", &QuickConfig::plain,
                       "Then do without lemmas about numbers, for this much processor time")
          .add_seconds("circuit-slice", &QuickConfig::circuit,
                       "The first long time slice of the engines on circuits, in processor time; "
                       "then IC3 on the automaton gets another as long");
  return table;
}

OptionSet Configuration::options() {
  OptionSet set;
  set.add(EngineOptions::options(), engines);
  engines.configs.add_to(set);
  set.add(SweepConfig::options(), engines.passes.sweep);
  set.add(CorrespondenceConfig::options(), engines.passes.correspondence);
  set.add(PassOptions::options(), engines.passes);
  set.add(ProgramPassOptions::options(), program_passes, OptionSet::For::Programs);
  set.add(LargeBlocksConfig::options(), program_passes.blocks, OptionSet::For::Programs);
  set.add(InfeasibleConfig::options(), program_passes.infeasible, OptionSet::For::Programs);
  set.add(LemmasConfig::options(), program_passes.lemmas, OptionSet::For::Programs);
  set.add(QuickConfig::options(), quick, OptionSet::For::Programs);
  set.add(SharePolicy::options(), share);
  return set;
}

OptionSet::Values Configuration::changed() const {
  Configuration usual, mine = *this;
  return mine.options().differences(usual.options());
}

std::string Configuration::validate() const {
  const auto [group, problem] = engines.configs.validate();
  if (!problem.empty()) return group + ": " + problem;
  if (std::string fault = share.validate(); !fault.empty()) return "--share: " + fault;
  return "";
}

Schedule parse_schedule(const std::string& text) {
  Schedule schedule;
  for (const std::string& word : split(text, ',')) {
    const std::vector<std::string> fields = split(word, ':');
    if (fields.size() > 3) throw "expected NAME:SHARE:HEAD in '" + printable(word) + "'";
    Strategy strategy{fields.front()};
    if (fields.size() > 1) strategy.share = parse_share(fields[1], strategy.plan);
    if (fields.size() > 2) strategy.head = parse_share(fields[2], strategy.plan);
    schedule.push_back(std::move(strategy));
  }
  if (std::string problem = problem_of(schedule); !problem.empty()) throw problem;
  return schedule;
}

std::string describe(const Schedule& schedule) {
  std::string list;
  for (const Strategy& strategy : schedule) {
    list += fmt::format("{}{}:{}", list.empty() ? "" : ",", strategy.plan, strategy.share);
    if (strategy.head > 0) list += fmt::format(":{}", strategy.head);
  }
  return list;
}

std::string problem_of(const Schedule& schedule) {
  std::vector<std::string> seen;
  for (const Strategy& strategy : schedule) {
    const std::string shown = printable(strategy.plan);
    const Plan* plan = find_strategy(strategy.plan);
    if (plan == nullptr)
      return fmt::format("there is no strategy '{}'; 'cairn plans' lists the plans", shown);
    if (is_program_engine(plan->engine))
      return fmt::format("'{}' is a plan of {}, which does not work on bits", shown, plan->engine);
    const bool fits = strategy.share >= kLeastShare && strategy.share <= kMostShare &&
                      strategy.head >= 0 && strategy.head <= kMostShare;
    if (!fits) return fmt::format("the share of '{}' is out of range", shown);
    if (std::find(seen.begin(), seen.end(), strategy.plan) != seen.end())
      return fmt::format("'{}' is there twice", shown);
    seen.push_back(strategy.plan);
  }
  return schedule.empty() ? "there is no strategy" : "";
}

}  // namespace cairn
