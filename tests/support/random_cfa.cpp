// SPDX-License-Identifier: MIT
#include "support/random_cfa.h"

#include <string>

namespace cairn::support {
namespace {

Term random_constant(Terms& terms, Rng& rng, Sort sort) {
  return sort.is_bool() ? terms.boolean(rng.chance(50))
                        : terms.bv(sort.width(), rng.below(1u << sort.width()));
}

/// A variable of any sort, turned into one of `sort`.
Term adapted(Terms& terms, Term term, Sort sort) {
  if (terms.sort(term) == sort) return term;
  if (sort.is_bool()) return terms.distinct(term, terms.bv(terms.sort(term).width(), 0));
  if (terms.sort(term).is_bool())
    return terms.ite(term, terms.bv(sort.width(), 1), terms.bv(sort.width(), 0));
  return terms.resize_unsigned(term, sort.width());
}

Term pick(const Cfa& cfa, Rng& rng, const std::vector<Term>& more) {
  if (!more.empty() && rng.chance(40)) return more[rng.below(more.size())];
  return cfa.variables[rng.below(cfa.variables.size())].term;
}

Term new_input(Cfa& cfa, CfaInput::Kind kind, Sort sort) {
  const Term term = cfa.terms->variable("i" + std::to_string(cfa.inputs.size()), sort);
  cfa.inputs.push_back({term, kind, kNoSite, ""});
  return term;
}

Term random_variable(const Cfa& cfa, Rng& rng) {
  return cfa.variables[rng.below(cfa.variables.size())].term;
}

CommandRef random_assignment(Cfa& cfa, Rng& rng) {
  const Term target = random_variable(cfa, rng);
  const Sort sort = cfa.terms->sort(target);
  if (rng.chance(15)) return assign(target, new_input(cfa, CfaInput::Kind::Uninitialised, sort));
  std::vector<Term> inputs;
  if (rng.chance(20)) inputs.push_back(new_input(cfa, CfaInput::Kind::Nondet, sort));
  const unsigned way = static_cast<unsigned>(rng.below(10));
  if (way < 4) return assign(target, random_constant(*cfa.terms, rng, sort));
  if (way < 6) return assign(target, adapted(*cfa.terms, random_variable(cfa, rng), sort));
  if (way < 7 && !inputs.empty()) return assign(target, inputs[0]);
  Command command;
  command.kind = Command::Kind::Assign;
  command.targets = {target};
  command.values = {random_term(cfa, rng, sort, inputs)};
  const Term second = random_variable(cfa, rng);
  if (second != target && rng.chance(30)) {
    command.targets.push_back(second);
    command.values.push_back(random_term(cfa, rng, cfa.terms->sort(second), inputs));
  }
  return std::make_shared<const Command>(std::move(command));
}

Term random_condition(Cfa& cfa, Rng& rng) {
  Terms& terms = *cfa.terms;
  if (rng.chance(15)) return new_input(cfa, CfaInput::Kind::Choice, Sort::boolean());
  const Term variable = random_variable(cfa, rng);
  if (rng.chance(60))
    return terms.equal(variable, random_constant(terms, rng, terms.sort(variable)));
  std::vector<Term> inputs;
  if (rng.chance(20))
    inputs.push_back(new_input(cfa, CfaInput::Kind::Nondet, terms.sort(variable)));
  return random_term(cfa, rng, Sort::boolean(), inputs);
}

/// Gives `from` its edges.
void add_edges(Cfa& cfa, Rng& rng, std::uint32_t from) {
  const std::uint32_t count = static_cast<std::uint32_t>(cfa.locations.size());
  const auto target = [&]() -> LocationId {
    if (from + 1 < count && rng.chance(55)) return {from + 1};
    return {static_cast<std::uint32_t>(1 + rng.below(count - 1))};  // anything but the initial one
  };
  const unsigned way = static_cast<unsigned>(rng.below(100));
  if (way < 40) {
    cfa.add_edge({from}, target(), random_assignment(cfa, rng));
  } else if (way < 45) {
    cfa.add_edge({from}, target(), skip_command());
  } else if (way < 55) {
    cfa.add_edge({from}, target(), assume(random_condition(cfa, rng)));
  } else if (way < 65) {
    cfa.add_edge({from}, target(), random_command(cfa, rng, 2));
  } else if (way < 97) {
    const Term condition = random_condition(cfa, rng);
    const LocationId then = target();
    const LocationId other = rng.chance(20) ? then : target();
    cfa.add_edge({from}, then, assume(condition));
    CommandRef otherwise = assume(cfa.terms->not_(condition));
    if (rng.chance(20)) otherwise = sequence({otherwise, random_assignment(cfa, rng)});
    cfa.add_edge({from}, other, otherwise);
  }  // the rest are dead ends
}

}  // namespace

Term random_term(const Cfa& cfa, Rng& rng, Sort sort, const std::vector<Term>& more) {
  Terms& terms = *cfa.terms;
  const auto leaf = [&](Sort wanted) {
    return rng.chance(30) ? random_constant(terms, rng, wanted)
                          : adapted(terms, pick(cfa, rng, more), wanted);
  };
  if (!sort.is_bool()) {
    static constexpr Op kOps[] = {Op::BvAdd, Op::BvAnd, Op::BvXor, Op::BvMul};
    if (rng.chance(20)) return terms.ite(leaf(Sort::boolean()), leaf(sort), leaf(sort));
    return terms.make(kOps[rng.below(4)], {leaf(sort), leaf(sort)});
  }
  const Sort word = Sort::bit_vector(2);
  switch (rng.below(5)) {
    case 0:
      return terms.make(Op::BvUlt, {leaf(word), leaf(word)});
    case 1:
      return terms.equal(leaf(word), leaf(word));
    case 2:
      return terms.and_(leaf(sort), leaf(sort));
    case 3:
      return terms.not_(leaf(sort));
    default:
      return terms.xor_(leaf(sort), leaf(sort));
  }
}

CommandRef random_command(Cfa& cfa, Rng& rng, unsigned depth) {
  const unsigned way = static_cast<unsigned>(rng.below(10));
  if (depth == 0 || way < 3) return random_assignment(cfa, rng);
  if (way < 4) return assume(random_condition(cfa, rng));
  if (way < 7) {
    std::vector<CommandRef> parts;
    for (std::uint64_t i = rng.below(4); i > 0; --i)
      parts.push_back(random_command(cfa, rng, depth - 1));
    return sequence(std::move(parts));
  }
  const Term condition = random_condition(cfa, rng);
  CommandRef then = sequence({assume(condition), random_command(cfa, rng, depth - 1)});
  CommandRef other =
      sequence({assume(cfa.terms->not_(condition)), random_command(cfa, rng, depth - 1)});
  return rng.chance(90) ? choice({then, other}) : choice({then});
}

Cfa random_cfa(std::uint64_t seed, const RandomCfaOptions& options) {
  Rng rng(seed);
  Cfa cfa;
  cfa.terms = std::make_shared<Terms>();
  cfa.sites = std::make_shared<const std::vector<SourceSite>>();
  const std::uint64_t variables = 1 + rng.below(options.max_variables);
  for (std::uint64_t i = 0, bits = 0; i < variables && bits < options.max_bits; ++i) {
    const unsigned way = static_cast<unsigned>(rng.below(3));
    const Sort sort =
        way == 0 || bits + 2 > options.max_bits ? Sort::boolean() : Sort::bit_vector(2);
    const std::string name(1, static_cast<char>('a' + i));
    cfa.variables.push_back({cfa.terms->variable(name, sort), name, "", Show::Raw});
    bits += sort.width();
  }
  const std::uint64_t locations = 3 + rng.below(options.max_locations);
  for (std::uint64_t i = 0; i < locations; ++i) cfa.add_location();
  cfa.initial = {0};
  cfa.error = {static_cast<std::uint32_t>(locations - 1)};
  for (std::uint32_t i = 0; i + 1 < locations; ++i) {
    if (i > 1 && rng.chance(12)) {  // a twin
      const std::uint32_t other = 1 + static_cast<std::uint32_t>(rng.below(i - 1));
      const std::vector<CfaEdge> edges = cfa.edges;
      for (const CfaEdge& edge : edges)
        if (edge.source.index == other) cfa.add_edge({i}, edge.target, edge.command);
      continue;
    }
    add_edges(cfa, rng, i);
  }
  return cfa;
}

}  // namespace cairn::support
