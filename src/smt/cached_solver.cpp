// SPDX-License-Identifier: MIT
#include "smt/cached_solver.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace cairn {
namespace {

constexpr double kNoTimeout = std::numeric_limits<double>::infinity();

std::vector<Term> sorted_set(std::span<const Term> terms) {
  std::vector<Term> result(terms.begin(), terms.end());
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

std::size_t CachedSolver::QueryHash::operator()(const Query& query) const {
  std::uint64_t hash = query.first.size();
  for (const auto* terms : {&query.first, &query.second})
    for (const Term term : *terms) hash = (hash ^ term.id) * 0x9E3779B97F4A7C15u + (hash >> 29);
  return hash;
}

CachedSolver::Query CachedSolver::query(std::span<const Term> a, std::span<const Term> b) {
  return {sorted_set(a), sorted_set(b)};
}

CachedSolver::CachedSolver(std::unique_ptr<SmtSolver> inner, const Terms& terms,
                           const Context& context, std::size_t entries, SmtStats* total)
    : LayeredSolver(std::move(inner)),
      terms_(terms),
      context_(context),
      answers_(entries),
      interpolants_(entries),
      timeout_(kNoTimeout),
      total_(total) {}

void CachedSolver::count_hit() {
  ++stats_.hits;
  if (total_ != nullptr) ++total_->cache_hits;
}

void CachedSolver::set_timeout(double seconds) {
  timeout_ = seconds > 0 ? seconds : kNoTimeout;
  inner().set_timeout(seconds);
}

CachedSolver::Answer CachedSolver::asked(std::span<const Term> assumptions) {
  Answer answer;
  answer.result = inner().check(assumptions);
  answer.timeout = timeout_;
  if (answer.result == SmtResult::Unsat) answer.core = inner().core();
  if (answer.result == SmtResult::Unknown) answer.reason = inner().reason();
  if (answer.result != SmtResult::Sat) return answer;
  // All of the model now: the next query ends it.
  std::vector<Term> all = in_force();
  all.insert(all.end(), assumptions.begin(), assumptions.end());
  for (const Term variable : terms_.variables_of(all))
    answer.model.emplace(variable, inner().value(variable));
  return answer;
}

SmtResult CachedSolver::check(std::span<const Term> assumptions) {
  ++stats_.queries;
  evaluator_.reset();
  assumptions_.assign(assumptions.begin(), assumptions.end());
  const Query key = query(in_force(), assumptions);
  if (const Answer* known = answers_.find(key)) {
    if (known->result != SmtResult::Unknown || timeout_ <= known->timeout) {
      count_hit();
      answer_ = *known;
      return answer_.result;
    }
  }
  answer_ = asked(assumptions);
  // A run that ends learns nothing about its last query.
  if (!context_.budget.exhausted()) answers_.put(key, answer_);
  return answer_.result;
}

Value CachedSolver::value(Term term) {
  if (!evaluator_) evaluator_.emplace(terms_, answer_.model);
  return (*evaluator_)(term);
}

/// In the order that the last query gave, which need not be that of the query remembered.
std::vector<Term> CachedSolver::core() {
  std::unordered_set<Term> members(answer_.core.begin(), answer_.core.end());
  std::vector<Term> result;
  for (const Term assumption : assumptions_)
    if (members.erase(assumption) != 0) result.push_back(assumption);
  return result;
}

std::optional<Term> CachedSolver::interpolant(std::span<const Term> a, std::span<const Term> b) {
  ++stats_.queries;
  const Query key = query(a, b);
  if (const Interpolant* known = interpolants_.find(key)) {
    if (known->term || timeout_ <= known->timeout) {
      count_hit();
      return known->term;
    }
  }
  const std::optional<Term> term = inner().interpolant(a, b);
  if (!context_.budget.exhausted()) interpolants_.put(key, {term, timeout_});
  return term;
}

}  // namespace cairn
