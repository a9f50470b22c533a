// SPDX-License-Identifier: MIT
#include "support/cfa_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "model/loop_nest.h"

namespace cairn::support {
namespace {

std::uint32_t bits_of(const Terms& terms, Term variable) {
  return terms.sort(variable).width();
}

Value value_of(const Terms& terms, Term variable, std::uint32_t bits) {
  return terms.sort(variable).is_bool() ? Value(bits != 0)
                                        : Value(BitVector(bits_of(terms, variable), bits));
}

std::uint32_t number_of(const Value& value) {
  return value.sort().is_bool() ? value.as_bool() : static_cast<std::uint32_t>(value.bits().low());
}

/// All states that a command leads to.
std::vector<Assignment> successors(const Terms& terms, const Command& command, Assignment state) {
  switch (command.kind) {
    case Command::Kind::Assume:
      if (!evaluate(terms, command.values[0], state).as_bool()) return {};
      return {state};
    case Command::Kind::Assign: {
      Assignment next = state;
      for (std::size_t i = 0; i < command.targets.size(); ++i)
        next.insert_or_assign(command.targets[i], evaluate(terms, command.values[i], state));
      return {next};
    }
    case Command::Kind::Sequence: {
      std::vector<Assignment> now = {std::move(state)};
      for (const CommandRef& part : command.parts) {
        std::vector<Assignment> next;
        for (Assignment& each : now)
          for (Assignment& after : successors(terms, *part, std::move(each)))
            next.push_back(std::move(after));
        now = std::move(next);
      }
      return now;
    }
    case Command::Kind::Choice: {
      std::vector<Assignment> all;
      for (const CommandRef& part : command.parts)
        for (Assignment& after : successors(terms, *part, state)) all.push_back(std::move(after));
      return all;
    }
  }
  return {};
}

void reads(const Command& command, std::vector<Term>& values) {
  values.insert(values.end(), command.values.begin(), command.values.end());
  for (const CommandRef& part : command.parts) reads(*part, values);
}

}  // namespace

CfaOracle::CfaOracle(const Cfa& cfa) : cfa_(cfa), out_(cfa.edges_out()), moves_(cfa.edges.size()) {
  for (const ProgramVariable& variable : cfa.variables)
    states_ <<= bits_of(*cfa.terms, variable.term);
  CAIRN_CHECK(states_ <= 4096);
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) find_moves({i}, out_[i]);
  explore();
}

CfaOracle::State CfaOracle::encode(const Assignment& values) const {
  State state = 0;
  unsigned shift = 0;
  for (const ProgramVariable& variable : cfa_.variables) {
    if (const auto found = values.find(variable.term); found != values.end())
      state |= number_of(found->second) << shift;
    shift += bits_of(*cfa_.terms, variable.term);
  }
  return state;
}

Assignment CfaOracle::decode(State state) const {
  Assignment result;
  for (const ProgramVariable& variable : cfa_.variables) {
    const std::uint32_t width = bits_of(*cfa_.terms, variable.term);
    result.emplace(variable.term,
                   value_of(*cfa_.terms, variable.term, state & ((1u << width) - 1)));
    state >>= width;
  }
  return result;
}

std::vector<Assignment> CfaOracle::input_values(const std::vector<std::uint32_t>& edges) const {
  std::vector<Term> values;
  for (const std::uint32_t edge : edges) reads(*cfa_.edges[edge].command, values);
  const std::vector<Term> read = cfa_.terms->variables_of(values);
  std::vector<Assignment> result = {{}};
  for (const CfaInput& input : cfa_.inputs) {
    if (std::find(read.begin(), read.end(), input.term) == read.end()) continue;
    std::vector<Assignment> more;
    for (const Assignment& each : result)
      for (std::uint32_t v = 0; v < 1u << bits_of(*cfa_.terms, input.term); ++v) {
        more.push_back(each);
        more.back().emplace(input.term, value_of(*cfa_.terms, input.term, v));
      }
    result = std::move(more);
  }
  return result;
}

void CfaOracle::find_moves(LocationId, const std::vector<std::uint32_t>& edges) {
  for (Assignment& inputs : input_values(edges)) {
    for (State from = 0; from < states_; ++from) {
      std::size_t ways = 0;
      for (const std::uint32_t edge : edges) {
        Assignment state = decode(from);
        state.insert(inputs.begin(), inputs.end());
        for (const Assignment& after :
             successors(*cfa_.terms, *cfa_.edges[edge].command, std::move(state))) {
          moves_[edge].push_back({from, encode(after), static_cast<std::uint32_t>(inputs_.size())});
          ++ways;
        }
      }
      if (ways > 1) deterministic_ = false;
    }
    inputs_.push_back(std::move(inputs));
  }
}

void CfaOracle::explore() {
  reached_.assign(cfa_.locations.size(), std::vector<bool>(states_, false));
  const auto arrive = [this](const Arrival& arrival) {
    if (reached_[arrival.location][arrival.state]) return;
    reached_[arrival.location][arrival.state] = true;
    if (arrival.location == cfa_.error.index && !first_error_) first_error_ = arrivals_.size();
    arrivals_.push_back(arrival);
  };
  for (State state = 0; state < states_; ++state) arrive({cfa_.initial.index, state, -1, 0, 0});
  for (std::size_t i = 0; i < arrivals_.size(); ++i)
    for (const std::uint32_t edge : out_[arrivals_[i].location])
      for (const Move& move : moves_[edge])
        if (move.from == arrivals_[i].state)
          arrive({cfa_.edges[edge].target.index, move.to, static_cast<std::int64_t>(i), edge,
                  move.inputs});
}

CfaTrace CfaOracle::trace() const {
  CAIRN_CHECK(first_error_);
  CfaTrace result;
  const Arrival* arrival = &arrivals_[*first_error_];
  for (; arrival->before >= 0; arrival = &arrivals_[static_cast<std::size_t>(arrival->before)])
    result.steps.push_back({arrival->edge, inputs_[arrival->inputs]});
  std::reverse(result.steps.begin(), result.steps.end());
  result.initial = decode(arrival->state);
  return result;
}

std::vector<std::vector<bool>> CfaOracle::close(std::vector<std::vector<bool>> reached) const {
  for (bool grew = true; grew;) {
    grew = false;
    for (std::uint32_t edge = 0; edge < cfa_.edges.size(); ++edge)
      for (const Move& move : moves_[edge]) {
        if (!reached[cfa_.edges[edge].source.index][move.from]) continue;
        auto to = reached[cfa_.edges[edge].target.index][move.to];
        grew |= !to;
        to = true;
      }
  }
  return reached;
}

CfaInvariant CfaOracle::formulas(const std::vector<std::vector<bool>>& reached) const {
  CfaInvariant result;
  Terms& terms = *cfa_.terms;
  for (std::uint32_t i = 0; i < reached.size(); ++i) {
    if (LocationId{i} == cfa_.initial || LocationId{i} == cfa_.error) continue;
    std::vector<Term> cubes;
    for (State state = 0; state < states_; ++state) {
      if (!reached[i][state]) continue;
      std::vector<Term> cube;
      for (const auto& [variable, value] : decode(state))
        cube.push_back(terms.equal(variable, terms.constant(value)));
      std::sort(cube.begin(), cube.end());
      cubes.push_back(terms.and_all(cube));
    }
    result.at.emplace(LocationId{i}, terms.or_all(cubes));
  }
  return result;
}

CfaInvariant CfaOracle::exact_invariant() const {
  return formulas(reached_);
}

CfaInvariant CfaOracle::loose_invariant(Rng& rng) const {
  std::vector<std::vector<bool>> kept = reached_;
  for (unsigned tries = 0; tries < 8; ++tries) {
    std::vector<std::vector<bool>> more = kept;
    const std::size_t location = rng.below(more.size());
    if (LocationId{static_cast<std::uint32_t>(location)} == cfa_.error) continue;
    more[location][rng.below(states_)] = true;
    more = close(std::move(more));
    const auto& errors = more[cfa_.error.index];
    if (std::find(errors.begin(), errors.end(), true) == errors.end()) kept = std::move(more);
  }
  return formulas(kept);
}

CfaInvariant CfaOracle::sparser(CfaInvariant invariant, Rng& rng) const {
  for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i) {
    if (cfa_.locations[i].cut || !rng.chance(60)) continue;
    CfaInvariant fewer = invariant;
    fewer.at.erase({i});
    if (cuts_all_cycles(fewer)) invariant = std::move(fewer);
  }
  return invariant;
}

bool CfaOracle::cuts_all_cycles(const CfaInvariant& invariant) const {
  // Where no run can be, by the formulas, cycles do not matter: what begins at the initial location
  // or at a formula that is not false, and passes no other formula.
  const auto out = cfa_.edges_out();
  std::set<std::uint32_t> open;
  std::vector<std::uint32_t> stack{cfa_.initial.index};
  for (const auto& [location, formula] : invariant.at)
    if (location != cfa_.error && !cfa_.terms->is_false(formula)) stack.push_back(location.index);
  while (!stack.empty()) {
    const std::uint32_t location = stack.back();
    stack.pop_back();
    for (const std::uint32_t edge : out[location]) {
      const LocationId target = cfa_.edges[edge].target;
      if (!invariant.at.contains(target) && open.insert(target.index).second)
        stack.push_back(target.index);
    }
  }
  // Locations without formulas go one by one, from those that no other leads into.
  const auto in = cfa_.edges_in();
  for (bool shrank = true; shrank;) {
    shrank = false;
    for (auto it = open.begin(); it != open.end();) {
      const bool entered = std::any_of(in[*it].begin(), in[*it].end(), [&](std::uint32_t edge) {
        return open.contains(cfa_.edges[edge].source.index);
      });
      shrank |= !entered;
      it = entered ? std::next(it) : open.erase(it);
    }
  }
  return open.empty();
}

std::optional<std::uint32_t> CfaOracle::rounds(LocationId head) const {
  const LoopNest nest = loop_nest(cfa_);
  const std::uint32_t begin = nest.position[head.index], end = nest.order[begin].end;
  const auto is_inside = [&](std::uint32_t location) {
    const std::uint32_t position = nest.position[location];
    return position != LoopNest::kOutside && position >= begin && position < end;
  };
  // What runs do inside the loop: from each of their places there, the most moves to the head.
  using Place = std::pair<std::uint32_t, State>;
  std::map<Place, std::size_t> waits_for;  // successors that are not counted yet
  std::map<Place, std::vector<Place>> before;
  for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i)
    for (State state = 0; state < states_; ++state)
      if (is_inside(i) && reached_[i][state]) waits_for[{i, state}] = 0;
  for (std::uint32_t edge = 0; edge < cfa_.edges.size(); ++edge) {
    const std::uint32_t source = cfa_.edges[edge].source.index;
    const std::uint32_t target = cfa_.edges[edge].target.index;
    if (!is_inside(source) || !is_inside(target)) continue;
    for (const Move& move : moves_[edge]) {
      if (!reached_[source][move.from]) continue;
      before[{target, move.to}].emplace_back(source, move.from);
      ++waits_for[{source, move.from}];
    }
  }
  std::map<Place, std::uint32_t> most;
  std::vector<Place> ready;
  for (const auto& [place, count] : waits_for)
    if (count == 0) ready.push_back(place);
  std::uint32_t result = 0;
  std::size_t done = 0;
  while (!ready.empty()) {
    const Place place = ready.back();
    ready.pop_back();
    ++done;
    result = std::max(result, most[place] + 1);
    for (const Place& from : before[place]) {
      most[from] = std::max(most[from], most[place] + (place.first == head.index ? 1 : 0));
      if (--waits_for[from] == 0) ready.push_back(from);
    }
  }
  if (done != waits_for.size()) return std::nullopt;  // the others are on cycles
  return result;
}

std::string CfaOracle::check(const CfaUnrolling& unrolling) const {
  if (!safe()) return "there is an error";
  for (const LoopNest::Element& element : loop_nest(cfa_).order) {
    if (!element.is_head) continue;
    const auto most = rounds(element.location);
    const auto claimed = unrolling.rounds.find(element.location);
    if (!most) return fmt::format("the loop at {} does not end", element.location.index);
    if (*most > (claimed == unrolling.rounds.end() ? 0 : claimed->second))
      return fmt::format("the loop at {} has {} rounds", element.location.index, *most);
  }
  return {};
}

std::string CfaOracle::check(const CfaInvariant& invariant) const {
  if (invariant.unrolling) return check(*invariant.unrolling);
  for (const auto& [location, formula] : invariant.at)
    for (const Term read : cfa_.terms->variables_of(std::span(&formula, 1)))
      if (std::none_of(cfa_.variables.begin(), cfa_.variables.end(),
                       [read = read](const ProgramVariable& each) { return each.term == read; }))
        return fmt::format("location {}: a formula over something else", location.index);
  if (!cuts_all_cycles(invariant)) return "a cycle is not cut";
  // Where a formula is, exactly its states are reached; elsewhere what comes in.
  const auto has_formula = [&](std::uint32_t i) {
    return invariant.at.contains({i}) && LocationId{i} != cfa_.initial;
  };
  std::vector<std::vector<bool>> claimed(cfa_.locations.size(), std::vector<bool>(states_, false));
  for (State state = 0; state < states_; ++state) {
    const Assignment values = decode(state);
    for (const auto& [location, formula] : invariant.at)
      claimed[location.index][state] = evaluate(*cfa_.terms, formula, values).as_bool();
    if (invariant.at.contains(cfa_.initial) && !claimed[cfa_.initial.index][state])
      return "the initial location's formula is not true";
    claimed[cfa_.initial.index][state] = true;
    if (claimed[cfa_.error.index][state]) return "the error location's formula is not false";
  }
  const std::vector<std::vector<bool>> after = close(claimed);
  for (std::uint32_t i = 0; i < cfa_.locations.size(); ++i)
    if ((has_formula(i) || LocationId{i} == cfa_.error) && after[i] != claimed[i])
      return fmt::format("location {}: not inductive", i);
  return {};
}

}  // namespace cairn::support
