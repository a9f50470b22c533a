// SPDX-License-Identifier: MIT
//
// Lemmas on demand for arrays with equality, after [BB09]. A model of the graph gives each read a
// value. check() carries every read from the array that it reads down to the arrays that this one
// is made of under the model: past stores to other indices, along the branches that are taken,
// across equalities that hold. Where two accesses with the same index meet at the same array, their
// values must agree; where a read meets the store that wrote its index, it has the value stored.
// What disagrees becomes a lemma: the conditions of both paths imply that the values are equal.
//
// Where we differ from [BB09]:
//  - All disagreements of a model become lemmas at once, one for each read. A query of the SAT
//    solver costs more than a check.
//  - store(a, i, c ? e : a[i]) is a store under a condition. The rewriter makes this of the writes
//    of hardware memories, where c is the write enable; the read in it would make two reads of
//    each.
//  - What no clause mentions yet has the value that follows from the leaves, which are false by
//    default. So the address and the data of a write stay out of the clauses until a lemma is about
//    them.
//  - Only reads that matter take part: those that the formulas need to be true, and those that the
//    indices and conditions on the way of such a read need to be what they are [NPB14].
//  - Reads go up, to arrays that are made of this one, only if there is an equality of arrays at
//    all; without, models differ in no read.
//  - Constant arrays: what a variable has elsewhere than at its accesses, its default, is that of
//    the constant array that it is equal to, if it is. Two constant arrays with different elements
//    in one class are compared at an index that no access has.
#include "smt/array_theory.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"

namespace cairn {

// --- What there is -----------------------------------------------------------------------------

std::optional<Term> ArrayTheory::prepare(Term term) {
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term next = stack.back();
    stack.pop_back();
    if (prepared_.size() <= next.id) prepared_.resize(terms_.size(), false);
    if (prepared_[next.id]) continue;
    const Sort& sort = terms_.sort(next);
    const bool lazy = is_lazy(sort);
    if (!lazy && !has_circuit(terms_, next)) return next;
    if (lazy && bit_count(sort.element_sort()) == 0) return next;
    prepared_[next.id] = true;
    for (const Term operand : terms_.operands(next)) stack.push_back(operand);
    if (lazy) continue;
    if (terms_.op(next) == Op::Select && is_lazy(terms_.sort(terms_.operands(next)[0])))
      add_read(next);
    if (terms_.op(next) == Op::Equal && is_lazy(terms_.sort(terms_.operands(next)[0])))
      add_equality(next);
  }
  return std::nullopt;
}

void ArrayTheory::add_read(Term select) {
  // A variable, because the blaster knows how those of floats look.
  const Term word = terms_.variable("read", terms_.sort(select));
  blaster_.abstract(select, blaster_.bits(word));
  for (const Lit leaf : *blaster_.find(word))
    read_of_leaf_[leaf.var().index] = static_cast<std::uint32_t>(reads_.size());
  reads_.push_back(select);
}

/// Two arrays that are not equal differ at some index.
void ArrayTheory::add_equality(Term equal) {
  const Term left = terms_.operands(equal)[0], right = terms_.operands(equal)[1];
  const Lit literal = aig_.add_leaf();
  blaster_.abstract(equal, {literal});
  node(left).equals.emplace_back(right, literal);
  node(right).equals.emplace_back(left, literal);
  const Term index = terms_.variable("witness", terms_.sort(left).index_sort());
  const Term differ = terms_.distinct(terms_.select(left, index), terms_.select(right, index));
  CAIRN_CHECK(!prepare(differ));
  equalities_.push_back({left, right, literal, blaster_.literal(differ)});
  axioms_.push_back(aig_.or_gate(literal, equalities_.back().differ));
}

ArrayTheory::Node& ArrayTheory::node(Term array) {
  std::vector<Term> stack{array};
  while (!stack.empty()) {
    const Term next = stack.back();
    const auto [place, added] = nodes_.try_emplace(next);
    stack.pop_back();
    if (!added) continue;
    place->second = decode(next);
    arrays_.push_back(next);
    for (const Term below : {place->second.base, place->second.other})
      if (below.valid()) stack.push_back(below);
  }
  return nodes_.at(array);
}

/// Makes nodes of everything that is read or compared, with what lies above each.
void ArrayTheory::link_nodes() {
  for (; linked_reads_ < reads_.size(); ++linked_reads_)
    node(terms_.operands(reads_[linked_reads_])[0]);
  for (; linked_arrays_ < arrays_.size(); ++linked_arrays_) {
    const Term upper = arrays_[linked_arrays_];
    for (const Term below : {nodes_.at(upper).base, nodes_.at(upper).other})
      if (below.valid()) nodes_.at(below).above.push_back(upper);
  }
}

ArrayTheory::Node ArrayTheory::decode(Term array) const {
  const auto operands = terms_.operands(array);
  Node node;
  switch (terms_.op(array)) {
    case Op::Variable:
      break;
    case Op::Value:
      node.kind = Node::Kind::Value;
      break;
    case Op::ConstArray:
      node.kind = Node::Kind::Constant;
      node.element = operands[0];
      break;
    case Op::Ite:
      node.kind = Node::Kind::Ite;
      node.condition = operands[0];
      node.base = operands[1];
      node.other = operands[2];
      break;
    case Op::Store: {
      node.kind = Node::Kind::Store;
      node.base = operands[0];
      node.index = operands[1];
      node.element = operands[2];
      if (terms_.op(node.element) != Op::Ite) break;
      const auto is_old = [&](Term element) {
        return terms_.op(element) == Op::Select && terms_.operands(element)[0] == node.base &&
               terms_.operands(element)[1] == node.index;
      };
      const auto choice = terms_.operands(node.element);
      if (!is_old(choice[1]) && !is_old(choice[2])) break;
      node.condition = choice[0];
      node.positive = is_old(choice[2]);
      node.element = node.positive ? choice[1] : choice[2];
      break;
    }
    default:
      internal_error(__FILE__, __LINE__, "an array of no known form");
  }
  return node;
}

// --- One check ---------------------------------------------------------------------------------

std::vector<ArrayTheory::Lemma> ArrayTheory::check(GraphModel& model) {
  start(model);
  if (!equalities_.empty()) {
    link_nodes();
    for (const Equality& equality : equalities_) {
      model.need(equality.literal);
      if (!model(equality.literal)) model.need(equality.differ);
    }
    for (const Term array : arrays_) begin_contents(array);
  }
  bool settled = equalities_.empty();
  enqueue_needed();
  do {
    while (!queue_.empty()) {
      const Term select = reads_[queue_.back()];
      queue_.pop_back();
      begin({terms_.operands(select)[0], terms_.operands(select)[1], select, kNoTerm});
    }
    enqueue_needed();
    if (!queue_.empty() || !lemmas_.empty() || settled) continue;
    settled = settle_defaults();
    enqueue_needed();
  } while (!queue_.empty() || (lemmas_.empty() && !settled));
  model_ = nullptr;
  return std::exchange(lemmas_, {});
}

void ArrayTheory::start(GraphModel& model) {
  model_ = &model;
  queued_.assign(reads_.size(), false);
  queue_.clear();
  accesses_.clear();
  visits_.clear();
  table_.clear();
  ids_.clear();
  by_hash_.clear();
  values_.clear();
  defaults_.clear();
}

void ArrayTheory::enqueue_needed() {
  for (const Var leaf : model_->take_needed()) {
    const auto read = read_of_leaf_.find(leaf.index);
    if (read == read_of_leaf_.end() || queued_[read->second]) continue;
    queued_[read->second] = true;
    queue_.push_back(read->second);
  }
}

/// What an array says of itself.
void ArrayTheory::begin_contents(Term array) {
  const Node& node = nodes_.at(array);
  if (node.kind == Node::Kind::Store && is_active(node))
    begin({array, node.index, node.element, node.condition, node.positive});
  if (node.kind == Node::Kind::Value)
    for (const auto& [index, element] : terms_.value(array).array().entries)
      begin({array, constant(index), constant(element), kNoTerm});
}

void ArrayTheory::begin(const Access& access) {
  accesses_.push_back(access);
  id_of(access.element);  // value() may want it
  const auto number = static_cast<std::uint32_t>(accesses_.size() - 1);
  pending_.push_back({number, access.array, kNone, kNoLit});
  while (!pending_.empty()) {
    const Visit next = pending_.back();
    pending_.pop_back();
    visit(next);
  }
}

void ArrayTheory::visit(Visit visit) {
  const Access access = accesses_[visit.access];
  const auto at = static_cast<std::uint32_t>(visits_.size());
  const std::uint64_t key = std::uint64_t{visit.array.id} << 32 | id_of(access.index);
  const auto [place, added] = table_.try_emplace(key, at);
  if (!added) {
    const std::uint32_t other = place->second;
    if (visits_[other].access == visit.access) return;
    if (agrees(access, accesses_[visits_[other].access].element)) return;
    visits_.push_back(visit);
    conflict(at, other);
    return;
  }
  visits_.push_back(visit);
  visit_node(at, node(visit.array));
}

void ArrayTheory::visit_node(std::uint32_t at, const Node& node) {
  const Access access = accesses_[visits_[at].access];
  switch (node.kind) {
    case Node::Kind::Variable:
      break;
    case Node::Kind::Value:
      if (!check_value(at)) return;
      break;
    case Node::Kind::Constant:
      if (!agrees(access, node.element)) return conflict(at, {}, node.element);
      break;
    case Node::Kind::Ite:
      go(at, is_true(node.condition) ? node.base : node.other);
      break;
    case Node::Kind::Store:
      if (passes_store(node, id_of(access.index))) {
        go(at, node.base);
      } else if (!agrees(access, node.element)) {
        std::vector<Lit> conditions{same_index(access.index, node.index)};
        if (node.condition.valid()) conditions.push_back(literal_of(node.condition, node.positive));
        return conflict(at, std::move(conditions), node.element);
      }
      break;
  }
  if (!equalities_.empty()) go_up(at, node);
}

void ArrayTheory::go(std::uint32_t from, Term array, Lit equality) {
  pending_.push_back({visits_[from].access, array, from, equality});
}

void ArrayTheory::go_up(std::uint32_t from, const Node& node) {
  const Term array = visits_[from].array;
  const ValueId index = id_of(accesses_[visits_[from].access].index);
  for (const Term above : node.above) {
    const Node& upper = nodes_.at(above);
    const bool passes = upper.kind == Node::Kind::Store
                            ? passes_store(upper, index)
                            : (is_true(upper.condition) ? upper.base : upper.other) == array;
    if (passes) go(from, above);
  }
  for (const auto& [other, literal] : node.equals)
    if ((*model_)(literal)) go(from, other, literal);
}

bool ArrayTheory::is_true(Term condition) {
  const Lit literal = blaster_.literal(condition);
  model_->need(literal);
  return (*model_)(literal);
}

bool ArrayTheory::is_active(const Node& store) {
  return !store.condition.valid() || is_true(store.condition) == store.positive;
}

bool ArrayTheory::agrees(const Access& access, Term element) {
  return id_of(access.element) == id_of(element);
}

/// A constant with entries of its own.
bool ArrayTheory::check_value(std::uint32_t at) {
  const Visit visit = visits_[at];
  const Access access = accesses_[visit.access];
  const Value index =
      value_from_bits(terms_.sort(access.index), (*model_)(blaster_.bits(access.index)));
  const Value& array = terms_.value(visit.array);
  const Term element = constant(array.select(index));
  if (agrees(access, element)) return true;
  // Elsewhere it is the same everywhere: one lemma, unless there are many entries.
  constexpr std::size_t kFew = 64;
  const auto& entries = array.array().entries;
  std::vector<Lit> conditions;
  const auto is_at = [&](const Value& value) { return same_index(access.index, constant(value)); };
  if (entries.contains(index) || entries.size() > kFew) {
    conditions.push_back(is_at(index));
  } else {
    for (const auto& [value, unused] : entries) conditions.push_back(~is_at(value));
  }
  conflict(at, std::move(conditions), element);
  return false;
}

/// Arrays that are the same under the model but for finitely many indices, by a representative.
std::unordered_map<Term, Term> ArrayTheory::classes() {
  std::unordered_map<Term, Term> parent;
  const auto find = [&](Term array) {
    while (parent.at(array) != array) array = parent.at(array);
    return array;
  };
  for (const Term array : arrays_) parent[array] = array;
  for (const Term array : arrays_) {
    const Node& node = nodes_.at(array);
    if (node.kind == Node::Kind::Store) parent[find(array)] = find(node.base);
    if (node.kind == Node::Kind::Ite)
      parent[find(array)] = find(is_true(node.condition) ? node.base : node.other);
  }
  for (const Equality& equality : equalities_)
    if ((*model_)(equality.literal)) parent[find(equality.left)] = find(equality.right);
  for (const Term array : arrays_) parent[array] = find(array);
  return parent;
}

/// An index at which nobody has looked at the array.
std::optional<Value> ArrayTheory::free_index(Term array) {
  const Sort sort = terms_.sort(array).index_sort();
  std::set<Value> used;
  for (const Visit& visit : visits_)
    if (visit.array == array)
      used.insert(value_from_bits(sort, (*model_)(blaster_.bits(accesses_[visit.access].index))));
  for (std::uint64_t i = 0; sort.width() >= 64 || i >> sort.width() == 0; ++i) {
    const Value index = sort.is_bool() ? Value(i != 0) : Value(BitVector(sort.width(), i));
    if (!used.contains(index)) return index;
  }
  return std::nullopt;
}

/// Constant arrays of one class have the same element, or differ at an index that no access has.
/// False if there may be one such: they are compared there now.
bool ArrayTheory::settle_defaults() {
  const std::unordered_map<Term, Term> class_of = classes();
  std::unordered_map<Term, Term> element_of;  // by class
  for (const Term array : arrays_) {
    const Node& node = nodes_.at(array);
    Term element = node.element;
    if (node.kind == Node::Kind::Value)
      element = constant(terms_.value(array).array().otherwise);
    else if (node.kind != Node::Kind::Constant)
      continue;
    const auto [place, added] = element_of.try_emplace(class_of.at(array), element);
    if (added || id_of(place->second) == id_of(element)) continue;
    if (const std::optional<Value> index = free_index(array)) {
      begin({array, constant(*index), element, kNoTerm});
      return false;
    }
  }
  for (const Term array : arrays_)
    if (const auto known = element_of.find(class_of.at(array)); known != element_of.end())
      defaults_.emplace(array, id_of(known->second));
  return true;
}

Term ArrayTheory::constant(const Value& value) {
  const Term term = terms_.constant(value);
  CAIRN_CHECK(!prepare(term));
  return term;
}

/// Words that have the same value have the same number.
ArrayTheory::ValueId ArrayTheory::id_of(Term word) {
  const auto [place, added] = ids_.try_emplace(word, 0);
  if (!added) return place->second;
  for (const Lit bit : blaster_.bits(word)) model_->need(bit);
  const std::vector<bool> bits = (*model_)(blaster_.bits(word));
  BitVector value(static_cast<std::uint32_t>(bits.size()), 0);
  for (std::uint32_t i = 0; i < value.width(); ++i) value.set_bit(i, bits[i]);
  return ids_[word] = id_of(value);
}

ArrayTheory::ValueId ArrayTheory::id_of(const BitVector& value) {
  std::vector<ValueId>& same_hash = by_hash_[value.hash()];
  for (const ValueId id : same_hash)
    if (values_[id] == value) return id;
  values_.push_back(value);
  same_hash.push_back(static_cast<ValueId>(values_.size() - 1));
  return same_hash.back();
}

std::optional<Value> ArrayTheory::value(Term variable) const {
  const Sort& sort = terms_.sort(variable);
  if (!is_lazy(sort)) return std::nullopt;
  const auto scalar = [&](const Sort& of, ValueId id) {
    std::vector<bool> bits(values_[id].width());
    for (std::uint32_t i = 0; i < bits.size(); ++i) bits[i] = values_[id].bit(i);
    return value_from_bits(of, bits);
  };
  const auto known = defaults_.find(variable);
  const Value otherwise = known == defaults_.end() ? Value::zero(sort.element_sort())
                                                   : scalar(sort.element_sort(), known->second);
  std::map<Value, Value> entries;
  for (const Visit& visit : visits_) {
    if (visit.array != variable) continue;
    const Access& access = accesses_[visit.access];
    entries.emplace(scalar(sort.index_sort(), ids_.at(access.index)),
                    scalar(sort.element_sort(), ids_.at(access.element)));
  }
  return Value::of_array(sort, otherwise, std::move(entries));
}

// --- Lemmas ------------------------------------------------------------------------------------

/// Why the access is seen where the visit is.
void ArrayTheory::collect_path(std::uint32_t visit, std::vector<Lit>& conditions) {
  const Access& access = accesses_[visits_[visit].access];
  if (access.condition.valid()) conditions.push_back(literal_of(access.condition, access.positive));
  for (std::uint32_t at = visit; visits_[at].before != kNone; at = visits_[at].before)
    add_step(visits_[at], visits_[visits_[at].before].array, conditions);
}

void ArrayTheory::add_step(const Visit& visit, Term from, std::vector<Lit>& conditions) {
  if (visit.equality != kNoLit) {
    conditions.push_back(visit.equality);
    return;
  }
  const Node* upper = &nodes_.at(from);
  Term lower = visit.array;
  if (upper->base != lower && upper->other != lower) {
    upper = &nodes_.at(lower);
    lower = from;
  }
  if (upper->kind == Node::Kind::Ite) {
    conditions.push_back(literal_of(upper->condition, is_true(upper->condition)));
    return;
  }
  // The condition of a store, if it is false, says it with one literal; two indices that differ
  // anyway say it with none.
  const Lit differ = ~same_index(accesses_[visit.access].index, upper->index);
  if (differ != kTrue && !is_active(*upper))
    conditions.push_back(literal_of(upper->condition, !upper->positive));
  else
    conditions.push_back(differ);
}

/// What the read would be if it were one of the stores that it has passed: true anyway, and likely
/// to be what the next model gets wrong.
void ArrayTheory::add_passed_stores(std::uint32_t visit) {
  const Access access = accesses_[visits_[visit].access];
  for (std::uint32_t at = visits_[visit].before; at != kNone; at = visits_[at].before) {
    const Term array = visits_[at].array;
    const Node& node = nodes_.at(array);
    if (node.kind != Node::Kind::Store) continue;
    if (!explained_.insert(std::uint64_t{access.element.id} << 32 | array.id).second) continue;
    std::vector<Lit> conditions{same_index(access.index, node.index)};
    if (node.condition.valid()) conditions.push_back(literal_of(node.condition, node.positive));
    collect_path(at, conditions);
    lemmas_.push_back(
        {aig_.and_all(conditions), blaster_.bits(access.element), blaster_.bits(node.element)});
  }
}

/// The access has this element, where the visit is and under these conditions.
void ArrayTheory::conflict(std::uint32_t visit, std::vector<Lit> conditions, Term element) {
  add_passed_stores(visit);
  collect_path(visit, conditions);
  lemmas_.push_back({aig_.and_all(conditions),
                     blaster_.bits(accesses_[visits_[visit].access].element),
                     blaster_.bits(element)});
}

void ArrayTheory::conflict(std::uint32_t visit, std::uint32_t other) {
  add_agreement(visit, other);
  // Where an array is read at constants, as registers are, the next model chooses another of them:
  // say all at once, if they are few.
  constexpr std::uint32_t kFewBits = 6;
  if (terms_.is_value(accesses_[visits_[visit].access].index)) std::swap(visit, other);
  const Term index = accesses_[visits_[other].access].index;
  if (!terms_.is_value(index) || terms_.sort(index).width() > kFewBits) return;
  const Term array = visits_[visit].array;
  for (std::uint32_t at = 0; at < visits_.size(); ++at)
    if (visits_[at].array == array && at != other &&
        terms_.is_value(accesses_[visits_[at].access].index))
      add_agreement(visit, at);
}

/// If both accesses have the same index, they have the same element.
void ArrayTheory::add_agreement(std::uint32_t visit, std::uint32_t other) {
  const Access& access = accesses_[visits_[other].access];
  std::vector<Lit> conditions{same_index(accesses_[visits_[visit].access].index, access.index)};
  collect_path(other, conditions);
  conflict(visit, std::move(conditions), access.element);
}

}  // namespace cairn
