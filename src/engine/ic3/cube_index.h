// SPDX-License-Identifier: MIT
//
// Which of many cubes contain a given one? Obligations are asked about that way, with hundreds of
// literals against thousands of lemmas of a few. Each cube is kept in the list of one of its
// literals, the one with the shortest list so far, so a query looks at the lists of the given
// literals alone; literals lie in the lists themselves, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/bit/cube.h"

namespace cairn::ic3 {

class CubeIndex {
 public:
  using Name = std::uint32_t;

  void add(const Cube& cube, Name name) {
    for (const Lit lit : cube)
      if (lists_.size() <= lit.code()) lists_.resize(lit.code() + 1);
    Entries* shortest = &empty_;
    for (const Lit lit : cube) {
      Entries& list = lists_[lit.code()];
      if (shortest == &empty_ || list.size() < shortest->size()) shortest = &list;
    }
    shortest->push_back(name);
    shortest->push_back(static_cast<std::uint32_t>(cube.size()));
    for (const Lit lit : cube) shortest->push_back(lit.code());
    ++count_;
  }

  /// Cubes that were added, less those that were swept away.
  std::size_t size() const { return count_; }

  /// Only those stay of whose names `stays` says so.
  template <class Stays>
  void sweep(Stays&& stays) {
    count_ = 0;
    sweep(empty_, stays);
    for (Entries& list : lists_) sweep(list, stays);
  }

  /// Tells `visit` the names of all cubes that subsume this one, until it returns false.
  template <class Visit>
  void for_each_subsuming(const Cube& cube, Visit&& visit) {
    mark(cube);
    bool goes_on = look(empty_, visit);
    for (std::size_t i = 0; goes_on && i < cube.size(); ++i)
      if (cube[i].code() < lists_.size()) goes_on = look(lists_[cube[i].code()], visit);
    for (const Lit lit : cube) is_marked_[lit.code()] = false;
  }

 private:
  /// Name, number of literals, literals; and the next.
  using Entries = std::vector<std::uint32_t>;
  static constexpr std::size_t kHead = 2;

  void mark(const Cube& cube) {
    for (const Lit lit : cube) {
      if (is_marked_.size() <= lit.code()) is_marked_.resize(lit.code() + 1, false);
      is_marked_[lit.code()] = true;
    }
    if (is_marked_.size() < lists_.size()) is_marked_.resize(lists_.size(), false);
  }

  template <class Visit>
  bool look(const Entries& list, Visit& visit) const {
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t first = at + kHead, last = first + list[at + 1];
      std::size_t i = first;
      while (i < last && is_marked_[list[i]] != 0) ++i;
      if (i == last && !visit(list[at])) return false;
      at = last;
    }
    return true;
  }

  template <class Stays>
  void sweep(Entries& list, Stays& stays) {
    std::size_t kept = 0;
    for (std::size_t at = 0; at < list.size();) {
      const std::size_t next = at + kHead + list[at + 1];
      if (stays(list[at])) {
        while (at < next) list[kept++] = list[at++];
        ++count_;
      }
      at = next;
    }
    list.resize(kept);
  }

  Entries empty_;                        // the list of cubes without literals
  std::vector<Entries> lists_;           // by literal
  std::vector<std::uint8_t> is_marked_;  // by literal; between queries none is
  std::size_t count_ = 0;
};

}  // namespace cairn::ic3
