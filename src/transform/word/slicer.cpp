// SPDX-License-Identifier: MIT
#include "transform/word/slicer.h"

#include <algorithm>

namespace cairn {

/// The slices of operands that a slice is made of; none if it is an extraction.
std::vector<Slicer::Slice> Slicer::needed_for(const Slice& slice) const {
  const auto [term, high, low] = slice;
  if (term.id < first_ || known_.size() >= limit_) return {};
  const auto operands = terms_.operands(term);
  const auto width = [&](std::size_t i) { return terms_.sort(operands[i]).width(); };
  std::vector<Slice> result;
  switch (terms_.op(term)) {
    case Op::Ite:
      return {{operands[1], high, low}, {operands[2], high, low}};
    case Op::BvNot:
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      for (const Term operand : operands) result.push_back({operand, high, low});
      return result;
    case Op::BvNeg:
    case Op::BvAdd:
    case Op::BvMul:
      if (high + 1 == terms_.sort(term).width()) return {};
      for (const Term operand : operands) result.push_back({operand, high, 0});
      return result;
    case Op::Concat: {
      const std::uint32_t split = width(1);
      if (high >= split)
        result.push_back({operands[0], high - split, std::max(low, split) - split});
      if (low < split) result.push_back({operands[1], std::min(high, split - 1), low});
      return result;
    }
    case Op::Extract:
      return {{operands[0], high + terms_.parameter(term, 1), low + terms_.parameter(term, 1)}};
    case Op::ZeroExtend:
      if (low < width(0)) return {{operands[0], std::min(high, width(0) - 1), low}};
      return {};
    case Op::SignExtend:
      return {{operands[0], std::min(high, width(0) - 1), std::min(low, width(0) - 1)}};
    default:
      return {};
  }
}

Term Slicer::known(const Slice& slice) const {
  if (slice.low == 0 && slice.high + 1 == terms_.sort(slice.term).width()) return slice.term;
  const auto found = known_.find(slice.key());
  return found == known_.end() ? kNoTerm : found->second;
}

Term Slicer::make(const Slice& slice, const std::vector<Slice>& needed) {
  const auto [term, high, low] = slice;
  const std::uint32_t width = high - low + 1;
  std::vector<Term> parts;
  for (const Slice& part : needed) parts.push_back(known(part));
  if (parts.empty()) return terms_.extract(term, high, low);
  switch (terms_.op(term)) {
    case Op::Ite:
      return terms_.ite(terms_.operands(term)[0], parts[0], parts[1]);
    case Op::BvNeg:
    case Op::BvAdd:
    case Op::BvMul:
      return terms_.extract(terms_.make(terms_.op(term), parts), high, low);
    case Op::Concat:
      return parts.size() == 1 ? parts[0] : terms_.concat(parts[0], parts[1]);
    case Op::Extract:
      return parts[0];
    case Op::ZeroExtend:
      return terms_.zero_extend(parts[0], width);
    case Op::SignExtend:
      return terms_.sign_extend(parts[0], width);
    default:
      return terms_.make(terms_.op(term), parts);
  }
}

Term Slicer::operator()(Term term, std::uint32_t high, std::uint32_t low) {
  const Slice root{term, high, low};
  stack_.push_back(root);
  while (!stack_.empty()) {
    const Slice slice = stack_.back();
    if (known(slice).valid()) {
      stack_.pop_back();
      continue;
    }
    const std::vector<Slice> needed = needed_for(slice);
    const std::size_t size = stack_.size();
    for (const Slice& part : needed)
      if (!known(part).valid()) stack_.push_back(part);
    if (stack_.size() > size) continue;
    stack_.pop_back();
    known_.emplace(slice.key(), make(slice, needed));
  }
  return known(root);
}

bool Slicer::passes_truth(Term bit) const {
  switch (terms_.op(bit)) {
    case Op::Ite:
    case Op::BvNot:
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      return true;
    default:
      return false;
  }
}

Term Slicer::make_truth(Term bit, std::span<const Term> operands) {
  const auto truth = [&](std::size_t i) { return truths_.at(operands[i]); };
  switch (terms_.op(bit)) {
    case Op::Ite:
      return terms_.ite(operands[0], truth(1), truth(2));
    case Op::BvNot:
      return terms_.not_(truth(0));
    case Op::BvAnd:
      return terms_.and_(truth(0), truth(1));
    case Op::BvOr:
      return terms_.or_(truth(0), truth(1));
    case Op::BvXor:
      return terms_.xor_(truth(0), truth(1));
    default:
      return terms_.equal(bit, terms_.bv(1, 1));
  }
}

Term Slicer::is_one(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term bit = stack.back();
    if (truths_.contains(bit)) {
      stack.pop_back();
      continue;
    }
    const auto operands = terms_.operands(bit);
    const std::size_t size = stack.size();
    if (passes_truth(bit))
      for (std::size_t i = terms_.op(bit) == Op::Ite ? 1 : 0; i < operands.size(); ++i)
        if (!truths_.contains(operands[i])) stack.push_back(operands[i]);
    if (stack.size() > size) continue;
    stack.pop_back();
    truths_.emplace(bit, make_truth(bit, operands));
  }
  return truths_.at(root);
}

}  // namespace cairn
