// SPDX-License-Identifier: MIT
//
// Let a class have m states, i inputs and c constants. Its words get n bits with 2^n >= m + i + c:
// each constant has a code, and there are at least m + i codes more.
//
// Every run of the small system is one of the large: a fixed injection takes codes to words,
// constants to themselves, and commutes with moving, choosing and comparing. That is the way back
// of traces.
//
// Every run of the large system is one of the small: keep small words beside the large ones,
// auxiliary states, that are equal when these are. An input that equals a word or a constant gets
// its code, any other one the first code that is free, of which there is one because the other m +
// i - 1 words have no more. That is the way back of invariants: the small words become auxiliary
// states of the proof, and that they are equal when the large ones are, the fact that it rests on.
// States that begin with any value begin with the code of the first of them that is equal.
#include "transform/word/small_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "logic/word/substitution.h"
#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// Words that flow into one another or are compared.
struct DataClass {
  std::uint32_t width = 0;
  std::uint32_t small_width = 0;
  bool other_uses = false;
  std::vector<Term> states, inputs;
  std::set<Term> constants;
  std::map<Term, std::uint64_t> codes;    // of the constants
  std::vector<std::uint64_t> free_codes;  // as many as there are states and inputs
};

class DataFlow {
 public:
  explicit DataFlow(const WordSystem& system);

  /// The class of a term if its words become smaller, or null.
  const DataClass* small_class(Term term) const;
  std::vector<const DataClass*> small_classes() const;

 private:
  /// That a code is free is the pigeonhole principle, whose proofs grow exponentially in the words:
  /// with 60 the checker does not come to an end.
  static constexpr std::size_t kMaxWords = 10;
  static constexpr std::size_t kMaxConstants = 64;  // evidence has a fact for each, of each state

  bool is_word(Term term) const { return terms_.sort(term).is_bit_vector(); }
  std::uint32_t find(Term term) const;
  DataClass& info(Term term) { return classes_[find(term)]; }
  /// Constants flow anywhere without joining what they flow into.
  void join(Term a, Term b);
  void note(Term term);
  void note(const WordState& state);
  void add_constants(const std::vector<Term>& terms, const WordSystem& system);
  static void choose_codes(DataClass& data, const Terms& terms);

  const Terms& terms_;
  mutable std::vector<std::uint32_t> parent_;  // by handle: union-find
  std::unordered_map<std::uint32_t, DataClass> classes_;
};

std::uint32_t DataFlow::find(Term term) const {
  std::uint32_t root = term.id;
  while (parent_[root] != root) root = parent_[root] = parent_[parent_[root]];
  return root;
}

void DataFlow::join(Term a, Term b) {
  if (terms_.is_value(a) || terms_.is_value(b)) return;
  const std::uint32_t from = find(a), to = find(b);
  if (from == to) return;
  parent_[from] = to;
  classes_[to].other_uses |= classes_[from].other_uses;
}

void DataFlow::note(Term term) {
  const auto operands = terms_.operands(term);
  const Op op = terms_.op(term);
  if (op == Op::Ite && is_word(term)) {
    join(term, operands[1]);
    join(term, operands[2]);
    return;
  }
  if (op == Op::Equal && is_word(operands[0])) {
    join(operands[0], operands[1]);
    return;
  }
  if (is_word(term) && op != Op::Variable && op != Op::Value) info(term).other_uses = true;
  for (const Term operand : operands)
    if (is_word(operand)) info(operand).other_uses = true;
}

void DataFlow::note(const WordState& state) {
  if (!is_word(state.term)) return;
  // What begins with an input has no code for it before there are codes.
  if (state.init.valid() && !terms_.is_value(state.init)) {
    info(state.term).other_uses = true;
    info(state.init).other_uses = true;
  }
  if (state.next.valid())
    join(state.term, state.next);
  else
    info(state.term).other_uses = true;
}

void DataFlow::add_constants(const std::vector<Term>& terms, const WordSystem& system) {
  const auto add = [&](Term to, Term from) {
    if (from.valid() && terms_.is_value(from) && !terms_.is_value(to))
      info(to).constants.insert(from);
  };
  for (const Term term : terms) {
    const auto operands = terms_.operands(term);
    if (terms_.op(term) == Op::Ite && is_word(term)) {
      add(term, operands[1]);
      add(term, operands[2]);
    }
    if (terms_.op(term) == Op::Equal && is_word(operands[0])) {
      add(operands[0], operands[1]);
      add(operands[1], operands[0]);
    }
  }
  for (const WordState& state : system.states) {
    if (!is_word(state.term)) continue;
    add(state.term, state.init);
    add(state.term, state.next);
  }
}

DataFlow::DataFlow(const WordSystem& system) : terms_(*system.terms) {
  parent_.resize(terms_.size());
  for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = i;
  const std::vector<Term> terms = subterms(terms_, functions_of(system));
  for (const Term term : terms) note(term);
  for (const WordState& state : system.states) note(state);
  add_constants(terms, system);
  for (const WordState& state : system.states)
    if (is_word(state.term)) info(state.term).states.push_back(state.term);
  for (const Term input : system.inputs)
    if (is_word(input)) info(input).inputs.push_back(input);
  for (auto& [root, data] : classes_) {
    const std::size_t words = data.states.size() + data.inputs.size();
    if (data.other_uses || words == 0 || words > kMaxWords) continue;
    if (data.constants.size() > kMaxConstants) continue;
    data.width = terms_.sort(Term{root}).width();
    const std::uint64_t values = words + data.constants.size();
    data.small_width = std::max(1, static_cast<int>(std::bit_width(values - 1)));
    if (data.small_width < data.width) choose_codes(data, terms_);
  }
}

/// Small constants are their own codes, so that words look like codes with zeros before them.
void DataFlow::choose_codes(DataClass& data, const Terms& terms) {
  const std::uint64_t end = std::uint64_t{1} << data.small_width;
  std::set<std::uint64_t> used;
  for (const Term constant : data.constants) {
    const BitVector& value = terms.value(constant).bits();
    if (!value.fits_u64() || value.low() >= end) continue;
    data.codes[constant] = value.low();
    used.insert(value.low());
  }
  std::uint64_t next = end;
  for (const Term constant : data.constants) {
    if (data.codes.contains(constant)) continue;
    while (used.contains(--next)) {
    }
    data.codes[constant] = next;
    used.insert(next);
  }
  const std::size_t words = data.states.size() + data.inputs.size();
  for (std::uint64_t code = 0; data.free_codes.size() < words; ++code)
    if (!used.contains(code)) data.free_codes.push_back(code);
}

const DataClass* DataFlow::small_class(Term term) const {
  if (term.id >= parent_.size() || !is_word(term) || terms_.is_value(term)) return nullptr;
  const auto found = classes_.find(find(term));
  return found == classes_.end() || found->second.free_codes.empty() ? nullptr : &found->second;
}

std::vector<const DataClass*> DataFlow::small_classes() const {
  std::map<std::uint32_t, const DataClass*> sorted;
  for (const auto& [root, data] : classes_)
    if (!data.free_codes.empty()) sorted.emplace(root, &data);
  std::vector<const DataClass*> result;
  for (const auto& [root, data] : sorted) result.push_back(data);
  return result;
}

/// Terms of one class over small words.
class SmallTerms {
 public:
  SmallTerms(Terms& terms, TermTable& images) : terms_(terms), images_(images) {}

  Term code(const DataClass& data, std::uint64_t code) const {
    return terms_.bv(data.small_width, code);
  }
  Term add_variable(const DataClass& data, Term word) {
    return small_[word] = terms_.variable(terms_.name(word), Sort::bit_vector(data.small_width));
  }
  /// A choice whose operands are known.
  void add_choice(const DataClass& data, Term choice) {
    const auto operands = terms_.operands(choice);
    small_[choice] =
        terms_.ite(images_(operands[0]), (*this)(data, operands[1]), (*this)(data, operands[2]));
  }
  Term operator()(const DataClass& data, Term word) const {
    return terms_.is_value(word) ? code(data, data.codes.at(word)) : small_.at(word);
  }

 private:
  Terms& terms_;
  TermTable& images_;
  std::unordered_map<Term, Term> small_;
};

/// What the evidence needs of one class.
class ClassWayBack {
 public:
  ClassWayBack(Terms& terms, const DataClass& data, const SmallTerms& small, WayBack& back)
      : terms_(terms), data_(data), small_(small), back_(back) {}

  void add_images() {
    for (const auto& words : {data_.states, data_.inputs})
      for (const Term word : words) back_.set_image(word, large(small_(data_, word)));
  }

  void add_facts() {
    for (std::size_t i = 0; i < data_.states.size(); ++i) {
      const Term word = data_.states[i], small = small_(data_, word);
      for (const auto& [constant, code] : data_.codes)
        back_.add_fact(terms_.equal(terms_.equal(word, constant),
                                    terms_.equal(small, small_.code(data_, code))));
      for (std::size_t k = 0; k < i; ++k) {
        const Term other = data_.states[k];
        back_.add_fact(
            terms_.equal(terms_.equal(word, other), terms_.equal(small, small_(data_, other))));
      }
    }
  }

  /// What inputs are in a step of the original.
  std::unordered_map<std::uint32_t, Term> add_preimages() {
    std::unordered_map<std::uint32_t, Term> map;
    std::vector<Term> used;
    for (const Term state : data_.states) used.push_back(small_(data_, state));
    for (std::size_t i = 0; i < data_.inputs.size(); ++i) {
      const Term input = data_.inputs[i];
      Term code = first_free(used);
      for (std::size_t k = 0; k < i; ++k)
        code =
            terms_.ite(terms_.equal(input, data_.inputs[k]), used[data_.states.size() + k], code);
      for (const Term state : data_.states)
        code = terms_.ite(terms_.equal(input, state), small_(data_, state), code);
      code = constant_code(input, code);
      used.push_back(code);
      map[small_(data_, input).id] = code;
      back_.add_variable(small_(data_, input), code);
    }
    return map;
  }

  /// The small words that states without init begin with, by state.
  std::unordered_map<Term, Term> first_codes(const std::unordered_map<Term, WordState>& states) {
    std::unordered_map<Term, Term> result;
    std::vector<Term> before;
    for (std::size_t i = 0; i < data_.states.size(); ++i) {
      const Term word = data_.states[i];
      if (states.at(word).init.valid()) continue;
      Term code = small_.code(data_, data_.free_codes[i]);
      for (const Term other : before)
        code = terms_.ite(terms_.equal(word, other), result.at(other), code);
      result[word] = constant_code(word, code);
      before.push_back(word);
    }
    return result;
  }

 private:
  /// Of a small word: the large one.
  Term large(Term small) {
    Term word = terms_.zero_extend(small, data_.width);
    for (const auto& [constant, code] : data_.codes)
      word = terms_.ite(terms_.equal(small, small_.code(data_, code)), constant, word);
    return word;
  }
  Term constant_code(Term word, Term otherwise) {
    for (const auto& [constant, code] : data_.codes)
      otherwise = terms_.ite(terms_.equal(word, constant), small_.code(data_, code), otherwise);
    return otherwise;
  }
  Term first_free(const std::vector<Term>& used) {
    Term result = small_.code(data_, data_.free_codes.back());
    for (std::size_t i = data_.free_codes.size() - 1; i-- > 0;) {
      const Term code = small_.code(data_, data_.free_codes[i]);
      std::vector<Term> is_used;
      for (const Term word : used) is_used.push_back(terms_.equal(word, code));
      result = terms_.ite(terms_.or_all(is_used), result, code);
    }
    return result;
  }

  Terms& terms_;
  const DataClass& data_;
  const SmallTerms& small_;
  WayBack& back_;
};

}  // namespace

WordSystem SmallData::apply(WordSystem system) {
  const DataFlow flow(system);
  const std::vector<const DataClass*> classes = flow.small_classes();
  if (classes.empty()) return system;
  Terms& terms = *system.terms;
  const std::vector<Term> all = subterms(terms, functions_of(system));
  TermTable images(terms);
  SmallTerms small(terms, images);
  for (const DataClass* data : classes) {
    for (const auto& words : {data->states, data->inputs}) {
      for (const Term word : words) small.add_variable(*data, word);
      words_ += words.size();
      bits_ += words.size() * (data->width - data->small_width);
    }
  }
  for (const Term term : all) {
    const auto operands = terms.operands(term);
    if (terms.op(term) == Op::Ite)
      if (const DataClass* data = flow.small_class(term)) small.add_choice(*data, term);
    if (terms.op(term) != Op::Equal) continue;
    const DataClass* data = flow.small_class(operands[terms.is_value(operands[0]) ? 1 : 0]);
    if (data != nullptr)
      images.set(term, terms.equal(small(*data, operands[0]), small(*data, operands[1])));
  }

  WordSystem result;
  result.terms = system.terms;
  std::unordered_map<Term, WordState> states;
  for (const Term input : system.inputs) {
    const DataClass* data = flow.small_class(input);
    result.inputs.push_back(data == nullptr ? input : small(*data, input));
  }
  const auto image = [&](Term term, const DataClass* data) {
    if (!term.valid()) return kNoTerm;
    return data == nullptr ? images(term) : small(*data, term);
  };
  for (const WordState& state : system.states) {
    states.emplace(state.term, state);
    const DataClass* data = flow.small_class(state.term);
    result.states.push_back({data == nullptr ? state.term : small(*data, state.term),
                             image(state.init, data), image(state.next, data)});
  }
  for (const Term bad : system.bad) result.bad.push_back(images(bad));
  for (const Term constraint : system.constraints) result.constraints.push_back(images(constraint));

  std::unordered_map<std::uint32_t, Term> preimages;
  std::unordered_map<Term, Term> first_codes;
  for (const DataClass* data : classes) {
    ClassWayBack way(terms, *data, small, back_);
    way.add_images();
    way.add_facts();
    preimages.merge(way.add_preimages());
    first_codes.merge(way.first_codes(states));
  }
  Substitution to_preimages(terms, preimages);
  for (std::size_t i = 0; i < system.states.size(); ++i) {
    const Term word = system.states[i].term;
    if (flow.small_class(word) == nullptr) continue;
    WordState state = result.states[i];
    if (!state.init.valid()) state.init = first_codes.at(word);
    state.next = to_preimages(state.next);
    back_.add_auxiliary(state);
  }
  back_.finish(system, result);
  return result;
}

void SmallData::visit_counters(const CounterVisitor& visit) const {
  visit("small-data.words", words_);
  visit("small-data.bits", bits_);
}

}  // namespace cairn
