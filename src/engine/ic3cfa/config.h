// SPDX-License-Identifier: MIT
//
// Options of IC3CFA: those of the dissertation's evaluation [Lan18, section 5.2.1] under their
// names there, and what goes beyond it. Plans A to Q are the rows of its table 5.1.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn {
struct OptionGroup;
}

namespace cairn::ic3cfa {

struct Ic3CfaConfig {
  /// How a blocked cube becomes a lemma. Old: literals are dropped one by one [Lan18, 4.3.1]. New:
  /// after don't-care literals, and assumed ones, are dropped without a query [Lan18, 4.3.2,
  /// theorem 4.4].
  enum class Generalize : std::uint8_t { None, Old, New };
  /// Several edges into a location: one query about all of them [Lan18, (4.14)]; each by itself
  /// and the union of what is left (corollary 4.1); the same, each going on from what the last one
  /// left; or (Joint) one candidate for all, with a core for each edge that is asked again only if
  /// the literal that goes belongs to it.
  enum class EdgeApproach : std::uint8_t { Multi, Single, Incremental, Joint };
  enum class Order : std::uint8_t { Smallest, Largest, Random };
  /// Obligations that were blocked: forgotten; taken up again with the next frontier, one level
  /// higher [Lan18, page 112]; or at once, as bit-level IC3 does.
  enum class Reuse : std::uint8_t { None, Next, AtOnce };
  /// The query about an obligation: which edges are to blame? All are asked one by one
  /// (check_by_filter); first all at once (check_and_filter); or one by one until the first.
  enum class Query : std::uint8_t { Filter, AndFilter, First };
  /// How a generalization context tells that a frame has all clauses of another: by the time of the
  /// last change, in constant time; or clause by clause [Lan18, definition 4.11], which also sees
  /// that a frame has by now what another one had.
  enum class FrameTest : std::uint8_t { Versions, Clauses };

  Generalize generalize = Generalize::New;
  EdgeApproach edges = EdgeApproach::Joint;
  Order order = Order::Smallest;
  Reuse reuse = Reuse::Next;
  Query query = Query::First;
  bool relind_alt = true;         ///< theorem 4.3: no primed variables
  bool precubes = false;          ///< theorems 4.5, 4.6
  bool contexts = false;          ///< theorem 4.7, upper bounds
  bool lower_bounds = false;      ///< theorem 4.9
  bool extended_context = false;  ///< theorem 4.8
  FrameTest frame_test = FrameTest::Versions;
  bool interpolation = false;  ///< on self-loops, section 4.3.5
  bool semantic_blocking = false;
  bool requeue_shortcut = false;  ///< page 113

  // Beyond the dissertation.
  bool cores = true;             ///< literals that no core has go first
  bool self_induction = true;    ///< the premise "not c" on self-loops
  bool propagate_edges = false;  ///< lemmas move along edges, to other locations [Lan18, (4.18)]
  bool propagate = true;         ///< lemmas move up where they hold [Lan18, section 4.4; EMB11]
  bool push_new = true;          ///< each new lemma is put as high as it holds
  bool down = true;              ///< parts of cubes that are inductive where the cube is not
  bool activity = true;          ///< literals that lemmas have are kept, others dropped first
  bool bits = false;             ///< equalities with constants are split into bits
  bool check_returned = true;    ///< is an obligation that comes again blocked by now?
  bool weaken = true;            ///< equalities and bounds are widened
  bool seeds = true;             ///< facts of a quick abstract interpretation hold in all frames
  std::uint32_t seed_queries = 5000;  ///< for it; beyond, there are no such facts
  std::uint32_t drop_failures = 0;    ///< stop after so many failures in a row; 0: try all
  std::uint32_t ctg = 0;              ///< counterexamples to one generalization that are blocked
  std::uint32_t ctg_depth = 1;        ///< of generalizations of these within others
  std::uint32_t split_limit = 1;      ///< ways through an edge; beyond, it stays whole
  std::uint32_t literal_nodes = 20;   ///< of a literal; beyond, the model decides its branches

  std::string solver = "cairn";
  std::string dump;                ///< a folder for queries as SMT-LIB scripts; empty: none
  std::uint32_t cache = 0;         ///< entries of the solver's cache
  double critical_seconds = 0;     ///< for a query of the search; 0: no limit
  double noncritical_seconds = 0;  ///< for a query of generalization
  std::uint32_t max_level = 0;     ///< give up after this frontier; 0: never

  /// Empty if the configuration makes sense, else what is wrong.
  std::string validate() const;
  static const OptionGroup& options();
};

/// "A" to "Q" (also as single small letters), and "default".
std::optional<Ic3CfaConfig> ic3cfa_plan(std::string_view name);
std::vector<std::string> ic3cfa_plans();

}  // namespace cairn::ic3cfa
