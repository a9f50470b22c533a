// SPDX-License-Identifier: MIT
#include "transform/word/constants.h"

#include <algorithm>

#include "transform/word/known_terms.h"
#include "transform/word/splitter.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

using Part = Splitter::Part;

/// Runs of bits that are known, and of others, from the highest on.
std::vector<Part> parts_of(const KnownBits& known) {
  std::vector<Part> parts;
  for (std::uint32_t end = known.width(); end > 0;) {
    const bool is_known = known.is_known(end - 1);
    std::uint32_t low = end - 1;
    while (low > 0 && known.is_known(low - 1) == is_known) --low;
    Part part{end - 1, low, is_known ? Part::Kind::Constant : Part::Kind::Kept,
              BitVector(end - low, 0)};
    for (std::uint32_t i = low; i < end; ++i)
      if (known.is_one(i)) part.value.set_bit(i - low, true);
    parts.push_back(std::move(part));
    end = low;
  }
  return parts;
}

bool is_division(Op op) {
  return op == Op::BvUdiv || op == Op::BvUrem || op == Op::BvSdiv || op == Op::BvSrem;
}

/// The division of operands of which this is known, unsigned and narrow; kNoTerm if it is neither.
Term simpler_division(Terms& terms, Term term, const KnownTerms& known, TermTable& images) {
  const Term a = terms.operands(term)[0], b = terms.operands(term)[1];
  const std::uint32_t width = terms.sort(term).width();
  const KnownBits &bits_a = known.of(a), &bits_b = known.of(b);
  const Op op = terms.op(term);
  const bool has_sign = op == Op::BvSdiv || op == Op::BvSrem;
  if (has_sign && !(bits_a.is_zero(width - 1) && bits_b.is_zero(width - 1))) return kNoTerm;
  const bool quotient = op == Op::BvUdiv || op == Op::BvSdiv;
  std::uint32_t narrow =
      std::max({bits_a.significant_bits(), bits_b.significant_bits(), std::uint32_t{1}});
  // A quotient by zero is all ones, of the width that it had, if it is unsigned; if it is signed,
  // that is -1 for a dividend that is not negative.
  if (quotient && !bits_b.is_never_zero()) narrow = width;
  if (!has_sign && narrow == width) return kNoTerm;
  const Term x = terms.extract(images(a), narrow - 1, 0),
             y = terms.extract(images(b), narrow - 1, 0);
  return terms.zero_extend(terms.make(quotient ? Op::BvUdiv : Op::BvUrem, {x, y}), width);
}

/// That the state has this value: of an array, element by element.
void add_facts(Terms& terms, Term state, const Value& value, WayBack& back) {
  const Sort sort = terms.sort(state);
  if (!sort.is_array()) {
    back.add_fact(terms.equal(state, terms.constant(value)));
    return;
  }
  const std::uint32_t width = sort.index_sort().width();
  for (std::uint64_t i = 0; i < std::uint64_t{1} << width; ++i) {
    const Value index{BitVector(width, i)};
    back.add_fact(terms.equal(terms.select(state, terms.constant(index)),
                              terms.constant(value.select(index))));
  }
}

}  // namespace

void WordConstants::replace_states(const WordSystem& system, const KnownTerms& known,
                                   TermTable& images, Splitter& splitter) {
  Terms& terms = *system.terms;
  for (const WordState& state : system.states) {
    if (const auto value = known.constant(state.term)) {
      const Term constant = terms.constant(*value);
      images.set(state.term, constant);
      add_facts(terms, state.term, *value, back_);
      ++states_;
      continue;
    }
    if (!terms.sort(state.term).is_bit_vector() || known.of(state.term).none_known()) continue;
    const std::vector<Part> parts = parts_of(known.of(state.term));
    for (const Part& part : parts) {
      if (part.kind != Part::Kind::Constant) continue;
      bits_ += part.high - part.low + 1;
      back_.add_fact(terms.equal(terms.extract(state.term, part.high, part.low),
                                 terms.constant(Value(part.value))));
    }
    splitter.split(state.term, parts, images, back_);
  }
}

void WordConstants::replace_terms(Terms& terms, const KnownTerms& known, TermTable& images) {
  for (const Term term : known.terms()) {
    if (terms.is_variable(term) || terms.is_value(term) || terms.sort(term).is_array()) continue;
    Term image = kNoTerm;
    if (const auto value = known.constant(term))
      image = terms.constant(*value);
    else if (is_division(terms.op(term)))
      image = simpler_division(terms, term, known, images);
    if (!image.valid()) continue;
    images.set(term, image);
    ++terms_;
  }
}

WordSystem WordConstants::apply(WordSystem system) {
  Terms& terms = *system.terms;
  const KnownTerms known(system);
  TermTable images(terms);
  Splitter splitter(terms);
  replace_states(system, known, images, splitter);
  replace_terms(terms, known, images);
  WordSystem result = splitter.rebuild(system, images);
  back_.finish(system, result);
  return result;
}

void WordConstants::visit_counters(const CounterVisitor& visit) const {
  visit("word-constants.states", states_);
  visit("word-constants.bits", bits_);
  visit("word-constants.terms", terms_);
}

}  // namespace cairn
