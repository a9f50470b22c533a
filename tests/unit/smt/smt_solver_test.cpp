// SPDX-License-Identifier: MIT
//
// What every solver behind the interface must do, and that they agree with one another and with
// brute force.
#include "smt/smt_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "smt/cvc5_solver.h"
#include "support/quiet_context.h"
#include "support/term_generator.h"

namespace cairn {
namespace {

using support::QuietContext;
using support::TermGenerator;

class EverySolver : public testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<SmtSolver> make(const SmtOptions& options = {}) {
    return make_smt_solver(GetParam(), terms, context.get(), options);
  }
  Term word(const char* name, std::uint32_t width = 8) {
    return terms.variable(name, Sort::bit_vector(width));
  }
  Term less(Term a, Term b) { return terms.make(Op::BvUlt, {a, b}); }

  QuietContext context;
  Terms terms;
};

INSTANTIATE_TEST_SUITE_P(Smt, EverySolver, testing::ValuesIn(known_smt_solvers()),
                         [](const auto& instance) { return instance.param; });

TEST_P(EverySolver, AnswersWithAModel) {
  const auto solver = make();
  EXPECT_EQ(solver->name(), GetParam());
  const Term x = word("x"), y = word("y"), never_seen = word("z");
  solver->add(terms.equal(terms.make(Op::BvMul, {x, y}), terms.bv(8, 35)));
  solver->add(less(terms.bv(8, 1), x));
  solver->add(less(x, y));
  solver->add(less(y, terms.bv(8, 16)));
  ASSERT_EQ(solver->check(), SmtResult::Sat);
  EXPECT_EQ(solver->value(x).bits().low(), 5u);
  EXPECT_EQ(solver->value(terms.make(Op::BvAdd, {x, y})).bits().low(), 12u);
  EXPECT_EQ(solver->value(never_seen), solver->value(never_seen));
}

TEST_P(EverySolver, ForgetsWhatIsPopped) {
  const auto solver = make();
  const Term x = word("x");
  solver->add(less(x, terms.bv(8, 5)));
  solver->push();
  solver->add(less(terms.bv(8, 3), x));
  EXPECT_EQ(solver->check(), SmtResult::Sat);
  EXPECT_EQ(solver->value(x).bits().low(), 4u);
  solver->push();
  solver->add(less(x, terms.bv(8, 4)));
  EXPECT_EQ(solver->check(), SmtResult::Unsat);
  EXPECT_TRUE(solver->core().empty());
  solver->pop();
  EXPECT_EQ(solver->check(), SmtResult::Sat);
  solver->pop();
  EXPECT_EQ(solver->check(std::array{terms.equal(x, terms.bv(8, 0))}), SmtResult::Sat);
}

TEST_P(EverySolver, NamesAssumptionsThatSuffice) {
  const auto solver = make();
  const Term x = word("x"), y = word("y");
  const Term a = less(x, y), b = less(terms.bv(8, 7), x), c = less(y, terms.bv(8, 5));
  const Term other = terms.equal(word("z"), terms.bv(8, 1));
  EXPECT_EQ(solver->check(std::array{other, a, b, c}), SmtResult::Unsat);
  for (const Term needed : {a, b, c}) {
    const std::vector<Term> core = solver->core();
    EXPECT_NE(std::find(core.begin(), core.end(), needed), core.end());
  }
  EXPECT_EQ(solver->check(std::array{other, a, b}), SmtResult::Sat);
  EXPECT_EQ(solver->check(std::array{other, terms.false_term()}), SmtResult::Unsat);
  EXPECT_EQ(solver->core().back(), terms.false_term());
  EXPECT_EQ(solver->check(std::array{a, terms.not_(a), a}), SmtResult::Unsat);
  EXPECT_EQ(solver->core().size(), 2u);
  EXPECT_EQ(solver->check(std::array{terms.true_term()}), SmtResult::Sat);
}

TEST_P(EverySolver, TakesATermThatIsAddedAsAnAssumptionToo) {
  const auto solver = make();
  const Term p = terms.variable("p", Sort::boolean());
  solver->push();
  solver->add(p);
  EXPECT_EQ(solver->check(std::array{p}), SmtResult::Sat);
  EXPECT_EQ(solver->check(std::array{terms.not_(p)}), SmtResult::Unsat);
  EXPECT_EQ(solver->core(), (std::vector{terms.not_(p)}));
}

TEST_P(EverySolver, KnowsArrays) {
  const auto solver = make();
  const Sort sort = Sort::array_of(Sort::bit_vector(4), Sort::bit_vector(8));
  const Term a = terms.variable("a", sort), i = word("i", 4), k = word("k", 4);
  const Term stored = terms.store(a, i, terms.bv(8, 9));
  solver->add(terms.equal(terms.select(stored, k), terms.bv(8, 7)));
  ASSERT_EQ(solver->check(), SmtResult::Sat);
  EXPECT_EQ(solver->value(terms.select(a, k)).bits().low(), 7u);
  EXPECT_NE(solver->value(i), solver->value(k));
  EXPECT_EQ(solver->check(std::array{terms.equal(i, k)}), SmtResult::Unsat);
}

TEST_P(EverySolver, KnowsFloats) {
  const auto solver = make();
  const Term x = terms.variable("x", Sort::float32());
  const Term sum = terms.rounded(Op::FpAdd, RoundingMode::NearestEven, std::array{x, x});
  solver->add(terms.not_(terms.make(Op::FpEq, {x, x})));
  ASSERT_EQ(solver->check(), SmtResult::Sat);
  EXPECT_EQ(solver->value(x), Value::of_float(Sort::float32(), BitVector::ones(32)));
  EXPECT_EQ(solver->check(std::array{terms.make(Op::FpEq, {sum, sum})}), SmtResult::Unsat);
}

TEST_P(EverySolver, SaysThatTheBudgetIsGone) {
  const auto solver = make();
  context.budget.request_stop(StopReason::Interrupt);
  EXPECT_EQ(solver->check(), SmtResult::Unknown);
  EXPECT_NE(solver->reason(), "");
}

/// The factors of 18446743979220271189 = 4294967279 * 4294967291.
Term hard_query(Terms& terms) {
  const Term x = terms.variable("x", Sort::bit_vector(80)),
             y = terms.variable("y", Sort::bit_vector(80));
  const auto bound = [&](Term v) {
    return terms.and_(terms.make(Op::BvUlt, {terms.bv(80, 1), v}),
                      terms.make(Op::BvUlt, {v, terms.bv(80, std::uint64_t{1} << 40)}));
  };
  const Term product = terms.make(Op::BvMul, {x, y});
  const Term goal = terms.constant(Value(BitVector::parse(80, "18446743979220271189", 10)));
  return terms.and_(terms.and_(bound(x), bound(y)), terms.equal(product, goal));
}

/// Whatever it was doing when its time was up.
TEST_P(EverySolver, KeepsItsFormulasWhenTimeIsUpAtAnyMoment) {
  const Term x = word("x");
  for (int milliseconds = 30; milliseconds <= 70; ++milliseconds) {
    const auto solver = make();
    solver->set_timeout(milliseconds / 1000.0);
    solver->add(less(x, terms.bv(8, 2)));
    solver->check(std::array{hard_query(terms)});
    solver->set_timeout(0);
    ASSERT_EQ(solver->check(std::array{less(terms.bv(8, 0), x)}), SmtResult::Sat);
    EXPECT_EQ(solver->value(x).bits().low(), 1u) << milliseconds;
  }
}

TEST_P(EverySolver, EndsWhenTimeIsUpAndGoesOnAfterwards) {
  const auto solver = make();
  solver->set_timeout(0.05);
  const Term x = word("x");
  solver->add(less(x, terms.bv(8, 2)));
  EXPECT_EQ(solver->check(std::array{hard_query(terms)}), SmtResult::Unknown);
  EXPECT_NE(solver->reason(), "");
  solver->set_timeout(0);
  ASSERT_EQ(solver->check(std::array{less(terms.bv(8, 0), x)}), SmtResult::Sat);
  EXPECT_EQ(solver->value(x).bits().low(), 1u);
}

// ---- Against one another, and brute force.

/// All values of the variables; they have few bits.
class BruteForce {
 public:
  BruteForce(const Terms& terms, const std::vector<Term>& variables) : terms_(terms) {
    assignments_.emplace_back();
    for (const Term variable : variables) {
      std::vector<Assignment> next;
      const std::uint32_t width = terms.sort(variable).width();
      for (const Assignment& assignment : assignments_)
        for (std::uint64_t value = 0; value < std::uint64_t{1} << width; ++value) {
          next.push_back(assignment);
          next.back().emplace(variable, terms.sort(variable).is_bool()
                                            ? Value(value != 0)
                                            : Value(BitVector(width, value)));
        }
      assignments_ = std::move(next);
    }
  }
  bool satisfiable(const std::vector<Term>& formulas) const {
    return std::any_of(assignments_.begin(), assignments_.end(), [&](const Assignment& assignment) {
      return std::all_of(formulas.begin(), formulas.end(), [&](Term formula) {
        return evaluate(terms_, formula, assignment).as_bool();
      });
    });
  }

 private:
  const Terms& terms_;
  std::vector<Assignment> assignments_;
};

/// A random script of pushes, pops, additions and queries; every answer is checked.
class Script {
 public:
  Script(std::uint64_t seed, const TermGenerator::Options& options, unsigned depth)
      : rng_(seed), generator_(terms_, rng_, options) {
    for (const std::string& name : known_smt_solvers()) {
      solvers_.push_back(make_smt_solver(name, terms_, context_.get()));
      solvers_.push_back(
          make_smt_solver(name, terms_, context_.get(), {.cache_entries = 4, .dump_folder = {}}));
      if (name == "cvc5") solvers_.pop_back();
    }
    for (int i = 0; i < 8; ++i) pool_.push_back(generator_.formula(depth));
    for (auto& solver : solvers_) solver->set_timeout(20);
  }

  void run(unsigned steps, bool with_brute_force) {
    for (unsigned i = 0; i < steps; ++i) {
      switch (rng_.below(6)) {
        case 0:
          push();
          break;
        case 1:
          if (!levels_.empty()) pop();
          break;
        case 2:
          add(some_formula());
          break;
        default:
          ask(with_brute_force);
      }
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  unsigned decided() const { return decided_; }

 private:
  Term some_formula() { return pool_[rng_.below(pool_.size())]; }
  void push() {
    levels_.push_back(in_force_.size());
    for (auto& solver : solvers_) solver->push();
  }
  void pop() {
    in_force_.resize(levels_.back());
    levels_.pop_back();
    for (auto& solver : solvers_) solver->pop();
  }
  void add(Term formula) {
    // Nothing that ends the script: what is added at the bottom stays.
    if (levels_.empty() && in_force_.size() >= 2) return;
    in_force_.push_back(formula);
    for (auto& solver : solvers_) solver->add(formula);
  }
  void ask(bool with_brute_force) {
    std::vector<Term> assumptions;
    for (std::uint64_t n = rng_.below(4); n > 0; --n)
      assumptions.push_back(rng_.chance(50) ? some_formula() : terms_.not_(some_formula()));
    std::optional<SmtResult> agreed;
    if (with_brute_force) {
      std::vector<Term> all = in_force_;
      all.insert(all.end(), assumptions.begin(), assumptions.end());
      agreed = BruteForce(terms_, terms_.variables_of(all)).satisfiable(all) ? SmtResult::Sat
                                                                             : SmtResult::Unsat;
    }
    for (auto& solver : solvers_) {
      const SmtResult result = solver->check(assumptions);
      if (result == SmtResult::Unknown) continue;
      ++decided_;
      if (agreed) {
        ASSERT_EQ(result, *agreed) << solver->name();
      }
      agreed = result;
      if (result == SmtResult::Sat)
        expect_model(*solver, assumptions);
      else
        expect_core(*solver, assumptions);
    }
  }
  void expect_model(SmtSolver& solver, const std::vector<Term>& assumptions) {
    for (const auto& part : {in_force_, assumptions})
      for (const Term formula : part) ASSERT_TRUE(solver.value(formula).as_bool()) << solver.name();
  }
  void expect_core(SmtSolver& solver, const std::vector<Term>& assumptions) {
    const std::vector<Term> core = solver.core();
    auto place = assumptions.begin();
    for (const Term member : core) {
      place = std::find(place, assumptions.end(), member);
      ASSERT_NE(place, assumptions.end()) << solver.name() << ": the core is out of order";
    }
    const auto judge = make_smt_solver("cairn", terms_, context_.get());
    for (const Term formula : in_force_) judge->add(formula);
    ASSERT_EQ(judge->check(core), SmtResult::Unsat) << solver.name() << ": no core";
  }

  QuietContext context_;
  Terms terms_;
  Rng rng_;
  TermGenerator generator_;
  std::vector<std::unique_ptr<SmtSolver>> solvers_;
  std::vector<Term> pool_;
  std::vector<Term> in_force_;
  std::vector<std::size_t> levels_;
  unsigned decided_ = 0;
};

TEST(SmtSolvers, AgreeWithBruteForceOnNarrowWords) {
  TermGenerator::Options options;
  options.widths = {1, 2, 3};
  options.array_percent = 0;
  options.variables_each = 1;
  unsigned decided = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Script script(seed, options, 3);
    script.run(20, true);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
    decided += script.decided();
  }
  EXPECT_GT(decided, 400u);
}

TEST(SmtSolvers, AgreeOnWordsAndArrays) {
  TermGenerator::Options options;
  options.widths = {1, 3, 4, 8};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Script script(seed, options, 3);
    script.run(15, false);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(SmtSolvers, AgreeOnFloats) {
  TermGenerator::Options options;
  options.widths = {4, 7};
  options.formats = {Sort::floating(3, 4), Sort::floating(4, 4)};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Script script(seed, options, 2);
    script.run(12, false);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST(SmtSolvers, KnowIntegersAndReals) {
  for (const std::string& name : known_smt_solvers()) {
    QuietContext context;
    Terms terms;
    const auto solver = make_smt_solver(name, terms, context.get());
    const Term i = terms.variable("i", Sort::integer()), r = terms.variable("r", Sort::real());
    const Term seven = terms.constant(Value(mpz_class(7)));
    solver->push();
    solver->add(terms.equal(terms.make(Op::Mul, {i, terms.constant(Value(mpz_class(-3)))}),
                            terms.constant(Value(mpz_class(12)))));
    solver->add(terms.equal(terms.make(Op::Add, {r, r}), terms.make(Op::ToReal, {i})));
    solver->add(terms.equal(
        terms.make(Op::IntDiv,
                   {seven, terms.make(Op::Add, {i, terms.constant(Value(mpz_class(4)))})}),
        terms.constant(Value(mpz_class(0)))));
    const SmtResult result = solver->check();
    if (name == "cairn" || name == "arrays") {
      EXPECT_EQ(result, SmtResult::Unknown);
      EXPECT_NE(solver->reason().find("int"), std::string::npos) << solver->reason();
      solver->pop();
      EXPECT_EQ(solver->check(), SmtResult::Sat);
      continue;
    }
    ASSERT_EQ(result, SmtResult::Sat) << name << solver->reason();
    EXPECT_EQ(solver->value(i), Value(mpz_class(-4)));
    EXPECT_EQ(solver->value(r), Value(mpq_class(-2)));
  }
}

TEST(SmtSolvers, InterpolantsSeparate) {
  unsigned found = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    QuietContext context;
    Terms terms;
    Rng rng(seed);
    TermGenerator::Options options;
    options.widths = {2, 3, 4};
    TermGenerator generator(terms, rng, options);
    const std::array a{generator.formula(3), generator.formula(2)};
    const std::array b{generator.formula(3), generator.formula(2), generator.formula(2)};
    const auto solver = make_smt_solver("cairn", terms, context.get());
    const auto interpolant = solver->interpolant(a, b);
    const std::vector<Term> all{a[0], a[1], b[0], b[1], b[2]};
    EXPECT_EQ(interpolant.has_value(), solver->check(all) == SmtResult::Unsat);
    if (!interpolant) continue;
    ++found;
    EXPECT_EQ(solver->check(std::array{a[0], a[1], terms.not_(*interpolant)}), SmtResult::Unsat);
    EXPECT_EQ(solver->check(std::array{b[0], b[1], b[2], *interpolant}), SmtResult::Unsat);
    const std::vector<Term> of_a = terms.variables_of(a), of_b = terms.variables_of(b);
    for (const Term variable : terms.variables_of(std::array{*interpolant})) {
      EXPECT_NE(std::find(of_a.begin(), of_a.end(), variable), of_a.end());
      EXPECT_NE(std::find(of_b.begin(), of_b.end(), variable), of_b.end());
    }
  }
  EXPECT_GT(found, 3u);
}

TEST(Cvc5Solver, FindsInterpolants) {
  QuietContext context;
  Terms terms;
  Cvc5Solver solver(terms, context.get());
  const Term p = terms.variable("p", Sort::boolean()), q = terms.variable("q", Sort::boolean());
  const Term r = terms.variable("r", Sort::boolean());
  const Term a = terms.and_(p, q), b = terms.and_(terms.not_(q), r);
  if (solver.check({}) == SmtResult::Unknown) GTEST_SKIP() << "no cvc5 here";
  const auto interpolant = solver.interpolant(std::array{a}, std::array{b});
  ASSERT_TRUE(interpolant);
  EXPECT_EQ(solver.check(std::array{a, terms.not_(*interpolant)}), SmtResult::Unsat);
  EXPECT_EQ(solver.check(std::array{b, *interpolant}), SmtResult::Unsat);
}

TEST(Cvc5Solver, IsUnknownIfTheProgramIsMissingOrDies) {
  for (const char* program : {"no-such-program-anywhere", "true", "cat"}) {
    QuietContext context;
    Terms terms;
    Cvc5Solver solver(terms, context.get(), program);
    solver.add(terms.variable("p", Sort::boolean()));
    EXPECT_EQ(solver.check({}), SmtResult::Unknown) << program;
    EXPECT_NE(solver.reason(), "");
    solver.push();
    solver.pop();
    EXPECT_EQ(solver.check(std::array{terms.variable("q", Sort::boolean())}), SmtResult::Unknown);
    EXPECT_FALSE(solver.interpolant({}, {}));
  }
}

}  // namespace
}  // namespace cairn
