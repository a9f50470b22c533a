// SPDX-License-Identifier: MIT
//
// Large-block encoding [BCG+09] with thresholds [Lan18, section 5.1.2]: as few locations as the
// sizes of edges allow. Three rules:
//   error sink  edges that leave the error location go;
//   sequence    a location is dropped, each edge into it joined with each edge out of it;
//   choice      edges between the same two locations become one.
//
// Where we differ: the published sequence rule wants a single edge into the location. We also drop
// one with a single edge out of it, and one with two and two, which copies commands but adds no
// edges; both give the same locations on programs without goto. Cheap locations go first, so that
// branches meet again before something is put before them. A location with an edge to itself stays,
// so the locations that are left cut every cycle, and a path through one edge takes no old edge
// twice: it reads no input twice.
//
// Way back: an invariant's formulas stay with the locations that are left: a path between two of
// them in the old automaton that comes by no third is a path through the edge between them. A trace
// is replayed through the locations that were dropped.
#pragma once

#include <cstdint>

#include "transform/cfa/cfa_pass.h"

namespace cairn {

struct OptionGroup;

struct LargeBlocksConfig {
  enum class Rules : std::uint8_t {
    All,
    Sequence,  ///< no choices
    Chains,    ///< only locations with one edge in and one out; no choices: basic blocks
  };
  Rules rules = Rules::All;
  /// Edges whose commands have more nodes (distinct subterms of each assignment and assumption,
  /// added up) are not made. 0: no limit.
  std::uint64_t max_nodes = 20'000;
  static const OptionGroup& options();
};

class LargeBlocks : public CfaPass {
 public:
  explicit LargeBlocks(const LargeBlocksConfig& config = {}) : config_(config) {}

  std::string_view name() const override {
    return config_.rules == LargeBlocksConfig::Rules::Chains ? "chains" : "blocks";
  }
  void visit_counters(const CounterVisitor& visit) const override;

 protected:
  bool transform(Cfa& cfa, std::vector<Fate>& fates) override;

 private:
  const LargeBlocksConfig config_;
  std::uint64_t dropped_ = 0;  // locations
  std::uint64_t merged_ = 0;   // edges, by the choice rule
};

}  // namespace cairn
