// SPDX-License-Identifier: MIT
#include "transform/cfa/lemmas/facts.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace cairn {
namespace {

constexpr std::size_t kMaxGroup = 40;  // columns; beyond, elimination takes too long

Term equation_term(Terms& terms, const LinearForm& form) {
  const LinearSides sides = sides_of(terms, form);
  return terms.equal(sides.plus, sides.minus);
}

/// form = 0 as pivot = the rest. Requires a coefficient of 1 or -1.
Term solution(Terms& terms, const LinearForm& form, Term pivot) {
  const std::uint64_t coefficient = form.coefficients.at(pivot);
  LinearForm rest = form;
  rest.coefficients.erase(pivot);
  LinearForm value;
  value.width = form.width;
  value.add(coefficient == 1 ? ~std::uint64_t{0} : 1, rest);
  const LinearSides sides = sides_of(terms, value);
  return terms.bv_sub(sides.plus, sides.minus);
}

}  // namespace

Facts::Facts(Terms& terms, Columns columns, std::vector<Term> candidates)
    : terms_(terms), variables_(std::move(columns.variables)), candidates_(std::move(candidates)) {
  std::map<std::uint32_t, std::pair<std::vector<Term>, std::vector<Term>>> by_width;
  const auto fits = [&](Term term) {
    const Sort& sort = terms_.sort(term);
    return sort.is_bit_vector() && sort.width() > 1 && sort.width() <= 64;
  };
  for (const Term variable : variables_)
    if (fits(variable)) by_width[terms_.sort(variable).width()].first.push_back(variable);
  for (const Term feature : columns.features)
    if (fits(feature)) by_width[terms_.sort(feature).width()].second.push_back(feature);
  for (auto& [width, both] : by_width) {
    add_group(width, both.first);
    if (both.second.empty()) continue;
    // Apart: equations with products and the like are much harder to prove, and may be given up.
    both.first.insert(both.first.end(), both.second.begin(), both.second.end());
    add_group(width, both.first);
  }
}

void Facts::add_group(std::uint32_t width, const std::vector<Term>& columns) {
  if (!columns.empty() && columns.size() <= kMaxGroup)
    groups_.push_back({columns, AffineHull(width, columns.size())});
}

bool Facts::weaken(const Assignment& state) {
  bool changed = !reached_;
  reached_ = true;
  Evaluator value(terms_, state);
  if (!settled()) {
    std::vector<std::uint64_t> point;
    for (Group& group : groups_) {
      if (group.dropped) continue;
      point.clear();
      for (const Term column : group.columns) point.push_back(value(column).bits().low());
      changed |= group.hull.join(point);
    }
  }
  changed |= std::erase_if(candidates_, [&](Term c) { return !value(c).as_bool(); }) > 0;
  if (changed) list();
  return changed;
}

void Facts::list() {
  believed_.clear();
  found_in_.clear();
  if (!settled()) {
    std::vector<LinearForm> forms;
    for (std::uint32_t group = 0; group < groups_.size(); ++group) add_equations(group, forms);
    solve(forms);
  }
  believed_.insert(believed_.end(), candidates_.begin(), candidates_.end());
}

void Facts::add_equations(std::uint32_t index, std::vector<LinearForm>& forms) {
  const Group& group = groups_[index];
  if (group.dropped) return;
  for (const AffineHull::Equation& equation : group.hull.equations()) {
    LinearForm form;
    form.width = terms_.sort(group.columns[0]).width();
    form.constant = equation.constant;
    for (std::size_t i = 0; i < group.columns.size(); ++i)
      if (equation.coefficients[i] != 0)
        form.coefficients[group.columns[i]] = equation.coefficients[i];
    const Term term = equation_term(terms_, form);
    if (std::find(believed_.begin(), believed_.end(), term) != believed_.end()) continue;
    believed_.push_back(term);
    found_in_.push_back(index);
    forms.push_back(std::move(form));
  }
}

/// A variable that is 1 or -1 times in an equation and in no other that is solved, nor in a
/// solution, can be replaced by the rest of it.
void Facts::solve(const std::vector<LinearForm>& forms) {
  std::unordered_map<std::uint32_t, Term> before = std::move(solved_);
  solved_.clear();
  solving_.clear();
  std::unordered_set<Term> used;
  for (std::size_t i = 0; i < forms.size(); ++i) {
    const LinearForm& form = forms[i];
    const std::uint64_t minus_one = BitVector::ones(form.width).low();
    for (const auto& [atom, coefficient] : form.coefficients) {
      if ((coefficient != 1 && coefficient != minus_one) || !terms_.is_variable(atom)) continue;
      const Term value = solution(terms_, form, atom);
      const std::vector<Term> read = terms_.variables_of(std::span(&value, 1));
      const bool clashes = used.contains(atom) ||
                           std::any_of(read.begin(), read.end(),
                                       [&](Term v) { return v == atom || solved_.contains(v.id); });
      if (clashes) continue;
      used.insert(atom);
      used.insert(read.begin(), read.end());
      solved_.emplace(atom.id, value);
      solving_.push_back(believed_[i]);
      break;
    }
  }
  if (solved_ != before) ++version_;
}

std::vector<Term> Facts::all() const {
  std::vector<Term> result = known_;
  result.insert(result.end(), believed_.begin(), believed_.end());
  return result;
}

void Facts::settle() {
  known_.insert(known_.end(), believed_.begin(), believed_.end());
  candidates_.clear();
  settled_ = true;
  list();
}

void Facts::believe(const std::vector<Term>& candidates) {
  candidates_.insert(candidates_.end(), candidates.begin(), candidates.end());
  list();
}

void Facts::drop(Term formula) {
  const auto at = std::find(believed_.begin(), believed_.end(), formula);
  if (at == believed_.end()) return;
  const auto index = static_cast<std::size_t>(at - believed_.begin());
  if (index < found_in_.size())
    groups_[found_in_[index]].dropped = true;
  else
    std::erase(candidates_, formula);
  list();
}

void Facts::drop_believed() {
  candidates_.clear();
  if (!settled()) drop_equations();
  list();
}

void Facts::drop_equations() {
  for (Group& group : groups_) group.dropped = true;
  list();
}

void Facts::give_up() {
  reached_ = true;
  drop_believed();
}

void Facts::keep(const std::vector<Term>& formulas) {
  known_ = std::vector<Term>(formulas);
  candidates_.clear();
  settled_ = true;
  list();
}

}  // namespace cairn
