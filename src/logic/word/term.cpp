// SPDX-License-Identifier: MIT
#include "logic/word/term.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/error.h"
#include "logic/word/term_rewrite.h"
#include "logic/word/term_store.h"

namespace cairn {

Terms::Terms() : store_(std::make_unique<Store_>()) {
  false_ = constant(cairn::Value(false));
  true_ = constant(cairn::Value(true));
}

Terms::~Terms() = default;

std::uint32_t Terms::size() const {
  return static_cast<std::uint32_t>(store_->nodes.size());
}

Op Terms::op(Term term) const {
  return store_->nodes[term.id].op;
}

const Sort& Terms::sort(Term term) const {
  return store_->sorts[store_->nodes[term.id].sort];
}

std::span<const Term> Terms::operands(Term term) const {
  const Store_::Node& node = store_->nodes[term.id];
  if (node.count == 0) return {};
  return {store_->arena.at(node.first), node.count};
}

std::uint32_t Terms::parameter(Term term, unsigned which) const {
  const Store_::Node& node = store_->nodes[term.id];
  CAIRN_CHECK(which < parameter_count(node.op));
  return store_->arena.at(node.first)[node.count + which].id;
}

std::uint64_t Terms::constant_bits() const {
  return store_->constant_bits;
}

const cairn::Value& Terms::value(Term term) const {
  CAIRN_CHECK(is_value(term));
  return store_->values[store_->nodes[term.id].first];
}

const std::string& Terms::name(Term term) const {
  CAIRN_CHECK(is_variable(term));
  return store_->names[store_->nodes[term.id].first];
}

Term Terms::variable(std::string name, Sort sort) {
  store_->names.push_back(std::move(name));
  return store_->add(Op::Variable, store_->number_of(sort),
                     static_cast<std::uint32_t>(store_->names.size() - 1), 0);
}

Term Terms::constant(const cairn::Value& value) {
  std::uint32_t& slot = store_->slot(value.hash(), [&](const Store_::Node& node) {
    return node.op == Op::Value && store_->values[node.first] == value;
  });
  if (slot != kNoTerm.id) return {slot};
  store_->values.push_back(value);
  if (!value.sort().is_array()) store_->constant_bits += value.sort().width();
  const Term term = store_->add(Op::Value, store_->number_of(value.sort()),
                                static_cast<std::uint32_t>(store_->values.size() - 1), 0);
  slot = term.id;
  return term;
}

Term Terms::intern(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
                   const Sort& sort) {
  const std::uint32_t number = store_->number_of(sort);
  const auto same = [&](const Store_::Node& node) {
    if (node.op != op || node.sort != number || node.count != operands.size()) return false;
    const Term* content = store_->arena.at(node.first);
    if (!std::equal(operands.begin(), operands.end(), content)) return false;
    content += operands.size();
    for (const std::uint32_t parameter : parameters)
      if ((content++)->id != parameter) return false;
    return true;
  };
  std::uint32_t& slot = store_->slot(Store_::hash(op, number, operands, parameters), same);
  if (slot != kNoTerm.id) return {slot};
  const std::uint32_t first = store_->arena.add(operands, parameters);
  const Term term = store_->add(op, number, first, static_cast<std::uint32_t>(operands.size()));
  slot = term.id;
  return term;
}

Term Terms::make(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
                 Sort sort) {
  const auto key = term_store::MadeTerms::key(op, operands, parameters);
  if (key)
    if (const Term known = store_->made.find(*key); known.valid()) return known;
  std::array<Sort, 4> few;
  std::vector<Sort> many;
  std::span<Sort> sorts(few.data(), std::min(operands.size(), few.size()));
  if (operands.size() > few.size()) {
    many.resize(operands.size());
    sorts = many;
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    CAIRN_CHECK(operands[i].id < size());
    sorts[i] = this->sort(operands[i]);
  }
  const std::optional<Sort> result = result_sort(op, sorts, parameters, sort);
  CAIRN_CHECK(result.has_value());
  if (nesting_ == 0) store_->is_cut_short = false;
  const Term made = TermRewriter(*this)(op, operands, parameters, *result);
  // Where the limits of rules were not in the way, another call gives the same.
  if (key && !store_->is_cut_short) store_->made.add(*key, made);
  return made;
}

Term Terms::and_all(std::span<const Term> terms) {
  if (terms.empty()) return true_;
  return terms.size() == 1 ? terms[0] : make(Op::And, terms);
}

Term Terms::or_all(std::span<const Term> terms) {
  if (terms.empty()) return false_;
  return terms.size() == 1 ? terms[0] : make(Op::Or, terms);
}

Term Terms::extract(Term a, std::uint32_t high, std::uint32_t low) {
  const std::uint32_t parameters[] = {high, low};
  return make(Op::Extract, std::span(&a, 1), parameters);
}

Term Terms::zero_extend(Term a, std::uint32_t width) {
  return make(Op::ZeroExtend, std::span(&a, 1), std::span(&width, 1));
}

Term Terms::sign_extend(Term a, std::uint32_t width) {
  return make(Op::SignExtend, std::span(&a, 1), std::span(&width, 1));
}

Term Terms::resize_unsigned(Term a, std::uint32_t width) {
  return width < sort(a).width() ? extract(a, width - 1, 0) : zero_extend(a, width);
}

Term Terms::resize_signed(Term a, std::uint32_t width) {
  return width < sort(a).width() ? extract(a, width - 1, 0) : sign_extend(a, width);
}

Term Terms::rounded(Op op, RoundingMode mode, std::span<const Term> operands, Sort sort) {
  const auto parameter = static_cast<std::uint32_t>(mode);
  return make(op, operands, std::span(&parameter, 1), sort);
}

Term Terms::substitute(Term term, const std::unordered_map<std::uint32_t, Term>& map) {
  std::uint32_t least = kNoTerm.id;  // what lies below it contains nothing that is replaced
  for (const auto& [from, to] : map) {
    CAIRN_CHECK(sort(Term{from}) == sort(to));
    least = std::min(least, from);
  }
  std::unordered_map<std::uint32_t, Term> done;
  const auto result_of = [&](Term part) { return part.id < least ? part : done.at(part.id); };
  std::vector<std::pair<Term, bool>> stack{{term, false}};
  std::vector<Term> operands;
  while (!stack.empty()) {
    const auto [part, entered] = stack.back();
    if (part.id < least || (!entered && done.count(part.id) != 0)) {
      stack.pop_back();
      continue;
    }
    if (const auto found = map.find(part.id); found != map.end()) {
      done.emplace(part.id, found->second);
      stack.pop_back();
      continue;
    }
    const auto parts = this->operands(part);
    if (!entered) {
      stack.back().second = true;
      for (const Term operand : parts)
        if (operand.id >= least && done.count(operand.id) == 0) stack.emplace_back(operand, false);
      continue;
    }
    stack.pop_back();
    operands.assign(parts.size(), kNoTerm);
    std::transform(parts.begin(), parts.end(), operands.begin(), result_of);
    Term result = part;
    if (!std::equal(parts.begin(), parts.end(), operands.begin())) {
      std::uint32_t parameters[2] = {};
      const unsigned count = parameter_count(op(part));
      for (unsigned i = 0; i < count; ++i) parameters[i] = parameter(part, i);
      result = make(op(part), operands, std::span(parameters, count), sort(part));
    }
    done.emplace(part.id, result);
  }
  return result_of(term);
}

std::vector<Term> Terms::variables_of(std::span<const Term> terms) const {
  std::vector<Term> stack(terms.begin(), terms.end());
  std::unordered_set<std::uint32_t> seen;
  std::vector<Term> variables;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term.id).second) continue;
    if (is_variable(term)) variables.push_back(term);
    const auto parts = operands(term);
    stack.insert(stack.end(), parts.begin(), parts.end());
  }
  std::sort(variables.begin(), variables.end());
  return variables;
}

std::uint32_t Terms::node_count(Term term, std::uint32_t limit) const {
  std::vector<Term> stack{term};
  std::unordered_set<std::uint32_t> seen;
  while (!stack.empty() && seen.size() < limit) {
    const Term part = stack.back();
    stack.pop_back();
    if (!seen.insert(part.id).second) continue;
    const auto parts = operands(part);
    stack.insert(stack.end(), parts.begin(), parts.end());
  }
  return static_cast<std::uint32_t>(seen.size());
}

}  // namespace cairn
