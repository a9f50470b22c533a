// SPDX-License-Identifier: MIT
#include "transform/word/rewrite.h"

#include <algorithm>
#include <unordered_map>

#include "logic/word/term_rewrite.h"
#include "transform/word/slicer.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// How many operands may differ for a choice between two applications of an operator to become an
/// application to choices. With as many choices as before and one circuit less, one; with a circuit
/// that costs more than two choices, two.
std::size_t may_differ(Op op) {
  switch (op) {
    case Op::BvMul:
    case Op::BvUdiv:
    case Op::BvUrem:
    case Op::BvSdiv:
    case Op::BvSrem:
    case Op::BvShl:
    case Op::BvLshr:
    case Op::BvAshr:
    case Op::BvAdd:
      return 2;
    case Op::BvNot:
    case Op::BvNeg:
    case Op::BvAnd:
    case Op::BvOr:
    case Op::BvXor:
    case Op::BvUlt:
    case Op::BvSlt:
    case Op::Equal:
    case Op::Concat:
    case Op::ZeroExtend:
    case Op::SignExtend:
      return 1;
    default:
      return 0;
  }
}

class Rewriter {
 public:
  Rewriter(const WordSystem& system, TermTable& images, WordRewrite::Counts& counts);

  void rewrite_all();

 private:
  static constexpr std::uint32_t kMany = 2;

  Op op(Term term) const { return terms_.op(term); }
  Term arg(Term term, std::size_t i = 0) const { return terms_.operands(term)[i]; }
  std::uint32_t width(Term term) const { return terms_.sort(term).width(); }
  const BitVector& bits(Term value) const { return terms_.value(value).bits(); }
  bool has_one_reader(Term term) const { return readers_[term.id] == 1; }

  void count_readers(const WordSystem& system);
  void find_unmade_maps(const WordSystem& system);

  Term choice(Term term);
  Term choice_below(Term c, Term a, Term b);
  Term choice_of_extensions(Term c, Term a, Term b);
  Term equation(Term term);
  Term equation_of_parts(Term a, Term b, bool alone);
  Term comparison(Term term);
  Term read(Term term);

  Terms& terms_;
  TermTable& images_;
  WordRewrite::Counts& counts_;
  std::vector<Term> all_;
  std::vector<std::uint8_t> readers_;  // by handle, up to kMany
  std::vector<bool> unmade_;           // by handle: a map that is read, and used for nothing else
  std::unordered_map<std::uint64_t, Term> reads_;  // by map and image of the index
  std::size_t budget_;                             // for terms that reads make
};

Rewriter::Rewriter(const WordSystem& system, TermTable& images, WordRewrite::Counts& counts)
    : terms_(*system.terms), images_(images), counts_(counts) {
  all_ = subterms(terms_, functions_of(system));
  budget_ = 2 * all_.size() + 100;
  count_readers(system);
  find_unmade_maps(system);
}

void Rewriter::count_readers(const WordSystem& system) {
  readers_.assign(terms_.size(), 0);
  const auto add = [&](Term term) {
    if (readers_[term.id] < kMany) ++readers_[term.id];
  };
  for (const Term root : functions_of(system)) add(root);
  for (const Term term : all_)
    for (const Term operand : terms_.operands(term)) add(operand);
}

void Rewriter::find_unmade_maps(const WordSystem& system) {
  unmade_.assign(terms_.size(), false);
  for (const Term term : all_)
    unmade_[term.id] =
        terms_.sort(term).is_array() && (op(term) == Op::Store || op(term) == Op::Ite);
  for (const Term root : functions_of(system)) unmade_[root.id] = false;
  for (std::size_t i = all_.size(); i-- > 0;) {
    const Term term = all_[i];
    const auto operands = terms_.operands(term);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      const bool is_read = op(term) == Op::Select && k == 0;
      if (!is_read && !unmade_[term.id]) unmade_[operands[k].id] = false;
    }
  }
}

/// c ? f(..) : f(..), where f respects choices.
Term Rewriter::choice_below(Term c, Term a, Term b) {
  if (op(a) != op(b) || may_differ(op(a)) == 0) return kNoTerm;
  for (unsigned i = 0; i < parameter_count(op(a)); ++i)
    if (terms_.parameter(a, i) != terms_.parameter(b, i)) return kNoTerm;
  std::vector<Term> x(terms_.operands(a).begin(), terms_.operands(a).end());
  std::vector<Term> y(terms_.operands(b).begin(), terms_.operands(b).end());
  if (x.size() != y.size()) return kNoTerm;
  if (is_commutative(op(a)) && (x[0] == y[1] || x[1] == y[0])) std::swap(y[0], y[1]);
  std::size_t different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(terms_.sort(x[i]) == terms_.sort(y[i]))) return kNoTerm;
    if (x[i] != y[i]) ++different;
  }
  if (different > may_differ(op(a))) return kNoTerm;
  // A comparison with a constant has a small circuit; one with a choice of constants has not.
  const auto is_value = [this](Term term) { return terms_.is_value(term); };
  if (terms_.sort(a).is_bool() &&
      (std::any_of(x.begin(), x.end(), is_value) || std::any_of(y.begin(), y.end(), is_value)))
    return kNoTerm;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = terms_.ite(c, x[i], y[i]);
  return with_operands(terms_, a, x);
}

/// c ? extended : constant, if the constant could be such an extension.
Term Rewriter::choice_of_extensions(Term c, Term a, Term b) {
  const bool first = op(a) == Op::ZeroExtend || op(a) == Op::SignExtend;
  const Term extended = first ? a : b, value = first ? b : a;
  if (op(extended) != Op::ZeroExtend && op(extended) != Op::SignExtend) return kNoTerm;
  if (!terms_.is_value(value)) return kNoTerm;
  const std::uint32_t narrow = width(arg(extended)), wide = width(extended);
  const BitVector low = bits(value).extract(narrow - 1, 0);
  const BitVector again =
      op(extended) == Op::ZeroExtend ? low.zero_extend(wide) : low.sign_extend(wide);
  if (!(again == bits(value))) return kNoTerm;
  const Term constant = terms_.constant(Value(low)), inner = arg(extended);
  const Term chosen = terms_.ite(c, first ? inner : constant, first ? constant : inner);
  return op(extended) == Op::ZeroExtend ? terms_.zero_extend(chosen, wide)
                                        : terms_.sign_extend(chosen, wide);
}

Term Rewriter::choice(Term term) {
  if (!terms_.sort(term).is_bit_vector() && !terms_.sort(term).is_bool()) return kNoTerm;
  const Term c = images_(arg(term)), a = images_(arg(term, 1)), b = images_(arg(term, 2));
  Term result = choice_of_extensions(c, a, b);
  if (!result.valid() && has_one_reader(arg(term, 1)) && has_one_reader(arg(term, 2)))
    result = choice_below(c, a, b);
  if (result.valid()) ++counts_.choices;
  return result;
}

/// a = b, where a is made of parts and b of the same, or of a constant. What others read as well is
/// there to compare with.
Term Rewriter::equation_of_parts(Term a, Term b, bool alone) {
  if (op(a) == Op::BvXor && op(b) == Op::BvXor && alone) {
    for (const std::size_t i : {0, 1})
      for (const std::size_t k : {0, 1})
        if (arg(a, i) == arg(b, k)) return terms_.equal(arg(a, 1 - i), arg(b, 1 - k));
  }
  const bool is_zero = terms_.is_value(b) && bits(b).is_zero();
  if (op(a) == Op::BvXor && is_zero && alone) return terms_.equal(arg(a), arg(a, 1));
  if (op(a) == Op::BvAdd && is_zero && alone) {
    for (const std::size_t i : {0, 1})
      if (op(arg(a, i)) == Op::BvNeg) return terms_.equal(arg(a, 1 - i), arg(arg(a, i)));
  }
  if (op(a) != Op::Concat) return kNoTerm;
  const std::uint32_t split = width(arg(a, 1)), w = width(a);
  const bool fits = (op(b) == Op::Concat && width(arg(b, 1)) == split) ||
                    (op(b) == Op::ZeroExtend && width(arg(b)) == split);
  if (!fits) return kNoTerm;
  return terms_.and_(terms_.equal(arg(a), terms_.extract(b, w - 1, split)),
                     terms_.equal(arg(a, 1), terms_.extract(b, split - 1, 0)));
}

Term Rewriter::equation(Term term) {
  if (!terms_.sort(arg(term)).is_bit_vector()) return kNoTerm;
  const Term a = images_(arg(term)), b = images_(arg(term, 1));
  const auto is_alone = [this](Term side) { return terms_.is_value(side) || has_one_reader(side); };
  const bool alone = is_alone(arg(term)) && is_alone(arg(term, 1));
  Term result = equation_of_parts(a, b, alone);
  if (!result.valid()) result = equation_of_parts(b, a, alone);
  if (!result.valid() && alone && op(a) == Op::Ite && op(b) == Op::Ite && arg(a) == arg(b))
    result =
        terms_.ite(arg(a), terms_.equal(arg(a, 1), arg(b, 1)), terms_.equal(arg(a, 2), arg(b, 2)));
  if (result.valid()) ++counts_.equations;
  return result;
}

/// Of unsigned numbers.
Term Rewriter::comparison(Term term) {
  const Term a = images_(arg(term)), b = images_(arg(term, 1));
  const bool below = terms_.is_value(b);  // concatenation < constant, or the other way round
  const Term parts = below ? a : b, value = below ? b : a;
  if (op(parts) != Op::Concat || !terms_.is_value(value)) return kNoTerm;
  const std::uint32_t split = width(arg(parts, 1)), w = width(parts);
  const BitVector low = bits(value).extract(split - 1, 0);
  if (below ? !low.is_zero() : !low.is_ones()) return kNoTerm;
  const Term high = terms_.constant(Value(bits(value).extract(w - 1, split)));
  ++counts_.equations;
  return below ? terms_.make(Op::BvUlt, {arg(parts), high})
               : terms_.make(Op::BvUlt, {high, arg(parts)});
}

/// Without recursion: chains of writes are long.
Term Rewriter::read(Term term) {
  if (!unmade_[arg(term).id]) return kNoTerm;
  const Term index = images_(arg(term, 1));
  const auto key = [&](Term map) { return std::uint64_t{map.id} << 32 | index.id; };
  std::vector<Term> stack{arg(term)};
  while (!stack.empty()) {
    const Term map = stack.back();
    if (reads_.contains(key(map))) {
      stack.pop_back();
      continue;
    }
    Term result = kNoTerm;
    if (!unmade_[map.id] || budget_ == 0) {
      result = terms_.select(images_(map), index);
    } else {
      const bool written = op(map) == Op::Store;
      const Term first = arg(map, written ? 0 : 1), second = written ? kNoTerm : arg(map, 2);
      const std::size_t size = stack.size();
      for (const Term part : {first, second})
        if (part.valid() && !reads_.contains(key(part))) stack.push_back(part);
      if (stack.size() > size) continue;
      --budget_;
      const Term below = reads_.at(key(first));
      result = written ? terms_.ite(terms_.equal(index, images_(arg(map, 1))), images_(arg(map, 2)),
                                    below)
                       : terms_.ite(images_(arg(map)), below, reads_.at(key(second)));
    }
    stack.pop_back();
    reads_.emplace(key(map), result);
  }
  ++counts_.reads;
  return reads_.at(key(arg(term)));
}

void Rewriter::rewrite_all() {
  for (const Term term : all_) {
    Term image = kNoTerm;
    switch (op(term)) {
      case Op::Ite:
        image = choice(term);
        break;
      case Op::Equal:
        image = equation(term);
        break;
      case Op::BvUlt:
        image = comparison(term);
        break;
      case Op::Select:
        image = read(term);
        break;
      default:
        break;
    }
    if (image.valid()) images_.set(term, image);
  }
}

}  // namespace

WordSystem WordRewrite::apply(WordSystem system) {
  TermTable images(*system.terms);
  Rewriter(system, images, counts_).rewrite_all();
  map_functions(system, images);
  return system;
}

void WordRewrite::visit_counters(const CounterVisitor& visit) const {
  visit("word-rewrite.choices", counts_.choices);
  visit("word-rewrite.equations", counts_.equations);
  visit("word-rewrite.reads", counts_.reads);
}

}  // namespace cairn
