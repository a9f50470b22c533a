// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/context.h"
#include "engine/cegar/abstraction.h"
#include "engine/cegar/config.h"
#include "engine/cegar/refinement.h"
#include "engine/cfa_graph.h"
#include "engine/engine.h"
#include "model/cfa.h"
#include "smt/smt_config.h"

namespace cairn {

/// Lazy predicate abstraction on a control-flow automaton. cegar.cpp says how.
class Cegar : public Engine<Cfa> {
 public:
  Cegar(const Cfa& cfa, const CegarConfig& config, const SmtConfig& smt, const Context& context);
  ~Cegar() override;
  Answer<Cfa> run() override;
  void add_figures(Figures& figures) const override;
  const CegarStats& stats() const { return stats_; }

 private:
  using NodeId = std::uint32_t;
  struct Node {
    enum class Status : std::uint8_t { Waiting, Expanded, Covered, Gone };
    LocationId at;
    AbstractState state;
    NodeId parent = 0;
    const CfaMove* move = nullptr;  // from the parent; null for the root
    std::int64_t depth = 0;
    std::size_t predicates = 0;  // that the location had when the state was computed
    Status status = Status::Waiting;
    std::vector<NodeId> children;
    std::vector<NodeId> covers;  // by whom it is covered
  };
  /// An edge that leaves a node and was not followed yet; no edge: the node is to be looked at.
  struct Item {
    NodeId node = 0;
    const CfaMove* move = nullptr;
  };
  enum class Step : std::uint8_t { Done, CutOff, Stopped, Unsafe };

  void begin();
  NodeId add_node(LocationId at, AbstractState state, NodeId parent, const CfaMove* move);
  void schedule(Item item);
  Step look_at(NodeId id);
  Step follow(const Item& item);
  std::optional<std::vector<NodeId>> coverers(const Node& node);
  Step refine(const Item& item);
  void add_predicates(LocationId at, Term formula);
  void cut_off(NodeId pivot);
  std::vector<NodeId> nodes_to(NodeId last) const;
  CfaInvariant invariant() const;
  Unknown stopped() const;

  const Cfa& cfa_;
  const CegarConfig config_;
  const SmtConfig smt_;
  const Context context_;
  Terms& terms_;
  const CfaGraph graph_;
  CegarStats stats_;
  SmtStats smt_stats_;
  std::unique_ptr<SmtSolver> solver_;
  std::unique_ptr<SmtSolver> other_;  // for interpolants, if the solver has none
  std::unique_ptr<PredicateAbstraction> abstraction_;

  std::vector<Node> nodes_;
  std::vector<std::vector<NodeId>> expanded_;  // by location
  std::vector<std::vector<Term>> precision_;   // by location: predicates, without negation
  std::set<NodeId> covered_;
  std::multimap<std::int64_t, Item> work_;  // the first is next
  std::int64_t scheduled_ = 0;
  std::unique_ptr<Refinement> refinement_;  // of the first item of work_
  bool stuck_ = false;                      // a refinement brought nothing new
};

}  // namespace cairn
