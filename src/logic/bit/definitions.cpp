// SPDX-License-Identifier: MIT
#include "logic/bit/definitions.h"

#include <algorithm>
#include <array>
#include <queue>

#include "base/error.h"
#include "logic/bit/cnf.h"
#include "logic/bit/cuts.h"

namespace cairn {
namespace {

using Clause = std::vector<Lit>;

/// The clauses while gates are eliminated, in the numbering of the graph.
class Circuit {
 public:
  Circuit(const Aig& aig, std::span<const Var> leaves, std::span<const Lit> roots,
          DefinitionsOptions::Encoding encoding)
      : aig_(aig),
        owned_(aig.size()),
        owners_(aig.size()),
        needed_(aig.size(), false),
        frozen_(aig.size(), false) {
    for (const Var leaf : leaves) frozen_[leaf.index] = needed_[leaf.index] = true;
    for (const Lit root : roots) frozen_[root.var().index] = needed_[root.var().index] = true;
    frozen_[0] = true;
    if (encoding == DefinitionsOptions::Encoding::Cuts)
      define_cuts(roots);
    else
      define_gates();
    for (std::uint32_t v = 1; v < aig.size(); ++v)
      for (const Clause& clause : owned_[v])
        for (const Lit lit : clause)
          if (lit.var().index != v) add_owner(lit.var().index, v);
  }

  const std::vector<Clause>& owned(std::uint32_t v) const { return owned_[v]; }
  bool needed(std::uint32_t v) const { return needed_[v]; }

  std::uint32_t eliminate(const DefinitionsOptions& options);

 private:
  void define_gates();
  void define_cuts(std::span<const Lit> roots);
  void define(Var var);
  void define(Var var, const Cut& cut);
  void add_owner(std::uint32_t operand, std::uint32_t owner) {
    auto& owners = owners_[operand];
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) owners.push_back(owner);
  }
  bool mentions(const Clause& clause, std::uint32_t v) const {
    return std::any_of(clause.begin(), clause.end(), [v](Lit lit) { return lit.var().index == v; });
  }
  bool try_eliminate(std::uint32_t v, const DefinitionsOptions& options);
  static bool resolve(const Clause& a, const Clause& b, std::uint32_t v, Clause& result);
  static void add_unless_subsumed(std::vector<Clause>& clauses, Clause clause);

  const Aig& aig_;
  std::vector<std::vector<Clause>> owned_;          // by variable
  std::vector<std::vector<std::uint32_t>> owners_;  // by variable: who has clauses with it
  std::vector<bool> needed_, frozen_;
  std::vector<std::uint32_t> touched_;
};

void Circuit::define_gates() {
  for (std::uint32_t v = aig_.size() - 1; v > 0; --v)
    if (needed_[v] && aig_.is_and(Var{v})) define(Var{v});
}

void Circuit::define_cuts(std::span<const Lit> roots) {
  const CutCover cover(aig_, roots);
  for (std::uint32_t v = 1; v < aig_.size(); ++v)
    if (cover.has(Var{v})) define(Var{v}, cover.cut(Var{v}));
}

void Circuit::define(Var var, const Cut& cut) {
  needed_[var.index] = true;
  for (const Var node : cut.used()) needed_[node.index] = true;
  for (const bool value : {true, false}) {
    const auto when = static_cast<Truth>(value ? cut.function : ~cut.function);
    for (const Product& product : irredundant_sum(when)) {
      Clause clause;
      for (std::uint32_t i = 0; i < cut.size; ++i) {
        if ((product.positive >> i & 1) != 0) clause.push_back(Lit(cut.nodes[i], true));
        if ((product.negative >> i & 1) != 0) clause.push_back(Lit(cut.nodes[i]));
      }
      clause.push_back(Lit(var, !value));
      owned_[var.index].push_back(std::move(clause));
    }
  }
}

void Circuit::define(Var var) {
  const Gate gate = recognize_gate(aig_, var);
  const Lit x(var);
  const Lit a = gate.operands[0], b = gate.operands[1], c = gate.operands[2];
  std::vector<Clause>& clauses = owned_[var.index];
  switch (gate.kind) {
    case Gate::Kind::And:
      clauses = {{~x, a}, {~x, b}, {x, ~a, ~b}};
      break;
    case Gate::Kind::Xor:
      clauses = {{~x, a, b}, {~x, ~a, ~b}, {x, ~a, b}, {x, a, ~b}};
      break;
    case Gate::Kind::IfThenElse:
      clauses = {{~x, ~a, b}, {x, ~a, ~b}, {~x, a, c}, {x, a, ~c}};
      break;
  }
  // A verbatim graph may have gates with constant, equal or opposite operands.
  std::vector<Clause> clean;
  for (Clause& clause : clauses) {
    std::sort(clause.begin(), clause.end());
    bool satisfied = false;
    Clause kept;
    for (const Lit lit : clause) {
      if (lit == kTrue || (!kept.empty() && lit == ~kept.back())) satisfied = true;
      if (lit != kFalse && (kept.empty() || lit != kept.back())) kept.push_back(lit);
    }
    if (!satisfied) clean.push_back(std::move(kept));
  }
  clauses = std::move(clean);
  for (const Lit operand : gate.used()) needed_[operand.var().index] = true;
}

/// False if the resolvent is a tautology.
bool Circuit::resolve(const Clause& a, const Clause& b, std::uint32_t v, Clause& result) {
  result.clear();
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    Lit lit;
    if (j == b.size() || (i < a.size() && a[i] <= b[j])) {
      if (j < b.size() && a[i] == b[j]) ++j;
      lit = a[i++];
    } else {
      lit = b[j++];
    }
    if (lit.var().index == v) continue;
    if (!result.empty() && result.back() == ~lit) return false;
    result.push_back(lit);
  }
  return true;
}

void Circuit::add_unless_subsumed(std::vector<Clause>& clauses, Clause clause) {
  for (const Clause& other : clauses)
    if (std::includes(clause.begin(), clause.end(), other.begin(), other.end())) return;
  std::erase_if(clauses, [&](const Clause& other) {
    return std::includes(other.begin(), other.end(), clause.begin(), clause.end());
  });
  clauses.push_back(std::move(clause));
}

bool Circuit::try_eliminate(std::uint32_t v, const DefinitionsOptions& options) {
  std::size_t removed = owned_[v].size(), mentioned = 0;
  for (const std::uint32_t owner : owners_[v])
    for (const Clause& clause : owned_[owner]) mentioned += mentions(clause, v) ? 1 : 0;
  if (mentioned > options.max_occurrences) return false;
  removed += mentioned;
  const Lit positive(Var{v});
  std::vector<std::pair<std::uint32_t, Clause>> resolvents;
  Clause resolvent;
  for (const std::uint32_t owner : owners_[v]) {
    for (const Clause& clause : owned_[owner]) {
      if (!mentions(clause, v)) continue;
      const bool has_positive = std::binary_search(clause.begin(), clause.end(), positive);
      for (const Clause& definition : owned_[v]) {
        if (!std::binary_search(definition.begin(), definition.end(), positive ^ has_positive))
          continue;
        if (!resolve(clause, definition, v, resolvent)) continue;
        if (resolvent.size() > options.max_length || resolvents.size() >= removed) return false;
        resolvents.emplace_back(owner, resolvent);
      }
    }
  }
  touched_.clear();
  for (const Clause& definition : owned_[v])
    for (const Lit lit : definition)
      if (lit.var().index != v) touched_.push_back(lit.var().index);
  for (const std::uint32_t owner : owners_[v]) {
    std::erase_if(owned_[owner], [&](const Clause& clause) { return mentions(clause, v); });
    touched_.push_back(owner);
  }
  for (auto& [owner, clause] : resolvents) {
    for (const Lit lit : clause)
      if (lit.var().index != owner) add_owner(lit.var().index, owner);
    add_unless_subsumed(owned_[owner], std::move(clause));
  }
  for (const std::uint32_t operand : touched_) std::erase(owners_[operand], v);
  owned_[v].clear();
  owners_[v].clear();
  needed_[v] = false;
  return true;
}

std::uint32_t Circuit::eliminate(const DefinitionsOptions& options) {
  using Entry = std::pair<std::size_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto push = [&](std::uint32_t v) {
    if (needed_[v] && !frozen_[v] && aig_.is_and(Var{v}))
      queue.emplace(owned_[v].size() * owners_[v].size(), v);
  };
  for (std::uint32_t v = 1; v < aig_.size(); ++v) push(v);
  std::uint32_t eliminated = 0;
  while (!queue.empty()) {
    const auto [cost, v] = queue.top();
    queue.pop();
    if (!needed_[v] || cost != owned_[v].size() * owners_[v].size()) continue;
    if (!try_eliminate(v, options)) continue;
    ++eliminated;
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const std::uint32_t neighbour : touched_) push(neighbour);
  }
  return eliminated;
}

}  // namespace

Definitions::Definitions(const Aig& aig, std::span<const Var> leaves, std::span<const Lit> roots,
                         const DefinitionsOptions& options)
    : images_(aig.size(), kNoLit) {
  Circuit circuit(aig, leaves, roots, options.encoding);
  if (options.eliminate) num_eliminated_ = circuit.eliminate(options);
  images_[0] = kFalse;
  for (const Var leaf : leaves) images_[leaf.index] = Lit(Var{num_vars_++});
  for (std::uint32_t v = 1; v < aig.size(); ++v) {
    if (!circuit.needed(v) || images_[v] != kNoLit) continue;
    CAIRN_CHECK(aig.is_and(Var{v}));
    const Var owner{num_vars_++};
    images_[v] = Lit(owner);
    for (const Clause& clause : circuit.owned(v)) {
      clauses_.push_back({owner, static_cast<std::uint32_t>(pool_.size()),
                          static_cast<std::uint32_t>(clause.size())});
      for (const Lit lit : clause) {
        CAIRN_CHECK(images_[lit.var().index] != kNoLit);
        pool_.push_back(literal(lit));
      }
    }
  }
}

Lit Definitions::literal(Lit lit) const {
  const Lit image = images_[lit.var().index];
  CAIRN_CHECK(image != kNoLit);
  return image ^ lit.negated();
}

}  // namespace cairn
