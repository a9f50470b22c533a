// SPDX-License-Identifier: MIT
//
// What makes ASCII AIGER harder than binary: variables have any numbers, up to 2^31 - 1 in a file
// of a few bytes, and gates come in any order. Definitions are numbered here from 1 in the order of
// the file: inputs, latches, gates.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace cairn {

/// The definition of each variable of a file. Memory goes by the number of definitions, not by that
/// of the largest variable; no choice of variables makes lookups slow.
class DefinitionTable {
 public:
  /// `variables[i]` is what definition i + 1 defines.
  DefinitionTable(std::uint32_t max_variable, const std::vector<std::uint32_t>& variables);

  /// If a variable is defined twice: its first definition and another.
  std::optional<std::pair<std::uint32_t, std::uint32_t>> clash() const { return clash_; }
  /// The definition of a variable, 0 if there is none.
  std::uint32_t find(std::uint32_t variable) const;

 private:
  void fill_dense(std::uint32_t max_variable, const std::vector<std::uint32_t>& variables);
  void fill_sparse(const std::vector<std::uint32_t>& variables);

  std::vector<std::uint32_t> dense_;  // by variable; empty if the table is sparse
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sparse_;  // (variable, definition), sorted
  std::optional<std::pair<std::uint32_t, std::uint32_t>> clash_;
};

/// A gate; its operands are literals of definitions (2 * definition + sign).
struct AsciiGate {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
};

/// An order of the gates in which every one comes after those that it reads: the file's own if
/// possible. Gate i is definition first + i, smaller ones are leaves. If there is a cycle, returns
/// nothing and puts its gates into `cycle`, each reading the next one and the last one the first.
std::optional<std::vector<std::uint32_t>> topological_order(const std::vector<AsciiGate>& gates,
                                                            std::uint32_t first,
                                                            std::vector<std::uint32_t>& cycle);

}  // namespace cairn
