// SPDX-License-Identifier: MIT
//
// Why an invariant of the reduction is one of the system, for all values of prophecies: take a step
// of the system, and let each word A_i be A[i], each input that stands for a read be what is read,
// and each input that says where arrays differ be an index where they do. By the axioms of arrays
// the step is one of the reduction, which keeps the invariant. A bad step of the system is a bad
// one of the reduction if the prophecies have the values that they predict, and with these values,
// too, the step satisfies the invariant, which excludes bad ones.
#include "engine/array_abstraction/array_reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "logic/word/substitution.h"

namespace cairn::word {

/// Terms of the system as terms of a reduction. Operands come before the terms over them, so that
/// nothing recurses.
class ArrayReduction::Image {
 public:
  enum class Mode {
    Mixed,     ///< nothing is followed; arrays are rebuilt
    Initial,   ///< an index has to be the very term that is followed: to compare them, initial
               ///< values would read states that may read them
    Followed,  ///< all that is followed is used
  };
  struct Index {
    Term system, reduced;
  };

  Image(ArrayReduction& reduction, Mode mode)
      : reduction_(reduction), terms_(reduction.terms_), mode_(mode) {}

  Term operator()(Term root);
  /// Of an array whose image is there.
  Term read(Term array, const Index& index);
  Index at(std::size_t followed) const {
    const auto& is = reduction_.followed_[followed];
    return {is.kind == Kind::Prophecy ? is.reduced : is.index, is.reduced};
  }
  /// Inputs that it has made use of.
  const std::set<Term>& inputs() const { return used_; }

 private:
  bool is_large(Term term) const { return reduction_.groups_.is_large(terms_.sort(term)); }
  Term make(Term term);
  Term rebuild(Term term);
  Term make_equality(Term term);
  std::vector<Term> sources(Term array, const Index& index) const;
  Term make_read(Term array, const Index& index);
  Term read_variable(Term array, const Index& index);
  Term read_value(const Value& array, const Index& index);
  Term use(Term input) {
    used_.insert(input);
    return input;
  }

  ArrayReduction& reduction_;
  Terms& terms_;
  const Mode mode_;
  std::unordered_map<Term, Term> images_;
  std::map<std::pair<Term, Term>, Term> read_;  // by array and reduced index
  std::set<Term> used_;
};

Term ArrayReduction::Image::operator()(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    if (images_.contains(term)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term operand : terms_.operands(term))
      if (!images_.contains(operand)) stack.push_back(operand);
    if (stack.size() != before) continue;
    stack.pop_back();
    images_.emplace(term, make(term));
  }
  return images_.at(root);
}

Term ArrayReduction::Image::make(Term term) {
  if (is_large(term) && mode_ != Mode::Mixed) return term;  // never looked at
  const auto operands = terms_.operands(term);
  if (terms_.op(term) == Op::Select && is_large(operands[0]))
    return read(operands[0], {operands[1], images_.at(operands[1])});
  if (terms_.op(term) == Op::Equal && is_large(operands[0])) return make_equality(term);
  return rebuild(term);
}

Term ArrayReduction::Image::rebuild(Term term) {
  const auto parts = terms_.operands(term);
  std::vector<Term> operands;
  for (const Term part : parts) operands.push_back(images_.at(part));
  if (std::equal(parts.begin(), parts.end(), operands.begin())) return term;
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(terms_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = terms_.parameter(term, i);
  return terms_.make(terms_.op(term), operands, std::span(parameters, count), terms_.sort(term));
}

Term ArrayReduction::Image::make_equality(Term term) {
  Equality& equality = reduction_.equality(term);
  if (mode_ == Mode::Mixed) {
    equality.exact = rebuild(term);
    return use(equality.result);
  }
  const Term left = terms_.operands(term)[0], right = terms_.operands(term)[1];
  const auto agree = [&](const Index& index) {
    return terms_.equal(read(left, index), read(right, index));
  };
  std::vector<Term> all{agree({equality.index, use(equality.index)})};
  if (mode_ == Mode::Followed)
    for (const std::size_t i : reduction_.followed_in(reduction_.groups_.group(left)))
      all.push_back(agree(at(i)));
  return terms_.and_all(all);
}

std::vector<Term> ArrayReduction::Image::sources(Term array, const Index& index) const {
  const auto operands = terms_.operands(array);
  if (terms_.op(array) == Op::Ite) return {operands[1], operands[2]};
  if (terms_.op(array) == Op::Store && images_.at(operands[1]) != index.reduced)
    return {operands[0]};
  return {};
}

Term ArrayReduction::Image::read(Term root, const Index& index) {
  const auto is_known = [&](Term array) { return read_.contains({array, index.reduced}); };
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term array = stack.back();
    if (is_known(array)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const Term source : sources(array, index))
      if (!is_known(source)) stack.push_back(source);
    if (stack.size() != before) continue;
    stack.pop_back();
    read_.emplace(std::pair(array, index.reduced), make_read(array, index));
  }
  return read_.at({root, index.reduced});
}

/// Sources are known.
Term ArrayReduction::Image::make_read(Term array, const Index& index) {
  const auto operands = terms_.operands(array);
  const auto known = [&](Term source) { return read_.at({source, index.reduced}); };
  switch (terms_.op(array)) {
    case Op::Ite:
      return terms_.ite(images_.at(operands[0]), known(operands[1]), known(operands[2]));
    case Op::Store: {
      const Term written = images_.at(operands[1]), element = images_.at(operands[2]);
      if (written == index.reduced) return element;
      return terms_.ite(terms_.equal(index.reduced, written), element, known(operands[0]));
    }
    case Op::ConstArray:
      return images_.at(operands[0]);
    case Op::Value:
      return read_value(terms_.value(array), index);
    default:
      CAIRN_CHECK(terms_.is_variable(array));
      return read_variable(array, index);
  }
}

Term ArrayReduction::Image::read_value(const Value& array, const Index& index) {
  Term result = terms_.constant(array.array().otherwise);
  for (const auto& [at, element] : array.array().entries)
    result = terms_.ite(terms_.equal(index.reduced, terms_.constant(at)), terms_.constant(element),
                        result);
  return result;
}

/// The first index that is followed and the same counts, so that words at the same index cannot
/// contradict one another.
Term ArrayReduction::Image::read_variable(Term array, const Index& index) {
  if (mode_ == Mode::Initial)
    for (const std::size_t i : reduction_.followed_in(reduction_.groups_.group(array)))
      if (reduction_.followed_[i].reduced == index.reduced) return reduction_.element(array, i);
  std::vector<std::pair<Term, Term>> cases;  // condition and word
  Term result;
  if (mode_ == Mode::Followed)
    for (const std::size_t i : reduction_.followed_in(reduction_.groups_.group(array))) {
      const Term same = terms_.equal(index.reduced, reduction_.followed_[i].reduced);
      if (terms_.is_false(same)) continue;
      const Term word = reduction_.element(array, i);
      if (terms_.is_true(same)) {
        result = word;
        break;
      }
      cases.emplace_back(same, word);
    }
  if (!result.valid()) result = use(reduction_.input_for_read(array, index.system, index.reduced));
  for (auto one = cases.rbegin(); one != cases.rend(); ++one)
    result = terms_.ite(one->first, one->second, result);
  return result;
}

ArrayReduction::ArrayReduction(const WordSystem& system, std::uint64_t small_bits)
    : terms_(*system.terms), system_(system), groups_(system, small_bits) {
  const auto look_at = [&](Term variable) {
    has_arrays_ = has_arrays_ || groups_.is_large(terms_.sort(variable));
  };
  for (const Term input : system.inputs) look_at(input);
  for (const WordState& state : system.states) look_at(state.term);
  find_frozen();
  make_mixed();
}

void ArrayReduction::find_frozen() {
  for (const WordState& state : system_.states)
    if (state.next == state.term && !terms_.sort(state.term).is_array())
      frozen_.emplace(state.term, true);
}

Term ArrayReduction::input_for_read(Term array, Term index, Term reduced) {
  const auto [found, is_new] = inputs_.try_emplace({array, reduced});
  if (is_new)
    found->second = {array, index, reduced,
                     terms_.variable(fmt::format("read{}_{}", inputs_.size(), terms_.name(array)),
                                     terms_.sort(array).element_sort())};
  return found->second.result;
}

ArrayReduction::Equality& ArrayReduction::equality(Term term) {
  const auto [found, is_new] = equality_of_.try_emplace(term, equalities_.size());
  if (is_new) {
    const std::size_t number = equalities_.size();
    const Sort index = terms_.sort(terms_.operands(term)[0]).index_sort();
    equalities_.push_back({term, kNoTerm,
                           terms_.variable(fmt::format("difference{}", number), index),
                           terms_.variable(fmt::format("equal{}", number), Sort::boolean())});
  }
  return equalities_[found->second];
}

void ArrayReduction::make_mixed() {
  Image image(*this, Image::Mode::Mixed);
  const auto of = [&](Term term) { return term.valid() ? image(term) : kNoTerm; };
  mixed_.terms = system_.terms;
  mixed_.inputs = system_.inputs;
  for (const WordState& state : system_.states)
    mixed_.states.push_back({state.term, of(state.init), of(state.next)});
  for (const Term bad : system_.bad) mixed_.bad.push_back(image(bad));
  for (const Term constraint : system_.constraints) mixed_.constraints.push_back(image(constraint));
  for (const auto& [key, read] : inputs_) {
    reads_.push_back(read);
    mixed_index_.emplace(read.index, read.reduced);
  }
  for (const Equality& equality : equalities_) mixed_index_.emplace(equality.index, equality.index);
  mixed_.inputs.insert(mixed_.inputs.end(), image.inputs().begin(), image.inputs().end());
}

ArrayReduction::Kind ArrayReduction::kind(Term index) const {
  if (terms_.is_value(index)) return Kind::Constant;
  std::vector<Term> stack{index};
  std::set<Term> seen;
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term).second) continue;
    if (terms_.is_variable(term) && !frozen_.contains(term)) return Kind::Prophecy;
    for (const Term operand : terms_.operands(term)) stack.push_back(operand);
  }
  return Kind::Frozen;
}

bool ArrayReduction::is_followed(Term array, Term index, std::uint32_t depth) const {
  return std::any_of(followed_.begin(), followed_.end(), [&](const Followed& each) {
    return each.index == index && each.group == groups_.group(array) &&
           (each.kind != Kind::Prophecy || each.depth == depth);
  });
}

void ArrayReduction::follow(Term array, Term index, std::uint32_t depth) {
  const Kind how = kind(index);
  Term reduced = index;
  if (how == Kind::Prophecy)
    reduced = terms_.variable(fmt::format("prophecy{}", followed_.size()), terms_.sort(index));
  followed_.push_back({how, groups_.group(array), index, reduced, depth});
}

std::size_t ArrayReduction::count(Kind kind) const {
  return static_cast<std::size_t>(std::count_if(
      followed_.begin(), followed_.end(), [&](const Followed& each) { return each.kind == kind; }));
}

std::uint32_t ArrayReduction::longest_history() const {
  std::uint32_t longest = 0;
  for (const Followed& each : followed_)
    if (each.kind == Kind::Prophecy) longest = std::max(longest, each.depth);
  return longest;
}

std::vector<std::size_t> ArrayReduction::followed_in(std::uint32_t group) const {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < followed_.size(); ++i)
    if (followed_[i].group == group) positions.push_back(i);
  return positions;
}

Term ArrayReduction::element(Term array, std::size_t followed) {
  const auto [found, is_new] = elements_.try_emplace({array, followed});
  if (is_new)
    found->second = terms_.variable(fmt::format("{}_at{}", terms_.name(array), followed),
                                    terms_.sort(array).element_sort());
  return found->second;
}

/// What a prophecy predicts, in the step of the reduction.
Term ArrayReduction::predicted(const Followed& index, Image& image, WordSystem& result) {
  const Term now = image(index.index);
  if (index.depth == 0) return now;
  std::vector<Term>& ages = histories_[index.index];
  while (ages.size() < index.depth) {
    const Term copy = terms_.variable(
        fmt::format("history{}_{}", histories_.size(), ages.size() + 1), terms_.sort(now));
    const Term zero = terms_.constant(Value::zero(terms_.sort(now)));
    result.states.push_back({copy, zero, ages.empty() ? now : ages.back()});
    auxiliary_.push_back({copy, zero, ages.empty() ? index.index : ages.back()});
    ages.push_back(copy);
  }
  return ages[index.depth - 1];
}

WordSystem ArrayReduction::make() {
  histories_.clear();
  auxiliary_.clear();
  prophecies_.clear();
  Image image(*this, Image::Mode::Followed), initial(*this, Image::Mode::Initial);
  WordSystem result;
  result.terms = system_.terms;
  for (const Term input : system_.inputs) {
    if (!groups_.is_large(terms_.sort(input))) {
      result.inputs.push_back(input);
      continue;
    }
    for (const std::size_t i : followed_in(groups_.group(input)))
      result.inputs.push_back(element(input, i));
  }
  for (const WordState& state : system_.states) {
    const bool is_large = groups_.is_large(terms_.sort(state.term));
    // Also of arrays, for what they are made of.
    const Term init = state.init.valid() ? initial(state.init) : kNoTerm;
    const Term next = state.next.valid() ? image(state.next) : kNoTerm;
    if (!is_large) {
      result.states.push_back({state.term, init, next});
      continue;
    }
    for (const std::size_t i : followed_in(groups_.group(state.term))) {
      Term first = init;  // the element of a constant array
      if (init.valid() && terms_.sort(state.init).is_array())
        first = initial.read(state.init, initial.at(i));
      result.states.push_back({element(state.term, i), first,
                               next.valid() ? image.read(state.next, image.at(i)) : kNoTerm});
    }
  }
  Term as_predicted = terms_.true_term();
  for (const Followed& each : followed_) {
    if (each.kind != Kind::Prophecy) continue;
    const Term now = predicted(each, image, result);
    as_predicted = terms_.and_(as_predicted, terms_.equal(each.reduced, now));
    result.states.push_back({each.reduced, kNoTerm, each.reduced});
    auxiliary_.push_back(result.states.back());
    prophecies_.push_back({each.reduced, each.depth == 0 ? each.index : now});
  }
  for (const Term bad : system_.bad) result.bad.push_back(terms_.and_(image(bad), as_predicted));
  for (const Term constraint : system_.constraints) result.constraints.push_back(image(constraint));
  std::set<Term> inputs = image.inputs();
  inputs.insert(initial.inputs().begin(), initial.inputs().end());
  result.inputs.insert(result.inputs.end(), inputs.begin(), inputs.end());
  return result;
}

WordInvariant ArrayReduction::concrete(WordInvariant invariant) const {
  Substitution::Map map;
  for (const auto& [key, read] : inputs_)
    map.emplace(read.result.id, terms_.select(read.array, read.index));
  for (const auto& [key, word] : elements_) {
    const Followed& index = followed_[key.second];
    map.emplace(word.id, terms_.select(key.first,
                                       index.kind == Kind::Prophecy ? index.reduced : index.index));
  }
  Substitution back(terms_, map);
  for (Term& conjunct : invariant.conjuncts) conjunct = back(conjunct);
  for (WordState& state : invariant.auxiliary)
    for (Term* term : {&state.init, &state.next})
      if (term->valid()) *term = back(*term);
  invariant.auxiliary.insert(invariant.auxiliary.end(), auxiliary_.begin(), auxiliary_.end());
  invariant.prophecies = prophecies_;
  std::vector<Term> all = invariant.conjuncts;
  for (const WordState& state : invariant.auxiliary)
    for (const Term term : {state.init, state.next})
      if (term.valid()) all.push_back(term);
  for (const WordProphecy& prophecy : prophecies_) all.push_back(prophecy.predicted);
  const std::vector<Term> variables = terms_.variables_of(all);
  for (const Equality& equality : equalities_)
    if (std::binary_search(variables.begin(), variables.end(), equality.index))
      invariant.differences.push_back({equality.index, equality.term});
  return invariant;
}

}  // namespace cairn::word
