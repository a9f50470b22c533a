// SPDX-License-Identifier: MIT
//
// Sequences are regular expressions with two kinds of concatenation: R1 ##1 R2 puts one word behind
// the other, R1 ##0 R2 lets them share a letter. Everything else is defined by these, as in annex
// F.4 of IEEE 1800-2017:
//
//   ##[m:n] R             1[*m:n] ##1 R               R1 ##[m:n] R2   R1 ##1 1[*m-1:n-1] ##1 R2
//   b[->n]                (!b[*0:$] ##1 b)[*n]        b[=n]           b[->n] ##1 !b[*0:$]
//   b throughout R        (b[*0:$]) intersect R       R1 within R2    (1[*] ##1 R1 ##1 1[*])
//   intersect R2 R1 and R2             ((R1 ##1 1[*]) intersect R2) or (R1 intersect (R2 ##1 1[*]))
#include "input/verilog/sequence.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace cairn::verilog {
namespace {

constexpr std::size_t kMostStates = 3'000, kMostEdges = 60'000;

Guard both(const Guard& a, const Guard& b) {
  Guard result;
  std::ranges::set_union(a, b, std::back_inserter(result));
  return result;
}

std::uint32_t add_state(Sequence& sequence, bool accepting = false) {
  if (sequence.edges.size() >= kMostStates) throw TooLarge("the sequence has too many states");
  sequence.edges.emplace_back();
  sequence.accepting.push_back(accepting);
  return static_cast<std::uint32_t>(sequence.edges.size() - 1);
}

/// Drops what no match uses, and edges that are there twice.
Sequence trimmed(const Sequence& sequence) {
  const std::size_t count = sequence.edges.size();
  std::vector<std::vector<std::uint32_t>> back(count);
  std::size_t edges = 0;
  for (std::uint32_t from = 0; from < count; ++from)
    for (const Sequence::Edge& edge : sequence.edges[from]) {
      back[edge.to].push_back(from);
      if (++edges > kMostEdges) throw TooLarge("the sequence has too many transitions");
    }
  const auto close = [count](std::vector<std::uint32_t> work, const auto& successors) {
    std::vector<bool> seen(count, false);
    for (const std::uint32_t state : work) seen[state] = true;
    while (!work.empty()) {
      const std::uint32_t state = work.back();
      work.pop_back();
      for (const std::uint32_t next : successors(state))
        if (!seen[next]) {
          seen[next] = true;
          work.push_back(next);
        }
    }
    return seen;
  };
  const auto forward = close({0}, [&](std::uint32_t state) {
    std::vector<std::uint32_t> next;
    for (const Sequence::Edge& edge : sequence.edges[state]) next.push_back(edge.to);
    return next;
  });
  std::vector<std::uint32_t> ends;
  for (std::uint32_t state = 1; state < count; ++state)
    if (sequence.accepting[state]) ends.push_back(state);
  const auto useful = close(ends, [&](std::uint32_t state) { return back[state]; });

  Sequence result;
  result.empty = sequence.empty;
  std::vector<std::uint32_t> number(count, 0);
  add_state(result);
  for (std::uint32_t state = 1; state < count; ++state)
    if (forward[state] && useful[state])
      number[state] = add_state(result, sequence.accepting[state]);
  for (std::uint32_t state = 0; state < count; ++state) {
    if (state != 0 && number[state] == 0) continue;
    auto& out = result.edges[number[state]];
    for (const Sequence::Edge& edge : sequence.edges[state])
      if (number[edge.to] != 0) out.push_back({edge.guard, number[edge.to]});
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  return result;
}

Sequence letter(Guard guard) {
  Sequence result;
  add_state(result);
  const std::uint32_t end = add_state(result, true);
  result.edges[0].push_back({std::move(guard), end});
  return result;
}

Sequence empty_word() {
  Sequence result;
  add_state(result);
  result.empty = true;
  return result;
}

/// Copies the states of `other` but its first; where they are now (its first: at `first`).
std::vector<std::uint32_t> append(Sequence& sequence, const Sequence& other, std::uint32_t first) {
  std::vector<std::uint32_t> place(other.edges.size(), first);
  for (std::uint32_t state = 1; state < other.edges.size(); ++state)
    place[state] = add_state(sequence, other.accepting[state]);
  for (std::uint32_t state = 1; state < other.edges.size(); ++state)
    for (const Sequence::Edge& edge : other.edges[state])
      sequence.edges[place[state]].push_back({edge.guard, place[edge.to]});
  return place;
}

Sequence either(const Sequence& a, const Sequence& b) {
  Sequence result = a;
  result.empty = a.empty || b.empty;
  const auto place = append(result, b, 0);
  for (const Sequence::Edge& edge : b.edges[0])
    result.edges[0].push_back({edge.guard, place[edge.to]});
  return trimmed(result);
}

/// One word behind the other.
Sequence concatenation(const Sequence& a, const Sequence& b) {
  Sequence result = a;
  result.empty = a.empty && b.empty;
  const auto place = append(result, b, 0);
  for (std::uint32_t state = 0; state < a.edges.size(); ++state) {
    if (state == 0 ? !a.empty : !a.accepting[state]) continue;
    for (const Sequence::Edge& edge : b.edges[0])
      result.edges[state].push_back({edge.guard, place[edge.to]});
    if (state != 0) result.accepting[state] = b.empty;
  }
  return trimmed(result);
}

/// The last letter of one word is the first of the other.
Sequence fusion(const Sequence& a, const Sequence& b) {
  Sequence result = a;
  result.empty = false;
  const auto place = append(result, b, 0);
  for (std::uint32_t state = 0; state < a.edges.size(); ++state)
    for (const Sequence::Edge& last : a.edges[state])
      if (a.accepting[last.to])
        for (const Sequence::Edge& first : b.edges[0])
          result.edges[state].push_back({both(last.guard, first.guard), place[first.to]});
  for (std::uint32_t state = 1; state < a.edges.size(); ++state) result.accepting[state] = false;
  return trimmed(result);
}

/// Any number of words, one at least.
Sequence plus(const Sequence& a) {
  Sequence result = a;
  for (std::uint32_t state = 1; state < a.edges.size(); ++state)
    if (a.accepting[state])
      for (const Sequence::Edge& edge : a.edges[0]) result.edges[state].push_back(edge);
  return trimmed(result);
}

Sequence star(const Sequence& a) {
  Sequence result = plus(a);
  result.empty = true;
  return result;
}

Sequence repetition(const Sequence& a, std::uint32_t low, std::uint32_t high, bool unbounded) {
  Sequence result = empty_word();
  for (std::uint32_t i = 0; i < low; ++i) result = concatenation(result, a);
  if (unbounded) return concatenation(result, star(a));
  // (a (a (a ...)?)?)? behind it.
  Sequence rest = empty_word();
  for (std::uint32_t i = low; i < high; ++i) {
    rest = concatenation(a, rest);
    rest.empty = true;
  }
  return concatenation(result, rest);
}

Sequence intersection(const Sequence& a, const Sequence& b) {
  Sequence result;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> work;
  const auto state_of = [&](std::uint32_t left, std::uint32_t right) {
    const auto [found, fresh] = known.try_emplace({left, right}, 0);
    if (fresh) {
      found->second = add_state(result, a.accepting[left] && b.accepting[right]);
      work.emplace_back(left, right);
    }
    return found->second;
  };
  state_of(0, 0);
  std::size_t count = 0;
  while (!work.empty()) {
    const auto [left, right] = work.back();
    work.pop_back();
    const std::uint32_t from = known.at({left, right});
    for (const Sequence::Edge& x : a.edges[left])
      for (const Sequence::Edge& y : b.edges[right]) {
        const std::uint32_t to = state_of(x.to, y.to);
        result.edges[from].push_back({both(x.guard, y.guard), to});
        if (++count > kMostEdges) throw TooLarge("the sequence has too many transitions");
      }
  }
  result.empty = a.empty && b.empty;
  return trimmed(result);
}

/// Matches that no shorter match precedes. The automaton is made deterministic: each set of states
/// splits on the literals of its edges, and ends where one of them accepts.
Sequence first_match(const Sequence& a) {
  if (a.empty) return empty_word();
  using States = std::vector<std::uint32_t>;
  Sequence result;
  std::map<States, std::uint32_t> known;
  std::vector<States> work;
  const auto state_of = [&](const States& states) {
    const bool accepts =
        std::ranges::any_of(states, [&](std::uint32_t state) { return a.accepting[state]; });
    const auto [found, fresh] = known.try_emplace(accepts ? States{0, 0} : states, 0);
    if (fresh) {
      found->second = add_state(result, accepts);
      if (!accepts) work.push_back(states);
    }
    return found->second;
  };
  state_of({0});
  std::size_t count = 0;
  while (!work.empty()) {
    const States states = work.back();
    work.pop_back();
    const std::uint32_t from = known.at(states);
    std::vector<Sequence::Edge> edges;
    for (const std::uint32_t state : states)
      edges.insert(edges.end(), a.edges[state].begin(), a.edges[state].end());
    // Depth first over the expressions that are asked about.
    struct Branch {
      Guard chosen;
      std::vector<Sequence::Edge> left;  // guards without what is chosen
    };
    std::vector<Branch> branches{{{}, edges}};
    while (!branches.empty()) {
      const Branch branch = std::move(branches.back());
      branches.pop_back();
      Literal open = 0;
      for (const Sequence::Edge& edge : branch.left)
        if (!edge.guard.empty()) open = std::abs(edge.guard.back());
      if (open == 0) {
        States reached;
        for (const Sequence::Edge& edge : branch.left) reached.push_back(edge.to);
        std::ranges::sort(reached);
        reached.erase(std::unique(reached.begin(), reached.end()), reached.end());
        if (!reached.empty()) {
          const std::uint32_t to = state_of(reached);
          result.edges[from].push_back({branch.chosen, to});
        }
        if (++count > kMostEdges) throw TooLarge("'first_match' has too many transitions");
        continue;
      }
      for (const Literal literal : {open, -open}) {
        Branch next{both(branch.chosen, {literal}), {}};
        for (const Sequence::Edge& edge : branch.left) {
          if (std::ranges::binary_search(edge.guard, -literal)) continue;
          Sequence::Edge kept{{}, edge.to};
          std::ranges::copy_if(edge.guard, std::back_inserter(kept.guard),
                               [&](Literal each) { return each != literal; });
          next.left.push_back(std::move(kept));
        }
        branches.push_back(std::move(next));
      }
    }
  }
  return trimmed(result);
}

Sequence anything() {
  return star(letter({}));
}

Sequence delay(const Sva& node) {
  const Sequence right = sequence_of(*node.kids.back());
  if (node.kids.size() == 1)
    return concatenation(repetition(letter({}), node.low, node.high, node.unbounded), right);
  const Sequence left = sequence_of(*node.kids[0]);
  const auto later = [&](std::uint32_t low) {
    const Sequence pause =
        repetition(letter({}), low - 1, node.unbounded ? 0 : node.high - 1, node.unbounded);
    return concatenation(concatenation(left, pause), right);
  };
  if (node.low > 0) return later(node.low);
  const Sequence now = fusion(left, right);
  return node.unbounded || node.high > 0 ? either(now, later(1)) : now;
}

/// b[->m:n]
Sequence jumps(const Sva& node) {
  const Literal b = literal_of(node.kids[0]->expression);
  const Sequence jump = concatenation(star(letter({-b})), letter({b}));
  return repetition(jump, node.low, node.high, node.unbounded);
}

}  // namespace

Sequence sequence_of(const Sva& node) {
  switch (node.op) {
    case SvaOp::Boolean:
      return letter({literal_of(node.expression)});
    case SvaOp::Delay:
      return delay(node);
    case SvaOp::Repeat:
      return repetition(sequence_of(*node.kids[0]), node.low, node.high, node.unbounded);
    case SvaOp::Goto:
      return jumps(node);
    case SvaOp::Nonconsecutive:
      return concatenation(jumps(node), star(letter({-literal_of(node.kids[0]->expression)})));
    case SvaOp::Throughout:
      return intersection(star(sequence_of(*node.kids[0])), sequence_of(*node.kids[1]));
    case SvaOp::Within:
      return intersection(
          concatenation(concatenation(anything(), sequence_of(*node.kids[0])), anything()),
          sequence_of(*node.kids[1]));
    case SvaOp::Intersect:
      return intersection(sequence_of(*node.kids[0]), sequence_of(*node.kids[1]));
    case SvaOp::FirstMatch:
      return first_match(sequence_of(*node.kids[0]));
    case SvaOp::Or:
      return either(sequence_of(*node.kids[0]), sequence_of(*node.kids[1]));
    case SvaOp::And: {
      const Sequence a = sequence_of(*node.kids[0]), b = sequence_of(*node.kids[1]);
      return either(intersection(concatenation(a, anything()), b),
                    intersection(a, concatenation(b, anything())));
    }
    default:
      break;
  }
  throw TooLarge("this is not a sequence");
}

}  // namespace cairn::verilog
