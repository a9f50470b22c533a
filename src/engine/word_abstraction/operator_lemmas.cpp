// SPDX-License-Identifier: MIT
//
// The schemas are facts of arithmetic modulo 2^n; the choice of which ones are worth having, and
// that they are instantiated by the values of a model, follows [NPZ24], who refine multiplication
// and division in queries of bit-vectors so.
#include "engine/word_abstraction/operator_lemmas.h"

#include <algorithm>
#include <array>
#include <functional>

#include "base/error.h"
#include "logic/word/term_eval.h"

namespace cairn::word {
namespace {

std::uint32_t length(const BitVector& value) {
  std::uint32_t bits = value.width();
  while (bits > 0 && !value.bit(bits - 1)) --bits;
  return bits;
}

std::optional<std::uint32_t> power_of_two(const BitVector& value) {
  const std::uint32_t bits = length(value);
  if (bits == 0) return std::nullopt;
  for (std::uint32_t i = 0; i + 1 < bits; ++i)
    if (value.bit(i)) return std::nullopt;
  return bits - 1;
}

/// Builds formulas about one application.
class Schemas {
 public:
  Schemas(Terms& terms, const Application& application, const WrongResult& values)
      : t_(terms),
        op_(application.op),
        a_(application.a),
        b_(application.b),
        r_(application.result),
        values_(values),
        n_(terms.sort(application.a).width()) {}

  std::vector<OperatorLemma> all() {
    switch (op_) {
      case Op::BvMul:
        product(a_, b_, values_.a, values_.b);
        product(b_, a_, values_.b, values_.a);
        product_size();
        break;
      case Op::BvUdiv:
        quotient();
        break;
      case Op::BvUrem:
        remainder();
        break;
      case Op::BvAdd:
        sum(a_, b_);
        sum(b_, a_);
        break;
      case Op::BvShl:
      case Op::BvLshr:
      case Op::BvAshr:
        shift();
        break;
      case Op::BvUlt:
        less_than();
        break;
      default:
        break;
    }
    return std::move(lemmas_);
  }

  /// Operands with these values give this result. Low bits of a product or a sum follow from the
  /// low bits of the operands: up to the first one that is wrong will do.
  OperatorLemma exact() {
    if (t_.sort(r_).is_bool()) {
      const Term holds = values_.result.as_bool() ? t_.not_(r_) : r_;
      return {"exact", t_.implies(t_.and_(is(a_, values_.a), is(b_, values_.b)), holds)};
    }
    const BitVector right = apply_to(values_.a, values_.b);
    const BitVector& wrong = values_.result.bits();
    std::uint32_t high = n_ - 1;
    if (op_ == Op::BvMul || op_ == Op::BvAdd) {
      high = 0;
      while (right.bit(high) == wrong.bit(high)) ++high;
    }
    const auto low_is = [&](Term word, const BitVector& value) {
      return is(t_.extract(word, high, 0), value.extract(high, 0));
    };
    return {"exact",
            t_.implies(t_.and_(low_is(a_, values_.a), low_is(b_, values_.b)), low_is(r_, right))};
  }

 private:
  void add(const char* name, Term formula) { lemmas_.push_back({name, formula}); }
  Term word(std::uint64_t value) { return t_.bv(n_, value); }
  Term is(Term x, const BitVector& value) { return t_.equal(x, t_.constant(Value(value))); }
  Term is_zero(Term x) { return t_.equal(x, word(0)); }
  Term neg(Term x) { return t_.make(Op::BvNeg, {x}); }
  Term less(Term x, Term y) { return t_.make(Op::BvUlt, {x, y}); }
  Term at_most(Term x, Term y) { return t_.make(Op::BvUle, {x, y}); }
  Term shifted(Op op, Term x, std::uint32_t by) { return t_.make(op, {x, constant_amount(by)}); }
  /// 2^k; 0 if that has no n bits.
  Term power(std::uint32_t k) {
    BitVector value(n_, 0);
    if (k < n_) value.set_bit(k, true);
    return t_.constant(Value(value));
  }
  /// That x < 2^k.
  Term below_power(Term x, std::uint32_t k) { return k >= n_ ? t_.true_term() : less(x, power(k)); }
  Term constant_amount(std::uint32_t by) {
    return t_.constant(Value(to_bit_vector(n_, mpz_class(by))));
  }
  BitVector apply_to(const BitVector& a, const BitVector& b) const {
    const std::array<Value, 2> operands{Value(a), Value(b)};
    return apply(op_, operands, {}, Sort::bit_vector(n_)).bits();
  }

  /// x * y, and what follows from y.
  void product(Term x, Term y, const BitVector& x_value, const BitVector& y_value) {
    add("mul-zero", t_.implies(is_zero(y), is_zero(r_)));
    add("mul-one", t_.implies(t_.equal(y, word(1)), t_.equal(r_, x)));
    add("mul-ones", t_.implies(is(y, BitVector::ones(n_)), t_.equal(r_, neg(x))));
    if (const auto k = power_of_two(y_value))
      add("mul-power", t_.implies(t_.equal(y, power(*k)), t_.equal(r_, shifted(Op::BvShl, x, *k))));
    if (const auto k = power_of_two(-y_value))
      add("mul-negative-power",
          t_.implies(t_.equal(y, neg(power(*k))), t_.equal(r_, neg(shifted(Op::BvShl, x, *k)))));
    // The product is a multiple of the lowest bit of each factor.
    add("mul-trailing-zeros",
        is_zero(t_.make(Op::BvAnd, {r_, t_.make(Op::BvNot, {t_.make(Op::BvOr, {y, neg(y)})})})));
    // An odd number has an inverse.
    const Term odd = t_.equal(t_.extract(y, 0, 0), t_.bv(1, 1));
    add("mul-odd", t_.implies(t_.and_(odd, is_zero(r_)), is_zero(x)));
    // Factors that cannot overflow: at least as large as each.
    const std::uint32_t i = length(x_value), j = length(y_value);
    if (i + j <= n_)
      add("mul-grows",
          t_.implies(t_.and_(t_.and_(below_power(x, i), below_power(y, j)), t_.not_(is_zero(y))),
                     at_most(x, r_)));
  }

  void product_size() {
    add("mul-lowest-bit",
        t_.equal(t_.extract(r_, 0, 0),
                 t_.make(Op::BvAnd, {t_.extract(a_, 0, 0), t_.extract(b_, 0, 0)})));
    const std::uint32_t i = length(values_.a), j = length(values_.b);
    if (i + j > n_ || i == 0 || j == 0) return;
    const Term small = t_.and_(below_power(a_, i), below_power(b_, j));
    add("mul-below", t_.implies(small, below_power(r_, i + j)));
    const Term large = t_.and_(at_most(power(i - 1), a_), at_most(power(j - 1), b_));
    add("mul-above", t_.implies(t_.and_(small, large), at_most(power(i + j - 2), r_)));
  }

  void quotient() {
    const Term by_zero = is_zero(b_);
    add("div-zero", t_.implies(by_zero, is(r_, BitVector::ones(n_))));
    add("div-one", t_.implies(t_.equal(b_, word(1)), t_.equal(r_, a_)));
    add("div-at-most", t_.implies(t_.not_(by_zero), at_most(r_, a_)));
    add("div-small", t_.implies(less(a_, b_), is_zero(r_)));
    add("div-large", t_.implies(at_most(b_, a_), t_.not_(is_zero(r_))));
    add("div-same", t_.implies(t_.and_(t_.equal(a_, b_), t_.not_(by_zero)), t_.equal(r_, word(1))));
    add("div-shrinks", t_.implies(t_.and_(less(word(1), b_), t_.not_(is_zero(a_))), less(r_, a_)));
    if (const auto k = power_of_two(values_.b))
      add("div-power",
          t_.implies(t_.equal(b_, power(*k)), t_.equal(r_, shifted(Op::BvLshr, a_, *k))));
    const std::uint32_t j = length(values_.b);
    if (j == 0) return;
    add("div-below",
        t_.implies(at_most(power(j - 1), b_), at_most(r_, shifted(Op::BvLshr, a_, j - 1))));
    if (j < n_)
      add("div-above", t_.implies(t_.and_(less(b_, power(j)), t_.not_(by_zero)),
                                  at_most(shifted(Op::BvLshr, a_, j), r_)));
  }

  void remainder() {
    const Term by_zero = is_zero(b_);
    add("rem-zero", t_.implies(by_zero, t_.equal(r_, a_)));
    add("rem-below", t_.implies(t_.not_(by_zero), less(r_, b_)));
    add("rem-at-most", at_most(r_, a_));
    add("rem-small", t_.implies(less(a_, b_), t_.equal(r_, a_)));
    add("rem-same", t_.implies(t_.equal(a_, b_), is_zero(r_)));
    const Term rest = t_.bv_sub(a_, b_);
    const Term fits = at_most(b_, a_);
    add("rem-once", t_.implies(t_.and_(fits, less(rest, b_)), t_.equal(r_, rest)));
    add("rem-rest", t_.implies(t_.and_(fits, t_.not_(by_zero)), at_most(r_, rest)));
    add("rem-even", t_.implies(t_.equal(t_.extract(b_, 0, 0), t_.bv(1, 0)),
                               t_.equal(t_.extract(r_, 0, 0), t_.extract(a_, 0, 0))));
    if (const auto k = power_of_two(values_.b))
      add("rem-power", t_.implies(t_.equal(b_, power(*k)),
                                  t_.equal(r_, t_.make(Op::BvAnd, {a_, low_ones(*k)}))));
  }
  /// 2^k - 1
  Term low_ones(std::uint32_t k) {
    BitVector value(n_, 0);
    for (std::uint32_t i = 0; i < k; ++i) value.set_bit(i, true);
    return t_.constant(Value(value));
  }

  void sum(Term x, Term y) {
    add("add-zero", t_.implies(is_zero(y), t_.equal(r_, x)));
    add("add-same", t_.equal(t_.equal(r_, x), is_zero(y)));
    // Either both wrap around, or the sum is at least as large as both.
    add("add-carry", t_.equal(less(r_, x), less(r_, y)));
  }

  void shift() {
    const Term none = op_ == Op::BvAshr ? kNoTerm : word(0);
    add("shift-zero", t_.implies(is_zero(b_), t_.equal(r_, a_)));
    if (none.valid()) {
      const Term far = t_.not_(less(b_, constant_amount(n_)));
      add("shift-far", t_.implies(far, t_.equal(r_, none)));
      add("shift-nothing", t_.implies(is_zero(a_), is_zero(r_)));
    }
    if (op_ == Op::BvLshr) add("shift-at-most", at_most(r_, a_));
    // By a constant it is no circuit at all.
    add("shift-by", t_.implies(is(b_, values_.b),
                               t_.equal(r_, t_.make(op_, {a_, t_.constant(Value(values_.b))}))));
  }

  void less_than() {
    add("less-same", t_.implies(t_.equal(a_, b_), t_.not_(r_)));
    add("less-than-none", t_.implies(is_zero(b_), t_.not_(r_)));
    add("less-is-not-all", t_.implies(is(a_, BitVector::ones(n_)), t_.not_(r_)));
    add("less-zero", t_.implies(t_.and_(is_zero(a_), t_.not_(is_zero(b_))), r_));
    // A constant between them: that is all that most proofs ask of an order.
    const Term a_value = t_.constant(Value(values_.a)), b_value = t_.constant(Value(values_.b));
    add("less-between",
        values_.a.ult(values_.b)
            ? t_.implies(t_.and_(at_most(a_, a_value), less(a_value, b_)), r_)
            : t_.implies(t_.and_(at_most(b_value, a_), at_most(b_, b_value)), t_.not_(r_)));
  }

  Terms& t_;
  const Op op_;
  const Term a_, b_, r_;
  const WrongResult& values_;
  const std::uint32_t n_;
  std::vector<OperatorLemma> lemmas_;
};

Assignment assignment_of(const Application& application, const WrongResult& values) {
  return {{application.a, Value(values.a)},
          {application.b, Value(values.b)},
          {application.result, values.result}};
}

}  // namespace

bool has_operator_lemmas(Op op) {
  switch (op) {
    case Op::BvMul:
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvAdd:
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
    case Op::BvUlt:
    case Op::BvSlt:
      return true;
    default:
      return false;
  }
}

std::vector<OperatorLemma> operator_lemmas(Terms& terms, const Application& application,
                                           const WrongResult& values) {
  return Schemas(terms, application, values).all();
}

// Operands may be any terms, of which the values are known: the schemas are tried on variables in
// their place.
OperatorLemma refuting_lemma(Terms& terms, const Application& application,
                             const WrongResult& values) {
  const auto variable = [&](const BitVector& value) {
    return terms.variable("operand", Sort::bit_vector(value.width()));
  };
  const Application plain{application.op, variable(values.a), variable(values.b),
                          terms.variable("result", terms.sort(application.result))};
  const Assignment assignment = assignment_of(plain, values);
  const std::unordered_map<std::uint32_t, Term> back{{plain.a.id, application.a},
                                                     {plain.b.id, application.b},
                                                     {plain.result.id, application.result}};
  for (const OperatorLemma& lemma : operator_lemmas(terms, plain, values))
    if (!evaluate(terms, lemma.formula, assignment).as_bool())
      return {lemma.name, terms.substitute(lemma.formula, back)};
  const OperatorLemma exact = Schemas(terms, plain, values).exact();
  CAIRN_CHECK(!evaluate(terms, exact.formula, assignment).as_bool());
  return {exact.name, terms.substitute(exact.formula, back)};
}

std::optional<OperatorLemma> refuting_pair_lemma(Terms& terms, const Application& one,
                                                 const WrongResult& values,
                                                 const Application& other,
                                                 const WrongResult& other_values) {
  const bool commutes = one.op == Op::BvMul || one.op == Op::BvAdd;
  const auto implies_equal = [&](Term a, Term b) {
    return terms.implies(terms.and_(terms.equal(one.a, a), terms.equal(one.b, b)),
                         terms.equal(one.result, other.result));
  };
  if (!(values.result == other_values.result)) {
    if (values.a == other_values.a && values.b == other_values.b)
      return OperatorLemma{"same", implies_equal(other.a, other.b)};
    if (commutes && values.a == other_values.b && values.b == other_values.a)
      return OperatorLemma{"commuted", implies_equal(other.b, other.a)};
  }
  if (one.op == Op::BvUlt || one.op == Op::BvSlt) {
    // An order that holds in both directions.
    if (values.result.as_bool() && other_values.result.as_bool() && values.a == other_values.b &&
        values.b == other_values.a)
      return OperatorLemma{
          "asymmetric",
          terms.implies(terms.and_(terms.equal(one.a, other.b), terms.equal(one.b, other.a)),
                        terms.not_(terms.and_(one.result, other.result)))};
    return std::nullopt;
  }
  if (one.op != Op::BvUdiv) return std::nullopt;
  // A larger dividend and a smaller divisor make no smaller quotient.
  const auto monotone = [&](const Application& low, const WrongResult& low_values,
                            const Application& high,
                            const WrongResult& high_values) -> std::optional<OperatorLemma> {
    if (high_values.a.ult(low_values.a) || low_values.b.ult(high_values.b) ||
        !high_values.result.bits().ult(low_values.result.bits()))
      return std::nullopt;
    const auto at_most = [&](Term x, Term y) { return terms.make(Op::BvUle, {x, y}); };
    return OperatorLemma{"monotone",
                         terms.implies(terms.and_(at_most(low.a, high.a), at_most(high.b, low.b)),
                                       at_most(low.result, high.result))};
  };
  if (auto lemma = monotone(one, values, other, other_values)) return lemma;
  return monotone(other, other_values, one, values);
}

}  // namespace cairn::word
