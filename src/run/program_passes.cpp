// SPDX-License-Identifier: MIT
#include "run/program_passes.h"

#include <algorithm>

namespace cairn {

std::vector<std::string> known_program_passes() {
  std::vector<std::string> names = Minimize::pass_names();
  names.emplace_back("blocks");
  names.emplace_back("infeasible");
  names.emplace_back("lemmas");
  return names;
}

ProgramPasses::ProgramPasses(const ProgramPassOptions& options, const Context& context)
    : context_(context) {
  MinimizeConfig minimize = options.minimize;
  for (const std::string& name : options.without)
    if (name != "blocks" && name != "infeasible" && name != "lemmas")
      minimize.without.push_back(name);
  passes_.push_back(std::make_unique<Minimize>(minimize, context));
  const auto wanted = [&](std::string_view name) {
    return std::find(options.without.begin(), options.without.end(), name) == options.without.end();
  };
  if (wanted("blocks")) passes_.push_back(std::make_unique<LargeBlocks>(options.blocks));
  if (wanted("infeasible"))
    passes_.push_back(std::make_unique<Infeasible>(options.infeasible, context));
  if (wanted("lemmas") && options.lemmas.seconds > 0)
    passes_.push_back(std::make_unique<Lemmas>(options.lemmas, context));
}

Cfa ProgramPasses::apply(Cfa cfa) {
  for (const auto& pass : passes_) {
    if (context_.budget.exhausted()) break;  // every prefix is valid
    cfa = pass->apply(std::move(cfa));
    ++applied_;
    context_.log.detail("{}: {} locations, {} edges, {} variables, {} inputs", pass->name(),
                        cfa.locations.size(), cfa.edges.size(), cfa.variables.size(),
                        cfa.inputs.size());
  }
  return cfa;
}

CfaInvariant ProgramPasses::restore_invariant(CfaInvariant invariant) const {
  for (std::size_t i = applied_; i-- > 0;)
    invariant = passes_[i]->restore_invariant(std::move(invariant));
  return invariant;
}

CfaTrace ProgramPasses::restore_trace(CfaTrace trace) const {
  for (std::size_t i = applied_; i-- > 0;) trace = passes_[i]->restore_trace(std::move(trace));
  return trace;
}

void ProgramPasses::visit_counters(const CounterVisitor& visit) const {
  for (std::size_t i = 0; i < applied_; ++i) passes_[i]->visit_counters(visit);
}

}  // namespace cairn
