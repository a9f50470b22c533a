// SPDX-License-Identifier: MIT
//
// Commands are walked recursively only where choices nest; sequences are flat, however long. Who
// builds nested choices bounds their depth (transform/cfa/large_blocks.h).
#include "model/cfa.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn {
namespace {

using Kind = Command::Kind;

CommandRef make_command(Command command) {
  return std::make_shared<const Command>(std::move(command));
}

bool is_leaf(const Command& command) {
  return command.kind == Kind::Assign || command.kind == Kind::Assume;
}

CommandRef compound(Kind kind, std::vector<CommandRef> parts) {
  std::vector<CommandRef> flat;
  flat.reserve(parts.size());
  for (CommandRef& part : parts) {
    if (part->kind == kind)
      flat.insert(flat.end(), part->parts.begin(), part->parts.end());
    else
      flat.push_back(std::move(part));
  }
  if (flat.size() == 1) return flat[0];
  Command command;
  command.kind = kind;
  command.parts = std::move(flat);
  return make_command(std::move(command));
}

/// Runs a command on a state that also holds the inputs, with the means to take changes back.
class Interpreter {
 public:
  Interpreter(const Terms& terms, Assignment& state, std::vector<const Command*>* path)
      : terms_(terms), state_(state), path_(path) {}

  bool run(const Command& command) {
    switch (command.kind) {
      case Kind::Assign:
        assign_all(command);
        return true;
      case Kind::Assume:
        note(command);
        return evaluate(terms_, command.values[0], state_).as_bool();
      case Kind::Sequence:
        return std::all_of(command.parts.begin(), command.parts.end(),
                           [this](const CommandRef& part) { return run(*part); });
      case Kind::Choice:
        return run_first(command);
    }
    return false;
  }

 private:
  void note(const Command& command) {
    if (path_ != nullptr) path_->push_back(&command);
  }

  void assign_all(const Command& command) {
    note(command);
    std::vector<Value> values;
    values.reserve(command.values.size());
    for (const Term value : command.values) values.push_back(evaluate(terms_, value, state_));
    for (std::size_t i = 0; i < values.size(); ++i) {
      Value& slot =
          state_.try_emplace(command.targets[i], Value::zero(terms_.sort(command.targets[i])))
              .first->second;
      if (choices_ > 0) changes_.emplace_back(command.targets[i], slot);
      slot = std::move(values[i]);
    }
  }

  bool run_first(const Command& command) {
    const std::size_t changes = changes_.size();
    const std::size_t length = path_ != nullptr ? path_->size() : 0;
    ++choices_;
    bool passed = false;
    for (const CommandRef& part : command.parts) {
      passed = run(*part);
      if (passed) break;
      for (; changes_.size() > changes; changes_.pop_back())
        state_[changes_.back().first] = std::move(changes_.back().second);
      if (path_ != nullptr) path_->resize(length);
    }
    if (--choices_ == 0) changes_.clear();
    return passed;
  }

  const Terms& terms_;
  Assignment& state_;
  std::vector<const Command*>* path_;
  std::vector<std::pair<Term, Value>> changes_;  // what variables were, while a choice is open
  unsigned choices_ = 0;
};

/// Forward symbolic execution from the state in which every variable is itself.
class SymbolicRun {
 public:
  explicit SymbolicRun(Terms& terms) : terms_(terms), guard_(terms.true_term()) {}

  Term guard() const { return guard_; }
  const std::unordered_map<std::uint32_t, Term>& now() const { return now_; }

  void run(const Command& command) {
    switch (command.kind) {
      case Kind::Assign:
        return assign_all(command);
      case Kind::Assume:
        guard_ = terms_.and_(guard_, terms_.substitute(command.values[0], now_));
        return;
      case Kind::Sequence:
        for (const CommandRef& part : command.parts) run(*part);
        return;
      case Kind::Choice:
        return choose(command);
    }
  }

 private:
  void assign_all(const Command& command) {
    std::vector<Term> values;
    values.reserve(command.values.size());
    for (const Term value : command.values) values.push_back(terms_.substitute(value, now_));
    for (std::size_t i = 0; i < values.size(); ++i) now_[command.targets[i].id] = values[i];
  }

  Term value_in(const std::unordered_map<std::uint32_t, Term>& state, std::uint32_t id) const {
    const auto found = state.find(id);
    return found != state.end() ? found->second : Term{id};
  }

  void choose(const Command& command) {
    if (command.parts.empty()) {
      guard_ = terms_.false_term();
      return;
    }
    std::vector<SymbolicRun> branches;
    std::vector<Term> guards;
    std::vector<std::uint32_t> changed;
    for (const CommandRef& part : command.parts) {
      SymbolicRun branch(terms_);
      branch.now_ = now_;
      branch.run(*part);
      if (terms_.is_false(branch.guard_)) continue;
      for (const auto& [id, value] : branch.now_)
        if (value_in(now_, id) != value) changed.push_back(id);
      guards.push_back(branch.guard_);
      branches.push_back(std::move(branch));
    }
    guard_ = terms_.and_(guard_, terms_.or_all(guards));
    // By handle, so that the same command makes the same terms whatever the map's order.
    std::sort(changed.begin(), changed.end());
    changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
    for (const std::uint32_t id : changed) {
      Term value = value_in(branches.back().now_, id);
      for (std::size_t i = branches.size() - 1; i-- > 0;)
        value = terms_.ite(guards[i], value_in(branches[i].now_, id), value);
      now_[id] = value;
    }
  }

  Terms& terms_;
  Term guard_;
  std::unordered_map<std::uint32_t, Term> now_;
};

/// The checks of check_invariants() on one command. Returns the inputs that a path through it may
/// read.
class CommandCheck {
 public:
  explicit CommandCheck(const Cfa& cfa) : terms_(*cfa.terms) {
    for (const ProgramVariable& variable : cfa.variables) {
      CAIRN_CHECK(terms_.is_variable(variable.term));
      CAIRN_CHECK(variables_.insert(variable.term).second);
    }
    for (const CfaInput& input : cfa.inputs) {
      CAIRN_CHECK(terms_.is_variable(input.term));
      CAIRN_CHECK(!variables_.contains(input.term) && inputs_.insert(input.term).second);
    }
  }

  std::vector<Term> check(const Command& command) const {
    if (is_leaf(command)) {
      check_leaf(command);
      std::vector<Term> read = terms_.variables_of(command.values);
      for (const Term term : read) CAIRN_CHECK(variables_.contains(term) || inputs_.contains(term));
      std::erase_if(read, [this](Term term) { return !inputs_.contains(term); });
      return read;
    }
    CAIRN_CHECK(command.targets.empty() && command.values.empty());
    std::vector<Term> all;
    for (const CommandRef& part : command.parts) {
      const std::vector<Term> read = check(*part);
      all.insert(all.end(), read.begin(), read.end());
    }
    std::sort(all.begin(), all.end());
    const auto end = std::unique(all.begin(), all.end());
    // No path reads the same input in two commands of a sequence.
    CAIRN_CHECK(end == all.end() || command.kind == Kind::Choice);
    all.erase(end, all.end());
    return all;
  }

 private:
  void check_leaf(const Command& command) const {
    CAIRN_CHECK(command.parts.empty());
    if (command.kind == Kind::Assume) {
      CAIRN_CHECK(command.targets.empty() && command.values.size() == 1);
      CAIRN_CHECK(terms_.sort(command.values[0]).is_bool());
      return;
    }
    CAIRN_CHECK(command.targets.size() == command.values.size() && !command.targets.empty());
    std::unordered_set<Term> seen;
    for (std::size_t i = 0; i < command.targets.size(); ++i) {
      CAIRN_CHECK(variables_.contains(command.targets[i]));
      CAIRN_CHECK(seen.insert(command.targets[i]).second);
      CAIRN_CHECK(terms_.sort(command.targets[i]) == terms_.sort(command.values[i]));
    }
  }

  const Terms& terms_;
  std::unordered_set<Term> variables_, inputs_;
};

/// All ways through `command`, at most `limit`; false if there are more.
bool split_into(const CommandRef& command, std::size_t limit,
                std::vector<std::vector<CommandRef>>& result) {
  if (is_leaf(*command)) {
    result.push_back({command});
    return true;
  }
  if (command->kind == Kind::Choice) {
    for (const CommandRef& part : command->parts)
      if (!split_into(part, limit, result) || result.size() > limit) return false;
    return true;
  }
  std::vector<std::vector<CommandRef>> heads = {{}};
  for (const CommandRef& part : command->parts) {
    if (is_leaf(*part)) {
      for (auto& head : heads) head.push_back(part);
      continue;
    }
    std::vector<std::vector<CommandRef>> tails, longer;
    if (!split_into(part, limit, tails) || heads.size() * tails.size() > limit) return false;
    for (const auto& head : heads)
      for (const auto& tail : tails) {
        longer.push_back(head);
        longer.back().insert(longer.back().end(), tail.begin(), tail.end());
      }
    heads = std::move(longer);
  }
  result.insert(result.end(), heads.begin(), heads.end());
  return result.size() <= limit;
}

}  // namespace

CommandRef skip_command() {
  static const CommandRef skip = make_command({});
  return skip;
}

CommandRef assign(Term target, Term value, SiteId site) {
  Command command;
  command.kind = Kind::Assign;
  command.site = site;
  command.targets = {target};
  command.values = {value};
  return make_command(std::move(command));
}

CommandRef assume(Term condition, SiteId site) {
  Command command;
  command.kind = Kind::Assume;
  command.site = site;
  command.values = {condition};
  return make_command(std::move(command));
}

CommandRef sequence(std::vector<CommandRef> parts) {
  CommandRef result = compound(Kind::Sequence, std::move(parts));
  return result->kind == Kind::Sequence && result->parts.empty() ? skip_command() : result;
}

CommandRef choice(std::vector<CommandRef> parts) {
  return compound(Kind::Choice, std::move(parts));
}

LocationId Cfa::add_location(CfaLocation location) {
  locations.push_back(std::move(location));
  return {static_cast<std::uint32_t>(locations.size() - 1)};
}

void Cfa::add_edge(LocationId source, LocationId target, CommandRef command) {
  edges.push_back({source, target, std::move(command)});
}

std::vector<std::vector<std::uint32_t>> Cfa::edges_out() const {
  std::vector<std::vector<std::uint32_t>> result(locations.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) result[edges[i].source.index].push_back(i);
  return result;
}

std::vector<std::vector<std::uint32_t>> Cfa::edges_in() const {
  std::vector<std::vector<std::uint32_t>> result(locations.size());
  for (std::uint32_t i = 0; i < edges.size(); ++i) result[edges[i].target.index].push_back(i);
  return result;
}

void Cfa::check_invariants() const {
  CAIRN_CHECK(terms != nullptr && sites != nullptr);
  CAIRN_CHECK(initial.index < locations.size() && error.index < locations.size());
  CAIRN_CHECK(initial != error);
  const CommandCheck checker(*this);
  for (const CfaEdge& edge : edges) {
    CAIRN_CHECK(edge.source.index < locations.size() && edge.target.index < locations.size());
    CAIRN_CHECK(edge.source != error && edge.target != initial);
    checker.check(*edge.command);
  }
}

bool execute(const Terms& terms, const Command& command, const Assignment& inputs,
             Assignment& state, std::vector<const Command*>* path) {
  for (const auto& [input, value] : inputs) state.insert_or_assign(input, value);
  const bool passed = Interpreter(terms, state, path).run(command);
  for (const auto& [input, value] : inputs) state.erase(input);
  return passed;
}

Term wep(Terms& terms, const Command& command, Term post) {
  if (command.kind == Kind::Choice) {
    std::vector<Term> ways;
    ways.reserve(command.parts.size());
    for (const CommandRef& part : command.parts) ways.push_back(wep(terms, *part, post));
    return terms.or_all(ways);
  }
  if (is_leaf(command)) {
    SymbolicRun run(terms);
    run.run(command);
    return terms.and_(run.guard(), terms.substitute(post, run.now()));
  }
  // Neighbouring parts without a choice go together: one substitution instead of one for each.
  for (std::size_t end = command.parts.size(); end > 0;) {
    if (!is_leaf(*command.parts[end - 1])) {
      post = wep(terms, *command.parts[--end], post);
      continue;
    }
    std::size_t begin = end - 1;
    while (begin > 0 && is_leaf(*command.parts[begin - 1])) --begin;
    SymbolicRun run(terms);
    for (std::size_t i = begin; i < end; ++i) run.run(*command.parts[i]);
    post = terms.and_(run.guard(), terms.substitute(post, run.now()));
    end = begin;
  }
  return post;
}

std::vector<CommandRef> split(const CommandRef& command, std::size_t limit) {
  std::vector<std::vector<CommandRef>> ways;
  if (!split_into(command, limit, ways)) return {};
  std::vector<CommandRef> result;
  result.reserve(ways.size());
  for (auto& way : ways) result.push_back(sequence(std::move(way)));
  if (result.empty()) result.push_back(choice({}));
  return result;
}

Effect effect_of(Terms& terms, const Command& command) {
  SymbolicRun run(terms);
  run.run(command);
  Effect effect;
  effect.guard = run.guard();
  for (const auto& [id, value] : run.now())
    if (value != Term{id}) effect.next.emplace(Term{id}, value);
  return effect;
}

std::string describe_size(const Cfa& cfa) {
  return fmt::format("{} locations, {} edges, {} variables, {} inputs", cfa.locations.size(),
                     cfa.edges.size(), cfa.variables.size(), cfa.inputs.size());
}

}  // namespace cairn
