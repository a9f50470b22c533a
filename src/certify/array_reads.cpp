// SPDX-License-Identifier: MIT
#include "certify/array_reads.h"

#include <string>

#include "base/error.h"

namespace cairn {

std::optional<Term> ArrayReads::without_arrays(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (images_.contains(term)) {
      stack.pop_back();
      continue;
    }
    const auto operands = terms_.operands(term);
    if (terms_.op(term) == Op::Equal && terms_.sort(operands[0]).is_array()) return std::nullopt;
    const std::size_t before = stack.size();
    for (const Term operand : operands)
      if (!images_.contains(operand)) stack.push_back(operand);
    if (stack.size() != before) continue;
    stack.pop_back();
    images_.emplace(term, make(term));
  }
  return images_.at(root);
}

Term ArrayReads::make(Term term) {
  if (terms_.sort(term).is_array()) return term;
  const auto parts = terms_.operands(term);
  if (terms_.op(term) == Op::Select) return read(parts[0], images_.at(parts[1]));
  std::vector<Term> operands;
  for (const Term part : parts) operands.push_back(images_.at(part));
  if (operands.empty()) return term;
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  return terms_.make(terms_.op(term), operands, std::span(parameters, count), terms_.sort(term));
}

std::vector<Term> ArrayReads::sources(Term array) const {
  const auto operands = terms_.operands(array);
  if (terms_.op(array) == Op::Ite) return {operands[1], operands[2]};
  if (terms_.op(array) == Op::Store) return {operands[0]};
  return {};
}

Term ArrayReads::read(Term root, Term index) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term array = stack.back();
    if (known_.contains({array, index})) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term source : sources(array))
      if (!known_.contains({source, index})) stack.push_back(source);
    if (stack.size() != before) continue;
    stack.pop_back();
    known_.emplace(std::pair(array, index), make_read(array, index));
  }
  return known_.at({root, index});
}

Term ArrayReads::make_read(Term array, Term index) {
  const auto operands = terms_.operands(array);
  switch (terms_.op(array)) {
    case Op::Ite:
      return terms_.ite(images_.at(operands[0]), known_.at({operands[1], index}),
                        known_.at({operands[2], index}));
    case Op::Store:
      return terms_.ite(terms_.equal(index, images_.at(operands[1])), images_.at(operands[2]),
                        known_.at({operands[0], index}));
    case Op::ConstArray:
      return images_.at(operands[0]);
    case Op::Value: {
      const ArrayValue& value = terms_.value(array).array();
      Term result = terms_.constant(value.otherwise);
      for (const auto& [at, element] : value.entries)
        result =
            terms_.ite(terms_.equal(index, terms_.constant(at)), terms_.constant(element), result);
      return result;
    }
    default:
      CAIRN_CHECK(terms_.is_variable(array));
      return read_variable(array, index);
  }
}

Term ArrayReads::read_variable(Term array, Term index) {
  std::vector<Read>& reads = reads_[array];
  const Term word = terms_.variable(terms_.name(array) + "[" + std::to_string(reads.size()) + "]",
                                    terms_.sort(array).element_sort());
  reads.push_back({index, word});
  return word;
}

std::optional<std::vector<Term>> ArrayReads::same_reads() {
  constexpr std::size_t kMostPairs = 100'000;
  std::vector<Term> facts;
  for (const auto& [array, reads] : reads_) {
    if (facts.size() + reads.size() * reads.size() / 2 > kMostPairs) return std::nullopt;
    for (std::size_t i = 0; i < reads.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Term fact = terms_.implies(terms_.equal(reads[i].index, reads[j].index),
                                         terms_.equal(reads[i].word, reads[j].word));
        if (!terms_.is_true(fact)) facts.push_back(fact);
      }
  }
  return facts;
}

}  // namespace cairn
