// SPDX-License-Identifier: MIT
//
// Random certificates for random systems, small enough to decide every check by looking at all
// values: the checker must say the same, check by check, and must never accept a certificate for a
// system in which an explicit-state search finds a bad state.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "base/rng.h"
#include "certify/certificate.h"
#include "certify/check_certificate.h"
#include "support/oracle.h"
#include "support/random_system.h"
#include "unit/certify/helpers.h"

namespace cairn {
namespace {

/// One copy of a circuit with concrete values.
class Step {
 public:
  explicit Step(const BitSystem& system) : system_(system), values_(system.aig.size(), false) {}

  void set(Var leaf, bool value) { values_[leaf.index] = value; }
  void evaluate() {
    for (std::uint32_t v = 1; v < system_.aig.size(); ++v)
      if (system_.aig.is_and(Var{v}))
        values_[v] = value(system_.aig.left(Var{v})) && value(system_.aig.right(Var{v}));
  }
  bool value(Lit lit) const { return values_[lit.var().index] != lit.negated(); }
  bool constrained() const {
    return std::all_of(system_.constraints.begin(), system_.constraints.end(),
                       [this](Lit lit) { return value(lit); });
  }
  bool safe() const {
    return std::none_of(system_.bad.begin(), system_.bad.end(),
                        [this](Lit lit) { return value(lit); });
  }
  /// `only`: by variable; latches that don't count are skipped.
  bool reset(const std::vector<bool>& only) const {
    return std::all_of(system_.latches.begin(), system_.latches.end(), [&](const Latch& latch) {
      return !only[latch.var.index] || value(Lit(latch.var)) == value(latch.reset);
    });
  }
  bool leads_to(const Step& next, const std::vector<bool>& only) const {
    return std::all_of(system_.latches.begin(), system_.latches.end(), [&](const Latch& latch) {
      return !only[latch.var.index] || next.value(Lit(latch.var)) == value(latch.next);
    });
  }

 private:
  const BitSystem& system_;
  std::vector<bool> values_;
};

/// The five checks as their formulas say, in the order of the checker; nothing if too many values.
class Reference {
 public:
  Reference(const BitSystem& model, const BitSystem& witness, const Mapping& mapping)
      : model_(model),
        witness_(witness),
        mapping_(mapping),
        model_mapped_(model.aig.size(), false),
        witness_mapped_(witness.aig.size(), false) {
    for (const auto& pair : mapping.pairs) {
      model_mapped_[pair.model.index] = true;
      witness_mapped_[pair.witness.index] = true;
    }
    for (std::uint32_t v = 1; v < model.aig.size(); ++v)
      if (model.aig.is_leaf(Var{v})) model_leaves_.push_back(Var{v});
    for (std::uint32_t v = 1; v < witness.aig.size(); ++v)
      if (witness.aig.is_leaf(Var{v}) && !witness_mapped_[v]) witness_leaves_.push_back(Var{v});
  }

  std::optional<std::array<bool, 5>> run() {
    const std::size_t bits = model_leaves_.size() + witness_leaves_.size();
    if (bits > 7) return std::nullopt;
    const std::vector<bool> all_witness(witness_.aig.size(), true);
    std::array<bool, 5> holds{true, true, true, true, true};
    Step m0(model_), w0(witness_), m1(model_), w1(witness_);
    for (std::uint32_t s = 0; s < (1u << bits); ++s) {
      fill(m0, w0, s);
      const bool c = m0.constrained(), cw = w0.constrained();
      if (m0.reset(model_mapped_) && c && !(w0.reset(witness_mapped_) && cw)) holds[0] = false;
      if (c && cw && w0.safe() && !m0.safe()) holds[2] = false;
      if (w0.reset(all_witness) && cw && !w0.safe()) holds[3] = false;
      if (!cw) continue;
      for (std::uint32_t t = 0; t < (1u << bits); ++t) {
        fill(m1, w1, t);
        if (c && m1.constrained() && m0.leads_to(m1, model_mapped_) &&
            !(w0.leads_to(w1, witness_mapped_) && w1.constrained()))
          holds[1] = false;
        if (w1.constrained() && w0.safe() && !w1.safe() && w0.leads_to(w1, all_witness))
          holds[4] = false;
      }
    }
    return holds;
  }

 private:
  void fill(Step& model, Step& witness, std::uint32_t values) const {
    const auto take = [&] {
      const bool bit = (values & 1) != 0;
      values >>= 1;
      return bit;
    };
    for (const Var leaf : model_leaves_) model.set(leaf, take());
    for (const Var leaf : witness_leaves_) witness.set(leaf, take());
    for (const auto& pair : mapping_.pairs)
      witness.set(pair.witness, model.value(Lit(pair.model)) != pair.opposite);
    model.evaluate();
    witness.evaluate();
  }

  const BitSystem& model_;
  const BitSystem& witness_;
  const Mapping& mapping_;
  std::vector<bool> model_mapped_, witness_mapped_;
  std::vector<Var> model_leaves_, witness_leaves_;
};

std::uint32_t state_number(const BitSystem& system, const Step& step, bool next) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    if (step.value(next ? system.latches[i].next : Lit(system.latches[i].var))) number |= 1u << i;
  return number;
}

/// The states that are reached constrainedly in a step after the first.
std::set<std::uint32_t> later_states(const BitSystem& system) {
  const auto states = 1u << system.latches.size();
  const auto inputs = 1u << system.inputs.size();
  Step step(system);
  const auto enter = [&](std::uint32_t state, std::uint32_t input) {
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      step.set(system.latches[i].var, (state >> i & 1) != 0);
    for (std::size_t i = 0; i < system.inputs.size(); ++i)
      step.set(system.inputs[i], (input >> i & 1) != 0);
    step.evaluate();
  };
  std::set<std::uint32_t> reached;
  const std::vector<bool> all(system.aig.size(), true);
  for (std::uint32_t s = 0; s < states; ++s)
    for (std::uint32_t i = 0; i < inputs; ++i) {
      enter(s, i);
      if (step.reset(all) && step.constrained()) reached.insert(state_number(system, step, true));
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t s : std::set<std::uint32_t>(reached))
      for (std::uint32_t i = 0; i < inputs; ++i) {
        enter(s, i);
        if (step.constrained()) changed |= reached.insert(state_number(system, step, true)).second;
      }
  }
  return reached;
}

/// The strongest invariant with the help of a latch that tells the first step from the others:
/// in it latches have their reset values; in later steps, none of the unreachable states. One
/// conjunct a latch, and one an unreachable state.
BitInvariant strongest_invariant(const BitSystem& system) {
  BitInvariant invariant(system.inputs.size(), system.latches.size(), 1);
  Aig& aig = invariant.aig;
  const Lit first = invariant.auxiliary_latch(0);
  invariant.auxiliary[0] = {kFalse, kTrue};
  std::vector<Lit> map(system.aig.size(), kFalse);
  for (std::size_t i = 0; i < system.inputs.size(); ++i)
    map[system.inputs[i].index] = invariant.input(i);
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    map[system.latches[i].var.index] = invariant.latch(i);
  const auto mapped = [&](Lit lit) { return map[lit.var().index] ^ lit.negated(); };
  for (std::uint32_t v = 1; v < system.aig.size(); ++v)
    if (system.aig.is_and(Var{v}))
      map[v] = aig.and_gate(mapped(system.aig.left(Var{v})), mapped(system.aig.right(Var{v})));
  for (std::size_t i = 0; i < system.latches.size(); ++i)
    invariant.conjuncts.push_back(
        aig.implies(first, aig.equal(invariant.latch(i), mapped(system.latches[i].reset))));
  const std::set<std::uint32_t> reached = later_states(system);
  for (std::uint32_t s = 0; s < (1u << system.latches.size()); ++s) {
    if (reached.contains(s)) continue;
    std::vector<Lit> cube{~first};
    for (std::size_t i = 0; i < system.latches.size(); ++i)
      cube.push_back(invariant.latch(i) ^ ((s >> i & 1) == 0));
    invariant.conjuncts.push_back(~aig.and_all(cube));
  }
  return invariant;
}

support::RandomSystemOptions tiny() {
  support::RandomSystemOptions options;
  options.max_inputs = 1;
  options.max_latches = 3;
  options.max_gates = 8;
  return options;
}

/// Changes one literal somewhere.
class Mutator {
 public:
  explicit Mutator(Rng& rng) : rng_(rng) {}

  void mutate(BitSystem& system) {
    switch (rng_.below(6)) {
      case 0:
        if (!system.latches.empty()) change(system, pick(system.latches).next);
        break;
      case 1:
        if (!system.latches.empty()) change(system, pick(system.latches).reset);
        break;
      case 2:
        if (!system.bad.empty()) change(system, pick(system.bad));
        break;
      case 3:
        if (!system.constraints.empty()) change(system, pick(system.constraints));
        break;
      case 4:
        system.constraints.push_back(any(system));
        break;
      case 5:
        change_gate(system);
        break;
    }
  }

  void mutate(Mapping& mapping) {
    if (mapping.pairs.empty()) return;
    auto& pair = pick(mapping.pairs);
    switch (rng_.below(4)) {
      case 0:
        pair.opposite = !pair.opposite;
        break;
      case 1:
        std::swap(pair.model, pick(mapping.pairs).model);
        break;
      default:
        std::swap(pair, mapping.pairs.back());
        mapping.pairs.pop_back();
        break;
    }
  }

  Mapping random_mapping(const BitSystem& model, const BitSystem& witness) {
    std::vector<Var> from, to;
    for (const Var var : witness.inputs) from.push_back(var);
    for (const Latch& latch : witness.latches) from.push_back(latch.var);
    for (const Var var : model.inputs) to.push_back(var);
    for (const Latch& latch : model.latches) to.push_back(latch.var);
    Mapping mapping;
    while (!from.empty() && !to.empty()) {
      if (!rng_.chance(15))
        mapping.pairs.push_back({take(from), take(to), rng_.chance(20)});
      else
        take(from);
    }
    return mapping;
  }

 private:
  template <class T>
  T& pick(std::vector<T>& items) {
    return items[rng_.below(items.size())];
  }
  template <class T>
  T take(std::vector<T>& items) {
    std::swap(pick(items), items.back());
    const T item = items.back();
    items.pop_back();
    return item;
  }
  Lit any(const BitSystem& system) {
    return Lit(Var{static_cast<std::uint32_t>(rng_.below(system.aig.size()))}, rng_.chance(50));
  }
  void change(const BitSystem& system, Lit& lit) { lit = rng_.chance(40) ? ~lit : any(system); }

  void change_gate(BitSystem& system) {
    Aig changed;
    const auto victim = rng_.below(system.aig.size());
    for (std::uint32_t v = 1; v < system.aig.size(); ++v) {
      if (!system.aig.is_and(Var{v})) {
        changed.add_leaf();
        continue;
      }
      Lit left = system.aig.left(Var{v});
      if (v == victim)
        left = rng_.chance(50)
                   ? ~left
                   : Lit(Var{static_cast<std::uint32_t>(rng_.below(v))}, rng_.chance(50));
      changed.append_and(left, system.aig.right(Var{v}));
    }
    system.aig = changed;
  }

  Rng& rng_;
};

bool has_reset_order(const BitSystem& system) {
  return system.latches.empty() || !reset_order(system).empty();
}

/// Compares the checker with the reference and the search; returns whether it accepted.
bool compare(const BitSystem& model, const BitSystem& witness, const Mapping& mapping) {
  const Judgement judgement = check(model, witness, mapping);
  if (!has_reset_order(witness)) {
    EXPECT_EQ(judgement.outcome(), Outcome::Undecided);
    return false;
  }
  if (const auto expected = Reference(model, witness, mapping).run()) {
    EXPECT_EQ(judgement.checks.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i)
      EXPECT_EQ(judgement.checks[i].outcome, (*expected)[i] ? Outcome::Holds : Outcome::Fails)
          << judgement.checks[i].name;
  }
  const bool accepted = judgement.outcome() == Outcome::Holds;
  EXPECT_TRUE(!accepted || support::explore(model).safe());
  return accepted;
}

TEST(RandomCertificates, OfTheStrongestInvariantAreAcceptedExactlyForSafeSystems) {
  unsigned safe = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed, tiny());
    const bool expected = support::explore(system).safe();
    const BitSystem certificate = make_certificate(system, strongest_invariant(system), {});
    const Mapping mapping =
        read_mapping(reencoded(system, "model"), reencoded(certificate, "cert"));
    EXPECT_EQ(compare(system, certificate, mapping), expected);
    safe += expected ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(safe, 300u);
}

TEST(RandomCertificates, AreAcceptedForEachPropertyThatHolds) {
  unsigned safe = 0;
  for (std::uint64_t seed = 5000; seed < 5500; ++seed) {
    SCOPED_TRACE(seed);
    const BitSystem system = support::random_system(seed, tiny());
    const auto truth = support::explore(system);
    const BitInvariant invariant = strongest_invariant(system);
    for (std::uint32_t i = 0; i < system.bad.size(); ++i) {
      CertificateOptions options;
      options.bad = i;
      const BitSystem certificate = make_certificate(system, invariant, {"", i, {}});
      const bool expected = !truth.distance[i].has_value();
      EXPECT_EQ(check(system, certificate, options).outcome() == Outcome::Holds, expected);
      safe += expected ? 1 : 0;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(safe, 200u);
}

TEST(RandomCertificates, AreNeverAcceptedForUnsafeSystemsWhateverIsMutated) {
  unsigned accepted = 0, rejected = 0;
  for (std::uint64_t seed = 10000; seed < 16000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Mutator mutator(rng);
    BitSystem model = support::random_system(seed, tiny());
    BitInvariant invariant = strongest_invariant(model);
    if (!invariant.conjuncts.empty() && rng.chance(30)) {
      std::swap(invariant.conjuncts.back(),
                invariant.conjuncts[rng.below(invariant.conjuncts.size())]);
      invariant.conjuncts.pop_back();
    }
    BitSystem certificate = make_certificate(model, invariant, {});
    Mapping mapping = read_mapping(reencoded(model, "model"), reencoded(certificate, "cert"));
    for (std::uint64_t n = rng.below(3); n-- > 0;) mutator.mutate(certificate);
    if (rng.chance(40)) mutator.mutate(mapping);
    if (rng.chance(50)) mutator.mutate(model);
    if (!has_reset_order(model)) continue;
    (compare(model, certificate, mapping) ? accepted : rejected) += 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(accepted, 200u);
  EXPECT_GT(rejected, 1000u);
}

TEST(RandomCertificates, OfUnrelatedCircuitsAreNeverAcceptedForUnsafeSystems) {
  unsigned accepted = 0, rejected = 0;
  for (std::uint64_t seed = 20000; seed < 26000; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    const BitSystem model = support::random_system(seed, tiny());
    const BitSystem certificate = support::random_system(seed + 1000000, tiny());
    const Mapping mapping = Mutator(rng).random_mapping(model, certificate);
    (compare(model, certificate, mapping) ? accepted : rejected) += 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(accepted, 10u);
  EXPECT_GT(rejected, 1000u);
}

}  // namespace
}  // namespace cairn
