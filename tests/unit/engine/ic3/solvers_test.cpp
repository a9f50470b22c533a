// SPDX-License-Identifier: MIT
//
// The solvers that IC3 can run on: the same answers, and statistics that say who answered.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "certify/check_certificate.h"
#include "engine/ic3/ic3.h"
#include "engine/ic3/library_solver.h"
#include "engine/ic3/per_frame.h"
#include "model/simulate.h"
#include "sat/backend/minisat.h"
#include "support/oracle.h"
#include "support/quiet_context.h"
#include "support/random_configs.h"
#include "support/random_system.h"
#include "support/tiny_systems.h"

namespace cairn {
namespace {

using Solver = ic3::Ic3Config::Solver;
using FrameSolvers = ic3::Ic3Config::FrameSolvers;

std::vector<Solver> known_solvers() {
  std::vector<Solver> known{Solver::Own, Solver::Cadical};
  if (has_minisat()) known.push_back(Solver::Minisat);
  return known;
}

BitSystem random_system(std::uint64_t seed) {
  support::RandomSystemOptions shape;
  shape.reset_function = 0;
  shape.max_latches = 8;
  shape.max_gates = 40;
  return support::random_system(seed, shape);
}

struct Run {
  bool is_safe = false;
  ic3::Ic3Stats stats;
  sat::SolverStats solver;
};

/// The answer is certified.
Run run(const BitSystem& system, const ic3::Ic3Config& config) {
  support::QuietContext context;
  ic3::Ic3 engine(system, config, context.get());
  const Answer<BitSystem> answer = engine.run();
  if (const auto* safe = std::get_if<Safe<BitSystem>>(&answer)) {
    const Judgement judgement = check_invariant(system, safe->invariant, {}, context.get());
    EXPECT_EQ(judgement.outcome(), Outcome::Holds) << judgement.explanation;
  } else {
    EXPECT_TRUE(std::holds_alternative<Unsafe<BitSystem>>(answer));
    const Replay replayed = replay(system, std::get<Unsafe<BitSystem>>(answer).trace);
    EXPECT_TRUE(replayed.accepted) << replayed.reason;
  }
  return {std::holds_alternative<Safe<BitSystem>>(answer), engine.stats(), engine.solver_stats()};
}

/// The statistics of all runs on a counter and random systems.
ic3::Ic3Stats total(const std::function<void(ic3::Ic3Config&)>& change) {
  ic3::Ic3Config config;
  change(config);
  EXPECT_EQ(config.validate(), "");
  ic3::Ic3Stats sum;
  const auto add = [&](const BitSystem& system) {
    const ic3::Ic3Stats stats = run(system, config).stats;
    sum.recycled += stats.recycled;
    sum.solvers += stats.solvers;
    sum.minisat_queries += stats.minisat_queries;
    sum.cadical_queries += stats.cadical_queries;
    sum.activations += stats.activations;
    sum.constrained += stats.constrained;
    sum.reused_activations += stats.reused_activations;
    sum.satisfiable_seconds += stats.satisfiable_seconds;
    sum.unsatisfiable_seconds += stats.unsatisfiable_seconds;
    sum.loaded += stats.loaded;
    sum.pushed_by_proof += stats.pushed_by_proof;
    sum.block.unsatisfiable += stats.num_queries();
  };
  add(support::enabled_counter(5, 29, 30));
  add(support::constrained_shift_register(8));
  for (std::uint64_t seed = 0; seed < 20; ++seed) add(random_system(seed));
  return sum;
}

TEST(Ic3SolversTest, AllAgreeOnRandomSystems) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const BitSystem system = random_system(seed);
    const bool expected = support::explore(system).safe();
    for (const Solver solver : known_solvers())
      for (const FrameSolvers frames : {FrameSolvers::One, FrameSolvers::PerFrame}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", solver " << static_cast<int>(solver) << ", frames "
                     << static_cast<int>(frames));
        Rng rng(seed);
        ic3::Ic3Config config = support::random_ic3_config(rng);
        config.direction = ic3::Ic3Config::Direction::Forward;  // a pass does the other one
        config.solver = solver;
        config.frame_solvers = frames;
        EXPECT_EQ(run(system, config).is_safe, expected);
      }
  }
}

TEST(Ic3SolversTest, TheStatisticsSayWhoAnswered) {
  const ic3::Ic3Stats own = total([](ic3::Ic3Config&) {});
  EXPECT_EQ(own.minisat_queries + own.cadical_queries, 0u);
  EXPECT_EQ(own.activations + own.constrained + own.loaded, 0u);
  const ic3::Ic3Stats cadical = total([](ic3::Ic3Config& c) { c.solver = Solver::Cadical; });
  EXPECT_GT(cadical.cadical_queries, 0u);
  EXPECT_EQ(cadical.minisat_queries, 0u);
  // Every query, lifting included.
  EXPECT_EQ(cadical.cadical_queries, cadical.block.unsatisfiable);
  if (!has_minisat()) return;
  const ic3::Ic3Stats minisat = total([](ic3::Ic3Config& c) { c.solver = Solver::Minisat; });
  EXPECT_EQ(minisat.minisat_queries, minisat.block.unsatisfiable);
  EXPECT_EQ(minisat.cadical_queries, 0u);
}

TEST(Ic3SolversTest, LayersOfProofsAreKnownToLibrariesToo) {
  const ic3::Ic3Stats on = total([](ic3::Ic3Config& c) { c.solver = Solver::Cadical; });
  EXPECT_GT(on.pushed_by_proof, 0u);
}

TEST(Ic3SolversTest, ConstrainUsesUpNoActivationLiterals) {
  const auto setting = [](bool constrain) {
    return [=](ic3::Ic3Config& c) {
      c.solver = Solver::Cadical;
      c.constrain = constrain;
    };
  };
  const ic3::Ic3Stats on = total(setting(true)), off = total(setting(false));
  EXPECT_GT(on.constrained, 0u);
  EXPECT_EQ(on.activations, 0u);
  EXPECT_EQ(off.constrained, 0u);
  EXPECT_GT(off.activations, 0u);
}

TEST(Ic3SolversTest, APartOfTheLastTemporaryClauseUsesUpNoActivationLiteral) {
  const auto setting = [](bool reuse) {
    return [=](ic3::Ic3Config& c) {
      c.solver = has_minisat() ? Solver::Minisat : Solver::Cadical;
      c.constrain = false;
      c.reuse_activation = reuse;
    };
  };
  const ic3::Ic3Stats on = total(setting(true)), off = total(setting(false));
  EXPECT_EQ(off.reused_activations, 0u);
  EXPECT_GT(on.reused_activations, 0u);
}

TEST(Ic3SolversTest, TimeIsKeptByAnswer) {
  for (const Solver solver : known_solvers()) {
    const ic3::Ic3Stats stats = total([=](ic3::Ic3Config& c) { c.solver = solver; });
    EXPECT_GT(stats.satisfiable_seconds, 0.0);
    EXPECT_GT(stats.unsatisfiable_seconds, 0.0);
  }
}

TEST(Ic3SolversTest, ConesOnDemandTellALibraryLess) {
  const auto setting = [](bool on_demand) {
    return [=](ic3::Ic3Config& c) {
      c.solver = Solver::Cadical;
      c.cones_on_demand = on_demand;
    };
  };
  const ic3::Ic3Stats on = total(setting(true)), off = total(setting(false));
  EXPECT_GT(on.loaded, 0u);
  EXPECT_LT(on.loaded, off.loaded);
}

TEST(Ic3SolversTest, ALibraryIsMadeAnewWhenItsVariablesAreUsedUp) {
  const auto setting = [](std::uint32_t percent) {
    return [=](ic3::Ic3Config& c) {
      c.solver = has_minisat() ? Solver::Minisat : Solver::Cadical;
      c.constrain = false;
      c.recycle_percent = percent;
    };
  };
  const ic3::Ic3Stats never = total(setting(0)), half = total(setting(50)),
                      often = total(setting(5));
  EXPECT_EQ(never.recycled, 0u);
  EXPECT_GT(half.recycled, 0u);
  EXPECT_GT(often.recycled, half.recycled);
}

TEST(Ic3SolversTest, PerFrameMakesASolverForEachFrame) {
  for (const Solver solver : known_solvers()) {
    const auto setting = [=](FrameSolvers frames) {
      return [=](ic3::Ic3Config& c) {
        c.solver = solver;
        c.frame_solvers = frames;
      };
    };
    const ic3::Ic3Stats one = total(setting(FrameSolvers::One));
    EXPECT_EQ(one.solvers, 22u);  // of as many runs
    EXPECT_GT(total(setting(FrameSolvers::PerFrame)).solvers, one.solvers);
  }
}

TEST(Ic3SolversTest, RecyclingByQueriesIsForAllOfThem) {
  for (const Solver solver : known_solvers())
    for (const FrameSolvers frames : {FrameSolvers::One, FrameSolvers::PerFrame}) {
      const ic3::Ic3Stats stats = total([=](ic3::Ic3Config& c) {
        c.solver = solver;
        c.frame_solvers = frames;
        c.recycle_percent = 0;
        c.recycle = 20;
      });
      EXPECT_GT(stats.recycled, 0u);
    }
}

TEST(Ic3SolversTest, OnlyOneOwnSolverCanBeRecorded) {
  ic3::Ic3Config config;
  config.record = "file";
  EXPECT_EQ(config.validate(), "");
  config.solver = Solver::Cadical;
  EXPECT_NE(config.validate(), "");
  config.solver = Solver::Own;
  config.frame_solvers = FrameSolvers::PerFrame;
  EXPECT_NE(config.validate(), "");
}

TEST(Ic3SolversTest, AMissingMinisatIsNamed) {
  ic3::Ic3Config config;
  config.solver = Solver::Minisat;
  EXPECT_EQ(config.validate(),
            has_minisat() ? "" : "this build has no MiniSat; CAIRN_MINISAT adds it");
  config.recycle_percent = 100;
  EXPECT_NE(config.validate(), "");
}

/// Latches x and y that keep their values; lemmas about them in layers.
class QuerySolverTest : public testing::TestWithParam<std::pair<Solver, FrameSolvers>> {
 protected:
  QuerySolverTest() : transition_(system(), {}) {
    config_.solver = GetParam().first;
    const auto make = [this] {
      return make_step_solver(transition_, ic3::Content::ConstrainedStep, config_, budget_, stats_);
    };
    if (GetParam().second == FrameSolvers::PerFrame)
      solver_ = std::make_unique<ic3::SolverPerFrame>(make);
    else
      solver_ = make();
  }
  static BitSystem system() {
    BitSystem system;
    for (int i = 0; i < 2; ++i) {
      const Lit latch = system.add_latch();
      system.set_next(latch, latch);
    }
    return system;
  }
  sat::LemmaId add(std::initializer_list<Lit> clause, sat::Layer layer) {
    return solver_->add_lemma(std::vector<Lit>(clause), layer);
  }
  bool holds(std::initializer_list<Lit> assumptions, sat::Layer layer) {
    const sat::Result result = solver_->solve(std::vector<Lit>(assumptions), layer);
    EXPECT_NE(result, sat::Result::Unknown);
    return result == sat::Result::Satisfiable;
  }

  ic3::Transition transition_;
  ic3::Ic3Config config_;
  Budget budget_;
  ic3::Ic3Stats stats_;
  std::unique_ptr<ic3::QuerySolver> solver_;
  const Lit x_{transition_.latch(0)}, y_{transition_.latch(1)};
};

TEST_P(QuerySolverTest, ALemmaHoldsUpToItsLayer) {
  const sat::LemmaId lemma = add({~x_, ~y_}, 2);
  EXPECT_FALSE(holds({x_, y_}, 0));
  EXPECT_FALSE(holds({x_, y_}, 2));
  EXPECT_EQ(solver_->proof_layer(), 2);
  EXPECT_TRUE(holds({x_, y_}, 3));
  solver_->raise_lemma(lemma, 4);
  EXPECT_FALSE(holds({x_, y_}, 3));
  EXPECT_TRUE(holds({x_, y_}, sat::kPermanent));
  solver_->raise_lemma(lemma, sat::kPermanent);
  EXPECT_FALSE(holds({x_, y_}, sat::kPermanent));
  EXPECT_FALSE(holds({x_, y_}, 1));
  EXPECT_EQ(solver_->proof_layer(), sat::kPermanent);
}

TEST_P(QuerySolverTest, ATemporaryClauseHoldsForOneQuery) {
  solver_->add_temporary(std::vector<Lit>{~x_, ~y_});
  EXPECT_FALSE(holds({x_, y_}, 1));
  EXPECT_TRUE(holds({x_, y_}, 1));
  EXPECT_EQ(solver_->value(x_), Lbool::True);
  EXPECT_EQ(solver_->value(~y_), Lbool::False);
  // Two at once.
  solver_->add_temporary(std::vector<Lit>{~x_});
  solver_->add_temporary(std::vector<Lit>{~y_});
  EXPECT_FALSE(holds({y_}, 1));
  EXPECT_TRUE(holds({y_}, 1));
}

TEST_P(QuerySolverTest, TheCoreHasWhatItTakes) {
  add({~x_}, 1);
  EXPECT_FALSE(holds({y_, x_}, 1));
  EXPECT_TRUE(solver_->in_core(x_));
  EXPECT_FALSE(solver_->in_core(y_));
  EXPECT_FALSE(holds({kFalse, y_}, 1));
  EXPECT_TRUE(solver_->in_core(kFalse));
  EXPECT_FALSE(solver_->in_core(y_));
  EXPECT_FALSE(holds({y_, ~y_}, 2));
  EXPECT_TRUE(solver_->in_core(y_));
  EXPECT_TRUE(solver_->in_core(~y_));
  EXPECT_TRUE(holds({y_, y_, kTrue}, 1));
}

TEST_P(QuerySolverTest, LemmasOutliveTheirLibrary) {
  config_.constrain = false;
  config_.recycle_percent = 10;
  add({~x_, ~y_}, 3);
  add({x_, y_}, sat::kPermanent);
  const sat::LemmaId subsumed = add({~x_, ~y_}, 1);
  solver_->remove_lemma(subsumed);
  for (int i = 0; i < 20; ++i) {
    solver_->add_temporary(std::vector<Lit>{x_});
    EXPECT_FALSE(holds({y_}, 3));
    EXPECT_EQ(solver_->proof_layer(), 3);
    solver_->add_temporary(std::vector<Lit>{x_});
    EXPECT_TRUE(holds({y_}, 4));
    EXPECT_FALSE(holds({~x_, ~y_}, sat::kPermanent));
  }
  EXPECT_EQ(stats_.recycled > 0, config_.solver != Solver::Own);
  // Of all of them.
  EXPECT_EQ(solver_->stats().solves, 60u);
}

TEST_P(QuerySolverTest, ATemporaryClauseGoesWithAQueryWithoutAnswer) {
  budget_.request_stop(StopReason::Interrupt);
  solver_->add_temporary(std::vector<Lit>{~x_, ~y_});
  const sat::Result result = solver_->solve({}, 0);
  // Ours does not look at the budget for so little.
  EXPECT_EQ(result,
            config_.solver == Solver::Own ? sat::Result::Satisfiable : sat::Result::Unknown);
  budget_.renew(1e6);
  EXPECT_TRUE(holds({x_, y_}, 0));
}

INSTANTIATE_TEST_SUITE_P(
    All, QuerySolverTest, testing::ValuesIn([] {
      std::vector<std::pair<Solver, FrameSolvers>> all;
      for (const Solver solver : known_solvers())
        for (const FrameSolvers frames : {FrameSolvers::One, FrameSolvers::PerFrame})
          all.emplace_back(solver, frames);
      return all;
    }()),
    [](const testing::TestParamInfo<std::pair<Solver, FrameSolvers>>& one) {
      const std::string name = one.param.first == Solver::Own       ? "Own"
                               : one.param.first == Solver::Minisat ? "Minisat"
                                                                    : "Cadical";
      return name + (one.param.second == FrameSolvers::One ? "One" : "PerFrame");
    });

}  // namespace
}  // namespace cairn
