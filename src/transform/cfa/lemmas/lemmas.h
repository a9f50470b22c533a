// SPDX-License-Identifier: MIT
//
// Lemmas before the search: facts about numbers that engines on bits find hard to find (res + cnt =
// a + b, i <= n, n <= 0 or i <= n). Guessed from the program's text and random runs (templates.h,
// sampler.h), made true by weakening (facts.h, fixpoint.h), then assumed on every edge that leaves
// their location. Edges into the error location that they exclude are removed.
//
// The result has the same runs, for the lemmas hold. Way back: a location's formula gets its lemma
// as a conjunct. That is inductive: lemmas are kept by every edge, so on a path that begins in one
// they hold wherever it comes by, as the engine's proof assumes. A trace is a trace.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/context.h"
#include "model/cfa.h"
#include "transform/pass.h"

namespace cairn {

struct OptionGroup;

struct LemmasConfig {
  double seconds = 3;          ///< of processor time, at most
  double query_seconds = 0.3;  ///< for a query; what takes longer is not believed
  unsigned runs = 400;         ///< of the automaton on random inputs, at most
  bool equations = true;       ///< linear ones, modulo 2^w
  bool bounds = true;          ///< and orders, and what the program compares
  bool clauses = true;         ///< of two of these, if the facts so far do not exclude the error
  static const OptionGroup& options();
};

class Lemmas : public Pass<Cfa> {
 public:
  Lemmas(const LemmasConfig& config, const Context& context);
  ~Lemmas() override;

  std::string_view name() const override { return "lemmas"; }
  Cfa apply(Cfa cfa) override;
  CfaInvariant restore_invariant(CfaInvariant invariant) const override;
  CfaTrace restore_trace(CfaTrace trace) const override;
  void visit_counters(const CounterVisitor& visit) const override;

 private:
  class Search;

  void assume_lemmas(Cfa& cfa, const std::vector<std::uint32_t>& excluded);

  const LemmasConfig config_;
  const Context context_;
  std::shared_ptr<Terms> terms_;
  std::map<LocationId, Term> lemmas_;
  std::vector<std::uint32_t> old_edges_;  // by new edge
  std::map<std::string, std::uint64_t> counters_;
};

}  // namespace cairn
