// SPDX-License-Identifier: MIT
#include "transform/cfa/cfa_pass.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {
namespace {

/// Renumbers the locations that stay; says in `fates` where they are.
void compact(Cfa& cfa, std::vector<Fate>& fates) {
  std::vector<std::uint32_t> place(cfa.locations.size(), 0);
  std::vector<CfaLocation> locations;
  const auto stays = [&fates](std::uint32_t location) {
    return fates[location] == Fate{Fate::Kind::Kept, location};
  };
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    if (!stays(i)) continue;
    place[i] = static_cast<std::uint32_t>(locations.size());
    locations.push_back(std::move(cfa.locations[i]));
  }
  std::erase_if(cfa.edges, [&stays](const CfaEdge& edge) {
    return !stays(edge.source.index) || !stays(edge.target.index);
  });
  for (CfaEdge& edge : cfa.edges) {
    edge.source.index = place[edge.source.index];
    edge.target.index = place[edge.target.index];
  }
  CAIRN_CHECK(stays(cfa.initial.index) && stays(cfa.error.index));
  cfa.initial.index = place[cfa.initial.index];
  cfa.error.index = place[cfa.error.index];
  cfa.locations = std::move(locations);
  for (Fate& fate : fates)
    if (fate.kind == Fate::Kind::Kept) fate.place = place[fate.place];
}

/// Finds a run of the old automaton beside one of the new one.
class Replay {
 public:
  Replay(const Cfa& cfa, const std::vector<Fate>& fates, const std::vector<std::uint32_t>& goals,
         const CfaTrace& trace)
      : cfa_(cfa), fates_(fates), goals_(goals), trace_(trace), out_(cfa.edges_out()) {}

  CfaTrace run() {
    CfaTrace result;
    result.initial = trace_.initial;
    std::vector<Place> open = {{cfa_.initial.index, 0, 0, trace_.initial}};
    while (!open.empty()) {
      Place place = std::move(open.back());
      open.pop_back();
      result.steps.resize(place.length);
      if (place.last.edge != kNoEdge) result.steps.push_back(std::move(place.last));
      if (place.step == goals_.size()) return result;
      place.length = result.steps.size();
      expand(place, open);
    }
    CAIRN_CHECK(!"a trace that the old automaton does not have");
    return result;
  }

 private:
  static constexpr std::uint32_t kNoEdge = 0xFFFFFFFFu;

  struct Place {
    std::uint32_t location;
    std::size_t step;    // of the new trace, under way
    std::size_t length;  // of the old one, without `last`
    Assignment state;
    CfaTrace::Step last = {kNoEdge, {}};
  };

  /// Adds the places that edges lead to, such that the first edge is tried first.
  void expand(const Place& from, std::vector<Place>& open) {
    const std::vector<std::uint32_t>& edges = out_[from.location];
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
      const std::uint32_t target = cfa_.edges[*edge].target.index;
      const Fate& fate = fates_[target];
      const bool arrives = fate == Fate{Fate::Kind::Kept, goals_[from.step]};
      if (!arrives && fate.kind != Fate::Kind::Inside) continue;
      CfaTrace::Step step{*edge, inputs_of(*edge, trace_.steps[from.step].inputs)};
      Assignment state = from.state;
      if (!execute(*cfa_.terms, *cfa_.edges[*edge].command, step.inputs, state)) continue;
      open.push_back(
          {target, from.step + (arrives ? 1 : 0), from.length, std::move(state), std::move(step)});
    }
  }

  Assignment inputs_of(std::uint32_t edge, const Assignment& inputs) const {
    Assignment result;
    if (inputs.empty()) return result;
    std::vector<Term> values;
    collect(*cfa_.edges[edge].command, values);
    for (const Term read : cfa_.terms->variables_of(values))
      if (const auto found = inputs.find(read); found != inputs.end()) result.insert(*found);
    return result;
  }
  static void collect(const Command& command, std::vector<Term>& values) {
    values.insert(values.end(), command.values.begin(), command.values.end());
    for (const CommandRef& part : command.parts) collect(*part, values);
  }

  const Cfa& cfa_;
  const std::vector<Fate>& fates_;
  const std::vector<std::uint32_t>& goals_;  // by step of the new trace: where it arrives
  const CfaTrace& trace_;
  const std::vector<std::vector<std::uint32_t>> out_;
};

}  // namespace

Cfa CfaPass::apply(Cfa cfa) {
  old_ = cfa;
  fates_.resize(cfa.locations.size());
  for (std::uint32_t i = 0; i < fates_.size(); ++i) fates_[i].place = i;
  changed_ = transform(cfa, fates_);
  compact(cfa, fates_);
  edge_targets_.clear();
  for (const CfaEdge& edge : cfa.edges) edge_targets_.push_back(edge.target.index);
  return cfa;
}

CfaInvariant CfaPass::restore_invariant(CfaInvariant invariant) const {
  CAIRN_CHECK(!invariant.unrolling);  // bounds of other loops (run/program/check.cpp)
  CfaInvariant result;
  result.k = invariant.k;
  for (std::uint32_t i = 0; i < fates_.size(); ++i) {
    switch (fates_[i].kind) {
      case Fate::Kind::Kept:
        if (const auto found = invariant.at.find({fates_[i].place}); found != invariant.at.end())
          result.at.emplace(LocationId{i}, restore_formula({i}, found->second));
        break;
      case Fate::Kind::Inside:
        break;
      case Fate::Kind::Unreachable:
        result.at.emplace(LocationId{i}, old_.terms->false_term());
        break;
      case Fate::Kind::Idle:
        result.at.emplace(LocationId{i}, old_.terms->true_term());
        break;
    }
  }
  return result;
}

CfaTrace CfaPass::restore_trace(CfaTrace trace) const {
  std::vector<std::uint32_t> goals;
  goals.reserve(trace.steps.size());
  for (const CfaTrace::Step& step : trace.steps) goals.push_back(edge_targets_[step.edge]);
  return Replay(old_, fates_, goals, trace).run();
}

}  // namespace cairn
