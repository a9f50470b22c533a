// SPDX-License-Identifier: MIT
#include "transform/cfa/minimize.h"

#include <algorithm>

#include "base/error.h"
#include "transform/cfa/bisimulation.h"
#include "transform/cfa/initialised.h"
#include "transform/cfa/large_blocks.h"
#include "transform/cfa/needed.h"
#include "transform/cfa/propagation.h"
#include "transform/cfa/skips.h"
#include "transform/cfa/unreachable.h"

namespace cairn {

std::vector<std::string> Minimize::pass_names() {
  return {"unreachable", "chains", "propagation", "needed", "skips", "bisimulation", "initialised"};
}

std::unique_ptr<CfaPass> Minimize::make(const std::string& name) {
  if (name == "unreachable") return std::make_unique<Unreachable>();
  if (name == "chains") {
    LargeBlocksConfig chains;
    chains.rules = LargeBlocksConfig::Rules::Chains;
    return std::make_unique<LargeBlocks>(chains);
  }
  if (name == "propagation") return std::make_unique<Propagation>();
  if (name == "needed") return std::make_unique<Needed>();
  if (name == "skips") return std::make_unique<Skips>();
  if (name == "bisimulation") return std::make_unique<Bisimulation>();
  if (name == "initialised") return std::make_unique<Initialised>();
  CAIRN_CHECK(!"a pass that is not known");
  return nullptr;
}

Cfa Minimize::apply(Cfa cfa) {
  const auto is_off = [this](const std::string& name) {
    return std::find(config_.without.begin(), config_.without.end(), name) != config_.without.end();
  };
  for (bool changed = true; changed && rounds_ < config_.max_rounds; ++rounds_) {
    changed = false;
    for (const std::string& name : pass_names()) {
      if (is_off(name)) continue;
      if (context_.budget.exhausted()) return cfa;  // what was done so far is valid
      std::unique_ptr<CfaPass> pass = make(name);
      cfa = pass->apply(std::move(cfa));
      if (!pass->changed()) continue;
      changed = true;
      pass->visit_counters([this](std::string_view counter, std::uint64_t value) {
        counters_[std::string(counter)] += value;
      });
      context_.log.detail("{}: {} locations, {} edges, {} variables, {} inputs", name,
                          cfa.locations.size(), cfa.edges.size(), cfa.variables.size(),
                          cfa.inputs.size());
      passes_.push_back(std::move(pass));
    }
  }
  return cfa;
}

CfaInvariant Minimize::restore_invariant(CfaInvariant invariant) const {
  for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass)
    invariant = (*pass)->restore_invariant(std::move(invariant));
  return invariant;
}

CfaTrace Minimize::restore_trace(CfaTrace trace) const {
  for (auto pass = passes_.rbegin(); pass != passes_.rend(); ++pass)
    trace = (*pass)->restore_trace(std::move(trace));
  return trace;
}

void Minimize::visit_counters(const CounterVisitor& visit) const {
  visit("minimize.rounds", rounds_);
  for (const auto& [name, value] : counters_) visit(name, value);
}

}  // namespace cairn
