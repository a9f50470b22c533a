// SPDX-License-Identifier: MIT
#include "run/program/readable_facts.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>

#include "format/c/c_facts.h"
#include "smt/smt_solver.h"

namespace cairn {
namespace {

constexpr double kSecondsPerQuery = 0.2;
constexpr std::size_t kMostVariables = 8;   ///< that facts are guessed about
constexpr std::size_t kMostClauses = 100;   ///< that a formula with structure is turned into
constexpr std::size_t kMostOperators = 60;  ///< of a formula that is read as it is
constexpr std::size_t kMostGuards = 4;      ///< variables whose sign facts are made depend on,
constexpr std::size_t kManyClauses = 8;     ///< where there is more to read than this
constexpr std::size_t kNoLimit = 100'000;

/// What replaces a variable without a name, if this conjunct says so.
struct Definition {
  Term variable = kNoTerm;
  Term value = kNoTerm;
};

class Namelessness {
 public:
  Namelessness(Terms& terms, const CNames& names) : terms_(terms), names_(names) {}

  /// The conjuncts of the formula, without variables that it defines and that have no name.
  std::vector<Term> conjuncts(Term formula) {
    while (!terms_.is_false(formula)) {
      const auto definition = find(operands_of_and(terms_, formula));
      if (!definition) break;
      formula = terms_.substitute(formula, {{definition->variable.id, definition->value}});
    }
    return operands_of_and(terms_, formula);
  }

 private:
  bool has_no_name(Term term) const { return terms_.is_variable(term) && !names_.contains(term); }
  bool all_named(Term term) const {
    const auto variables = terms_.variables_of(std::span(&term, 1));
    return std::all_of(variables.begin(), variables.end(),
                       [&](Term variable) { return names_.contains(variable); });
  }

  std::optional<Definition> definition(Term fact) const {
    if (has_no_name(fact)) return Definition{fact, terms_.true_term()};
    if (terms_.op(fact) == Op::Not && has_no_name(terms_.operands(fact)[0]))
      return Definition{terms_.operands(fact)[0], terms_.false_term()};
    if (terms_.op(fact) != Op::Equal) return std::nullopt;
    for (const std::size_t side : {0u, 1u}) {
      const Term variable = terms_.operands(fact)[side], value = terms_.operands(fact)[1 - side];
      if (!has_no_name(variable)) continue;
      const auto read = terms_.variables_of(std::span(&value, 1));
      if (std::find(read.begin(), read.end(), variable) == read.end())
        return Definition{variable, value};
    }
    return std::nullopt;
  }

  /// One by named variables alone, if there is one.
  std::optional<Definition> find(const std::vector<Term>& facts) const {
    std::optional<Definition> any;
    for (const Term fact : facts) {
      const auto found = definition(fact);
      if (found && all_named(found->value)) return found;
      if (found && !any) any = found;
    }
    return any;
  }

  Terms& terms_;
  const CNames& names_;
};

/// A variable that facts are guessed about, and what is known of it.
struct Subject {
  Term term;
  bool is_signed = false;
  std::uint32_t width = 0;
  std::uint64_t known = 0;  ///< bits that are the same in all models
};

class Simplifier {
 public:
  Simplifier(Terms& terms, const CNames& names, const Context& context)
      : terms_(terms),
        names_(names),
        budget_(context.budget),
        solver_(make_smt_solver("cairn", terms, context)) {
    solver_->set_timeout(kSecondsPerQuery);
  }

  std::vector<Term> run(const std::vector<Term>& conjuncts);

 private:
  bool has_c_form(Term fact, std::size_t limit) const {
    return c_expression(terms_, fact, names_, limit).has_value();
  }
  bool out_of_time() const { return budget_.exhausted(); }
  bool follows(std::vector<Term> premises, Term fact);
  void find_subjects();
  void keep_model();
  std::uint64_t value_in(const Assignment& model, Term word) const {
    return evaluate(terms_, word, model).bits().low();
  }
  bool holds_in_models(Term fact) const;
  /// Is it true in all models of the formula?
  bool is_fact(Term fact);
  void guess(Term fact) {
    if (!terms_.is_true(fact) && is_fact(fact)) guesses_.push_back(fact);
  }

  Term constant(const Subject& subject, std::uint64_t value) {
    return terms_.bv(subject.width, value);
  }
  Term less(const Subject& subject, Term a, Term b) {
    return terms_.make(subject.is_signed ? Op::BvSlt : Op::BvUlt, {a, b});
  }
  /// Known bits of a word, as a mask, and the fact about those in `wanted`.
  std::uint64_t known_bits(Term word, std::uint64_t wanted);
  std::optional<std::uint64_t> extreme(const Subject& subject, bool largest);
  void guess_about(Subject& subject);
  void guess_about(const Subject& a, const Subject& b);
  void guess_sums();
  void guess_under(const Subject& guard);

  std::vector<Term> as_clauses(Term formula, const std::vector<Term>& others);
  Term clause_without(const Assignment& model, Term formula, const std::vector<Term>& variables);
  Term bits_fact(Term variable, const std::vector<std::pair<std::uint32_t, bool>>& bits);
  void drop_what_follows(std::vector<Term>& facts, const std::vector<Term>& order);

  Terms& terms_;
  const CNames& names_;
  const Budget& budget_;
  const std::unique_ptr<SmtSolver> solver_;
  Term formula_ = kNoTerm;
  std::vector<Subject> subjects_;
  std::vector<Assignment> models_;
  std::vector<Term> guesses_;
};

bool Simplifier::follows(std::vector<Term> premises, Term fact) {
  if (out_of_time()) return false;
  premises.push_back(terms_.not_(fact));
  return solver_->check(premises) == SmtResult::Unsat;
}

void Simplifier::keep_model() {
  Assignment model;
  for (const Subject& subject : subjects_)
    model.emplace(subject.term, solver_->value(subject.term));
  models_.push_back(std::move(model));
}

bool Simplifier::holds_in_models(Term fact) const {
  return std::all_of(models_.begin(), models_.end(), [&](const Assignment& model) {
    return evaluate(terms_, fact, model).as_bool();
  });
}

bool Simplifier::is_fact(Term fact) {
  if (out_of_time() || !holds_in_models(fact)) return false;
  const std::vector<Term> query{formula_, terms_.not_(fact)};
  const SmtResult result = solver_->check(query);
  if (result == SmtResult::Sat) keep_model();
  return result == SmtResult::Unsat;
}

void Simplifier::find_subjects() {
  for (const Term variable : terms_.variables_of(std::span(&formula_, 1))) {
    const auto name = names_.find(variable);
    const Sort& sort = terms_.sort(variable);
    if (name == names_.end() || !sort.is_bit_vector() || sort.width() > 64 || sort.width() < 2)
      continue;
    if (name->second.show == Show::Pointer || subjects_.size() == kMostVariables) continue;
    subjects_.push_back({variable, is_signed(name->second.show), sort.width(), 0});
  }
}

/// The largest or smallest value in any model; none if that is the type's, or for lack of time.
std::optional<std::uint64_t> Simplifier::extreme(const Subject& subject, bool largest) {
  // Numbers in the variable's order, ascending.
  const std::uint64_t last = BitVector::ones(subject.width).low();
  const std::uint64_t flip = subject.is_signed ? std::uint64_t{1} << (subject.width - 1) : 0;
  const auto within = [&](std::uint64_t bound) {
    const Term at = constant(subject, bound ^ flip);
    return largest ? less(subject, subject.term, at) : less(subject, at, subject.term);
  };
  std::uint64_t reached = largest ? 0 : last;
  const auto look = [&] {
    for (const Assignment& model : models_) {
      const std::uint64_t value = value_in(model, subject.term) ^ flip;
      reached = largest ? std::max(reached, value) : std::min(reached, value);
    }
  };
  look();
  const std::uint64_t end = largest ? last : 0;
  if (reached == end || !is_fact(within(end))) return std::nullopt;
  // No model has a value at `limit` or beyond it.
  std::uint64_t limit = end;
  for (look(); largest ? reached + 1 < limit : limit + 1 < reached; look()) {
    const std::uint64_t next = largest ? reached + 1 : reached - 1;
    const std::uint64_t middle = reached / 2 + limit / 2 + (reached & limit & 1);
    // First whether it is the bound already: for most it is.
    if (is_fact(within(next))) return reached ^ flip;
    look();
    const std::uint64_t goal =
        std::clamp(middle, std::min(reached, limit), std::max(reached, limit));
    if (goal != reached && goal != limit && is_fact(within(goal))) limit = goal;
    if (out_of_time()) return std::nullopt;
  }
  return reached ^ flip;
}

std::uint64_t Simplifier::known_bits(Term word, std::uint64_t wanted) {
  const std::uint32_t width = terms_.sort(word).width();
  while (!out_of_time() && wanted != 0) {
    const std::uint64_t first = value_in(models_.front(), word);
    for (const Assignment& model : models_) wanted &= ~(value_in(model, word) ^ first);
    if (wanted == 0) break;
    const Term fact = terms_.equal(terms_.make(Op::BvAnd, {word, terms_.bv(width, wanted)}),
                                   terms_.bv(width, first & wanted));
    const std::size_t models = models_.size();
    if (is_fact(fact)) {
      guesses_.push_back(fact);
      return wanted;
    }
    if (models_.size() == models) break;
  }
  return 0;
}

void Simplifier::guess_about(Subject& subject) {
  const auto low = extreme(subject, false);
  const auto high = extreme(subject, true);
  const std::uint64_t all = BitVector::ones(subject.width).low();
  if (low && high && *low == *high) {
    guesses_.push_back(terms_.equal(subject.term, constant(subject, *low)));
    subject.known = all;
    return;
  }
  if (low) guesses_.push_back(terms_.not_(less(subject, subject.term, constant(subject, *low))));
  if (high) guesses_.push_back(terms_.not_(less(subject, constant(subject, *high), subject.term)));
  // What the bounds have in common at the top need not be said again.
  const std::uint64_t half = std::uint64_t{1} << (subject.width - 1);
  const std::uint64_t differ = low.value_or(subject.is_signed ? half : 0) ^
                               high.value_or(subject.is_signed ? half - 1 : all);
  const std::uint64_t open =
      std::bit_width(differ) == 64 ? all : (std::uint64_t{1} << std::bit_width(differ)) - 1;
  subject.known = (all & ~open) | known_bits(subject.term, open);
}

void Simplifier::guess_about(const Subject& a, const Subject& b) {
  if (a.width != b.width) return;
  const std::uint64_t all = BitVector::ones(a.width).low();
  if (a.known == all && b.known == all) return;
  if (is_fact(terms_.equal(a.term, b.term))) {
    guesses_.push_back(terms_.equal(a.term, b.term));
    return;
  }
  known_bits(terms_.make(Op::BvXor, {a.term, b.term}), all & ~(a.known & b.known));
  if (a.is_signed != b.is_signed) return;
  const std::uint64_t distance =
      value_in(models_.front(), b.term) - value_in(models_.front(), a.term);
  guess(terms_.equal(b.term, terms_.make(Op::BvAdd, {a.term, constant(a, distance & all)})));
  for (const auto& [x, y] : {std::pair{a.term, b.term}, std::pair{b.term, a.term}}) {
    if (is_fact(less(a, x, y))) {
      guesses_.push_back(less(a, x, y));
      return;
    }
    guess(terms_.not_(less(a, y, x)));
  }
}

void Simplifier::guess_sums() {
  for (const Subject& sum : subjects_)
    for (std::size_t i = 0; i < subjects_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Subject &a = subjects_[i], &b = subjects_[j];
        if (a.term == sum.term || b.term == sum.term) continue;
        if (a.width != sum.width || b.width != sum.width) continue;
        guess(terms_.equal(sum.term, terms_.make(Op::BvAdd, {a.term, b.term})));
      }
}

/// What holds where this variable has one sign.
void Simplifier::guess_under(const Subject& guard) {
  const Term zero = constant(guard, 0);
  std::vector<Term> exceptions{terms_.equal(guard.term, zero), terms_.distinct(guard.term, zero)};
  if (guard.is_signed) {
    exceptions.push_back(less(guard, guard.term, zero));
    exceptions.push_back(less(guard, zero, guard.term));
    exceptions.push_back(terms_.not_(exceptions[2]));
    exceptions.push_back(terms_.not_(exceptions[3]));
  }
  for (const Term exception : exceptions)
    for (const Subject& a : subjects_) {
      if (a.is_signed && a.term != guard.term) {
        guess(terms_.or_(exception, terms_.not_(less(a, a.term, constant(a, 0)))));
        guess(terms_.or_(exception, terms_.not_(less(a, constant(a, 0), a.term))));
      }
      for (const Subject& b : subjects_) {
        if (a.term == b.term || a.width != b.width || a.is_signed != b.is_signed) continue;
        guess(terms_.or_(exception, terms_.not_(less(a, b.term, a.term))));
        guess(terms_.or_(exception, less(a, a.term, b.term)));
      }
    }
}

/// That these bits, highest first, have these values.
Term Simplifier::bits_fact(Term variable, const std::vector<std::pair<std::uint32_t, bool>>& bits) {
  if (terms_.sort(variable).is_bool()) return bits[0].second ? variable : terms_.not_(variable);
  const std::uint32_t width = terms_.sort(variable).width();
  BitVector mask(width, 0), value(width, 0);
  for (const auto& [position, is_set] : bits) {
    mask.set_bit(position, true);
    value.set_bit(position, is_set);
  }
  const std::uint32_t low = bits.back().first;
  if (value.is_zero() && bits.front().first == width - 1 && bits.size() == width - low && low > 0) {
    BitVector bound(width, 0);
    bound.set_bit(low, true);
    return terms_.make(Op::BvUlt, {variable, terms_.constant(Value(bound))});
  }
  return terms_.equal(terms_.make(Op::BvAnd, {variable, terms_.constant(Value(mask))}),
                      terms_.constant(Value(value)));
}

/// A clause that the formula implies and that this model, which is none of the formula, violates.
Term Simplifier::clause_without(const Assignment& model, Term formula,
                                const std::vector<Term>& variables) {
  struct Bit {
    Term variable;
    std::uint32_t position;
    bool value;
    Term fact;
  };
  std::vector<Bit> bits;
  for (const Term variable : variables) {
    const std::uint32_t width = terms_.sort(variable).is_bool() ? 1 : terms_.sort(variable).width();
    for (std::uint32_t i = 0; i < width; ++i) {
      const Value& value = model.at(variable);
      const bool is_set = value.sort().is_bool() ? value.as_bool() : value.bits().bit(i);
      bits.push_back({variable, i, is_set, bits_fact(variable, {{i, is_set}})});
    }
  }
  // The core first, then bit by bit, low ones first: high ones make ranges.
  const auto without = [&](std::size_t skipped) {
    std::vector<Term> query{formula};
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (i != skipped) query.push_back(bits[i].fact);
    return solver_->check(query) == SmtResult::Unsat;
  };
  if (!without(bits.size())) return kNoTerm;
  const std::vector<Term> core = solver_->core();
  std::erase_if(bits, [&](const Bit& bit) {
    return std::find(core.begin(), core.end(), bit.fact) == core.end();
  });
  for (std::size_t i = 0; i < bits.size() && !out_of_time();)
    if (without(i))
      bits.erase(bits.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  std::vector<Term> parts;
  std::vector<std::pair<std::uint32_t, bool>> own;
  for (std::size_t i = bits.size(); i-- > 0;) {
    own.emplace_back(bits[i].position, bits[i].value);
    if (i > 0 && bits[i - 1].variable == bits[i].variable) continue;
    parts.push_back(terms_.not_(bits_fact(bits[i].variable, own)));
    own.clear();
  }
  return terms_.or_all(parts);
}

/// Clauses over bits that, with `others`, say the same; the formula itself if they get too many.
std::vector<Term> Simplifier::as_clauses(Term formula, const std::vector<Term>& others) {
  const std::vector<Term> variables = terms_.variables_of(std::span(&formula, 1));
  for (const Term variable : variables) {
    const Sort& sort = terms_.sort(variable);
    if (!sort.is_bool() && (!sort.is_bit_vector() || sort.width() > 64)) return {formula};
  }
  std::vector<Term> premises = others;
  while (!out_of_time()) {
    std::vector<Term> query = premises;
    query.push_back(terms_.not_(formula));
    const SmtResult result = solver_->check(query);
    if (result == SmtResult::Unsat)
      return {premises.begin() + static_cast<std::ptrdiff_t>(others.size()), premises.end()};
    if (result != SmtResult::Sat || premises.size() >= others.size() + kMostClauses) break;
    Assignment model;
    for (const Term variable : variables) model.emplace(variable, solver_->value(variable));
    const Term clause = clause_without(model, formula, variables);
    if (!clause.valid()) break;
    premises.push_back(clause);
  }
  return {formula};
}

/// Drops, in this order, facts that follow from the rest.
void Simplifier::drop_what_follows(std::vector<Term>& facts, const std::vector<Term>& order) {
  for (const Term fact : order) {
    std::vector<Term> rest;
    for (const Term other : facts)
      if (other != fact) rest.push_back(other);
    if (follows(rest, fact)) facts = std::move(rest);
  }
}

std::vector<Term> Simplifier::run(const std::vector<Term>& conjuncts) {
  std::vector<Term> plain, structured, others;
  for (const Term fact : conjuncts)
    (!has_c_form(fact, kNoLimit)        ? others
     : has_c_form(fact, kMostOperators) ? plain
                                        : structured)
        .push_back(fact);
  formula_ = terms_.and_all(conjuncts);
  find_subjects();
  const SmtResult first = solver_->check(std::vector<Term>{formula_});
  if (first == SmtResult::Unsat) return {terms_.false_term()};
  if (first != SmtResult::Sat) return conjuncts;
  keep_model();
  for (const Term fact : structured)
    for (const Term clause : as_clauses(fact, plain)) plain.push_back(clause);
  for (Subject& subject : subjects_) guess_about(subject);
  for (std::size_t i = 0; i < subjects_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) guess_about(subjects_[j], subjects_[i]);
  guess_sums();
  if (subjects_.size() <= kMostGuards && plain.size() > kManyClauses)
    for (const Subject& subject : subjects_) guess_under(subject);
  std::vector<Term> facts = plain, order;
  std::set<Term> seen(plain.begin(), plain.end());
  for (const Term fact : guesses_)
    if (seen.insert(fact).second) facts.push_back(fact);
  // What is longest goes first, so that what is simplest stays; of guesses the last go before the
  // first.
  order.assign(facts.rbegin(), facts.rend());
  std::stable_sort(order.begin(), order.end(),
                   [&](Term a, Term b) { return terms_.node_count(a) > terms_.node_count(b); });
  drop_what_follows(facts, order);
  facts.insert(facts.end(), others.begin(), others.end());
  return facts;
}

}  // namespace

std::vector<Term> readable_facts(Terms& terms, Term formula, const CNames& names,
                                 const Context& context) {
  const std::vector<Term> conjuncts = Namelessness(terms, names).conjuncts(formula);
  if (conjuncts.size() == 1 && terms.is_value(conjuncts[0])) return conjuncts;
  return Simplifier(terms, names, context).run(conjuncts);
}

}  // namespace cairn
