// SPDX-License-Identifier: MIT
//
// Oracles for temporal logic on small labelled graphs: LTL by the product with a monitor and a
// search for fair cycles (Tarjan), CTL by fixed points; and random formulas, as text and as they
// are meant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/temporal/evaluate.h"
#include "logic/temporal/formula.h"
#include "logic/temporal/monitor.h"

namespace cairn {

struct LabelledGraph {
  std::vector<std::uint32_t> labels;             ///< bit i: atom i holds
  std::vector<std::vector<std::uint32_t>> next;  ///< at least one each
  std::vector<std::uint32_t> initial;
  std::vector<std::uint32_t> fair;  ///< sets of nodes, as bits, each of which recurs
};

LabelledGraph random_graph(Rng& rng, std::uint32_t nodes, std::uint32_t atoms);
/// A lasso alone.
LabelledGraph random_lasso(Rng& rng, std::uint32_t nodes, std::uint32_t atoms,
                           std::uint32_t& loop_start);

struct RandomFormula {
  std::string text;  ///< in SMV, atoms p0, p1, ...
  temporal::Formula formula;
};
/// Of at most `size` operators and atoms.
RandomFormula random_ltl(Rng& rng, temporal::Formulas& formulas, std::uint32_t size,
                         std::uint32_t atoms);
/// Whether some run of the graph violates what the monitor was made of.
bool is_violated(const LabelledGraph& graph, const temporal::Monitor& monitor);

/// A CTL formula with what it holds in: bits of nodes of the graph.
struct RandomCtl {
  std::string text;
  std::uint32_t states;
};
RandomCtl random_ctl(Rng& rng, const LabelledGraph& graph, std::uint32_t size);
/// Nodes from which a fair run begins.
std::uint32_t fair_states(const LabelledGraph& graph);

/// The graph as SMV, without a specification: a variable s and definitions p0, p1, ...
std::string smv_of(const LabelledGraph& graph, std::uint32_t atoms);

}  // namespace cairn
