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

#include "base/error.h"
#include "engine/unrolled_frames.h"
#include "logic/cnf.h"
#include "sat/sweep.h"

namespace cairn {
namespace {

/// The states of a frame that are not in its interpolant.
class StatesOutside {
 public:
  StatesOutside(const Transition& transition, const Frames& frames, Level level, const Aig& graph,
                Lit interpolant, const Budget& budget)
      : transition_(transition), num_latches_(transition.num_latches()) {
    solver_.set_budget(&budget);
    while (solver_.num_vars() < 1 + num_latches_) solver_.new_var();
    std::vector<Lit> images(graph.size(), kNoLit);
    images[0] = kFalse;
    for (std::uint32_t i = 0; i < num_latches_; ++i) images[1 + i] = Lit(Var{1 + i});
    outside_ = ~load(graph, interpolant, images);
    for (Level l = level; l <= frames.top() + 1; ++l)
      for (const Lemma& lemma : frames.lemmas(l)) exclude(lemma.cube);
    for (const Lemma& lemma : frames.lemmas(kInfinity)) exclude(lemma.cube);
  }

  void exclude(const Cube& cube) {
    std::vector<Lit> clause;
    for (const Lit lit : cube) clause.push_back(~inside(lit));
    solver_.add_clause(clause);
  }

  /// One that is not initial.
  sat::Result find_beyond_initial() {
    std::vector<Lit> differ;
    for (std::uint32_t i = 0; i < num_latches_; ++i) {
      const Lit latch(transition_.latch(i));
      const Lbool initial = transition_.initial(latch);
      if (initial != Lbool::Undef) differ.push_back(inside(latch) ^ (initial == Lbool::True));
    }
    solver_.add_temporary(differ);
    return solver_.solve(std::span(&outside_, 1));
  }
  /// One in the cube.
  sat::Result find_in(const Cube& cube) {
    std::vector<Lit> assumptions{outside_};
    for (const Lit lit : cube) assumptions.push_back(inside(lit));
    return solver_.solve(assumptions);
  }

  /// What was found: every state of this cube will do.
  Cube state() const {
    std::vector<Lit> lits;
    for (std::uint32_t i = 0; i < num_latches_; ++i) {
      const Lbool value = solver_.value(Lit(Var{1 + i}));
      if (value != Lbool::Undef) lits.push_back(Lit(transition_.latch(i), value == Lbool::False));
    }
    return Cube(std::move(lits));
  }

 private:
  Lit inside(Lit latch) const {
    return Lit(Var{1 + transition_.latch_position(latch.var())}, latch.negated());
  }

  /// Defines the cone of `root`; the leaves have their images.
  Lit load(const Aig& graph, Lit root, std::vector<Lit>& images) {
    std::vector<Var> stack{root.var()};
    while (!stack.empty()) {
      const Var var = stack.back();
      if (images[var.index] != kNoLit) {
        stack.pop_back();
        continue;
      }
      const Gate gate = recognize_gate(graph, var);
      bool ready = true;
      for (const Lit operand : gate.used())
        if (images[operand.var().index] == kNoLit) {
          stack.push_back(operand.var());
          ready = false;
        }
      if (!ready) continue;
      stack.pop_back();
      const Lit x = images[var.index] = Lit(solver_.new_var());
      for_each_clause(gate, x, images);
    }
    return images[root.var().index] ^ root.negated();
  }

  void for_each_clause(const Gate& gate, Lit x, const std::vector<Lit>& images) {
    const auto image = [&](Lit lit) { return images[lit.var().index] ^ lit.negated(); };
    const auto define = [&](std::initializer_list<Lit> clause) {
      solver_.add_definition(x.var(), std::span(clause.begin(), clause.size()));
    };
    const Lit a = image(gate.operands[0]), b = image(gate.operands[1]);
    switch (gate.kind) {
      case Gate::Kind::And:
        define({~x, a});
        define({~x, b});
        define({x, ~a, ~b});
        break;
      case Gate::Kind::Xor:
        define({~x, a, b});
        define({~x, ~a, ~b});
        define({x, ~a, b});
        define({x, a, ~b});
        break;
      case Gate::Kind::IfThenElse: {
        const Lit c = image(gate.operands[2]);
        define({~x, ~a, b});
        define({x, ~a, ~b});
        define({~x, a, c});
        define({x, a, ~c});
        break;
      }
    }
  }

  const Transition& transition_;
  const std::uint32_t num_latches_;
  sat::Solver solver_;
  Lit outside_;
};

}  // namespace

ItpSeq::ItpSeq(const BitSystem& system, const ItpSeqConfig& config, const Ic3Config& ic3,
               const Context& context)
    : Ic3(system, ic3, context), sequence_config_(config) {}

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
    sat::Result bad = frame_is_bad();
    if (bad == sat::Result::Unsatisfiable && sequence_.empty()) ++sequence_stats_.saved;
    if (bad == sat::Result::Satisfiable) {
      if (sequence_.empty()) {
        bad = ask_unrolled();
        if (bad == sat::Result::Satisfiable) return Unsafe<BitSystem>{question_->trace()};
        if (bad == sat::Result::Unknown) return stop();
        interpolate();
      }
      if (!strengthen()) return stop();
      bad = frame_is_bad();
      CAIRN_CHECK(bad != sat::Result::Satisfiable);
    }
    if (bad == sat::Result::Unknown) return stop();
    sequence_.clear();
    report_progress();
    if (solver_.proof_layer() == kInfinity) return safe(kInfinity);
    frames_.extend();
    if (const Level closed = propagate(); closed != 0) return safe(closed);
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

void ItpSeq::interpolate() {
  StopWatch watch(sequence_stats_.interpolate_seconds);
  graph_ = Aig();
  std::size_t proof_clauses = 0;
  sequence_ = question_->interpolants(sequence_config_.system, graph_, &proof_clauses);
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

bool ItpSeq::strengthen(Level level) {
  const Lit raw = sequence_[static_cast<std::size_t>(level)];
  if (raw == kTrue) return true;
  const std::uint32_t num_latches = transition_.num_latches();
  const sat::SweptLiteral interpolant =
      sequence_config_.simplify
          ? sat::sweep_literal(graph_, raw, num_latches, {sequence_config_.simplify_seconds, 100},
                               context_.budget, context_.seed)
          : sat::extract_literal(graph_, raw, num_latches);
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
  effort_ = Effort{0, 1};
  BlockedCube lemma = generalize(blocked_, level, 0);
  push_as_far_as_possible(lemma);
  learn(lemma);
  blocked_ = lemma;
  return true;
}

}  // namespace cairn
