// SPDX-License-Identifier: MIT
#include "support/random_simplifiable.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "support/random_terms.h"

namespace cairn::support {
namespace {

struct Shape {
  std::vector<Sort> sorts;
  unsigned variables_each;
};

/// At most ten bits with the Booleans that RandomTerms adds.
Shape random_shape(Rng& rng) {
  const auto bv = [](std::uint32_t width) { return Sort::bit_vector(width); };
  switch (rng.below(7)) {
    case 0:
      return {{bv(2)}, 3};
    case 1:
      return {{bv(3)}, 2};
    case 2:
      return {{bv(4)}, 2};
    case 3:
      return {{bv(1), bv(2), bv(4)}, 1};
    case 4:
      return {{bv(1), bv(2)}, 2};
    case 5:
      return {{Sort::array_of(bv(1), bv(2))}, 1};
    default:
      return {{Sort::array_of(bv(2), bv(1)), bv(2)}, 1};
  }
}

class Generator {
 public:
  Generator(std::uint64_t seed, const RandomSimplifiableOptions& options)
      : rng_(seed), options_(options), terms_(std::make_shared<Terms>()) {}

  WordSystem make();

 private:
  void make_terms();
  void make_sliced_terms();
  void make_indices_constant(const Sort& index);
  void make_variables();
  Term init_of(Term variable);
  Term next_of(Term variable, Term init);
  void add_twin();
  Term formula();
  Term constraint();
  /// One of the terms that were made, of this sort.
  Term some(const Sort& sort);
  bool reads_only(Term term, const std::set<Term>& allowed) const;

  Rng rng_;
  const RandomSimplifiableOptions options_;
  std::shared_ptr<Terms> terms_;
  std::vector<Term> variables_;
  std::map<Sort, std::vector<Term>> made_;
  WordSystem system_;
  bool sliced_ = false;
};

void Generator::make_terms() {
  const Shape shape = random_shape(rng_);
  test::RandomTerms random(*terms_, rng_, shape.sorts, shape.variables_each);
  variables_ = random.variables();
  const std::uint64_t steps = 10 + rng_.below(25);
  for (std::uint64_t i = 0; i < steps; ++i) {
    const Term term = random.step().term;
    if (!terms_->is_value(term)) made_[terms_->sort(term)].push_back(term);
  }
  for (const Sort& sort : shape.sorts)
    if (sort.is_array() && rng_.chance(options_.constant_index_percent))
      make_indices_constant(sort.index_sort());
}

/// In each term, variables that can be an index get a value.
void Generator::make_indices_constant(const Sort& index) {
  for (auto& entry : made_)
    for (Term& term : entry.second) {
      std::unordered_map<std::uint32_t, Term> values;
      for (const Term variable : variables_)
        if (terms_->sort(variable) == index)
          values.emplace(variable.id, terms_->constant(test::random_value(rng_, index)));
      term = terms_->substitute(term, values);
    }
}

/// Bit-vectors that are put together of others bit by bit, and comparisons of slices alone.
void Generator::make_sliced_terms() {
  const auto width = [&] { return static_cast<std::uint32_t>(3 + rng_.below(2)); };
  for (const std::uint32_t each : {width(), width()})
    variables_.push_back(terms_->variable("w", Sort::bit_vector(each)));
  variables_.push_back(terms_->variable("b", Sort::boolean()));
  std::vector<Term> words(variables_.begin(), variables_.end() - 1), bits{variables_.back()};
  const auto one_of = [&](const std::vector<Term>& terms) {
    return terms[rng_.below(terms.size())];
  };
  const auto slice = [&](std::uint32_t bits_wanted) {
    const Term word = one_of(words);
    const auto low =
        static_cast<std::uint32_t>(rng_.below(terms_->sort(word).width() - bits_wanted + 1));
    return terms_->extract(word, low + bits_wanted - 1, low);
  };
  for (unsigned i = 0; i < 12; ++i) {
    const Term word = one_of(words);
    const Sort sort = terms_->sort(word);
    const Term other = terms_->resize_unsigned(one_of(words), sort.width());
    switch (rng_.below(5)) {
      case 0:
        words.push_back(terms_->ite(one_of(bits), word, other));
        break;
      case 1:
        words.push_back(terms_->make(rng_.chance(50) ? Op::BvXor : Op::BvAnd, {word, other}));
        break;
      case 2:
        words.push_back(terms_->concat(slice(1), slice(sort.width() - 1)));
        break;
      case 3:
        bits.push_back(terms_->equal(slice(1), slice(1)));
        break;
      default:
        bits.push_back(terms_->equal(slice(2), terms_->bv(2, rng_.below(4))));
    }
  }
  for (const Term term : words) made_[terms_->sort(term)].push_back(term);
  made_[Sort::boolean()] = bits;
}

Term Generator::some(const Sort& sort) {
  const auto& known = made_[sort];
  if (known.empty() || rng_.chance(10)) {
    std::vector<Term> leaves{terms_->constant(test::random_value(rng_, sort))};
    for (const Term variable : variables_)
      if (terms_->sort(variable) == sort) leaves.push_back(variable);
    return leaves[rng_.below(leaves.size())];
  }
  return known[rng_.below(known.size())];
}

bool Generator::reads_only(Term term, const std::set<Term>& allowed) const {
  const auto variables = terms_->variables_of(std::span(&term, 1));
  return std::all_of(variables.begin(), variables.end(),
                     [&](Term variable) { return allowed.contains(variable); });
}

Term Generator::init_of(Term variable) {
  const Sort sort = terms_->sort(variable);
  if (rng_.chance(options_.uninitialised_percent)) return kNoTerm;
  if (rng_.chance(options_.init_term_percent)) {
    std::set<Term> allowed(system_.inputs.begin(), system_.inputs.end());
    for (const WordState& state : system_.states) allowed.insert(state.term);
    const Term term = some(sort);
    if (reads_only(term, allowed)) return term;
  }
  return terms_->constant(rng_.chance(50) ? Value::zero(sort) : test::random_value(rng_, sort));
}

Term Generator::next_of(Term variable, Term init) {
  const Sort sort = terms_->sort(variable);
  if (rng_.chance(options_.free_percent)) return kNoTerm;
  const std::uint64_t choice = rng_.below(10);
  if (choice == 0) return variable;
  if (choice == 1 && init.valid()) return terms_->ite(some(Sort::boolean()), variable, init);
  if (choice == 2 && sort.is_bit_vector())
    return terms_->make(Op::BvAdd, {variable, terms_->bv(sort.width(), 1)});
  if (choice <= 4) return terms_->ite(some(Sort::boolean()), some(sort), variable);
  return some(sort);
}

void Generator::make_variables() {
  std::vector<Term> states;
  for (const Term variable : variables_) {
    if (rng_.chance(40))
      system_.inputs.push_back(variable);
    else
      states.push_back(variable);
  }
  for (const Term variable : states) {
    const Term init = init_of(variable);
    system_.states.push_back({variable, init, next_of(variable, init)});
  }
}

/// A copy of a state, with its functions, that some terms read in its place.
void Generator::add_twin() {
  if (system_.states.empty()) return;
  const WordState state = system_.states[rng_.below(system_.states.size())];
  if (!state.next.valid() || terms_->sort(state.term).is_array()) return;
  const Term twin = terms_->variable("twin", terms_->sort(state.term));
  const std::unordered_map<std::uint32_t, Term> to_twin{{state.term.id, twin}};
  const Term init = state.init.valid() ? state.init : state.term;
  const Sort sort = terms_->sort(twin);
  if (rng_.chance(50) || !(sort.is_bool() || sort.is_bit_vector())) {
    system_.states.push_back({twin, init, terms_->substitute(state.next, to_twin)});
  } else {
    const auto negated = [&](Term term) {
      return terms_->make(sort.is_bool() ? Op::Not : Op::BvNot, {term});
    };
    const Term next = terms_->substitute(state.next, {{state.term.id, negated(twin)}});
    system_.states.push_back({twin, negated(init), negated(next)});
  }
  for (auto& entry : made_)
    for (Term& term : entry.second)
      if (rng_.chance(40)) term = terms_->substitute(term, to_twin);
  if (terms_->sort(twin).is_bit_vector() && rng_.chance(50))
    made_[Sort::boolean()].push_back(terms_->equal(twin, state.term));
}

Term Generator::formula() {
  std::vector<Term> parts{some(Sort::boolean())};
  for (const WordState& state : system_.states)
    if (!sliced_ && rng_.chance(30))
      parts.push_back(terms_->equal(
          state.term, terms_->constant(test::random_value(rng_, terms_->sort(state.term)))));
  return terms_->and_all(parts);
}

Term Generator::constraint() {
  const Term variable = variables_[rng_.below(variables_.size())];
  const Sort sort = terms_->sort(variable);
  const Term any = some(Sort::boolean());
  switch (rng_.below(5)) {
    case 0:
      return terms_->equal(variable, terms_->constant(test::random_value(rng_, sort)));
    case 1:
      return terms_->equal(variable, some(sort));
    case 2:
      return terms_->and_(terms_->equal(variable, some(sort)), terms_->or_(any, formula()));
    case 3:
      return terms_->not_(terms_->or_(formula(), terms_->and_(any, some(Sort::boolean()))));
    default:
      return terms_->or_(any, some(Sort::boolean()));
  }
}

WordSystem Generator::make() {
  system_.terms = terms_;
  sliced_ = rng_.chance(options_.sliced_percent);
  if (sliced_)
    make_sliced_terms();
  else
    make_terms();
  make_variables();
  if (rng_.chance(options_.twin_percent)) add_twin();
  for (std::uint64_t i = 1 + rng_.below(2); i > 0; --i) system_.bad.push_back(formula());
  while (rng_.chance(options_.constraint_percent) && system_.constraints.size() < 3)
    system_.constraints.push_back(constraint());
  return system_;
}

}  // namespace

WordSystem random_simplifiable(std::uint64_t seed, const RandomSimplifiableOptions& options) {
  return Generator(seed, options).make();
}

}  // namespace cairn::support
