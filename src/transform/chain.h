// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/context.h"
#include "transform/pass.h"

namespace cairn {

/// Passes on one kind of model, applied in order and undone in reverse. Itself a pass.
template <class System>
class Chain : public Pass<System> {
 public:
  explicit Chain(const Context& context) : context_(context) {}

  void add(std::unique_ptr<Pass<System>> pass) { passes_.push_back(std::move(pass)); }

  std::string_view name() const override { return "chain"; }
  System apply(System system) override {
    for (const auto& pass : passes_) {
      if (context_.budget.exhausted()) break;  // every prefix of the chain is a valid chain
      system = pass->apply(std::move(system));
      ++applied_;
      context_.log.detail("{}: {}", pass->name(), describe_size(system));
    }
    return system;
  }
  typename System::Invariant restore_invariant(
      typename System::Invariant invariant) const override {
    for (std::size_t i = applied_; i-- > 0;)
      invariant = passes_[i]->restore_invariant(std::move(invariant));
    return invariant;
  }
  typename System::Trace restore_trace(typename System::Trace trace) const override {
    for (std::size_t i = applied_; i-- > 0;) trace = passes_[i]->restore_trace(std::move(trace));
    return trace;
  }
  void visit_counters(const CounterVisitor& visit) const override {
    for (std::size_t i = 0; i < applied_; ++i) passes_[i]->visit_counters(visit);
  }

 private:
  const Context context_;
  std::vector<std::unique_ptr<Pass<System>>> passes_;
  std::size_t applied_ = 0;
};

}  // namespace cairn
