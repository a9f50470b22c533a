// SPDX-License-Identifier: MIT
#include "transform/word/term_classes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "logic/word/term_rewrite.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

bool is_complement(Op op) {
  return op == Op::Not || op == Op::BvNot;
}

/// Or is an And of complements, complemented.
bool is_junction(Op op) {
  return op == Op::And || op == Op::Or || op == Op::BvAnd || op == Op::BvOr;
}

bool is_disjunction(Op op) {
  return op == Op::Or || op == Op::BvOr;
}

}  // namespace

TermClasses::TermClasses(const WordSystem& system) : terms_(*system.terms) {
  for (const WordState& state : system.states)
    if (state.next.valid()) states_.emplace(state.term, state);
  find_begins(system);
  add_nodes(system);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) set_phase(node);
  set_readers();
  set_first_classes();
  refine();
}

/// A constant whose lowest bit is 1 is seen as a complement.
TermClasses::Begin TermClasses::begin_of_value(Term value) {
  const Sort& sort = terms_.sort(value);
  if (sort.is_bool()) return {terms_.false_term(), terms_.is_true(value), 0};
  if (!sort.is_bit_vector() || !terms_.value(value).bits().bit(0)) return {value, false, 0};
  return {terms_.constant(Value(~terms_.value(value).bits())), true, 0};
}

void TermClasses::find_begins(const WordSystem& system) {
  std::vector<Term> stack;
  for (const WordState& state : system.states)
    if (state.next.valid()) stack.push_back(state.term);
  while (!stack.empty()) {
    const Term variable = stack.back();
    if (begin_.contains(variable)) {
      stack.pop_back();
      continue;
    }
    const Term init = states_.at(variable).init;
    if (!init.valid()) {
      begin_.emplace(variable, Begin{variable, false, 0});
      continue;
    }
    const bool complement = is_complement(terms_.op(init));
    const Term inner = complement ? terms_.operands(init)[0] : init;
    if (states_.contains(inner)) {  // there is no cycle
      const auto found = begin_.find(inner);
      if (found == begin_.end()) {
        stack.push_back(inner);
      } else {
        const Begin begin = found->second;
        begin_.emplace(variable, Begin{begin.value, begin.phase != complement, begin.depth + 1});
      }
      continue;
    }
    begin_.emplace(variable,
                   terms_.is_value(init) ? begin_of_value(init) : Begin{inner, complement, 0});
  }
}

void TermClasses::add_nodes(const WordSystem& system) {
  std::vector<Term> roots = functions_of(system);
  for (const WordState& state : system.states) roots.push_back(state.term);
  node_.assign(terms_.size(), 0);
  for (const Term term : subterms(terms_, roots)) {
    if (is_complement(terms_.op(term))) {
      node_[term.id] = node_of(terms_.operands(term)[0]);
      continue;
    }
    node_[term.id] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(term);
  }
}

TermClasses::Edge TermClasses::edge_to(Term term) const {
  const std::uint32_t node = node_of(term);
  return {node, phase_[node] != is_complement(terms_.op(term))};
}

/// Operands have theirs.
void TermClasses::set_phase(std::uint32_t node) {
  const Term term = nodes_[node];
  const auto operands = terms_.operands(term);
  const auto phase = [&](std::size_t i) { return edge_to(operands[i]).phase; };
  bool result = false;
  switch (terms_.op(term)) {
    case Op::Variable:
      result = begin_.contains(term) && begin_.at(term).phase;
      break;
    case Op::Value:
      result = begin_.emplace(term, begin_of_value(term)).first->second.phase;
      break;
    case Op::Or:
    case Op::BvOr:
      result = true;
      break;
    case Op::Equal:
      result = terms_.sort(operands[0]).is_bool() && phase(0) != phase(1);
      break;
    case Op::BvXor:
      result = phase(0) != phase(1);
      break;
    case Op::Ite:
      result = phase(phase(0) ? 2 : 1);
      break;
    case Op::Concat:
      result = phase(1);
      break;
    case Op::Extract:
    case Op::SignExtend:
      result = phase(0);
      break;
    default:
      break;
  }
  phase_.push_back(result);
}

void TermClasses::set_readers() {
  readers_.resize(nodes_.size());
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    for (const Term operand : terms_.operands(nodes_[node]))
      readers_[node_of(operand)].push_back(node);
    if (const auto state = states_.find(nodes_[node]); state != states_.end())
      readers_[node_of(state->second.next)].push_back(node);
  }
}

/// What does not change with the classes of operands.
TermClasses::Signature TermClasses::first_signature(std::uint32_t node) const {
  const Term term = nodes_[node];
  const Sort& sort = terms_.sort(term);
  Op op = terms_.op(term);
  if (op == Op::Or) op = Op::And;
  if (op == Op::BvOr) op = Op::BvAnd;
  const auto number = [](const ScalarSort& scalar) {
    return static_cast<std::uint32_t>(scalar.kind) << 24 | std::uint32_t{scalar.exponent} << 16 |
           scalar.size;
  };
  Signature result{static_cast<std::uint32_t>(op), number(sort.element), number(sort.index),
                   sort.array};
  if (op == Op::Variable || op == Op::Value) {
    const auto begin = begin_.find(term);
    result.push_back(begin == begin_.end() ? term.id : begin->second.value.id);
    result.push_back(begin == begin_.end());
  } else {
    for (unsigned i = 0; i < parameter_count(op); ++i) result.push_back(terms_.parameter(term, i));
    result.push_back(static_cast<std::uint32_t>(terms_.operands(term).size()));
  }
  return result;
}

TermClasses::Signature TermClasses::signature(std::uint32_t node) const {
  const Term term = nodes_[node];
  const auto number = [this](Term operand, bool flip = false) {
    const Edge edge = edge_to(operand);
    return 2 * class_[edge.node] + (edge.phase != flip);
  };
  if (const auto state = states_.find(term); state != states_.end())
    return {number(state->second.next, phase_[node])};
  const Op op = terms_.op(term);
  const auto operands = terms_.operands(term);
  Signature result;
  switch (op) {
    case Op::Ite: {
      const bool swapped = edge_to(operands[0]).phase;
      return {number(operands[0], swapped), number(operands[swapped ? 2 : 1], phase_[node]),
              number(operands[swapped ? 1 : 2], phase_[node])};
    }
    case Op::Concat:
    case Op::Extract:
    case Op::SignExtend:
      for (const Term operand : operands) result.push_back(number(operand, phase_[node]));
      return result;
    case Op::Equal:
    case Op::BvXor: {
      // Complements cancel, or change the phase of the whole.
      const bool changes = op == Op::BvXor || terms_.sort(operands[0]).is_bool();
      const bool first = edge_to(operands[0]).phase, second = edge_to(operands[1]).phase;
      result = {number(operands[0], first), number(operands[1], second)};
      std::sort(result.begin(), result.end());
      if (!changes) result.push_back(first != second);
      return result;
    }
    default:
      for (const Term operand : operands) result.push_back(number(operand, is_disjunction(op)));
      if (is_junction(op))
        std::sort(result.begin(), result.end());
      else if (is_commutative(op) && result[0] > result[1])
        std::swap(result[0], result[1]);
      return result;
  }
}

void TermClasses::set_first_classes() {
  std::map<Signature, std::uint32_t> known;
  class_.resize(nodes_.size());
  place_.resize(nodes_.size());
  is_woken_.assign(nodes_.size(), true);
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
    const auto [found, is_new] =
        known.try_emplace(first_signature(node), static_cast<std::uint32_t>(members_.size()));
    if (is_new) members_.emplace_back();
    class_[node] = found->second;
    place_[node] = static_cast<std::uint32_t>(members_[found->second].size());
    members_[found->second].push_back(node);
  }
  woken_ = members_;
  for (std::uint32_t number = static_cast<std::uint32_t>(members_.size()); number-- > 0;)
    queue_.push_back(number);
}

void TermClasses::move(std::uint32_t node, std::uint32_t to) {
  std::vector<std::uint32_t>& from = members_[class_[node]];
  from[place_[node]] = from.back();
  place_[from.back()] = place_[node];
  from.pop_back();
  class_[node] = to;
  place_[node] = static_cast<std::uint32_t>(members_[to].size());
  members_[to].push_back(node);
}

void TermClasses::wake_readers(std::uint32_t node) {
  for (const std::uint32_t reader : readers_[node]) {
    if (is_woken_[reader]) continue;
    is_woken_[reader] = true;
    std::vector<std::uint32_t>& woken = woken_[class_[reader]];
    if (woken.empty()) queue_.push_back(class_[reader]);
    woken.push_back(reader);
  }
}

/// Members that were not woken have one signature: theirs changes with that of their operands
/// alone.
void TermClasses::split(std::uint32_t number) {
  const std::vector<std::uint32_t> woken = std::exchange(woken_[number], {});
  for (const std::uint32_t node : woken) is_woken_[node] = false;
  if (members_[number].size() == 1) return;
  std::map<Signature, std::size_t> known;
  std::vector<std::vector<std::uint32_t>> groups;
  for (const std::uint32_t node : woken) {
    const auto [found, is_new] = known.try_emplace(signature(node), groups.size());
    if (is_new) groups.emplace_back();
    groups[found->second].push_back(node);
  }
  const std::size_t asleep = members_[number].size() - woken.size();
  std::size_t with_asleep = groups.size();  // the group that those belong to
  if (asleep > 0) {
    for (const std::uint32_t node : woken) is_woken_[node] = true;
    const auto sleeper = std::find_if(members_[number].begin(), members_[number].end(),
                                      [&](std::uint32_t node) { return !is_woken_[node]; });
    const auto [found, is_new] = known.try_emplace(signature(*sleeper), groups.size());
    if (is_new) groups.emplace_back();
    with_asleep = found->second;
    for (const std::uint32_t node : woken) is_woken_[node] = false;
  }
  if (groups.size() == 1) return;
  const auto size = [&](std::size_t i) {
    return groups[i].size() + (i == with_asleep ? asleep : 0);
  };
  std::size_t largest = 0;
  for (std::size_t i = 1; i < groups.size(); ++i)
    if (size(i) > size(largest)) largest = i;
  if (with_asleep != groups.size() && with_asleep != largest) {
    std::vector<bool>& mark = is_woken_;
    for (const std::uint32_t node : woken) mark[node] = true;
    for (const std::uint32_t node : members_[number])
      if (!mark[node]) groups[with_asleep].push_back(node);
    for (const std::uint32_t node : woken) mark[node] = false;
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == largest) continue;
    const auto fresh = static_cast<std::uint32_t>(members_.size());
    members_.emplace_back();
    woken_.emplace_back();
    for (const std::uint32_t node : groups[i]) move(node, fresh);
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (i != largest)
      for (const std::uint32_t node : groups[i]) wake_readers(node);
}

void TermClasses::refine() {
  while (!queue_.empty()) {
    const std::uint32_t number = queue_.back();
    queue_.pop_back();
    split(number);
  }
}

}  // namespace cairn
