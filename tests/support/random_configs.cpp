// SPDX-License-Identifier: MIT
#include "support/random_configs.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cairn::support {
namespace {

bool flip(Rng& rng) {
  return rng.below(2) == 0;
}

std::uint32_t number(Rng& rng, std::uint64_t below) {
  return static_cast<std::uint32_t>(rng.below(below));
}

/// One of the first `count` enumerators.
template <class Enum>
Enum pick(Rng& rng, unsigned count) {
  return static_cast<Enum>(rng.below(count));
}

WordEngineConfigs random_word_configs(Rng& rng) {
  WordEngineConfigs configs;
  WordIc3Config& common = configs.common;
  common.generalize = pick<WordIc3Config::Generalize>(rng, 3);
  common.drop_failures = number(rng, 4);
  common.drop_control = flip(rng);
  common.keep_obligations = flip(rng);
  common.push_new = flip(rng);
  common.preimage = pick<WordIc3Config::Preimage>(rng, 2);
  common.literals = pick<WordIc3Config::Literals>(rng, 4);
  common.atom_limit = flip(rng) ? 50 : 1 + number(rng, 10);
  common.stale_lemmas = flip(rng) ? 300 : 1 + number(rng, 20);
  common.lift = flip(rng);
  configs.ic3ia.refine = pick<Ic3iaConfig::Refine>(rng, 2);
  configs.ic3ia.predicates = pick<FirstPredicates>(rng, 3);
  configs.ctigar.lifting = pick<CtigarConfig::When>(rng, 2);
  configs.ctigar.consecution = pick<CtigarConfig::When>(rng, 2);
  configs.ctigar.spurious = number(rng, 5);
  configs.ctigar.predicates = pick<FirstPredicates>(rng, 3);
  return configs;
}

}  // namespace

Ic3Config random_ic3_config(Rng& rng) {
  Ic3Config config;
  config.encoding = flip(rng) ? Ic3Config::Encoding::Cuts : Ic3Config::Encoding::Gates;
  config.eliminate = flip(rng);
  config.lift = pick<Ic3Config::Lift>(rng, 5);
  config.drop_from_model = flip(rng);
  config.lift_rounds = 1 + number(rng, 5);
  config.generalize = pick<Ic3Config::Generalize>(rng, 5);
  config.ctg_max = number(rng, 5);
  config.ctg_depth = 1 + number(rng, 3);
  config.ctg_limit = 1 + number(rng, 12);
  config.activity = pick<Ic3Config::Activity>(rng, 4);
  config.parent_order = flip(rng);
  config.strengthen = flip(rng);
  config.push_new = flip(rng);
  config.proof_layers = flip(rng);
  config.triggered_push = flip(rng);
  config.infinity = flip(rng);
  config.keep_obligations = flip(rng);
  config.drop_after = number(rng, 3) * number(rng, 20);
  config.initial_phases = flip(rng);
  config.abstract_constraints = flip(rng);
  config.take_in = pick<Ic3Config::TakeIn>(rng, 4);
  config.share_moved = flip(rng);
  config.bad_conflicts = number(rng, 3);
  config.partial_constraints = flip(rng);
  config.drop_failures = number(rng, 4);
  config.extended_queries = rng.chance(70);
  config.down = rng.chance(70);
  config.down_literals = number(rng, 4);
  config.queue = pick<Ic3Config::Queue>(rng, 3);
  config.propagate = rng.chance(70);
  config.semantic_check = rng.chance(30);
  config.semantic_cone = rng.chance(30);
  config.infinite_subset = rng.chance(30);
  config.subsume = rng.chance(70);
  config.recycle = rng.chance(30) ? 1 + number(rng, 100) : 0;
  config.abstract_latches = rng.chance(30);
  if (rng.chance(15)) config.direction = Ic3Config::Direction::Backward;
  if (rng.chance(40)) config.solver = pick<Ic3Config::Solver>(rng, 3);
  if (!config.validate().empty()) config.solver = Ic3Config::Solver::Own;  // no MiniSat here
  config.frame_solvers = pick<Ic3Config::FrameSolvers>(rng, 2);
  config.recycle_percent = flip(rng) ? number(rng, 100) : 50;
  config.cones_on_demand = flip(rng);
  config.constrain = flip(rng);
  config.push_requests = rng.chance(30);
  config.quip = rng.chance(40);
  config.quip_effort = 1 + number(rng, 40);
  config.quip_states = number(rng, 3) * number(rng, 50);
  config.predict = rng.chance(40);
  config.refer_skip = rng.chance(30);
  config.good_lemmas = rng.chance(30);
  config.internal_signals = rng.chance(40);
  config.predicate_property = rng.chance(30);
  config.abstract_next = rng.chance(30);
  if (rng.chance(15)) {
    config.direction = Ic3Config::Direction::Backward;
    config.predicate_property = false;
  }
  return config;
}

EngineConfigs random_circuit_configs(Rng& rng) {
  EngineConfigs configs;
  configs.ic3 = random_ic3_config(rng);
  configs.kind.step = 1 + (rng.chance(30) ? number(rng, 4) : 0);
  configs.kind.lag = flip(rng) ? number(rng, 6) : 0;
  configs.kind.simple_path = pick<KindConfig::SimplePath>(rng, 3);
  configs.kind.forward = pick<KindConfig::Forward>(rng, 3);
  configs.kind.loop_free = pick<KindConfig::LoopFree>(rng, 2);
  configs.kind.plain = number(rng, 6);
  configs.itp.system = pick<sat::InterpolationSystem>(rng, 3);
  configs.itp.from = pick<ItpConfig::From>(rng, 2);
  configs.itp.reschedule = flip(rng);
  configs.itp.closure = flip(rng);
  configs.itp.certify_gates = flip(rng) ? 3 : 0;
  configs.itp.simplify = flip(rng);
  configs.itp.first = 1 + (rng.chance(30) ? number(rng, 4) : 0);
  configs.itpseq.system = pick<sat::InterpolationSystem>(rng, 3);
  configs.itpseq.lemmas = flip(rng);
  configs.itpseq.simplify = flip(rng);
  return configs;
}

Ic3CfaConfig random_ic3cfa_config(Rng& rng) {
  Ic3CfaConfig config;
  config.generalize = pick<Ic3CfaConfig::Generalize>(rng, 3);
  config.edges = pick<Ic3CfaConfig::EdgeApproach>(rng, 4);
  config.order = pick<Ic3CfaConfig::Order>(rng, 3);
  config.reuse = pick<Ic3CfaConfig::Reuse>(rng, 3);
  config.query = pick<Ic3CfaConfig::Query>(rng, 3);
  for (bool Ic3CfaConfig::*option :
       {&Ic3CfaConfig::relind_alt, &Ic3CfaConfig::precubes, &Ic3CfaConfig::contexts,
        &Ic3CfaConfig::lower_bounds, &Ic3CfaConfig::extended_context, &Ic3CfaConfig::interpolation,
        &Ic3CfaConfig::semantic_blocking, &Ic3CfaConfig::requeue_shortcut, &Ic3CfaConfig::cores,
        &Ic3CfaConfig::self_induction, &Ic3CfaConfig::propagate, &Ic3CfaConfig::push_new,
        &Ic3CfaConfig::down, &Ic3CfaConfig::activity, &Ic3CfaConfig::bits,
        &Ic3CfaConfig::check_returned, &Ic3CfaConfig::weaken, &Ic3CfaConfig::seeds})
    config.*option = flip(rng);
  config.lower_bounds = config.lower_bounds && config.contexts;
  config.extended_context = config.extended_context && config.contexts;
  config.frame_test = pick<Ic3CfaConfig::FrameTest>(rng, 2);
  config.seed_queries = flip(rng) ? 5000 : number(rng, 50);
  config.drop_failures = number(rng, 4);
  config.split_limit = flip(rng) ? 1 : 1 + number(rng, 64);
  config.literal_nodes = flip(rng) ? 20 : number(rng, 500);
  return config;
}

ProgramEngineConfigs random_program_configs(Rng& rng) {
  ProgramEngineConfigs configs;
  const std::vector<std::string> solvers = known_smt_solvers();
  const bool has_z3 = std::find(solvers.begin(), solvers.end(), "z3") != solvers.end();
  configs.smt.solver = has_z3 && rng.chance(20) ? "z3" : "cairn";
  configs.smt.cache = flip(rng) ? 0 : 50;
  configs.bmc_smt.step = 1 + number(rng, 4);
  configs.bmc_smt.prune = pick<CfaBmcConfig::Prune>(rng, 3);
  configs.cegar.abstraction = pick<CegarConfig::Abstraction>(rng, 2);
  configs.cegar.refine = pick<CegarConfig::Refine>(rng, 2);
  configs.cegar.search = pick<CegarConfig::Search>(rng, 2);
  configs.cegar.drop = flip(rng);
  configs.tree_ic3.drop = flip(rng);
  configs.tree_ic3.propagate = flip(rng);
  configs.lower.counter = pick<LowerCfaConfig::Counter>(rng, 2);
  configs.word = random_word_configs(rng);
  configs.ic3cfa = random_ic3cfa_config(rng);
  return configs;
}

}  // namespace cairn::support
