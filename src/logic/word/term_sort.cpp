// SPDX-License-Identifier: MIT
//
// Which sorts an operator takes and gives.
#include "logic/word/term.h"

namespace cairn {

namespace {

using Sorts = std::span<const Sort>;
using Parameters = std::span<const std::uint32_t>;
using MaybeSort = std::optional<Sort>;

constexpr std::uint32_t kMaxWidth = 0xFFFF;
constexpr std::uint32_t kMaxExponent = 30;  // exponents fit 32 bits
constexpr std::uint32_t kRoundingModes = 5;

MaybeSort when(bool condition, Sort sort) {
  return condition ? MaybeSort(sort) : std::nullopt;
}

bool same(Sorts sorts) {
  for (const Sort& sort : sorts)
    if (sort != sorts[0]) return false;
  return true;
}

bool proper(const ScalarSort& sort) {
  if (sort.kind == SortKind::BitVector) return sort.size >= 1;
  if (sort.kind == SortKind::Float)
    return sort.exponent >= 2 && sort.exponent <= kMaxExponent && sort.size >= 2;
  return true;
}

MaybeSort bit_vector_sort(Op op, Sorts sorts, Parameters parameters) {
  for (const Sort& sort : sorts)
    if (!sort.is_bit_vector()) return std::nullopt;
  const std::uint32_t width = sorts[0].width();
  switch (op) {
    case Op::BvNot:
    case Op::BvNeg:
      return when(sorts.size() == 1, sorts[0]);
    case Op::BvUlt:
    case Op::BvUle:
    case Op::BvSlt:
    case Op::BvSle:
      return when(sorts.size() == 2 && same(sorts), Sort::boolean());
    case Op::Concat:
      if (sorts.size() != 2 || width + sorts[1].width() > kMaxWidth) return std::nullopt;
      return Sort::bit_vector(width + sorts[1].width());
    case Op::Extract:
      if (sorts.size() != 1 || parameters[0] < parameters[1] || parameters[0] >= width)
        return std::nullopt;
      return Sort::bit_vector(parameters[0] - parameters[1] + 1);
    case Op::ZeroExtend:
    case Op::SignExtend:
      if (sorts.size() != 1 || parameters[0] < width || parameters[0] > kMaxWidth)
        return std::nullopt;
      return Sort::bit_vector(parameters[0]);
    default:
      return when(sorts.size() == 2 && same(sorts), sorts[0]);
  }
}

MaybeSort array_sort(Op op, Sorts sorts, Sort sort) {
  if (op == Op::ConstArray)
    return when(sorts.size() == 1 && sort.is_array() && !sorts[0].is_array() &&
                    sort.element_sort() == sorts[0] && proper(sort.index),
                sort);
  const std::size_t arity = op == Op::Select ? 2 : 3;
  if (sorts.size() != arity || !sorts[0].is_array() || sorts[1] != sorts[0].index_sort())
    return std::nullopt;
  if (op == Op::Select) return sorts[0].element_sort();
  return when(sorts[2] == sorts[0].element_sort(), sorts[0]);
}

MaybeSort conversion_sort(Op op, const Sort& from, Sort sort) {
  if (!proper(sort.element)) return std::nullopt;
  switch (op) {
    case Op::FpFromBits:
      return when(from.is_bit_vector() && sort.is_float() && sort.width() == from.width(), sort);
    case Op::FpToFp:
      return when(from.is_float() && sort.is_float(), sort);
    case Op::SbvToFp:
    case Op::UbvToFp:
      return when(from.is_bit_vector() && sort.is_float(), sort);
    default:  // FpToSbv, FpToUbv
      return when(from.is_float() && sort.is_bit_vector(), sort);
  }
}

MaybeSort float_sort(Op op, Sorts sorts) {
  for (const Sort& sort : sorts)
    if (!sort.is_float()) return std::nullopt;
  switch (op) {
    case Op::FpToBits:
      return when(sorts.size() == 1, Sort::bit_vector(sorts[0].width()));
    case Op::FpAbs:
    case Op::FpNeg:
    case Op::FpSqrt:
    case Op::FpRoundToIntegral:
      return when(sorts.size() == 1, sorts[0]);
    case Op::FpFma:
      return when(sorts.size() == 3 && same(sorts), sorts[0]);
    case Op::FpLe:
    case Op::FpLt:
    case Op::FpEq:
      return when(sorts.size() == 2 && same(sorts), Sort::boolean());
    case Op::FpIsNan:
    case Op::FpIsInfinite:
    case Op::FpIsZero:
    case Op::FpIsNormal:
    case Op::FpIsSubnormal:
    case Op::FpIsNegative:
      return when(sorts.size() == 1, Sort::boolean());
    default:
      return when(sorts.size() == 2 && same(sorts), sorts[0]);
  }
}

MaybeSort number_sort(Op op, Sorts sorts) {
  for (const Sort& sort : sorts)
    if (!sort.is_int() && !sort.is_real()) return std::nullopt;
  switch (op) {
    case Op::Neg:
      return when(sorts.size() == 1, sorts[0]);
    case Op::ToReal:
      return when(sorts.size() == 1 && sorts[0].is_int(), Sort::real());
    case Op::ToInt:
      return when(sorts.size() == 1 && sorts[0].is_real(), Sort::integer());
    case Op::IntDiv:
    case Op::IntMod:
      return when(sorts.size() == 2 && same(sorts) && sorts[0].is_int(), sorts[0]);
    case Op::RealDiv:
      return when(sorts.size() == 2 && same(sorts) && sorts[0].is_real(), sorts[0]);
    case Op::Le:
    case Op::Lt:
      return when(sorts.size() == 2 && same(sorts), Sort::boolean());
    default:
      return when(sorts.size() == 2 && same(sorts), sorts[0]);
  }
}

MaybeSort boolean_sort(Op op, Sorts sorts) {
  for (const Sort& sort : sorts)
    if (!sort.is_bool()) return std::nullopt;
  const bool fits = op == Op::Not   ? sorts.size() == 1
                    : op == Op::Xor ? sorts.size() == 2
                                    : sorts.size() >= 2;
  return when(fits, Sort::boolean());
}

}  // namespace

unsigned parameter_count(Op op) {
  switch (op) {
    case Op::Extract:
      return 2;
    case Op::ZeroExtend:
    case Op::SignExtend:
    case Op::FpAdd:
    case Op::FpSub:
    case Op::FpMul:
    case Op::FpDiv:
    case Op::FpFma:
    case Op::FpSqrt:
    case Op::FpRoundToIntegral:
    case Op::FpToFp:
    case Op::SbvToFp:
    case Op::UbvToFp:
    case Op::FpToSbv:
    case Op::FpToUbv:
      return 1;
    default:
      return 0;
  }
}

std::optional<Sort> result_sort(Op op, Sorts sorts, Parameters parameters, Sort sort) {
  if (sorts.empty() || parameters.size() != parameter_count(op)) return std::nullopt;
  switch (op) {
    case Op::Variable:
    case Op::Value:
      return std::nullopt;
    case Op::Equal:
      return when(sorts.size() == 2 && same(sorts), Sort::boolean());
    case Op::Ite:
      return when(sorts.size() == 3 && sorts[0].is_bool() && sorts[1] == sorts[2], sorts[1]);
    case Op::Select:
    case Op::Store:
    case Op::ConstArray:
      return array_sort(op, sorts, sort);
    case Op::FpFromBits:
      return sorts.size() == 1 ? conversion_sort(op, sorts[0], sort) : std::nullopt;
    case Op::FpToFp:
    case Op::SbvToFp:
    case Op::UbvToFp:
    case Op::FpToSbv:
    case Op::FpToUbv:
      if (sorts.size() != 1 || parameters[0] >= kRoundingModes) return std::nullopt;
      return conversion_sort(op, sorts[0], sort);
    default:
      break;
  }
  if (op <= Op::Xor) return boolean_sort(op, sorts);
  if (op <= Op::SignExtend) return bit_vector_sort(op, sorts, parameters);
  if (op >= Op::Neg) return number_sort(op, sorts);
  if (parameters.size() == 1 && parameters[0] >= kRoundingModes) return std::nullopt;
  return float_sort(op, sorts);
}

}  // namespace cairn
