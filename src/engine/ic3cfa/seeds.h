// SPDX-License-Identifier: MIT
//
// Facts about locations that a quick abstract interpretation finds before the search: linear
// equations modulo 2^w, signed bounds, and orders between two variables. They hold in every
// reachable state, so that all frames have them.
//
// The best abstraction of each edge comes from the solver [RSY04]: is there a state within the
// facts of the source that the edge leads to one outside the facts of the target? Then that one
// joins the target. Equations and orders can only become fewer; bounds are widened to constants of
// the program. When no edge leads out the facts are inductive. A location whose queries take too
// long gets none.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/context.h"
#include "engine/ic3cfa/config.h"
#include "engine/ic3cfa/moves.h"
#include "logic/word/affine_hull.h"
#include "smt/smt_solver.h"

namespace cairn::ic3cfa {

struct SeedStats {
  std::uint64_t queries = 0;
  std::uint64_t facts = 0;
  std::uint64_t given_up = 0;  ///< locations, or all if the limit is reached
};

class SeedFacts {
 public:
  SeedFacts(Moves& moves, const Ic3CfaConfig& config, const Context& context);

  /// False if there is no time left; the next call goes on.
  bool run();
  /// After run(): true in all states that reach the location.
  const std::vector<Term>& at(LocationId location) const { return facts_[location.index]; }
  const SeedStats& stats() const { return stats_; }

 private:
  using Point = std::vector<std::uint64_t>;
  /// Variables of one width.
  struct Group {
    std::uint32_t width;
    std::vector<Term> variables;
    std::vector<std::int64_t> thresholds;  // sorted
  };
  struct Bounds {
    std::int64_t low, high;
    std::uint32_t changes = 0;
  };
  struct Element {
    AffineHull hull;
    std::vector<Bounds> bounds;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> orders;  // first <= second
  };
  struct Abstraction {
    bool reached = false;
    bool top = false;
    std::vector<Element> elements;  // by group
  };

  void make_groups();
  void join(LocationId location, const std::vector<Point>& state);
  void join_bounds(const Group& group, Element& element, const Point& point);
  void describe(LocationId location);
  Term equation(const Group& group, const AffineHull::Equation& equation);
  enum class Step { Closed, Joined, Undecided };
  Step step(MoveId move);
  void give_up();

  Moves& moves_;
  Terms& terms_;
  const Ic3CfaConfig config_;
  const Context context_;
  std::unique_ptr<SmtSolver> solver_;
  std::vector<Group> groups_;
  std::vector<Abstraction> at_;
  std::vector<std::vector<Term>> facts_;
  std::vector<std::vector<MoveId>> out_;
  std::deque<MoveId> work_;
  std::vector<bool> waiting_;  // by move
  bool gave_up_ = false;
  double seconds_ = 0;
  SeedStats stats_;
};

}  // namespace cairn::ic3cfa
