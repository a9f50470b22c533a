// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/context.h"
#include "engine/cegar/abstraction.h"
#include "engine/cegar/config.h"
#include "engine/cegar/refinement.h"
#include "engine/cfa/cfa_graph.h"
#include "engine/cfa/cfa_tree.h"
#include "engine/cfa/path_solvers.h"
#include "engine/shared/engine.h"
#include "model/cfa.h"
#include "smt/smt_config.h"

namespace cairn::cegar {

/// Lazy predicate abstraction on a control-flow automaton. cegar.cpp says how.
class Cegar : public Engine<Cfa> {
 public:
  Cegar(const Cfa& cfa, const CegarConfig& config, const SmtConfig& smt, const Context& context);
  ~Cegar() override;
  Answer<Cfa> run() override;
  void add_statistics(Statistics& statistics) const override;
  const CegarStats& stats() const { return stats_; }

 private:
  using NodeId = CfaTree::NodeId;
  using Item = CfaTree::Item;
  /// What is known at a node.
  struct Label {
    AbstractState state;
    std::size_t predicates = 0;  // that the location had when the state was computed
  };
  enum class Step : std::uint8_t { Done, CutOff, Stopped, Unsafe };

  void begin();
  void add_node(NodeId id, AbstractState state);
  void schedule(Item item);
  Step look_at(NodeId id);
  Step follow(const Item& item);
  std::optional<std::vector<NodeId>> coverers(NodeId id);
  Step refine(const Item& item);
  void add_predicates(LocationId at, Term formula);
  void cut_off(NodeId pivot);
  Unknown stopped() const;

  const Cfa& cfa_;
  const CegarConfig config_;
  const SmtConfig smt_;
  const Context context_;
  Terms& terms_;
  const CfaGraph graph_;
  CegarStats stats_;
  PathSolvers solvers_;
  std::unique_ptr<PredicateAbstraction> abstraction_;

  CfaTree tree_;
  std::vector<Label> labels_;                 // by node
  std::vector<std::vector<Term>> precision_;  // by location: predicates, without negation
  std::multimap<std::int64_t, Item> work_;    // the first is next
  std::int64_t scheduled_ = 0;
  std::unique_ptr<Refinement> refinement_;  // of the first item of work_
  bool stuck_ = false;                      // a refinement brought nothing new
};

}  // namespace cairn::cegar
