// SPDX-License-Identifier: MIT
#include "transform/program/build_cfa.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn {

namespace {

using Kind = Statement::Kind;

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

/// A graph with more than the automaton will have: edges without a command are jumps, which
/// finish() takes out together with what cannot be reached.
class Builder {
 public:
  Builder(const Program& program, const BuildCfaConfig& config)
      : program_(program), config_(config), terms_(*program.terms) {
    cfa_.terms = program.terms;
    cfa_.sites = std::make_shared<const std::vector<SourceSite>>(program.sites);
    for (const Procedure& procedure : program.procedures)
      procedures_.emplace(procedure.name, &procedure);
  }

  /// Before build(): statements whose locations are to be kept.
  void watch(const std::set<const Statement*>& statements) { watched_ = &statements; }
  /// After build().
  std::map<const Statement*, std::vector<LocationId>> watched() {
    std::map<const Statement*, std::vector<LocationId>> result;
    for (const auto& [statement, location] : seen_) {
      const std::uint32_t number = number_[find(location.index)];
      if (number == kNone) continue;
      auto& locations = result[statement];
      if (std::find(locations.begin(), locations.end(), LocationId{number}) == locations.end())
        locations.push_back({number});
    }
    return result;
  }

  Cfa build() {
    const auto main = procedures_.find(program_.main);
    CAIRN_CHECK(main != procedures_.end() && main->second->parameters.empty());
    const SiteId site = main->second->site;
    cfa_.initial = cfa_.add_location({site, false, {}});
    cfa_.error = cfa_.add_location();
    cfa_.variables = program_.globals;
    std::vector<Term> globals;
    for (const ProgramVariable& global : program_.globals) globals.push_back(global.term);
    const LocationId start = location(site);
    // The edge out of the initial location stays even if it does nothing.
    edge(cfa_.initial, start, globals.empty() ? skip_command() : uninitialised(globals, {}, site));
    Frame frame{*main->second, {}, {}, location(kNoSite)};
    declare(frame, {});
    body(frame, start);
    return finish();
  }

 private:
  /// One call of a procedure.
  struct Frame {
    const Procedure& procedure;
    std::unordered_map<std::uint32_t, Term> copies;  // of the procedure's variables; main: none
    std::map<std::string_view, LocationId> labels;
    LocationId exit;
  };

  LocationId location(SiteId site) { return cfa_.add_location({site, false, {}}); }
  void edge(LocationId source, LocationId target, CommandRef command) {
    cfa_.edges.push_back({source, target, std::move(command)});
  }
  void jump(LocationId source, LocationId target) { edge(source, target, nullptr); }

  /// An edge with the assumption, if it can be passed at all.
  void assume_edge(LocationId source, LocationId target, Term condition, SiteId site) {
    if (terms_.is_true(condition))
      jump(source, target);
    else if (!terms_.is_false(condition))
      edge(source, target, assume(condition, site));
  }

  Term input(InputKind kind, Sort sort, SiteId site, std::string name, std::string note) {
    const Term term = terms_.variable(std::move(name), sort);
    cfa_.inputs.push_back({term, kind, site, std::move(note)});
    return term;
  }

  static CommandRef assign_all(std::vector<Term> targets, std::vector<Term> values, SiteId site) {
    auto command = std::make_shared<Command>();
    command->kind = Command::Kind::Assign;
    command->site = site;
    command->targets = std::move(targets);
    command->values = std::move(values);
    return command;
  }

  Term in_frame(const Frame& frame, Term term) {
    return frame.copies.empty() ? term : terms_.substitute(term, frame.copies);
  }
  std::vector<Term> in_frame(const Frame& frame, const std::vector<Term>& terms) {
    std::vector<Term> result;
    for (const Term term : terms) result.push_back(in_frame(frame, term));
    return result;
  }

  /// The variables, which belong to the program, get fresh inputs; `copies` are what stands for
  /// them in the automaton (empty: they do themselves).
  CommandRef uninitialised(const std::vector<Term>& variables,
                           const std::unordered_map<std::uint32_t, Term>& copies, SiteId site) {
    std::vector<Term> targets, values;
    for (const Term variable : variables) {
      const auto copy = copies.find(variable.id);
      const Term target = copy == copies.end() ? variable : copy->second;
      targets.push_back(target);
      values.push_back(input(InputKind::Uninitialised, terms_.sort(variable), site,
                             terms_.name(target) + "?", terms_.name(variable)));
    }
    return assign_all(std::move(targets), std::move(values), site);
  }

  /// Adds the variables of a call to the automaton; `prefix` is empty for main.
  void declare(Frame& frame, const std::string& prefix) {
    const std::string own = frame.procedure.name + "::";
    const auto declare_one = [&](const ProgramVariable& variable) {
      ProgramVariable copy = variable;
      if (!prefix.empty()) {
        std::string_view name = terms_.name(variable.term);
        if (name.starts_with(own)) name.remove_prefix(own.size());
        copy.term = terms_.variable(prefix + std::string(name), terms_.sort(variable.term));
        frame.copies.emplace(variable.term.id, copy.term);
      }
      cfa_.variables.push_back(std::move(copy));
    };
    for (const ProgramVariable& variable : frame.procedure.parameters) declare_one(variable);
    for (const ProgramVariable& variable : frame.procedure.results) declare_one(variable);
    for (const ProgramVariable& variable : frame.procedure.locals) declare_one(variable);
  }

  /// From `from`, where the parameters have their values, to the frame's exit.
  void body(Frame& frame, LocationId from) {
    const Procedure& procedure = frame.procedure;
    std::vector<Term> variables;
    for (const ProgramVariable& variable : procedure.results) variables.push_back(variable.term);
    for (const ProgramVariable& variable : procedure.locals) variables.push_back(variable.term);
    LocationId start = from;
    if (!variables.empty()) {
      start = location(procedure.site);
      edge(from, start, uninitialised(variables, frame.copies, procedure.site));
    }
    block(frame, procedure.body, start, frame.exit);
  }

  void block(Frame& frame, const Block& statements, LocationId from, LocationId to) {
    for (const Statement& s : statements) {
      cfa_.locations[from.index].site = s.site;
      if (watched_ != nullptr && watched_->contains(&s)) seen_.emplace_back(&s, from);
      const LocationId next = location(kNoSite);
      statement(frame, s, from, next);
      from = next;
    }
    jump(from, to);
  }

  LocationId label(Frame& frame, std::string_view name) {
    const auto [found, added] = frame.labels.try_emplace(name);
    if (added) found->second = location(kNoSite);
    return found->second;
  }

  void statement(Frame& frame, const Statement& s, LocationId from, LocationId to) {
    switch (s.kind) {
      case Kind::Assign:
        edge(from, to, assign_all(in_frame(frame, s.targets), in_frame(frame, s.values), s.site));
        break;
      case Kind::Havoc:
        edge(from, to, havoc(frame, s));
        break;
      case Kind::Assume:
        assume_edge(from, to, in_frame(frame, s.values[0]), s.site);
        break;
      case Kind::Assert:
        assertion(s, in_frame(frame, s.values[0]), from, to);
        break;
      case Kind::If:
      case Kind::While:
        branch(frame, s, from, to);
        break;
      case Kind::Choice: {
        std::vector<LocationId> ways;
        for (const Block& inner : s.blocks) {
          ways.push_back(location(s.site));
          block(frame, inner, ways.back(), to);
        }
        choose(s, from, ways);
        break;
      }
      case Kind::Label:
        jump(from, label(frame, s.names[0]));
        jump(label(frame, s.names[0]), to);
        break;
      case Kind::Goto: {
        std::vector<LocationId> ways;
        for (const std::string& name : s.names) ways.push_back(label(frame, name));
        choose(s, from, ways);
        break;
      }
      case Kind::Call:
        call(frame, s, from, to);
        break;
      case Kind::Return:
        jump(from, frame.exit);
        break;
    }
  }

  CommandRef havoc(const Frame& frame, const Statement& s) {
    std::vector<Term> targets = in_frame(frame, s.targets), values;
    for (const Term target : targets)
      values.push_back(
          input(InputKind::Nondet, terms_.sort(target), s.site, terms_.name(target) + "!", s.note));
    return assign_all(std::move(targets), std::move(values), s.site);
  }

  void assertion(const Statement& s, Term condition, LocationId from, LocationId to) {
    assume_edge(from, to, condition, s.site);
    if (s.assert_kind == AssertKind::Property || config_.limits == LimitsAs::Errors)
      fail(from, terms_.not_(condition), s.note, s.site);
  }

  void fail(LocationId from, Term condition, std::string note, SiteId site) {
    if (terms_.is_false(condition)) return;
    cfa_.locations[from.index].note = std::move(note);
    edge(from, cfa_.error, assume(condition, site));
  }

  void branch(Frame& frame, const Statement& s, LocationId from, LocationId to) {
    const Term condition = in_frame(frame, s.values[0]);
    const LocationId then = location(s.site);
    assume_edge(from, then, condition, s.site);
    block(frame, s.blocks[0], then, s.kind == Kind::While ? from : to);
    LocationId otherwise = to;
    if (s.kind == Kind::If) {
      otherwise = location(s.site);
      block(frame, s.blocks[1], otherwise, to);
    }
    assume_edge(from, otherwise, terms_.not_(condition), s.site);
  }

  void choose(const Statement& s, LocationId from, const std::vector<LocationId>& ways) {
    if (ways.size() == 1) return jump(from, ways[0]);
    const Sort sort = choice_sort(ways.size());
    const Term number = input(InputKind::Choice, sort, s.site, "choice?", {});
    for (std::size_t i = 0; i < ways.size(); ++i)
      edge(from, ways[i], assume(terms_.equal(number, terms_.bv(sort.width(), i)), s.site));
  }

  void call(Frame& caller, const Statement& s, LocationId from, LocationId to) {
    const auto found = procedures_.find(s.names[0]);
    CAIRN_CHECK(found != procedures_.end());
    const Procedure& callee = *found->second;
    if (cfa_.edges.size() >= config_.max_edges) {
      if (config_.limits == LimitsAs::Errors)
        fail(from, terms_.true_term(), std::string(kTooManyCalls), s.site);
      return;
    }
    CAIRN_CHECK(active_.insert(&callee).second);
    const std::uint32_t number = ++calls_[&callee];
    Frame frame{callee, {}, {}, location(s.site)};
    declare(frame, number == 1 ? callee.name + "::" : fmt::format("{}#{}::", callee.name, number));
    LocationId start = from;
    if (!callee.parameters.empty()) {
      std::vector<Term> parameters;
      for (const ProgramVariable& variable : callee.parameters)
        parameters.push_back(frame.copies.at(variable.term.id));
      start = location(callee.site);
      edge(from, start, assign_all(std::move(parameters), in_frame(caller, s.values), s.site));
    } else {
      // The procedure's first statement must not take the site of the location that the call is at.
      start = location(callee.site);
      jump(from, start);
    }
    body(frame, start);
    give_back(caller, frame, s, to);
    active_.erase(&callee);
  }

  void give_back(const Frame& caller, const Frame& frame, const Statement& s, LocationId to) {
    if (s.targets.empty()) return jump(frame.exit, to);
    std::vector<Term> results;
    for (const ProgramVariable& variable : frame.procedure.results)
      results.push_back(frame.copies.at(variable.term.id));
    edge(frame.exit, to, assign_all(in_frame(caller, s.targets), std::move(results), s.site));
  }

  // What follows makes the automaton of the graph.

  /// A location from which a jump alone leads on is the one it leads to; a circle of jumps stays
  /// one location with a loop that does nothing.
  void contract_jumps() {
    representative_.resize(cfa_.locations.size());
    std::vector<std::uint32_t> out(cfa_.locations.size(), 0);
    for (const CfaEdge& e : cfa_.edges) ++out[e.source.index];
    for (std::uint32_t i = 0; i < representative_.size(); ++i) representative_[i] = i;
    for (CfaEdge& e : cfa_.edges) {
      if (e.command) continue;
      const std::uint32_t target = find(e.target.index);
      if (out[e.source.index] == 1 && target != e.source.index)
        representative_[e.source.index] = target;
      else
        e.command = skip_command();
    }
  }

  std::uint32_t find(std::uint32_t index) {
    while (representative_[index] != index) {
      representative_[index] = representative_[representative_[index]];
      index = representative_[index];
    }
    return index;
  }

  /// Numbers what is reached in the order of a depth-first search, the error location last, and
  /// marks the targets of back edges.
  void search(const std::vector<std::vector<std::uint32_t>>& out) {
    enum : char { New, Open, Closed };
    std::vector<char> state(cfa_.locations.size(), New);
    std::vector<std::pair<std::uint32_t, std::size_t>> path;
    const auto enter = [&](std::uint32_t index) {
      state[index] = Open;
      if (index != cfa_.error.index) number_[index] = numbered_++;
      path.emplace_back(index, 0);
    };
    number_.assign(cfa_.locations.size(), kNone);
    enter(cfa_.initial.index);
    while (!path.empty()) {
      auto& [index, position] = path.back();
      if (position == out[index].size()) {
        state[index] = Closed;
        path.pop_back();
        continue;
      }
      const std::uint32_t target = cfa_.edges[out[index][position++]].target.index;
      if (state[target] == Open)
        cfa_.locations[target].loop_head = true;
      else if (state[target] == New)
        enter(target);
    }
    number_[cfa_.error.index] = numbered_;
  }

  Cfa finish() {
    contract_jumps();
    std::erase_if(cfa_.edges, [](const CfaEdge& e) { return e.command == nullptr; });
    for (CfaEdge& e : cfa_.edges) {
      e.source.index = find(e.source.index);
      e.target.index = find(e.target.index);
    }
    search(cfa_.edges_out());
    std::vector<CfaLocation> locations(numbered_ + 1);
    for (std::uint32_t i = 0; i < number_.size(); ++i)
      if (number_[i] != kNone) locations[number_[i]] = std::move(cfa_.locations[i]);
    cfa_.locations = std::move(locations);
    std::erase_if(cfa_.edges, [&](const CfaEdge& e) { return number_[e.source.index] == kNone; });
    for (CfaEdge& e : cfa_.edges) {
      e.source.index = number_[e.source.index];
      e.target.index = number_[e.target.index];
    }
    cfa_.initial.index = number_[cfa_.initial.index];
    cfa_.error.index = number_[cfa_.error.index];
    drop_unused();
    return std::move(cfa_);
  }

  /// Variables and inputs that no edge mentions go: they belong to code that is not reached.
  void drop_unused() {
    std::unordered_set<Term> used;
    std::vector<Term> open;
    const auto reach = [&](const std::vector<Term>& terms) {
      for (const Term term : terms)
        if (used.insert(term).second) open.push_back(term);
    };
    for (const CfaEdge& e : cfa_.edges) {
      reach(e.command->targets);
      reach(e.command->values);
    }
    while (!open.empty()) {
      const Term term = open.back();
      open.pop_back();
      for (const Term operand : terms_.operands(term))
        if (used.insert(operand).second) open.push_back(operand);
    }
    const auto unused = [&](const auto& entry) { return !used.contains(entry.term); };
    std::erase_if(cfa_.variables, unused);
    std::erase_if(cfa_.inputs, unused);
  }

  const Program& program_;
  const BuildCfaConfig& config_;
  Terms& terms_;
  Cfa cfa_;
  std::map<std::string_view, const Procedure*> procedures_;
  std::unordered_map<const Procedure*, std::uint32_t> calls_;
  std::unordered_set<const Procedure*> active_;
  std::vector<std::uint32_t> representative_;  // of locations that jumps join
  std::vector<std::uint32_t> number_;          // in the automaton; kNone: not reached
  std::uint32_t numbered_ = 0;
  const std::set<const Statement*>* watched_ = nullptr;
  std::vector<std::pair<const Statement*, LocationId>> seen_;  // before jumps are taken out
};

}  // namespace

Cfa build_cfa(const Program& program, const BuildCfaConfig& config) {
  return Builder(program, config).build();
}

std::map<const Statement*, std::vector<LocationId>> locations_of(
    const Program& program, const std::set<const Statement*>& statements,
    const BuildCfaConfig& config) {
  Builder builder(program, config);
  builder.watch(statements);
  builder.build();
  return builder.watched();
}

std::vector<InputValue> inputs_of(const Cfa& cfa, const CfaTrace& trace) {
  std::unordered_map<Term, const CfaInput*> by_term;
  for (const CfaInput& input : cfa.inputs) by_term.emplace(input.term, &input);
  std::vector<InputValue> result;
  for (const CfaTrace::Step& step : trace.steps) {
    CAIRN_CHECK(step.edge < cfa.edges.size());
    const Command& command = *cfa.edges[step.edge].command;
    CAIRN_CHECK(command.parts.empty());
    for (const Term value : command.values) {
      for (const Term variable : cfa.terms->variables_of(std::span(&value, 1))) {
        const auto found = by_term.find(variable);
        if (found == by_term.end()) continue;
        const CfaInput& input = *found->second;
        const auto given = step.inputs.find(variable);
        result.push_back(
            {input.kind, input.site, input.note,
             given == step.inputs.end() ? Value::zero(cfa.terms->sort(variable)) : given->second});
      }
    }
  }
  return result;
}

}  // namespace cairn
