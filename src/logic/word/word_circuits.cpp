// SPDX-License-Identifier: MIT
#include "logic/word/word_circuits.h"

#include <algorithm>

#include "base/error.h"

namespace cairn {

Bits WordCircuits::constant(std::uint32_t width, std::uint64_t value) {
  Bits bits(width, kFalse);
  for (std::uint32_t i = 0; i < width && i < 64; ++i)
    if ((value >> i & 1) != 0) bits[i] = kTrue;
  return bits;
}

Bits WordCircuits::complement(Bits bits) {
  for (Lit& bit : bits) bit = ~bit;
  return bits;
}

Bits WordCircuits::extend(Bits bits, std::uint32_t width, Lit fill) {
  bits.resize(width, fill);
  return bits;
}

Bits WordCircuits::bitwise_and(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  Bits result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = aig_.and_gate(a[i], b[i]);
  return result;
}

Bits WordCircuits::bitwise_or(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  Bits result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = aig_.or_gate(a[i], b[i]);
  return result;
}

Bits WordCircuits::bitwise_xor(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  Bits result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = aig_.xor_gate(a[i], b[i]);
  return result;
}

Bits WordCircuits::ite(Lit condition, const Bits& then, const Bits& otherwise) {
  CAIRN_CHECK(then.size() == otherwise.size());
  if (condition.is_constant()) return condition == kTrue ? then : otherwise;
  Bits result(then.size());
  for (std::size_t i = 0; i < then.size(); ++i)
    result[i] =
        then[i] == otherwise[i] ? then[i] : aig_.if_then_else(condition, then[i], otherwise[i]);
  return result;
}

/// a & b | c & (a | b): the disjunction, not the exclusive one, for the sake of propagation.
Lit WordCircuits::majority(Lit a, Lit b, Lit c) {
  // A constant operand belongs in the place where it folds.
  if (a.is_constant()) std::swap(a, c);
  if (b.is_constant()) std::swap(b, c);
  if (c == kTrue) return aig_.or_gate(a, b);
  if (c == kFalse) return aig_.and_gate(a, b);
  if (a == b) return a;
  if (a == ~b) return c;
  const Lit both = aig_.and_gate(a, b);
  return aig_.or_gate(both, aig_.and_gate(c, aig_.or_gate(a, b)));
}

WordCircuits::SumAndCarry WordCircuits::full_adder(Lit a, Lit b, Lit c) {
  // The exclusive or of a and b is made of the same conjunctions as their majority.
  const Lit neither = aig_.and_gate(~a, ~b);
  const Lit both = aig_.and_gate(a, b);
  const Lit one = aig_.and_gate(~neither, ~both);
  const Lit sum = aig_.and_gate(~aig_.and_gate(~one, ~c), ~aig_.and_gate(one, c));
  return {sum, majority(a, b, c)};
}

Bits WordCircuits::add(const Bits& a, const Bits& b, Lit carry) {
  CAIRN_CHECK(a.size() == b.size());
  Bits result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const SumAndCarry step = full_adder(a[i], b[i], carry);
    result[i] = step.sum;
    carry = step.carry;
  }
  return result;
}

/// The non-adjacent form: the fewest digits 1 and -1 whose sum is the constant modulo 2^width.
std::vector<WordCircuits::Digit> WordCircuits::signed_digits(const Bits& constant) {
  std::vector<Digit> digits;
  bool carry = false;
  for (std::uint32_t i = 0; i < size(constant); ++i) {
    const bool bit = (constant[i] == kTrue) != carry;
    const bool next = i + 1 < size(constant) && constant[i + 1] == kTrue;
    if (!bit) {
      carry = carry && constant[i] == kTrue;
      continue;
    }
    digits.push_back({i, next});
    carry = next;
  }
  return digits;
}

Bits WordCircuits::multiply_by_constant(const Bits& a, const Bits& factor) {
  const std::uint32_t width = size(a);
  Bits result = constant(width, 0);
  for (const Digit& digit : signed_digits(factor)) {
    // The bits below the digit stay as they are.
    const Bits low(a.begin(), a.end() - digit.position);
    const Bits high(result.begin() + digit.position, result.end());
    const Bits sum = digit.negative ? subtract(high, low) : add(high, low);
    std::copy(sum.begin(), sum.end(), result.begin() + digit.position);
  }
  return result;
}

/// One row for each bit of the factor that is not zero. Bits below a row are final, and those of a
/// row above the width are never made.
Bits WordCircuits::multiply(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  const auto is_constant = [](Lit lit) { return lit.is_constant(); };
  if (std::all_of(b.begin(), b.end(), is_constant)) return multiply_by_constant(a, b);
  if (std::all_of(a.begin(), a.end(), is_constant)) return multiply_by_constant(b, a);
  const auto zeros = [](const Bits& bits) { return std::count(bits.begin(), bits.end(), kFalse); };
  const Bits& rows = zeros(a) > zeros(b) ? a : b;
  const Bits& row = &rows == &a ? b : a;
  const std::uint32_t width = size(a);
  Bits result = constant(width, 0);
  for (std::uint32_t i = 0; i < width; ++i) {
    if (rows[i] == kFalse) continue;
    Lit carry = kFalse;
    for (std::uint32_t k = i; k < width; ++k) {
      const SumAndCarry step = full_adder(result[k], aig_.and_gate(rows[i], row[k - i]), carry);
      result[k] = step.sum;
      carry = step.carry;
    }
  }
  return result;
}

/// Restoring division. What is left before step k is at most the number that the first k - 1 bits
/// of the dividend are, so it has k - 1 bits: step k subtracts k bits, and the others of the
/// divisor must be zero. What is left is also less than the divisor, so it has no more bits than a
/// divisor whose upper ones are constant zeros (a constant, mostly); only if that is zero, all of
/// the dividend is left.
const WordCircuits::Division& WordCircuits::divide(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  const auto [place, is_new] = divisions_.try_emplace({a, b});
  Division& result = place->second;
  if (!is_new) return result;
  const std::uint32_t width = size(a);
  Bits high_zero(width + 1, kTrue);  // bits of the divisor from this one on are zero
  for (std::uint32_t i = width; i-- > 0;) high_zero[i] = aig_.and_gate(high_zero[i + 1], ~b[i]);
  std::uint32_t length = width;
  while (length > 0 && b[length - 1] == kFalse) --length;
  Bits left;
  result.quotient.assign(width, kFalse);
  for (std::uint32_t k = 1; k <= width; ++k) {
    left.insert(left.begin(), a[width - k]);
    Bits difference(std::min(size(left), length));
    Lit carry = kTrue;
    for (std::uint32_t i = 0; i < difference.size(); ++i) {
      const SumAndCarry step = full_adder(left[i], ~b[i], carry);
      difference[i] = step.sum;
      carry = step.carry;
    }
    if (left.size() > length) {
      carry = aig_.or_gate(carry, left.back());
      left.pop_back();
    }
    const Lit fits = aig_.and_gate(carry, high_zero[std::min(k, length)]);
    result.quotient[width - k] = fits;
    left = ite(fits, difference, left);
  }
  left.resize(width, kFalse);
  result.remainder = length < width ? ite(high_zero[0], a, left) : std::move(left);
  return result;
}

Bits WordCircuits::signed_quotient(const Bits& a, const Bits& b) {
  const Bits quotient = divide(absolute(a), absolute(b)).quotient;
  return ite(aig_.xor_gate(a.back(), b.back()), negate(quotient), quotient);
}

Bits WordCircuits::signed_remainder(const Bits& a, const Bits& b) {
  const Bits remainder = divide(absolute(a), absolute(b)).remainder;
  return ite(a.back(), negate(remainder), remainder);
}

Bits WordCircuits::shift_left(const Bits& a, const Bits& amount) {
  Bits reversed(a.rbegin(), a.rend());
  reversed = shift_right(reversed, amount, kFalse);
  return {reversed.rbegin(), reversed.rend()};
}

Bits WordCircuits::shift_right(const Bits& a, const Bits& amount, Lit fill) {
  const std::uint32_t width = size(a);
  Bits result = a;
  std::uint32_t stage = 0;
  for (; stage < size(amount) && (std::uint64_t{1} << stage) < width; ++stage) {
    const std::uint32_t distance = std::uint32_t{1} << stage;
    Bits shifted(result.begin() + distance, result.end());
    shifted.resize(width, fill);
    result = ite(amount[stage], shifted, result);
  }
  const Lit too_far = any(std::span(amount).subspan(stage));
  return ite(too_far, Bits(width, fill), result);
}

Lit WordCircuits::equal(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  Bits same(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) same[i] = aig_.equal(a[i], b[i]);
  return all(same);
}

Lit WordCircuits::less(const Bits& a, const Bits& b) {
  CAIRN_CHECK(a.size() == b.size());
  Lit result = kFalse;
  for (std::size_t i = 0; i < a.size(); ++i) result = majority(~a[i], b[i], result);
  return result;
}

Lit WordCircuits::signed_less(Bits a, Bits b) {
  a.back() = ~a.back();
  b.back() = ~b.back();
  return less(a, b);
}

Bits WordCircuits::decode(const Bits& index) {
  Bits result{kTrue};
  for (std::size_t i = index.size(); i-- > 0;) {
    Bits next;
    next.reserve(2 * result.size());
    for (const Lit prefix : result) {
      next.push_back(aig_.and_gate(prefix, ~index[i]));
      next.push_back(aig_.and_gate(prefix, index[i]));
    }
    result = std::move(next);
  }
  return result;
}

Bits WordCircuits::select(const Bits& elements, const Bits& index) {
  const std::size_t element = elements.size() >> index.size();
  Bits left = elements;
  for (const Lit bit : index) {
    const std::size_t pairs = left.size() / (2 * element);
    for (std::size_t i = 0; i < pairs; ++i)
      for (std::size_t k = 0; k < element; ++k) {
        const Lit low = left[2 * i * element + k], high = left[(2 * i + 1) * element + k];
        left[i * element + k] = low == high ? low : aig_.if_then_else(bit, high, low);
      }
    left.resize(pairs * element);
  }
  return left;
}

}  // namespace cairn
