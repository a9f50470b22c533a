// SPDX-License-Identifier: MIT
//
// Values of SMV expressions as terms. Booleans are Boolean terms. A number is a signed bit-vector
// that is wide enough for its range, which every operation computes: nothing overflows, as in
// NuSMV. What an enumeration has is a position in the list of its values, which may be numbers and
// symbols together. Words are bit-vectors.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "logic/word/term.h"

namespace cairn::smv {

/// A number or a symbol.
struct Constant {
  bool is_number = false;
  std::int64_t number = 0;
  std::string symbol;

  friend auto operator<=>(const Constant&, const Constant&) = default;
  std::string text() const { return is_number ? std::to_string(number) : symbol; }
};
using Domain = std::vector<Constant>;
using DomainPtr = std::shared_ptr<const Domain>;

struct SmvValue {
  enum class Kind : std::uint8_t { Boolean, Number, Choice, Word };
  Kind kind = Kind::Boolean;
  Term term;
  std::int64_t low = 0, high = 0;  ///< of a number
  DomainPtr domain;                ///< of a choice, which `term` is the position in
  bool is_signed = false;          ///< of a word
};

/// What a variable may be.
struct Sorting {
  enum class Kind : std::uint8_t { Boolean, Range, Enumeration, Word };
  Kind kind = Kind::Boolean;
  std::int64_t low = 0, high = 0;
  DomainPtr domain;
  std::uint32_t width = 1;
  bool is_signed = false;
};

/// Bits of the signed numbers `low` to `high`.
std::uint32_t signed_width(std::int64_t low, std::int64_t high);
/// Bits of the positions in a list of `count` values; at least one.
std::uint32_t position_width(std::uint64_t count);

std::string kind_text(const SmvValue& value);

/// Operations on values, and how variables store them. None of them throws: what does not fit gives
/// nothing.
class Values {
 public:
  explicit Values(Terms& terms) : terms_(terms) {}

  SmvValue boolean(Term term) const {
    return {SmvValue::Kind::Boolean, term, 0, 0, nullptr, false};
  }
  SmvValue number(std::int64_t value) const;
  SmvValue symbol(const std::string& name) const;
  SmvValue word(Term term, bool is_signed) const;

  /// As a Boolean; the numbers 0 and 1 count as such, as old files have it.
  std::optional<Term> as_boolean(const SmvValue& value) const;
  std::optional<SmvValue> ite(Term condition, const SmvValue& a, const SmvValue& b);
  /// As a Boolean term.
  std::optional<Term> equal(const SmvValue& a, const SmvValue& b);
  std::optional<Term> less(const SmvValue& a, const SmvValue& b);
  /// The value as a number, if all that it can be are numbers.
  std::optional<SmvValue> as_number(const SmvValue& value);
  std::optional<SmvValue> add(const SmvValue& a, const SmvValue& b);
  std::optional<SmvValue> negate(const SmvValue& a);
  std::optional<SmvValue> multiply(const SmvValue& a, const SmvValue& b);
  /// Division rounds towards zero and the remainder has the sign of the dividend, as in NuSMV.
  std::optional<SmvValue> divide(const SmvValue& a, const SmvValue& b, bool remainder);
  /// The number, if it is one and constant.
  std::optional<std::int64_t> constant(const SmvValue& value) const;

  /// Width of the bit-vector that a variable is stored in.
  std::uint32_t stored_width(const Sorting& sorting) const;
  /// The value that the bits stand for; bits that stand for none count as the first value.
  SmvValue read(const Sorting& sorting, Term bits);
  struct Stored {
    Term bits;
    Term misfit;  ///< true if the variable cannot have the value
  };
  std::optional<Stored> store(const Sorting& sorting, const SmvValue& value);
  /// As people see it, from the value of the bits.
  static std::string shown(const Sorting& sorting, const BitVector& bits);

 private:
  Term number_term(const SmvValue& value, std::uint32_t width) const {
    return terms_.resize_signed(value.term, width);
  }
  std::optional<SmvValue> as_choice(const SmvValue& value) const;
  /// The position in another list; `misfit`, if it is asked for, where there is none.
  Term moved(const SmvValue& choice, const Domain& to, Term* misfit) const;
  SmvValue make_number(Term term, std::int64_t low, std::int64_t high) const;

  Terms& terms_;
};

}  // namespace cairn::smv
