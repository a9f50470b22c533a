// SPDX-License-Identifier: MIT
#include "logic/word/value.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace cairn {

namespace {

BitVector canonical_nan(const ScalarSort& sort) {
  const std::uint32_t fraction = sort.size - 1u;
  BitVector bits = BitVector::ones(sort.exponent).concat(BitVector::min_signed(fraction));
  return bits.zero_extend(sort.bits());
}

bool is_nan(const ScalarSort& sort, const BitVector& bits) {
  const std::uint32_t fraction = sort.size - 1u;
  return bits.extract(fraction + sort.exponent - 1, fraction).is_ones() &&
         !bits.extract(fraction - 1, 0).is_zero();
}

std::size_t mix(std::size_t seed, std::size_t value) {
  seed = (seed ^ value) * 0x9E3779B97F4A7C15u;
  return seed ^ (seed >> 31);
}

std::size_t hash_integer(const mpz_class& value) {
  std::size_t result = value < 0 ? 1 : 0;
  for (std::size_t i = 0; i < mpz_size(value.get_mpz_t()); ++i)
    result = mix(result, mpz_getlimbn(value.get_mpz_t(), static_cast<mp_size_t>(i)));
  return result;
}

std::string format_suffix(const ScalarSort& sort) {
  if (sort.exponent == 8 && sort.size == 24) return "f32";
  if (sort.exponent == 11 && sort.size == 53) return "f64";
  return fmt::format("f<{},{}>", sort.exponent, sort.size);
}

/// The digits of a hexadecimal fraction whose first bit is the vector's top one.
std::string fraction_digits(const BitVector& bits) {
  const std::uint32_t padded = (bits.width() + 3) / 4 * 4;
  const BitVector aligned = bits.zero_extend(padded).shl(BitVector(padded, padded - bits.width()));
  std::string digits = aligned.to_hex();
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits.empty() ? digits : "." + digits;
}

std::string float_text(const ScalarSort& sort, const BitVector& bits) {
  const std::uint32_t width = sort.size - 1u;
  BitVector fraction = bits.extract(width - 1, 0);
  const BitVector exponent_bits = bits.extract(width + sort.exponent - 1, width);
  const std::string suffix = format_suffix(sort);
  const char* sign = bits.sign() ? "-" : "";
  if (is_nan(sort, bits)) return "0nan" + suffix;
  if (exponent_bits.is_ones()) return fmt::format("{}0inf{}", sign, suffix);
  if (exponent_bits.is_zero() && fraction.is_zero()) return fmt::format("{}0x0p+0{}", sign, suffix);
  const std::int64_t bias = (std::int64_t{1} << (sort.exponent - 1)) - 1;
  std::int64_t exponent = static_cast<std::int64_t>(exponent_bits.low()) - bias;
  if (exponent_bits.is_zero()) {  // subnormal: move its first bit before the point
    std::uint32_t leading = width - 1;
    while (!fraction.bit(leading)) --leading;
    exponent = std::int64_t{leading} - width + 1 - bias;
    fraction = fraction.zero_extend(width + 1)
                   .shl(BitVector(width + 1, width - leading))
                   .extract(width - 1, 0);
  }
  return fmt::format("{}0x1{}p{:+}{}", sign, fraction_digits(fraction), exponent, suffix);
}

/// Number of values of a sort; 0 if there are more than a map could hold.
std::uint64_t domain_size(const ScalarSort& sort) {
  if (sort.bits() == 0 || sort.bits() > 40) return 0;
  const std::uint64_t all = std::uint64_t{1} << sort.bits();
  if (sort.kind != SortKind::Float) return all;
  return all - 2 * ((std::uint64_t{1} << (sort.size - 1)) - 1) + 1;  // NaN is one value
}

void make_canonical(ArrayValue& map, const ScalarSort& index) {
  const std::uint64_t domain = domain_size(index);
  if (domain == 0 || 2 * map.entries.size() < domain) return;
  std::map<Value, std::uint64_t> frequency;
  frequency[map.otherwise] = domain - map.entries.size();
  for (const auto& entry : map.entries) ++frequency[entry.second];
  const auto best = std::max_element(
      frequency.begin(), frequency.end(),
      [](const auto& a, const auto& b) { return a.second < b.second; });  // the first of a tie
  if (best->first == map.otherwise) return;
  ArrayValue result{best->first, {}};
  for (std::uint64_t i = 0; i < std::uint64_t{1} << index.bits(); ++i) {
    const BitVector bits(index.bits(), i);
    const Value at = index.kind == SortKind::Bool    ? Value(i == 1)
                     : index.kind == SortKind::Float ? Value::of_float({index, {}, false}, bits)
                                                     : Value(bits);
    const auto found = map.entries.find(at);
    const Value& element = found == map.entries.end() ? map.otherwise : found->second;
    if (!(element == result.otherwise)) result.entries.insert_or_assign(at, element);
  }
  map = std::move(result);
}

}  // namespace

Value::Value(bool value) : sort_(Sort::boolean()), data_(value) {}

Value::Value(BitVector bits)
    : sort_(Sort::bit_vector(bits.width())), data_(std::in_place_type<BitVector>, std::move(bits)) {
  CAIRN_CHECK(this->bits().width() <= 0xFFFF);
}

Value::Value(mpz_class value) : sort_(Sort::integer()), data_(std::move(value)) {}

Value::Value(mpq_class value) : sort_(Sort::real()), data_(std::move(value)) {
  std::get<mpq_class>(data_).canonicalize();
}

Value Value::of_float(Sort sort, const BitVector& bits) {
  CAIRN_CHECK(sort.is_float() && bits.width() == sort.width());
  Value result(is_nan(sort.element, bits) ? canonical_nan(sort.element) : bits);
  result.sort_ = sort;
  return result;
}

Value Value::constant_array(Sort sort, const Value& element) {
  CAIRN_CHECK(sort.is_array() && element.sort() == sort.element_sort());
  Value result;
  result.sort_ = sort;
  result.data_ = std::make_shared<ArrayValue>(ArrayValue{element, {}});
  return result;
}

Value Value::of_array(Sort sort, const Value& otherwise, std::map<Value, Value> entries) {
  CAIRN_CHECK(sort.is_array() && otherwise.sort() == sort.element_sort());
  std::erase_if(entries, [&](const auto& entry) { return entry.second == otherwise; });
  auto map = std::make_shared<ArrayValue>(ArrayValue{otherwise, std::move(entries)});
  make_canonical(*map, sort.index);
  Value result;
  result.sort_ = sort;
  result.data_ = std::move(map);
  return result;
}

Value Value::zero(Sort sort) {
  if (sort.is_array()) return constant_array(sort, zero(sort.element_sort()));
  switch (sort.element.kind) {
    case SortKind::Bool:
      return Value(false);
    case SortKind::BitVector:
      return Value(BitVector(sort.width(), 0));
    case SortKind::Float:
      return of_float(sort, BitVector(sort.width(), 0));
    case SortKind::Int:
      return Value(mpz_class(0));
    case SortKind::Real:
      return Value(mpq_class(0));
  }
  return {};
}

Value Value::select(const Value& index) const {
  CAIRN_CHECK(sort_.is_array() && index.sort() == sort_.index_sort());
  const auto found = array().entries.find(index);
  return found == array().entries.end() ? array().otherwise : found->second;
}

Value Value::store(const Value& index, const Value& element) const& {
  Value copy = *this;
  return std::move(copy).store(index, element);
}

Value Value::store(const Value& index, const Value& element) && {
  CAIRN_CHECK(sort_.is_array() && index.sort() == sort_.index_sort() &&
              element.sort() == sort_.element_sort());
  auto& pointer = std::get<ArrayPointer>(data_);
  // Maps are made by make_shared of a mutable ArrayValue or copied here, so that the cast is sound.
  if (pointer.use_count() != 1) pointer = std::make_shared<ArrayValue>(*pointer);
  auto& map = const_cast<ArrayValue&>(*pointer);
  if (element == map.otherwise)
    map.entries.erase(index);
  else
    map.entries.insert_or_assign(index, element);
  make_canonical(map, sort_.index);
  return std::move(*this);
}

bool Value::operator==(const Value& other) const {
  if (sort_ != other.sort_) return false;
  if (!sort_.is_array()) return data_ == other.data_;
  return array().otherwise == other.array().otherwise && array().entries == other.array().entries;
}

bool Value::operator<(const Value& other) const {
  if (sort_ != other.sort_) return sort_ < other.sort_;
  if (sort_.is_array()) {
    const ArrayValue &a = array(), &b = other.array();
    if (!(a.otherwise == b.otherwise)) return a.otherwise < b.otherwise;
    return a.entries < b.entries;
  }
  switch (sort_.element.kind) {
    case SortKind::Bool:
      return as_bool() < other.as_bool();
    case SortKind::BitVector:
    case SortKind::Float:
      return bits().ult(other.bits());
    case SortKind::Int:
      return as_int() < other.as_int();
    case SortKind::Real:
      return as_real() < other.as_real();
  }
  return false;
}

std::size_t Value::hash() const {
  if (sort_.is_array()) {
    std::size_t result = array().otherwise.hash();
    for (const auto& [index, element] : array().entries)
      result = mix(mix(result, index.hash()), element.hash());
    return result;
  }
  const auto seed = static_cast<std::size_t>(sort_.element.kind);
  switch (sort_.element.kind) {
    case SortKind::Bool:
      return mix(seed, as_bool() ? 1 : 0);
    case SortKind::BitVector:
    case SortKind::Float:
      return mix(seed, bits().hash());
    case SortKind::Int:
      return mix(seed, hash_integer(as_int()));
    case SortKind::Real:
      return mix(mix(seed, hash_integer(as_real().get_num())), hash_integer(as_real().get_den()));
  }
  return seed;
}

std::string Value::to_string() const {
  if (sort_.is_array()) {
    std::string text = "[";
    for (const auto& [index, element] : array().entries)
      text += fmt::format("{}: {}, ", index.to_string(), element.to_string());
    return text + "else " + array().otherwise.to_string() + "]";
  }
  switch (sort_.element.kind) {
    case SortKind::Bool:
      return as_bool() ? "true" : "false";
    case SortKind::BitVector:
      return fmt::format("{}bv{}", bits().to_decimal(), sort_.width());
    case SortKind::Float:
      return float_text(sort_.element, bits());
    case SortKind::Int:
      return as_int().get_str();
    case SortKind::Real:
      return fmt::format("{}r{}", as_real().get_num().get_str(), as_real().get_den().get_str());
  }
  return {};
}

mpz_class to_unsigned_integer(const BitVector& bits) {
  mpz_class result;
  mpz_import(result.get_mpz_t(), bits.words().size(), -1, sizeof(std::uint64_t), 0, 0,
             bits.words().data());
  return result;
}

mpz_class to_signed_integer(const BitVector& bits) {
  mpz_class result = to_unsigned_integer(bits);
  if (bits.sign()) result -= mpz_class(1) << bits.width();
  return result;
}

BitVector to_bit_vector(std::uint32_t width, const mpz_class& value) {
  mpz_class rest;
  mpz_fdiv_r_2exp(rest.get_mpz_t(), value.get_mpz_t(), width);
  std::vector<std::uint64_t> words((std::size_t{width} + 63) / 64, 0);
  mpz_export(words.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, rest.get_mpz_t());
  return BitVector::from_words(width, words);
}

}  // namespace cairn
