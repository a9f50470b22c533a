// SPDX-License-Identifier: MIT
#include "model/attach_monitor.h"

#include <fmt/format.h>

#include "base/error.h"

namespace cairn {
namespace {

/// `values` has those of the leaves.
template <class Value, class And, class Not>
AttachedMonitor<Value> finish_attached(const temporal::Monitor& monitor, std::vector<Value>& values,
                                       And&& conjunction, Not&& negation) {
  const Aig& aig = monitor.aig;
  const auto value = [&](Lit lit) {
    return lit.negated() ? negation(values[lit.var().index]) : values[lit.var().index];
  };
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_and(Var{v}))
      values[v] = conjunction(value(aig.left(Var{v})), value(aig.right(Var{v})));
  AttachedMonitor<Value> attached;
  attached.is_safety = monitor.is_safety;
  attached.bad = value(monitor.bad);
  for (const Lit lit : monitor.justice) attached.justice.push_back(value(lit));
  return attached;
}

}  // namespace

AttachedMonitor<Term> attach_monitor(const temporal::Monitor& monitor, WordSystem& system,
                                     std::span<const Term> atoms, const std::string& prefix) {
  Terms& terms = *system.terms;
  CAIRN_CHECK(atoms.size() == monitor.atoms.size());
  // Booleans as BTOR2 has them.
  const Sort bit = Sort::bit_vector(1);
  const Term one = terms.bv(1, 1);
  std::vector<Term> values(monitor.aig.size(), terms.false_term());
  for (std::size_t i = 0; i < atoms.size(); ++i) values[monitor.atoms[i].index] = atoms[i];
  for (std::size_t i = 0; i < monitor.guesses.size(); ++i) {
    const Term input = terms.variable(fmt::format("{}.guess{}", prefix, i), bit);
    system.inputs.push_back(input);
    values[monitor.guesses[i].index] = terms.equal(input, one);
  }
  const std::size_t first_state = system.states.size();
  for (std::size_t i = 0; i < monitor.latches.size(); ++i) {
    const temporal::Monitor::Latch& latch = monitor.latches[i];
    const Term state = terms.variable(fmt::format("{}.state{}", prefix, i), bit);
    system.states.push_back({state, terms.bv(1, latch.initial ? 1 : 0), kNoTerm});
    values[latch.var.index] = terms.equal(state, one);
  }
  const auto negation = [&](Term a) { return terms.not_(a); };
  auto attached = finish_attached(
      monitor, values, [&](Term a, Term b) { return terms.and_(a, b); }, negation);
  for (std::size_t i = 0; i < monitor.latches.size(); ++i) {
    const Lit next = monitor.latches[i].next;
    const Term term = values[next.var().index];
    system.states[first_state + i].next =
        terms.ite(next.negated() ? negation(term) : term, one, terms.bv(1, 0));
  }
  return attached;
}

AttachedMonitor<Lit> attach_monitor(const temporal::Monitor& monitor, BitSystem& system,
                                    std::span<const Lit> atoms, const std::string& prefix) {
  CAIRN_CHECK(atoms.size() == monitor.atoms.size());
  std::vector<Lit> values(monitor.aig.size(), kFalse);
  for (std::size_t i = 0; i < atoms.size(); ++i) values[monitor.atoms[i].index] = atoms[i];
  for (std::size_t i = 0; i < monitor.guesses.size(); ++i)
    values[monitor.guesses[i].index] = system.add_input(fmt::format("{}.guess{}", prefix, i));
  for (std::size_t i = 0; i < monitor.latches.size(); ++i)
    values[monitor.latches[i].var.index] = system.add_latch(
        fmt::format("{}.state{}", prefix, i), monitor.latches[i].initial ? kTrue : kFalse);
  const auto attached = finish_attached(
      monitor, values, [&](Lit a, Lit b) { return system.aig.and_gate(a, b); },
      [](Lit a) { return ~a; });
  for (const temporal::Monitor::Latch& latch : monitor.latches)
    system.set_next(values[latch.var.index], latch.next.negated() ? ~values[latch.next.var().index]
                                                                  : values[latch.next.var().index]);
  return attached;
}

void add_specification(TemporalSpecification made, WordModel& model, TemporalModel& temporal) {
  if (!made.formula || made.bad || !made.refused.empty()) {
    temporal.specifications.push_back(std::move(made));
    return;
  }
  // Formulas that are equal are the same one. An invariant is about other runs.
  using Kind = TemporalSpecification::Kind;
  for (const TemporalSpecification& other : temporal.specifications)
    if (other.formula == made.formula && other.kind != Kind::Invariant && other.refused.empty()) {
      made.bad = other.bad;
      made.bad_is_exact = other.bad_is_exact;
      made.justice = other.justice;
      temporal.specifications.push_back(std::move(made));
      return;
    }
  const std::string prefix = fmt::format("SPEC{}", temporal.specifications.size());
  const temporal::Monitor monitor =
      temporal::monitor_of(temporal.formulas, *made.formula, temporal.atoms.size());
  const auto attached = attach_monitor(monitor, model.system, temporal.atoms, prefix);
  const auto add_justice = [&](std::vector<Term> set) {
    made.justice = static_cast<std::uint32_t>(model.justice.size());
    model.justice.push_back(std::move(set));
  };
  if (attached.is_safety) {
    made.bad = static_cast<std::uint32_t>(model.system.bad.size());
    made.bad_is_exact = model.fairness.empty() && temporal.is_total;
    model.system.bad.push_back(attached.bad);
    if (!made.bad_is_exact) {
      // The bad prefix has to be one of a run that never ends and is fair.
      Terms& terms = *model.system.terms;
      const Term one = terms.bv(1, 1);
      const Term seen = terms.variable(prefix + ".seen", Sort::bit_vector(1));
      const Term now = terms.or_(terms.equal(seen, one), attached.bad);
      model.system.states.push_back({seen, terms.bv(1, 0), terms.ite(now, one, terms.bv(1, 0))});
      add_justice({now});
    }
  } else {
    add_justice(attached.justice);
  }
  temporal.specifications.push_back(std::move(made));
}

}  // namespace cairn
