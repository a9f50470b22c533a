// SPDX-License-Identifier: MIT
//
// What a proof says at the loops of the source, as C.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/context.h"
#include "format/c/c_facts.h"
#include "format/c/sv_witness.h"
#include "format/source.h"
#include "model/cfa.h"

namespace cairn {

/// What a proof says at a loop of the source.
struct LoopInvariant {
  SiteId site = kNoSite;
  std::vector<std::string> facts;           ///< C expressions; together they are the invariant
  std::map<NoCForm, std::size_t> left_out;  ///< facts that have no C form, by the reason
  bool reachable = true;
  /// Control is before the statement at `site`, which is no loop: at the body of a do-while, or
  /// where a goto leads back to.
  bool at_statement = false;
};

/// How many facts were left out.
std::size_t count_left_out(const LoopInvariant& loop);
/// "2 about elements of arrays, 1 too long"; empty if nothing was left out.
std::string left_out_text(const LoopInvariant& loop);

/// A fact in the words of the source's language; none if it has no such form.
using FactWriter = std::function<std::optional<std::string>(const Terms& terms, Term fact)>;

/// At each loop head that has a formula, and where the formulas are that cut the cycles of other
/// loops, by place in the source. A loop in a function that is
/// called several times has several. Variables that the source cannot see there have their
/// function's name before them. Formulas are simplified as long as the budget allows.
/// With a writer, the facts are in its words, and not in C.
std::vector<LoopInvariant> loop_invariants(const Cfa& cfa, const CfaInvariant& invariant,
                                           const Context& context,
                                           const FactWriter& writer = nullptr);

/// A loop that is gone around at most so often, each time that it is entered.
struct LoopBound {
  SiteId site = kNoSite;
  std::uint32_t rounds = 0;
};

/// What a proof by unrolling says about the loops of the source, one for each place, by place. Of a
/// loop in a function that is called several times, the largest.
std::vector<LoopBound> loop_bounds(const Cfa& cfa, const CfaUnrolling& unrolling);

/// Loop invariants for witnesses, one for each place: over variables in scope alone, the copies of
/// a loop joined by "or". `sources` are the program's files, in which names are looked for.
std::vector<LoopInvariant> witness_invariants(const Cfa& cfa, const CfaInvariant& invariant,
                                              const std::vector<Source>& sources,
                                              const Context& context);
/// Those as witnesses of SV-COMP have them.
std::vector<SvInvariant> sv_invariants(const Program& program,
                                       const std::vector<LoopInvariant>& loops);

}  // namespace cairn
