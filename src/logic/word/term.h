// SPDX-License-Identifier: MIT
//
// Hash-consed terms: what IVL statements, control-flow automata, word-level systems and SMT
// queries are made of. Terms live in a pool, Terms, and are named by 32-bit handles; the same
// term has the same handle, and operands have smaller handles than the terms over them, so a loop
// over handles is a topological order. Nothing is ever removed from a pool, and what it hands out
// by reference or span stays where it is while the pool grows.
//
// Memory: a term takes 12 bytes, 4 for each operand and parameter, and 8 to 16 in the hash table;
// a variable its name, a constant its Value (56 bytes and what it owns) on top.
//
// Nothing here recurses over a term: terms may be as deep as memory allows.
//
// Every constructor checks sorts (CAIRN_CHECK), folds constants and applies local rules
// (term_rewrite.cpp): the reference semantics is evaluate() in term_eval.h, and every rule is
// tested against it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/word/sort.h"
#include "logic/word/value.h"

namespace cairn {

struct Term {
  std::uint32_t id = 0xFFFFFFFFu;

  bool valid() const { return id != 0xFFFFFFFFu; }
  friend auto operator<=>(const Term&, const Term&) = default;
};
inline constexpr Term kNoTerm{};

enum class Op : std::uint8_t {
  Variable,
  Value,
  // Any sort; Equal on floats is identity (NaN = NaN, -0 != +0), as SMT-LIB's "=".
  Equal,
  Ite,
  Not,
  And,
  Or,
  Xor,  // And, Or: two operands or more, flattened and sorted
  // Bit-vectors, as SMT-LIB names them. Implies, ugt, bvsub and so on are made of these.
  BvNot,
  BvNeg,
  BvAnd,
  BvOr,
  BvXor,
  BvAdd,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem,
  BvShl,
  BvLshr,
  BvAshr,
  BvUlt,
  BvUle,
  BvSlt,
  BvSle,
  Concat,   // the first operand is the high part
  Extract,  // parameters: high, low
  ZeroExtend,
  SignExtend,  // parameter: the width of the result
  Select,
  Store,
  ConstArray,  // ConstArray: the sort of the term says the index
  // Floats by IEEE 754. Parameter of those that round: a RoundingMode. float_value.h says what is
  // chosen where the standards leave a choice.
  FpFromBits,
  FpToBits,  // FpToBits of a NaN is the canonical one of value.h
  FpAbs,
  FpNeg,
  FpAdd,
  FpSub,
  FpMul,
  FpDiv,
  FpFma,
  FpSqrt,
  FpRem,
  FpRoundToIntegral,
  FpMin,
  FpMax,
  FpLe,
  FpLt,
  FpEq,  // IEEE comparison: false with a NaN, -0 equals +0
  FpIsNan,
  FpIsInfinite,
  FpIsZero,
  FpIsNormal,
  FpIsSubnormal,
  FpIsNegative,
  FpToFp,  // between formats; the sort of the term is the new one
  SbvToFp,
  UbvToFp,
  FpToSbv,
  FpToUbv,  // out of range, infinite or NaN: the smallest signed value of the result's
            // width, 10...0, for both (what x86 gives for signed ones; SMT-LIB leaves it open)
  // Unbounded integers and reals. Div and Mod by Euclid as SMT-LIB; by zero: 0 and the dividend.
  Neg,
  Add,
  Mul,
  IntDiv,
  IntMod,
  RealDiv,
  Le,
  Lt,
  ToReal,
  ToInt,
};

enum class RoundingMode : std::uint8_t { NearestEven, NearestAway, Up, Down, Zero };

/// Extract has two, extensions and operations that round have one.
unsigned parameter_count(Op op);
/// The sort of an application; none if operands, parameters or `sort` (see Terms::make) don't fit.
/// Readers ask it before they call make().
std::optional<Sort> result_sort(Op op, std::span<const Sort> operands,
                                std::span<const std::uint32_t> parameters = {}, Sort sort = {});

class Terms {
 public:
  Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;
  ~Terms();

  std::uint32_t size() const;
  /// Bits of all constants that are no arrays: what wide ones take, for readers with a limit.
  std::uint64_t constant_bits() const;
  Op op(Term term) const;
  const Sort& sort(Term term) const;
  std::span<const Term> operands(Term term) const;
  /// Of Extract, ZeroExtend, SignExtend, and the rounding mode of floats.
  std::uint32_t parameter(Term term, unsigned which = 0) const;
  RoundingMode rounding(Term term) const { return static_cast<RoundingMode>(parameter(term)); }
  /// Of a Value.
  const cairn::Value& value(Term term) const;
  /// Of a Variable.
  const std::string& name(Term term) const;
  bool is_value(Term term) const { return op(term) == Op::Value; }
  bool is_variable(Term term) const { return op(term) == Op::Variable; }
  bool is_true(Term term) const { return term == true_; }
  bool is_false(Term term) const { return term == false_; }

  /// A new variable each time; two may share a name (people see it, nothing else does).
  Term variable(std::string name, Sort sort);
  Term constant(const cairn::Value& value);

  Term true_term() const { return true_; }
  Term false_term() const { return false_; }
  Term boolean(bool value) const { return value ? true_ : false_; }
  Term bv(std::uint32_t width, std::uint64_t value) {
    return constant(cairn::Value(BitVector(width, value)));
  }

  /// The general constructor. `sort` is needed for ConstArray, FpFromBits, FpToFp, SbvToFp,
  /// UbvToFp, FpToSbv, FpToUbv alone; `parameters` as listed above.
  Term make(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters = {},
            Sort sort = {});
  Term make(Op op, std::initializer_list<Term> operands) {
    return make(op, std::span(operands.begin(), operands.size()));
  }

  Term equal(Term a, Term b) { return make(Op::Equal, {a, b}); }
  Term distinct(Term a, Term b) { return not_(equal(a, b)); }
  Term ite(Term condition, Term then, Term otherwise) {
    return make(Op::Ite, {condition, then, otherwise});
  }
  Term not_(Term a) { return make(Op::Not, {a}); }
  Term and_(Term a, Term b) { return make(Op::And, {a, b}); }
  Term or_(Term a, Term b) { return make(Op::Or, {a, b}); }
  Term xor_(Term a, Term b) { return make(Op::Xor, {a, b}); }
  Term implies(Term a, Term b) { return or_(not_(a), b); }
  Term and_all(std::span<const Term> terms);  ///< true if empty
  Term or_all(std::span<const Term> terms);   ///< false if empty
  Term bv_sub(Term a, Term b) { return make(Op::BvAdd, {a, make(Op::BvNeg, {b})}); }
  Term extract(Term a, std::uint32_t high, std::uint32_t low);
  Term zero_extend(Term a, std::uint32_t width);
  Term sign_extend(Term a, std::uint32_t width);
  /// Truncates or extends.
  Term resize_unsigned(Term a, std::uint32_t width);
  Term resize_signed(Term a, std::uint32_t width);
  Term concat(Term high, Term low) { return make(Op::Concat, {high, low}); }
  Term select(Term array, Term index) { return make(Op::Select, {array, index}); }
  Term store(Term array, Term index, Term element) {
    return make(Op::Store, {array, index, element});
  }
  Term constant_array(Sort sort, Term element) {
    return make(Op::ConstArray, std::span(&element, 1), {}, sort);
  }
  /// An operation of floats that rounds.
  Term rounded(Op op, RoundingMode mode, std::span<const Term> operands, Sort sort = {});

  /// Replaces variables (any terms, in fact) by others, all at once; sorts must agree.
  Term substitute(Term term, const std::unordered_map<std::uint32_t, Term>& map);
  /// Variables that occur in the terms, each once, by handle.
  std::vector<Term> variables_of(std::span<const Term> terms) const;
  /// Distinct subterms: the size of a formula as thresholds count it. Stops counting at `limit`.
  std::uint32_t node_count(Term term, std::uint32_t limit = 0xFFFFFFFFu) const;

 private:
  friend class TermRewriter;
  /// The application as it is, shared with its equals.
  Term intern(Op op, std::span<const Term> operands, std::span<const std::uint32_t> parameters,
              const Sort& sort);

  struct Store_;
  std::unique_ptr<Store_> store_;
  Term true_, false_;
  std::uint32_t nesting_ = 0;     // of calls of make() by rules
  std::uint32_t calls_ = 0;       // of make() by the rules of one call from outside
  std::uint64_t long_steps_ = 0;  // of long walks down chains
};

}  // namespace cairn

template <>
struct std::hash<cairn::Term> {
  std::size_t operator()(cairn::Term term) const noexcept {
    return term.id * 0x9E3779B97F4A7C15ull >> 16;
  }
};
