// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cairn {

/// A variable: in an Aig, a node. Variable 0 is the constant false.
struct Var {
  std::uint32_t index = 0;

  friend constexpr auto operator<=>(Var, Var) = default;
};

/// A variable or its negation in 32 bits, numbered as AIGER numbers them: code = 2 * variable +
/// sign, so 0 is the constant false and 1 the constant true.
class Lit {
 public:
  constexpr Lit() = default;  ///< the constant false
  constexpr explicit Lit(Var var, bool negated = false)
      : code_(2 * var.index + (negated ? 1 : 0)) {}
  static constexpr Lit from_code(std::uint32_t code) {
    Lit lit;
    lit.code_ = code;
    return lit;
  }

  constexpr std::uint32_t code() const { return code_; }
  constexpr Var var() const { return Var{code_ >> 1}; }
  constexpr bool negated() const { return (code_ & 1) != 0; }
  constexpr bool is_constant() const { return code_ <= 1; }

  constexpr Lit operator~() const { return from_code(code_ ^ 1); }
  /// The literal itself, or its negation if `flip`.
  constexpr Lit operator^(bool flip) const { return from_code(code_ ^ (flip ? 1 : 0)); }

  friend constexpr auto operator<=>(Lit, Lit) = default;

 private:
  std::uint32_t code_ = 0;
};

inline constexpr Lit kFalse = Lit::from_code(0);
inline constexpr Lit kTrue = Lit::from_code(1);
/// No literal. Its code is beyond every literal that an Aig hands out.
inline constexpr Lit kNoLit = Lit::from_code(0xFFFFFFFFu);

/// A value that may be unknown.
enum class Lbool : std::uint8_t { False = 0, True = 1, Undef = 2 };

constexpr Lbool to_lbool(bool value) {
  return value ? Lbool::True : Lbool::False;
}
constexpr Lbool operator^(Lbool value, bool flip) {
  return value == Lbool::Undef ? value : to_lbool((value == Lbool::True) != flip);
}
constexpr Lbool operator&(Lbool a, Lbool b) {
  if (a == Lbool::False || b == Lbool::False) return Lbool::False;
  return a == Lbool::True && b == Lbool::True ? Lbool::True : Lbool::Undef;
}

}  // namespace cairn

template <>
struct std::hash<cairn::Lit> {
  std::size_t operator()(cairn::Lit lit) const noexcept { return lit.code(); }
};
