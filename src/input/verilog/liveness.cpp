// SPDX-License-Identifier: MIT
#include "input/verilog/liveness.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace cairn::verilog {
namespace {

/// The states that terms and constraints depend on, by their positions.
std::vector<std::size_t> cone(const WordSystem& system, std::vector<Term> roots) {
  std::unordered_map<std::uint32_t, std::size_t> position;
  for (std::size_t i = 0; i < system.states.size(); ++i) position[system.states[i].term.id] = i;
  roots.insert(roots.end(), system.constraints.begin(), system.constraints.end());
  std::set<std::size_t> found;
  while (!roots.empty()) {
    std::vector<Term> more;
    for (const Term variable : system.terms->variables_of(roots)) {
      const auto state = position.find(variable.id);
      if (state == position.end() || !found.insert(state->second).second) continue;
      if (const Term next = system.states[state->second].next; next.valid()) more.push_back(next);
    }
    roots = std::move(more);
  }
  return {found.begin(), found.end()};
}

}  // namespace

bool reads_memory(const WordModel& model, const std::vector<Term>& terms) {
  const WordSystem& system = model.system;
  return std::ranges::any_of(cone(system, terms), [&](std::size_t i) {
    return system.states[i].next.valid() && system.terms->sort(system.states[i].term).is_array();
  });
}

std::vector<Term> recurrence_as_bad(WordModel& model, const std::vector<Term>& recurring,
                                    const std::vector<Term>& fairness) {
  WordSystem& system = model.system;
  Terms& terms = *system.terms;
  const Term save = terms.variable("loop_starts", Sort::boolean());
  const Term saved = terms.variable("in_loop", Sort::boolean());
  const Term start = terms.and_(save, terms.not_(saved));
  std::vector<WordState> added{{saved, terms.false_term(), terms.or_(saved, save)}};
  Term again = saved;
  std::vector<Term> roots = recurring;
  roots.insert(roots.end(), fairness.begin(), fairness.end());
  for (const std::size_t i : cone(system, roots)) {
    if (!system.states[i].next.valid()) continue;  // as free as an input
    const Term state = system.states[i].term;
    const Term copy = terms.variable(kLoopStart + terms.name(state), terms.sort(state));
    added.push_back({copy, kNoTerm, terms.ite(start, state, copy)});
    again = terms.and_(again, terms.equal(state, copy));
  }
  const auto recurred = [&](Term each) {
    const Term seen = terms.variable("recurred", Sort::boolean());
    added.push_back({seen, terms.false_term(),
                     terms.ite(start, each, terms.or_(seen, terms.and_(saved, each)))});
    return seen;
  };
  for (const Term each : fairness) again = terms.and_(again, recurred(each));
  std::vector<Term> bad;
  for (const Term each : recurring) bad.push_back(terms.and_(again, recurred(each)));
  system.inputs.push_back(save);
  system.states.insert(system.states.end(), added.begin(), added.end());
  return bad;
}

}  // namespace cairn::verilog
