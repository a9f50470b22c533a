// SPDX-License-Identifier: MIT
#include "transform/word/simplify.h"

#include <algorithm>
#include <utility>

namespace cairn {
namespace {

/// The same terms in the same places.
bool same(const WordSystem& a, const WordSystem& b) {
  const auto same_state = [](const WordState& x, const WordState& y) {
    return x.term == y.term && x.init == y.init && x.next == y.next;
  };
  return a.inputs == b.inputs && a.bad == b.bad && a.constraints == b.constraints &&
         std::equal(a.states.begin(), a.states.end(), b.states.begin(), b.states.end(), same_state);
}

}  // namespace

WordSystem SimplifyWords::apply(WordSystem system) {
  for (std::size_t idle = 0; rounds_ < max_rounds_ && idle < makers_.size(); ++rounds_) {
    for (const Maker& make : makers_) {
      const bool first = rounds_ == 0 && &make == &makers_.front();
      if (context_.budget.exhausted() && !first) return system;
      auto pass = make();
      WordSystem simplified = pass->apply(system);
      pass->visit_counters([this](std::string_view name, std::uint64_t value) {
        const auto known = std::find_if(counters_.begin(), counters_.end(),
                                        [&](const auto& each) { return each.first == name; });
        if (known == counters_.end())
          counters_.emplace_back(name, value);
        else
          known->second += value;
      });
      if (same(system, simplified)) {
        if (++idle == makers_.size()) break;
        continue;
      }
      idle = 0;
      system = std::move(simplified);
      context_.log.detail("{}: {}", pass->name(), describe_size(system));
      applied_.push_back(std::move(pass));
    }
  }
  return system;
}

WordInvariant SimplifyWords::restore_invariant(WordInvariant invariant) const {
  for (std::size_t i = applied_.size(); i-- > 0;)
    invariant = applied_[i]->restore_invariant(std::move(invariant));
  return invariant;
}

WordTrace SimplifyWords::restore_trace(WordTrace trace) const {
  for (std::size_t i = applied_.size(); i-- > 0;)
    trace = applied_[i]->restore_trace(std::move(trace));
  return trace;
}

void SimplifyWords::visit_counters(const CounterVisitor& visit) const {
  visit("simplify-words.rounds", rounds_);
  for (const auto& [name, value] : counters_) visit(name, value);
}

}  // namespace cairn
