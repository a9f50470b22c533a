// SPDX-License-Identifier: MIT
#include "support/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "logic/word/term_eval.h"

namespace cairn::support {

namespace {

using Kind = Statement::Kind;

template <class T>
const T& pick(Rng& rng, const std::vector<T>& from) {
  return from[rng.below(from.size())];
}

BitVector random_bits(Rng& rng, std::uint32_t width) {
  if (rng.chance(60)) return BitVector(width, rng.below(4));
  if (rng.chance(20)) return BitVector::ones(width);
  if (rng.chance(20)) return BitVector::min_signed(width);
  BitVector bits(width, 0);
  for (std::uint32_t i = 0; i < width; ++i) bits.set_bit(i, rng.chance(50));
  return bits;
}

RoundingMode random_rounding(Rng& rng) {
  return rng.chance(70) ? RoundingMode::NearestEven : static_cast<RoundingMode>(rng.below(5));
}

/// Terms by sort.
class TermMaker {
 public:
  TermMaker(Terms& terms, Rng& rng, const std::vector<Term>& variables)
      : terms_(terms), rng_(rng), variables_(variables) {}

  Term make(Sort sort, unsigned depth) {
    if (depth == 0 || rng_.chance(15)) return leaf(sort);
    if (rng_.chance(10))
      return terms_.ite(make(Sort::boolean(), depth - 1), make(sort, depth - 1),
                        make(sort, depth - 1));
    if (!sort.is_array() && rng_.chance(20)) {
      const Term element = element_of_array(sort, depth);
      if (element.valid()) return element;
    }
    if (sort.is_array()) return array(sort, depth);
    if (sort.is_bool()) return boolean(depth);
    if (sort.is_bit_vector()) return bit_vector(sort, depth);
    if (sort.is_float()) return floating(sort, depth);
    return number(sort, depth);
  }

 private:
  Term leaf(Sort sort) {
    std::vector<Term> fitting;
    for (const Term variable : variables_)
      if (terms_.sort(variable) == sort) fitting.push_back(variable);
    if (!fitting.empty() && rng_.chance(75)) return pick(rng_, fitting);
    return terms_.constant(random_value(rng_, sort));
  }

  Sort some_sort() {
    return variables_.empty() || rng_.chance(20) ? Sort::bit_vector(8)
                                                 : terms_.sort(pick(rng_, variables_));
  }

  Term element_of_array(Sort sort, unsigned depth) {
    std::vector<Term> fitting;
    for (const Term variable : variables_)
      if (terms_.sort(variable).is_array() && terms_.sort(variable).element_sort() == sort)
        fitting.push_back(variable);
    if (fitting.empty()) return kNoTerm;
    const Sort array_sort = terms_.sort(pick(rng_, fitting));
    return terms_.select(make(array_sort, depth - 1), make(array_sort.index_sort(), depth - 1));
  }

  Term array(Sort sort, unsigned depth) {
    if (rng_.chance(15)) return terms_.constant_array(sort, make(sort.element_sort(), depth - 1));
    return terms_.store(make(sort, depth - 1), make(sort.index_sort(), depth - 1),
                        make(sort.element_sort(), depth - 1));
  }

  Term boolean(unsigned depth) {
    const auto b = [&] { return make(Sort::boolean(), depth - 1); };
    switch (rng_.below(8)) {
      case 0:
        return terms_.not_(b());
      case 1:
        return terms_.and_(b(), b());
      case 2:
        return terms_.or_(b(), terms_.or_(b(), b()));
      case 3:
        return terms_.xor_(b(), b());
      default:
        return comparison(depth);
    }
  }

  Term comparison(unsigned depth) {
    const Sort sort = some_sort();
    const Term x = make(sort, depth - 1), y = make(sort, depth - 1);
    if (rng_.chance(30)) return terms_.equal(x, y);
    if (sort.is_bit_vector()) {
      const Op ops[] = {Op::BvUlt, Op::BvUle, Op::BvSlt, Op::BvSle};
      return terms_.make(ops[rng_.below(4)], {x, y});
    }
    if (sort.is_float()) {
      const Op tests[] = {Op::FpIsNan,    Op::FpIsInfinite,  Op::FpIsZero,
                          Op::FpIsNormal, Op::FpIsSubnormal, Op::FpIsNegative};
      if (rng_.chance(30)) return terms_.make(tests[rng_.below(6)], {x});
      const Op ops[] = {Op::FpLe, Op::FpLt, Op::FpEq};
      return terms_.make(ops[rng_.below(3)], {x, y});
    }
    if (sort.is_int() || sort.is_real())
      return terms_.make(rng_.chance(50) ? Op::Le : Op::Lt, {x, y});
    return terms_.equal(x, y);
  }

  Term bit_vector(Sort sort, unsigned depth) {
    const std::uint32_t width = sort.width();
    const auto t = [&](Sort of) { return make(of, depth - 1); };
    switch (rng_.below(12)) {
      case 0:
        return terms_.make(rng_.chance(50) ? Op::BvNot : Op::BvNeg, {t(sort)});
      case 1:
        if (width < 2) break;
        return terms_.concat(t(Sort::bit_vector(width - width / 2)),
                             t(Sort::bit_vector(width / 2)));
      case 2: {
        const auto low = static_cast<std::uint32_t>(rng_.below(9));
        const auto above = static_cast<std::uint32_t>(rng_.below(9));
        return terms_.extract(t(Sort::bit_vector(width + low + above)), low + width - 1, low);
      }
      case 3: {
        if (width < 2) break;
        const Sort from = Sort::bit_vector(1 + static_cast<std::uint32_t>(rng_.below(width - 1)));
        return rng_.chance(50) ? terms_.zero_extend(t(from), width)
                               : terms_.sign_extend(t(from), width);
      }
      case 4: {
        const Sort from = some_sort();
        if (!from.is_float()) break;
        const auto mode = static_cast<std::uint32_t>(random_rounding(rng_));
        const Term operand = t(from);
        return terms_.make(rng_.chance(50) ? Op::FpToSbv : Op::FpToUbv, std::span(&operand, 1),
                           std::span(&mode, 1), sort);
      }
      default:
        break;
    }
    const Op ops[] = {Op::BvAnd, Op::BvOr,   Op::BvXor,  Op::BvAdd,  Op::BvAdd,
                      Op::BvMul, Op::BvUdiv, Op::BvUrem, Op::BvSdiv, Op::BvSrem,
                      Op::BvShl, Op::BvLshr, Op::BvAshr};
    return terms_.make(ops[rng_.below(std::size(ops))], {t(sort), t(sort)});
  }

  Term floating(Sort sort, unsigned depth) {
    const auto t = [&](Sort of) { return make(of, depth - 1); };
    const RoundingMode mode = random_rounding(rng_);
    const auto rounded = [&](Op op, std::vector<Term> operands, Sort to = {}) {
      return terms_.rounded(op, mode, operands, to);
    };
    switch (rng_.below(11)) {
      case 0:
        return terms_.make(rng_.chance(50) ? Op::FpAbs : Op::FpNeg, {t(sort)});
      case 1: {
        const Term bits = t(Sort::bit_vector(sort.width()));
        return terms_.make(Op::FpFromBits, std::span(&bits, 1), {}, sort);
      }
      case 2:
        return rounded(rng_.chance(50) ? Op::FpSqrt : Op::FpRoundToIntegral, {t(sort)});
      case 3:
        return terms_.make(rng_.chance(50) ? Op::FpMin : Op::FpMax, {t(sort), t(sort)});
      case 4:
        return rounded(Op::FpFma, {t(sort), t(sort), t(sort)});
      case 5:
        return rounded(Op::FpToFp, {t(sort == Sort::float32() ? Sort::float64() : Sort::float32())},
                       sort);
      case 6:
        return rounded(rng_.chance(50) ? Op::SbvToFp : Op::UbvToFp,
                       {t(Sort::bit_vector(rng_.chance(50) ? 8 : 64))}, sort);
      default: {
        const Op ops[] = {Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv};
        return rounded(ops[rng_.below(4)], {t(sort), t(sort)});
      }
    }
  }

  Term number(Sort sort, unsigned depth) {
    const Term x = make(sort, depth - 1), y = make(sort, depth - 1);
    switch (rng_.below(5)) {
      case 0:
        return terms_.make(Op::Neg, {x});
      case 1:
        return sort.is_int() ? terms_.make(rng_.chance(50) ? Op::IntDiv : Op::IntMod, {x, y})
                             : terms_.make(Op::RealDiv, {x, y});
      case 2:
        return sort.is_int() ? terms_.make(Op::ToInt, {make(Sort::real(), depth - 1)})
                             : terms_.make(Op::ToReal, {make(Sort::integer(), depth - 1)});
      case 3:
        // Products of products grow without bound in loops.
        return terms_.make(Op::Mul, {terms_.constant(random_value(rng_, sort)), y});
      default:
        return terms_.make(Op::Add, {x, y});
    }
  }

  Terms& terms_;
  Rng& rng_;
  const std::vector<Term>& variables_;
};

class ProgramMaker {
 public:
  ProgramMaker(std::uint64_t seed, const RandomProgramOptions& options)
      : rng_(seed), options_(options) {}

  Program make() {
    program_.globals = variables(rng_.below(options_.max_globals + 1), "g", {});
    const std::size_t count = rng_.below(options_.max_procedures + 1) + 1;
    for (std::size_t i = 0; i < count; ++i) {
      Procedure p;
      p.name = i == 0 ? "main" : fmt::format("f{}", i);
      p.site = site(p.name);
      if (i > 0) p.parameters = variables(rng_.below(options_.max_locals + 1), "p", p.name);
      if (i > 0) p.results = variables(rng_.below(options_.max_locals + 1), "r", p.name);
      p.locals = variables(rng_.below(options_.max_locals + 1), "x", p.name);
      program_.procedures.push_back(std::move(p));
    }
    for (current_ = 0; current_ < count; ++current_) make_body();
    return std::move(program_);
  }

 private:
  SiteId site(const std::string& function) {
    const auto id = static_cast<SiteId>(program_.sites.size());
    program_.sites.push_back({{"random.c", id + 1, 1 + rng_.below(40)}, function, {}, false});
    return id;
  }

  Sort some_sort() {
    if (options_.arrays && rng_.chance(20)) {
      const Sort elements[] = {Sort::boolean(), Sort::bit_vector(options_.width),
                               options_.floats ? Sort::float32() : Sort::bit_vector(3),
                               options_.numbers ? Sort::integer() : Sort::bit_vector(1)};
      return Sort::array_of(Sort::bit_vector(rng_.chance(80) ? 2 : options_.width),
                            elements[rng_.below(4)]);
    }
    if (rng_.chance(20)) return Sort::boolean();
    if (options_.floats && rng_.chance(35)) {
      const Sort sorts[] = {Sort::float32(), Sort::float64(), Sort::floating(3, 5)};
      return sorts[rng_.below(3)];
    }
    if (options_.numbers && rng_.chance(30))
      return rng_.chance(50) ? Sort::integer() : Sort::real();
    if (options_.wide && rng_.chance(20)) return Sort::bit_vector(rng_.chance(50) ? 64 : 70);
    return Sort::bit_vector(options_.width);
  }

  std::vector<ProgramVariable> variables(std::uint64_t count, const std::string& letter,
                                         const std::string& function) {
    const Show shows[] = {Show::Raw, Show::Signed, Show::Unsigned, Show::Hidden};
    std::vector<ProgramVariable> made;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string name = fmt::format("{}{}", letter, i);
      made.push_back({program_.terms->variable(name, some_sort()),
                      rng_.chance(70) ? name : std::string(), function, shows[rng_.below(4)]});
    }
    return made;
  }

  void make_body() {
    Procedure& p = program_.procedures[current_];
    scope_.clear();
    for (const auto* list : {&program_.globals, &p.parameters, &p.results, &p.locals})
      for (const ProgramVariable& variable : *list) scope_.push_back(variable.term);
    labels_.clear();
    p.body = block(options_.max_statements, options_.max_depth);
    if (options_.gotos) add_gotos(p.body);
  }

  Term term(Sort sort) {
    return TermMaker(*program_.terms, rng_, scope_).make(sort, options_.term_depth);
  }
  Term condition() { return term(Sort::boolean()); }

  std::vector<Term> some_targets() {
    std::vector<Term> from = scope_, chosen;
    const std::uint64_t count = rng_.chance(70) ? 1 : 1 + rng_.below(3);
    while (chosen.size() < count && !from.empty()) {
      const auto at = from.begin() + static_cast<std::ptrdiff_t>(rng_.below(from.size()));
      chosen.push_back(*at);
      from.erase(at);
    }
    return chosen;
  }

  Block block(unsigned max_statements, unsigned depth) {
    Block made;
    const std::uint64_t count = rng_.below(max_statements + 1);
    for (std::uint64_t i = 0; i < count; ++i) made.push_back(statement(max_statements / 2, depth));
    return made;
  }

  Statement statement(unsigned max_inside, unsigned depth) {
    Statement s;
    s.site = rng_.chance(95) ? site(program_.procedures[current_].name) : kNoSite;
    const std::uint64_t roll = rng_.below(100);
    if (roll < 8) {
      s.kind = Kind::Assume;
      s.values = {rng_.chance(70) ? program_.terms->or_(condition(), condition()) : condition()};
    } else if (roll < 18) {
      s.kind = Kind::Assert;
      s.values = {program_.terms->or_(condition(), condition())};
      if (options_.limits && rng_.chance(25)) s.assert_kind = AssertKind::Limit;
      s.note = fmt::format("claim {}", s.site);
    } else if (roll < 28 && depth > 0) {
      s.kind = Kind::If;
      s.values = {condition()};
      s.blocks = {block(max_inside, depth - 1), block(max_inside, depth - 1)};
    } else if (roll < 36 && depth > 0) {
      s.kind = Kind::While;
      s.values = {condition()};
      s.blocks = {block(max_inside, depth - 1)};
    } else if (roll < 42 && depth > 0) {
      s.kind = Kind::Choice;
      for (std::uint64_t i = 1 + rng_.below(4); i > 0; --i)
        s.blocks.push_back(block(max_inside, depth - 1));
    } else if (roll < 45 && options_.gotos) {
      s.kind = Kind::Label;
      s.names = {fmt::format("L{}", labels_.size())};
      labels_.push_back(s.names[0]);
    } else if (roll < 53) {
      call(s);
    } else if (roll < 55) {
      s.kind = Kind::Return;
    } else {
      assign_or_havoc(s);
    }
    return s;
  }

  void assign_or_havoc(Statement& s) {
    s.targets = some_targets();
    if (s.targets.empty()) {
      s.kind = Kind::Assume;
      s.values = {program_.terms->true_term()};
    } else if (rng_.chance(25)) {
      s.kind = Kind::Havoc;
      s.note = rng_.chance(80) ? "nondet" : "";
    } else {
      s.kind = Kind::Assign;
      for (const Term target : s.targets) s.values.push_back(term(program_.terms->sort(target)));
    }
  }

  void call(Statement& s) {
    const std::size_t later = program_.procedures.size() - current_ - 1;
    if (later == 0) return assign_or_havoc(s);
    const Procedure& callee = program_.procedures[current_ + 1 + rng_.below(later)];
    std::vector<Term> from = scope_;
    for (const ProgramVariable& result : callee.results) {
      const auto at = std::find_if(from.begin(), from.end(), [&](Term t) {
        return program_.terms->sort(t) == program_.terms->sort(result.term);
      });
      if (at == from.end()) {
        s.targets.clear();
        return assign_or_havoc(s);
      }
      s.targets.push_back(*at);
      from.erase(at);
    }
    s.kind = Kind::Call;
    s.names = {callee.name};
    for (const ProgramVariable& parameter : callee.parameters)
      s.values.push_back(term(program_.terms->sort(parameter.term)));
  }

  /// Some asserts, assumes and assignments become gotos, now that the labels are known.
  void add_gotos(Block& block) {
    for (Statement& s : block) {
      for (Block& inner : s.blocks) add_gotos(inner);
      if (labels_.empty() || !s.blocks.empty() || s.kind == Kind::Label || !rng_.chance(6))
        continue;
      const SiteId at = s.site;
      s = {};
      s.kind = Kind::Goto;
      s.site = at;
      for (std::uint64_t i = 1 + rng_.below(3); i > 0; --i) s.names.push_back(pick(rng_, labels_));
    }
  }

  Rng rng_;
  const RandomProgramOptions& options_;
  Program program_;
  std::size_t current_ = 0;
  std::vector<Term> scope_;
  std::vector<std::string> labels_;
};

}  // namespace

Program random_program(std::uint64_t seed, const RandomProgramOptions& options) {
  return ProgramMaker(seed, options).make();
}

Term random_term(Terms& terms, Rng& rng, const std::vector<Term>& variables, Sort sort,
                 unsigned depth) {
  return TermMaker(terms, rng, variables).make(sort, depth);
}

Value random_value(Rng& rng, Sort sort) {
  if (sort.is_array()) {
    Value array = Value::constant_array(sort, random_value(rng, sort.element_sort()));
    for (std::uint64_t i = rng.below(4); i > 0; --i) {
      const Value index = random_value(rng, sort.index_sort());
      array = std::move(array).store(index, random_value(rng, sort.element_sort()));
    }
    return array;
  }
  if (sort.is_bool()) return Value(rng.chance(50));
  if (sort.is_bit_vector()) return Value(random_bits(rng, sort.width()));
  if (sort.is_float()) {
    if (rng.chance(40)) return Value::of_float(sort, random_bits(rng, sort.width()));
    const Value number{BitVector::from_signed(16, static_cast<int>(rng.below(21)) - 10)};
    const std::uint32_t mode = 0;
    return apply(Op::SbvToFp, std::span(&number, 1), std::span(&mode, 1), sort);
  }
  const mpz_class number = static_cast<int>(rng.below(9)) - 4;
  if (sort.is_int()) return Value(number);
  mpq_class fraction(number, static_cast<int>(1 + rng.below(4)));
  fraction.canonicalize();
  return Value(fraction);
}

Value RandomInputs::next(const InputRequest& request) {
  Value value = request.kind == InputKind::Choice
                    ? Value(BitVector(request.sort.width(),
                                      rng_.below(request.ways + (rng_.chance(2) ? 1 : 0))))
                    : random_value(rng_, request.sort);
  record.push_back({request.kind, request.site, std::string(request.note), value});
  return value;
}

}  // namespace cairn::support
