// SPDX-License-Identifier: MIT
#include "transform/word/known_terms.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "transform/word/system_terms.h"

namespace cairn {
namespace {

/// A state that has changed this often is given up: wide counters lose their bits one by one.
constexpr std::uint32_t kMaxChanges = 64;

/// Of arrays about which anything is known. That all elements are some value takes a fact for each
/// element: certificates have no constant arrays but as initial values.
constexpr std::uint32_t kMaxIndexBits = 8;
constexpr std::uint64_t kMaxElements = 1u << 12;  // of all such arrays

/// By position of a term: the positions of terms over it, in one list.
class Readers {
 public:
  Readers(const Terms& pool, const std::vector<Term>& terms,
          const std::vector<std::uint32_t>& position)
      : first_(terms.size() + 1, 0) {
    for (const Term term : terms)
      for (const Term operand : pool.operands(term)) ++first_[position[operand.id] + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    readers_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < terms.size(); ++i)
      for (const Term operand : pool.operands(terms[i])) readers_[next[position[operand.id]]++] = i;
  }
  std::span<const std::uint32_t> of(std::uint32_t position) const {
    return {readers_.data() + first_[position], first_[position + 1] - first_[position]};
  }

 private:
  std::vector<std::uint32_t> first_, readers_;
};

}  // namespace

KnownTerms::KnownTerms(const WordSystem& system) : pool_(*system.terms) {
  std::vector<Term> roots = functions_of(system);
  roots.insert(roots.end(), system.inputs.begin(), system.inputs.end());
  for (const WordState& state : system.states) roots.push_back(state.term);
  terms_ = subterms(pool_, roots);
  position_.assign(pool_.size(), 0);
  known_.reserve(terms_.size());
  for (std::uint32_t i = 0; i < terms_.size(); ++i) {
    position_[terms_[i].id] = i;
    known_.emplace_back(pool_.sort(terms_[i]));
  }
  changes_.assign(terms_.size(), 0);
  arrays_.resize(terms_.size());
  set_initial(system);
  propagate(system);
}

KnownBits KnownTerms::evaluate(Term term, const std::vector<KnownBits>& known) {
  if (pool_.is_value(term)) return KnownBits::of(pool_.value(term));
  operands_.clear();
  sorts_.clear();
  for (const Term part : pool_.operands(term)) {
    operands_.push_back(&known[position_[part.id]]);
    sorts_.push_back(pool_.sort(part));
  }
  std::uint32_t parameters[2] = {};
  const unsigned count = parameter_count(pool_.op(term));
  for (unsigned i = 0; i < count; ++i) parameters[i] = pool_.parameter(term, i);
  return apply_to_known_bits(pool_.op(term), operands_, sorts_, std::span(parameters, count),
                             pool_.sort(term));
}

/// States whose initial value is a constant have it; other initial values are evaluated for these.
void KnownTerms::set_initial(const WordSystem& system) {
  std::vector<Term> others;
  std::uint64_t elements = 0;
  for (const WordState& state : system.states) {
    if (!state.init.valid() || !state.next.valid()) continue;
    if (!pool_.is_value(state.init)) {
      others.push_back(state.init);
      continue;
    }
    const std::uint32_t at = position_[state.term.id];
    const Sort& sort = pool_.sort(state.term);
    if (sort.is_array()) {
      if (sort.index_sort().width() > kMaxIndexBits) continue;
      elements += std::uint64_t{1} << sort.index_sort().width();
      if (elements > kMaxElements) continue;
    }
    known_[at] = KnownBits::of(pool_.value(state.init));
    if (!sort.is_array()) continue;
    if (state.next == state.term) arrays_[at] = pool_.value(state.init);
    // What is known of some bits of all elements is no fact that a term could state.
    if (!known_[at].all_known()) known_[at] = KnownBits(sort);
  }
  if (others.empty()) return;
  std::vector<KnownBits> first = known_;
  for (const Term term : subterms(pool_, others))
    if (!pool_.is_variable(term)) first[position_[term.id]] = evaluate(term, first);
  for (const WordState& state : system.states) {
    if (!state.init.valid() || !state.next.valid() || pool_.is_value(state.init)) continue;
    if (!pool_.sort(state.term).is_array())
      known_[position_[state.term.id]] = first[position_[state.init.id]];
  }
}

bool KnownTerms::forget(Term state, const KnownBits& next) {
  const std::uint32_t at = position_[state.id];
  if (arrays_[at]) return false;
  KnownBits both = known_[at].join(next);
  if (both == known_[at]) return false;
  if (++changes_[at] > kMaxChanges || pool_.sort(state).is_array())
    both = KnownBits(pool_.sort(state));
  known_[at] = std::move(both);
  return true;
}

void KnownTerms::propagate(const WordSystem& system) {
  for (const Term term : terms_)
    if (!pool_.is_variable(term)) known_[position_[term.id]] = evaluate(term, known_);
  const Readers readers(pool_, terms_, position_);
  // States by the position of their next-state terms.
  std::vector<std::vector<std::uint32_t>> fed(terms_.size());
  for (std::uint32_t i = 0; i < system.states.size(); ++i)
    if (system.states[i].next.valid()) fed[position_[system.states[i].next.id]].push_back(i);
  // Lowest first: a term is looked at when its operands are done for this time.
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> queue;
  std::vector<bool> queued(terms_.size(), false);
  const auto wake_readers = [&](std::uint32_t at) {
    for (const std::uint32_t reader : readers.of(at)) {
      if (queued[reader]) continue;
      queued[reader] = true;
      queue.push(reader);
    }
  };
  const auto feed = [&](std::uint32_t at) {
    for (std::vector<std::uint32_t> changed{at}; !changed.empty();) {
      const std::uint32_t next = changed.back();
      changed.pop_back();
      for (const std::uint32_t position : fed[next]) {
        const Term state = system.states[position].term;
        if (!forget(state, known_[next])) continue;
        wake_readers(position_[state.id]);
        changed.push_back(position_[state.id]);  // it may be the next value of another
      }
    }
  };
  for (std::uint32_t at = 0; at < terms_.size(); ++at) feed(at);
  while (!queue.empty()) {
    const std::uint32_t at = queue.top();
    queue.pop();
    queued[at] = false;
    KnownBits now = evaluate(terms_[at], known_);
    if (now == known_[at]) continue;
    known_[at] = std::move(now);
    wake_readers(at);
    feed(at);
  }
}

std::optional<Value> KnownTerms::constant(Term term) const {
  const std::uint32_t at = position_[term.id];
  if (arrays_[at]) return arrays_[at];
  const Sort& sort = pool_.sort(term);
  if (!known_[at].all_known()) return std::nullopt;
  if (!sort.is_array()) return known_[at].value(sort);
  return Value::constant_array(sort, known_[at].value(sort.element_sort()));
}

}  // namespace cairn
