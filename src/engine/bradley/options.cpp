// SPDX-License-Identifier: MIT
#include "base/option_table.h"
#include "engine/bradley/config.h"

namespace cairn::bradley {
namespace {

using Encoding = BradleyConfig::Encoding;
using Generalize = BradleyConfig::Generalize;
using Levels = BradleyConfig::Levels;
using Order = BradleyConfig::Order;
using Relative = BradleyConfig::Relative;

}  // namespace

const OptionGroup& BradleyConfig::options() {
  static const OptionGroup table =
      OptionTable<BradleyConfig>("bradley", "IC3 as first published (Bra11)")
          .add_switch(
              "bradley-core-query", &BradleyConfig::core_query,
              "Unsatisfiable cores make clauses smaller when a state is found inductive (place 1)")
          .add_switch("bradley-core-down", &BradleyConfig::core_down,
                      "The same in 'down' (place 2)")
          .add_switch("bradley-core-up", &BradleyConfig::core_up, "The same in 'up' (place 3)")
          .add_switch("bradley-core-propagate", &BradleyConfig::core_propagate,
                      "The same when clauses are propagated (place 4)")
          .add_choice(
              "bradley-generalize", &BradleyConfig::generalize,
              {{"mic", Generalize::Mic},
               {"implicate", Generalize::Implicate},
               {"off", Generalize::Off}},
              "What excludes a state: a minimal inductive subclause, a prime implicate, or itself")
          .add_choice(
              "bradley-relative", &BradleyConfig::relative,
              {{"weakest", Relative::Weakest}, {"highest", Relative::Highest}},
              "Relative to which frame a clause is looked for: the highest one relative to "
              "which the state's negation is inductive, or from the highest frame downwards "
              "the first one relative to which some part of it is")
          .add_switch("bradley-down", &BradleyConfig::down,
                      "Look below a clause that is not inductive for one that is")
          .add_switch("bradley-up", &BradleyConfig::up,
                      "Take prime implicates, again and again, before literals are left out")
          .add_count("bradley-failures", &BradleyConfig::failures,
                     "Literals that cannot be left out before a clause is small enough; 0: try all",
                     4)
          .add_switch("bradley-failures-of-one", &BradleyConfig::failures_of_one,
                      "Count failures of one clause: each smaller one may fail as often again")
          .add_choice(
              "bradley-order", &BradleyConfig::order,
              {{"states", Order::States}, {"random", Order::Random}, {"fixed", Order::Fixed}},
              "Literals to be left out first: rare ones among the waiting states, any, or those of "
              "the first latches")
          .add_switch("bradley-push", &BradleyConfig::push,
                      "A new clause goes to the highest level where it holds")
          .add_switch(
              "bradley-cone", &BradleyConfig::cone,
              "Cut states down to the latches that matter at their distance from a bad state")
          .add_switch(
              "bradley-equivalences", &BradleyConfig::equivalences,
              "Latches that simulation cannot tell apart become clauses, if they are equal for a "
              "step")
          .add_switch("bradley-subsume", &BradleyConfig::subsume,
                      "Drop clauses that contain others")
          .add_choice(
              "bradley-levels", &BradleyConfig::levels,
              {{"literals", Levels::Literals}, {"layers", Levels::Layers}},
              "How one solver has the clauses of all levels: by a literal each, or by its own "
              "layers")
          .add_choice("bradley-encoding", &BradleyConfig::encoding,
                      {{"gates", Encoding::Gates}, {"cuts", Encoding::Cuts}},
                      "What becomes clauses: gates as they are, or functions of up to four "
                      "variables that cover the circuit with few clauses (technology mapping)")
          .add_switch("bradley-eliminate", &BradleyConfig::eliminate,
                      "Eliminate gates from the clauses of the transition relation")
          .add_switch("bradley-exchange", &BradleyConfig::exchange,
                      "Share clauses with other workers, and ask for theirs");
  return table;
}

}  // namespace cairn::bradley
