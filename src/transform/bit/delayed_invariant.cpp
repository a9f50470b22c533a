// SPDX-License-Identifier: MIT
#include "transform/bit/delayed_invariant.h"

#include <span>
#include <vector>

#include "logic/cnf.h"
#include "logic/copy.h"
#include "sat/solver.h"

namespace cairn {
namespace {

class Delayed {
 public:
  Delayed(const BitSystem& original, const BitSystem& enlarged, std::uint32_t steps,
          const BitInvariant& invariant)
      : original_(original),
        enlarged_(enlarged),
        steps_(steps),
        given_(invariant),
        block_(1 + original.inputs.size() + original.latches.size()),
        result_(original.inputs.size(), original.latches.size(),
                steps * block_ + 1 + invariant.auxiliary.size()) {}

  BitInvariant build() {
    for (std::uint32_t age = 1; age <= steps_; ++age) {
      define_latches(age);
      require(valid(age + 1), valid(age));
    }
    definition(valid(steps_ + 1)) = {valid(steps_), kFalse};
    for (std::uint32_t age = 0; age <= steps_; ++age) describe(age);
    say_of_the_oldest();
    return std::move(result_);
  }

 private:
  /// Whether the run is that old. That it is older than what is remembered has a bit, too.
  Lit valid(std::uint32_t age) const {
    return age == 0 ? kTrue : result_.auxiliary_latch((age - 1) * block_);
  }
  Lit input(std::size_t i, std::uint32_t age) const {
    return age == 0 ? result_.input(i) : result_.auxiliary_latch((age - 1) * block_ + 1 + i);
  }
  Lit latch(std::size_t i, std::uint32_t age) const {
    return age == 0 ? result_.latch(i)
                    : result_.auxiliary_latch((age - 1) * block_ + 1 + original_.inputs.size() + i);
  }
  /// The auxiliary latch of the given invariant, as old as the oldest step.
  Lit auxiliary(std::size_t i) const { return result_.auxiliary_latch(steps_ * block_ + 1 + i); }
  BitInvariant::AuxiliaryLatch& definition(Lit of) {
    return result_.auxiliary[of.var().index - result_.auxiliary_latch(0).var().index];
  }
  void require(Lit when, Lit then) {
    const Lit conjunct = result_.aig.implies(when, then);
    if (conjunct != kTrue) result_.conjuncts.push_back(conjunct);
  }

  void define_latches(std::uint32_t age) {
    definition(valid(age)) = {valid(age - 1), kFalse};
    for (std::size_t i = 0; i < original_.inputs.size(); ++i)
      definition(input(i, age)) = {input(i, age - 1), kFalse};
    for (std::size_t i = 0; i < original_.latches.size(); ++i)
      definition(latch(i, age)) = {latch(i, age - 1), kFalse};
  }

  /// The step of that age was a step of the system, or its first one.
  void describe(std::uint32_t age) {
    GraphCopier copier(original_.aig, result_.aig);
    for (std::size_t i = 0; i < original_.inputs.size(); ++i)
      copier.set_image(original_.inputs[i], input(i, age));
    for (std::size_t i = 0; i < original_.latches.size(); ++i)
      copier.set_image(original_.latches[i].var, latch(i, age));
    const Lit is_first = result_.aig.and_gate(valid(age), ~valid(age + 1));
    for (std::size_t i = 0; i < original_.latches.size(); ++i) {
      const Latch& of = original_.latches[i];
      if (!of.is_uninitialised())
        require(is_first, result_.aig.equal(latch(i, age), copier.copy(of.reset)));
      if (age > 0) require(valid(age), result_.aig.equal(copier.copy(of.next), latch(i, age - 1)));
    }
    for (const Lit constraint : original_.constraints)
      if (age > 0) require(valid(age), copier.copy(constraint));
  }

  /// What the given invariant says, and that no enlarged bad state was true.
  void say_of_the_oldest() {
    const std::size_t num_inputs = original_.inputs.size();
    GraphCopier first(given_.aig, result_.aig), now(given_.aig, result_.aig),
        bad(enlarged_.aig, result_.aig);
    for (std::size_t i = 0; i < given_.num_inputs; ++i) {
      const Lit image = input(i % num_inputs, steps_ - static_cast<std::uint32_t>(i / num_inputs));
      first.set_image(given_.input(i).var(), image);
      now.set_image(given_.input(i).var(), image);
      bad.set_image(enlarged_.inputs[i], image);
    }
    for (std::size_t i = 0; i < given_.num_latches; ++i) {
      first.set_image(given_.latch(i).var(), latch(i, steps_));
      now.set_image(given_.latch(i).var(), latch(i, steps_));
      bad.set_image(enlarged_.latches[i].var, latch(i, steps_));
    }
    // Before the first step is that old, the invariant's own latches have not begun.
    for (std::size_t i = 0; i < given_.auxiliary.size(); ++i) {
      const Lit leaf = given_.auxiliary_latch(i), reset = given_.auxiliary[i].reset;
      const Lit start = reset == leaf ? auxiliary(i) : first.copy(reset);
      first.set_image(leaf.var(), start);
      now.set_image(leaf.var(), result_.aig.if_then_else(valid(steps_ + 1), auxiliary(i), start));
    }
    for (std::size_t i = 0; i < given_.auxiliary.size(); ++i)
      definition(auxiliary(i)) = {now.copy(given_.auxiliary[i].next), kFalse};
    for (const Lit conjunct : given_.conjuncts) require(valid(steps_), now.copy(conjunct));
    for (const Lit lit : enlarged_.bad) require(valid(steps_), ~bad.copy(lit));
  }

  const BitSystem& original_;
  const BitSystem& enlarged_;
  const std::uint32_t steps_;
  const BitInvariant& given_;
  const std::size_t block_;  // auxiliary latches for an age
  BitInvariant result_;
};

/// One step of a system with the latches of an invariant.
class Preservation {
 public:
  Preservation(const BitSystem& system, const BitInvariant& invariant)
      : system_(system), invariant_(invariant) {}

  /// A step that leads out of it.
  Lit violation() {
    std::vector<Lit> state;
    for (std::size_t i = 0; i < system_.latches.size() + invariant_.auxiliary.size(); ++i)
      state.emplace_back(aig_.add_leaf());
    const Lit before = holds(state);
    const Lit lawful = lawful_;
    const std::vector<Lit> next = std::move(next_);
    const Lit after = holds(next);
    return aig_.and_gate(aig_.and_gate(before, lawful), aig_.and_gate(lawful_, ~after));
  }
  const Aig& aig() const { return aig_; }

 private:
  /// That the invariant holds, and no bad state is true, in a step with new inputs. Makes next_ and
  /// lawful_.
  Lit holds(const std::vector<Lit>& state) {
    GraphCopier logic(system_.aig, aig_), proof(invariant_.aig, aig_);
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      const Lit input(aig_.add_leaf());
      logic.set_image(system_.inputs[i], input);
      proof.set_image(invariant_.input(i).var(), input);
    }
    const std::size_t num_latches = system_.latches.size();
    for (std::size_t i = 0; i < num_latches; ++i) {
      logic.set_image(system_.latches[i].var, state[i]);
      proof.set_image(invariant_.latch(i).var(), state[i]);
    }
    for (std::size_t i = 0; i < invariant_.auxiliary.size(); ++i)
      proof.set_image(invariant_.auxiliary_latch(i).var(), state[num_latches + i]);
    next_.clear();
    for (const Latch& latch : system_.latches) next_.push_back(logic.copy(latch.next));
    for (const auto& latch : invariant_.auxiliary) next_.push_back(proof.copy(latch.next));
    std::vector<Lit> all;
    for (const Lit constraint : system_.constraints) all.push_back(logic.copy(constraint));
    lawful_ = aig_.and_all(all);
    all.clear();
    for (const Lit conjunct : invariant_.conjuncts) all.push_back(proof.copy(conjunct));
    for (const Lit bad : system_.bad) all.push_back(~logic.copy(bad));
    return aig_.and_all(all);
  }

  const BitSystem& system_;
  const BitInvariant& invariant_;
  Aig aig_;
  std::vector<Lit> next_;
  Lit lawful_ = kTrue;
};

}  // namespace

bool is_preserved(const BitSystem& system, const BitInvariant& invariant) {
  constexpr std::uint64_t kConflicts = 100000;
  Preservation step(system, invariant);
  const Lit violation = step.violation();
  if (violation.is_constant()) return violation == kFalse;
  sat::Solver solver;
  CnfEncoder encoder(step.aig());
  const auto literal = [&](int dimacs) {
    const auto var = static_cast<std::uint32_t>(dimacs < 0 ? -dimacs : dimacs);
    while (solver.num_vars() <= var) solver.new_var();
    return Lit(Var{var}, dimacs < 0);
  };
  const int root = encoder.literal(violation, [&](std::span<const int> clause) {
    std::vector<Lit> lits;
    for (const int dimacs : clause) lits.push_back(literal(dimacs));
    solver.add_clause(lits);
  });
  const Lit assumption = literal(root);
  solver.set_conflict_limit(kConflicts);
  return solver.solve(std::span(&assumption, 1)) == sat::Result::Unsatisfiable;
}

BitInvariant delayed_invariant(const BitSystem& original, const BitSystem& enlarged,
                               std::uint32_t steps, const BitInvariant& invariant) {
  return Delayed(original, enlarged, steps, invariant).build();
}

}  // namespace cairn
