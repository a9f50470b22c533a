// SPDX-License-Identifier: MIT
//
// Interpolation sequences with induction, after Avy [VG14]. At bound k, F_0, ..., F_k are frames as
// in ic3.cpp, and F_0 to F_(k-1) contain no bad state. One query: is there a run of k steps
// through the frames, step i in F_i, that ends in a bad state (unrolled_frames.h)? If so, it is a
// counterexample. If not, the refutation gives a sequence of interpolants I_1, ..., I_k with
//
//   F_0 & T => I_1'        F_i & I_i & T => I_(i+1)'        F_k & I_k & bad is impossible
//
// (constraints are part of T and of bad). An interpolant is no frame yet: it need not contain the
// states of the frame before it, and it is a graph, not clauses. So for i = 1, ..., k lemmas are
// made from it: as long as F_i has a state that is neither in I_i nor in F_(i-1), that state is
// generalized by induction relative to F_(i-1), as in IC3, and excluded.
//   This is always possible. Assume that level i - 1 was dealt with: F_(i-1) is in F_(i-2) or
//   I_(i-1). A state of F_(i-2) steps into F_(i-1), one of F_(i-1) & I_(i-1) into I_i; so nothing
//   in F_(i-1) steps to a state outside both. Initial states are in F_(i-1).
//   When it is done, F_k is in F_(k-1) or I_k, so it contains no bad state.
// Then lemmas are pushed, and if a frame equals the next, it is an invariant.
//
// The states are looked for lemma by lemma of F_(i-1): what is not in it is in the cube of one of
// the lemmas that F_i does not have.
#include "engine/interpolation/itpseq.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "engine/interpolation/unrolled_frames.h"
#include "engine/shared/stop_watch.h"
#include "logic/bit/cnf.h"
#include "sat/sweep.h"

namespace cairn {
namespace {

/// The states of a frame that are not in its interpolant.
class StatesOutside {
 public:
  /// Leaf 1 + i of the graph, which must outlive this object, is latch i.
  StatesOutside(const ic3::Transition& transition, const ic3::Frames& frames, ic3::Level level,
                const Aig& graph, Lit interpolant, const Budget& budget)
      : transition_(transition), encoder_(graph) {
    solver_.set_budget(&budget);
    outside_ = ~inside(interpolant);
    for (ic3::Level l = level; l <= frames.top() + 1; ++l)
      for (const ic3::Lemma& lemma : frames.lemmas(l)) exclude(lemma.cube);
    for (const ic3::Lemma& lemma : frames.lemmas(ic3::kInfinity)) exclude(lemma.cube);
  }

  void exclude(const Cube& cube) {
    std::vector<Lit> clause;
    for (const Lit lit : cube) clause.push_back(~latch(lit));
    solver_.add_clause(clause);
  }

  /// One that is not initial.
  sat::Result find_beyond_initial() {
    std::vector<Lit> differ;
    for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
      const Lit positive(transition_.latch(i));
      const Lbool initial = transition_.initial(positive);
      if (initial != Lbool::Undef) differ.push_back(latch(positive) ^ (initial == Lbool::True));
    }
    solver_.add_temporary(differ);
    return solver_.solve(std::span(&outside_, 1));
  }
  /// One in the cube.
  sat::Result find_in(const Cube& cube) {
    std::vector<Lit> assumptions{outside_};
    for (const Lit lit : cube) assumptions.push_back(latch(lit));
    return solver_.solve(assumptions);
  }

  /// What was found: every state of this cube will do.
  Cube state() const {
    std::vector<Lit> lits;
    for (std::uint32_t i = 0; i < transition_.num_latches(); ++i) {
      const int known = encoder_.known_literal(Lit(Var{1 + i}));
      const Lbool value = known == 0 ? Lbool::Undef : solver_.value(from_dimacs(known));
      if (value != Lbool::Undef) lits.push_back(Lit(transition_.latch(i), value == Lbool::False));
    }
    return Cube(std::move(lits));
  }

 private:
  static Lit from_dimacs(int literal) {
    return Lit(Var{static_cast<std::uint32_t>(std::abs(literal))}, literal < 0);
  }

  Lit latch(Lit lit) {
    return inside(Lit(Var{1 + transition_.latch_position(lit.var())}, lit.negated()));
  }

  /// The solver's literal for one of the graph.
  Lit inside(Lit lit) {
    const int literal = encoder_.literal(lit, [this](std::span<const int> clause) {
      clause_.clear();
      Var owner{0};  // numbers ascend from operands to gates
      for (const int member : clause) {
        clause_.push_back(from_dimacs(member));
        owner = std::max(owner, clause_.back().var());
      }
      make_variables();
      solver_.add_definition(owner, clause_);
    });
    make_variables();
    return from_dimacs(literal);
  }
  void make_variables() {
    while (solver_.num_vars() <= static_cast<std::uint32_t>(encoder_.num_variables()))
      solver_.new_var();
  }

  const ic3::Transition& transition_;
  CnfEncoder encoder_;
  sat::Solver solver_;
  std::vector<Lit> clause_;
  Lit outside_;
};

/// Cubes come from interpolants over latches.
ic3::Ic3Config over_latches(ic3::Ic3Config config) {
  config.internal_signals = false;
  return config;
}

}  // namespace

ItpSeq::ItpSeq(const BitSystem& system, const ItpSeqConfig& config, const ic3::Ic3Config& ic3,
               const Context& context)
    : config_(config), context_(context), core_(system, over_latches(ic3), context) {}

ItpSeq::~ItpSeq() = default;

void ItpSeq::add_statistics(Statistics& statistics) const {
  core_.add_statistics(statistics);
  stats_.visit([&](const char* name, std::uint64_t value) { statistics.count(name, value); },
               [&](const char* name, double seconds) { statistics.time(name, seconds); });
}

Answer<BitSystem> ItpSeq::run() {
  context_.progress.phase = "itpseq";
  core_.begin_slice();
  Answer<BitSystem> answer = decide();
  core_.end_slice();
  return answer;
}

// [VG14, figure 3]. Phases as in ic3.cpp.
Answer<BitSystem> ItpSeq::decide() {
  while (true) {
    std::optional<Answer<BitSystem>> answer = phase_ == Phase::Strengthen ? clear_frame() : push();
    if (answer) return std::move(*answer);
  }
}

std::optional<Answer<BitSystem>> ItpSeq::push() {
  const std::optional<ic3::Level> closed = core_.propagate();
  if (!closed) return core_.pause();
  if (*closed != 0) return core_.safe(*closed);
  phase_ = Phase::Strengthen;
  return std::nullopt;
}

/// Until the top frame has no bad state; then there is a new one.
std::optional<Answer<BitSystem>> ItpSeq::clear_frame() {
  sat::Result bad = frame_is_bad();
  if (bad == sat::Result::Unsatisfiable && sequence_.empty()) ++stats_.saved;
  if (bad == sat::Result::Satisfiable) {
    if (sequence_.empty()) {
      bad = ask_unrolled();
      if (bad == sat::Result::Satisfiable) return Unsafe<BitSystem>{query_->trace()};
      if (bad == sat::Result::Unknown) return core_.pause();
      interpolate();
      if (sequence_.empty()) return core_.pause();
    }
    if (!strengthen()) return core_.pause();
    bad = frame_is_bad();
    CAIRN_CHECK(bad != sat::Result::Satisfiable);
  }
  if (bad == sat::Result::Unknown) return core_.pause();
  sequence_.clear();
  core_.report_progress(ic3::Ic3Core::TopFrame::Cleared);
  if (core_.solver().proof_layer() == ic3::kInfinity) return core_.safe(ic3::kInfinity);
  core_.extend();
  phase_ = Phase::Push;
  return std::nullopt;
}

/// Whether the top frame contains a bad state.
sat::Result ItpSeq::frame_is_bad() {
  if (core_.stopped()) return sat::Result::Unknown;
  core_.show_progress(0);
  StopWatch watch(core_.stats().bad.seconds);
  const Lit bad = core_.transition().bad();
  const sat::Result answer = core_.solver().solve(std::span(&bad, 1), core_.frames().top());
  if (answer == sat::Result::Unsatisfiable) ++core_.stats().bad.unsatisfiable;
  if (answer == sat::Result::Satisfiable) ++core_.stats().bad.satisfiable;
  return answer;
}

sat::Result ItpSeq::ask_unrolled() {
  StopWatch watch(stats_.solve_seconds);
  if (!query_) {
    using Lemmas = UnrolledFrames::Lemmas;
    query_ = std::make_unique<UnrolledFrames>(
        core_.transition(), core_.frames(), core_.frames().top(),
        config_.lemmas ? Lemmas::OfFrames : Lemmas::None, context_.budget);
    ++stats_.queries;
  }
  const std::uint64_t before = query_->stats().conflicts;
  const sat::Result answer = query_->ask();
  stats_.conflicts += query_->stats().conflicts - before;
  return answer;
}

/// No sequence if there was no time; the query can then be asked again, and is answered at once.
void ItpSeq::interpolate() {
  StopWatch watch(stats_.interpolate_seconds);
  graph_ = Aig();
  std::size_t proof_clauses = 0;
  sequence_ = query_->interpolants(config_.system, graph_, &proof_clauses);
  if (sequence_.empty()) return;
  query_.reset();
  stats_.proof_clauses += proof_clauses;
  level_ = 1;
}

/// All frames that the sequence speaks of. False if there was no time; it goes on where it stopped.
bool ItpSeq::strengthen() {
  StopWatch watch(stats_.strengthen_seconds);
  for (; level_ <= core_.frames().top(); ++level_)
    if (!strengthen(level_)) return false;
  return true;
}

sat::SweptLiteral ItpSeq::simplified(Lit interpolant) {
  constexpr std::uint64_t kConflicts = 100;
  StopWatch watch(stats_.simplify_seconds);
  if (!config_.simplify)
    return sat::extract_literal(graph_, interpolant, core_.transition().num_latches());
  return sat::sweep_literal(graph_, interpolant, core_.transition().num_latches(),
                            {config_.simplify_seconds, kConflicts}, context_.budget, context_.seed);
}

bool ItpSeq::strengthen(ic3::Level level) {
  const Lit raw = sequence_[static_cast<std::size_t>(level)];
  if (raw == kTrue) return true;
  const sat::SweptLiteral interpolant = simplified(raw);
  ++stats_.interpolants;
  stats_.gates += interpolant.graph.num_ands();
  StatesOutside outside(core_.transition(), core_.frames(), level, interpolant.graph,
                        interpolant.literal, context_.budget);
  std::vector<Cube> lost;  // the cubes of lemmas that the frame before has and this one has not
  if (level > 1)
    for (const ic3::Lemma& lemma : core_.frames().lemmas(level - 1)) lost.push_back(lemma.cube);
  for (std::size_t i = 0; level == 1 ? i == 0 : i < lost.size(); ++i)
    while (true) {
      const sat::Result found =
          level == 1 ? outside.find_beyond_initial() : outside.find_in(lost[i]);
      if (found == sat::Result::Unknown || core_.stopped()) return false;
      if (found == sat::Result::Unsatisfiable) break;
      ++stats_.states;
      const Cube state = outside.state();
      const std::optional<Cube> excluded = exclude(state, level);
      if (!excluded) return false;
      outside.exclude(*excluded);
    }
  return true;
}

/// Makes a lemma against a cube that no state of F_(level-1) steps into; what it excludes is
/// returned, or nothing if there was no time.
std::optional<Cube> ItpSeq::exclude(const Cube& cube, ic3::Level level) {
  using Core = ic3::Ic3Core;
  core_.show_progress(0);
  const Core::Outcome outcome = core_.ask(cube, level, Core::Strengthen::Yes, core_.stats().block);
  if (outcome == Core::Outcome::Stopped) return std::nullopt;
  CAIRN_CHECK(outcome == Core::Outcome::Blocked);
  // Without counterexamples to generalization: a lemma against one would go to a level below, which
  // was dealt with, and what was shown of the levels above (see the top of this file) would not
  // hold.
  constexpr Core::Effort kNoCtgs{.ctgs = 0, .limit = 1};
  Core::BlockedCube lemma = core_.generalize(core_.blocked(), level, kNoCtgs);
  core_.push_as_far_as_possible(lemma);
  core_.learn(lemma);
  return std::move(lemma.cube);
}

}  // namespace cairn
