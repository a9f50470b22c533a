// SPDX-License-Identifier: MIT
#include "input/st/types.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

namespace cairn::st {
namespace {

struct BasicFacts {
  std::string_view name;
  std::uint32_t bits;
  bool is_signed;
  ShownType::Kind shown;
};

constexpr std::array<BasicFacts, 27> kFacts{{{"BOOL", 1, false, ShownType::Kind::Bool},
                                             {"BYTE", 8, false, ShownType::Kind::Bits},
                                             {"WORD", 16, false, ShownType::Kind::Bits},
                                             {"DWORD", 32, false, ShownType::Kind::Bits},
                                             {"LWORD", 64, false, ShownType::Kind::Bits},
                                             {"SINT", 8, true, ShownType::Kind::Signed},
                                             {"INT", 16, true, ShownType::Kind::Signed},
                                             {"DINT", 32, true, ShownType::Kind::Signed},
                                             {"LINT", 64, true, ShownType::Kind::Signed},
                                             {"USINT", 8, false, ShownType::Kind::Unsigned},
                                             {"UINT", 16, false, ShownType::Kind::Unsigned},
                                             {"UDINT", 32, false, ShownType::Kind::Unsigned},
                                             {"ULINT", 64, false, ShownType::Kind::Unsigned},
                                             {"REAL", 32, true, ShownType::Kind::Real},
                                             {"LREAL", 64, true, ShownType::Kind::Real},
                                             {"TIME", 32, true, ShownType::Kind::Time},
                                             {"LTIME", 64, true, ShownType::Kind::LongTime},
                                             {"DATE", 32, false, ShownType::Kind::Other},
                                             {"LDATE", 64, false, ShownType::Kind::Other},
                                             {"TIME_OF_DAY", 32, false, ShownType::Kind::Other},
                                             {"LTIME_OF_DAY", 64, false, ShownType::Kind::Other},
                                             {"DATE_AND_TIME", 32, false, ShownType::Kind::Other},
                                             {"LDATE_AND_TIME", 64, false, ShownType::Kind::Other},
                                             {"STRING", 8, false, ShownType::Kind::String},
                                             {"WSTRING", 16, false, ShownType::Kind::Other},
                                             {"CHAR", 8, false, ShownType::Kind::Unsigned},
                                             {"WCHAR", 16, false, ShownType::Kind::Unsigned}}};

const BasicFacts& facts(Basic which) {
  return kFacts[static_cast<std::size_t>(which)];
}

std::array<Type, kFacts.size()> make_basic_types() {
  std::array<Type, kFacts.size()> types;
  for (std::size_t i = 0; i < kFacts.size(); ++i) {
    types[i].basic = static_cast<Basic>(i);
    types[i].name = kFacts[i].name;
    types[i].length = kUsualString;
  }
  return types;
}

bool between(Basic which, Basic low, Basic high) {
  return which >= low && which <= high;
}

}  // namespace

bool Type::is_integer() const {
  return kind == Kind::Basic && between(basic, Basic::SInt, Basic::ULInt);
}
bool Type::is_bits() const {
  return kind == Kind::Basic && between(basic, Basic::Byte, Basic::LWord);
}
bool Type::is_number() const {
  return is_integer() || is_real();
}
bool Type::is_date() const {
  return kind == Kind::Basic && between(basic, Basic::Date, Basic::LDateTime);
}
bool Type::is_signed() const {
  return kind == Kind::Basic && facts(basic).is_signed;
}
bool Type::is_word() const {
  return kind == Kind::Enum || (kind == Kind::Basic && !is_bool() && !is_real() && !is_string());
}

Sort Type::sort() const {
  if (kind == Kind::Enum) return Sort::bit_vector(width);
  if (is_bool()) return Sort::boolean();
  if (is(Basic::Real)) return Sort::float32();
  if (is(Basic::LReal)) return Sort::float64();
  if (is_string()) return Sort::bit_vector(facts(basic).bits * length);
  return Sort::bit_vector(facts(basic).bits);
}

std::uint64_t Type::elements() const {
  std::uint64_t result = 1;
  for (const Bound& bound : bounds) {
    if (bound.count() > (std::uint64_t{1} << 32) / result) return 0;
    result *= bound.count();
  }
  return result;
}

int Type::field(std::string_view upper) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].upper == upper) return static_cast<int>(i);
  return -1;
}

const Type* basic_type(Basic which) {
  static const std::array<Type, kFacts.size()> types = make_basic_types();
  return &types[static_cast<std::size_t>(which)];
}

const Type* string_type(std::deque<Type>& pool, Basic which, std::uint32_t length) {
  if (length == kUsualString) return basic_type(which);
  for (const Type& type : pool)
    if (type.is(which) && type.length == length) return &type;
  Type& type = pool.emplace_back(*basic_type(which));
  type.length = length;
  type.name = fmt::format("{}[{}]", type.name, length);
  return &type;
}

const Type* find_basic_type(std::string_view upper) {
  if (upper == "TOD") upper = "TIME_OF_DAY";
  if (upper == "LTOD") upper = "LTIME_OF_DAY";
  if (upper == "DT") upper = "DATE_AND_TIME";
  if (upper == "LDT") upper = "LDATE_AND_TIME";
  for (std::size_t i = 0; i < kFacts.size(); ++i)
    if (kFacts[i].name == upper) return basic_type(static_cast<Basic>(i));
  return nullptr;
}

const Type* without_range(const Type* type) {
  return type->kind == Type::Kind::Basic && type->range ? basic_type(type->basic) : type;
}

bool same_type(const Type* a, const Type* b) {
  a = without_range(a);
  b = without_range(b);
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  if (a->kind == Type::Kind::Basic) return a->basic == b->basic && a->length == b->length;
  if (a->kind != Type::Kind::Array || a->bounds.size() != b->bounds.size()) return false;
  for (std::size_t i = 0; i < a->bounds.size(); ++i)
    if (a->bounds[i].count() != b->bounds[i].count()) return false;
  return same_type(a->element, b->element);
}

std::pair<mpz_class, mpz_class> limits_of(const Type& type) {
  if (type.range) return *type.range;
  const std::uint32_t bits = type.is_bool() ? 1 : type.bits();
  const mpz_class one = 1;
  if (type.is_signed()) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
  return {0, (one << bits) - 1};
}

ShownType shown_type(const Type& type) {
  ShownType shown;
  // One without a name of its own is called so in messages.
  const bool is_nameless = type.kind == Type::Kind::Enum && type.name == "enumeration";
  if (!is_nameless) shown.name = type.name;
  if (type.kind == Type::Kind::Enum) {
    shown.kind = ShownType::Kind::Enum;
    for (const Type::EnumValue& value : type.values)
      shown.names.emplace_back(value.name, value.value);
  } else if (type.kind == Type::Kind::Basic) {
    shown.kind = facts(type.basic).shown;
  }
  return shown;
}

}  // namespace cairn::st
