// SPDX-License-Identifier: MIT
#include "model/word_signals.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn {
namespace {

/// By term: steps from the property.
class Distances {
 public:
  Distances(const WordModel& model, const std::vector<Term>& roots) : terms_(*model.system.terms) {
    std::unordered_map<Term, std::size_t> states;
    for (std::size_t i = 0; i < model.system.states.size(); ++i)
      states.emplace(model.system.states[i].term, i);
    std::vector<Term> now = roots, later;
    for (std::uint32_t distance = 0; !now.empty(); ++distance) {
      while (!now.empty()) {
        const Term term = now.back();
        now.pop_back();
        if (!distance_.emplace(term, distance).second) continue;
        for (const Term operand : terms_.operands(term)) now.push_back(operand);
        const auto state = states.find(term);
        if (state == states.end()) continue;
        const Term next = model.system.states[state->second].next;
        if (!next.valid()) continue;
        (is_nameless_state(model, state->second) ? now : later).push_back(next);
      }
      std::swap(now, later);
    }
  }

  std::uint32_t of(Term term) const {
    const auto found = distance_.find(term);
    return found == distance_.end() ? WordSignal::kFar : found->second;
  }

 private:
  const Terms& terms_;
  std::unordered_map<Term, std::uint32_t> distance_;
};

/// Whether a name, without its hierarchy, is like one of a clock.
bool sounds_like_clock(std::string_view name) {
  std::string lower(name.substr(name.rfind('.') + 1));
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower.find("clk") != std::string::npos || lower.find("clock") != std::string::npos ||
         lower == "ck" || lower == "c";
}

}  // namespace

std::vector<WordSignal> signals_of(const WordModel& model, std::optional<std::uint32_t> bad) {
  using Kind = WordSignal::Kind;
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  std::vector<Term> roots = system.bad;
  if (bad) roots = {system.bad[*bad]};
  const Distances distances(model, roots);

  std::vector<WordSignal> signals;
  std::set<std::pair<std::string, Term>> seen;
  const auto add = [&](Kind kind, std::string name, Term term, std::uint32_t distance) {
    if (seen.emplace(name, term).second) signals.push_back({kind, std::move(name), term, distance});
  };
  const auto named = [](std::string_view kind, const std::string& name, std::size_t position) {
    return name.empty() ? std::string(kind) + "_" + std::to_string(position) : name;
  };
  for (std::size_t i = 0; i < system.bad.size(); ++i)
    add(Kind::Bad, named("bad", model.bad_names[i], i), system.bad[i],
        !bad || *bad == i ? 0 : WordSignal::kFar);
  for (const Term input : system.inputs)
    add(Kind::Input, terms.name(input), input, distances.of(input));
  for (std::size_t i = 0; i < system.states.size(); ++i) {
    const Term state = system.states[i].term;
    if (is_nameless_state(model, i) && !model.top.empty()) continue;
    add(Kind::State, terms.name(state), state,
        is_nameless_state(model, i) ? WordSignal::kFar : distances.of(state));
  }
  for (std::size_t i = 0; i < model.outputs.size(); ++i)
    add(Kind::Output, named("output", model.outputs[i].name, i), model.outputs[i].term,
        distances.of(model.outputs[i].term));
  for (const NamedTerm& wire : model.wires)
    add(Kind::Wire, wire.name, wire.term, distances.of(wire.term));
  for (std::size_t i = 0; i < system.constraints.size(); ++i)
    add(Kind::Constraint, named("constraint", model.constraint_names[i], i), system.constraints[i],
        WordSignal::kFar);
  std::stable_sort(signals.begin(), signals.end(), [](const WordSignal& a, const WordSignal& b) {
    return a.distance < b.distance;
  });
  return signals;
}

std::optional<Term> clock_of(const WordModel& model, const std::string& wanted) {
  const WordSystem& system = model.system;
  const Terms& terms = *system.terms;
  std::vector<Term> read = system.bad;
  read.insert(read.end(), system.constraints.begin(), system.constraints.end());
  for (const WordState& state : system.states)
    for (const Term term : {state.init, state.next})
      if (term.valid()) read.push_back(term);
  for (const std::vector<Term>& set : model.justice)
    read.insert(read.end(), set.begin(), set.end());
  read.insert(read.end(), model.fairness.begin(), model.fairness.end());
  for (const NamedTerm& output : model.outputs)
    if (!terms.is_variable(output.term)) read.push_back(output.term);
  const std::vector<Term> used = terms.variables_of(read);
  const std::unordered_set<Term> is_used(used.begin(), used.end());
  std::vector<Term> found;
  for (const Term input : system.inputs) {
    const std::string& name = terms.name(input);
    if (!terms.sort(input).is_bool() || is_used.contains(input)) continue;
    if (!wanted.empty() && name == wanted) return input;
    if (wanted.empty() && sounds_like_clock(name)) found.push_back(input);
  }
  if (found.size() != 1) return std::nullopt;
  return found.front();
}

}  // namespace cairn
