// SPDX-License-Identifier: MIT
//
// What a pool of terms (term.h) is made of; for it and its simplifier alone.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/word/term.h"

namespace cairn {
namespace term_store {

struct Node {
  Op op : 8;
  std::uint32_t sort : 24;  // position in Store_::sorts
  std::uint32_t first;      // operands, then parameters: a place in the arena; or in names, values
  std::uint32_t count;      // operands
};
static_assert(sizeof(Node) == 12);

/// Lists of handles at places that never move. A place is a chunk's number and a position in it; a
/// list longer than a chunk gets one of its own.
class Arena {
 public:
  std::uint32_t add(std::span<const Term> terms, std::span<const std::uint32_t> parameters) {
    const std::size_t need = terms.size() + parameters.size();
    if (chunks_.empty() || used_ + need > kChunk) {
      CAIRN_CHECK(chunks_.size() < kChunks);
      chunks_.push_back(std::make_unique<Term[]>(std::max(need, kChunk)));
      used_ = 0;
    }
    const auto place = static_cast<std::uint32_t>((chunks_.size() - 1) << kChunkBits | used_);
    Term* to = chunks_.back().get() + used_;
    to = std::copy(terms.begin(), terms.end(), to);
    for (const std::uint32_t parameter : parameters) *to++ = Term{parameter};
    used_ = std::min(used_ + need, kChunk);
    return place;
  }
  const Term* at(std::uint32_t place) const {
    return chunks_[place >> kChunkBits].get() + (place & (kChunk - 1));
  }

 private:
  static constexpr unsigned kChunkBits = 16;
  static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
  static constexpr std::size_t kChunks = std::size_t{1} << (32 - kChunkBits);

  std::vector<std::unique_ptr<Term[]>> chunks_;
  std::size_t used_ = 0;
};

inline std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  seed = (seed ^ value) * 0x9E3779B97F4A7C15u;
  return seed ^ (seed >> 32);
}

/// What came of applications that were made: rules and folding are not gone through again for them.
/// Readers, passes and the checker build the same terms over and over. An entry gives way to the
/// next one in its place.
class MadeTerms {
 public:
  static constexpr std::size_t kMaxOperands = 3;

  /// An application of few operands whose sort follows from theirs.
  struct Key {
    Op op;
    std::uint8_t count;  // operands
    std::array<Term, kMaxOperands> operands;
    std::array<std::uint32_t, 2> parameters;

    friend bool operator==(const Key&, const Key&) = default;
  };

  static std::optional<Key> key(Op op, std::span<const Term> operands,
                                std::span<const std::uint32_t> parameters) {
    const bool names_sort = op == Op::ConstArray || (op >= Op::FpFromBits && op < Op::Neg);
    if (operands.empty() || operands.size() > kMaxOperands || names_sort ||
        parameters.size() != parameter_count(op))
      return std::nullopt;
    Key key{op, static_cast<std::uint8_t>(operands.size()), {}, {}};
    std::copy(operands.begin(), operands.end(), key.operands.begin());
    std::copy(parameters.begin(), parameters.end(), key.parameters.begin());
    return key;
  }

  /// Invalid if it is not known.
  Term find(const Key& key) const {
    const Entry& entry = entries_[place(key)];
    return entry.key == key ? entry.result : kNoTerm;
  }

  void add(const Key& key, Term result) {
    if (++added_ > entries_.size() && entries_.size() < kMostEntries) grow();
    entries_[place(key)] = {key, result};
  }

 private:
  static constexpr std::size_t kMostEntries = std::size_t{1} << 17;

  struct Entry {
    Key key{};  // of no operands: free
    Term result;
  };

  std::size_t place(const Key& key) const {
    std::uint64_t hash = mix(static_cast<std::uint64_t>(key.op), key.count);
    for (const Term operand : key.operands) hash = mix(hash, operand.id);
    for (const std::uint32_t parameter : key.parameters) hash = mix(hash, parameter);
    return hash & (entries_.size() - 1);
  }

  void grow() {
    std::vector<Entry> old(2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old)
      if (entry.key.count != 0) entries_[place(entry.key)] = entry;
  }

  std::vector<Entry> entries_ = std::vector<Entry>(256);
  std::size_t added_ = 0;
};

}  // namespace term_store

struct Terms::Store_ {
  using Node = term_store::Node;

  std::vector<Node> nodes;
  term_store::Arena arena;
  std::deque<Sort> sorts;
  std::map<Sort, std::uint32_t> sort_numbers;
  std::uint64_t constant_bits = 0;
  std::deque<std::string> names;
  std::deque<cairn::Value> values;
  std::vector<std::uint32_t> table = std::vector<std::uint32_t>(1024, kNoTerm.id);
  term_store::MadeTerms made;
  bool is_cut_short = false;  ///< a limit kept a rule of the call from outside from what it does

  std::uint32_t number_of(const Sort& sort) {
    const auto [place, added] =
        sort_numbers.try_emplace(sort, static_cast<std::uint32_t>(sorts.size()));
    if (added) {
      CAIRN_CHECK(sorts.size() < 1u << 24);
      sorts.push_back(sort);
    }
    return place->second;
  }

  std::uint64_t hash(const Node& node) const {
    if (node.op == Op::Value) return values[node.first].hash();
    const Term* content = arena.at(node.first);
    return hash(node.op, node.sort, {content, node.count + parameter_count(node.op)}, {});
  }
  static std::uint64_t hash(Op op, std::uint32_t sort, std::span<const Term> operands,
                            std::span<const std::uint32_t> parameters) {
    std::uint64_t result = term_store::mix(static_cast<std::uint64_t>(op), sort);
    for (const Term operand : operands) result = term_store::mix(result, operand.id);
    for (const std::uint32_t parameter : parameters) result = term_store::mix(result, parameter);
    return result;
  }

  Term add(Op op, std::uint32_t sort, std::uint32_t first, std::uint32_t count) {
    CAIRN_CHECK(nodes.size() < kNoTerm.id);
    nodes.push_back({op, sort, first, count});
    return {static_cast<std::uint32_t>(nodes.size() - 1)};
  }

  /// The table's slot of a node that `same` recognises, or the free one where it belongs.
  template <typename Same>
  std::uint32_t& slot(std::uint64_t hash, Same same) {
    if (2 * nodes.size() >= table.size()) grow();
    std::size_t at = hash & (table.size() - 1);
    while (table[at] != kNoTerm.id && !same(nodes[table[at]])) at = (at + 1) & (table.size() - 1);
    return table[at];
  }

  void grow() {
    table.assign(2 * table.size(), kNoTerm.id);
    for (std::uint32_t id = 0; id < nodes.size(); ++id) {
      if (nodes[id].op == Op::Variable) continue;
      std::size_t at = hash(nodes[id]) & (table.size() - 1);
      while (table[at] != kNoTerm.id) at = (at + 1) & (table.size() - 1);
      table[at] = id;
    }
  }
};

}  // namespace cairn
