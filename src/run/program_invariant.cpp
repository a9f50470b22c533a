// SPDX-License-Identifier: MIT
#include "run/program_invariant.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace cairn {
namespace {

/// "f#2" of "f#2::x", the call that a variable belongs to; empty for globals and those of main.
std::string_view call_of(const Terms& terms, const ProgramVariable& variable) {
  const std::string& name = terms.name(variable.term);
  const std::size_t end = name.rfind("::");
  return end == std::string::npos ? std::string_view() : std::string_view(name).substr(0, end);
}

void collect(const Command& command, std::vector<Term>& terms) {
  terms.insert(terms.end(), command.values.begin(), command.values.end());
  terms.insert(terms.end(), command.targets.begin(), command.targets.end());
  for (const CommandRef& part : command.parts) collect(*part, terms);
}

class Namer {
 public:
  explicit Namer(const Cfa& cfa) : cfa_(cfa), out_(cfa.edges_out()) {
    for (const ProgramVariable& variable : cfa.variables)
      by_term_.emplace(variable.term, &variable);
  }

  enum class Scope { All, Visible };
  /// Names of variables at a location. Those that the source cannot see there have the name of
  /// their function before them, or (Visible) none.
  CNames names_at(LocationId location, Scope scope) const {
    const SiteId site = cfa_.locations[location.index].site;
    const std::string function = site == kNoSite ? "" : (*cfa_.sites)[site].function;
    const std::string_view call = call_at(location, function);
    CNames names;
    for (const ProgramVariable& variable : cfa_.variables) {
      if (variable.source_name.empty()) continue;
      const bool visible = variable.function.empty() || (variable.function == function &&
                                                         call_of(*cfa_.terms, variable) == call);
      if (visible)
        names[variable.term] = {variable.source_name, variable.show};
      else if (scope == Scope::All)
        names[variable.term] = {variable.function + "::" + variable.source_name, variable.show};
    }
    return names;
  }

 private:
  /// The call that the location is in: that of the function's variables that its edges mention.
  std::string_view call_at(LocationId location, const std::string& function) const {
    for (const std::uint32_t edge : out_[location.index]) {
      std::vector<Term> terms;
      collect(*cfa_.edges[edge].command, terms);
      if (terms.empty()) continue;
      for (const Term term : cfa_.terms->variables_of(terms)) {
        const auto found = by_term_.find(term);
        if (found != by_term_.end() && found->second->function == function)
          return call_of(*cfa_.terms, *found->second);
      }
    }
    return {};
  }

  const Cfa& cfa_;
  const std::vector<std::vector<std::uint32_t>> out_;
  std::unordered_map<Term, const ProgramVariable*> by_term_;
};

std::vector<LoopInvariant> at_loops(const Cfa& cfa, const CfaInvariant& invariant,
                                    Namer::Scope scope) {
  const Namer namer(cfa);
  std::vector<LoopInvariant> result;
  for (const auto& [location, formula] : invariant.at) {
    const CfaLocation& place = cfa.locations[location.index];
    if (!place.loop_head || place.site == kNoSite) continue;
    LoopInvariant& loop = result.emplace_back();
    loop.site = place.site;
    loop.reachable = !cfa.terms->is_false(formula);
    loop.facts = c_conjuncts(*cfa.terms, formula, namer.names_at(location, scope), &loop.left_out);
    // Short ones first: they are the ones that people understand.
    std::stable_sort(
        loop.facts.begin(), loop.facts.end(),
        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  }
  const auto& sites = *cfa.sites;
  std::stable_sort(result.begin(), result.end(),
                   [&](const LoopInvariant& a, const LoopInvariant& b) {
                     const Position& x = sites[a.site].at;
                     const Position& y = sites[b.site].at;
                     return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
                   });
  return result;
}

std::string conjunction(const std::vector<std::string>& facts) {
  std::string text;
  for (const std::string& fact : facts)
    text += fmt::format("{}({})", text.empty() ? "" : " && ", fact);
  return text.empty() ? "1" : text;
}

}  // namespace

std::vector<LoopInvariant> loop_invariants(const Cfa& cfa, const CfaInvariant& invariant) {
  return at_loops(cfa, invariant, Namer::Scope::All);
}

std::vector<LoopInvariant> witness_invariants(const Cfa& cfa, const CfaInvariant& invariant) {
  std::vector<LoopInvariant> result;
  for (LoopInvariant& loop : at_loops(cfa, invariant, Namer::Scope::Visible)) {
    if (!loop.reachable) continue;
    if (result.empty() || result.back().site != loop.site) {
      result.push_back(std::move(loop));
      continue;
    }
    LoopInvariant& joined = result.back();
    if (joined.facts == loop.facts) continue;
    joined.facts = {
        fmt::format("({}) || ({})", conjunction(joined.facts), conjunction(loop.facts))};
    joined.left_out += loop.left_out;
  }
  return result;
}

}  // namespace cairn
