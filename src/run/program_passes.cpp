// SPDX-License-Identifier: MIT
#include "run/program_passes.h"

#include "base/error.h"

namespace cairn {
namespace {

std::unique_ptr<Pass<Cfa>> make(const std::string& name) {
  internal_error(__FILE__, __LINE__, "no pass is called " + name);
}

}  // namespace

std::vector<std::string> known_program_passes() {
  return {};
}

Cfa ProgramPasses::apply(Cfa cfa, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (context_.budget.exhausted()) break;  // every prefix is valid
    applied_.push_back(make(name));
    cfa = applied_.back()->apply(std::move(cfa));
    context_.log.detail("{}: {} locations, {} edges, {} variables, {} inputs", name,
                        cfa.locations.size(), cfa.edges.size(), cfa.variables.size(),
                        cfa.inputs.size());
  }
  return cfa;
}

CfaInvariant ProgramPasses::restore_invariant(CfaInvariant invariant) const {
  for (std::size_t i = applied_.size(); i-- > 0;)
    invariant = applied_[i]->restore_invariant(std::move(invariant));
  return invariant;
}

CfaTrace ProgramPasses::restore_trace(CfaTrace trace) const {
  for (std::size_t i = applied_.size(); i-- > 0;)
    trace = applied_[i]->restore_trace(std::move(trace));
  return trace;
}

void ProgramPasses::visit_counters(const CounterVisitor& visit) const {
  for (const auto& pass : applied_) pass->visit_counters(visit);
}

}  // namespace cairn
