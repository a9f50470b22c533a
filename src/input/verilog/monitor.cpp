// SPDX-License-Identifier: MIT
//
// Obligations are formulas in negation normal form that must hold from a tick on. What one demands
// of a tick and leaves for the next is computed by expand(), as derivatives of regular expressions
// are [Brz64]; for a valuation of the expressions the rest is a positive Boolean combination of
// obligations for the next tick. Its conjunctive normal form gives the automaton's states: each
// clause, a set of obligations of which one must be met, is a state, and all clauses get tokens.
// Clauses are what the subset construction yields for the nondeterminism of sequences, and tokens
// are the universal choices of an alternating automaton.
//
// A sequence holds weakly if every prefix of the run can still become a match, whatever its
// expressions: an automaton's state counts as alive if it has a way to the end.
#include "input/verilog/monitor.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace cairn::verilog {
namespace {

constexpr std::size_t kMostNodes = 400'000, kMostStates = 1'500, kMostMoves = 40'000,
                      kMostClauses = 2'000;

using Id = std::uint32_t;

enum class Kind : std::uint8_t { True, False, Literal, And, Or, Next, Any, All, Until, Abort };

struct Node {
  Kind kind = Kind::True;
  bool strong = false;  ///< waiting forever is failing
  bool next = false;    ///< Any, All: the continuation starts a tick after the match
  bool accept = false;  ///< Abort
  Literal literal = 0;
  std::uint32_t sequence = 0, state = 0;
  std::vector<Id> kids;
  friend auto operator<=>(const Node&, const Node&) = default;
};

class Obligations {
 public:
  Obligations() {
    make({.kind = Kind::True, .kids = {}});
    make({.kind = Kind::False, .kids = {}});
  }
  static constexpr Id kTrue = 0, kFalse = 1;

  const Node& operator[](Id id) const { return nodes_[id]; }

  Id literal(Literal value) { return make({.kind = Kind::Literal, .literal = value, .kids = {}}); }
  Id conjunction(std::vector<Id> kids) {
    return junction(Kind::And, kTrue, kFalse, std::move(kids));
  }
  Id disjunction(std::vector<Id> kids) {
    return junction(Kind::Or, kFalse, kTrue, std::move(kids));
  }
  Id next(Id kid) {
    const Node node = nodes_[kid];
    if (kid == kTrue) return kTrue;
    if (node.kind != Kind::And && node.kind != Kind::Or)
      return make({.kind = Kind::Next, .kids = {kid}});
    std::vector<Id> kids;
    for (const Id each : node.kids) kids.push_back(next(each));
    return junction(node.kind, node.kind == Kind::And ? kTrue : kFalse,
                    node.kind == Kind::And ? kFalse : kTrue, std::move(kids));
  }
  Id until(Id holds, Id end, bool strong) {
    return make({.kind = Kind::Until, .strong = strong, .kids = {holds, end}});
  }
  Id abort(Literal condition, Id kid, bool accept) {
    if (kid == kTrue && accept) return kTrue;
    if (kid == kFalse && !accept) return kFalse;
    return make({.kind = Kind::Abort, .accept = accept, .literal = condition, .kids = {kid}});
  }
  /// Some match (Any), or each (All), has a continuation that holds.
  Id matches(Kind kind, std::uint32_t sequence, Id continuation, bool next_tick, bool strong) {
    const Id main = make({.kind = kind,
                          .strong = strong,
                          .next = next_tick,
                          .sequence = sequence,
                          .state = 0,
                          .kids = {continuation}});
    // After the empty match, the next tick is this one.
    if (!next_tick || !sequences_[sequence].empty) return main;
    return kind == Kind::Any ? disjunction({main, continuation})
                             : conjunction({main, continuation});
  }
  std::uint32_t add(Sequence sequence) {
    sequences_.push_back(std::move(sequence));
    return static_cast<std::uint32_t>(sequences_.size() - 1);
  }

  /// The same, over literals and Next alone.
  Id expand(Id id) {
    if (const auto known = expanded_.find(id); known != expanded_.end()) return known->second;
    const Node node = nodes_[id];
    Id result = id;
    switch (node.kind) {
      case Kind::True:
      case Kind::False:
      case Kind::Literal:
      case Kind::Next:
        break;
      case Kind::And:
      case Kind::Or: {
        std::vector<Id> kids;
        for (const Id kid : node.kids) kids.push_back(expand(kid));
        result = node.kind == Kind::And ? conjunction(kids) : disjunction(kids);
        break;
      }
      case Kind::Until:
        result = disjunction({expand(node.kids[1]), conjunction({expand(node.kids[0]), next(id)})});
        break;
      case Kind::Abort: {
        const Id rest = wrap(expand(node.kids[0]), node.literal, node.accept);
        result = node.accept ? disjunction({literal(node.literal), rest})
                             : conjunction({literal(-node.literal), rest});
        break;
      }
      case Kind::Any:
      case Kind::All:
        result = expand_matches(node);
        break;
    }
    expanded_[id] = result;
    return result;
  }

  /// Of an expanded formula, with an expression's value known.
  Id cofactor(Id id, Literal known) {
    const auto [found, fresh] = cofactors_.try_emplace({id, known}, kTrue);
    if (!fresh) return found->second;
    const Node node = nodes_[id];
    Id result = id;
    if (node.kind == Kind::Literal) {
      if (node.literal == known) result = kTrue;
      if (node.literal == -known) result = kFalse;
    } else if (node.kind == Kind::And || node.kind == Kind::Or) {
      std::vector<Id> kids;
      for (const Id kid : node.kids) kids.push_back(cofactor(kid, known));
      result = node.kind == Kind::And ? conjunction(kids) : disjunction(kids);
    }
    cofactors_[{id, known}] = result;
    return result;
  }

  /// Some expression that an expanded formula asks about; 0 if there is none.
  Literal open_expression(Id id) {
    const auto [found, fresh] = open_.try_emplace(id, 0);
    if (!fresh) return found->second;
    const Node node = nodes_[id];
    Literal result = 0;
    if (node.kind == Kind::Literal) result = std::abs(node.literal);
    if (node.kind == Kind::And || node.kind == Kind::Or)
      for (const Id kid : node.kids)
        if (const Literal each = open_expression(kid); each != 0 && (result == 0 || each < result))
          result = each;
    open_[id] = result;
    return result;
  }

  /// Waiting forever: nothing if an obligation cannot.
  std::optional<bool> strength(Id id) const {
    const Node& node = nodes_[id];
    switch (node.kind) {
      case Kind::Any:
      case Kind::All:
      case Kind::Until:
        return node.strong;
      case Kind::Abort:
        return strength(node.kids[0]);
      default:
        return std::nullopt;
    }
  }

 private:
  Id make(Node node) {
    const auto [found, fresh] = ids_.try_emplace(node, static_cast<Id>(nodes_.size()));
    if (fresh) {
      if (nodes_.size() > kMostNodes) throw TooLarge("the property is too large");
      nodes_.push_back(std::move(node));
    }
    return found->second;
  }

  Id junction(Kind kind, Id neutral, Id absorbing, std::vector<Id> kids) {
    std::vector<Id> flat;
    for (const Id kid : kids) {
      if (kid == absorbing) return absorbing;
      if (kid == neutral) continue;
      if (nodes_[kid].kind == kind)
        flat.insert(flat.end(), nodes_[kid].kids.begin(), nodes_[kid].kids.end());
      else
        flat.push_back(kid);
    }
    std::ranges::sort(flat);
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    if (flat.empty()) return neutral;
    if (flat.size() == 1) return flat[0];
    return make({.kind = kind, .kids = std::move(flat)});
  }

  Id wrap(Id id, Literal condition, bool accept) {
    const Node node = nodes_[id];
    if (node.kind == Kind::Next) return next(abort(condition, node.kids[0], accept));
    if (node.kind != Kind::And && node.kind != Kind::Or) return id;
    std::vector<Id> kids;
    for (const Id kid : node.kids) kids.push_back(wrap(kid, condition, accept));
    return node.kind == Kind::And ? conjunction(kids) : disjunction(kids);
  }

  Id expand_matches(const Node& node) {
    const Sequence& sequence = sequences_[node.sequence];
    const bool any = node.kind == Kind::Any;
    std::vector<Id> ways;
    const std::vector<Sequence::Edge> edges = sequence.edges[node.state];
    for (const Sequence::Edge& edge : edges) {
      std::vector<Id> parts, after;
      for (const Literal each : edge.guard) parts.push_back(literal(any ? each : -each));
      if (sequences_[node.sequence].accepting[edge.to])
        after.push_back(node.next ? next(node.kids[0]) : expand(node.kids[0]));
      if (!sequences_[node.sequence].edges[edge.to].empty()) {
        Node rest = node;
        rest.state = edge.to;
        after.push_back(next(make(std::move(rest))));
      }
      if (any) {
        parts.push_back(disjunction(after));
        ways.push_back(conjunction(parts));
      } else {
        parts.push_back(conjunction(after));
        ways.push_back(disjunction(parts));
      }
    }
    return any ? disjunction(ways) : conjunction(ways);
  }

  std::vector<Node> nodes_;
  std::map<Node, Id> ids_;
  std::vector<Sequence> sequences_;
  std::map<Id, Id> expanded_;
  std::map<std::pair<Id, Literal>, Id> cofactors_;
  std::map<Id, Literal> open_;
};

/// From trees to obligations; `holds`: the property, or its negation.
class Compiler {
 public:
  Compiler(Obligations& pool, bool sequences_are_strong)
      : pool_(pool), strong_(sequences_are_strong) {}

  Id compile(const Sva& node, bool holds) {
    const auto kid = [&](std::size_t i, bool positive) { return compile(*node.kids[i], positive); };
    const auto combined = [&](bool conjoined, Id a, Id b) {
      return conjoined ? pool_.conjunction({a, b}) : pool_.disjunction({a, b});
    };
    switch (node.op) {
      case SvaOp::Boolean:
        return pool_.literal(holds ? literal_of(node.expression) : -literal_of(node.expression));
      case SvaOp::And:
        // Of sequences it is one: an empty match of one side matters beside the other's.
        if (is_sequence(node) &&
            (sequence_of(*node.kids[0]).empty || sequence_of(*node.kids[1]).empty))
          return match(node, holds, strong_);
        return combined(holds, kid(0, holds), kid(1, holds));
      case SvaOp::Or:
        return combined(!holds, kid(0, holds), kid(1, holds));
      case SvaOp::Weak:
        return match(*node.kids[0], holds, false);
      case SvaOp::Strong:
        return match(*node.kids[0], holds, true);
      case SvaOp::Not:
        return kid(0, !holds);
      case SvaOp::Implies:
        return combined(!holds, kid(0, !holds), kid(1, holds));
      case SvaOp::Iff:
        return pool_.disjunction({pool_.conjunction({kid(0, true), kid(1, holds)}),
                                  pool_.conjunction({kid(0, false), kid(1, !holds)})});
      case SvaOp::Implication:
      case SvaOp::FollowedBy: {
        // "s #-# p" is "not (s |-> not p)".
        const bool each = (node.op == SvaOp::Implication) == holds;
        return pool_.matches(each ? Kind::All : Kind::Any, sequence(*node.kids[0]), kid(1, holds),
                             node.next, !each);
      }
      case SvaOp::Nexttime:
        return later(kid(0, holds), node.low);
      case SvaOp::Always:
      case SvaOp::Eventually:
        return ranged(node, holds);
      case SvaOp::Until:
        return until(node, holds);
      case SvaOp::If: {
        const Id test = kid(0, true), contrary = kid(0, false);
        const Id otherwise = node.kids.size() > 2 ? kid(2, holds)
                             : holds              ? Obligations::kTrue
                                                  : Obligations::kFalse;
        return pool_.conjunction(
            {pool_.disjunction({contrary, kid(1, holds)}), pool_.disjunction({test, otherwise})});
      }
      case SvaOp::Abort:
        return pool_.abort(literal_of(node.kids[0]->expression), kid(1, holds),
                           node.strong == holds);
      default:
        return match(node, holds, strong_);
    }
  }

 private:
  std::uint32_t sequence(const Sva& node) { return pool_.add(sequence_of(node)); }

  /// A sequence as a property: it has a match that is not empty.
  Id match(const Sva& node, bool holds, bool strong) {
    if (node.op == SvaOp::Boolean) return compile(node, holds);
    return holds ? pool_.matches(Kind::Any, sequence(node), Obligations::kTrue, false, strong)
                 : pool_.matches(Kind::All, sequence(node), Obligations::kFalse, false, !strong);
  }

  Id later(Id id, std::uint32_t ticks) {
    for (; ticks > 0; --ticks) id = pool_.next(id);
    return id;
  }

  Id ranged(const Sva& node, bool holds) {
    const bool always = (node.op == SvaOp::Always) == holds;
    const Id each = compile(*node.kids[0], holds);
    if (node.unbounded)
      return later(always ? pool_.until(each, Obligations::kFalse, false)
                          : pool_.until(Obligations::kTrue, each, true),
                   node.low);
    Id result = each;
    for (std::uint32_t i = node.low; i < node.high; ++i) {
      const Id after = pool_.next(result);
      result = always ? pool_.conjunction({each, after}) : pool_.disjunction({each, after});
    }
    return later(result, node.low);
  }

  /// not (p until q) is (not q) until (not p and not q), weak for strong and strong for weak.
  Id until(const Sva& node, bool holds) {
    const Id first = compile(*node.kids[0], holds), second = compile(*node.kids[1], holds);
    const Id end = !node.next ? second
                   : holds    ? pool_.conjunction({first, second})
                              : pool_.disjunction({first, second});
    if (holds) return pool_.until(first, end, node.strong);
    return pool_.until(end, pool_.conjunction({first, end}), !node.strong);
  }

  Obligations& pool_;
  const bool strong_;
};

/// Obligations of which one must be met.
using Clause = std::vector<Id>;

class Builder {
 public:
  explicit Builder(Obligations& pool) : pool_(pool) {}

  Monitor build(Id start) {
    state_of({start});
    for (std::size_t i = 0; i < clauses_.size(); ++i) expand_state(i);
    mark_rejecting();
    return std::move(monitor_);
  }

 private:
  std::uint32_t state_of(const Clause& clause) {
    const auto [found, fresh] =
        states_.try_emplace(clause, static_cast<std::uint32_t>(clauses_.size()));
    if (fresh) {
      if (clauses_.size() >= kMostStates) throw TooLarge("its automaton has too many states");
      clauses_.push_back(clause);
    }
    return found->second;
  }

  void expand_state(std::size_t index) {
    std::vector<Id> parts;
    for (const Id id : clauses_[index]) parts.push_back(pool_.expand(id));
    struct Branch {
      Id formula;
      Guard guard;
    };
    std::vector<Branch> work{{pool_.disjunction(parts), {}}};
    std::vector<Monitor::Move> moves;
    while (!work.empty()) {
      const Branch branch = std::move(work.back());
      work.pop_back();
      const Literal open = pool_.open_expression(branch.formula);
      if (open == 0) {
        if (++moves_ > kMostMoves) throw TooLarge("its automaton has too many transitions");
        Monitor::Move move{branch.guard, branch.formula == Obligations::kFalse, {}};
        if (!move.fails)
          for (const Clause& clause : clauses_of(branch.formula))
            move.to.push_back(state_of(clause));
        std::ranges::sort(move.to);
        moves.push_back(std::move(move));
        continue;
      }
      for (const Literal literal : {-open, open}) {
        Branch next{pool_.cofactor(branch.formula, literal), branch.guard};
        next.guard.push_back(literal);
        work.push_back(std::move(next));
      }
    }
    for (Monitor::Move& move : moves) std::ranges::sort(move.guard);
    monitor_.moves.resize(std::max(monitor_.moves.size(), index + 1));
    monitor_.moves[index] = std::move(moves);
  }

  /// The conjunctive normal form of a formula over Next, without clauses that others imply.
  std::vector<Clause> clauses_of(Id id) {
    const Node node = pool_[id];
    switch (node.kind) {
      case Kind::True:
        return {};
      case Kind::Next:
        return {{node.kids[0]}};
      case Kind::And: {
        std::vector<Clause> all;
        for (const Id kid : node.kids)
          for (Clause& clause : clauses_of(kid)) all.push_back(std::move(clause));
        return minimal(std::move(all));
      }
      case Kind::Or: {
        std::vector<Clause> all{{}};
        for (const Id kid : node.kids) {
          std::vector<Clause> longer;
          for (const Clause& right : clauses_of(kid))
            for (const Clause& left : all) {
              Clause both;
              std::ranges::set_union(left, right, std::back_inserter(both));
              longer.push_back(std::move(both));
            }
          all = minimal(std::move(longer));
        }
        return all;
      }
      default:
        break;
    }
    throw TooLarge("the property is too large");
  }

  static std::vector<Clause> minimal(std::vector<Clause> clauses) {
    if (clauses.size() > kMostClauses) throw TooLarge("its automaton is too large");
    std::ranges::sort(clauses, [](const Clause& a, const Clause& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
    std::vector<Clause> kept;
    for (Clause& clause : clauses)
      if (std::ranges::none_of(
              kept, [&](const Clause& each) { return std::ranges::includes(clause, each); }))
        kept.push_back(std::move(clause));
    return kept;
  }

  /// Whether a token may stay in a strongly connected component forever is a matter of what its
  /// states wait for, which has to be of one kind.
  void mark_rejecting() {
    const std::size_t count = clauses_.size();
    monitor_.rejecting.assign(count, false);
    const std::vector<std::uint32_t> component = components();
    std::vector<bool> cyclic(count, false), strong(count, false), weak(count, false);
    for (std::uint32_t from = 0; from < count; ++from)
      for (const Monitor::Move& move : monitor_.moves[from])
        for (const std::uint32_t to : move.to)
          if (component[from] == component[to]) cyclic[component[from]] = true;
    for (std::uint32_t state = 0; state < count; ++state)
      for (const Id id : clauses_[state])
        if (const auto strength = pool_.strength(id))
          (*strength ? strong : weak)[component[state]] = true;
    for (std::uint32_t state = 0; state < count; ++state) {
      const std::uint32_t its = component[state];
      if (!cyclic[its]) continue;
      if (strong[its] && weak[its])
        throw TooLarge("it mixes what must happen with what may last forever (needs liveness)");
      monitor_.rejecting[state] = strong[its];
    }
  }

  /// The strongly connected component of each state, by Tarjan's algorithm without recursion.
  std::vector<std::uint32_t> components() const {
    const std::size_t count = clauses_.size();
    std::vector<std::vector<std::uint32_t>> successors(count);
    for (std::size_t i = 0; i < count; ++i)
      for (const Monitor::Move& move : monitor_.moves[i])
        successors[i].insert(successors[i].end(), move.to.begin(), move.to.end());
    std::vector<std::uint32_t> component(count, 0), low(count, 0), order(count, 0), stack;
    std::vector<bool> open(count, false);
    std::uint32_t clock = 0;
    struct Visit {
      std::uint32_t state;
      std::size_t next;
    };
    for (std::uint32_t root = 0; root < count; ++root) {
      if (order[root] != 0) continue;
      std::vector<Visit> visits{{root, 0}};
      while (!visits.empty()) {
        Visit& visit = visits.back();
        const std::uint32_t state = visit.state;
        if (visit.next == 0) {
          order[state] = low[state] = ++clock;
          stack.push_back(state);
          open[state] = true;
        }
        if (visit.next < successors[state].size()) {
          const std::uint32_t to = successors[state][visit.next++];
          if (order[to] == 0)
            visits.push_back({to, 0});
          else if (open[to])
            low[state] = std::min(low[state], order[to]);
          continue;
        }
        if (low[state] == order[state])
          for (;;) {
            const std::uint32_t member = stack.back();
            stack.pop_back();
            open[member] = false;
            component[member] = state;
            if (member == state) break;
          }
        visits.pop_back();
        if (!visits.empty())
          low[visits.back().state] = std::min(low[visits.back().state], low[state]);
      }
    }
    return component;
  }

  Obligations& pool_;
  std::map<Clause, std::uint32_t> states_;
  std::vector<Clause> clauses_;
  Monitor monitor_;
  std::size_t moves_ = 0;
};

/// A property is covered where it is met, not where its condition never comes: "a |-> b" is
/// covered as "a #-# b".
SvaPointer without_vacuity(const Sva& property) {
  auto copy = std::make_shared<Sva>(property);
  if (copy->op == SvaOp::Implication) {
    copy->op = SvaOp::FollowedBy;
    copy->kids[1] = without_vacuity(*copy->kids[1]);
  }
  return copy;
}

}  // namespace

bool Monitor::has_liveness() const {
  return std::ranges::find(rejecting, true) != rejecting.end();
}

SvaPointer antecedent_of(const Sva& property, std::uint32_t true_expression) {
  const bool is_implication = property.op == SvaOp::Implication;
  if (!is_implication && (property.op != SvaOp::If || property.kids.size() > 2)) return nullptr;
  auto found = std::make_shared<Sva>(property);
  SvaPointer rest = antecedent_of(*property.kids[1], true_expression);
  if (rest == nullptr) {
    // Of "a |=> b" the tick after the match has to come, too: after an empty one it is the first.
    auto holds = std::make_shared<Sva>();
    holds->expression = true_expression;
    rest = holds;
  }
  found->op = SvaOp::FollowedBy;
  found->kids[1] = rest;
  return found;
}

Monitor monitor_of(const Sva& property, Goal goal) {
  Obligations pool;
  const bool cover = goal == Goal::Cover;
  Compiler compiler(pool, cover);
  const Id start = cover ? compiler.compile(*without_vacuity(property), false)
                         : compiler.compile(property, true);
  return Builder(pool).build(start);
}

}  // namespace cairn::verilog
