// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/context.h"
#include "engine/cfa/cfa_graph.h"
#include "engine/cfa/cfa_tree.h"
#include "engine/cfa/path_solvers.h"
#include "engine/shared/engine.h"
#include "engine/tree_ic3/config.h"
#include "model/cfa.h"
#include "smt/smt_config.h"

namespace cairn::tree_ic3 {

/// IC3 along the paths of a tree. tree_ic3.cpp says how.
class TreeIc3 : public Engine<Cfa> {
 public:
  TreeIc3(const Cfa& cfa, const TreeIc3Config& config, const SmtConfig& smt,
          const Context& context);
  ~TreeIc3() override;
  Answer<Cfa> run() override;
  void add_statistics(Statistics& statistics) const override;
  const TreeIc3Stats& stats() const { return stats_; }

 private:
  using NodeId = CfaTree::NodeId;
  using Item = CfaTree::Item;
  static constexpr NodeId kNobody = CfaTree::kNobody;
  /// What is known at a node.
  struct Label {
    std::vector<Term> clauses;  // hold in all states that the path leads to
    std::set<Term> tried;       // clauses of others that do not hold, when it was looked at
  };
  /// States at a node of the path from which it goes on into the error, for some inputs.
  struct Obligation {
    std::uint32_t depth = 0;
    std::vector<Term> cube;    // over variables, and inputs of the steps that follow
    std::vector<Term> inputs;  // of the next step,
    std::vector<Term> copies;  // as the cube has them,
    Assignment values;         // and in the last model
  };
  enum class Step : std::uint8_t { Done, Stopped, Unsafe };

  void begin();
  void add_node(NodeId id);
  Step look_at(NodeId id);
  Step follow(const Item& item);
  bool propagate(NodeId id);
  std::optional<NodeId> coverer(NodeId id);
  void cover(NodeId id, NodeId by);
  Step cover_path();
  void look_again(const std::vector<NodeId>& waiting);
  std::optional<bool> is_covered(NodeId id, NodeId by);
  Step block(const Item& item);
  Step block_first(const Item& item);
  Step block_last();
  std::optional<Term> clause_without(NodeId id, const std::vector<Term>& cube);
  void generalize(NodeId id, std::vector<Term>& cube);
  std::optional<Term> interpolant(NodeId id, const std::vector<Term>& cube);
  bool has_inputs(Term literal) const;
  void push_obligation(std::uint32_t depth, Term region, const CfaMove& move);
  void add_clause(NodeId id, Term clause);
  SmtResult ask(NodeId from, const CfaMove& move, const std::vector<Term>& target);
  Term before(const CfaMove& move, Term later);
  CfaTrace trace() const;
  Unknown stopped() const;

  const Cfa& cfa_;
  const TreeIc3Config config_;
  const SmtConfig smt_;
  const Context context_;
  Terms& terms_;
  const CfaGraph graph_;
  TreeIc3Stats stats_;
  PathSolvers solvers_;

  CfaTree tree_;
  std::vector<Label> labels_;            // by node
  std::vector<Item> work_;               // the last is next
  std::vector<NodeId> path_;             // that is being blocked, from the root; empty: none is
  std::vector<Obligation> obligations_;  // each leads to the one before it
  Assignment first_state_;               // of the last obligation's model
  std::size_t next_cover_ = 0;           // of a path that is blocked: whom to try to cover next
  bool is_blocked_ = false;              // the path is
  bool open_ = false;                    // the solver left a query open
};

}  // namespace cairn::tree_ic3
