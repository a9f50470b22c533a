// SPDX-License-Identifier: MIT
#include "transform/word/read_bits.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "transform/word/system_terms.h"

namespace cairn {
namespace {

void set(std::vector<std::uint64_t>& mask, std::uint32_t bit) {
  mask[bit / 64] |= std::uint64_t{1} << (bit % 64);
}

bool test(const std::vector<std::uint64_t>& mask, std::uint32_t bit) {
  return (mask[bit / 64] >> (bit % 64) & 1) != 0;
}

std::optional<std::uint32_t> highest(const std::vector<std::uint64_t>& mask) {
  for (std::size_t i = mask.size(); i-- > 0;)
    if (mask[i] != 0) return static_cast<std::uint32_t>(64 * i + 63 - std::countl_zero(mask[i]));
  return std::nullopt;
}

std::uint32_t lowest(const std::vector<std::uint64_t>& mask) {
  std::size_t i = 0;
  while (mask[i] == 0) ++i;
  return static_cast<std::uint32_t>(64 * i + std::countr_zero(mask[i]));
}

}  // namespace

ReadBits::ReadBits(const WordSystem& system) : terms_(*system.terms), states_(system.states) {
  state_.assign(terms_.size(), 0);
  for (std::size_t i = 0; i < states_.size(); ++i)
    state_[states_[i].term.id] = static_cast<std::uint32_t>(i + 1);
  std::vector<Term> roots = functions_of(system);
  roots.insert(roots.end(), system.inputs.begin(), system.inputs.end());
  for (const WordState& state : states_) roots.push_back(state.term);
  offset_.assign(terms_.size(), 0);
  std::size_t size = 0;
  for (const Term term : subterms(terms_, roots)) {
    offset_[term.id] = size;
    size += words(term);
  }
  read_.assign(size, 0);
  joined_.assign(size, 0);
  queued_.assign(terms_.size(), false);
  for (const Term bad : system.bad) require_all(bad);
  for (const Term constraint : system.constraints) require_all(constraint);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end());
    const Term term = queue_.back();
    queue_.pop_back();
    queued_[term.id] = false;
    look_at(term);
  }
}

/// Bits of an array are those of its elements; what has no bits counts as one.
std::uint32_t ReadBits::width(Term term) const {
  return std::max(terms_.sort(term).width(), 1u);
}

bool ReadBits::get(const std::vector<std::uint64_t>& words, Term term, std::uint32_t bit) const {
  return (words[offset_[term.id] + bit / 64] >> (bit % 64) & 1) != 0;
}

bool ReadBits::is_read(Term term) const {
  return highest(masks_of(term).read).has_value();
}

ReadBits::Masks ReadBits::masks_of(Term term) const {
  const auto part = [&](const std::vector<std::uint64_t>& all) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(offset_[term.id]);
    return Mask(from, from + static_cast<std::ptrdiff_t>(words(term)));
  };
  return {part(read_), part(joined_)};
}

void ReadBits::require(Term term, const Masks& masks) {
  bool changed = false;
  const std::size_t from = offset_[term.id];
  for (std::size_t i = 0; i < masks.read.size(); ++i) {
    const std::uint64_t read = read_[from + i] | masks.read[i];
    const std::uint64_t joined = joined_[from + i] | masks.joined[i];
    changed = changed || read != read_[from + i] || joined != joined_[from + i];
    read_[from + i] = read;
    joined_[from + i] = joined;
  }
  if (!changed || queued_[term.id]) return;
  queued_[term.id] = true;
  queue_.push_back(term);
  std::push_heap(queue_.begin(), queue_.end());
}

/// As one number.
void ReadBits::require_range(Term term, std::uint32_t high, std::uint32_t low) {
  Masks masks{Mask(words(term), 0), Mask(words(term), 0)};
  for (std::uint32_t i = low; i <= high; ++i) {
    set(masks.read, i);
    if (i < high) set(masks.joined, i);
  }
  require(term, masks);
}

/// The masks moved up (or down) and cut to a width.
ReadBits::Masks ReadBits::shifted(const Masks& masks, std::int64_t up, std::uint32_t width) {
  const std::size_t count = (width + 63) / 64;
  Masks result{Mask(count, 0), Mask(count, 0)};
  for (std::int64_t i = 0; i < width; ++i) {
    const std::int64_t from = i - up;
    if (from < 0 || from >= static_cast<std::int64_t>(64 * masks.read.size())) continue;
    const auto to_bit = static_cast<std::uint32_t>(i), from_bit = static_cast<std::uint32_t>(from);
    if (test(masks.read, from_bit)) set(result.read, to_bit);
    if (i + 1 < width && test(masks.joined, from_bit)) set(result.joined, to_bit);
  }
  return result;
}

/// A mask's zeros keep bits of the other operand from being read, and so do the ones of an Or.
void ReadBits::look_at_bitwise(Term term, Masks masks) {
  const auto operands = terms_.operands(term);
  if (operands.size() == 2 && terms_.is_value(operands[1]) && terms_.op(term) != Op::BvXor) {
    const BitVector& value = terms_.value(operands[1]).bits();
    for (std::size_t i = 0; i < masks.read.size(); ++i)
      masks.read[i] &= terms_.op(term) == Op::BvAnd ? value.words()[i] : ~value.words()[i];
  }
  for (const Term operand : operands) require(operand, masks);
}

void ReadBits::look_at_sign_extension(Term term, const Masks& masks) {
  const Term operand = terms_.operands(term)[0];
  const std::uint32_t inner = width(operand);
  Masks result = shifted(masks, 0, inner);
  if (*highest(masks.read) >= inner - 1) set(result.read, inner - 1);
  require(operand, result);
}

void ReadBits::look_at_word(Term term, const Masks& masks) {
  const auto operands = terms_.operands(term);
  const std::uint32_t high = *highest(masks.read), low = lowest(masks.read);
  switch (terms_.op(term)) {
    case Op::BvNot:
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
      return look_at_bitwise(term, masks);
    case Op::BvNeg:
    case Op::BvAdd:
    case Op::BvMul:
      for (const Term operand : operands) require_range(operand, high, 0);
      return;
    case Op::BvShl:
      require_range(operands[0], high, 0);
      return require_all(operands[1]);
    case Op::BvLshr:
    case Op::BvAshr:
      require_range(operands[0], width(term) - 1, low);
      return require_all(operands[1]);
    case Op::Concat: {
      const std::uint32_t split = width(operands[1]);
      require(operands[0], shifted(masks, -std::int64_t{split}, width(operands[0])));
      return require(operands[1], shifted(masks, 0, split));
    }
    case Op::Extract:
      return require(operands[0], shifted(masks, terms_.parameter(term, 1), width(operands[0])));
    case Op::ZeroExtend:
      return require(operands[0], shifted(masks, 0, width(operands[0])));
    case Op::SignExtend:
      return look_at_sign_extension(term, masks);
    default:
      for (const Term operand : operands) require_all(operand);
  }
}

/// Bits that a mask hides are read together by nobody: while none is read, there is nothing to do.
void ReadBits::look_at(Term term) {
  const auto operands = terms_.operands(term);
  const Masks masks = masks_of(term);
  if (!highest(masks.read)) return;
  switch (terms_.op(term)) {
    case Op::Value:
      return;
    case Op::Variable: {
      if (state_[term.id] == 0) return;
      // What can't be split stays as it is, all of it.
      if (!terms_.sort(term).is_bit_vector()) require_all(term);
      const WordState& state = states_[state_[term.id] - 1];
      const Masks all = masks_of(term);
      if (state.init.valid()) require(state.init, all);
      if (state.next.valid()) require(state.next, all);
      return;
    }
    case Op::Ite:
      require_all(operands[0]);
      require(operands[1], masks);
      return require(operands[2], masks);
    case Op::Select:
      require_all(operands[1]);
      return require(operands[0], masks);
    case Op::Store:
      require(operands[0], masks);
      require_all(operands[1]);
      return require(operands[2], masks);
    case Op::ConstArray:
      return require(operands[0], masks);
    default:
      return look_at_word(term, masks);
  }
}

}  // namespace cairn
