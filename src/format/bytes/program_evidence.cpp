// SPDX-License-Identifier: MIT
#include "format/bytes/program_evidence.h"

#include "format/bytes/term_bytes.h"

namespace cairn {
namespace {

// A reader's limits, against messages that are small and make something large of it.
constexpr std::uint32_t kMostInduction = 1u << 12;
constexpr std::uint64_t kMostCopies = 20'000'000;  ///< of edges, for a proof over k steps

std::vector<Term> variables_of(const Cfa& cfa) {
  std::vector<Term> variables;
  for (const ProgramVariable& variable : cfa.variables) variables.push_back(variable.term);
  return variables;
}

/// Whatever the bounds are, who checks them has a limit of their own (CfaCheckOptions).
std::optional<CfaUnrolling> read_unrolling(ByteReader& from, const Cfa& cfa) {
  const std::uint8_t present = from.byte();
  from.require(present <= 1);
  if (present == 0 || from.failed()) return std::nullopt;
  CfaUnrolling unrolling;
  const std::size_t count = from.count(8);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint32_t head = from.number(), rounds = from.number();
    from.require(head < cfa.locations.size());
    from.require(unrolling.rounds.emplace(LocationId{head}, rounds).second);
  }
  return unrolling;
}

}  // namespace

void write(ByteWriter& to, const CfaInvariant& invariant, const Cfa& cfa) {
  std::vector<Term> formulas;
  for (const auto& [location, formula] : invariant.at) formulas.push_back(formula);
  to.count(cfa.locations.size());
  to.count(cfa.variables.size());
  const auto positions = write_terms(to, *cfa.terms, formulas, variables_of(cfa));
  to.number(invariant.k);
  to.byte(invariant.unrolling ? 1 : 0);
  if (invariant.unrolling) {
    to.count(invariant.unrolling->rounds.size());
    for (const auto& [head, rounds] : invariant.unrolling->rounds) {
      to.number(head.index);
      to.number(rounds);
    }
  }
  to.count(invariant.at.size());
  for (const auto& [location, formula] : invariant.at) {
    to.number(location.index);
    to.number(positions.at(formula));
  }
}

CfaInvariant read_cfa_invariant(ByteReader& from, const Cfa& cfa) {
  CfaInvariant invariant;
  from.require(from.number() == cfa.locations.size());
  from.require(from.number() == cfa.variables.size());
  const std::vector<Term> nodes = read_terms(from, *cfa.terms, variables_of(cfa));
  invariant.k = from.number();
  from.require(invariant.k >= 1 && invariant.k <= kMostInduction &&
               std::uint64_t{invariant.k} * cfa.edges.size() <= kMostCopies);
  invariant.unrolling = read_unrolling(from, cfa);
  const std::size_t count = from.count(8);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint32_t location = from.number(), position = from.number();
    from.require(location < cfa.locations.size() && position < nodes.size());
    if (from.failed()) break;
    from.require(cfa.terms->sort(nodes[position]).is_bool());
    from.require(invariant.at.emplace(LocationId{location}, nodes[position]).second);
  }
  return invariant;
}

void write(ByteWriter& to, const std::vector<GivenInput>& inputs) {
  to.count(inputs.size());
  for (const GivenInput& input : inputs) {
    to.byte(static_cast<std::uint8_t>(input.kind));
    write(to, input.value);
  }
}

std::vector<GivenInput> read_inputs(ByteReader& from) {
  std::vector<GivenInput> inputs;
  ByteMeter meter(from);
  const std::size_t count = from.count(9);
  for (std::size_t i = 0; i < count && !from.failed(); ++i) {
    const std::uint8_t kind = from.byte();
    from.require(kind <= static_cast<std::uint8_t>(InputKind::Choice));
    meter.charge(ByteMeter::kEntry);
    Value value = read_value(from, meter);
    if (!from.failed()) inputs.push_back({static_cast<InputKind>(kind), std::move(value)});
  }
  return inputs;
}

}  // namespace cairn
