// SPDX-License-Identifier: MIT
#include "cli/bradley_options.h"

#include <map>
#include <string>

#include "cli/choice.h"

namespace cairn {
namespace {

void add_core_places(CLI::App& group, BradleyConfig& config) {
  add_switch(group, "--bradley-core-query", config.core_query,
             "Unsatisfiable cores make clauses smaller when a state is found inductive (place 1)");
  add_switch(group, "--bradley-core-down", config.core_down, "The same in 'down' (place 2)");
  add_switch(group, "--bradley-core-up", config.core_up, "The same in 'up' (place 3)");
  add_switch(group, "--bradley-core-propagate", config.core_propagate,
             "The same when clauses are propagated (place 4)");
}

}  // namespace

void add_bradley_options(CLI::App& command, BradleyConfig& config) {
  using Generalize = BradleyConfig::Generalize;
  using Order = BradleyConfig::Order;
  using Levels = BradleyConfig::Levels;
  static const std::map<std::string, Generalize> generalizations{
      {"mic", Generalize::Mic}, {"implicate", Generalize::Implicate}, {"off", Generalize::Off}};
  static const std::map<std::string, Order> orders{
      {"states", Order::States}, {"random", Order::Random}, {"fixed", Order::Fixed}};
  static const std::map<std::string, Levels> levels{{"literals", Levels::Literals},
                                                    {"layers", Levels::Layers}};

  CLI::App& group = *command.add_option_group("bradley", "IC3 as first published [Bra11]");
  add_choice(group, "--bradley-generalize", config.generalize, generalizations,
             "What excludes a state: a minimal inductive subclause, a prime implicate, or itself");
  add_switch(group, "--bradley-down", config.down,
             "Look below a clause that is not inductive for one that is");
  add_switch(group, "--bradley-up", config.up,
             "Take prime implicates, again and again, before literals are left out");
  add_number(group, "--bradley-failures", config.failures,
             "Literals that cannot be left out before a clause is small enough; 0: try all");
  add_choice(group, "--bradley-order", config.order, orders,
             "Literals to be left out first: rare ones among the waiting states, any, or those of "
             "the first latches");
  add_switch(group, "--bradley-push", config.push,
             "A new clause goes to the highest level where it holds");
  add_core_places(group, config);
  add_switch(group, "--bradley-cone", config.cone,
             "Cut states down to the latches that matter at their distance from a bad state");
  add_switch(group, "--bradley-equivalences", config.equivalences,
             "Latches that simulation cannot tell apart become clauses, if they are equal for a "
             "step");
  add_switch(group, "--bradley-subsume", config.subsume, "Drop clauses that contain others");
  add_choice(group, "--bradley-levels", config.levels, levels,
             "How one solver has the clauses of all levels: by a literal each, or by its own "
             "layers");
}

}  // namespace cairn
