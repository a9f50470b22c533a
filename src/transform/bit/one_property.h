// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "model/bit_system.h"
#include "transform/pass.h"

namespace cairn {

/// Keeps one bad state and forgets the others.
class OneProperty : public Pass<BitSystem> {
 public:
  /// Requires that the system has a bad state at that position.
  explicit OneProperty(std::uint32_t position) : position_(position) {}

  std::string_view name() const override { return "one-property"; }
  BitSystem apply(BitSystem system) override {
    const Lit bad = system.bad.at(position_);
    Names names;
    if (!system.names.bad.get(position_).empty())
      names.set(0, std::string(system.names.bad.get(position_)));
    system.bad = {bad};
    system.names.bad = std::move(names);
    return system;
  }
  BitInvariant restore_invariant(BitInvariant invariant) const override { return invariant; }
  BitTrace restore_trace(BitTrace trace) const override {
    for (std::uint32_t& bad : trace.bad) bad = position_;
    return trace;
  }

 private:
  std::uint32_t position_;
};

/// Keeps one justice set, and fairness, and forgets the others and the bad states.
class OneJustice : public Pass<BitSystem> {
 public:
  /// Requires that the system has a justice set at that position.
  explicit OneJustice(std::uint32_t position) : position_(position) {}

  std::string_view name() const override { return "one-justice"; }
  BitSystem apply(BitSystem system) override {
    std::vector<Lit> set = system.justice.at(position_);
    system.justice.assign(1, std::move(set));
    system.bad.clear();
    system.names.bad = {};
    system.names.justice = {};
    return system;
  }
  BitInvariant restore_invariant(BitInvariant invariant) const override {
    if (invariant.ranking) invariant.ranking->justice = position_;
    return invariant;
  }
  BitTrace restore_trace(BitTrace trace) const override {
    trace.justice.assign(1, position_);
    return trace;
  }

 private:
  std::uint32_t position_;
};

}  // namespace cairn
