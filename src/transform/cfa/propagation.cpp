// SPDX-License-Identifier: MIT
#include "transform/cfa/propagation.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "transform/cfa/commands.h"
#include "transform/cfa/graph.h"

namespace cairn {
namespace {

using Facts = Propagation::Facts;
using Kind = Command::Kind;

/// What holds on both sides. Returns true if `facts` lost something.
bool meet(Facts& facts, const Facts& other) {
  auto theirs = other.begin();
  const std::size_t lost = std::erase_if(facts, [&](const Facts::value_type& fact) {
    while (theirs != other.end() && theirs->first < fact.first) ++theirs;
    return theirs == other.end() || *theirs != fact;
  });
  return lost > 0;
}

/// Of an expression that is put in the place of its variable.
constexpr std::uint32_t kMostNodes = 64;

class Analysis {
 public:
  explicit Analysis(const Cfa& cfa)
      : cfa_(cfa),
        terms_(*cfa.terms),
        reads_(cfa),
        at_(cfa.locations.size()),
        readers_(cfa.variables.size()) {
    count_readers();
    find_fixed_point();
  }

  const std::optional<Facts>& at(std::uint32_t location) const { return at_[location]; }
  std::uint32_t variable(Term term) const { return reads_.index(term); }

  /// The edge's command under the facts; null if it blocks. Notes the facts that it uses.
  CommandRef rewritten(const CfaEdge& edge) {
    Facts facts = *at_[edge.source.index];
    noting_ = true;
    CommandRef result = step(edge.command, facts);
    noting_ = false;
    return result;
  }
  bool used(const Facts::value_type& fact) const { return used_.contains(key(fact)); }

 private:
  static std::uint64_t key(const Facts::value_type& fact) {
    return std::uint64_t{fact.first} << 32 | fact.second.id;
  }

  void count_readers() {
    constexpr std::uint32_t kNone = 0xFFFFFFFFu;
    std::vector<std::uint32_t> last(readers_.size(), kNone);
    const auto out = cfa_.edges_out();
    for (std::uint32_t at = 0; at < out.size(); ++at)
      for (const std::uint32_t edge : out[at])
        for_each_leaf(*cfa_.edges[edge].command, [&](const Command& leaf) {
          for (const auto& read : reads_.of(leaf))
            for (const std::uint32_t variable : read)
              if (std::exchange(last[variable], at) != at) ++readers_[variable];
        });
  }

  void find_fixed_point() {
    const auto out = cfa_.edges_out();
    const std::vector<std::uint32_t> order = reverse_postorder(cfa_);
    std::set<std::pair<std::uint32_t, std::uint32_t>> open;
    at_[cfa_.initial.index] = Facts{};
    open.insert({order[cfa_.initial.index], cfa_.initial.index});
    while (!open.empty()) {
      const std::uint32_t location = open.begin()->second;
      open.erase(open.begin());
      for (const std::uint32_t edge : out[location]) {
        Facts facts = *at_[location];
        if (step(cfa_.edges[edge].command, facts) == nullptr) continue;
        const std::uint32_t target = cfa_.edges[edge].target.index;
        // What a location has once lost never comes back: that is what ends the iteration.
        bool is_changed = true;
        if (at_[target])
          is_changed = meet(*at_[target], facts);
        else
          at_[target] = std::move(facts);
        if (is_changed) open.insert({order[target], target});
      }
    }
  }

  /// Runs the command on facts; returns it with the facts put in, null if it blocks.
  CommandRef step(const CommandRef& command, Facts& facts) {
    switch (command->kind) {
      case Kind::Assume:
        return step_assume(command, facts);
      case Kind::Assign:
        return step_assign(command, facts);
      case Kind::Sequence:
        return step_sequence(command, facts);
      case Kind::Choice:
        return step_choice(command, facts);
    }
    return nullptr;
  }

  CommandRef step_sequence(const CommandRef& command, Facts& facts) {
    std::vector<CommandRef> parts;
    parts.reserve(command->parts.size());
    bool same = true;
    for (const CommandRef& part : command->parts) {
      CommandRef changed = step(part, facts);
      if (changed == nullptr) return nullptr;
      same &= changed == part;
      parts.push_back(std::move(changed));
    }
    return same ? command : sequence(std::move(parts));
  }

  CommandRef step_choice(const CommandRef& command, Facts& facts) {
    std::vector<CommandRef> parts;
    std::optional<Facts> after;
    bool same = true;
    for (const CommandRef& part : command->parts) {
      Facts branch = facts;
      CommandRef changed = step(part, branch);
      same &= changed == part;
      if (changed == nullptr) continue;
      if (after)
        meet(*after, branch);
      else
        after = std::move(branch);
      parts.push_back(std::move(changed));
    }
    if (!after) return nullptr;
    facts = std::move(*after);
    return same ? command : joined_choice(terms_, std::move(parts));
  }

  const Term* find(const Facts& facts, std::uint32_t variable) const {
    const auto place = std::lower_bound(
        facts.begin(), facts.end(), variable,
        [](const Facts::value_type& fact, std::uint32_t wanted) { return fact.first < wanted; });
    return place != facts.end() && place->first == variable ? &place->second : nullptr;
  }
  static void set(Facts& facts, std::uint32_t variable, Term term) {
    const auto place = std::lower_bound(
        facts.begin(), facts.end(), variable,
        [](const Facts::value_type& fact, std::uint32_t wanted) { return fact.first < wanted; });
    if (place != facts.end() && place->first == variable)
      place->second = term;
    else
      facts.insert(place, {variable, term});
  }

  Term under(const Facts& facts, Term term, const std::vector<std::uint32_t>& reads) {
    std::unordered_map<std::uint32_t, Term> map;
    for (const std::uint32_t variable : reads) {
      const Term* fact = find(facts, variable);
      if (fact == nullptr) continue;
      map.emplace(cfa_.variables[variable].term.id, *fact);
      if (noting_) used_.insert(key({variable, *fact}));
    }
    return map.empty() ? term : terms_.substitute(term, map);
  }

  CommandRef step_assume(const CommandRef& command, Facts& facts) {
    const Term condition = under(facts, command->values[0], reads_.of(*command)[0]);
    if (terms_.is_false(condition)) return nullptr;
    if (terms_.is_true(condition)) return skip_command();
    learn(condition, facts);
    return condition == command->values[0] ? command : assume(condition, command->site);
  }

  /// Facts from a condition that holds. Its variables have none, or they would not be in it.
  void learn(Term condition, Facts& facts) {
    if (terms_.op(condition) == Op::And) {
      // The operands are found under the same facts, which earlier ones may have changed: take care
      // that no variable gets a fact that is about itself.
      for (const Term part : terms_.operands(condition))
        if (terms_.op(part) != Op::And) learn(part, facts);
      return;
    }
    if (const std::uint32_t i = variable(condition); i != VariableReads::kNone)
      return learn(i, terms_.true_term(), facts);
    if (terms_.op(condition) == Op::Not) {
      const std::uint32_t i = variable(terms_.operands(condition)[0]);
      if (i != VariableReads::kNone) learn(i, terms_.false_term(), facts);
      return;
    }
    if (terms_.op(condition) != Op::Equal) return;
    Term a = terms_.operands(condition)[0], b = terms_.operands(condition)[1];
    if (terms_.is_value(a) || (!terms_.is_value(b) && a < b)) std::swap(a, b);
    const std::uint32_t i = variable(a);  // the later variable, if both are
    if (i == VariableReads::kNone) return;
    if (terms_.is_value(b) || variable(b) != VariableReads::kNone) learn(i, b, facts);
  }
  void learn(std::uint32_t i, Term term, Facts& facts) {
    if (find(facts, i) != nullptr) return;
    const std::uint32_t other = variable(term);
    if (other != VariableReads::kNone && find(facts, other) != nullptr) return;
    set(facts, i, term);
  }

  CommandRef step_assign(const CommandRef& command, Facts& facts) {
    const auto& reads = reads_.of(*command);
    std::vector<Term> values;
    std::vector<bool> keep;
    for (std::size_t i = 0; i < command->values.size(); ++i) {
      values.push_back(under(facts, command->values[i], reads[i]));
      keep.push_back(values[i] != command->targets[i]);
    }
    std::vector<Term> targets;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (keep[i]) targets.push_back(command->targets[i]);
    forget(targets, facts);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint32_t target = variable(command->targets[i]);
      if (keep[i] && worth_keeping(target, values[i], targets)) set(facts, target, values[i]);
    }
    if (values == command->values) return with_targets(command, keep);
    Command result = *command;
    result.values = std::move(values);
    return with_targets(std::make_shared<const Command>(std::move(result)), keep);
  }

  const std::vector<Term>& variables_in(Term term) {
    const auto [place, fresh] = variables_in_.try_emplace(term);
    if (fresh) place->second = terms_.variables_of(std::span(&term, 1));
    return place->second;
  }
  bool mentions(Term term, const std::vector<Term>& some) {
    if (terms_.is_value(term)) return false;
    const std::vector<Term>& in = variables_in(term);
    return std::any_of(some.begin(), some.end(),
                       [&in](Term each) { return std::binary_search(in.begin(), in.end(), each); });
  }

  void forget(const std::vector<Term>& targets, Facts& facts) {
    if (targets.empty()) return;
    std::erase_if(facts, [&](const Facts::value_type& fact) {
      const Term own = cfa_.variables[fact.first].term;
      return std::find(targets.begin(), targets.end(), own) != targets.end() ||
             mentions(fact.second, targets);
    });
  }

  bool worth_keeping(std::uint32_t target, Term value, const std::vector<Term>& targets) {
    if (terms_.is_value(value)) return true;
    for (const Term read : variables_in(value))
      if (variable(read) == VariableReads::kNone) return false;  // an input
    if (mentions(value, targets)) return false;
    if (terms_.is_variable(value)) return true;
    return readers_[target] <= 1 && terms_.node_count(value, kMostNodes + 1) <= kMostNodes;
  }

  const Cfa& cfa_;
  Terms& terms_;
  VariableReads reads_;
  std::vector<std::optional<Facts>> at_;  // by location; none: unreachable
  std::vector<std::uint32_t> readers_;    // by variable: locations at which it is read
  std::unordered_map<Term, std::vector<Term>> variables_in_;
  std::unordered_set<std::uint64_t> used_;
  bool noting_ = false;
};

}  // namespace

bool Propagation::transform(Cfa& cfa, std::vector<Fate>& fates) {
  Analysis analysis(old());
  const std::vector<std::uint32_t> component = components(cfa);
  std::vector<CfaEdge> kept;
  for (const CfaEdge& edge : old().edges) {
    if (!analysis.at(edge.source.index)) continue;
    CommandRef command = analysis.rewritten(edge);
    if (command == nullptr) {
      ++edges_;
      if (component[edge.source.index] == component[edge.target.index])
        cfa.locations[edge.target.index].cut = true;
      continue;
    }
    commands_ += command != edge.command;
    kept.push_back({edge.source, edge.target, std::move(command)});
  }
  for (std::uint32_t i = 0; i < fates.size(); ++i) {
    if (analysis.at(i) || LocationId{i} == cfa.error) continue;
    fates[i] = {Fate::Kind::Unreachable, 0};
    ++locations_;
  }
  if (commands_ + edges_ + locations_ == 0) return false;
  cfa.edges = std::move(kept);
  drop_unread_inputs(cfa);
  facts_.resize(fates.size());
  for (std::uint32_t i = 0; i < fates.size(); ++i) {
    if (!analysis.at(i)) continue;
    for (const Facts::value_type& fact : *analysis.at(i))
      if (analysis.used(fact)) facts_[i].push_back(fact);
  }
  return true;
}

Term Propagation::restore_formula(LocationId location, Term formula) const {
  if (facts_.empty()) return formula;
  std::vector<Term> all = {formula};
  for (const auto& [variable, term] : facts_[location.index])
    all.push_back(old().terms->equal(old().variables[variable].term, term));
  return old().terms->and_all(all);
}

void Propagation::visit_counters(const CounterVisitor& visit) const {
  visit("propagation.commands", commands_);
  visit("propagation.edges", edges_);
  visit("propagation.locations", locations_);
}

}  // namespace cairn
