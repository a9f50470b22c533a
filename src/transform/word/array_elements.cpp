// SPDX-License-Identifier: MIT
#include "transform/word/array_elements.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "transform/word/system_terms.h"

namespace cairn {
namespace {

std::string element_name(const Terms& terms, Term array, Term index) {
  const Value& value = terms.value(index);
  return fmt::format("{}[{}]", terms.name(array),
                     value.sort().is_bit_vector() ? value.bits().to_decimal() : value.to_string());
}

/// Arrays that flow into one another, with the indices at which they are read and written.
class ArrayFlow {
 public:
  explicit ArrayFlow(const WordSystem& system);

  /// Whether the array (a term of the system) is used at constant indices alone.
  bool is_constant(Term array) const;
  /// Those indices, ascending.
  const std::set<Term>& indices(Term array) const { return info_.at(find(array)).indices; }

 private:
  struct Info {
    std::set<Term> indices;
    bool other_uses = false;
    std::size_t terms = 0;
  };

  /// Constants may flow anywhere without joining what they flow into.
  bool is_leaf(Term array) const {
    return terms_.is_value(array) || terms_.op(array) == Op::ConstArray;
  }
  std::uint32_t find(Term array) const;
  void join(Term a, Term b);
  void note_uses(Term term);

  /// Elements of terms that may be made for one group of arrays.
  static constexpr std::size_t kMaxWork = 1'000'000;

  const Terms& terms_;
  mutable std::vector<std::uint32_t> parent_;  // by handle: union-find
  std::unordered_map<std::uint32_t, Info> info_;
};

ArrayFlow::ArrayFlow(const WordSystem& system) : terms_(*system.terms) {
  parent_.resize(terms_.size());
  for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = i;
  const std::vector<Term> all = subterms(terms_, functions_of(system));
  for (const Term term : all) {
    if (!terms_.sort(term).is_array()) continue;
    const auto operands = terms_.operands(term);
    if (terms_.op(term) == Op::Store) join(term, operands[0]);
    if (terms_.op(term) == Op::Ite) {
      join(term, operands[1]);
      join(term, operands[2]);
    }
  }
  for (const WordState& state : system.states) {
    if (!terms_.sort(state.term).is_array()) continue;
    if (state.init.valid()) join(state.term, state.init);
    if (state.next.valid()) join(state.term, state.next);
  }
  for (const Term term : all) note_uses(term);
}

std::uint32_t ArrayFlow::find(Term array) const {
  std::uint32_t root = array.id;
  while (parent_[root] != root) root = parent_[root] = parent_[parent_[root]];
  return root;
}

void ArrayFlow::join(Term a, Term b) {
  if (!is_leaf(a) && !is_leaf(b)) parent_[find(a)] = find(b);
}

void ArrayFlow::note_uses(Term term) {
  const auto operands = terms_.operands(term);
  if (terms_.sort(term).is_array() && !is_leaf(term)) ++info_[find(term)].terms;
  const bool at_index = terms_.op(term) == Op::Select || terms_.op(term) == Op::Store;
  if (at_index && !is_leaf(operands[0])) {
    Info& info = info_[find(operands[0])];
    if (terms_.is_value(operands[1]))
      info.indices.insert(operands[1]);
    else
      info.other_uses = true;
  }
  if (at_index && is_leaf(operands[0]) && terms_.op(term) == Op::Store) {
    Info& info = info_[find(term)];
    if (terms_.is_value(operands[1]))
      info.indices.insert(operands[1]);
    else
      info.other_uses = true;
  }
  if (terms_.op(term) == Op::Equal && terms_.sort(operands[0]).is_array())
    for (const Term operand : operands)
      if (!is_leaf(operand)) info_[find(operand)].other_uses = true;
}

bool ArrayFlow::is_constant(Term array) const {
  if (is_leaf(array)) return false;
  const auto found = info_.find(find(array));
  if (found == info_.end()) return false;
  const Info& info = found->second;
  return !info.other_uses && !info.indices.empty() &&
         info.indices.size() * (info.terms + 1) <= kMaxWork;
}

/// Elements of array terms, over variables of their own.
class Elements {
 public:
  Elements(Terms& terms, TermTable& images) : terms_(terms), images_(images) {}

  void set(Term variable, Term index, Term element) { known_[key(variable, index)] = element; }
  Term operator()(Term array, Term index);

 private:
  static std::uint64_t key(Term array, Term index) {
    return std::uint64_t{array.id} << 32 | index.id;
  }
  /// The arrays whose elements an element is made of, or chosen from.
  std::vector<Term> sources(Term array, Term index) const;
  Term make(Term array, Term index) const;

  Terms& terms_;
  TermTable& images_;
  std::unordered_map<std::uint64_t, Term> known_;
};

std::vector<Term> Elements::sources(Term array, Term index) const {
  const auto operands = terms_.operands(array);
  if (terms_.op(array) == Op::Ite) return {operands[1], operands[2]};
  if (terms_.op(array) == Op::Store && operands[1] != index) return {operands[0]};
  return {};
}

/// Sources are known.
Term Elements::make(Term array, Term index) const {
  const auto operands = terms_.operands(array);
  switch (terms_.op(array)) {
    case Op::Ite:
      return terms_.ite(images_(operands[0]), known_.at(key(operands[1], index)),
                        known_.at(key(operands[2], index)));
    case Op::Store:
      return operands[1] == index ? images_(operands[2]) : known_.at(key(operands[0], index));
    case Op::ConstArray:
      return images_(operands[0]);
    default:
      return terms_.constant(terms_.value(array).select(terms_.value(index)));
  }
}

Term Elements::operator()(Term root, Term index) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term array = stack.back();
    if (known_.contains(key(array, index))) {
      stack.pop_back();
      continue;
    }
    const std::size_t size = stack.size();
    for (const Term source : sources(array, index))
      if (!known_.contains(key(source, index))) stack.push_back(source);
    if (stack.size() > size) continue;
    stack.pop_back();
    known_.emplace(key(array, index), make(array, index));
  }
  return known_.at(key(root, index));
}

}  // namespace

WordSystem ArrayElements::apply(WordSystem system) {
  Terms& terms = *system.terms;
  const ArrayFlow flow(system);
  TermTable images(terms);
  Elements element_of(terms, images);
  std::unordered_map<Term, std::vector<std::pair<Term, Term>>> replaced;  // index and variable
  const auto consider = [&](Term array) {
    if (!terms.sort(array).is_array() || !flow.is_constant(array)) return;
    const Sort sort = terms.sort(array);
    Term whole = terms.constant(Value::zero(sort));
    for (const Term index : flow.indices(array)) {
      const Term element = terms.variable(element_name(terms, array, index), sort.element_sort());
      element_of.set(array, index, element);
      back_.add_variable(element, terms.select(array, index));
      whole = terms.store(whole, index, element);
      replaced[array].emplace_back(index, element);
      ++elements_;
    }
    back_.set_image(array, whole);
    ++arrays_;
  };
  for (const Term input : system.inputs) consider(input);
  for (const WordState& state : system.states) consider(state.term);
  if (arrays_ == 0) return system;
  for (const Term term : subterms(terms, functions_of(system)))
    if (terms.op(term) == Op::Select && flow.is_constant(terms.operands(term)[0]))
      images.set(term, element_of(terms.operands(term)[0], terms.operands(term)[1]));

  WordSystem result;
  result.terms = system.terms;
  for (const Term input : system.inputs) {
    const auto elements = replaced.find(input);
    if (elements == replaced.end())
      result.inputs.push_back(input);
    else
      for (const auto& [index, element] : elements->second) result.inputs.push_back(element);
  }
  const auto image = [&](Term term) { return term.valid() ? images(term) : kNoTerm; };
  for (const WordState& state : system.states) {
    if (!replaced.contains(state.term)) {
      result.states.push_back({state.term, image(state.init), image(state.next)});
      continue;
    }
    const auto at = [&](Term array, Term index) {
      return array.valid() ? element_of(array, index) : kNoTerm;
    };
    for (const auto& [index, element] : replaced.at(state.term))
      result.states.push_back({element, at(state.init, index), at(state.next, index)});
  }
  for (const Term bad : system.bad) result.bad.push_back(images(bad));
  for (const Term constraint : system.constraints) result.constraints.push_back(images(constraint));
  back_.finish(system, result);
  return result;
}

void ArrayElements::visit_counters(const CounterVisitor& visit) const {
  visit("array-elements.arrays", arrays_);
  visit("array-elements.elements", elements_);
}

}  // namespace cairn
