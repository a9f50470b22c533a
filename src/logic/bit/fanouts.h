// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/bit/aig.h"

namespace cairn {

/// For each node of a graph the conjunctions that read it; one that reads it twice is listed twice.
class Fanouts {
 public:
  Fanouts() = default;
  explicit Fanouts(const Aig& aig);

  std::span<const std::uint32_t> of(Var var) const {
    return std::span(gates_).subspan(begin_[var.index], begin_[var.index + 1] - begin_[var.index]);
  }

 private:
  std::vector<std::uint32_t> begin_;  // by node
  std::vector<std::uint32_t> gates_;
};

}  // namespace cairn
