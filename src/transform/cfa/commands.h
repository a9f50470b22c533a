// SPDX-License-Identifier: MIT
//
// Tools of the passes for commands.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <vector>

#include "model/cfa.h"

namespace cairn {

inline bool is_leaf(const Command& command) {
  return command.kind == Command::Kind::Assign || command.kind == Command::Kind::Assume;
}
inline bool is_skip(const Command& command) {
  return command.kind == Command::Kind::Sequence && command.parts.empty();
}
/// A choice; branches that only assume one thing each become one assume.
CommandRef joined_choice(Terms& terms, std::vector<CommandRef> parts);

/// An Assign like `command` of those targets alone that `keep` (by position) names.
CommandRef with_targets(const CommandRef& command, const std::vector<bool>& keep);

/// `command` with every Assign and Assume replaced by what `leaf` says, in order; null: it blocks.
/// Returns null if the whole blocks, and `command` itself if nothing changed.
CommandRef rewrite(Terms& terms, const CommandRef& command,
                   const std::function<CommandRef(const CommandRef&)>& leaf);

/// Visits the Assign and Assume commands, in order.
void for_each_leaf(const Command& command, const std::function<void(const Command&)>& visit);

/// Drops the inputs that no command reads. Returns how many.
std::size_t drop_unread_inputs(Cfa& cfa);

/// Numbers commands such that equal ones have the same number; sites do not count.
class CommandNumbers {
 public:
  std::uint32_t of(const CommandRef& command);

 private:
  struct Key {
    Command::Kind kind;
    std::vector<std::uint32_t> parts;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::map<Key, std::uint32_t> numbers_;
  std::unordered_map<const Command*, std::uint32_t> known_;
  std::vector<CommandRef> held_;  // so that no address in `known_` is used again
};

/// The automaton's variables by position, and which of them the leaves read.
class VariableReads {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  explicit VariableReads(const Cfa& cfa);

  /// kNone: an input.
  std::uint32_t index(Term variable) const {
    const auto found = index_.find(variable);
    return found != index_.end() ? found->second : kNone;
  }
  /// For each of the leaf's values, the positions of the variables that it reads.
  const std::vector<std::vector<std::uint32_t>>& of(const Command& leaf);

 private:
  const Terms& terms_;
  std::unordered_map<Term, std::uint32_t> index_;
  std::unordered_map<const Command*, std::vector<std::vector<std::uint32_t>>> reads_;
};

}  // namespace cairn
