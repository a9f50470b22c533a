// SPDX-License-Identifier: MIT
//
// Types of Structured Text, resolved: what variables are, and how they are kept in words.
//
// BOOL is a Boolean; integers and bit strings are words of their width; REAL and LREAL are IEEE
// floats; TIME counts milliseconds in 32 bits with sign, LTIME nanoseconds in 64; dates and times
// of day count days, milliseconds or seconds (their long forms nanoseconds); an enumeration has the
// fewest bits for its values; STRING[n] is a word of n characters, the first one lowest, filled
// with zeros.
#pragma once

#include <gmpxx.h>

#include <bit>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "format/st/scan_model.h"
#include "input/st/ast.h"
#include "logic/word/sort.h"

namespace cairn::st {

enum class Basic : std::uint8_t {
  Bool,
  Byte,
  Word,
  DWord,
  LWord,
  SInt,
  Int,
  DInt,
  LInt,
  USInt,
  UInt,
  UDInt,
  ULInt,
  Real,
  LReal,
  Time,
  LTime,
  Date,
  LDate,
  TimeOfDay,
  LTimeOfDay,
  DateTime,
  LDateTime,
  String,
  WideString,
  Char,
  WideChar
};

struct Type;

/// A member of a structure, or a variable of a program unit.
struct Field {
  std::string name;
  std::string upper;
  Spot at;
  const Type* type = nullptr;
  Section::Kind section = Section::Kind::Local;
  bool constant = false;
  bool retain = false;
  std::shared_ptr<const Expr> init;
  std::string address;
  char edge = 0;
};

/// Blocks whose bodies are not written in the language: their time is the clock of the scans.
enum class Timer : std::uint8_t { None, OnDelay, OffDelay, Pulse };

struct Type {
  enum class Kind : std::uint8_t { Basic, Enum, Array, Struct, Block };
  struct Bound {
    std::int64_t low = 0, high = 0;
    std::uint64_t count() const { return static_cast<std::uint64_t>(high - low) + 1; }
  };
  struct EnumValue {
    std::string name;
    std::string upper;
    std::uint64_t value = 0;
  };

  Kind kind = Kind::Basic;
  Basic basic = Basic::Bool;                             ///< Basic
  std::string name;                                      ///< for messages
  std::uint32_t length = 0;                              ///< of strings
  std::optional<std::pair<mpz_class, mpz_class>> range;  ///< a subrange of `basic`
  std::vector<EnumValue> values;                         ///< Enum
  std::uint32_t width = 0;                               ///< Enum
  std::vector<Bound> bounds;                             ///< Array
  const Type* element = nullptr;                         ///< Array
  std::vector<Field> fields;                             ///< Struct, Block
  const Pou* pou = nullptr;                              ///< Block; also of a function
  Timer timer = Timer::None;                             ///< Block
  /// Timer: the same duration in all calls, in milliseconds.
  std::optional<std::int64_t> preset;
  std::shared_ptr<const Expr> init;  ///< of a declared type

  bool is(Basic which) const { return kind == Kind::Basic && basic == which; }
  bool is_bool() const { return is(Basic::Bool); }
  bool is_integer() const;  ///< SINT to ULINT
  bool is_bits() const;     ///< BYTE to LWORD
  bool is_number() const;   ///< integers and floats
  bool is_real() const { return is(Basic::Real) || is(Basic::LReal); }
  bool is_duration() const { return is(Basic::Time) || is(Basic::LTime); }
  bool is_date() const;  ///< dates and times of day
  bool is_string() const { return is(Basic::String) || is(Basic::WideString); }
  bool is_signed() const;  ///< of words: ordered with a sign
  bool is_scalar() const { return kind == Kind::Basic || kind == Kind::Enum; }
  /// A word that is no float, no Boolean and no string.
  bool is_word() const;
  Sort sort() const;  ///< of a scalar
  std::uint32_t bits() const { return sort().width(); }
  std::uint64_t elements() const;           ///< of an array; at most 2^32, else 0
  int field(std::string_view upper) const;  ///< -1: none
};

/// Types that need no declaration, each once.
const Type* basic_type(Basic which);
const Type* string_type(std::deque<Type>& pool, Basic which, std::uint32_t length);
/// By its name in capitals; null: it is none.
const Type* find_basic_type(std::string_view upper);
/// The basic type of a subrange; any other type itself.
const Type* without_range(const Type* type);
/// The same kind of values: equal names of basic types, the same declaration otherwise, arrays of
/// equal bounds.
bool same_type(const Type* a, const Type* b);
/// What the numbers of a type can be.
std::pair<mpz_class, mpz_class> limits_of(const Type& type);
ShownType shown_type(const Type& type);

/// Bits of the numbers up to this one; at least one.
constexpr std::uint32_t width_of(std::uint64_t most) {
  return most == 0 ? 1 : static_cast<std::uint32_t>(std::bit_width(most));
}

inline constexpr std::uint32_t kUsualString = 80;  ///< characters of STRING without a length

}  // namespace cairn::st
