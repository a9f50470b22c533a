// SPDX-License-Identifier: MIT
#include "model/machine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.h"
#include "logic/word/term_eval.h"

namespace cairn {

namespace {

constexpr std::uint64_t kDenseLimit = 1u << 16;

std::uint64_t mask(unsigned width) {
  return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

std::int64_t as_signed(std::uint64_t value, unsigned width) {
  const unsigned unused = 64 - width;
  return static_cast<std::int64_t>(value << unused) >> unused;
}

std::uint64_t word_of(const Value& value) {
  return value.sort().is_bool() ? value.as_bool() : value.bits().low();
}

Value value_of(std::uint64_t word, Sort sort) {
  if (sort.is_bool()) return Value(word != 0);
  const BitVector bits(sort.width(), word);
  return sort.is_float() ? Value::of_float(sort, bits) : Value(bits);
}

float as_float(std::uint64_t word) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(word));
}
double as_double(std::uint64_t word) {
  return std::bit_cast<double>(word);
}
std::uint64_t float_word(float value) {
  return std::isnan(value) ? 0x7FC00000u : std::bit_cast<std::uint32_t>(value);
}
std::uint64_t float_word(double value) {
  return std::isnan(value) ? 0x7FF8000000000000u : std::bit_cast<std::uint64_t>(value);
}

}  // namespace

std::uint64_t WordArray::select(std::uint64_t index) const {
  if (index < dense.size()) return dense[index];
  if (index < kDenseLimit) return otherwise;
  const auto found = sparse.find(index);
  return found == sparse.end() ? otherwise : found->second;
}

void WordArray::store(std::uint64_t index, std::uint64_t element) {
  if (index >= kDenseLimit) {
    sparse[index] = element;
    return;
  }
  if (index >= dense.size()) dense.resize(index + 1, otherwise);
  dense[index] = element;
}

Value Machine::get(Slot slot, Sort sort) const {
  if (slot.file == Slot::File::Word) return value_of(words_[slot.index], sort);
  if (slot.file == Slot::File::Big) return big_[slot.index];
  const WordArray& array = *arrays_[slot.index];
  const Sort element = sort.element_sort(), index = sort.index_sort();
  std::map<Value, Value> entries;
  const auto add = [&](std::uint64_t at, std::uint64_t value) {
    if (value != array.otherwise) entries.emplace(value_of(at, index), value_of(value, element));
  };
  for (std::size_t i = 0; i < array.dense.size(); ++i) add(i, array.dense[i]);
  for (const auto& [at, value] : array.sparse) add(at, value);
  return Value::of_array(sort, value_of(array.otherwise, element), std::move(entries));
}

std::size_t Machine::elements(Slot slot) const {
  if (slot.file != Slot::File::Array) return 0;
  return arrays_[slot.index]->dense.size() + arrays_[slot.index]->sparse.size();
}

void Machine::set(Slot slot, const Value& value) {
  if (slot.file == Slot::File::Word) {
    words_[slot.index] = word_of(value);
  } else if (slot.file == Slot::File::Big) {
    big_[slot.index] = value;
  } else {
    auto array = std::make_shared<WordArray>();
    array->otherwise = word_of(value.array().otherwise);
    for (const auto& [index, element] : value.array().entries)
      array->store(word_of(index), word_of(element));
    arrays_[slot.index] = std::move(array);
  }
}

void Machine::execute(const Code& code) {
  for (std::uint32_t i = code.begin; i < code.end; ++i) run(instructions_[i]);
  for (std::uint32_t i = code.first_write; i < code.last_write; ++i) write(writes_[i]);
  for (std::uint32_t i = code.first_release; i < code.last_release; ++i)
    arrays_[releases_[i]].reset();
}

WordArray& Machine::own(std::uint32_t array) {
  std::shared_ptr<WordArray>& held = arrays_[array];
  if (held.use_count() > 1) held = std::make_shared<WordArray>(*held);
  return *held;
}

void Machine::write(const Write& write) {
  switch (write.target.file) {
    case Slot::File::Word:
      words_[write.target.index] = words_[write.value.index];
      break;
    case Slot::File::Big:
      big_[write.target.index] = big_[write.value.index];
      break;
    case Slot::File::Array:
      if (write.update == 0xFFFFFFFFu)
        arrays_[write.target.index] = arrays_[write.value.index];
      else
        update_array(write.target.index, write.update);
      break;
  }
}

void Machine::update_array(std::uint32_t target, std::uint32_t update) {
  pending_.clear();
  for (bool more = true; more;) {
    const Update& u = updates_[update];
    switch (u.kind) {
      case Update::Kind::Keep:
        more = false;
        break;
      case Update::Kind::Copy:
        arrays_[target] = arrays_[u.a.index];
        more = false;
        break;
      case Update::Kind::Store:
        pending_.push_back(update);
        update = u.first;
        break;
      case Update::Kind::Ite:
        update = words_[u.a.index] != 0 ? u.first : u.second;
        break;
    }
  }
  if (pending_.empty()) return;
  WordArray& array = own(target);
  for (auto u = pending_.rbegin(); u != pending_.rend(); ++u)
    array.store(words_[updates_[*u].a.index], words_[updates_[*u].b.index]);
}

void Machine::run(const General& general) {
  std::vector<Value> operands;
  for (std::size_t i = 0; i < general.operands.size(); ++i)
    operands.push_back(get(general.operands[i], general.sorts[i]));
  set(general.result, apply(general.op, operands, general.parameters, general.sort));
}

void Machine::run(const Instruction& i) {
  const std::uint64_t ones = mask(i.width);
  std::uint64_t result = 0;
  const auto a = [&] { return words_[i.a]; };
  const auto b = [&] { return words_[i.b]; };
  const auto signed_a = [&] { return as_signed(words_[i.a], i.width); };
  const auto signed_b = [&] { return as_signed(words_[i.b], i.width); };
  switch (i.what) {
    case Do::General:
      return run(generals_[i.a]);
    case Do::Move:
      result = a();
      break;
    case Do::MoveArray:
      arrays_[i.result] = arrays_[i.a];
      return;
    case Do::MoveBig:
      big_[i.result] = big_[i.a];
      return;
    case Do::Ite:
      result = a() != 0 ? b() : words_[i.c];
      break;
    case Do::IteArray:
      arrays_[i.result] = arrays_[a() != 0 ? i.b : i.c];
      return;
    case Do::IteBig:
      big_[i.result] = big_[a() != 0 ? i.b : i.c];
      return;
    case Do::Equal:
      result = a() == b();
      break;
    case Do::Not:
      result = a() == 0;
      break;
    case Do::And:
      result = a() & b();
      break;
    case Do::Or:
      result = a() | b();
      break;
    case Do::Xor:
      result = a() ^ b();
      break;
    case Do::BvNot:
      result = ~a() & ones;
      break;
    case Do::BvNeg:
      result = (0 - a()) & ones;
      break;
    case Do::BvAdd:
      result = (a() + b()) & ones;
      break;
    case Do::BvMul:
      result = (a() * b()) & ones;
      break;
    case Do::BvUdiv:
      result = b() == 0 ? ones : a() / b();
      break;
    case Do::BvUrem:
      result = b() == 0 ? a() : a() % b();
      break;
    case Do::BvSdiv:
      // The quotient of the magnitudes, so that the smallest number by -1 does not trap.
      if (b() == 0) {
        result = signed_a() < 0 ? 1 : ones;
      } else if (signed_b() == -1) {
        result = (0 - a()) & ones;
      } else {
        result = static_cast<std::uint64_t>(signed_a() / signed_b()) & ones;
      }
      break;
    case Do::BvSrem:
      if (b() == 0) {
        result = a();
      } else if (signed_b() == -1) {
        result = 0;
      } else {
        result = static_cast<std::uint64_t>(signed_a() % signed_b()) & ones;
      }
      break;
    case Do::BvShl:
      result = b() >= i.width ? 0 : (a() << b()) & ones;
      break;
    case Do::BvLshr:
      result = b() >= i.width ? 0 : a() >> b();
      break;
    case Do::BvAshr:
      result = static_cast<std::uint64_t>(signed_a() >> std::min<std::uint64_t>(b(), 63)) & ones;
      break;
    case Do::BvUlt:
      result = a() < b();
      break;
    case Do::BvUle:
      result = a() <= b();
      break;
    case Do::BvSlt:
      result = signed_a() < signed_b();
      break;
    case Do::BvSle:
      result = signed_a() <= signed_b();
      break;
    case Do::Concat:
      result = a() << i.extra | b();
      break;
    case Do::Extract:
      result = (a() >> i.extra) & ones;
      break;
    case Do::SignExtend:
      result = static_cast<std::uint64_t>(signed_a()) & mask(i.extra);
      break;
    case Do::Select:
      result = arrays_[i.a]->select(b());
      break;
    case Do::Store:
      arrays_[i.result] = std::make_shared<WordArray>(*arrays_[i.a]);
      arrays_[i.result]->store(b(), words_[i.c]);
      return;
    case Do::ConstArray:
      arrays_[i.result] = std::make_shared<WordArray>();
      arrays_[i.result]->otherwise = a();
      return;
    default:
      return run_float(i);
  }
  words_[i.result] = result;
}

void Machine::run_float(const Instruction& i) {
  std::uint64_t& result = words_[i.result];
  const std::uint64_t a = words_[i.a], b = words_[i.b];
  // Both formats in one expression.
  const auto compute = [&](auto operation) {
    result = i.width == 32 ? float_word(operation(as_float(a), as_float(b)))
                           : float_word(operation(as_double(a), as_double(b)));
  };
  const auto compare = [&](auto operation) {
    result =
        i.width == 32 ? operation(as_float(a), as_float(b)) : operation(as_double(a), as_double(b));
  };
  const auto round = [&](auto value) {
    result = i.extra == 32 ? float_word(static_cast<float>(value))
                           : float_word(static_cast<double>(value));
  };
  switch (i.what) {
    case Do::FpFromBits:
      compute([](auto x, auto) { return x; });
      break;
    case Do::FpAbs:
      compute([](auto x, auto) { return std::fabs(x); });
      break;
    case Do::FpNeg:
      compute([](auto x, auto) { return -x; });
      break;
    case Do::FpAdd:
      compute([](auto x, auto y) { return x + y; });
      break;
    case Do::FpSub:
      compute([](auto x, auto y) { return x - y; });
      break;
    case Do::FpMul:
      compute([](auto x, auto y) { return x * y; });
      break;
    case Do::FpDiv:
      compute([](auto x, auto y) { return x / y; });
      break;
    case Do::FpLe:
      compare([](auto x, auto y) { return x <= y; });
      break;
    case Do::FpLt:
      compare([](auto x, auto y) { return x < y; });
      break;
    case Do::FpEq:
      compare([](auto x, auto y) { return x == y; });
      break;
    case Do::FpIsNan:
      compare([](auto x, auto) { return std::isnan(x); });
      break;
    case Do::FpToFp:
      i.width == 32 ? round(as_float(a)) : round(as_double(a));
      break;
    case Do::SbvToFp:
      round(as_signed(a, i.width));
      break;
    case Do::UbvToFp:
      round(a);
      break;
    default:
      CAIRN_CHECK(false);
  }
}

}  // namespace cairn
