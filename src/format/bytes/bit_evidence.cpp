// SPDX-License-Identifier: MIT
#include "format/bytes/bit_evidence.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

/// Of a trace of a system without inputs.
constexpr std::uint32_t kMostEmptySteps = 10'000'000;

/// Whether more than a ranking's signals depend on the second state.
bool reads_later(const BitInvariant& invariant) {
  const Aig& aig = invariant.aig;
  std::vector<bool> later(aig.size(), false);
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    later[invariant.later_latch(i).var().index] = true;
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    later[invariant.later_auxiliary_latch(i).var().index] = true;
  for (std::uint32_t v = 1; v < aig.size(); ++v)
    if (aig.is_and(Var{v}) &&
        (later[aig.left(Var{v}).var().index] || later[aig.right(Var{v}).var().index]))
      later[v] = true;
  const auto is_later = [&](Lit lit) { return later[lit.var().index]; };
  for (const auto& [next, reset] : invariant.auxiliary)
    if (is_later(next) || is_later(reset)) return true;
  return std::any_of(invariant.conjuncts.begin(), invariant.conjuncts.end(), is_later);
}

/// Whether the auxiliary latches can be set one after the other in the first step.
bool has_first_step(const BitInvariant& invariant) {
  if (invariant.auxiliary.empty()) return true;
  BitSystem history;
  history.aig = invariant.aig;
  for (std::size_t i = 0; i < invariant.num_inputs; ++i)
    history.inputs.push_back(invariant.input(i).var());
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    history.inputs.push_back(invariant.latch(i).var());
  if (invariant.has_later && reads_later(invariant)) return false;
  for (std::size_t i = 0; invariant.has_later && i < invariant.num_latches; ++i)
    history.inputs.push_back(invariant.later_latch(i).var());
  for (std::size_t i = 0; invariant.has_later && i < invariant.auxiliary.size(); ++i)
    history.inputs.push_back(invariant.later_auxiliary_latch(i).var());
  for (std::size_t i = 0; i < invariant.auxiliary.size(); ++i)
    history.latches.push_back({invariant.auxiliary_latch(i).var(), invariant.auxiliary[i].next,
                               invariant.auxiliary[i].reset});
  return !reset_order(history).empty();
}

void write(ByteWriter& to, const std::vector<Lbool>& values) {
  for (const Lbool value : values)
    to.byte(value == Lbool::False ? 0 : value == Lbool::True ? 1 : 2);
}

std::vector<Lbool> read_values(ByteReader& from, std::size_t count) {
  std::vector<Lbool> values;
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t value = from.byte();
    from.require(value <= 2);
    values.push_back(value == 2 ? Lbool::Undef : to_lbool(value == 1));
  }
  return values;
}

}  // namespace

void write(ByteWriter& to, const BitInvariant& invariant) {
  const Aig& aig = invariant.aig;
  const auto leaves = static_cast<std::uint32_t>(invariant.num_leaves());
  to.count(invariant.num_inputs);
  to.count(invariant.num_latches);
  to.count(invariant.auxiliary.size());
  to.byte(invariant.has_later ? 1 : 0);
  to.count(aig.num_ands());
  for (std::uint32_t v = 1 + leaves; v < aig.size(); ++v) {
    CAIRN_CHECK(aig.is_and(Var{v}));
    to.number(aig.left(Var{v}).code());
    to.number(aig.right(Var{v}).code());
  }
  for (const auto& [next, reset] : invariant.auxiliary) {
    to.number(next.code());
    to.number(reset.code());
  }
  to.count(invariant.conjuncts.size());
  for (const Lit conjunct : invariant.conjuncts) to.number(conjunct.code());
  to.byte(invariant.ranking ? 1 : 0);
  if (!invariant.ranking) return;
  to.number(invariant.ranking->justice);
  to.count(invariant.ranking->signals.size());
  for (const Lit signal : invariant.ranking->signals) to.number(signal.code());
}

namespace {

/// A ranking of the system's shape.
BitInvariant::Ranking read_ranking(ByteReader& from, const BitInvariant& invariant,
                                   const BitSystem& system) {
  BitInvariant::Ranking ranking;
  ranking.justice = from.number();
  from.require(invariant.has_later && ranking.justice < system.justice.size());
  const std::size_t signals = from.count(4);
  if (from.failed()) return ranking;
  from.require(signals == system.fairness.size() + system.justice[ranking.justice].size());
  for (std::size_t i = 0; i < signals && !from.failed(); ++i)
    ranking.signals.push_back(from.literal(invariant.aig.size()));
  return ranking;
}

}  // namespace

BitInvariant read_bit_invariant(ByteReader& from, const BitSystem& system) {
  const std::uint32_t inputs = from.number(), latches = from.number();
  from.require(inputs == system.inputs.size() && latches == system.latches.size());
  const std::size_t auxiliary = from.count(8);
  const std::uint8_t two_states = from.byte();
  from.require(two_states <= 1);
  const std::size_t ands = from.count(8);
  if (from.failed()) return {};
  using States = BitInvariant::States;
  BitInvariant invariant(inputs, latches, auxiliary, two_states == 1 ? States::Two : States::One);
  for (std::size_t i = 0; i < ands && !from.failed(); ++i) {
    const Lit left = from.literal(invariant.aig.size());
    const Lit right = from.literal(invariant.aig.size());
    invariant.aig.append_and(left, right);
  }
  for (auto& [next, reset] : invariant.auxiliary) {
    next = from.literal(invariant.aig.size());
    reset = from.literal(invariant.aig.size());
  }
  const std::size_t conjuncts = from.count(4);
  for (std::size_t i = 0; i < conjuncts; ++i)
    invariant.conjuncts.push_back(from.literal(invariant.aig.size()));
  if (from.byte() == 1) invariant.ranking = read_ranking(from, invariant, system);
  if (!from.failed()) from.require(has_first_step(invariant));
  return invariant;
}

void write(ByteWriter& to, const BitTrace& trace) {
  to.count(trace.initial.size());
  to.count(trace.inputs.empty() ? 0 : trace.inputs.front().size());
  to.count(trace.inputs.size());
  write(to, trace.initial);
  for (const auto& step : trace.inputs) write(to, step);
  to.count(trace.bad.size());
  for (const std::uint32_t bad : trace.bad) to.number(bad);
  to.count(trace.justice.size());
  for (const std::uint32_t justice : trace.justice) to.number(justice);
  to.number(static_cast<std::uint32_t>(trace.loop_start + 1));
}

BitTrace read_bit_trace(ByteReader& from, const BitSystem& system) {
  BitTrace trace;
  const std::uint32_t latches = from.number(), inputs = from.number(), steps = from.number();
  from.require(inputs == system.inputs.size() && latches == system.latches.size() && steps > 0);
  trace.initial = read_values(from, latches);
  for (std::uint32_t i = 0; i < steps && !from.failed(); ++i) {
    // Steps of a system without inputs take no bytes; that is no reason to make room for any
    // number.
    from.require(inputs > 0 || steps <= kMostEmptySteps);
    trace.inputs.push_back(read_values(from, inputs));
  }
  const std::size_t bad = from.count(4);
  for (std::size_t i = 0; i < bad; ++i) {
    trace.bad.push_back(from.number());
    from.require(trace.bad.back() < system.bad.size());
  }
  const std::size_t justice = from.count(4);
  for (std::size_t i = 0; i < justice; ++i) {
    trace.justice.push_back(from.number());
    from.require(trace.justice.back() < system.justice.size());
  }
  trace.loop_start = std::int64_t{from.number()} - 1;
  from.require(trace.loop_start < std::int64_t{steps});
  return trace;
}

}  // namespace cairn
