// SPDX-License-Identifier: MIT
#include "run/program/invariant.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "format/c/c_scope.h"
#include "format/c/program_waypoints.h"
#include "run/program/readable_facts.h"

namespace cairn {
namespace {

/// "f#2" of "f#2::x", the call that a variable belongs to; empty for globals.
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

/// "s" of "s.next" and of "a[3]".
std::string_view base_name(std::string_view name) {
  return name.substr(0, name.find_first_of(".[-"));
}

class Namer {
 public:
  /// With `sources`, names are those that these files see at a place.
  Namer(const Cfa& cfa, const std::vector<Source>* sources)
      : cfa_(cfa), sources_(sources), out_(cfa.edges_out()) {
    for (const ProgramVariable& variable : cfa.variables)
      by_term_.emplace(variable.term, &variable);
  }

  /// Names of variables at a location. Those that the source cannot see there have the name of
  /// their function before them, or (with sources) none.
  CNames names_at(LocationId location, SiteId at) const {
    const SiteId site = cfa_.locations[location.index].site;
    const std::string function = site == kNoSite ? "" : (*cfa_.sites)[site].function;
    const std::string_view call = call_at(location, function);
    std::map<std::string_view, int> count;
    const auto may_see = [&](const ProgramVariable& variable) {
      return variable.function.empty() ||
             (variable.function == function && call_of(*cfa_.terms, variable) == call);
    };
    for (const ProgramVariable& variable : cfa_.variables)
      if (may_see(variable)) ++count[variable.source_name];
    const auto in_scope = identifiers_at(at);
    CNames names;
    for (const ProgramVariable& variable : cfa_.variables) {
      if (variable.source_name.empty()) continue;
      // Of two with one name, one hides the other.
      const bool one = may_see(variable) && count[variable.source_name] == 1;
      if (one && (sources_ == nullptr || in_scope.contains(base_name(variable.source_name))))
        names[variable.term] = {variable.source_name, variable.show};
      else if (sources_ == nullptr)
        names[variable.term] = {far_name(variable, may_see(variable)), variable.show};
    }
    return names;
  }

  /// The statement that runs first from here; none if there are several.
  SiteId statement_at(LocationId location) const {
    SiteId site = kNoSite;
    for (const std::uint32_t edge : out_[location.index]) {
      const SiteId first = first_site(*cfa_.edges[edge].command);
      if (first == kNoSite || (site != kNoSite && site != first)) return kNoSite;
      site = first;
    }
    return site;
  }

 private:
  static SiteId first_site(const Command& command) {
    if (command.parts.empty()) return command.site;
    SiteId site = kNoSite;
    for (const CommandRef& part : command.parts) {
      const SiteId first = first_site(*part);
      if (command.kind == Command::Kind::Sequence) return first;
      if (site != kNoSite && site != first) return kNoSite;
      site = first;
    }
    return site;
  }

  /// Of one that cannot be seen, or that another with the same name hides.
  std::string far_name(const ProgramVariable& variable, bool hidden) const {
    std::string_view name = variable.source_name;
    if (hidden) {
      name = cfa_.terms->name(variable.term);
      if (const std::size_t end = name.rfind("::"); end != std::string_view::npos)
        name.remove_prefix(end + 2);
    }
    return fmt::format("{}::{}", variable.function, name);
  }

  std::set<std::string, std::less<>> identifiers_at(SiteId site) const {
    if (sources_ == nullptr || site == kNoSite) return {};
    const Position& at = (*cfa_.sites)[site].at;
    for (const Source& source : *sources_)
      if (source.name == at.file) return identifiers_in_scope(source.bytes, at.line, at.column);
    return {};
  }

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
    // No variable of the function is near: if it is called but once, that call it is.
    std::set<std::string_view> calls;
    for (const ProgramVariable& variable : cfa_.variables)
      if (variable.function == function && !function.empty())
        calls.insert(call_of(*cfa_.terms, variable));
    return calls.size() == 1 ? *calls.begin() : std::string_view();
  }

  const Cfa& cfa_;
  const std::vector<Source>* const sources_;
  const std::vector<std::vector<std::uint32_t>> out_;
  std::unordered_map<Term, const ProgramVariable*> by_term_;
};

LoopInvariant at_loop(const Cfa& cfa, const Namer& namer, LocationId location, Term formula,
                      const Context& context, const FactWriter& writer) {
  LoopInvariant loop;
  loop.site = cfa.locations[location.index].site;
  // The invariant of a while or for holds whenever its condition is about to be evaluated; a
  // do-while begins elsewhere, and so does what a goto makes.
  const SourceSite& site = (*cfa.sites)[loop.site];
  loop.at_statement = !site.loop_head || site.text.starts_with("do");
  if (loop.at_statement)
    if (const SiteId first = namer.statement_at(location); first != kNoSite) loop.site = first;
  const CNames names = namer.names_at(location, loop.site);
  const std::vector<Term> facts = readable_facts(*cfa.terms, formula, names, context);
  loop.reachable = facts.empty() || !cfa.terms->is_false(facts[0]);
  if (!loop.reachable) return loop;
  if (writer) {
    for (const Term fact : facts)
      if (auto text = writer(*cfa.terms, fact))
        loop.facts.push_back(std::move(*text));
      else
        ++loop.left_out[NoCForm::Operation];
    return loop;
  }
  CFacts text = c_facts(*cfa.terms, facts, names);
  loop.facts = std::move(text.facts);
  loop.left_out = std::move(text.left_out);
  // Short ones first: they are the ones that people understand.
  std::stable_sort(loop.facts.begin(), loop.facts.end(),
                   [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  return loop;
}

/// Locations of formulas that stand for the loops whose heads have none: those on cycles through
/// such a head. (A proof may cut a loop wherever it likes.)
std::vector<LocationId> cuts_elsewhere(const Cfa& cfa, const CfaInvariant& invariant) {
  const auto out = cfa.edges_out(), in = cfa.edges_in();
  const auto closure = [&](std::uint32_t from, const auto& edges, bool forward) {
    std::vector<bool> seen(cfa.locations.size(), false);
    std::vector<std::uint32_t> open{from};
    while (!open.empty()) {
      const std::uint32_t location = open.back();
      open.pop_back();
      for (const std::uint32_t i : edges[location]) {
        const std::uint32_t next = (forward ? cfa.edges[i].target : cfa.edges[i].source).index;
        if (!seen[next]) open.push_back(next);
        seen[next] = true;
      }
    }
    return seen;
  };
  std::set<LocationId> result;
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i) {
    if (!cfa.locations[i].loop_head || invariant.at.contains({i})) continue;
    const std::vector<bool> after = closure(i, out, true), before = closure(i, in, false);
    for (const auto& [location, formula] : invariant.at)
      if (after[location.index] && before[location.index] &&
          cfa.locations[location.index].site != kNoSite)
        result.insert(location);
  }
  return {result.begin(), result.end()};
}

/// Which formulas are shown: those at loops, and those that stand for them.
enum class Cuts { AtLoops, Elsewhere };

std::vector<LoopInvariant> at_loops(const Cfa& cfa, const CfaInvariant& invariant,
                                    const Namer& namer, Cuts cuts, const Context& context,
                                    const FactWriter& writer = nullptr) {
  std::vector<LoopInvariant> result;
  if (cuts == Cuts::Elsewhere)
    for (const LocationId location : cuts_elsewhere(cfa, invariant))
      if (!cfa.locations[location.index].loop_head)
        result.push_back(at_loop(cfa, namer, location, invariant.at.at(location), context, writer));
  for (const auto& [location, formula] : invariant.at) {
    const CfaLocation& place = cfa.locations[location.index];
    if (place.loop_head && place.site != kNoSite)
      result.push_back(at_loop(cfa, namer, location, formula, context, writer));
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

std::size_t count_left_out(const LoopInvariant& loop) {
  std::size_t sum = 0;
  for (const auto& [why, count] : loop.left_out) sum += count;
  return sum;
}

std::string left_out_text(const LoopInvariant& loop) {
  const auto words = [](NoCForm why) {
    switch (why) {
      case NoCForm::Name:
        return "about values that have no name here";
      case NoCForm::Array:
        return "about elements of arrays";
      case NoCForm::Address:
        return "about addresses";
      case NoCForm::Length:
        return "too long to read";
      case NoCForm::Operation:
      case NoCForm::None:
        break;
    }
    return "with operations that C lacks";
  };
  std::string text;
  for (const auto& [why, count] : loop.left_out)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words(why));
  return text;
}

std::vector<LoopBound> loop_bounds(const Cfa& cfa, const CfaUnrolling& unrolling) {
  const auto place = [&](SiteId site) {
    const Position& at = (*cfa.sites)[site].at;
    return std::tuple(std::string_view(at.file), at.line, at.column);
  };
  std::map<decltype(place(0)), LoopBound> bounds;
  for (const auto& [head, rounds] : unrolling.rounds) {
    const SiteId site = cfa.locations[head.index].site;
    if (site == kNoSite || site >= cfa.sites->size()) continue;
    LoopBound& bound = bounds.try_emplace(place(site), LoopBound{site, 0}).first->second;
    bound.rounds = std::max(bound.rounds, rounds);
  }
  std::vector<LoopBound> result;
  for (const auto& [at, bound] : bounds) result.push_back(bound);
  return result;
}

std::vector<LoopInvariant> loop_invariants(const Cfa& cfa, const CfaInvariant& invariant,
                                           const Context& context, const FactWriter& writer) {
  return at_loops(cfa, invariant, Namer(cfa, nullptr), Cuts::Elsewhere, context, writer);
}

std::vector<LoopInvariant> witness_invariants(const Cfa& cfa, const CfaInvariant& invariant,
                                              const std::vector<Source>& sources,
                                              const Context& context) {
  std::vector<LoopInvariant> result;
  for (LoopInvariant& loop :
       at_loops(cfa, invariant, Namer(cfa, &sources), Cuts::AtLoops, context)) {
    if (!loop.reachable) continue;
    if (result.empty() || result.back().site != loop.site) {
      result.push_back(std::move(loop));
      continue;
    }
    LoopInvariant& joined = result.back();
    if (joined.facts == loop.facts) continue;
    joined.facts = {
        fmt::format("({}) || ({})", conjunction(joined.facts), conjunction(loop.facts))};
    for (const auto& [why, count] : loop.left_out) joined.left_out[why] += count;
  }
  return result;
}

std::vector<SvInvariant> sv_invariants(const Program& program,
                                       const std::vector<LoopInvariant>& loops) {
  std::vector<SvInvariant> result;
  for (const LoopInvariant& loop : loops) {
    std::string value;
    for (const std::string& fact : loop.facts)
      value += fmt::format("{}({})", value.empty() ? "" : " && ", fact);
    if (value.empty()) continue;
    result.push_back({loop.at_statement ? SvInvariant::Kind::Location : SvInvariant::Kind::Loop,
                      sv_place(program, loop.site), std::move(value)});
  }
  return result;
}

}  // namespace cairn
