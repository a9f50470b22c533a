// SPDX-License-Identifier: MIT
#include "cli/portfolio_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "cli/plans.h"
#include "cli/program.h"
#include "cli/program_engine_options.h"
#include "format/source.h"

namespace cairn {
namespace {

/// One of the seed's: the same plan once more draws other orders.
void repeat_with_other_seeds(std::vector<NamedWords>& plans, std::size_t first, std::size_t last,
                             std::uint32_t workers) {
  for (std::size_t round = 2; plans.size() < workers; ++round)
    for (std::size_t i = first; i <= last && plans.size() < workers; ++i)
      plans.push_back({fmt::format("{}-{}", plans[i].name, round), plans[i].words});
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

void add_weight_option(CLI::App& command, double& weight) {
  command.add_option("--weight", weight, "Its part of the time, if plans take turns")
      ->check(CLI::Range(0.001, 1000.0));
}

}  // namespace

std::vector<std::string> split_words(const std::string& words) {
  std::istringstream stream(words);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

// Chosen from what single engines solved (docs/decisions/0007-turns.md, docs/experiments), not yet
// by races of lists.
std::vector<NamedWords> plans_for_circuits(std::uint32_t workers) {
  const std::string abstract = "--engine ic3 --ic3-abstract-constraints on";
  const std::string all = abstract + " --ic3-abstract-next on";
  const std::string signals = "--engine ic3 --ic3-internal-signals on --ic3-predict on";
  const std::string quip = "--engine ic3 --ic3-quip on";
  const std::string stable = "--engine bmc --bmc-solver stable --bmc-step 10 --bmc-gradual on";
  // On one or two cores the ways of `auto` (run/turns.cpp); on two, IC3 has one core for itself.
  if (workers <= 2)
    return {{"ic3", workers == 1 ? "--engine ic3 --weight 8" : "--engine ic3 --weight 10"},
            {"abstract", abstract + " --weight 4"},
            {"stable", stable + " --weight 2"},
            {"signals", signals},
            {"quip", quip},
            {"itpseq", "--engine itpseq"},
            {"kind", "--engine kind"}};
  std::vector<NamedWords> plans{
      {"ic3", "--engine ic3"},
      {"abstract", abstract},
      {"signals", signals},
      {"quip", quip},
      {"stable", stable},
      {"itpseq", "--engine itpseq"},
      {"kind", "--engine kind"},
      {"ctg",
       "--engine ic3 --ic3-generalize extended --ic3-ctg-max 5 --ic3-ctg-limit 15 "
       "--ic3-drop-after 0"},
      {"bmc", "--engine bmc"},
      {"good", "--engine ic3 --ic3-refer-skip on --ic3-good-lemmas on"},
      {"predicate", "--engine ic3 --ic3-predicate-property on"},
      {"bmc-leaps", "--engine bmc --bmc-step 10"},
      {"abstract-all", all},
      {"random", "--engine ic3 --ic3-activity random --ic3-parent-order off"},
      {"correspondence", "--passes correspondence --engine ic3"},
      {"itp", "--engine itp"}};
  if (workers < plans.size()) {
    // What is hard for IC3 is for others: on few cores they share one.
    if (workers < 7) {
      plans.resize(7);
      for (std::size_t i = 0; i < plans.size(); ++i)
        if (i + 1 < workers)
          plans[i].words += fmt::format(" --weight {}", plans.size() - workers + 1);
    } else {
      plans.resize(workers);
    }
    return plans;
  }
  repeat_with_other_seeds(plans, 0, 3, workers);
  return plans;
}

std::vector<NamedWords> plans_for_programs(std::uint32_t workers) {
  std::vector<NamedWords> plans{{"auto", "--engine auto"},       {"ic3cfa", "--engine ic3cfa"},
                                {"bmc-smt", "--engine bmc-smt"}, {"kind", "--engine kind"},
                                {"ic3", "--engine ic3"},         {"bmc", "--engine bmc"},
                                {"cegar", "--engine cegar"},     {"tree-ic3", "--engine tree-ic3"}};
  const auto is_missing = [](const NamedWords& plan) {
    const std::string engine = split_words(plan.words).at(1);
    const auto known = known_engines();
    return !is_program_engine(engine) &&
           std::find(known.begin(), known.end(), engine) == known.end();
  };
  std::erase_if(plans, is_missing);  // in builds without SMT
  if (workers <= 2) {
    plans.resize(4);
    plans[0].words += " --weight 4";
    plans[1].words += " --weight 2";
  } else if (workers < plans.size()) {
    plans.resize(workers);
  } else {
    repeat_with_other_seeds(plans, 0, std::min<std::size_t>(plans.size(), 2) - 1, workers);
  }
  return plans;
}

std::vector<WrittenPlan> read_plan_file(const std::string& path) {
  const Source source = read_source(path);
  std::vector<WrittenPlan> plans;
  std::set<std::string> names;
  std::istringstream lines(source.bytes);
  std::uint64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    const Position at{path, ++number, 1};
    const std::string_view text = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (text.empty()) continue;
    const auto equals = text.find('=');
    const std::string name(trimmed(text.substr(0, equals)));
    if (equals == std::string_view::npos || !is_name(name))
      throw InputError(at, "expected NAME = OPTIONS, the name of letters, digits, '-', '_' or '.'");
    if (!names.insert(name).second)
      throw InputError(at, fmt::format("there is a plan '{}' already", name));
    if (plans.size() == kMostWorkers)
      throw InputError(at, fmt::format("no more than {} plans", kMostWorkers));
    plans.push_back({{name, std::string(trimmed(text.substr(equals + 1)))}, at});
  }
  if (plans.empty()) throw InputError({path}, "no plan: expected lines NAME = OPTIONS");
  return plans;
}

void add_options_of_plan(CLI::App& app, PlanSettings& settings, EnginesFor models) {
  add_plan_option(app, settings.plan);
  add_engine_option(app, settings.check.engine, models, Workers::No);
  add_turn_options(app, settings.check.engines);
  add_passes_option(app, settings.check.passes, "");
  app.add_option("--seed", settings.seed);
  add_weight_option(app, settings.weight);
  add_engine_options(app, settings.check.engines.configs);
  add_pass_options(app, settings.check.engines.passes);
  if (models == EnginesFor::Programs) {
    add_program_pass_options(app, settings.program.passes);
    add_lowering_options(app, settings.program);
    add_program_engine_options(app, settings.program.program_engines);
  }
}

std::string problem_of(const PlanSettings& settings) {
  if (const std::string problem = turn_problem(settings.check.engines.turn); !problem.empty())
    return "--turn: " + problem;
  const auto [engine, problem] = settings.check.engines.configs.validate();
  if (!problem.empty()) return engine + ": " + problem;
  const auto [on_automata, fault] = settings.program.program_engines.validate();
  if (!fault.empty()) return on_automata + ": " + fault;
  return "";
}

PlanSettings read_plan(const WrittenPlan& written, PlanSettings settings, EnginesFor models) {
  CLI::App app;
  settings.check.passes.clear();
  add_options_of_plan(app, settings, models);
  const auto refuse = [&](const std::string& problem) {
    throw InputError(written.at,
                     fmt::format("plan '{}': {}", written.plan.name, printable(problem, 500)));
  };
  try {
    std::vector<std::string> words = split_words(written.plan.words);
    std::reverse(words.begin(), words.end());  // CLI11 takes them last to first
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    refuse(error.get_exit_code() == 0 ? "--help is no option of a plan" : error.what());
  }
  if (const std::string problem = problem_of(settings); !problem.empty()) refuse(problem);
  std::erase(settings.check.passes, "none");
  settings.program.engine = settings.check.engine;
  settings.program.engines = settings.check.engines;
  for (const std::string& pass : settings.check.passes) settings.program.bit_passes.push_back(pass);
  return settings;
}

std::uint64_t earlier_equals(const std::vector<WrittenPlan>& plans, std::size_t position) {
  const auto end = plans.begin() + static_cast<std::ptrdiff_t>(position);
  return static_cast<std::uint64_t>(std::count_if(plans.begin(), end, [&](const WrittenPlan& plan) {
    return plan.plan.words == plans[position].plan.words;
  }));
}

std::vector<WorkerPlan> worker_plans(const std::vector<WrittenPlan>& written,
                                     const CheckOptions& check, std::uint64_t seed) {
  std::vector<WorkerPlan> plans;
  for (const WrittenPlan& plan : written) {
    PlanSettings settings;
    settings.check = check;
    settings.check.engine = "auto";
    if (!plans.empty()) settings.check.engines.configs.ic3.record.clear();  // one writer
    settings.seed = seed + earlier_equals(written, plans.size());
    settings = read_plan(plan, std::move(settings), EnginesFor::Circuits);
    plans.push_back({plan.plan.name, plan.plan.words, settings.check.passes, settings.check.engine,
                     settings.check.engines, settings.seed, settings.weight});
    // Of a list that was written by hand, all are meant.
    const Ic3Config& ic3 = settings.check.engines.configs.ic3;
    plans.back().needs_constraints = plan.at.file == kOwnPlans && ic3.abstract_constraints &&
                                     !check.engines.configs.ic3.abstract_constraints &&
                                     !ic3.abstract_next;
  }
  return plans;
}

}  // namespace cairn
