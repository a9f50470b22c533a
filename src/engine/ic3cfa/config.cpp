// SPDX-License-Identifier: MIT
#include "engine/ic3cfa/config.h"

#include "smt/smt_solver.h"

namespace cairn::ic3cfa {
namespace {

using Config = Ic3CfaConfig;

/// The base of table 5.1, with nothing that the dissertation does not have.
Config published() {
  Config config;
  config.generalize = Config::Generalize::Old;
  config.edges = Config::EdgeApproach::Incremental;
  config.reuse = Config::Reuse::None;
  config.query = Config::Query::Filter;
  config.relind_alt = false;
  config.requeue_shortcut = true;
  config.cores = false;
  config.self_induction = false;
  config.propagate = false;
  config.push_new = false;
  config.weaken = false;
  config.down = false;
  config.activity = false;
  config.bits = false;
  config.seeds = false;
  config.check_returned = false;
  config.ctg = 0;
  config.frame_test = Config::FrameTest::Clauses;
  config.split_limit = 64;
  config.literal_nodes = 500;
  return config;
}

Config baseline() {
  Config config = published();
  config.generalize = Config::Generalize::New;
  config.reuse = Config::Reuse::Next;
  return config;
}

Config all() {
  Config config = baseline();
  config.relind_alt = true;
  config.precubes = true;
  config.contexts = true;
  config.lower_bounds = true;
  return config;
}

Config with(Config config, bool Config::*option) {
  config.*option = true;
  return config;
}

Config row(char letter) {
  Config config = letter < 'H' ? published() : letter < 'O' ? baseline() : all();
  switch (letter) {
    case 'A':
      config.generalize = Config::Generalize::None;
      config.self_induction = true;  // lemma 4.2; theorem 4.1 is about generalized cubes
      return config;
    case 'B':
      config.edges = Config::EdgeApproach::Multi;
      return config;
    case 'C':
      config.edges = Config::EdgeApproach::Single;
      return config;
    case 'E':
      config.order = Config::Order::Largest;
      return config;
    case 'F':
      config.order = Config::Order::Random;
      return config;
    case 'G':
      config.reuse = Config::Reuse::Next;
      return config;
    case 'I':
      return with(config, &Config::relind_alt);
    case 'J':
      return with(config, &Config::precubes);
    case 'K':
      return with(config, &Config::contexts);
    case 'L':
      return with(with(config, &Config::contexts), &Config::lower_bounds);
    case 'M':
      return with(with(with(config, &Config::contexts), &Config::lower_bounds),
                  &Config::extended_context);
    case 'N':
    case 'P':
      return with(config, &Config::interpolation);
    case 'Q':
      return with(config, &Config::semantic_blocking);
    default:
      return config;
  }
}

}  // namespace

std::string Ic3CfaConfig::validate() const {
  if (split_limit == 0) return "an edge is split into at least one path";
  if (lower_bounds && !contexts) return "lower bounds need generalization contexts";
  if (extended_context && !contexts) return "the extended search needs generalization contexts";
  bool known = false;
  for (const std::string& name : known_smt_solvers()) known = known || name == solver;
  if (!known) return "there is no solver \"" + solver + "\"";
  return "";
}

std::optional<Ic3CfaConfig> ic3cfa_plan(std::string_view name) {
  if (name == "default") return Ic3CfaConfig{};
  if (name.size() != 1) return std::nullopt;
  const char letter = name[0] >= 'a' ? static_cast<char>(name[0] - 'a' + 'A') : name[0];
  if (letter < 'A' || letter > 'Q') return std::nullopt;
  return row(letter);
}

std::vector<std::string> ic3cfa_plans() {
  std::vector<std::string> names{"default"};
  for (char letter = 'A'; letter <= 'Q'; ++letter) names.emplace_back(1, letter);
  return names;
}

}  // namespace cairn::ic3cfa
