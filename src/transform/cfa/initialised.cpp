// SPDX-License-Identifier: MIT
#include "transform/cfa/initialised.h"

#include "transform/cfa/liveness.h"

namespace cairn {
namespace {

/// Does a run of the command possibly assign to variables, and to which?
void insert_targets(const Command& command, const VariableReads& variables, VariableSet& targets) {
  for_each_leaf(command, [&](const Command& leaf) {
    for (const Term target : leaf.targets) targets.insert(variables.index(target));
  });
}

class Zeros {
 public:
  Zeros(const Cfa& cfa, Liveness& liveness)
      : cfa_(cfa), liveness_(liveness), variables_(cfa), values_(cfa.variables.size()) {
    for (std::size_t i = 0; i < values_.size(); ++i)
      values_[i] = cfa.terms->constant(Value::zero(cfa.terms->sort(cfa.variables[i].term)));
    chosen_.resize(values_.size(), false);
  }

  Term value(std::uint32_t variable) const { return values_[variable]; }
  bool chosen(std::uint32_t variable) const { return chosen_[variable]; }

  /// Chooses the variables that have an assignment to lose. One of zero is no reason.
  void choose() {
    for (const CfaEdge& edge : cfa_.edges) {
      VariableSet live = liveness_.at(edge.target);
      liveness_.without_dead(edge.command, live, [this](std::uint32_t variable, Term value) {
        if (value != values_[variable]) chosen_[variable] = true;
        return false;
      });
    }
  }

  CommandRef command(const CfaEdge& edge, std::uint64_t& dropped) {
    VariableSet live = liveness_.at(edge.target);
    CommandRef result =
        liveness_.without_dead(edge.command, live, [&](std::uint32_t variable, Term) {
          dropped += chosen_[variable];
          return static_cast<bool>(chosen_[variable]);
        });
    if (edge.target == cfa_.error) return result;
    VariableSet targets(values_.size());
    insert_targets(*result, variables_, targets);
    Command zeros;
    zeros.kind = Command::Kind::Assign;
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      if (!chosen_[i] || liveness_.at(edge.target).contains(i)) continue;
      const bool was_zero = edge.source != cfa_.initial && !liveness_.at(edge.source).contains(i);
      if (was_zero && !targets.contains(i)) continue;
      zeros.targets.push_back(cfa_.variables[i].term);
      zeros.values.push_back(values_[i]);
    }
    if (zeros.targets.empty()) return result;
    return sequence({result, std::make_shared<const Command>(std::move(zeros))});
  }

 private:
  const Cfa& cfa_;
  Liveness& liveness_;
  VariableReads variables_;
  std::vector<Term> values_;
  std::vector<bool> chosen_;
};

}  // namespace

bool Initialised::transform(Cfa& cfa, std::vector<Fate>&) {
  std::vector<bool> arrays;
  for (const ProgramVariable& variable : cfa.variables)
    arrays.push_back(cfa.terms->sort(variable.term).is_array());
  Liveness liveness(old(), arrays);
  Zeros zeros(old(), liveness);
  zeros.choose();
  zeros_.resize(cfa.locations.size());
  for (std::uint32_t i = 0; i < cfa.variables.size(); ++i) {
    if (!zeros.chosen(i)) continue;
    ++variables_;
    for (std::uint32_t at = 0; at < zeros_.size(); ++at)
      if (!liveness.at({at}).contains(i))
        zeros_[at].emplace(cfa.variables[i].term.id, zeros.value(i));
  }
  if (variables_ == 0) return false;
  for (CfaEdge& edge : cfa.edges) edge.command = zeros.command(edge, assignments_);
  inputs_ = drop_unread_inputs(cfa);
  return true;
}

Term Initialised::restore_formula(LocationId location, Term formula) const {
  const auto& zeros = zeros_[location.index];
  return zeros.empty() ? formula : old().terms->substitute(formula, zeros);
}

void Initialised::visit_counters(const CounterVisitor& visit) const {
  visit("initialised.variables", variables_);
  visit("initialised.assignments", assignments_);
  visit("initialised.inputs", inputs_);
}

}  // namespace cairn
