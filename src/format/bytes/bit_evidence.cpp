// SPDX-License-Identifier: MIT
#include "format/bytes/bit_evidence.h"

#include "base/error.h"

namespace cairn {
namespace {

/// Of a trace of a system without inputs.
constexpr std::uint32_t kMostEmptySteps = 10'000'000;

/// Whether the auxiliary latches can be set one after the other in the first step.
bool has_first_step(const BitInvariant& invariant) {
  if (invariant.auxiliary.empty()) return true;
  BitSystem history;
  history.aig = invariant.aig;
  for (std::size_t i = 0; i < invariant.num_inputs; ++i)
    history.inputs.push_back(invariant.input(i).var());
  for (std::size_t i = 0; i < invariant.num_latches; ++i)
    history.inputs.push_back(invariant.latch(i).var());
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
  const std::uint32_t leaves = invariant.num_inputs + invariant.num_latches +
                               static_cast<std::uint32_t>(invariant.auxiliary.size());
  to.count(invariant.num_inputs);
  to.count(invariant.num_latches);
  to.count(invariant.auxiliary.size());
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
}

BitInvariant read_bit_invariant(ByteReader& from, const BitSystem& system) {
  const std::uint32_t inputs = from.number(), latches = from.number();
  from.require(inputs == system.inputs.size() && latches == system.latches.size());
  const std::size_t auxiliary = from.count(8), ands = from.count(8);
  if (from.failed()) return {};
  BitInvariant invariant(inputs, latches, auxiliary);
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
  return trace;
}

}  // namespace cairn
