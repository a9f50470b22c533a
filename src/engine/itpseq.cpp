// SPDX-License-Identifier: MIT
//
// Interpolation sequences with induction, after Avy [VG14]. At bound k, F_0, ..., F_k are frames as
// in ic3.cpp, and F_0 to F_(k-1) contain no bad state. One question: is there a run of k steps
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
#include "engine/itpseq.h"

#include <algorithm>
#include <cstdlib>

#include "base/error.h"
#include "engine/stop_watch.h"
#include "engine/unrolled_frames.h"
#include "logic/cnf.h"
#include "sat/sweep.h"

namespace cairn {
namespace {

/// The states of a frame that are not in its interpolant.
class StatesOutside {
 public:
  /// Leaf 1 + i of the graph, which must outlive this object, is latch i.
  StatesOutside(const Transition& transition, const Frames& frames, Level level, const Aig& graph,
                Lit interpolant, const Budget& budget)
      : transition_(transition), encoder_(graph) {
    solver_.set_budget(&budget);
    outside_ = ~inside(interpolant);
    for (Level l = level; l <= frames.top() + 1; ++l)
      for (const Lemma& lemma : frames.lemmas(l)) exclude(lemma.cube);
    for (const Lemma& lemma : frames.lemmas(kInfinity)) exclude(lemma.cube);
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

  const Transition& transition_;
  CnfEncoder encoder_;
  sat::Solver solver_;
  std::vector<Lit> clause_;
  Lit outside_;
};

/// Cubes come from interpolants over latches.
Ic3Config over_latches(Ic3Config config) {
  config.internal_signals = false;
  return config;
}

}  // namespace

ItpSeq::ItpSeq(const BitSystem& system, const ItpSeqConfig& config, const Ic3Config& ic3,
               const Context& context)
    : Ic3(system, over_latches(ic3), context), sequence_config_(config) {}

ItpSeq::~ItpSeq() = default;

void ItpSeq::add_figures(Figures& figures) const {
  Ic3::add_figures(figures);
  sequence_stats_.visit([&](const char* name, std::uint64_t value) { figures.count(name, value); },
                        [&](const char* name, double seconds) { figures.time(name, seconds); });
}

// [VG14, figure 3]
Answer<BitSystem> ItpSeq::decide() {
  context_.progress.phase = "itpseq";
  while (true) {
    const auto stop = [this] {
      return unknown_for(context_.budget.reason(), context_.progress.bound);
    };
    if (pushing_ != 0) {
      if (const Level closed = propagate(); closed != 0) return safe(closed);
      if (pushing_ != 0) return stop();
    }
    sat::Result bad = frame_is_bad();
    if (bad == sat::Result::Unsatisfiable && sequence_.empty()) ++sequence_stats_.saved;
    if (bad == sat::Result::Satisfiable) {
      if (sequence_.empty()) {
        bad = ask_unrolled();
        if (bad == sat::Result::Satisfiable) return Unsafe<BitSystem>{question_->trace()};
        if (bad == sat::Result::Unknown) return stop();
        interpolate();
        if (sequence_.empty()) return stop();
      }
      if (!strengthen()) return stop();
      bad = frame_is_bad();
      CAIRN_CHECK(bad != sat::Result::Satisfiable);
    }
    if (bad == sat::Result::Unknown) return stop();
    sequence_.clear();
    report_progress();
    if (solver_.proof_layer() == kInfinity) return safe(kInfinity);
    extend();
  }
}

/// Whether the top frame contains a bad state.
sat::Result ItpSeq::frame_is_bad() {
  if (stopped()) return sat::Result::Unknown;
  show_progress();
  StopWatch watch(stats_.bad.seconds);
  const Lit bad = transition_.bad();
  const sat::Result answer = solver_.solve(std::span(&bad, 1), frames_.top());
  if (answer == sat::Result::Unsatisfiable) ++stats_.bad.unsatisfiable;
  if (answer == sat::Result::Satisfiable) ++stats_.bad.satisfiable;
  return answer;
}

sat::Result ItpSeq::ask_unrolled() {
  StopWatch watch(sequence_stats_.solve_seconds);
  if (!question_) {
    using Lemmas = UnrolledFrames::Lemmas;
    question_ = std::make_unique<UnrolledFrames>(
        transition_, frames_, frames_.top(),
        sequence_config_.lemmas ? Lemmas::OfFrames : Lemmas::None, context_.budget);
    ++sequence_stats_.questions;
  }
  const std::uint64_t before = question_->stats().conflicts;
  const sat::Result answer = question_->ask();
  sequence_stats_.conflicts += question_->stats().conflicts - before;
  return answer;
}

/// No sequence if there was no time; the question can then be asked again, and is answered at once.
void ItpSeq::interpolate() {
  StopWatch watch(sequence_stats_.interpolate_seconds);
  graph_ = Aig();
  std::size_t proof_clauses = 0;
  sequence_ = question_->interpolants(sequence_config_.system, graph_, &proof_clauses);
  if (sequence_.empty()) return;
  question_.reset();
  sequence_stats_.proof_clauses += proof_clauses;
  level_ = 1;
}

/// All frames that the sequence speaks of. False if there was no time; it goes on where it stopped.
bool ItpSeq::strengthen() {
  StopWatch watch(sequence_stats_.strengthen_seconds);
  for (; level_ <= frames_.top(); ++level_)
    if (!strengthen(level_)) return false;
  return true;
}

sat::SweptLiteral ItpSeq::simplified(Lit interpolant) {
  constexpr std::uint64_t kConflicts = 100;
  StopWatch watch(sequence_stats_.simplify_seconds);
  if (!sequence_config_.simplify)
    return sat::extract_literal(graph_, interpolant, transition_.num_latches());
  return sat::sweep_literal(graph_, interpolant, transition_.num_latches(),
                            {sequence_config_.simplify_seconds, kConflicts}, context_.budget,
                            context_.seed);
}

bool ItpSeq::strengthen(Level level) {
  const Lit raw = sequence_[static_cast<std::size_t>(level)];
  if (raw == kTrue) return true;
  const sat::SweptLiteral interpolant = simplified(raw);
  ++sequence_stats_.interpolants;
  sequence_stats_.gates += interpolant.graph.num_ands();
  StatesOutside outside(transition_, frames_, level, interpolant.graph, interpolant.literal,
                        context_.budget);
  std::vector<Cube> lost;  // the cubes of lemmas that the frame before has and this one has not
  if (level > 1)
    for (const Lemma& lemma : frames_.lemmas(level - 1)) lost.push_back(lemma.cube);
  for (std::size_t i = 0; level == 1 ? i == 0 : i < lost.size(); ++i)
    while (true) {
      const sat::Result found =
          level == 1 ? outside.find_beyond_initial() : outside.find_in(lost[i]);
      if (found == sat::Result::Unknown || stopped()) return false;
      if (found == sat::Result::Unsatisfiable) break;
      ++sequence_stats_.states;
      const Cube state = outside.state();
      if (!exclude(state, level)) return false;
      outside.exclude(blocked_.cube);
    }
  return true;
}

/// Makes a lemma against a cube that no state of F_(level-1) steps into. False if there was no
/// time.
bool ItpSeq::exclude(const Cube& cube, Level level) {
  show_progress();
  const Outcome outcome = ask(cube, level, Strengthen::Yes, stats_.block);
  if (outcome == Outcome::Stopped) return false;
  CAIRN_CHECK(outcome == Outcome::Blocked);
  // Without counterexamples to generalization: a lemma against one would go to a level below, which
  // was dealt with, and what was shown of the levels above (see the top of this file) would not
  // hold.
  effort_ = Effort{0, 1};
  BlockedCube lemma = generalize(blocked_, level, 0);
  push_as_far_as_possible(lemma);
  learn(lemma);
  blocked_ = lemma;
  return true;
}

}  // namespace cairn
