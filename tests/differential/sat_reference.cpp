// SPDX-License-Identifier: MIT
#include "differential/sat_reference.h"

#include <algorithm>
#include <array>

#include "base/error.h"

namespace cairn::sat {
namespace {

/// Bit a of word w is the value of variable `index` in assignment 64 * w + a.
std::uint64_t variable_word(std::uint32_t index, std::size_t word) {
  constexpr std::array<std::uint64_t, 6> kMasks = {0xAAAAAAAAAAAAAAAAu, 0xCCCCCCCCCCCCCCCCu,
                                                   0xF0F0F0F0F0F0F0F0u, 0xFF00FF00FF00FF00u,
                                                   0xFFFF0000FFFF0000u, 0xFFFFFFFF00000000u};
  if (index == 0) return 0;
  if (index <= 6) return kMasks[index - 1];
  return ((word >> (index - 7)) & 1) != 0 ? ~std::uint64_t{0} : 0;
}

std::uint64_t flip(std::uint64_t word, Lit lit) {
  return lit.negated() ? ~word : word;
}

int to_cadical(Lit lit) {
  const int variable = static_cast<int>(lit.var().index) + 1;
  return lit.negated() ? -variable : variable;
}

}  // namespace

Reference::Reference(std::uint32_t num_vars)
    : num_vars_in_all_(num_vars),
      definitions_(num_vars),
      in_permanent_(num_vars, 0),
      highest_layer_(num_vars) {
  if (!can_enumerate()) return;
  const std::uint32_t bits = num_vars_in_all_ - 1;
  permanent_table_.assign(bits <= 6 ? 1 : std::size_t{1} << (bits - 6), ~std::uint64_t{0});
}

Reference::Reference(const Reference& other)
    : num_vars_in_all_(other.num_vars_in_all_),
      num_vars_(other.num_vars_),
      permanent_(other.permanent_),
      definitions_(other.definitions_),
      lemmas_(other.lemmas_),
      in_permanent_(other.in_permanent_),
      highest_layer_(other.highest_layer_),
      order_is_valid_(false),
      permanent_table_(other.permanent_table_),
      lemma_tables_(other.lemma_tables_) {}

Reference::Table Reference::clause_table(std::span<const Lit> clause) const {
  Table table(permanent_table_.size(), 0);
  for (const Lit lit : clause)
    for (std::size_t w = 0; w < table.size(); ++w)
      table[w] |= flip(variable_word(lit.var().index, w), lit);
  return table;
}

void Reference::add_clause(std::span<const Lit> clause) {
  permanent_.emplace_back(clause.begin(), clause.end());
  for (const Lit lit : clause) in_permanent_[lit.var().index] = 1;
  const Table table = clause_table(clause);
  for (std::size_t w = 0; w < table.size(); ++w) permanent_table_[w] &= table[w];
}

void Reference::add_definition(Var owner, std::span<const Lit> clause) {
  permanent_.emplace_back(clause.begin(), clause.end());
  definitions_[owner.index].emplace_back(clause.begin(), clause.end());
  order_is_valid_ = false;
  const Table table = clause_table(clause);
  for (std::size_t w = 0; w < table.size(); ++w) permanent_table_[w] &= table[w];
}

void Reference::add_lemma(std::uint32_t id, std::span<const Lit> clause, Layer layer) {
  lemmas_[id] = {Literals(clause.begin(), clause.end()), layer};
  if (can_enumerate()) lemma_tables_[id] = clause_table(clause);
  raise_lemma(id, layer);
}

void Reference::raise_lemma(std::uint32_t id, Layer layer) {
  Lemma& lemma = lemmas_.at(id);
  lemma.layer = layer;
  for (const Lit lit : lemma.clause) {
    auto& highest = highest_layer_[lit.var().index];
    highest = std::max(highest.value_or(layer), layer);
  }
}

void Reference::remove_lemma(std::uint32_t id) {
  lemmas_.erase(id);
  lemma_tables_.erase(id);
  const auto activation = activations_.find(id);
  if (activation == activations_.end()) return;
  cadical_->add(-activation->second);
  cadical_->add(0);
  activations_.erase(activation);
}

bool Reference::is_satisfiable(const Query& query, Oracle oracle) {
  return oracle == Oracle::Enumeration ? enumerate(query) : ask_cadical(query);
}

bool Reference::enumerate(const Query& query) {
  Table table = permanent_table_;
  const auto restrict_to = [&](const Table& other) {
    for (std::size_t w = 0; w < table.size(); ++w) table[w] &= other[w];
  };
  for (const auto& [id, lemma] : lemmas_)
    if (lemma.layer >= query.layer) restrict_to(lemma_tables_.at(id));
  for (const Literals& clause : query.temporaries) restrict_to(clause_table(clause));
  for (const Lit lit : query.assumptions)
    for (std::size_t w = 0; w < table.size(); ++w)
      table[w] &= flip(variable_word(lit.var().index, w), lit);
  return std::any_of(table.begin(), table.end(), [](std::uint64_t word) { return word != 0; });
}

void Reference::bring_cadical_up_to_date() {
  if (!cadical_) {
    cadical_ = std::make_unique<CaDiCaL::Solver>();
    cadical_->set("quiet", 1);
    last_literal_ = static_cast<int>(num_vars_in_all_) + 1;
    cadical_->add(to_cadical(kTrue));
    cadical_->add(0);
  }
  for (; permanent_told_ < permanent_.size(); ++permanent_told_) {
    for (const Lit lit : permanent_[permanent_told_]) cadical_->add(to_cadical(lit));
    cadical_->add(0);
  }
  for (const auto& [id, lemma] : lemmas_) {
    if (activations_.contains(id)) continue;
    activations_[id] = ++last_literal_;
    cadical_->add(-last_literal_);
    for (const Lit lit : lemma.clause) cadical_->add(to_cadical(lit));
    cadical_->add(0);
  }
}

bool Reference::ask_cadical(const Query& query) {
  bring_cadical_up_to_date();
  const int temporary = query.temporaries.empty() ? 0 : ++last_literal_;
  for (const Literals& clause : query.temporaries) {
    cadical_->add(-temporary);
    for (const Lit lit : clause) cadical_->add(to_cadical(lit));
    cadical_->add(0);
  }
  for (const auto& [id, literal] : activations_)
    if (lemmas_.at(id).layer >= query.layer) cadical_->assume(literal);
  if (temporary != 0) cadical_->assume(temporary);
  for (const Lit lit : query.assumptions) cadical_->assume(to_cadical(lit));
  const int result = cadical_->solve();
  CAIRN_CHECK(result == 10 || result == 20);
  if (temporary != 0) {
    cadical_->add(-temporary);
    cadical_->add(0);
  }
  return result == 10;
}

void Reference::update_order() const {
  if (order_is_valid_) return;
  order_.clear();
  std::vector<std::uint8_t> state(num_vars_in_all_, 0);  // 1: open, 2: done
  const auto visit = [&](auto&& self, std::uint32_t var) -> void {
    if (state[var] == 2 || definitions_[var].empty()) return;
    CAIRN_CHECK(state[var] == 0);  // no cycle
    state[var] = 1;
    for (const Literals& clause : definitions_[var])
      for (const Lit lit : clause)
        if (lit.var().index != var) self(self, lit.var().index);
    state[var] = 2;
    order_.push_back(Var{var});
  };
  for (std::uint32_t var = 0; var < num_vars_; ++var) visit(visit, var);
  order_is_valid_ = true;
}

void Reference::close(Marks& marks) const {
  update_order();
  for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
    if (marks[it->index] == 0) continue;
    for (const Literals& clause : definitions_[it->index])
      for (const Lit lit : clause) marks[lit.var().index] = 1;
  }
}

Reference::Marks Reference::largest_domain(std::span<const Lit> variables, Layer layer) const {
  Marks marks = in_permanent_;
  for (std::uint32_t var = 0; var < num_vars_; ++var)
    if (highest_layer_[var] && *highest_layer_[var] >= layer) marks[var] = 1;
  for (const Lit lit : variables) marks[lit.var().index] = 1;
  close(marks);
  return marks;
}

bool Reference::evaluate(Words& words, const Marks& known) const {
  update_order();
  for (const Var var : order_) {
    if (known[var.index] != 0) continue;
    std::uint64_t must_be_true = 0, must_be_false = 0;
    for (const Literals& clause : definitions_[var.index]) {
      std::uint64_t others_fail = ~std::uint64_t{0};
      bool positive = false, negative = false;
      for (const Lit lit : clause) {
        if (lit.var() != var)
          others_fail &= ~flip(words[lit.var().index], lit);
        else
          (lit.negated() ? negative : positive) = true;
      }
      if (positive && !negative) must_be_true |= others_fail;
      if (negative && !positive) must_be_false |= others_fail;
    }
    if (must_be_true != ~must_be_false) return false;
    words[var.index] = must_be_true;
  }
  return true;
}

std::uint64_t Reference::satisfying(const Words& words, const Query& query) const {
  std::uint64_t good = ~std::uint64_t{0};
  const auto look_at = [&](const Literals& clause) {
    std::uint64_t holds = 0;
    for (const Lit lit : clause) holds |= flip(words[lit.var().index], lit);
    good &= holds;
  };
  for (const Literals& clause : permanent_) look_at(clause);
  for (const auto& [id, lemma] : lemmas_)
    if (lemma.layer >= query.layer) look_at(lemma.clause);
  for (const Literals& clause : query.temporaries) look_at(clause);
  for (const Lit lit : query.assumptions) good &= flip(words[lit.var().index], lit);
  return good;
}

}  // namespace cairn::sat
