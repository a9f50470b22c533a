// SPDX-License-Identifier: MIT
#include "run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>

#include "base/error.h"
#include "run/circuit/passes.h"

namespace cairn {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool same_name(const std::string& left, const std::string& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string engines_of(const std::vector<const Plan*>& plans) {
  std::string engines;
  for (const Plan* plan : plans) engines += (engines.empty() ? "" : ", ") + plan->engine;
  return engines;
}

}  // namespace

std::vector<const Plan*> plans_named(const std::vector<Plan>& plans, const std::string& name) {
  // Names of before, for one release.
  if (name == "abstract-constraints") return plans_named(plans, "abstract");
  if (name == "internal-signals-predict") return plans_named(plans, "signals");
  std::vector<const Plan*> found;
  for (const Plan& plan : plans)
    if (name.empty() || same_name(plan.name, name)) found.push_back(&plan);
  return found;
}

PlanChoice choose_plan(const std::vector<Plan>& plans, const std::string& name,
                       const std::string& engine) {
  if (name.empty()) return {nullptr, "expected the name of a plan; 'cairn plans' lists them"};
  const std::vector<const Plan*> found = plans_named(plans, name);
  if (found.empty())
    return {nullptr, fmt::format("there is no plan '{}'; 'cairn plans' lists them", name)};
  if (engine.empty()) {
    if (found.size() == 1) return {found.front(), ""};
    return {nullptr, fmt::format("plan '{}' needs an engine (--engine): {} have one", name,
                                 engines_of(found))};
  }
  for (const Plan* plan : found)
    if (plan->engine == engine) return {plan, ""};
  return {nullptr, fmt::format("'{}' is a plan of {}, not of {}", name, engines_of(found), engine)};
}

const Plan* find_strategy(const std::string& name) {
  const std::vector<const Plan*> found = plans_named(known_plans(), name);
  if (found.size() == 1 && !name.empty()) return found.front();
  // An engine as it is.
  static const std::vector<Plan> engines = [] {
    std::vector<Plan> plans;
    for (const EngineEntry& entry : engine_registry())
      plans.push_back({entry.name, entry.name, entry.paper, entry.summary, {}});
    return plans;
  }();
  for (const Plan& plan : engines)
    if (plan.name == name) return &plan;
  return nullptr;
}

void apply(const Plan& plan, Configuration& configuration) {
  const OptionSet options = configuration.options();
  configuration.engine = plan.engine;
  for (const std::string& pass : plan.passes) configuration.passes.push_back(pass);
  for (const auto& [name, value] : plan.options) {
    const std::string problem = options.parse(name, value);
    CAIRN_CHECK(problem.empty());
  }
}

bool apply_beside(const Plan& plan, Configuration& configuration) {
  Configuration usual;
  const OptionSet options = configuration.options(), defaults = usual.options();
  const auto is_usual = [&](const std::string& name) {
    const auto [row, config] = options.find(name);
    CAIRN_CHECK(row != nullptr);
    return row->get(config) == row->get(defaults.find(name).second);
  };
  if (!std::all_of(plan.decisive.begin(), plan.decisive.end(), is_usual)) return false;
  const bool yields = !std::all_of(plan.yields.begin(), plan.yields.end(), is_usual);
  for (std::size_t i = 0; i < plan.options.size(); ++i) {
    const auto& [name, value] = plan.options[i];
    if (!is_usual(name) || (yields && i > 0)) continue;
    const auto [row, config] = options.find(name);
    row->set(config, parse_value(*row, value).first);
  }
  configuration.engine = plan.engine;
  for (const std::string& pass : plan.passes) configuration.passes.push_back(pass);
  return true;
}

namespace {

template <class Number>
std::string read_number(const std::string& text, Number& number, Number low, Number high) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  const bool fits =
      result.ec == std::errc() && result.ptr == end && number >= low && number <= high;
  return fits
             ? ""
             : fmt::format("expected a number from {} to {}, got '{}'", low, high, printable(text));
}

/// Names of passes, separated by commas; "none" is no pass.
std::string read_passes(const std::string& text, std::vector<std::string>& passes) {
  passes.clear();
  std::istringstream stream(text);
  for (std::string name; std::getline(stream, name, ',');) {
    const auto known = known_passes();
    if (name == "none") continue;
    if (name == "lawful-correspondence") name = "constrained-correspondence";
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fmt::format("there is no pass '{}'", printable(name));
    passes.push_back(name);
  }
  return "";
}

/// A word of a plan that is none of the options of components.
std::string apply_field(const std::string& name, const std::string& value,
                        Configuration& configuration, PlanWords& rest) {
  if (name == "engine") {
    configuration.engine = value;
    return value == "auto" || find_engine(value) != nullptr
               ? ""
               : fmt::format("there is no engine '{}'", printable(value));
  }
  if (name == "passes") return read_passes(value, configuration.passes);
  if (name == "seed") return read_number(value, rest.seed, std::uint64_t{0}, ~std::uint64_t{0});
  if (name == "weight") return read_number(value, rest.weight, 0.001, 1000.0);
  try {
    configuration.engines.strategies = parse_schedule(value);
  } catch (const std::string& problem) {
    return problem;
  }
  return "";
}

bool is_field(const std::string& name) {
  for (const char* field : {"engine", "passes", "seed", "weight", "strategies"})
    if (name == field) return true;
  return false;
}

}  // namespace

namespace {

/// An option of a plan's words, with its value.
struct Word {
  std::string name, value;
};

/// "--x=1", "--x 1", "--x" and "--no-x" of switches. What is wrong, or an empty string.
std::string split_words(const std::string& words, const OptionSet& options,
                        std::vector<Word>& split) {
  std::istringstream stream(words);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].starts_with("--"))
      return fmt::format("expected an option, got '{}'", printable(list[i]));
    const auto equals = list[i].find('=');
    std::string name =
        modern_name(list[i].substr(2, equals == std::string::npos ? equals : equals - 2));
    const bool has_next = i + 1 < list.size() && !list[i + 1].starts_with("--");
    const OptionRow* row = options.find(name).first;
    const bool is_off =
        row == nullptr && name.starts_with("no-") && options.find(name.substr(3)).first != nullptr;
    if (equals != std::string::npos)
      split.push_back({name, list[i].substr(equals + 1)});
    else if (is_off)
      split.push_back({name.substr(3), "off"});
    else if (row != nullptr && row->kind == OptionRow::Kind::Switch && !has_next)
      split.push_back({name, "on"});
    else if (has_next)
      split.push_back({name, list[++i]});
    else
      return fmt::format("--{} needs a value", printable(name));
  }
  return "";
}

}  // namespace

std::string modern_name(const std::string& name) {
  // Of the first release, for one more.
  static const std::map<std::string, std::string> renamed{{"turn", "slice"},
                                                          {"lanes", "strategies"},
                                                          {"lane-exchange", "strategy-exchange"},
                                                          {"circuit-turn", "circuit-slice"},
                                                          {"ic3-take-in", "ic3-import"},
                                                          {"ic3cfa-plan", "plan"},
                                                          {"unroll-rounds", "unroll-iterations"},
                                                          {"unroll-places", "unroll-locations"}};
  const auto found = renamed.find(name);
  return found == renamed.end() ? name : found->second;
}

std::string apply_words(const std::string& words, Configuration& configuration, PlanWords& rest) {
  const OptionSet options = configuration.options();
  std::vector<Word> split;
  if (std::string problem = split_words(words, options, split); !problem.empty()) return problem;
  // What is written beside a named plan overrides it, wherever it stands.
  std::string engine;
  for (const Word& word : split)
    if (word.name == "engine") engine = word.value;
  for (const Word& word : split) {
    if (word.name != "plan") continue;
    const PlanChoice choice = choose_plan(known_plans(), word.value, engine);
    if (choice.plan == nullptr) return "--plan: " + printable(choice.problem);
    apply(*choice.plan, configuration);
  }
  for (const auto& [name, value] : split) {
    if (name == "plan") continue;
    const std::string problem =
        is_field(name) ? apply_field(name, value, configuration, rest) : options.parse(name, value);
    if (!problem.empty()) return fmt::format("--{}: {}", printable(name), problem);
  }
  return configuration.validate();
}

std::vector<std::string> option_words(const Plan& plan) {
  Configuration usual;
  const OptionSet options = usual.options();
  std::vector<std::string> words{"--engine", plan.engine};
  for (const auto& [name, value] : plan.options) {
    if (options.find(name).first->kind == OptionRow::Kind::Switch) {
      words.push_back((value == "on" ? "--" : "--no-") + name);
    } else {
      words.push_back("--" + name);
      words.push_back(value);
    }
  }
  return words;
}

std::string words_of(const Plan& plan) {
  std::string words;
  for (const std::string& pass : plan.passes) words += (words.empty() ? "--passes " : ",") + pass;
  for (const std::string& word : option_words(plan)) words += (words.empty() ? "" : " ") + word;
  return words;
}

namespace {

NamedWords worker(const char* name, double weight = 1) {
  const Plan* plan = find_strategy(name);
  CAIRN_CHECK(plan != nullptr);
  return {name, words_of(*plan) + (weight == 1 ? "" : fmt::format(" --weight {}", weight))};
}

/// The same plan once more draws other orders, by its seed.
void repeat_with_other_seeds(std::vector<NamedWords>& plans, std::size_t first, std::size_t last,
                             std::uint32_t workers) {
  for (std::size_t round = 2; plans.size() < workers; ++round)
    for (std::size_t i = first; i <= last && plans.size() < workers; ++i)
      plans.push_back({fmt::format("{}-{}", plans[i].name, round), plans[i].words});
}

// Chosen from what single engines solved (docs/decisions/0007-time-slices.md, docs/experiments),
// not yet by races of lists.
std::vector<NamedWords> workers_on_circuits(std::uint32_t workers) {
  // On one or two cores the strategies of `auto`; on two, IC3 has one core for itself.
  if (workers <= 2)
    return {worker("ic3", workers == 1 ? 8 : 10),
            worker("abstract", 4),
            worker("stable", 2),
            worker("signals"),
            worker("quip"),
            worker("itpseq"),
            worker("kind")};
  std::vector<NamedWords> plans;
  for (const char* name : {"ic3", "abstract", "signals", "quip", "stable", "itpseq", "kind",
                           "patient-ctg", "bmc", "i-good", "predicate-property", "bmc-leaps",
                           "abstract-all", "random-order", "correspondence", "itp"})
    plans.push_back(worker(name));
  if (workers >= plans.size()) {
    repeat_with_other_seeds(plans, 0, 3, workers);
  } else if (workers < 7) {
    // What is hard for IC3 is for others: on few cores they share one.
    plans.resize(7);
    for (std::size_t i = 0; i + 1 < workers; ++i)
      plans[i].words += fmt::format(" --weight {}", plans.size() - workers + 1);
  } else {
    plans.resize(workers);
  }
  return plans;
}

std::vector<NamedWords> workers_on_programs(std::uint32_t workers) {
  std::vector<NamedWords> plans{{"auto", "--engine auto"}};
  for (const char* name : {"ic3cfa", "bmc-smt", "kind", "ic3", "bmc", "cegar", "tree-ic3"})
    plans.push_back(worker(name));
  if (workers <= 2) {
    plans.resize(4);
    plans[0].words += " --weight 4";
    plans[1].words += " --weight 2";
  } else if (workers < plans.size()) {
    plans.resize(workers);
  } else {
    repeat_with_other_seeds(plans, 0, 1, workers);
  }
  return plans;
}

}  // namespace

std::vector<NamedWords> worker_schedule(std::uint32_t workers, bool of_programs) {
  return of_programs ? workers_on_programs(workers) : workers_on_circuits(workers);
}

}  // namespace cairn
