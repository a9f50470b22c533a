// SPDX-License-Identifier: MIT
#include "transform/cfa/skips.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "transform/cfa/commands.h"

namespace cairn {
namespace {

/// A command as one condition and what follows.
struct Guarded {
  Term condition;
  SiteId site = kNoSite;
  CommandRef rest;
};

Guarded guarded(Terms& terms, const CommandRef& command) {
  if (command->kind == Command::Kind::Assume)
    return {command->values[0], command->site, skip_command()};
  if (command->kind != Command::Kind::Sequence || is_skip(*command) ||
      command->parts[0]->kind != Command::Kind::Assume)
    return {terms.true_term(), kNoSite, command};
  return {command->parts[0]->values[0], command->parts[0]->site,
          sequence({command->parts.begin() + 1, command->parts.end()})};
}

}  // namespace

bool Skips::transform(Cfa& cfa, std::vector<Fate>& fates) {
  merge_parallel(cfa);
  contract(cfa, fates);
  if (parallel_ + skips_ == 0) return false;
  inputs_ = drop_unread_inputs(cfa);
  return true;
}

void Skips::merge_parallel(Cfa& cfa) {
  CommandNumbers numbers;
  std::map<std::tuple<LocationId, LocationId, std::uint32_t>, std::size_t> first;
  std::vector<CfaEdge> kept;
  std::vector<Guarded> parts;  // by position in `kept`
  std::vector<bool> merged;
  for (CfaEdge& edge : cfa.edges) {
    Guarded part = guarded(*cfa.terms, edge.command);
    const auto key = std::make_tuple(edge.source, edge.target, numbers.of(part.rest));
    const auto [place, fresh] = first.try_emplace(key, kept.size());
    if (fresh) {
      kept.push_back(std::move(edge));
      parts.push_back(std::move(part));
      merged.push_back(false);
      continue;
    }
    Guarded& other = parts[place->second];
    other.condition = cfa.terms->or_(other.condition, part.condition);
    merged[place->second] = true;
    ++parallel_;
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!merged[i]) continue;
    const bool always = cfa.terms->is_true(parts[i].condition);
    kept[i].command = sequence(
        {always ? skip_command() : assume(parts[i].condition, parts[i].site), parts[i].rest});
  }
  cfa.edges = std::move(kept);
}

void Skips::contract(Cfa& cfa, std::vector<Fate>& fates) {
  const auto out = cfa.edges_out();
  std::vector<std::uint32_t> next(cfa.locations.size());
  std::iota(next.begin(), next.end(), 0u);
  for (std::uint32_t i = 0; i < next.size(); ++i) {
    if (LocationId{i} == cfa.initial || cfa.locations[i].cut || out[i].size() != 1) continue;
    const CfaEdge& edge = cfa.edges[out[i][0]];
    if (!is_skip(*edge.command)) continue;
    // Where skips lead in a circle, the one that would close it stays.
    std::uint32_t end = edge.target.index;
    while (next[end] != end) end = next[end];
    if (end == i) continue;
    next[i] = end;
    fates[i] = {Fate::Kind::Inside, 0};
    ++skips_;
  }
  if (skips_ == 0) return;
  for (CfaEdge& edge : cfa.edges)
    while (next[edge.target.index] != edge.target.index)
      edge.target.index = next[edge.target.index];
}

void Skips::visit_counters(const CounterVisitor& visit) const {
  visit("skips.parallel_edges", parallel_);
  visit("skips.locations", skips_);
  visit("skips.inputs", inputs_);
}

}  // namespace cairn
