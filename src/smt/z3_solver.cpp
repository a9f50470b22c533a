// SPDX-License-Identifier: MIT
//
// Z3's headers stay in this file. Queries of Booleans and bit-vectors alone go to its incremental
// SAT solver (what Z3 makes for the logic QF_BV), which is several times faster on small queries
// than its general one; the first term of another sort makes a general solver, with what is in
// force so far.
#include "smt/z3_solver.h"

#include "base/error.h"

#ifdef CAIRN_HAS_Z3

#include <z3++.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "smt/corner_case.h"
#include "smt/lazy_model.h"

namespace cairn {
namespace {

using Unary = Z3_ast (*)(Z3_context, Z3_ast);
using Binary = Z3_ast (*)(Z3_context, Z3_ast, Z3_ast);

Unary unary_maker(Op op) {
  switch (op) {
    case Op::Not:
      return Z3_mk_not;
    case Op::BvNot:
      return Z3_mk_bvnot;
    case Op::BvNeg:
      return Z3_mk_bvneg;
    case Op::FpToBits:
      return Z3_mk_fpa_to_ieee_bv;
    case Op::FpAbs:
      return Z3_mk_fpa_abs;
    case Op::FpNeg:
      return Z3_mk_fpa_neg;
    case Op::FpIsNan:
      return Z3_mk_fpa_is_nan;
    case Op::FpIsInfinite:
      return Z3_mk_fpa_is_infinite;
    case Op::FpIsZero:
      return Z3_mk_fpa_is_zero;
    case Op::FpIsNormal:
      return Z3_mk_fpa_is_normal;
    case Op::FpIsSubnormal:
      return Z3_mk_fpa_is_subnormal;
    case Op::FpIsNegative:
      return Z3_mk_fpa_is_negative;
    case Op::Neg:
      return Z3_mk_unary_minus;
    case Op::ToReal:
      return Z3_mk_int2real;
    case Op::ToInt:
      return Z3_mk_real2int;
    default:
      return nullptr;
  }
}

Binary binary_maker(Op op) {
  switch (op) {
    case Op::Equal:
      return Z3_mk_eq;
    case Op::Xor:
      return Z3_mk_xor;
    case Op::BvAnd:
      return Z3_mk_bvand;
    case Op::BvOr:
      return Z3_mk_bvor;
    case Op::BvXor:
      return Z3_mk_bvxor;
    case Op::BvAdd:
      return Z3_mk_bvadd;
    case Op::BvMul:
      return Z3_mk_bvmul;
    case Op::BvUdiv:
      return Z3_mk_bvudiv;
    case Op::BvUrem:
      return Z3_mk_bvurem;
    case Op::BvSdiv:
      return Z3_mk_bvsdiv;
    case Op::BvSrem:
      return Z3_mk_bvsrem;
    case Op::BvShl:
      return Z3_mk_bvshl;
    case Op::BvLshr:
      return Z3_mk_bvlshr;
    case Op::BvAshr:
      return Z3_mk_bvashr;
    case Op::BvUlt:
      return Z3_mk_bvult;
    case Op::BvUle:
      return Z3_mk_bvule;
    case Op::BvSlt:
      return Z3_mk_bvslt;
    case Op::BvSle:
      return Z3_mk_bvsle;
    case Op::Concat:
      return Z3_mk_concat;
    case Op::Select:
      return Z3_mk_select;
    case Op::FpRem:
      return Z3_mk_fpa_rem;
    case Op::FpMin:
      return Z3_mk_fpa_min;
    case Op::FpMax:
      return Z3_mk_fpa_max;
    case Op::FpLe:
      return Z3_mk_fpa_leq;
    case Op::FpLt:
      return Z3_mk_fpa_lt;
    case Op::FpEq:
      return Z3_mk_fpa_eq;
    case Op::IntDiv:
    case Op::RealDiv:
      return Z3_mk_div;
    case Op::IntMod:
      return Z3_mk_mod;
    case Op::Le:
      return Z3_mk_le;
    case Op::Lt:
      return Z3_mk_lt;
    default:
      return nullptr;
  }
}

/// Terms as expressions of one context.
class Translator {
 public:
  Translator(Terms& terms, z3::context& z3) : terms_(terms), z3_(z3) {}

  /// No recursion.
  z3::expr expression(Term term);
  std::optional<z3::expr> known(Term term) const {
    const auto found = cache_.find(term);
    return found == cache_.end() ? std::nullopt : std::optional(found->second);
  }
  z3::expr constant(const Value& value);
  z3::sort sort(const Sort& sort);
  /// Whether only Booleans and bit-vectors were translated.
  bool is_pure() const { return is_pure_; }

 private:
  z3::sort sort(const ScalarSort& scalar);
  z3::expr translate(Term term);
  z3::expr native(Term term);
  z3::expr rounding(Term term);
  z3::expr rounded(Term term);
  z3::expr nary(Term term);
  z3::expr operand(Term term, std::size_t i) const {
    return cache_.find(terms_.operands(term)[i])->second;
  }
  z3::expr made(Z3_ast ast) {
    z3_.check_error();
    return z3::expr(z3_, ast);
  }
  const std::optional<CornerCase>& corner(Term term);

  Terms& terms_;
  z3::context& z3_;
  std::unordered_map<Term, z3::expr> cache_;
  std::unordered_map<Term, std::optional<CornerCase>> corners_;
  std::vector<Term> stack_;
  bool is_pure_ = true;
};

const std::optional<CornerCase>& Translator::corner(Term term) {
  const auto found = corners_.find(term);
  if (found != corners_.end()) return found->second;
  return corners_.emplace(term, corner_case(terms_, term)).first->second;
}

z3::expr Translator::expression(Term term) {
  stack_.assign(1, term);
  while (!stack_.empty()) {
    const Term next = stack_.back();
    if (cache_.contains(next)) {
      stack_.pop_back();
      continue;
    }
    const std::size_t before = stack_.size();
    const auto need = [&](Term operand) {
      if (!cache_.contains(operand)) stack_.push_back(operand);
    };
    const std::optional<CornerCase> special = corner(next);
    for (const Term operand : terms_.operands(next)) need(operand);
    if (special) {
      need(special->defined);
      need(special->otherwise);
    }
    if (stack_.size() != before) continue;
    stack_.pop_back();
    cache_.emplace(next, translate(next));
  }
  return cache_.find(term)->second;
}

z3::sort Translator::sort(const ScalarSort& scalar) {
  switch (scalar.kind) {
    case SortKind::Bool:
      return z3_.bool_sort();
    case SortKind::BitVector:
      return z3_.bv_sort(scalar.size);
    case SortKind::Float:
      return z3_.fpa_sort(scalar.exponent, scalar.size);
    case SortKind::Int:
      return z3_.int_sort();
    default:
      return z3_.real_sort();
  }
}

z3::sort Translator::sort(const Sort& of) {
  const z3::sort element = sort(of.element);
  return of.array ? z3_.array_sort(sort(of.index), element) : element;
}

z3::expr Translator::constant(const Value& value) {
  const Sort& of = value.sort();
  if (of.is_bool()) return z3_.bool_val(value.as_bool());
  if (of.is_int()) return z3_.int_val(value.as_int().get_str().c_str());
  if (of.is_real()) return z3_.real_val(value.as_real().get_str().c_str());
  if (of.is_array()) {
    const ArrayValue& array = value.array();
    z3::expr result = z3::const_array(sort(of.index), constant(array.otherwise));
    for (const auto& [index, element] : array.entries)
      result = z3::store(result, constant(index), constant(element));
    return result;
  }
  const z3::expr bits = z3_.bv_val(value.bits().to_decimal().c_str(), value.bits().width());
  return of.is_float() ? made(Z3_mk_fpa_to_fp_bv(z3_, bits, sort(of))) : bits;
}

z3::expr Translator::translate(Term term) {
  const Sort& of = terms_.sort(term);
  if (!of.is_bool() && !of.is_bit_vector()) is_pure_ = false;
  const std::optional<CornerCase>& special = corner(term);
  if (!special) return native(term);
  const z3::expr defined = cache_.find(special->defined)->second;
  const z3::expr otherwise = cache_.find(special->otherwise)->second;
  return z3::ite(defined, native(term), otherwise);
}

z3::expr Translator::rounding(Term term) {
  switch (terms_.rounding(term)) {
    case RoundingMode::NearestEven:
      return made(Z3_mk_fpa_rne(z3_));
    case RoundingMode::NearestAway:
      return made(Z3_mk_fpa_rna(z3_));
    case RoundingMode::Up:
      return made(Z3_mk_fpa_rtp(z3_));
    case RoundingMode::Down:
      return made(Z3_mk_fpa_rtn(z3_));
    default:
      return made(Z3_mk_fpa_rtz(z3_));
  }
}

z3::expr Translator::rounded(Term term) {
  const z3::expr mode = rounding(term), a = operand(term, 0);
  const z3::sort to = sort(terms_.sort(term));
  const auto two = [&](auto make) { return made(make(z3_, mode, a, operand(term, 1))); };
  switch (terms_.op(term)) {
    case Op::FpAdd:
      return two(Z3_mk_fpa_add);
    case Op::FpSub:
      return two(Z3_mk_fpa_sub);
    case Op::FpMul:
      return two(Z3_mk_fpa_mul);
    case Op::FpDiv:
      return two(Z3_mk_fpa_div);
    case Op::FpFma:
      return made(Z3_mk_fpa_fma(z3_, mode, a, operand(term, 1), operand(term, 2)));
    case Op::FpSqrt:
      return made(Z3_mk_fpa_sqrt(z3_, mode, a));
    case Op::FpRoundToIntegral:
      return made(Z3_mk_fpa_round_to_integral(z3_, mode, a));
    case Op::FpToFp:
      return made(Z3_mk_fpa_to_fp_float(z3_, mode, a, to));
    case Op::SbvToFp:
      return made(Z3_mk_fpa_to_fp_signed(z3_, mode, a, to));
    case Op::UbvToFp:
      return made(Z3_mk_fpa_to_fp_unsigned(z3_, mode, a, to));
    case Op::FpToSbv:
      return made(Z3_mk_fpa_to_sbv(z3_, mode, a, terms_.sort(term).width()));
    case Op::FpToUbv:
      return made(Z3_mk_fpa_to_ubv(z3_, mode, a, terms_.sort(term).width()));
    default:
      internal_error(__FILE__, __LINE__, "an operation that Z3 was not told of");
  }
}

z3::expr Translator::nary(Term term) {
  std::vector<Z3_ast> asts;
  for (std::size_t i = 0; i < terms_.operands(term).size(); ++i) asts.push_back(operand(term, i));
  const auto count = static_cast<unsigned>(asts.size());
  switch (terms_.op(term)) {
    case Op::And:
      return made(Z3_mk_and(z3_, count, asts.data()));
    case Op::Or:
      return made(Z3_mk_or(z3_, count, asts.data()));
    case Op::Add:
      return made(Z3_mk_add(z3_, count, asts.data()));
    default:
      return made(Z3_mk_mul(z3_, count, asts.data()));
  }
}

z3::expr Translator::native(Term term) {
  const Op op = terms_.op(term);
  if (const Unary make = unary_maker(op)) return made(make(z3_, operand(term, 0)));
  if (const Binary make = binary_maker(op)) {
    z3::expr result = operand(term, 0);
    for (std::size_t i = 1; i < terms_.operands(term).size(); ++i)
      result = made(make(z3_, result, operand(term, i)));
    return result;
  }
  const std::uint32_t width = terms_.sort(term).width();
  switch (op) {
    case Op::Variable:
      // Names need not differ, so the handle is the name.
      return z3_.constant(z3_.int_symbol(static_cast<int>(term.id)), sort(terms_.sort(term)));
    case Op::Value:
      return constant(terms_.value(term));
    case Op::Ite:
      return z3::ite(operand(term, 0), operand(term, 1), operand(term, 2));
    case Op::And:
    case Op::Or:
    case Op::Add:
    case Op::Mul:
      return nary(term);
    case Op::Extract:
      return operand(term, 0).extract(terms_.parameter(term, 0), terms_.parameter(term, 1));
    case Op::ZeroExtend:
      return z3::zext(operand(term, 0), width - terms_.sort(terms_.operands(term)[0]).width());
    case Op::SignExtend:
      return z3::sext(operand(term, 0), width - terms_.sort(terms_.operands(term)[0]).width());
    case Op::Store:
      return z3::store(operand(term, 0), operand(term, 1), operand(term, 2));
    case Op::ConstArray:
      return z3::const_array(sort(terms_.sort(term).index), operand(term, 0));
    case Op::FpFromBits:
      return made(Z3_mk_fpa_to_fp_bv(z3_, operand(term, 0), sort(terms_.sort(term))));
    default:
      return rounded(term);
  }
}

/// Values of a model.
class Reader {
 public:
  Reader(z3::context& z3, const z3::model& model) : z3_(z3), model_(model) {}

  Value value(const z3::expr& expression, const Sort& sort) const {
    return sort.is_array() ? array(model_.eval(expression, true), sort) : scalar(expression, sort);
  }

 private:
  Value scalar(const z3::expr& expression, const Sort& sort) const;
  Value array(z3::expr expression, const Sort& sort) const;
  Value function(const z3::expr& expression, const Sort& sort) const;
  Value by_element(const z3::expr& expression, const Sort& sort) const;
  BitVector bits(const z3::expr& expression, std::uint32_t width) const {
    return BitVector::parse(width, digits(model_.eval(expression, true)), 10);
  }

  std::string digits(const z3::expr& number) const {
    if (!number.is_numeral()) throw z3::exception("a value that is not a number");
    return Z3_get_numeral_string(z3_, number);
  }

  z3::context& z3_;
  const z3::model& model_;
};

Value Reader::scalar(const z3::expr& expression, const Sort& sort) const {
  switch (sort.element.kind) {
    case SortKind::Bool:
      return Value(model_.eval(expression, true).is_true());
    case SortKind::BitVector:
      return Value(bits(expression, sort.width()));
    case SortKind::Float: {
      const z3::expr nan(z3_, Z3_mk_fpa_is_nan(z3_, expression));
      if (model_.eval(nan, true).is_true())
        return Value::of_float(sort, BitVector::ones(sort.width()));
      return Value::of_float(
          sort, bits(z3::expr(z3_, Z3_mk_fpa_to_ieee_bv(z3_, expression)), sort.width()));
    }
    case SortKind::Int:
      return Value(mpz_class(digits(model_.eval(expression, true))));
    default: {
      z3::expr number = model_.eval(expression, true);
      if (number.is_algebraic()) number = number.algebraic_lower(30);
      mpq_class rational(digits(number));
      rational.canonicalize();
      return Value(rational);
    }
  }
}

/// Stores over a constant, a function as an array, or a lambda.
Value Reader::array(z3::expr expression, const Sort& sort) const {
  std::map<Value, Value> entries;
  while (expression.is_app() && expression.decl().decl_kind() == Z3_OP_STORE) {
    entries.emplace(scalar(expression.arg(1), sort.index_sort()),
                    scalar(expression.arg(2), sort.element_sort()));
    expression = expression.arg(0);
  }
  const bool is_constant =
      expression.is_app() && expression.decl().decl_kind() == Z3_OP_CONST_ARRAY;
  if (is_constant)
    return Value::of_array(sort, scalar(expression.arg(0), sort.element_sort()), entries);
  Value result = function(expression, sort);
  for (const auto& [index, element] : entries) result = result.store(index, element);
  return result;
}

/// What Z3 writes as a lambda (arrays of Booleans): element by element.
Value Reader::by_element(const z3::expr& expression, const Sort& sort) const {
  constexpr std::uint32_t kMaxIndexBits = 12;
  if (sort.index.kind != SortKind::BitVector || sort.index.size > kMaxIndexBits)
    throw z3::exception("an array value that is not a list of elements");
  std::map<Value, Value> entries;
  for (std::uint64_t i = 0; i < std::uint64_t{1} << sort.index.size; ++i) {
    const z3::expr index = z3_.bv_val(static_cast<std::uint64_t>(i), sort.index.size);
    entries.emplace(Value(BitVector(sort.index.size, i)),
                    scalar(z3::select(expression, index), sort.element_sort()));
  }
  const Value otherwise = entries.begin()->second;
  return Value::of_array(sort, otherwise, std::move(entries));
}

Value Reader::function(const z3::expr& expression, const Sort& sort) const {
  if (!Z3_is_as_array(z3_, expression)) return by_element(expression, sort);
  const z3::func_decl decl(z3_, Z3_get_as_array_func_decl(z3_, expression));
  const z3::func_interp interpretation = model_.get_func_interp(decl);
  std::map<Value, Value> entries;
  for (unsigned i = 0; i < interpretation.num_entries(); ++i) {
    const z3::func_entry entry = interpretation.entry(i);
    entries.emplace(scalar(entry.arg(0), sort.index_sort()),
                    scalar(entry.value(), sort.element_sort()));
  }
  return Value::of_array(sort, scalar(interpretation.else_value(), sort.element_sort()), entries);
}

/// Interrupts a check when the budget ends. Its thread sleeps between checks.
class Watcher {
 public:
  Watcher(z3::context& z3, const Budget& budget)
      : thread_([this, &z3, &budget](std::stop_token stop) { watch(stop, z3, budget); }) {}
  ~Watcher() {
    thread_.request_stop();
    wake_.notify_one();
  }

  void begin() { set(true); }
  void end() { set(false); }

 private:
  void set(bool checking) {
    {
      const std::lock_guard lock(mutex_);
      checking_ = checking;
    }
    if (checking) wake_.notify_one();
  }
  void watch(const std::stop_token& stop, z3::context& z3, const Budget& budget) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait(lock, stop, [&] { return checking_; });
      if (checking_ && budget.exhausted_by_now()) z3.interrupt();
      wake_.wait_for(lock, stop, std::chrono::milliseconds(20), [&] { return !checking_; });
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  bool checking_ = false;
  std::jthread thread_;
};

class Z3Solver : public SmtSolver {
 public:
  Z3Solver(Terms& terms, const Context& context)
      : terms_(terms),
        context_(context),
        translator_(terms, z3_),
        solver_(z3_, "QF_BV"),
        model_(terms),
        watcher_(z3_, context.budget) {}

  std::string_view name() const override { return "z3"; }
  void push() override;
  void pop() override;
  void add(Term formula) override;
  SmtResult check(std::span<const Term> assumptions) override;
  Value value(Term term) override;
  std::vector<Term> core() override { return core_; }
  std::string reason() const override { return reason_; }
  void set_timeout(double seconds) override { timeout_ = seconds; }
  std::optional<Term> interpolant(std::span<const Term>, std::span<const Term>) override {
    return std::nullopt;
  }

 private:
  /// Runs `action`; what Z3 throws makes every answer Unknown until the formulas in force are given
  /// to a new solver.
  template <class Action>
  bool guarded(Action&& action);
  void renew();
  z3::expr translated(Term term);
  z3::expr name_of(Term assumption);
  SmtResult ask(std::span<const Term> assumptions);

  struct Level {
    std::size_t added;  // sizes at the push
    std::size_t named;
  };

  Terms& terms_;
  const Context context_;
  z3::context z3_;
  Translator translator_;
  z3::solver solver_;
  bool is_general_ = false;
  std::vector<Term> added_;
  std::vector<Level> levels_;
  std::vector<Term> named_;  // assumptions that have a name, oldest first
  std::unordered_map<Term, z3::expr> names_;
  std::string error_;
  bool is_spent_ = false;  // it gave up, and a new one has to go on
  double timeout_ = 0;
  std::optional<z3::model> z3_model_;
  LazyModel model_;
  std::vector<Term> core_;
  std::string reason_;
  Watcher watcher_;
};

template <class Action>
bool Z3Solver::guarded(Action&& action) {
  if (!error_.empty()) return false;
  try {
    action();
    return true;
  } catch (const z3::exception& error) {
    error_ = error.msg();
    return false;
  }
}

/// A solver for all theories, or one after an error or an end before its time, with everything in
/// force.
void Z3Solver::renew() {
  solver_ = is_general_ ? z3::solver(z3_) : z3::solver(z3_, "QF_BV");
  names_.clear();
  named_.clear();
  std::size_t next = 0;
  for (Level& level : levels_) {
    for (; next < level.added; ++next) solver_.add(translator_.expression(added_[next]));
    level.named = 0;
    solver_.push();
  }
  for (; next < added_.size(); ++next) solver_.add(translator_.expression(added_[next]));
}

z3::expr Z3Solver::translated(Term term) {
  const z3::expr result = translator_.expression(term);
  if (!is_general_ && !translator_.is_pure()) {
    is_general_ = true;
    renew();
  }
  return result;
}

void Z3Solver::push() {
  levels_.push_back({added_.size(), named_.size()});
  guarded([&] { solver_.push(); });
}

void Z3Solver::pop() {
  CAIRN_CHECK(!levels_.empty());
  added_.resize(levels_.back().added);
  for (; named_.size() > levels_.back().named; named_.pop_back()) names_.erase(named_.back());
  levels_.pop_back();
  guarded([&] { solver_.pop(); });
}

void Z3Solver::add(Term formula) {
  CAIRN_CHECK(terms_.sort(formula).is_bool());
  // Not among those in force while renew() may run.
  guarded([&] {
    const z3::expr expression = translated(formula);
    solver_.add(expression);
  });
  added_.push_back(formula);
}

/// Z3 wants literals; a name is defined at the level where it is first used and goes with it.
z3::expr Z3Solver::name_of(Term assumption) {
  const z3::expr expression = translated(assumption);
  const auto found = names_.find(assumption);
  if (found != names_.end()) return found->second;
  const z3::expr name = z3_.bool_const(("assume!" + std::to_string(assumption.id)).c_str());
  solver_.add(z3::implies(name, expression));
  names_.emplace(assumption, name);
  named_.push_back(assumption);
  return name;
}

SmtResult Z3Solver::ask(std::span<const Term> assumptions) {
  // All of them first: one that is not pure makes a new solver, without names.
  for (const Term assumption : assumptions) translated(assumption);
  z3::expr_vector names(z3_);
  for (const Term assumption : assumptions) names.push_back(name_of(assumption));
  const double milliseconds = std::ceil(timeout_ * 1000);
  const bool is_limited = timeout_ > 0 && milliseconds < UINT_MAX;
  solver_.set("timeout", is_limited ? static_cast<unsigned>(milliseconds) : UINT_MAX);
  watcher_.begin();
  const z3::check_result result = solver_.check(names);
  watcher_.end();
  if (result == z3::sat) {
    z3_model_ = solver_.get_model();
    return SmtResult::Sat;
  }
  if (result == z3::unknown) {
    reason_ = solver_.reason_unknown();
    // Z3 4.8.12 that is stopped while it reads formulas may have lost some of them: seen were
    // models afterwards that satisfy none of those.
    is_spent_ = true;
    return SmtResult::Unknown;
  }
  std::unordered_set<unsigned> used;
  for (const z3::expr& name : solver_.unsat_core()) used.insert(name.id());
  // Erased, for an assumption may have been given twice.
  for (std::size_t i = 0; i < assumptions.size(); ++i)
    if (used.erase(names[static_cast<unsigned>(i)].id()) != 0) core_.push_back(assumptions[i]);
  return SmtResult::Unsat;
}

SmtResult Z3Solver::check(std::span<const Term> assumptions) {
  z3_model_.reset();
  model_.clear();
  core_.clear();
  reason_.clear();
  if (context_.budget.exhausted()) {
    reason_ = "the budget is exhausted";
    return SmtResult::Unknown;
  }
  if (!error_.empty() || is_spent_) {
    error_.clear();
    is_spent_ = false;
    guarded([&] { renew(); });
  }
  SmtResult result = SmtResult::Unknown;
  if (!guarded([&] { result = ask(assumptions); })) {
    watcher_.end();
    core_.clear();
    reason_ = error_;
    return SmtResult::Unknown;
  }
  return result;
}

Value Z3Solver::value(Term term) {
  CAIRN_CHECK(z3_model_);
  return model_.value(term, [this](Term variable) -> std::optional<Value> {
    const std::optional<z3::expr> known = translator_.known(variable);
    if (!known) return std::nullopt;
    try {
      return Reader(z3_, *z3_model_).value(*known, terms_.sort(variable));
    } catch (const z3::exception& error) {
      context_.log.warning("z3: {}; a value of {} is a guess", error.msg(), terms_.name(variable));
      return std::nullopt;
    }
  });
}

}  // namespace

bool has_z3() {
  return true;
}

std::unique_ptr<SmtSolver> make_z3_solver(Terms& terms, const Context& context) {
  return std::make_unique<Z3Solver>(terms, context);
}

}  // namespace cairn

#else

namespace cairn {

bool has_z3() {
  return false;
}

std::unique_ptr<SmtSolver> make_z3_solver(Terms&, const Context&) {
  internal_error(__FILE__, __LINE__, "this build has no Z3");
}

}  // namespace cairn

#endif
